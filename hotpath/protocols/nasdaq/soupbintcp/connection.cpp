#include "hotpath/protocols/nasdaq/soupbintcp/connection.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace hotpath::protocols::nasdaq::soupbintcp {

std::string_view name(CloseReason reason) noexcept {
    constexpr std::array<std::string_view, kCloseReasons> kNames = {
        "none",
        "logged out",
        "end of session",
        "login rejected",
        "disconnected",
        "no login in time",
        "peer silent",
        "slow reader",
        "packet without a type",
        "packet too long",
        "unknown packet type",
        "malformed packet",
        "packet at the wrong time",
        "wrong session",
        "messages lost",
        "superseded by another login",
        "message rate exceeded",
        "no room for more messages",
        "shut down",
        "closed to make room for another connection: no login yet",
    };
    return kNames[static_cast<std::size_t>(reason)];
}

std::string_view name(SessionState state) noexcept {
    constexpr std::array<std::string_view, 4> kNames = {"closed", "logging in", "logged in",
                                                        "draining"};
    return kNames[static_cast<std::size_t>(state)];
}

Expected<void> Connection::check(const ConnectionOptions& options) {
    if (options.packet_length_max < LoginRequest::kLength ||
        options.packet_length_max > kFramePrefixLength + kFramedMessageLengthMax) {
        return fail("packet_length_max of a SoupBinTCP connection must be 49..65,537");
    }
    if (options.output_bytes_max < LoginRequest::kLength) {
        return fail("output_bytes_max of a SoupBinTCP connection must be at least 49");
    }
    const Nanos shortest =
        std::min({options.heartbeat_interval, options.silence_timeout, options.login_timeout,
                  options.stall_timeout, options.drain_timeout});
    if (shortest <= Nanos{0} || options.silence_timeout <= options.heartbeat_interval) {
        return fail(
            "the heartbeat interval and the timeouts of a SoupBinTCP connection must be above 0, "
            "and silence_timeout_ms longer than the interval");
    }
    return {};
}

void Connection::open(Time now) noexcept {
    time_.start(now);
    input_.clear();
    output_.clear();
    last_output_at_ = output_.end();
    state_ = SessionState::LoggingIn;
    reason_ = CloseReason::None;
    heard_at_ = sent_at_ = taken_at_ = time_.time();
    ++counters_.connections;
}

void Connection::close(CloseReason reason, std::string_view why) noexcept {
    if (state_ == SessionState::Closed) {
        return;
    }
    const bool is_draining = state_ == SessionState::Draining;
    reason_ = is_draining ? reason_ : reason;
    const bool is_told = options_.says_why && !is_draining && reason != CloseReason::Disconnected &&
                         reason != CloseReason::LoggedOut;
    last_output_at_ = is_told ? output_.begin() : output_.end();
    if (is_told) {
        write_debug(why.empty() ? name(reason) : why);
    }
    output_.clear();
    state_ = SessionState::Closed;
}

void Connection::write_debug(std::string_view text) noexcept {
    if (has_room(room_for(text.size()))) {
        write_with_payload<Debug>(std::as_bytes(std::span(text)));
    }
}

void Connection::drain(CloseReason reason) noexcept {
    reason_ = reason;
    drains_at_ = time_.time();
    state_ = SessionState::Draining;
    close_if_drained();
}

// Everything has left: last_output() has nothing to add.
void Connection::close_if_drained() noexcept {
    if (state_ == SessionState::Draining && output_.empty()) {
        last_output_at_ = output_.end();
        state_ = SessionState::Closed;
    }
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

void Connection::write(Bytes packet) noexcept {
    taken_at_ = output_.empty() ? time_.time() : taken_at_;
    sent_at_ = time_.time();
    output_.append(packet);
    ++counters_.packets_sent;
}

bool Connection::try_send_debug(Bytes text) noexcept {
    if (state_ != SessionState::LoggedIn || text.size() > kPayloadLengthMax ||
        !has_room(room_for(text.size()))) {
        return false;
    }
    write_with_payload<Debug>(text);
    return true;
}

bool Connection::assemble(Bytes& stream, Bytes& packet) noexcept {
    switch (input_.next(stream, packet)) {
        case AssemblyStatus::Whole:
            return true;
        case AssemblyStatus::NeedMore:
            return false;
        case AssemblyStatus::Empty:
            close(CloseReason::EmptyPacket);
            return false;
        case AssemblyStatus::TooLong:
            close(CloseReason::OversizedPacket);
            return false;
    }
    return false;
}

Time Connection::dead_at() const noexcept {
    switch (state_) {
        case SessionState::LoggingIn:
            return Time{} + options_.login_timeout;
        case SessionState::LoggedIn:
            return heard_at_ + options_.silence_timeout;
        case SessionState::Draining:
            return drains_at_ + options_.drain_timeout;
        case SessionState::Closed:
            break;
    }
    return kNever;
}

Time Connection::deadline() const noexcept {
    return state_ == SessionState::Closed
               ? kNever
               : std::min({dead_at(), stall_at(), sent_at_ + options_.heartbeat_interval});
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
    if (time >= dead_at()) {
        close(state_ == SessionState::LoggedIn ? CloseReason::PeerSilent
                                               : CloseReason::LoginTimeout);
        return;
    }
    // While output waits the peer hears from us as soon as it reads. The interval goes on anyway:
    // it is also what bounds a jump of the clock (SessionTime).
    sent_at_ = time;
    if (state_ == SessionState::LoggedIn && output_.empty()) {
        ServerHeartbeat heartbeat;
        heartbeat.store_packet_type(heartbeat_type_);
        write(heartbeat.bytes());
        ++counters_.heartbeats_sent;
    }
}

}  // namespace hotpath::protocols::nasdaq::soupbintcp
