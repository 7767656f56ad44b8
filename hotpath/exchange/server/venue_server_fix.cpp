// The venue server's FIX sessions: who may log on, where their messages go, and when their numbers
// are in the journal.

#include <algorithm>

#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/exchange/server/venue_server_ilink.hpp"
#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/venue/fix_numbers.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;
namespace soup = protocols::nasdaq::soupbintcp;
using soup::CloseReason;

namespace {

/// A report that has waited for the journal: MsgType and body. False: there was no room, and the
/// session is closed.
[[nodiscard]] bool try_send(FixEnd& end, Bytes report, Time utc) noexcept {
    --end.reports_waiting;
    const std::optional<fix::BodyText> text = fix::split_body(as_text(report));
    HOTPATH_ASSERT(text, "a report must begin with its MsgType");
    end.session->begin(text->msg_type, utc).add_fields(text->fields);
    const fix::SendStatus status = end.session->send();
    const bool is_kept = status == fix::SendStatus::Sent || status == fix::SendStatus::Stored;
    if (!is_kept) {
        end.session->close(fix::CloseReason::StoreFull);
    }
    return is_kept;
}

}  // namespace

/// The listener of one FIX session, while its bytes are handled.
class VenueServer::FixEvents : public fix::NullSessionListener {
  public:
    FixEvents(VenueServer& server, FixEnd& end, ConnectionId id, Time now)
        : server_(server), end_(end), id_(id), now_(now) {}

    /// admit() has decided.
    static fix::LogonAnswer on_logon(const fix::Inbound&) noexcept {
        return fix::LogonAnswer::accept();
    }
    void on_logged_on() noexcept {
        Client& client = server_.clients_[id_.value];
        client.why = {};
        server_.places_.log_in(id_.value, client.number.value);
        ++server_.counters_.logins;
    }
    /// After a message that was not taken the session is closed, and asks for it at the next logon.
    void on_message(const fix::Inbound& inbound) noexcept {
        if (end_.lost) {
            return;
        }
        if (server_.try_fix_order(id_, inbound, now_)) {
            end_.stream.note_recorded(inbound.number);
        } else {
            end_.lost = inbound.number;
            end_.session->close(fix::CloseReason::ShutDown);
        }
    }

  private:
    VenueServer& server_;
    FixEnd& end_;
    ConnectionId id_;
    Time now_;
};

/// A Logon waits until reports of the session that are on their way to the journal have their numbers:
/// so the answer's number is behind those of every report there is. To a drop copy's there may
/// always be some on their way.
void VenueServer::on_fix_bytes(ConnectionId id, Bytes bytes, Time now) {
    FixEnd* end = fix_.find(id);
    if (end == nullptr) {
        const FixSessions::Arrived arrived = fix_.on_bytes(id, bytes);
        const bool has_reports = arrived.has_password && !arrived.end->user.is_drop_copy &&
                                 arrived.end->reports_waiting != 0;
        const bool has_to_wait = arrived.first == FixSessions::First::NeedMore || has_reports;
        if (has_to_wait && !bytes.empty()) {
            return close(clients_[id.value], CloseReason::OversizedPacket,
                         "malformed: too many bytes before the answer to the Logon");
        }
        end = has_to_wait ? nullptr : admit(id, arrived, now);
        if (end == nullptr) {
            return;
        }
        FixEvents events(*this, *end, id, now);
        end->session->on_connected(utc(now), events);
        give_fix(*end, id, arrived.bytes, now);
        fix_.leave(id);
    }
    give_fix(*end, id, bytes, now);
}

void VenueServer::give_fix(FixEnd& end, ConnectionId id, Bytes bytes, Time now) {
    FixEvents events(*this, end, id, now);
    end.session->on_bytes(bytes, utc(now), events);
    if (end.lost) {
        end.stream.set_next_in(*end.lost);
        end.lost.reset();
    }
    keep_fix_numbers(end, now);
}

