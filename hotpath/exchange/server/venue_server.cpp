#include "hotpath/exchange/server/venue_server.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hotpath/exchange/day/day_time.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/exchange/server/venue_server_ilink.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"

namespace hotpath::exchange {

namespace ouch50 = protocols::nasdaq::ouch50;
namespace soup = protocols::nasdaq::soupbintcp;
using soup::CloseReason;
using soup::LoginAnswer;

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

/// The listener of one client's SoupServer, while its bytes are handled.
class VenueServer::ClientEvents : public soup::NullServerListener {
  public:
    ClientEvents(VenueServer& server, ConnectionId id, Time now)
        : server_(server), id_(id), now_(now) {}

    LoginAnswer on_login(const soup::LoginRequest& request) {
        return server_.login(id_, request, now_);
    }
    void on_logged_in(std::uint64_t) noexcept {
        Client& client = server_.clients_[id_.value];
        client.why = {};
        server_.places_.log_in(id_.value, client.number.value);
        if (client.session && server_.log_.exchange().member(*client.session).is_suspended) {
            server_.notify_member(*client.session);
        }
    }
    void on_unsequenced(Bytes message) noexcept { server_.on_message(id_, message, now_); }

  private:
    VenueServer& server_;
    ConnectionId id_;
    Time now_;
};

void VenueServer::on_bytes(ConnectionId id, Bytes bytes, Time now) {
    if (is_fix(clients_[id.value].port)) {
        on_fix_bytes(id, bytes, now);
        return sweep(id, now);
    }
    if (clients_[id.value].port == Port::IlinkOrders) {
        IlinkPort(*this).on_bytes(id, bytes, now);
        return sweep(id, now);
    }
    ClientEvents events(*this, id, now);
    clients_[id.value].soup.on_bytes(bytes, now, events);
    sweep(id, now);
}

void VenueServer::on_disconnect(ConnectionId id, Time now) noexcept {
    if (FixEnd* const end = fix_.find(id)) {
        end->session->on_disconnected(utc(now));
    }
    if (clients_[id.value].port == Port::IlinkOrders) {
        ilink_.at(id).server.on_disconnected();
    }
    clients_[id.value].soup.on_disconnected();
    sweep(id, now);
}

void VenueServer::on_timer(Time now) {
    make_snapshots(now);
    for (Client& client : clients_) {
        if (client.is_in_use && is_fix(client.port)) {
            on_fix_timer({static_cast<std::uint16_t>(&client - clients_.data())}, now);
        } else if (client.is_in_use && client.port == Port::IlinkOrders) {
            IlinkPort(*this).on_timer({static_cast<std::uint16_t>(&client - clients_.data())}, now);
        } else if (client.is_in_use) {
            check_reader(client, now);
            client.soup.on_timer(now);
        }
    }
    static_cast<void>(stop_crowded(now));
    sweep_all(now);
    run_commands(now);
    cancel_on_time(now);
    if (now >= feed_.next_deadline()) {
        outbox_.append(feed_.heartbeat(now));
    }
}

void VenueServer::make_snapshots(Time now) noexcept {
    snapshot_books_.begin_step({.exchange = &log_.exchange(),
                                .now = feed_time(time_of_day(now)),
                                .last_seq = last_seq(),
                                .durable_seq = durable_seq_});
    snapshots_.on_turn(snapshot_books_);
}

/// A client that never finishes reading a snapshot would block others. A client that has read all
/// of a truncated drop copy is notified.
void VenueServer::check_reader(Client& client, Time now) noexcept {
    if (client.port == Port::DropCopy && client.soup.is_caught_up() &&
        client.soup.output_size() == 0 && is_drop_copy_cut_short()) {
        return close(client, CloseReason::StreamFull, "the drop copy stream is full");
    }
    if (client.snapshot == nullptr) {
        return;
    }
    if (snapshots_.is_broken(*client.snapshot)) {
        close(client, CloseReason::StreamFull, "the snapshot is incomplete: request another one");
    } else if (now >= client.snapshot_until) {
        close(client, CloseReason::SlowReader, "slow reader: the snapshot was not read in time");
    }
}

void VenueServer::on_message(ConnectionId id, Bytes message, Time now) noexcept {
    Client& client = clients_[id.value];
    return client.port == Port::Operator ? on_control(client, message, now)
                                         : on_order(id, message, now);
}

void VenueServer::on_order(ConnectionId id, Bytes message, Time now) noexcept {
    Client& client = clients_[id.value];
    ouch50::NullRequestListener ignored;
    if (!client.session ||
        ouch50::decode_request(message, ignored) != protocols::DecodeStatus::Ok) {
        ++counters_.malformed;
        return close(client, CloseReason::MalformedPacket, "malformed: not an OUCH 5.0 request");
    }
    if (!has_room_or_cut_off(client)) {
        return;
    }
    const SessionId of_user = *client.session;
    const bool is_order = brings_an_order(message);
    RejectReason reason = RejectReason::None;
    if (is_order) {
        const PortOrder order = sessions_[of_user.value].limits.are_set()
                                    ? port_order_of(log_.exchange(), of_user, message)
                                    : PortOrder{.is_new = is_enter(message)};
        reason = refusal_of(of_user, order, now);
    }
    const bool is_refused = reason != RejectReason::None;
    if (keeps_rate(client, is_order, is_refused, now)) {
        const Event event = is_refused ? Event(event::RefusedOrder{of_user, reason, message})
                                       : Event(event::Order{of_user, message});
        static_cast<void>(submit_or_cut_off(client, {.time = now, .event = event}));
    }
}

bool VenueServer::has_room_or_cut_off(Client& client) noexcept {
    if (has_room_for_reply(*client.session)) {
        return true;
    }
    ++counters_.cut_off_for_room;
    close(client, CloseReason::StreamFull,
          "no room for more messages: the session has reached replies_kept");
    return false;
}

/// An order that is not refused has been counted by refusal_of().
bool VenueServer::keeps_rate(Client& client, bool is_order, bool is_refused, Time now) noexcept {
    Session& session = sessions_[client.session->value];
    if ((is_order && !is_refused) ||
        (is_refused ? session.refusals : session.cancels).try_take(now)) {
        return true;
    }
    close(client, CloseReason::RateExceeded,
          is_refused ? "message rate exceeded: orders_per_second and refusals_per_second"
                     : "message rate exceeded: cancels_per_second");
    return false;
}

/// Why the venue does not even look at an order, new or a replacement; RejectReason::None: it does.
RejectReason VenueServer::refusal_of(SessionId id, const PortOrder& order, Time now) noexcept {
    Session& session = sessions_[id.value];
    if (log_.exchange().member(id).is_suspended) {
        ++counters_.refused_suspended;
        return RejectReason::Suspended;
    }
    if (!session.orders.try_take(now)) {
        ++counters_.refused_for_rate;
        return RejectReason::RateTooHigh;
    }
    if (!journal_room_.takes_orders || log_.has_ended() || !has_room_for_order(id)) {
        ++counters_.refused_for_room;
        return RejectReason::NoRoom;
    }
    if (order.is_new && log_.exchange().session_orders(id) >= options_.limits.orders_open_max) {
        ++counters_.refused_for_open_orders;
        return RejectReason::Other;
    }
    const RejectReason reason = refusal_by(session.limits, log_.exchange(), id, order);
    counters_.refused_for_limits += reason == RejectReason::None ? 0U : 1U;
    return reason;
}

/// A message that was taken and then dropped in silence would leave its client waiting.
bool VenueServer::submit_or_cut_off(Client& client, const Input& input) noexcept {
    if (submit(input)) {
        return true;
    }
    if (!journal_room_.takes_any()) {
        ++counters_.cut_off_for_room;
        close(client, CloseReason::StreamFull,
              journal_room_.has_failed
                  ? kJournalFailed
                  : "the venue's journal is full: the message was not accepted");
        return false;
    }
    ++counters_.overloads;
    close(client, CloseReason::ShutDown, "the venue is overloaded: the message was not accepted");
    return false;
}

/// Ignores the times of recordings and generators: the venue's feed has the venue's.
template <class ItchEvent>
void VenueServer::submit_itch(Bytes message, Time now) noexcept {
    constexpr std::size_t kTimestampAt = 5;
    constexpr std::size_t kTimestampLength = 6;
    std::array<std::byte, kInputMessageMax> stamped{};
    const bool is_whole =
        message.size() >= kTimestampAt + kTimestampLength && message.size() <= stamped.size();
    if (!is_whole) {
        ++counters_.malformed;
        return;
    }
    std::ranges::copy(message, stamped.begin());
    const Time time = std::max(feed_time(time_of_day(now)), log_.time());
    store_be48(&stamped[kTimestampAt], static_cast<std::uint64_t>(time.value));
    const bool is_taken =
        !log_.has_ended() &&
        submit({.time = now, .event = ItchEvent{Bytes(stamped).first(message.size())}});
    counters_.overloads += is_taken ? 0U : 1U;
}

void VenueServer::on_background(Bytes itch_message, Time now) noexcept {
    submit_itch<event::Background>(itch_message, now);
}

void VenueServer::publish(Bytes itch_message, Time now) noexcept {
    submit_itch<event::Publication>(itch_message, now);
}

void VenueServer::end_of_session(Time now) noexcept {
    if (!log_.has_ended()) {
        counters_.overloads += submit({.time = now, .event = event::EndOfSession{}}) ? 0U : 1U;
    }
}

void VenueServer::close_all(CloseReason reason, Time now, std::string_view why) noexcept {
    for (Client& client : clients_) {
        client.soup.close(reason, why);
    }
    sweep_all(now);
}

void VenueServer::on_written(ConnectionId id, std::size_t bytes, Time now) noexcept {
    if (FixEnd* const end = fix_.find(id)) {
        end->session->on_written(bytes, utc(now));
    } else if (clients_[id.value].port == Port::IlinkOrders) {
        ilink_.at(id).server.on_written(bytes);
    } else {
        clients_[id.value].soup.on_written(bytes);
    }
    sweep(id, now);
}

void VenueServer::cancel_on_time(Time now) noexcept {
    for (std::size_t n = 0; n < sessions_.size(); ++n) {
        const SessionId id{static_cast<std::uint16_t>(n)};
        Session& session = sessions_[n];
        if (now < session.cancel_at) {
            continue;
        }
        const bool is_done = log_.exchange().session_orders(id) == 0 || log_.has_ended();
        const bool is_removed = n < log_.users().size() && log_.users().is_removed(id);
        const event::CancelAll cancel{
            .session = id,
            .cause = is_removed ? CancelCause::UserRemoved : CancelCause::Disconnected};
        if (is_done || submit({.time = now, .event = cancel})) {
            counters_.canceled_on_disconnect += is_done ? 0U : 1U;
            session.cancel_at = kNever;
        }
    }
}

void VenueServer::sweep_all(Time now) noexcept {
    for (std::size_t n = 0; n < clients_.size(); ++n) {
        sweep({static_cast<std::uint16_t>(n)}, now);
    }
}

}  // namespace hotpath::exchange
