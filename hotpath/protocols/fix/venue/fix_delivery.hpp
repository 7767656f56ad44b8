#pragma once
/// FixDelivery: the desk's reports and copies on their way to the streams of FIX sessions.
///
///   report ──> counted ── journal ──> keep(): its number ──> the user's session
///                                         copy ──> each drop copy of the user
///
/// Threads: the server's. Allocation: none. Complexity: O(sessions) a report.

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/venue_core.hpp"
#include "hotpath/protocols/fix/venue/fix_sessions.hpp"

namespace hotpath::exchange {

class FixDelivery {
  public:
    /// Both outlive it.
    FixDelivery(VenueCore& core, FixSessions& sessions) noexcept
        : core_(core), sessions_(sessions) {}

    /// Counts the outputs of the input that has just been applied: they wait for the journal.
    void count() noexcept;
    /// An output may leave. A full drop copy disconnects its reader at every report that is missing
    /// from it.
    void keep(const Output& report, Time now) noexcept;
    /// The outputs of an input of the journal go to the streams at once.
    void replay() noexcept;

  private:
    VenueCore& core_;
    FixSessions& sessions_;
};

}  // namespace hotpath::exchange
