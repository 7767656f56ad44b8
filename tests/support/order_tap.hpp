#pragma once
/// OrderTap: reads a client's SoupBinTCP bytes as they pass and counts the OUCH requests in them,
/// however the bytes are cut.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace hotpath::support {

class OrderTap {
  public:
    std::uint64_t orders = 0;  // entered and replaced: what a kill ends
    std::uint64_t cancels = 0;
    std::uint64_t others = 0;

    void on_bytes(Bytes bytes) {
        kept_.insert(kept_.end(), bytes.begin(), bytes.end());
        std::size_t at = 0;
        while (kept_.size() - at >= 2) {
            const std::size_t length = 2U + load_be<std::uint16_t>(&kept_[at]);
            if (kept_.size() - at < length) {
                break;
            }
            note(Bytes(kept_).subspan(at, length));
            at += length;
        }
        kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(at));
    }
    /// Another connection begins.
    void forget() { kept_.clear(); }

  private:
    void note(Bytes packet) {
        namespace soup = protocols::nasdaq::soupbintcp;
        if (packet.size() <= soup::kHeaderLength ||
            std::to_integer<char>(packet[2]) != soup::UnsequencedData::kType) {
            return;
        }
        const char type = std::to_integer<char>(packet[soup::kHeaderLength]);
        const bool is_order = type == protocols::nasdaq::ouch50::EnterOrder::kType ||
                              type == protocols::nasdaq::ouch50::ReplaceOrderRequest::kType;
        const bool is_cancel = type == protocols::nasdaq::ouch50::CancelOrderRequest::kType;
        orders += is_order ? 1U : 0U;
        cancels += is_cancel ? 1U : 0U;
        others += is_order || is_cancel ? 0U : 1U;
    }

    std::vector<std::byte> kept_;
};

}  // namespace hotpath::support
