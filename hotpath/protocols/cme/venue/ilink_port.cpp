#include "hotpath/protocols/cme/venue/ilink_port.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/exchange/server/trade_search.hpp"
#include "hotpath/protocols/cme/venue/ilink_port_order.hpp"

namespace hotpath::exchange {

namespace ilink3 = protocols::cme::ilink3;
namespace soup = protocols::nasdaq::soupbintcp;
using ilink3::RejectCode;

class IlinkPort::Events {
  public:
    Events(IlinkPort& port, ConnectionId id, Time now) noexcept : port_(port), id_(id), now_(now) {}

    [[nodiscard]] std::expected<ilink3::VenueSession*, RejectCode> find(
        std::string_view access_key_id, std::string_view session, std::string_view firm) noexcept {
        const auto found =
            port_.look_up(id_, port_.sessions_.find(access_key_id, session, firm), now_);
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
        IlinkEnd& end = *port_.sessions_.at(id_).named;
        if (port_.try_order(id_, message, now_)) {
            end.recorded.next_incoming = number + 1;
        } else {
            port_.sessions_.at(id_).server.terminate(ilink3::TerminateCode::Other,
                                                     port_.core_.utc(now_));
            end.session.next_incoming = number;
        }
    }
    void on_terminated(std::uint16_t, std::string_view) noexcept {}

