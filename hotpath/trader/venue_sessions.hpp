#pragma once
/// What a VenueTrader makes of its options: its connections and its reconciliation.
///
/// Threads: any. Allocation: what is made. Complexity: O(1).

#include <array>
#include <optional>

#include "hotpath/core/error.hpp"
#include "hotpath/trader/reconciliation.hpp"
#include "hotpath/trader/resumable_session.hpp"
#include "hotpath/trader/trader_options.hpp"
#include "hotpath/venue/order_codec.hpp"

namespace hotpath::trader {

struct VenueSessions {
    std::array<std::optional<ResumableSession>, kPorts> by_port{};  // no drop copy: none
    std::optional<Reconciliation> reconciliation{};
};
/// OUCH, FIX in the words of the account's version, or iLink 3; of options that make_venue_sessions()
/// has taken.
[[nodiscard]] venue::OrderCodec::Options codec_options(const TraderOptions& options);
[[nodiscard]] Expected<VenueSessions> make_venue_sessions(const TraderOptions& options);
/// Logs out; at once: closes the connection, too.
void leave(ResumableSession& of, bool at_once, Time now) noexcept;

}  // namespace hotpath::trader
