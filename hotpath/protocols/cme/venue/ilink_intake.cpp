#include "hotpath/protocols/cme/venue/ilink_intake.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <variant>

#include "hotpath/protocols/cme/venue/ilink_numbers.hpp"
#include "hotpath/protocols/cme/venue/ilink_port_order.hpp"

namespace hotpath::exchange {

bool IlinkIntake::try_take(ConnectionId id, Bytes message, Time now) noexcept {
    const std::optional<SessionId> of_user = core_.clients()[id].session;
    if (!of_user || !intake_.has_room_or_cut_off(id)) {
        return false;
    }
    const IlinkOrderKind kind = ilink_order_kind(message);
    const bool is_order = kind != IlinkOrderKind::None;
    RejectReason reason = RejectReason::None;
    if (is_order) {
        const PortOrder order =
            intake_.has_limits(*of_user)
                ? port_order_of(core_.exchange(), core_.log().desk_of<IlinkProtocol>(), *of_user,
                                message)
                : PortOrder{.is_new = kind == IlinkOrderKind::Enter};
        reason = intake_.refusal_of(*of_user, order, now);
    } else if (is_ilink_mass_status(message) && !has_room_for_statuses(*of_user)) {
        ++core_.counters().refused_for_room;
        reason = RejectReason::NoRoom;
    }
    return intake_.keeps_rate(id, is_order, reason != RejectReason::None, now) &&
           intake_.submit_or_cut_off(
               id, {.time = now, .event = event::IlinkMessage{*of_user, reason, message}});
}

/// A report of each open order, and still room for the last one of each.
bool IlinkIntake::has_room_for_statuses(SessionId id) const noexcept {
    const std::uint64_t reports = std::max(core_.exchange().session_orders(id), 1U);
    return core_.free_replies(id) > core_.replies_reserved(id) + reports;
}

void IlinkIntake::keep_numbers(IlinkEnd& end, Time now) noexcept {
    const auto session = core_.log().users().find(end.name);
    if (end.is_recorded() || !session || !core_.inputs().has_room()) {
        return;
    }
    if (end.session.uuid != end.recorded.uuid) {
        end.reports_made = end.stream.size() + end.reports_waiting;
    }
    const IlinkNumbers numbers = end.numbers();
    const IlinkNumbersBytes message = to_bytes(numbers);
    core_.carry_out({.time = now, .event = event::IlinkNumbers{*session, message}});
    end.recorded = numbers;
    end.recorded_seq = core_.inputs().last_seq();
    intake_.count_numbers(*session, end.connection, now);
}

void IlinkIntake::replay(const Input& input) noexcept {
    if (const auto* const message = std::get_if<event::IlinkMessage>(&input.event)) {
        const std::uint32_t number = ilink_number_of(message->message).value_or(0);
        if (IlinkEnd* const end = end_of(message->session); end != nullptr && number != 0) {
            end->note_message(number);
        }
    }
    if (const auto* const record = std::get_if<event::IlinkNumbers>(&input.event)) {
        IlinkNumbers numbers;
        IlinkEnd* const end = end_of(record->session);
        if (end != nullptr && decode(record->message, numbers) == protocols::DecodeStatus::Ok) {
            end->apply(numbers);
        }
    }
}

}  // namespace hotpath::exchange
