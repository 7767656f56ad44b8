#pragma once
/// What a VenueTrader makes of its options: its connections and its reconciliation; and which of
/// its replies the drop copy repeats.
///
/// Threads: any. Allocation: what is made. Complexity: O(1).

#include <array>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/trader/reconciliation.hpp"
#include "hotpath/trader/resumable_session.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::trader {

struct VenueSessions {
    std::array<std::optional<ResumableSession>, kPorts> by_port{};  // no drop copy: none
    std::optional<Reconciliation> reconciliation{};
};
[[nodiscard]] Expected<VenueSessions> make_venue_sessions(const TraderOptions& options);
/// For an execution or a broken trade; nullopt for any other reply.
[[nodiscard]] std::optional<ClOrdId> order_of_execution(Bytes reply) noexcept;

}  // namespace hotpath::trader
