#include "hotpath/protocols/nasdaq/venue/ouch_port.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/exchange/server/trade_search.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
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
    const VenueServerOptions& options = context.core.options();
    Expected<protocols::SequencedStore> copies =
        make_stream(options.drop_copies, options.stream_memory);
    if (!copies) {
        return std::unexpected(std::move(copies.error()));
    }
    return std::make_unique<OuchPort>(context, std::move(*copies));
}

OuchPort::OuchPort(const PortContext& context, protocols::SequencedStore&& copies)
    : SoupPort(context.core), intake_(context.intake), drop_copies_(std::move(copies)) {}

const std::vector<protocols::nasdaq::soupbintcp::Credentials>& OuchPort::users_of(
    Port port) const noexcept {
    const VenueServerOptions& options = core().options();
    return port == Port::DropCopy ? options.drop_copy_users : options.users;
}

OuchPort::LoginAnswer OuchPort::admit(ConnectionId id, Time now) noexcept {
    const ServerClient& client = core().clients()[id];
    ++core().counters().logins;
    if (client.port == Port::DropCopy) {
        return LoginAnswer::accept(drop_copies_, core().feed().session());
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
        soup(id).output_size() == 0 && is_drop_copy_cut_short()) {
        core().close(id, CloseReason::StreamFull, "the drop copy stream is full");
    }
    soup(id).on_timer(now);
}

/// One without memory for its stream gets the smallest, until the server refuses to start.
Expected<void> OuchPort::make_sessions(std::size_t sessions) {
    const VenueServerOptions& options = core().options();
    Expected<void> made;
    while (ends_.size() < sessions) {
        Expected<protocols::SequencedStore> replies =
            make_stream(options.replies, options.stream_memory);
        if (!replies) {
            made = std::unexpected(std::move(replies.error()));
            replies = protocols::SequencedStore::create({.messages_max = 1, .bytes_max = 1});
        }
        HOTPATH_ASSERT(replies, "call validate(options) first");
        ends_.push_back({.replies = std::move(*replies)});
    }
    return made;
}

std::uint64_t OuchPort::free_reports(SessionId session, std::uint64_t most) const noexcept {
    const std::uint64_t kept = core().options().replies.messages_max;
    return std::min(most, kept - std::min(replies_made(session), kept));
}

void OuchPort::look_for(TradeSearch& search, SessionId session) const noexcept {
    search.look_in(session, replies(session), core().exchange());
}

void OuchPort::on_outputs() noexcept {
    const VenueLog& log = core().log();
    for (const Reply& reply : log.replies()) {
        if (reply.session.value < log.users().size()) {
            ++ends_[reply.session.value].replies_made;
        }
    }
    for (const Reply& reply : log.replies()) {
        if (reply.session.value < log.users().size()) {
            core().note_crowded(reply.session);
        }
    }
}

void OuchPort::begin_counts() noexcept {
    for (End& end : ends_) {
        end.replies_made = 0;
    }
}

void OuchPort::on_started() noexcept {
    for (End& end : ends_) {
        end.replies_made = end.replies.size();
    }
}

/// After the end of the session no reply is stored. A reply that has no room is a fault of the
/// venue's own: then at least the client's connection ends.
void OuchPort::keep_reply(SessionId id, Bytes message) noexcept {
    protocols::SequencedStore& replies = ends_[id.value].replies;
    if (replies.try_append(message)) {
        if (!core().options().drop_copy_users.empty()) {
            copy_reply(id, message);
        }
    } else if (!replies.is_ended()) {
        ++core().counters().replies_not_kept;
        if (const auto connection = core().sessions()[id].connection) {
            soup(*connection).close(CloseReason::StreamFull);
        }
    }
}

void OuchPort::copy_reply(SessionId session, Bytes message) noexcept {
    protocols::nasdaq::dropcopy::ReplyCopy copy;
    copy.store_username(core().log().users().name_of(session));
    copy.store_sequence_number(replies(session).size());
    std::array<std::byte, kCopyLengthMax> room{};
    const std::size_t length = protocols::nasdaq::dropcopy::encode(room, copy, message);
    const bool is_kept = drop_copies_.try_append(Bytes(room).first(length));
    core().counters().drop_copies_not_kept += is_kept ? 0U : 1U;
}

/// Copies are as many as replies, until there is no room for one.
bool OuchPort::is_drop_copy_cut_short() const noexcept {
    if (drop_copies_.size() < core().options().drop_copies.messages_max) {
        return false;
    }
    std::uint64_t all = 0;
    for (const End& end : ends_) {
        all += end.replies.size();
    }
    return all > drop_copies_.size();
}

void OuchPort::end_session() noexcept {
    for (End& end : ends_) {
        end.replies.end_session();
    }
    drop_copies_.end_session();
}

void OuchPort::begin_day(Time now) noexcept {
    end_readers(now);
    for (End& end : ends_) {
        end.replies.clear();
    }
    drop_copies_.clear();
}

void OuchPort::replay(const Input&) noexcept {
    for (const Reply& reply : core().log().replies()) {
        if (reply.session.value < core().log().users().size()) {
            keep_reply(reply.session, reply.message);
        }
    }
}

void OuchPort::save_shared(StateWriter& writer) const {
    save_stream(writer, drop_copies_);
}

void OuchPort::load_shared(StateReader& reader) {
    load_stream(reader, drop_copies_);
}

/// The users are the journal's: a configuration with others has the same state.
void OuchPort::save(StateWriter& writer) const {
    for (std::uint16_t n = 0; n < core().log().users().size(); ++n) {
        save_stream(writer, replies({n}));
    }
}

void OuchPort::load(StateReader& reader) {
    for (std::uint16_t n = 0; n < core().log().users().size(); ++n) {
        load_stream(reader, ends_[n].replies);
    }
}

}  // namespace hotpath::exchange