/// nullptr: the connection has been closed. What the client gets does not say whether the names or the
/// password were wrong, and a session that is logged on is not disturbed.
FixEnd* VenueServer::admit(ConnectionId id, const FixSessions::Arrived& arrived, Time now) {
    Client& client = clients_[id.value];
    if (arrived.first == FixSessions::First::Garbled) {
        ++counters_.malformed;
        close(client, CloseReason::MalformedPacket,
              "malformed: the first message is no FIX message");
        return nullptr;
    }
    FixEnd* const end = arrived.end;
    if (end != nullptr) {
        client.username = end->name;
    }
    const soup::LoginAttempt attempt{
        .address = places_.peer(id.value).address,
        .port = number_of(Port::OrderEntry),
        .user = end != nullptr ? end->name : alias_of(session_names_of(arrived.header))};
    if (const auto verdict = login_limit_.verdict(attempt, now);
        verdict != soup::LoginVerdict::LookAt) {
        close(client, CloseReason::RateExceeded, refuse_unseen(client, verdict).why);
        return nullptr;
    }
    if (!arrived.has_password) {
        login_limit_.on_failure(attempt, now);
        refuse_logon(id, arrived,
                     end == nullptr
                         ? "logon refused: unknown SenderCompID, TargetCompID or BeginString"
                         : "logon refused: wrong Username or Password",
                     now);
        return nullptr;
    }
    client.number = {end->user.user};
    if (!certificates_.allow(id.value, user_of(client.port, client.number.value))) {
        login_limit_.on_failure(attempt, now);
        refuse_logon(id, arrived, soup::kWrongCertificate, now);
        return nullptr;
    }
    if (!make_place_for_login(id, client.number, now)) {
        ++counters_.logins_refused;
        close(client, CloseReason::LoginRejected,
              "logon refused: connections_max users are logged in");
        return nullptr;
    }
    const SessionId of_user = session_of_user_[client.number.value];
    take_over(of_user, now);
    client.session = of_user;
    sessions_[of_user.value].connection = id;
    sessions_[of_user.value].cancel_at = kNever;
    end->connection = id;
    return end;
}

/// `why` is for the log.
void VenueServer::refuse_logon(ConnectionId id, const FixSessions::Arrived& arrived,
                               std::string_view why, Time now) noexcept {
    Client& client = clients_[id.value];
    ++counters_.logins_refused;
    const Bytes logout = fix_.refusal_of(arrived, kLogonRefused, utc(now));
    std::ranges::copy(logout, client.last_words.begin());
    client.last_length = logout.size();
    close(client, CloseReason::LoginRejected, why);
}

/// False: it was not taken, and the connection is being closed.
bool VenueServer::try_fix_order(ConnectionId id, const fix::Inbound& inbound, Time now) noexcept {
    Client& client = clients_[id.value];
    if (!client.session) {
        return false;
    }
    if (!has_room_or_cut_off(client)) {
        return false;
    }
    const SessionId of_user = *client.session;
    const bool is_drop_copy = client.port == Port::FixDropCopy;
    const bool is_enter = inbound.msg_type == "D";
    const bool is_order = !is_drop_copy && (is_enter || inbound.msg_type == "G");
    RejectReason reason = is_drop_copy ? kOfDropCopy : RejectReason::None;
    if (is_order) {
        const PortOrder order =
            sessions_[of_user.value].limits.are_set()
                ? port_order_of(log_.exchange(), log_.fix(), of_user, inbound.fields)
                : PortOrder{.is_new = is_enter};
        reason = refusal_of(of_user, order, now);
    }
    return keeps_rate(client, is_order, is_order && reason != RejectReason::None, now) &&
           submit_or_cut_off(
               client, {.time = now,
                        .event = event::FixMessage{of_user, reason, inbound.fields.message()}});
}

/// Without room in the journal they wait, and so does the session's output.
void VenueServer::keep_fix_numbers(FixEnd& end, Time now) noexcept {
    const auto session = log_.users().find(end.name);
    if (end.stream.changes().empty() || !session || !has_room_for_input()) {
        return;
    }
    for (const FixNumbers& change : end.stream.changes()) {
        const FixNumbersBytes message = to_bytes(change);
        carry_out({.time = now, .event = event::FixNumbers{*session, message}});
    }
    end.recorded_seq = last_seq();
    end.stream.clear_changes();
    if (!sessions_[session->value].cancels.try_take(now) && end.connection) {
        close(clients_[end.connection->value], CloseReason::RateExceeded,
              "message rate exceeded: cancels_per_second");
    }
}

void VenueServer::on_fix_timer(ConnectionId id, Time now) noexcept {
    if (FixEnd* const end = fix_.find(id)) {
        end->session->on_timer(utc(now));
        keep_fix_numbers(*end, now);
    } else if (now >= fix_.logon_until(id)) {
        close(clients_[id.value], CloseReason::LoginTimeout, {});
    } else {
        on_fix_bytes(id, {}, now);  // a Logon that waits
    }
}

