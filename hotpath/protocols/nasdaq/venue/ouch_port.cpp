#include "hotpath/protocols/nasdaq/venue/ouch_port.hpp"

#include <span>
#include <string_view>
#include <utility>

#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/exchange/server/trade_search.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_port_order.hpp"

namespace hotpath::exchange {

namespace ouch50 = protocols::nasdaq::ouch50;

namespace {

/// Enter and replace bring an order to the book, and are what limits refuse.
[[nodiscard]] bool brings_an_order(Bytes message) noexcept {
    const char type = std::to_integer<char>(message.front());
    return type == ouch50::EnterOrder::kType || type == ouch50::ReplaceOrderRequest::kType;
}

[[nodiscard]] bool is_enter(Bytes message) noexcept {
    return std::to_integer<char>(message.front()) == ouch50::EnterOrder::kType;
}

}  // namespace

Expected<std::unique_ptr<OuchPort>> OuchPort::create(const PortContext& context) {
    Expected<OuchReplies> replies = OuchReplies::create(context.core);
    if (!replies) {
        return std::unexpected(std::move(replies.error()));
    }
    return std::make_unique<OuchPort>(context, std::move(*replies));
}

OuchPort::OuchPort(const PortContext& context, OuchReplies&& replies)
    : SoupPort(context.core), intake_(context.intake), replies_(std::move(replies)) {}

const std::vector<protocols::nasdaq::soupbintcp::Credentials>& OuchPort::users_of(
    Port port) const noexcept {
    const VenueServerOptions& options = core().options();
    return port == Port::DropCopy ? options.drop_copy_users : options.users;
}

OuchPort::LoginAnswer OuchPort::admit(ConnectionId id, Time now) noexcept {
    const ServerClient& client = core().clients()[id];
    ++core().counters().logins;
    if (client.port == Port::DropCopy) {
        return LoginAnswer::accept(replies_.drop_copies(), core().feed().session());
    }
    core().enter_session(id, now);
    return LoginAnswer::accept(replies(*client.session), core().feed().session());
}

void OuchPort::on_logged_in(ConnectionId id) noexcept {
    const ServerClient& client = core().clients()[id];
    if (client.session && core().exchange().member(*client.session).is_suspended) {
        notify(id, true);
    }
}

void OuchPort::notify(ConnectionId id, bool is_suspended) noexcept {
    const std::string_view text =
        is_suspended ? "suspended by the venue's operator: new orders are refused with 0x80"
                     : "reinstated by the venue's operator: new orders are accepted";
    // Without room for it the first refusal says the same.
    static_cast<void>(soup(id).try_send_debug(std::as_bytes(std::span(text))));
}

void OuchPort::on_message(ConnectionId id, Bytes message, Time now) noexcept {
    const std::optional<SessionId> session = core().clients()[id].session;
    ouch50::NullRequestListener ignored;
    if (!session || ouch50::decode_request(message, ignored) != protocols::DecodeStatus::Ok) {
        return close_malformed(id, "malformed: not an OUCH 5.0 request");
    }
    if (!intake_.has_room_or_cut_off(id)) {
        return;
    }
    const bool is_order = brings_an_order(message);
    RejectReason reason = RejectReason::None;
    if (is_order) {
        const PortOrder order = intake_.has_limits(*session)
                                    ? port_order_of(core().exchange(), *session, message)
                                    : PortOrder{.is_new = is_enter(message)};
        reason = intake_.refusal_of(*session, order, now);
    }
    const bool is_refused = reason != RejectReason::None;
    if (intake_.keeps_rate(id, is_order, is_refused, now)) {
        const Event event = is_refused ? Event(event::RefusedOrder{*session, reason, message})
                                       : Event(event::Order{*session, message});
        static_cast<void>(intake_.submit_or_cut_off(id, {.time = now, .event = event}));
    }
}

/// A reader that has read all of a truncated drop copy is notified.
void OuchPort::on_timer(ConnectionId id, Time now) noexcept {
    if (core().clients()[id].port == Port::DropCopy && soup(id).is_caught_up() &&
        soup(id).output_size() == 0 && replies_.is_drop_copy_cut_short()) {
        core().close(id, CloseReason::StreamFull, "the drop copy stream is full");
    }
    soup(id).on_timer(now);
}

void OuchPort::look_for(TradeSearch& search, SessionId session) const noexcept {
    search.look_in(session, replies(session), core().exchange());
}

/// A client whose stream has no room for a reply is disconnected.
void OuchPort::keep(const Output& reply, Time) noexcept {
    if (replies_.try_keep(reply.session, reply.bytes)) {
        return;
    }
    if (const auto connection = core().sessions()[reply.session].connection) {
        soup(*connection).close(CloseReason::StreamFull);
    }
}

void OuchPort::begin_day(Time now) noexcept {
    end_readers(now);
    replies_.clear();
}

void OuchPort::replay(const Input&) noexcept {
    for (const Reply& reply : core().log().replies()) {
        if (reply.session.value < core().log().users().size()) {
            keep({.session = reply.session, .bytes = reply.message}, {});
        }
    }
}

}  // namespace hotpath::exchange
