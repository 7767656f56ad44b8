#include "hotpath/protocols/nasdaq/soupbintcp/server.hpp"

#include <algorithm>

namespace hotpath::protocols::nasdaq::soupbintcp {

Expected<SoupServer> SoupServer::create(const SoupServerOptions& options) {
    if (auto checked = check(options.connection); !checked) {
        return std::unexpected(checked.error());
    }
    return SoupServer(options);
}

void SoupServer::on_connected(Time now) noexcept {
    stream_ = nullptr;
    next_ = 0;
    has_caught_up_ = false;
    open(now);
}

void SoupServer::reject(RejectReason reason, std::string_view why) noexcept {
    if (says_why() && !why.empty()) {
        write_debug(why);
    }
    LoginRejected packet;
    packet.store_reason(static_cast<char>(reason));
    write(packet.bytes());
    drain(CloseReason::LoginRejected);
}

bool SoupServer::answer_login(const Session& wanted, std::uint64_t number,
                              const LoginAnswer& answer) noexcept {
    if (answer.is_cut_off) {
        close(CloseReason::RateExceeded, answer.why);
        return false;
    }
    if (answer.stream == nullptr) {
        reject(answer.reason, answer.why);
        return false;
    }
    HOTPATH_ASSERT(room_for(answer.stream->message_length_max()) <= output_bytes_max_,
                   "output_bytes_max must hold the stream's longest message");
    // A client that wants what does not exist yet has seen another stream of this name. Letting it
    // in would hide that.
    const std::uint64_t end = answer.stream->next_sequence_number();
    if ((!is_current_session(wanted) && !is_same_session(wanted, answer.session)) || number > end) {
        reject(RejectReason::SessionNotAvailable, kNotThatSession);
        return false;
    }
    stream_ = answer.stream;
    // 0 asks for the most recent message and what follows it.
    next_ = number > 0 ? number : std::max<std::uint64_t>(end - 1, 1);
    LoginAccepted packet;
    packet.store_session(to_session(without_padding(answer.session)));
    packet.store_sequence_number(to_digits<kSequenceNumberLength>(next_));
    write(packet.bytes());
    login();
    return true;
}

bool SoupServer::try_send_next() noexcept {
    const Bytes message = stream_->at(next_);
    if (!has_room(room_for(message.size()))) {
        return false;
    }
    write_with_payload<SequencedData>(message);
    ++next_;
    return true;
}

void SoupServer::fill_output() noexcept {
    if (!is_logged_in()) {
        return;
    }
    while (!is_caught_up() && try_send_next()) {
    }
    has_caught_up_ = has_caught_up_ || is_caught_up();
    if (is_caught_up()) {
        if (stream_->is_ended() && has_room(EndOfSession::kLength)) {
            write(EndOfSession().bytes());
            drain(CloseReason::EndOfSession);
        }
    } else if (has_caught_up_ && stream_->next_sequence_number() - next_ > behind_max_) {
        close(CloseReason::SlowReader);
    }
}

}  // namespace hotpath::protocols::nasdaq::soupbintcp
