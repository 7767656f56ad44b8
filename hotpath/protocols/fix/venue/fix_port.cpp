#include "hotpath/protocols/fix/venue/fix_port.hpp"

#include <utility>

namespace hotpath::exchange {

namespace fix = protocols::fix;

class FixPort::Events : public fix::NullSessionListener {
  public:
    Events(FixPort& port, FixEnd& end, ConnectionId id, Time now) noexcept
        : port_(port), end_(end), id_(id), now_(now) {}

    /// FixLogons has decided.
    static fix::LogonAnswer on_logon(const fix::Inbound&) noexcept {
        return fix::LogonAnswer::accept();
    }
    void on_logged_on() noexcept {
        port_.core_.clients()[id_].why = {};
        port_.core_.clients().log_in(id_);
        ++port_.core_.counters().logins;
    }
    /// After a message that was not taken the session is closed, and asks for it at the next logon.
    void on_message(const fix::Inbound& inbound) noexcept {
        if (end_.lost) {
            return;
        }
        if (port_.intake_.try_take(id_, inbound, now_)) {
            end_.stream.note_recorded(inbound.number);
        } else {
            end_.lost = inbound.number;
            end_.session->close(fix::CloseReason::ShutDown);
        }
    }

  private:
    FixPort& port_;
    FixEnd& end_;
    ConnectionId id_;
    Time now_;
};

Expected<std::unique_ptr<FixPort>> FixPort::create(const PortContext& context) {
    Expected<FixSessions> sessions = FixSessions::create(context.core.options());
    if (!sessions) {
        return std::unexpected(std::move(sessions.error()));
    }
    return std::make_unique<FixPort>(context, std::move(*sessions));
}

FixPort::FixPort(const PortContext& context, FixSessions&& sessions)
    : core_(context.core),
      sessions_(std::move(sessions)),
      logons_(context.core, sessions_),
      intake_(context.core, context.intake, sessions_),
      delivery_(context.core, sessions_) {}

void FixPort::on_bytes(ConnectionId id, Bytes bytes, Time now) {
    FixEnd* end = sessions_.find(id);
    if (end == nullptr) {
        const FixLogons::Admitted admitted = logons_.on_bytes(id, bytes, now);
        if (admitted.end == nullptr) {
            return;
        }
        end = admitted.end;
        Events events(*this, *end, id, now);
        end->session->on_connected(core_.utc(now), events);
        give(*end, id, admitted.first, now);
        sessions_.leave(id);
    }
    give(*end, id, bytes, now);
}

void FixPort::give(FixEnd& end, ConnectionId id, Bytes bytes, Time now) {
    Events events(*this, end, id, now);
    end.session->on_bytes(bytes, core_.utc(now), events);
    if (end.lost) {
        end.stream.set_next_in(*end.lost);
        end.lost.reset();
    }
    intake_.keep_numbers(end, now);
}

void FixPort::on_disconnected(ConnectionId id, Time now) noexcept {
    if (FixEnd* const end = sessions_.find(id)) {
        end->session->on_disconnected(core_.utc(now));
    }
}

void FixPort::on_timer(ConnectionId id, Time now) noexcept {
    if (FixEnd* const end = sessions_.find(id)) {
        end->session->on_timer(core_.utc(now));
        intake_.keep_numbers(*end, now);
    } else if (now >= sessions_.logon_until(id)) {
        core_.close(id, CloseReason::LoginTimeout, {});
    } else {
        on_bytes(id, {}, now);  // a Logon that waits
    }
}

void FixPort::on_written(ConnectionId id, std::size_t bytes, Time now) noexcept {
    if (FixEnd* const end = sessions_.find(id)) {
        end->session->on_written(bytes, core_.utc(now));
    }
}

Time FixPort::next_deadline(ConnectionId id) const noexcept {
    const FixEnd* const end = sessions_.find(id);
    if (end == nullptr) {
        return sessions_.logon_until(id);
    }
    if (intake_.has_numbers_to_keep(*end)) {
        return {};
    }
    return core_.server_time(end->session->next_deadline());
}

Bytes FixPort::output(ConnectionId id) const noexcept {
    const FixEnd* const end = sessions_.find(id);
    return end != nullptr && intake_.may_leave(*end) ? end->session->output() : Bytes{};
}

/// The end of a session is its connection's, and the other way round.
void FixPort::sweep(ConnectionId id, Time) noexcept {
    ServerClient& client = core_.clients()[id];
    FixEnd* const end = sessions_.find(id);
    if (end != nullptr && end->session->is_closed() && !client.soup.is_closed()) {
        const fix::CloseReason reason = end->session->close_reason();
        client.why = client.why.empty() ? fix::name(reason) : client.why;
        client.soup.close(close_reason_of(reason));
    }
    if (client.soup.is_closed()) {
        sessions_.leave(id);
        if (end != nullptr) {
            end->session->close(fix::CloseReason::ShutDown);
            end->connection.reset();
        }
    }
}

void FixPort::begin_day(Time) noexcept {
    for (const std::unique_ptr<FixEnd>& end : sessions_.ends()) {
        end->session->close(fix::CloseReason::OutsideSchedule);
        end->stream.begin_day();
    }
}

void FixPort::replay(const Input& input) noexcept {
    intake_.replay(input);
    delivery_.replay();
}

void FixPort::save(StateWriter& writer) const {
    if (core_.log().takes<FixProtocol>()) {
        sessions_.save(core_.log().users(), writer);
    }
}

void FixPort::load(StateReader& reader) {
    if (core_.log().takes<FixProtocol>()) {
        sessions_.load(core_.log().users(), reader);
    }
}

}  // namespace hotpath::exchange
