// iLink 3 sessions at the venue server: Negotiate and Establish, orders, numbers in the journal,
// reports.

#include "hotpath/exchange/server/venue_server_ilink.hpp"

#include <algorithm>

#include "hotpath/exchange/orders/order_rules.hpp"

namespace hotpath::exchange {

namespace ilink3 = protocols::cme::ilink3;
namespace soup = protocols::nasdaq::soupbintcp;
using ilink3::RejectCode;
using soup::CloseReason;

class VenueServer::IlinkPort::Events {
  public:
    Events(IlinkPort& port, ConnectionId id, Time now) noexcept : port_(port), id_(id), now_(now) {}

    [[nodiscard]] std::expected<ilink3::VenueSession*, RejectCode> find(
        std::string_view access_key_id, std::string_view session, std::string_view firm) noexcept {
        const auto found =
            port_.look_up(id_, port_.server_.ilink_.find(access_key_id, session, firm), now_);
        if (!found) {
            return std::unexpected(found.error());
        }
        ilink3::VenueSession& of_client = (*found)->session;
        of_client.waiting = static_cast<std::uint32_t>((*found)->reports_waiting);
        return &of_client;
    }
    void on_established(ilink3::VenueSession&) noexcept { port_.establish(id_, now_); }
    /// After a message that was not taken the connection is closed, and the session expects it.
    void on_message(std::uint32_t number, Bytes message) noexcept {
        IlinkEnd& end = *port_.server_.ilink_.at(id_).named;
        if (port_.try_order(id_, message, now_)) {
            end.recorded.next_incoming = number + 1;
        } else {
            port_.server_.ilink_.at(id_).server.terminate(ilink3::TerminateCode::Other,
                                                          port_.server_.utc(now_));
            end.session.next_incoming = number;
        }
    }
    void on_terminated(std::uint16_t, std::string_view) noexcept {}