  private:
    IlinkPort& port_;
    ConnectionId id_;
    Time now_;
};

Expected<std::unique_ptr<IlinkPort>> IlinkPort::create(const PortContext& context) {
    const VenueServerOptions& options = context.core.options();
    Expected<IlinkSessions> sessions = IlinkSessions::create(options);
    if (!sessions) {
        return std::unexpected(std::move(sessions.error()));
    }
    if (Expected<void> made = sessions->make_connections(options, context.core.clients().places());
        !made) {
        return std::unexpected(std::move(made.error()));
    }
    return std::make_unique<IlinkPort>(context, std::move(*sessions));
}

IlinkPort::IlinkPort(const PortContext& context, IlinkSessions&& sessions)
    : core_(context.core), intake_(context.intake), sessions_(std::move(sessions)) {}

void IlinkPort::on_connected(ConnectionId id, Time now) noexcept {
    IlinkConnection& connection = sessions_.at(id);
    connection.server.on_connected(core_.utc(now));
    connection.named = nullptr;
    connection.refusal_reason = CloseReason::None;
    connection.has_failed = false;
}

/// A message may be behind one that the venue has not got: the answer says so, and the journal must
/// have what it says.
void IlinkPort::on_bytes(ConnectionId id, Bytes bytes, Time now) {
    IlinkConnection& connection = sessions_.at(id);
    const std::uint64_t not_applied = connection.server.counters().not_applied;
    Events events(*this, id, now);
    connection.server.on_bytes(bytes, core_.utc(now), events);
    if (IlinkEnd* const end = connection.named) {
        keep_numbers(*end, now);
        end->recorded_seq = connection.server.counters().not_applied == not_applied
                                ? end->recorded_seq
                                : core_.inputs().last_seq();
    }
    note_refusal(id, now);
}

/// Before the signature is checked.
std::expected<IlinkEnd*, RejectCode> IlinkPort::look_up(ConnectionId id,
                                                        std::expected<IlinkEnd*, RejectCode> found,
                                                        Time now) noexcept {
    ServerClients& clients = core_.clients();
    ServerClient& client = clients[id];
    IlinkConnection& connection = sessions_.at(id);
    client.username = found ? (*found)->name : protocols::to_alpha<6>("");
    const auto refuse = [&](CloseReason reason, std::string_view why) {
        connection.refusal_reason = reason;
        connection.refusal = why;
        return std::unexpected(RejectCode::HmacNotAvailable);
    };
    if (const auto why = clients.cut_off(id, client.username, now)) {
        return refuse(CloseReason::RateExceeded, *why);
    }
    if (!found) {
        return found;
    }
    if (connection.named != nullptr) {
        keep_numbers(*connection.named, now);  // perhaps another's
    }
    keep_numbers(**found, now);
    client.number = {(*found)->user.user};
    if (!clients.has_certificate(id)) {
        ++core_.counters().logins_refused;
        clients.on_wrong_login(id, client.username, now);
        return refuse(CloseReason::LoginRejected, protocols::nasdaq::soupbintcp::kWrongCertificate);
    }
    if (!(*found)->is_recorded() || !core_.inputs().has_room()) {
        return refuse(CloseReason::StreamFull, "login refused: the venue's journal has no room");
    }
    if (!core_.make_place_for_login(id, now)) {
        ++core_.counters().logins_refused;
        return refuse(CloseReason::LoginRejected,
                      "login refused: connections_max users are logged in");
    }
    connection.named = *found;
    return found;
}

void IlinkPort::establish(ConnectionId id, Time now) noexcept {
    IlinkEnd& end = *sessions_.at(id).named;
    keep_numbers(end, now);
    core_.enter_session(id, now);
    core_.clients()[id].why = {};
    end.connection = id;
    core_.clients().log_in(id);
    ++core_.counters().logins;
}

/// A wrong name or signature is a failed login; what no client of the protocol sends is malformed.
void IlinkPort::note_refusal(ConnectionId id, Time now) noexcept {
    ServerClient& client = core_.clients()[id];
    IlinkConnection& connection = sessions_.at(id);
    const ilink3::IlinkServer& server = connection.server;
    const bool is_over = server.is_closed() || server.state() == ilink3::SessionState::Terminating;
    if (connection.has_failed || !is_over || client.soup.is_closed()) {
        return;
    }
    connection.has_failed = true;
    if (connection.refusal_reason != CloseReason::None) {
        connection.server.close(ilink3::CloseReason::Rejected);
        return core_.close(id, connection.refusal_reason, connection.refusal);
    }
    if (server.close_reason() == ilink3::CloseReason::Rejected) {
        const auto code = static_cast<RejectCode>(server.close_code());
        ++core_.counters().logins_refused;
        client.why = name(code);
        if (is_wrong_login(code)) {
            core_.clients().on_wrong_login(id, client.username, now);
        }
    } else if (server.close_reason() == ilink3::CloseReason::Terminated) {
        client.why = name(static_cast<ilink3::TerminateCode>(server.close_code()));
        core_.counters().malformed +=
            close_reason_of(server) == CloseReason::MalformedPacket ? 1U : 0U;
    }
}

bool IlinkPort::try_order(ConnectionId id, Bytes message, Time now) noexcept {
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
bool IlinkPort::has_room_for_statuses(SessionId id) const noexcept {
    const std::uint64_t reports = std::max(core_.exchange().session_orders(id), 1U);
    return core_.free_replies(id) > core_.replies_reserved(id) + reports;
}

void IlinkPort::keep_numbers(IlinkEnd& end, Time now) noexcept {
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

void IlinkPort::on_disconnected(ConnectionId id, Time) noexcept {
    sessions_.at(id).server.on_disconnected();
}

void IlinkPort::on_written(ConnectionId id, std::size_t bytes, Time) noexcept {
    sessions_.at(id).server.on_written(bytes);
}

void IlinkPort::look_for(TradeSearch& search, SessionId session) const noexcept {
    const IlinkEnd* const end = end_of(session);
    for (TradeParty& party : search.parties()) {
        if (end != nullptr && party.session == session) {
            end->label(search.match(), party);
        }
    }
}

void IlinkPort::on_outputs() noexcept {
    const VenueLog& log = core_.log();
    sessions_.count(log.users(), log.outputs_of<IlinkProtocol>(IlinkProtocol::kReports),
                    [this](SessionId session) { core_.note_crowded(session); });
}

void IlinkPort::on_timer(ConnectionId id, Time now) noexcept {
    IlinkConnection& connection = sessions_.at(id);
    if (connection.named != nullptr) {
        keep_numbers(*connection.named, now);
    }
    connection.server.on_stream(core_.utc(now));
    connection.server.on_timer(core_.utc(now));
}

Time IlinkPort::next_deadline(ConnectionId id) const noexcept {
    const IlinkConnection& connection = sessions_.at(id);
    const bool has_numbers = connection.named != nullptr && !connection.named->is_recorded();
    if (has_numbers && core_.inputs().has_room()) {
        return {};
    }
    return core_.server_time(connection.server.next_deadline());
}

Bytes IlinkPort::output(ConnectionId id) const noexcept {
    const IlinkConnection& connection = sessions_.at(id);
    const IlinkEnd* const end = connection.named;
    const bool is_durable =
        end == nullptr || (end->is_recorded() && end->recorded_seq <= core_.inputs().durable_seq());
    return is_durable ? connection.server.output() : Bytes{};
}

/// Why the venue closes a connection is in its log; the client gets a Terminate.
void IlinkPort::sweep(ConnectionId id, Time now) noexcept {
    ServerClient& client = core_.clients()[id];
    IlinkConnection& connection = sessions_.at(id);
    if (connection.server.is_closed() && !client.soup.is_closed()) {
        client.why = client.why.empty() ? name(connection.server.close_reason()) : client.why;
        client.soup.close(close_reason_of(connection.server));
    }
    if (!client.soup.is_closed()) {
        return;
    }
    if (connection.server.is_established()) {
        connection.server.terminate(ilink3::TerminateCode::Other, core_.utc(now));
    }
    if (IlinkEnd* const end = sessions_.find(id)) {
        end->connection.reset();
    }
}

void IlinkPort::keep(const Output& report, Time) noexcept {
    IlinkEnd* const end = end_of(report.session);
    if (end == nullptr) {
        return;
    }
    --end->reports_waiting;
    if (!end->stream.try_append(report.bytes)) {
        ++core_.counters().replies_not_kept;
        if (end->connection) {
            core_.close(*end->connection, CloseReason::StreamFull,
                        "no room for more messages: the session has reached reports_kept");
        }
    }
}

void IlinkPort::begin_day(Time now) noexcept {
    for (const std::unique_ptr<IlinkEnd>& end : sessions_.ends()) {
        if (end->connection) {
            ilink3::IlinkServer& server = sessions_.at(*end->connection).server;
            server.on_stream(core_.utc(now));  // what fits
            server.terminate(ilink3::TerminateCode::Finished, core_.utc(now));
        }
        end->begin_day();
    }
}

void IlinkPort::replay(const Input& input) noexcept {
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
    for (const Reply& report : core_.log().outputs_of<IlinkProtocol>(IlinkProtocol::kReports)) {
        if (IlinkEnd* const end = end_of(report.session)) {
            core_.counters().replies_not_kept += end->stream.try_append(report.message) ? 0U : 1U;
        }
    }
}

void IlinkPort::save(StateWriter& writer) const {
    if (core_.log().takes<IlinkProtocol>()) {
        sessions_.save(core_.log().users(), writer);
    }
}

void IlinkPort::load(StateReader& reader) {
    if (core_.log().takes<IlinkProtocol>()) {
        sessions_.load(core_.log().users(), reader);
    }
}

}  // namespace hotpath::exchange
