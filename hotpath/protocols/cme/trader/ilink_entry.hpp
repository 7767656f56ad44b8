#pragma once
/// IlinkEntry: order entry over CME's iLink 3.
///
/// Threads: one owner an object. Allocation: none. Complexity: O(bytes) of a log-on, else O(1).

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/protocols/cme/trader/ilink_account.hpp"
#include "hotpath/protocols/cme/trader/ilink_codec.hpp"
#include "hotpath/protocols/cme/trader/ilink_link.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"

namespace hotpath::protocols::cme {

/// An execution has its ExecID, a canceled trade that of the trade (dropcopy/exec_number.hpp).
class IlinkExecutions {
  public:
    explicit IlinkExecutions(const IlinkAccount&) noexcept {}

    [[nodiscard]] static std::optional<OwnExecution> find(std::uint64_t number,
                                                          Bytes reply) noexcept;
};

/// Zeros for the signature of a Negotiate and of an Establish: a connection begins with the one or the
/// other, and after a Negotiate the next message of ours is the Establish.
class SignatureRedaction {
  public:
    void begin() noexcept {
        length_ = 0;
        is_done_ = false;
    }
    [[nodiscard]] bool is_done() const noexcept { return is_done_; }
    [[nodiscard]] Bytes add(Bytes piece) noexcept;

  private:
    static constexpr std::size_t kFrameMax = 256;

    std::array<std::byte, kFrameMax> frame_{};
    std::size_t length_ = 0;
    bool is_done_ = true;
};

struct IlinkEntry {
    static constexpr std::string_view kKey = "ilink";
    static constexpr std::string_view kName = "iLink 3";
    static constexpr std::string_view kTitle = "iLink 3";
    using Account = IlinkAccount;
    using Codec = IlinkCodec;
    using Link = IlinkLink;
    using Executions = IlinkExecutions;
    using Redaction = SignatureRedaction;

    [[nodiscard]] static Expected<void> validate(const IlinkAccount& account);
    [[nodiscard]] static IlinkCodec::Options codec_options(const IlinkAccount& account);
    [[nodiscard]] static Bytes encode(const IlinkCodec::Options& options, const VenueAnswer& answer,
                                      MutableBytes room) noexcept;
    [[nodiscard]] static const order_entry::HandProtocol* by_hand() noexcept { return nullptr; }
    [[nodiscard]] static const live::OrderEntryKeys& keys() noexcept;
    [[nodiscard]] static const store::SessionNumbers* numbers() noexcept;
    [[nodiscard]] static const sim::session::OrderEnds& simulated() noexcept;
    [[nodiscard]] static const backtest::RecordedOrders& recorded() noexcept;
};
static_assert(OrderEntry<IlinkEntry>);

}  // namespace hotpath::protocols::cme
