#include "hotpath/protocols/fix/venue/fix_intake.hpp"

#include <cstdint>
#include <variant>

#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/protocols/fix/venue/fix_numbers.hpp"
#include "hotpath/protocols/fix/venue/fix_port_order.hpp"
#include "hotpath/protocols/fix/venue/fix_ports.hpp"

namespace hotpath::exchange {

bool FixIntake::try_take(ConnectionId id, const protocols::fix::Inbound& inbound,
                         Time now) noexcept {
    const ServerClient& client = core_.clients()[id];
    if (!client.session || !intake_.has_room_or_cut_off(id)) {
        return false;
    }
    const SessionId of_user = *client.session;
    const bool is_drop_copy = client.port == kFixDropCopy;
    const bool is_enter = inbound.msg_type == "D";
    const bool is_order = !is_drop_copy && (is_enter || inbound.msg_type == "G");
    RejectReason reason = is_drop_copy ? kOfDropCopy : RejectReason::None;
    if (is_order) {
        const PortOrder order =
            intake_.has_limits(of_user)
                ? port_order_of(core_.exchange(), core_.log().desk_of<FixProtocol>(), of_user,
                                inbound.fields)
                : PortOrder{.is_new = is_enter};
        reason = intake_.refusal_of(of_user, order, now);
    }
    return intake_.keeps_rate(id, is_order, is_order && reason != RejectReason::None, now) &&
           intake_.submit_or_cut_off(
               id, {.time = now,
                    .event = event::FixMessage{of_user, reason, inbound.fields.message()}});
}

void FixIntake::keep_numbers(FixEnd& end, Time now) noexcept {
    const auto session = core_.log().users().find(end.name);
    if (!has_numbers_to_keep(end) || !session) {
        return;
    }
    for (const FixNumbers& change : end.stream.changes()) {
        const FixNumbersBytes message = to_bytes(change);
        core_.carry_out({.time = now, .event = event::FixNumbers{*session, message}});
    }
    end.recorded_seq = core_.inputs().last_seq();
    end.stream.clear_changes();
    intake_.count_numbers(*session, end.connection, now);
}

void FixIntake::replay(const Input& input) noexcept {
    if (const auto* const message = std::get_if<event::FixMessage>(&input.event)) {
        const std::uint64_t number = msg_seq_num_of(message->message);
        if (FixEnd* const end = end_of(message->session); end != nullptr && number != 0) {
            end->stream.set_next_in(number + 1);
            end->stream.note_recorded(number);
        }
    }
    if (const auto* const numbers = std::get_if<event::FixNumbers>(&input.event)) {
        FixNumbers change;
        FixEnd* const end = end_of(numbers->session);
        if (end != nullptr && decode(numbers->message, change) == protocols::DecodeStatus::Ok) {
            end->stream.apply(change);
        }
    }
}

}  // namespace hotpath::exchange
