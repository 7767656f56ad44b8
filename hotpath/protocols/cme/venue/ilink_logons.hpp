#pragma once
/// IlinkLogons: who may log on at an iLink 3 port: from the names of a Negotiate or Establish to the
/// session that the connection gets, or to its end.
///
///   auto end = logons.look_up(id, sessions.find(key, session, firm), now);   // before the signature
///   logons.establish(id, now);                                               // after it
///   logons.note_end(id, now);                                                // after each turn
///
/// Threads: the server's. Allocation: none. Complexity: O(sessions).

#include <expected>

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/venue_core.hpp"
#include "hotpath/protocols/cme/venue/ilink_intake.hpp"
#include "hotpath/protocols/cme/venue/ilink_sessions.hpp"

namespace hotpath::exchange {

class IlinkLogons {
  public:
    /// A session, or why the log-on is rejected.
    using Found = std::expected<IlinkEnd*, protocols::cme::ilink3::RejectCode>;

    /// All outlive it.
    IlinkLogons(VenueCore& core, IlinkSessions& sessions, IlinkIntake& intake) noexcept
        : core_(core), sessions_(sessions), intake_(intake) {}

    /// The session that the message names, if it may log on here and now; the signature has not been
    /// checked.
    [[nodiscard]] Found look_up(ConnectionId id, const Found& named, Time now) noexcept;
    /// The connection is the session's, in place of an earlier one.
    void establish(ConnectionId id, Time now) noexcept;
    /// Counts and explains the end of a connection that failed, once. A wrong name or signature is a
    /// failed login; what no client of the protocol sends is malformed.
    void note_end(ConnectionId id, Time now) noexcept;

  private:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;

    VenueCore& core_;
    IlinkSessions& sessions_;
    IlinkIntake& intake_;
};

}  // namespace hotpath::exchange
