#pragma once
/// Intake: the way of a client's request to the venue: room, rates and limits; then it is an input,
/// or the client is cut off. A message that was taken and then dropped in silence would leave its
/// client waiting.
///
///   if (!intake.has_room_or_cut_off(id)) { return; }
///   const RejectReason reason = intake.refusal_of(session, order, now);          only of an order
///   if (intake.keeps_rate(id, is_order, reason != RejectReason::None, now)) {
///       intake.submit_or_cut_off(id, {.time = now, .event = event});
///   }
///
/// Threads: the server's. Allocation: none. Complexity: the log's.

#include <optional>

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/port_limits.hpp"
#include "hotpath/exchange/server/venue_commands.hpp"
#include "hotpath/exchange/server/venue_core.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

class Intake {
  public:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;

    /// Both outlive it.
    Intake(VenueCore& core, VenueCommands& commands) noexcept : core_(core), commands_(commands) {}

    /// Has the session of this connection room for another reply? False: the client was cut off.
    [[nodiscard]] bool has_room_or_cut_off(ConnectionId id) noexcept;
    /// True if the user has limits that refusal_of() compares the order's terms with.
    [[nodiscard]] bool has_limits(SessionId session) const noexcept {
        return core_.sessions()[session].limits.are_set();
    }
    /// Why the venue does not even look at an order, new or a replacement; None: it does. Counts the
    /// order.
    [[nodiscard]] RejectReason refusal_of(SessionId id, const PortOrder& order, Time now) noexcept;
    /// False: the client has been cut off for its message rate.
    [[nodiscard]] bool keeps_rate(ConnectionId id, bool is_order, bool is_refused,
                                  Time now) noexcept;
    /// The session's numbers were recorded, which counts as a cancel does. It may cut off the client.
    void count_numbers(SessionId session, std::optional<ConnectionId> connection,
                       Time now) noexcept;
    /// False: the client has been cut off.
    bool submit_or_cut_off(ConnectionId id, const Input& input) noexcept;
    /// After the rest of an unfinished command. False if there is no room; then nothing has changed.
    [[nodiscard]] bool submit(const Input& input) noexcept {
        return commands_.finish(input.time) && core_.submit(input);
    }
    /// Cancels the orders of sessions whose grace time is over.
    void cancel_on_time(Time now) noexcept;

  private:
    void close_for_rate(ConnectionId id, bool is_refused) noexcept;

    VenueCore& core_;
    VenueCommands& commands_;
};

}  // namespace hotpath::exchange
