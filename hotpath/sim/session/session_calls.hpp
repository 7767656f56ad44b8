#pragma once
/// The calls of a Session to venues and traders that have connections, and to those that have none:
/// the latter lack some of them.
///
/// Threads: the Session's. Allocation: none. Complexity: O(1) besides the call.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"

namespace hotpath::sim::session {

/// The time of an ITCH message. Too short a message has none; the flow counts it.
[[nodiscard]] inline Time market_time(Bytes message) noexcept {
    using protocols::nasdaq::itch50::
        SystemEvent;  // the shortest message; all share its first eleven bytes
    return message.size() < SystemEvent::kLength
               ? Time{0}
               : Time{static_cast<std::int64_t>(SystemEvent::at(message.data()).load_timestamp())};
}

/// When the venue or the trader has something to do besides the Session's timer; kNever: not.
template <class Venue, class T>
[[nodiscard]] Time next_wake(const Venue& venue, const T& trader) {
    Time due = kNever;
    if constexpr (requires { venue.wakes_at(); }) {
        due = std::min(due, venue.wakes_at());
    }
    if constexpr (requires { trader.wakes_at(); }) {
        due = std::min(due, trader.wakes_at());
    }
    return due;
}

/// The Session's timer at the venue, which sends a heartbeat.
template <class Venue>
void tick(Venue& venue, Time now) {
    if constexpr (requires { venue.on_timer(now); }) {
        venue.on_timer(now);
    } else {
        venue.heartbeat();
    }
}

/// A message to or from the venue that takes no simulated time.
template <class Venue>
[[nodiscard]] bool is_at_once(Bytes message) noexcept {
    if constexpr (requires { Venue::is_at_once(message); }) {
        return Venue::is_at_once(message);
    } else {
        return false;
    }
}

/// A message that only says that its sender is there.
template <class Venue>
[[nodiscard]] bool is_heartbeat(const Venue& venue, Bytes message) noexcept {
    if constexpr (requires { venue.is_heartbeat(message); }) {
        return venue.is_heartbeat(message);
    } else {
        return false;
    }
}

/// Messages of the market in a packet of the venue's feed.
template <class Venue>
[[nodiscard]] std::size_t messages_in(const Venue& venue, Bytes packet) noexcept {
    if constexpr (requires { venue.messages_in(packet); }) {
        return venue.messages_in(packet);
    } else {
        using Header = protocols::nasdaq::moldudp64::DownstreamHeader;
        return Header::at(packet.data()).load_message_count();
    }
}

}  // namespace hotpath::sim::session
