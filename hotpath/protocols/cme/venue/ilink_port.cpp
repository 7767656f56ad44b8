#include "hotpath/protocols/cme/venue/ilink_port.hpp"

#include <utility>

namespace hotpath::exchange {

namespace ilink3 = protocols::cme::ilink3;
using ilink3::RejectCode;

class IlinkPort::Events {
  public:
    Events(IlinkPort& port, ConnectionId id, Time now) noexcept : port_(port), id_(id), now_(now) {}

    [[nodiscard]] std::expected<ilink3::VenueSession*, RejectCode> find(
        std::string_view access_key_id, std::string_view session, std::string_view firm) noexcept {
        const auto found =
            port_.logons_.look_up(id_, port_.sessions_.find(access_key_id, session, firm), now_);
        if (!found) {
            return std::unexpected(found.error());
        }
        ilink3::VenueSession& of_client = (*found)->session;
        of_client.waiting = static_cast<std::uint32_t>((*found)->reports_waiting);
        return &of_client;
    }
    void on_established(ilink3::VenueSession&) noexcept { port_.logons_.establish(id_, now_); }
    /// After a message that was not taken the connection is closed, and the session expects it.
    void on_message(std::uint32_t number, Bytes message) noexcept {
        IlinkEnd& end = *port_.sessions_.at(id_).named;
        if (port_.intake_.try_take(id_, message, now_)) {
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
    : core_(context.core),
      sessions_(std::move(sessions)),
      intake_(context.core, context.intake, sessions_),
      logons_(context.core, sessions_, intake_),
      delivery_(context.core, sessions_) {}

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
        intake_.keep_numbers(*end, now);
        end->recorded_seq = connection.server.counters().not_applied == not_applied
                                ? end->recorded_seq
                                : core_.inputs().last_seq();
    }
    logons_.note_end(id, now);
}

void IlinkPort::on_disconnected(ConnectionId id, Time) noexcept {
    sessions_.at(id).server.on_disconnected();
}

void IlinkPort::on_written(ConnectionId id, std::size_t bytes, Time) noexcept {
    sessions_.at(id).server.on_written(bytes);
}

void IlinkPort::on_timer(ConnectionId id, Time now) noexcept {
    IlinkConnection& connection = sessions_.at(id);
    if (connection.named != nullptr) {
        intake_.keep_numbers(*connection.named, now);
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
    return end == nullptr || intake_.may_leave(*end) ? connection.server.output() : Bytes{};
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
