#pragma once
/// PacketJoiner: the packets of a wire that arrive at one instant as one packet: a live venue sends
/// messages published together in one, and the strategy decides after it.
///
/// Threads: one owner. Allocation: the buffer grows to the longest. Complexity: one copy. Source:
/// MoldUDP64 1.00.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"
#include "hotpath/sim/session/delay_line.hpp"

namespace hotpath::sim::session {

class PacketJoiner {
  public:
    /// Takes the packets that are due now, at least one, off the line. Valid until the next call.
    [[nodiscard]] Bytes join(DelayLine& line, Time now) {
        using Header = protocols::nasdaq::moldudp64::DownstreamHeader;
        joined_.assign(line.front().begin(), line.front().end());
        for (line.pop(); line.due() == now; line.pop()) {
            const Bytes next = line.front();
            auto& header = Header::at(joined_.data());
            header.store_message_count(static_cast<std::uint16_t>(
                header.load_message_count() + Header::at(next.data()).load_message_count()));
            const Bytes messages = next.subspan(Header::kLength);
            joined_.insert(joined_.end(), messages.begin(), messages.end());
        }
        return joined_;
    }

  private:
    std::vector<std::byte> joined_;
};

}  // namespace hotpath::sim::session