Time VenueServer::next_fix_deadline(ConnectionId id) const noexcept {
    const FixEnd* const end = fix_.find(id);
    if (end == nullptr) {
        return fix_.logon_until(id);
    }
    if (!end->stream.changes().empty() && has_room_for_input()) {
        return {};
    }
    const Time next = end->session->next_deadline();
    return next == kNever ? kNever : next - utc_offset_;
}

/// What a crash could take back has not left.
Bytes VenueServer::fix_output(ConnectionId id) const noexcept {
    const FixEnd* const end = fix_.find(id);
    const bool is_durable =
        end != nullptr && end->stream.changes().empty() && end->recorded_seq <= durable_seq_;
    return is_durable ? end->session->output() : Bytes{};
}

std::array<Bytes, 2> VenueServer::last_output(ConnectionId id) const noexcept {
    const Client& client = clients_[id.value];
    if (client.port == Port::IlinkOrders) {
        return {IlinkPort::output(*this, id)};
    }
    return is_fix(client.port)
               ? std::array<Bytes, 2>{Bytes(client.last_words).first(client.last_length)}
               : client.soup.last_output();
}

/// A full drop copy disconnects its reader at every report that is missing from it.
void VenueServer::keep_fix_report(const Output& report, Time now) noexcept {
    const Username& name = log_.users().name_of(report.session);
    if (report.kind == OutputKind::FixCopy) {
        const Bytes copy = fix_.with_account(report.bytes, name);
        fix_.for_each_copy_of(name, [&](FixEnd& end) {
            counters_.fix_copies_not_kept += try_send(end, copy, utc(now)) ? 0U : 1U;
        });
    } else if (FixEnd* const end = fix_.find(name)) {
        counters_.replies_not_kept += try_send(*end, report.bytes, utc(now)) ? 0U : 1U;
    }
}

void VenueServer::replay_fix(const Input& input) noexcept {
    const auto end_of = [this](SessionId id) { return fix_.find(log_.users(), id); };
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
    for (const Reply& reply : log_.fix_replies()) {
        if (FixEnd* const end = end_of(reply.session)) {
            counters_.replies_not_kept += end->stream.try_keep(reply.message) ? 0U : 1U;
        }
    }
    for (const Reply& report : log_.fix_copies()) {
        if (report.session.value < log_.users().size()) {
            const Username& name = log_.users().name_of(report.session);
            const Bytes copy = fix_.with_account(report.message, name);
            fix_.for_each_copy_of(name, [&](FixEnd& end) {
                counters_.fix_copies_not_kept += end.stream.try_keep(copy) ? 0U : 1U;
            });
        }
    }
}

void VenueServer::begin_fix_day() noexcept {
    for (const std::unique_ptr<FixEnd>& end : fix_.ends()) {
        end->session->close(fix::CloseReason::OutsideSchedule);
        end->stream.begin_day();
    }
}

/// The end of a session is its connection's, and the other way round.
void VenueServer::sweep_fix(Client& client, ConnectionId id) noexcept {
    FixEnd* const end = fix_.find(id);
    if (end != nullptr && end->session->is_closed() && !client.soup.is_closed()) {
        const fix::CloseReason reason = end->session->close_reason();
        client.why = client.why.empty() ? fix::name(reason) : client.why;
        client.soup.close(close_reason_of(reason));
    }
    if (client.soup.is_closed()) {
        fix_.leave(id);
        if (end != nullptr) {
            end->session->close(fix::CloseReason::ShutDown);
            end->connection.reset();
        }
    }
}

void VenueServer::save_fix(StateWriter& writer) const {
    for (std::uint16_t n = 0; n < log_.users().size() && log_.takes_fix(); ++n) {
        const FixEnd* const end = fix_.find(log_.users(), SessionId{n});
        StateWriter stream;
        if (end != nullptr) {
            end->stream.save(stream);
        }
        writer.put_bytes(stream.bytes());
    }
}

/// The stream of a user that has no FIX session any more is skipped.
void VenueServer::load_fix(StateReader& reader) {
    for (std::uint16_t n = 0; n < log_.users().size() && log_.takes_fix(); ++n) {
        const Bytes bytes = reader.get_bytes();
        FixEnd* const end = fix_.find(log_.users(), SessionId{n});
        if (end == nullptr || bytes.empty()) {
            continue;
        }
        StateReader stream(bytes);
        end->stream.load(stream);
        if (!stream.is_done()) {
            reader.refuse();
        }
    }
}

}  // namespace hotpath::exchange
