#pragma once
/// OrderEntry: what a protocol of order entry brings for a trader, a struct each; all.hpp lists them.
///
///   kKey             its name in configurations and on command lines
///   kName            its name in messages; kTitle, with a version
///   Account          the trader's at the venue, of the configuration; Account::Entry is this struct
///   Codec            approved orders to bytes, replies to events (gateway::VenueCodec)
///   Link             its session; NoLink: SoupBinTCP, as the trader's account
///   Executions       which replies the drop copy repeats, and under which number
///   Redaction        what of a log-on no journal may have
///   validate(account), codec_options(account of valid options)
///   encode(options, answer, room)   a venue's answer as bytes: the other way of Codec::decode()
///
/// Libraries above the trader need further parts, declared here and defined in a folder of the protocol
/// that is linked with the library:
///
///   by_hand()        orders by hand (order_entry/hand_protocol.hpp); nullptr: it has none
///   keys()           its part of a trader's configuration (live/config/protocol_keys.hpp)
///   numbers()        what its session keeps beyond the process (store/session_numbers.hpp); nullptr: nothing
///   simulated()      both ends of a simulated session (sim/session/protocol_ends.hpp)
///   recorded()       its bytes in a trader's journal (backtest/live/live_order_entry.hpp)
///
/// Threads: functions of values. Allocation: at construction.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/gateway/venue_codec.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/protocols/trader/own_execution.hpp"

namespace hotpath::order_entry {
struct HandProtocol;
}
namespace hotpath::live {
struct OrderEntryKeys;
}
namespace hotpath::store {
struct SessionNumbers;
}
namespace hotpath::sim::session {
struct OrderEnds;
}
namespace hotpath::backtest {
struct RecordedOrders;
}

namespace hotpath::protocols {

struct NoLink {};

/// Room for any protocol's VenueAnswer.
inline constexpr std::size_t kAnswerBytesMax = 512;

/// The password of a replayed log-on.
inline constexpr std::string_view kHiddenPassword = "**********";

/// Removes the secrets from the bytes that a connection begins with. They come in pieces: one is cut
/// where the output's ring wraps.
template <class R>
concept LogOnRedaction = std::default_initializable<R> && requires(R redaction, Bytes piece) {
    /// A connection has begun.
    { redaction.begin() } noexcept;
    /// The bytes to keep of this piece, perhaps with the begin of a message whose end has come now. Valid
    /// until the next call.
    { redaction.add(piece) } noexcept -> std::same_as<Bytes>;
    /// The bytes that follow have no secret.
    { redaction.is_done() } noexcept -> std::same_as<bool>;
};

/// A venue's answer to a request, in core terms. Practice is answered with it (practice_venue.hpp).
struct VenueAnswer {
    enum class Kind : std::uint8_t { Accepted, Replaced, Reduced, Canceled, Executed };

    Kind kind = Kind::Accepted;
    oms::Order order{};  // as recorded when it was sent
    Symbol symbol{};
    OrderId venue_id{};  // the one in the feed, which a replacement changes
    OrderId kept_id{};   // the one that replacements keep
    Qty qty{};           // taken off by a reduction or a cancel, or executed
    Qty leaves_qty{};    // after it
};

template <class P>
concept OrderEntry =
    std::same_as<typename P::Account::Entry, P> && gateway::VenueCodec<typename P::Codec> &&
    LogOnRedaction<typename P::Redaction> &&
    std::constructible_from<typename P::Executions, const typename P::Account&> &&
    requires(const typename P::Account& account, typename P::Executions executions,
             std::uint64_t number, Bytes reply, const typename P::Codec::Options& options,
             const VenueAnswer& answer, MutableBytes room) {
        typename P::Link;
        { P::kKey } -> std::convertible_to<std::string_view>;
        { P::kName } -> std::convertible_to<std::string_view>;
        { P::kTitle } -> std::convertible_to<std::string_view>;
        { P::validate(account) } -> std::same_as<Expected<void>>;
        { P::codec_options(account) } -> std::same_as<typename P::Codec::Options>;
        { executions.find(number, reply) } noexcept -> std::same_as<std::optional<OwnExecution>>;
        // The answer as the protocol's message, in `room`; kAnswerBytesMax are enough.
        { P::encode(options, answer, room) } noexcept -> std::same_as<Bytes>;
        { P::by_hand() } noexcept -> std::same_as<const order_entry::HandProtocol*>;
        { P::keys() } noexcept -> std::same_as<const live::OrderEntryKeys&>;
        { P::numbers() } noexcept -> std::same_as<const store::SessionNumbers*>;
        { P::simulated() } noexcept -> std::same_as<const sim::session::OrderEnds&>;
        { P::recorded() } noexcept -> std::same_as<const backtest::RecordedOrders&>;
    };

}  // namespace hotpath::protocols