  private:
    IlinkPort& port_;
    ConnectionId id_;
    Time now_;
};

void VenueServer::IlinkPort::on_connected(ConnectionId id, Time now) noexcept {
    IlinkConnection& connection = server_.ilink_.at(id);
    connection.server.on_connected(server_.utc(now));
    connection.named = nullptr;
    connection.refusal_reason = CloseReason::None;
    connection.has_failed = false;
}

/// A message may be behind one that the venue has not got: the answer says so, and the journal must
/// have what it says.
void VenueServer::IlinkPort::on_bytes(ConnectionId id, Bytes bytes, Time now) {
    IlinkConnection& connection = server_.ilink_.at(id);
    const std::uint64_t not_applied = connection.server.counters().not_applied;
    Events events(*this, id, now);
    connection.server.on_bytes(bytes, server_.utc(now), events);
    if (IlinkEnd* const end = connection.named) {
        keep_numbers(*end, now);
        end->recorded_seq = connection.server.counters().not_applied == not_applied
                                ? end->recorded_seq
                                : server_.last_seq();
    }
    note_refusal(id, now);
}

/// Before the signature is checked.
std::expected<IlinkEnd*, RejectCode> VenueServer::IlinkPort::look_up(
    ConnectionId id, std::expected<IlinkEnd*, RejectCode> found, Time now) noexcept {
    Client& client = server_.clients_[id.value];
    IlinkConnection& connection = server_.ilink_.at(id);
    client.username = found ? (*found)->name : protocols::to_alpha<6>("");
    const auto refuse = [&](CloseReason reason, std::string_view why) {
        connection.refusal_reason = reason;
        connection.refusal = why;
        return std::unexpected(RejectCode::HmacNotAvailable);
    };
    if (const auto verdict = server_.login_limit_.verdict(attempt_of(id), now);
        verdict != soup::LoginVerdict::LookAt) {
        return refuse(CloseReason::RateExceeded, server_.refuse_unseen(client, verdict).why);
    }
    if (!found) {
        return found;
    }
    if (connection.named != nullptr) {
        keep_numbers(*connection.named, now);  // perhaps another's
    }
    keep_numbers(**found, now);
    client.number = {(*found)->user.user};
    if (!server_.certificates_.allow(id.value, user_of(client.port, client.number.value))) {
        ++server_.counters_.logins_refused;
        server_.login_limit_.on_failure(attempt_of(id), now);
        return refuse(CloseReason::LoginRejected, protocols::nasdaq::soupbintcp::kWrongCertificate);
    }
    if (!(*found)->is_recorded() || !server_.has_room_for_input()) {
        return refuse(CloseReason::StreamFull, "login refused: the venue's journal has no room");
    }
    if (!server_.make_place_for_login(id, client.number, now)) {
        ++server_.counters_.logins_refused;
        return refuse(CloseReason::LoginRejected,
                      "login refused: connections_max users are logged in");
    }
    connection.named = *found;
    return found;
}

/// A client that has lost its connection comes back before the venue has noticed.
void VenueServer::IlinkPort::establish(ConnectionId id, Time now) noexcept {
    Client& client = server_.clients_[id.value];
    IlinkEnd& end = *server_.ilink_.at(id).named;
    keep_numbers(end, now);
    const SessionId of_user = server_.session_of_user_[client.number.value];
    server_.take_over(of_user, now);
    client.session = of_user;
    client.why = {};
    server_.sessions_[of_user.value].connection = id;
    server_.sessions_[of_user.value].cancel_at = kNever;
    end.connection = id;
    server_.places_.log_in(id.value, client.number.value);
    ++server_.counters_.logins;
}

/// A wrong name or signature is a failed login; what no client of the protocol sends is malformed.
void VenueServer::IlinkPort::note_refusal(ConnectionId id, Time now) noexcept {
    Client& client = server_.clients_[id.value];
    IlinkConnection& connection = server_.ilink_.at(id);
    const ilink3::IlinkServer& server = connection.server;
    const bool is_over = server.is_closed() || server.state() == ilink3::SessionState::Terminating;
    if (connection.has_failed || !is_over || client.soup.is_closed()) {
        return;
    }
    connection.has_failed = true;
    if (connection.refusal_reason != CloseReason::None) {
        connection.server.close(ilink3::CloseReason::Rejected);
        return server_.close(client, connection.refusal_reason, connection.refusal);
    }
    if (server.close_reason() == ilink3::CloseReason::Rejected) {
        const auto code = static_cast<RejectCode>(server.close_code());
        ++server_.counters_.logins_refused;
        client.why = name(code);
        if (is_wrong_login(code)) {
            server_.login_limit_.on_failure(attempt_of(id), now);
        }
    } else if (server.close_reason() == ilink3::CloseReason::Terminated) {
        client.why = name(static_cast<ilink3::TerminateCode>(server.close_code()));
        server_.counters_.malformed +=
            close_reason_of(server) == CloseReason::MalformedPacket ? 1U : 0U;
    }
}

soup::LoginAttempt VenueServer::IlinkPort::attempt_of(ConnectionId id) const noexcept {
    return {.address = server_.places_.peer(id.value).address,
            .port = number_of(Port::OrderEntry),
            .user = server_.clients_[id.value].username};
}

bool VenueServer::IlinkPort::try_order(ConnectionId id, Bytes message, Time now) noexcept {
    Client& client = server_.clients_[id.value];
    if (!client.session) {
        return false;
    }
    const SessionId of_user = *client.session;
    if (!server_.has_room_or_cut_off(client)) {
        return false;
    }
    const IlinkOrderKind kind = ilink_order_kind(message);
    const bool is_order = kind != IlinkOrderKind::None;
    RejectReason reason = RejectReason::None;
    if (is_order) {
        const PortOrder order =
            server_.sessions_[of_user.value].limits.are_set()
                ? port_order_of(server_.log_.exchange(), server_.log_.ilink(), of_user, message)
                : PortOrder{.is_new = kind == IlinkOrderKind::Enter};
        reason = server_.refusal_of(of_user, order, now);
    } else if (is_ilink_mass_status(message) && !has_room_for_statuses(of_user)) {
        ++server_.counters_.refused_for_room;
        reason = RejectReason::NoRoom;
    }
    return server_.keeps_rate(client, is_order, reason != RejectReason::None, now) &&
           server_.submit_or_cut_off(
               client, {.time = now, .event = event::IlinkMessage{of_user, reason, message}});
}

/// A report of each open order, and still room for the last one of each.
bool VenueServer::IlinkPort::has_room_for_statuses(SessionId id) const noexcept {
    const std::uint64_t reports = std::max(server_.log_.exchange().session_orders(id), 1U);
    return server_.free_replies(id) > server_.replies_reserved(id) + reports;
}

void VenueServer::IlinkPort::keep_numbers(IlinkEnd& end, Time now) noexcept {
    const auto session = server_.log_.users().find(end.name);
    if (end.is_recorded() || !session || !server_.has_room_for_input()) {
        return;
    }
    if (end.session.uuid != end.recorded.uuid) {
        end.reports_made = end.stream.size() + end.reports_waiting;
    }
    const IlinkNumbers numbers = end.numbers();
    const IlinkNumbersBytes message = to_bytes(numbers);
    server_.carry_out({.time = now, .event = event::IlinkNumbers{*session, message}});
    end.recorded = numbers;
    end.recorded_seq = server_.last_seq();
    if (!server_.sessions_[session->value].cancels.try_take(now) && end.connection) {
        server_.close(server_.clients_[end.connection->value], CloseReason::RateExceeded,
                      "message rate exceeded: cancels_per_second");
    }
}

void VenueServer::IlinkPort::on_timer(ConnectionId id, Time now) noexcept {
    IlinkConnection& connection = server_.ilink_.at(id);
    if (connection.named != nullptr) {
        keep_numbers(*connection.named, now);
    }
    connection.server.on_stream(server_.utc(now));
    connection.server.on_timer(server_.utc(now));
}

Time VenueServer::IlinkPort::next_deadline(const VenueServer& server, ConnectionId id) noexcept {
    const IlinkConnection& connection = server.ilink_.at(id);
    const bool has_numbers = connection.named != nullptr && !connection.named->is_recorded();
    if (has_numbers && server.has_room_for_input()) {
        return {};
    }
    const Time next = connection.server.next_deadline();
    return next == kNever ? kNever : next - server.utc_offset_;
}

Bytes VenueServer::IlinkPort::output(const VenueServer& server, ConnectionId id) noexcept {
    const IlinkConnection& connection = server.ilink_.at(id);
    const IlinkEnd* const end = connection.named;
    const bool is_durable =
        end == nullptr || (end->is_recorded() && end->recorded_seq <= server.durable_seq_);
    return is_durable ? connection.server.output() : Bytes{};
}

/// Why the venue closes a connection is in its log; the client gets a Terminate.
void VenueServer::IlinkPort::sweep(Client& client, ConnectionId id, Time now) noexcept {
    IlinkConnection& connection = server_.ilink_.at(id);
    if (connection.server.is_closed() && !client.soup.is_closed()) {
        client.why = client.why.empty() ? name(connection.server.close_reason()) : client.why;
        client.soup.close(close_reason_of(connection.server));
    }
    if (!client.soup.is_closed()) {
        return;
    }
    if (connection.server.is_established()) {
        connection.server.terminate(ilink3::TerminateCode::Other, server_.utc(now));
    }
    if (IlinkEnd* const end = server_.ilink_.find(id)) {
        end->connection.reset();
    }
}

void VenueServer::IlinkPort::keep_report(const Output& report) noexcept {
    IlinkEnd* const end = end_of(report.session);
    if (end == nullptr) {
        return;
    }
    --end->reports_waiting;
    if (!end->stream.try_append(report.bytes)) {
        ++server_.counters_.replies_not_kept;
        if (end->connection) {
            server_.close(server_.clients_[end->connection->value], CloseReason::StreamFull,
                          "no room for more messages: the session has reached reports_kept");
        }
    }
}

void VenueServer::IlinkPort::begin_day(Time now) noexcept {
    for (const std::unique_ptr<IlinkEnd>& end : server_.ilink_.ends()) {
        if (end->connection) {
            ilink3::IlinkServer& server = server_.ilink_.at(*end->connection).server;
            server.on_stream(server_.utc(now));  // what fits
            server.terminate(ilink3::TerminateCode::Finished, server_.utc(now));
        }
        end->begin_day();
    }
}

IlinkEnd* VenueServer::IlinkPort::end_of(SessionId session) const noexcept {
    return server_.ilink_.find(server_.log_.users(), session);
}

void VenueServer::IlinkPort::replay(const Input& input) noexcept {
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
    for (const Reply& report : server_.log_.ilink_reports()) {
        if (IlinkEnd* const end = end_of(report.session)) {
            server_.counters_.replies_not_kept += end->stream.try_append(report.message) ? 0U : 1U;
        }
    }
}

void VenueServer::IlinkPort::save(const VenueServer& server, StateWriter& writer) {
    const UserTable& users = server.log_.users();
    for (std::uint16_t n = 0; n < users.size() && server.log_.takes_ilink(); ++n) {
        const IlinkEnd* const end = server.ilink_.find(users, SessionId{n});
        StateWriter state;
        if (end != nullptr) {
            end->save(state);
        }
        writer.put_bytes(state.bytes());
    }
}

/// The state of a user that has no iLink 3 session any more is skipped.
void VenueServer::IlinkPort::load(StateReader& reader) {
    const UserTable& users = server_.log_.users();
    for (std::uint16_t n = 0; n < users.size() && server_.log_.takes_ilink(); ++n) {
        const Bytes bytes = reader.get_bytes();
        IlinkEnd* const end = server_.ilink_.find(users, SessionId{n});
        if (end == nullptr || bytes.empty()) {
            continue;
        }
        StateReader state(bytes);
        end->load(state);
        if (!state.is_done()) {
            reader.refuse();
        }
    }
}

}  // namespace hotpath::exchange
