#include "hotpath/exchange/server/operator_port.hpp"

#include <utility>

namespace hotpath::exchange {

Expected<std::unique_ptr<OperatorPort>> OperatorPort::create(const PortContext& context) {
    Expected<protocols::SequencedStore> answers =
        protocols::SequencedStore::create(context.core.options().answers);
    if (!answers) {
        return std::unexpected(std::move(answers.error()));
    }
    return std::make_unique<OperatorPort>(context, std::move(*answers));
}

OperatorPort::OperatorPort(const PortContext& context, protocols::SequencedStore&& answers)
    : SoupPort(context.core), commands_(context.commands), answers_(std::move(answers)) {}

OperatorPort::LoginAnswer OperatorPort::admit(ConnectionId, Time) noexcept {
    ++core().counters().logins;
    return LoginAnswer::accept(answers_, core().feed().session());
}

/// The origin in an operator's message is ignored. A refused command has no answer: its connection
/// ends.
void OperatorPort::on_message(ConnectionId id, Bytes message, Time now) noexcept {
    ControlRequest request{.control = {}, .from = core().clients()[id].number};
    if (decode(message, request.control) != protocols::DecodeStatus::Ok) {
        return close_malformed(id, "malformed: not an operator command");
    }
    request.control.origin = ControlOrigin::Operator;
    if (request.control.has_user()) {
        request.control.session =
            core().log().users().find(request.control.user).value_or(kUnknownSession);
    }
    if (!commands_.try_request(request, now)) {
        ++core().counters().overloads;
        core().close(id, CloseReason::ShutDown,
                     "the command was not accepted: too many are waiting, or the session has "
                     "ended");
    }
}

/// A full stream restarts with this answer: every command has one, and a venue always accepts
/// commands. Its readers are disconnected with a reason, and log in again from sequence number 1.
void OperatorPort::keep(const Output& answer, Time) noexcept {
    if (answers_.is_full() && !answers_.is_ended()) {
        for (ServerClient& client : core().clients().all()) {
            if (client.is_in_use && client.port == Port::Operator) {
                ServerClients::close(client, CloseReason::StreamFull,
                                     "the answer stream restarts: log in from sequence number 1");
            }
        }
        answers_.clear();
        ++core().counters().answers_restarted;
    }
    const bool is_kept = answers_.try_append(answer.bytes);
    core().counters().answers_not_kept += is_kept ? 0U : 1U;
}

/// Operators stay when the day has ended: one of them begins the next.
void OperatorPort::end_session() noexcept {
    if (!core().log().has_ended()) {
        answers_.end_session();
    }
}

void OperatorPort::begin_day(Time now) noexcept {
    end_readers(now);
    answers_.clear();
}

void OperatorPort::save_shared(StateWriter& writer) const {
    save_stream(writer, answers_);
}

void OperatorPort::load_shared(StateReader& reader) {
    load_stream(reader, answers_);
}

}  // namespace hotpath::exchange
