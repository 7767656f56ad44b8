#pragma once
/// IlinkDelivery: the desk's reports on their way to the streams of iLink 3 sessions.
///
///   report ──> counted ── journal ──> keep(): the session's stream of the day
///
/// Threads: the server's. Allocation: none. Complexity: O(sessions) a report.

#include "hotpath/exchange/server/trade_search.hpp"
#include "hotpath/exchange/server/venue_core.hpp"
#include "hotpath/protocols/cme/venue/ilink_sessions.hpp"

namespace hotpath::exchange {

class IlinkDelivery {
  public:
    /// Both outlive it.
    IlinkDelivery(VenueCore& core, IlinkSessions& sessions) noexcept
        : core_(core), sessions_(sessions) {}

    /// Counts the outputs of the input that has just been applied: they wait for the journal.
    void count() noexcept;
    /// A report may leave. A session without room for it is closed.
    void keep(const Output& report) noexcept;
    /// The outputs of an input of the journal go to the streams at once.
    void replay() noexcept;
    /// Labels the sides of a trade that the session executed.
    void look_for(TradeSearch& search, SessionId session) const noexcept;

  private:
    [[nodiscard]] IlinkEnd* end_of(SessionId session) const noexcept {
        return sessions_.find(core_.log().users(), session);
    }

    VenueCore& core_;
    IlinkSessions& sessions_;
};

}  // namespace hotpath::exchange
