#include "hotpath/protocols/fix/venue/fix_port.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/venue/fix_port_order.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;

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
        if (port_.try_order(id_, inbound, now_)) {
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
      intake_(context.intake),
      sessions_(std::move(sessions)),
      logons_(context.core, sessions_) {}

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
    keep_numbers(end, now);
}

bool FixPort::try_order(ConnectionId id, const fix::Inbound& inbound, Time now) noexcept {
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

/// Without room in the journal they wait, and so does the session's output.
void FixPort::keep_numbers(FixEnd& end, Time now) noexcept {
    const auto session = core_.log().users().find(end.name);
    if (end.stream.changes().empty() || !session || !core_.inputs().has_room()) {
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

void FixPort::on_disconnected(ConnectionId id, Time now) noexcept {
    if (FixEnd* const end = sessions_.find(id)) {
        end->session->on_disconnected(core_.utc(now));
    }
}

void FixPort::on_timer(ConnectionId id, Time now) noexcept {
    if (FixEnd* const end = sessions_.find(id)) {
        end->session->on_timer(core_.utc(now));
        keep_numbers(*end, now);
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
    if (!end->stream.changes().empty() && core_.inputs().has_room()) {
        return {};
    }
    return core_.server_time(end->session->next_deadline());
}

/// Bytes that a crash could take back have not left.
Bytes FixPort::output(ConnectionId id) const noexcept {
    const FixEnd* const end = sessions_.find(id);
    const bool is_durable = end != nullptr && end->stream.changes().empty() &&
                            end->recorded_seq <= core_.inputs().durable_seq();
    return is_durable ? end->session->output() : Bytes{};
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

void FixPort::on_outputs() noexcept {
    const VenueLog& log = core_.log();
    sessions_.count(log.users(), log.outputs_of<FixProtocol>(FixProtocol::kReplies),
                    [this](SessionId session) { core_.note_crowded(session); });
    for (const Reply& report : log.outputs_of<FixProtocol>(FixProtocol::kCopies)) {
        if (report.session.value < log.users().size()) {
            sessions_.for_each_copy_of(log.users().name_of(report.session), [](FixEnd& end) {
                ++end.reports_made;
                ++end.reports_waiting;
            });
        }
    }
}

/// A full drop copy disconnects its reader at every report that is missing from it.
void FixPort::keep(const Output& report, Time now) noexcept {
    const Username& name = core_.log().users().name_of(report.session);
    const Time utc = core_.utc(now);
    if (report.kind == output_kind<FixProtocol>(FixProtocol::kCopies)) {
        const Bytes copy = sessions_.with_account(report.bytes, name);
        sessions_.for_each_copy_of(name, [&](FixEnd& end) {
            core_.counters().copies_not_kept += try_send(end, copy, utc) ? 0U : 1U;
        });
    } else if (FixEnd* const end = sessions_.find(name)) {
        core_.counters().replies_not_kept += try_send(*end, report.bytes, utc) ? 0U : 1U;
    }
}

void FixPort::begin_day(Time) noexcept {
    for (const std::unique_ptr<FixEnd>& end : sessions_.ends()) {
        end->session->close(fix::CloseReason::OutsideSchedule);
        end->stream.begin_day();
    }
}

void FixPort::replay(const Input& input) noexcept {
    const VenueLog& log = core_.log();
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
    for (const Reply& reply : log.outputs_of<FixProtocol>(FixProtocol::kReplies)) {
        if (FixEnd* const end = end_of(reply.session)) {
            core_.counters().replies_not_kept += end->stream.try_keep(reply.message) ? 0U : 1U;
        }
    }
    for (const Reply& report : log.outputs_of<FixProtocol>(FixProtocol::kCopies)) {
        if (report.session.value < log.users().size()) {
            const Username& name = log.users().name_of(report.session);
            const Bytes copy = sessions_.with_account(report.message, name);
            sessions_.for_each_copy_of(name, [&](FixEnd& end) {
                core_.counters().copies_not_kept += end.stream.try_keep(copy) ? 0U : 1U;
            });
        }
    }
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
