#pragma once
/// IlinkIntake: an iLink 3 session's messages and numbers as inputs of the venue, and back in a replay.
///
///   if (!intake.try_take(id, message, now)) { ... the session expects the message again ... }
///   intake.keep_numbers(end, now);
///   if (intake.may_leave(end)) { send(connection.server.output()); }
///
/// Threads: the server's. Allocation: none. Complexity: the log's; O(sessions) a search.

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/intake.hpp"
#include "hotpath/exchange/server/venue_core.hpp"
#include "hotpath/protocols/cme/venue/ilink_sessions.hpp"

namespace hotpath::exchange {

class IlinkIntake {
  public:
    /// All outlive it.
    IlinkIntake(VenueCore& core, Intake& intake, IlinkSessions& sessions) noexcept
        : core_(core), intake_(intake), sessions_(sessions) {}

    /// False: the message was not taken, and the connection is being closed.
    [[nodiscard]] bool try_take(ConnectionId id, Bytes message, Time now) noexcept;
    /// Records where the session stands. Without room in the journal its numbers wait, and so does its
    /// output.
    void keep_numbers(IlinkEnd& end, Time now) noexcept;
    /// No crash can take back what the session's output says.
    [[nodiscard]] bool may_leave(const IlinkEnd& end) const noexcept {
        return end.is_recorded() && end.recorded_seq <= core_.inputs().durable_seq();
    }
    /// The numbers that an input of the journal implies.
    void replay(const Input& input) noexcept;

  private:
    [[nodiscard]] bool has_room_for_statuses(SessionId id) const noexcept;
    [[nodiscard]] IlinkEnd* end_of(SessionId session) const noexcept {
        return sessions_.find(core_.log().users(), session);
    }

    VenueCore& core_;
    Intake& intake_;
    IlinkSessions& sessions_;
};

}  // namespace hotpath::exchange
