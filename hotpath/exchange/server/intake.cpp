#include "hotpath/exchange/server/intake.hpp"

namespace hotpath::exchange {

bool Intake::has_room_or_cut_off(ConnectionId id) noexcept {
    if (core_.has_room_for_reply(*core_.clients()[id].session)) {
        return true;
    }
    ++core_.counters().cut_off_for_room;
    core_.close(id, CloseReason::StreamFull,
                "no room for more messages: the session has reached replies_kept");
    return false;
}

/// An order that is not refused has been counted by refusal_of().
bool Intake::keeps_rate(ConnectionId id, bool is_order, bool is_refused, Time now) noexcept {
    UserSession& session = core_.sessions()[*core_.clients()[id].session];
    if ((is_order && !is_refused) ||
        (is_refused ? session.refusals : session.cancels).try_take(now)) {
        return true;
    }
    close_for_rate(id, is_refused);
    return false;
}

void Intake::count_numbers(SessionId session, std::optional<ConnectionId> connection,
                           Time now) noexcept {
    if (!core_.sessions()[session].cancels.try_take(now) && connection) {
        close_for_rate(*connection, false);
    }
}

void Intake::close_for_rate(ConnectionId id, bool is_refused) noexcept {
    core_.close(id, CloseReason::RateExceeded,
                is_refused ? "message rate exceeded: orders_per_second and refusals_per_second"
                           : "message rate exceeded: cancels_per_second");
}

RejectReason Intake::refusal_of(SessionId id, const PortOrder& order, Time now) noexcept {
    UserSession& session = core_.sessions()[id];
    VenueServerCounters& counters = core_.counters();
    if (core_.exchange().member(id).is_suspended) {
        ++counters.refused_suspended;
        return RejectReason::Suspended;
    }
    if (!session.orders.try_take(now)) {
        ++counters.refused_for_rate;
        return RejectReason::RateTooHigh;
    }
    if (!core_.inputs().room().takes_orders || core_.log().has_ended() ||
        !core_.has_room_for_order(id)) {
        ++counters.refused_for_room;
        return RejectReason::NoRoom;
    }
    if (order.is_new &&
        core_.exchange().session_orders(id) >= core_.options().limits.orders_open_max) {
        ++counters.refused_for_open_orders;
        return RejectReason::Other;
    }
    const RejectReason reason = refusal_by(session.limits, core_.exchange(), id, order);
    counters.refused_for_limits += reason == RejectReason::None ? 0U : 1U;
    return reason;
}

bool Intake::submit_or_cut_off(ConnectionId id, const Input& input) noexcept {
    if (submit(input)) {
        return true;
    }
    if (const JournalRoom& room = core_.inputs().room(); !room.takes_any()) {
        ++core_.counters().cut_off_for_room;
        core_.close(id, CloseReason::StreamFull,
                    room.has_failed ? kJournalFailed
                                    : "the venue's journal is full: the message was not accepted");
        return false;
    }
    ++core_.counters().overloads;
    core_.close(id, CloseReason::ShutDown, "the venue is overloaded: the message was not accepted");
    return false;
}

void Intake::cancel_on_time(Time now) noexcept {
    const VenueLog& log = core_.log();
    for (std::uint16_t n = 0; n < core_.sessions().size(); ++n) {
        const SessionId id{n};
        UserSession& session = core_.sessions()[id];
        if (now < session.cancel_at) {
            continue;
        }
        const bool is_done = log.exchange().session_orders(id) == 0 || log.has_ended();
        const bool is_removed = n < log.users().size() && log.users().is_removed(id);
        const event::CancelAll cancel{
            .session = id,
            .cause = is_removed ? CancelCause::UserRemoved : CancelCause::Disconnected};
        if (is_done || submit({.time = now, .event = cancel})) {
            core_.counters().canceled_on_disconnect += is_done ? 0U : 1U;
            session.cancel_at = kNever;
        }
    }
}

}  // namespace hotpath::exchange
