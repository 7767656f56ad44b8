#pragma once
/// FixIntake: a FIX session's messages and numbers as inputs of the venue, and back in a replay.
///
///   if (!intake.try_take(id, inbound, now)) { ... the session asks for it at the next logon ... }
///   intake.keep_numbers(end, now);
///   if (intake.may_leave(end)) { send(end.session->output()); }
///
/// Threads: the server's. Allocation: none. Complexity: the log's; O(sessions) a search.

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/intake.hpp"
#include "hotpath/exchange/server/venue_core.hpp"
#include "hotpath/protocols/fix/session/inbound.hpp"
#include "hotpath/protocols/fix/venue/fix_sessions.hpp"

namespace hotpath::exchange {

class FixIntake {
  public:
    /// All outlive it.
    FixIntake(VenueCore& core, Intake& intake, FixSessions& sessions) noexcept
        : core_(core), intake_(intake), sessions_(sessions) {}

    /// False: the message was not taken, and the connection is being closed.
    [[nodiscard]] bool try_take(ConnectionId id, const protocols::fix::Inbound& inbound,
                                Time now) noexcept;
    /// Records the numbers that the session took for its own messages. Without room in the journal
    /// they wait, and so does the session's output.
    void keep_numbers(FixEnd& end, Time now) noexcept;
    /// keep_numbers() has something to do.
    [[nodiscard]] bool has_numbers_to_keep(const FixEnd& end) const noexcept {
        return !end.stream.changes().empty() && core_.inputs().has_room();
    }
    /// No crash can take back what the session's output says.
    [[nodiscard]] bool may_leave(const FixEnd& end) const noexcept {
        return end.stream.changes().empty() && end.recorded_seq <= core_.inputs().durable_seq();
    }
    /// The numbers that an input of the journal implies.
    void replay(const Input& input) noexcept;

  private:
    [[nodiscard]] FixEnd* end_of(SessionId session) const noexcept {
        return sessions_.find(core_.log().users(), session);
    }

    VenueCore& core_;
    Intake& intake_;
    FixSessions& sessions_;
};

}  // namespace hotpath::exchange
