#include "hotpath/protocols/cme/ilink3/connection.hpp"

#include <array>

namespace hotpath::protocols::cme::ilink3 {

std::string_view name(CloseReason reason) noexcept {
    constexpr std::array<std::string_view, kCloseReasons> kNames = {
        "none",
        "terminated",
        "rejected",
        "disconnected",
        "not established in time",
        "peer silent",
        "slow reader",
        "messages lost",
        "no retransmission in time",
        "superseded",
        "shut down",
    };
    return kNames[static_cast<std::size_t>(reason)];
}

std::string_view name(SessionState state) noexcept {
    constexpr std::array<std::string_view, 5> kNames = {"closed", "negotiating", "establishing",
                                                        "established", "terminating"};
    return kNames[static_cast<std::size_t>(state)];
}

Expected<void> Connection::check(const ConnectionOptions& options) {
    if (options.frame_length_max < 512 || options.frame_length_max > kFrameLengthMax) {
        return fail("frame_length_max of an iLink 3 connection must be 512..65,535");
    }
    if (options.output_bytes_max < 4 * options.frame_length_max) {
        return fail("output_bytes_max of an iLink 3 connection must be at least four frames");
    }
    constexpr std::int64_t kMillisecond = kNanosPerSecond / 1'000;
    const std::int64_t keep_alive = options.keep_alive_interval.value;
    if (keep_alive < kMillisecond || keep_alive > 65'535 * kMillisecond ||
        keep_alive % kMillisecond != 0) {
        return fail("keep_alive_interval of an iLink 3 connection must be 1..65,535 whole ms");
    }
    if (std::min({options.login_timeout, options.stall_timeout, options.terminate_timeout}) <=
        Nanos{0}) {
        return fail("the timeouts of an iLink 3 connection must be positive");
    }
    return {};
}

void Connection::open(Time now) noexcept {
    now_ = now;
    time_.start(now);
    input_.clear();
    output_.clear();
    state_ = SessionState::Negotiating;
    reason_ = CloseReason::None;
    code_ = 0;
    has_lapsed_ = false;
    ends_when_sent_ = false;
    own_deadline_ = kNever;
    heard_at_ = sent_at_ = taken_at_ = time_.time();
    ++counters_.connections;
}

void Connection::close(CloseReason reason) noexcept {
    if (state_ == SessionState::Closed) {
        return;
    }
    reason_ = state_ == SessionState::Terminating ? reason_ : reason;
    output_.clear();
    state_ = SessionState::Closed;
}

void Connection::established(std::uint16_t peer_keep_alive_ms) noexcept {
    state_ = SessionState::Established;
    peer_keep_alive_ = Nanos{peer_keep_alive_ms * (kNanosPerSecond / 1'000)};
    heard_at_ = time_.time();
    ++counters_.established;
}

void Connection::terminate(TerminateCode code, Time now) noexcept {
    advance(now);
    refuse(code);
}

void Connection::refuse(TerminateCode code) noexcept {
    if (!is_listening() || state_ == SessionState::Terminating) {
        return;
    }
    write_terminate(static_cast<std::uint16_t>(code), name(code));
    drain(CloseReason::Terminated, static_cast<std::uint16_t>(code));
}

void Connection::drain(CloseReason reason, std::uint16_t code) noexcept {
    reason_ = reason;
    code_ = code;
    state_ = SessionState::Terminating;
    ends_at_ = time_.time();
}

void Connection::write_terminate(std::uint16_t code, std::string_view why) noexcept {
    write<Terminate>([&](auto& m) {
        m.store_reason(why);
        m.store_uuid(uuid_);
        m.store_request_timestamp(timestamp());
        m.store_error_codes(code);
    });
}

void Connection::write_sequence(KeepAliveLapsed lapsed) noexcept {
    write<Sequence>([&](auto& m) {
        m.store_uuid(uuid_);
        m.store_next_seq_no(outgoing_);
        m.store_fault_tolerance_indicator(FTI::Primary);
        m.store_keep_alive_interval_lapsed(lapsed);
    });
}

bool Connection::write_encoded(const sbe::Encoded& encoded) noexcept {
    const std::size_t length = kFramingHeaderLength + encoded.bytes.size();
    if (encoded.status != sbe::EncodeStatus::Ok || !output_.has_room(length)) {
        return false;
    }
    store_framing_header(room_.items().data(), length);
    taken_at_ = output_.empty() ? time_.time() : taken_at_;
    sent_at_ = time_.time();
    output_.append(room_.items().first(length));
    ++counters_.messages_sent;
    return true;
}

bool Connection::next_message(Bytes& stream, Bytes& message) noexcept {
    if (!is_listening()) {
        return false;
    }
    switch (input_.next(stream, message)) {
        case FrameStatus::NeedMore:
            return false;
        case FrameStatus::BadHeader:
            refuse(TerminateCode::InvalidFraming);
            end_when_sent();  // the stream has no boundaries any more
            return false;
        case FrameStatus::Whole:
            break;
    }
    ++counters_.messages_received;
    heard_at_ = time_.time();
    has_lapsed_ = false;
    return true;
}

void Connection::take_output(std::size_t bytes) noexcept {
    if (bytes == 0) {
        return;
    }
    output_.take(bytes);
    taken_at_ = time_.time();
    counters_.bytes_sent += bytes;
    close_if_drained();
}

void Connection::close_if_drained() noexcept {
    if (ends_when_sent_ && output_.empty()) {
        close(reason_);
    }
}

Time Connection::silent_at() const noexcept {
    switch (state_) {
        case SessionState::Negotiating:
        case SessionState::Establishing:
            return Time{} + options_.login_timeout;
        case SessionState::Established:
            return heard_at_ +
                   (has_lapsed_ ? peer_keep_alive_ + peer_keep_alive_ : peer_keep_alive_);
        case SessionState::Terminating:
            return ends_at_ + options_.terminate_timeout;
        case SessionState::Closed:
            break;
    }
    return kNever;
}

Time Connection::deadline() const noexcept {
    return state_ == SessionState::Closed
               ? kNever
               : std::min({silent_at(), stall_at(), keep_alive_at(), own_deadline_});
}

void Connection::run_timers() noexcept {
    const Time time = time_.time();
    if (state_ == SessionState::Closed || time < deadline()) {
        return;
    }
    if (time >= stall_at()) {
        close(CloseReason::SlowReader);
        return;
    }
    if (time >= silent_at()) {
        if (state_ != SessionState::Established) {
            close(CloseReason::LoginTimeout);
            return;
        }
        if (has_lapsed_) {
            refuse(TerminateCode::KeepAliveIntervalLapsed);
            reason_ = CloseReason::PeerSilent;
            return;
        }
        has_lapsed_ = true;
        ++counters_.keep_alives_lapsed;
        write_sequence(KeepAliveLapsed::Lapsed);
        return;
    }
    if (time < keep_alive_at()) {
        return;
    }
    // While output waits the peer hears from us as soon as it reads; the interval goes on anyway.
    sent_at_ = time;
    if (output_.empty()) {
        write_sequence(KeepAliveLapsed::NotLapsed);
    }
}

}  // namespace hotpath::protocols::cme::ilink3
