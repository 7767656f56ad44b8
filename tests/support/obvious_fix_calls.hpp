#pragma once
/// The calls of an ObviousFixSession's owner, and its time: no step of the owner's clock goes beyond what
/// is due next.
///
/// Threads: one owner. Allocation: yes. Tests only.

#include "tests/support/obvious_fix_sending.hpp"

namespace hotpath::support {

inline std::optional<std::string> ObviousFixSession::Message::value(protocols::fix::Tag tag) const {
    const auto found = std::ranges::find(fields, tag, &ObviousFields::value_type::first);
    return found == fields.end() ? std::nullopt : std::optional(found->second);
}

inline std::optional<std::uint64_t> ObviousFixSession::Message::number() const {
    return protocols::fix::to_uint(text_of(protocols::fix::tag::kMsgSeqNum));
}

ObviousFixSession::ObviousFixSession(const protocols::fix::SessionOptions& options,
                                     const protocols::fix::Dictionary& dictionary,
                                     std::size_t messages_max)
    : options_(options),
      dictionary_(dictionary),
      messages_max_(messages_max),
      fields_(dictionary.data_fields()),
      validator_(dictionary, options.validator) {}

inline void ObviousFixSession::take_store(const ObviousFixSession& before) {
    sent = before.sent;
    next_out = before.next_out;
    next_in = before.next_in;
    created_at = before.created_at;
}

// The owner's calls.

inline void ObviousFixSession::on_connected(Time now) {
    now_ = now;
    clock_ = heard_at_ = Time{};
    received_.clear();
    held_.clear();
    gap_end.reset();
    chunk_end_.reset();
    ending_.reset();
    tested_at_.reset();
    is_deaf_ = closes_when_sent_ = was_logged_on_ = false;
    has_exchanged_logout_ = is_awaiting_reset_ = false;
    reason = Reason::None;
    heartbeat_interval = options_.heartbeat_interval;
    state = State::LoggingOn;
    ++counters.connections;
    if (!options_.schedule.is_open(now)) {
        return close(Reason::OutsideSchedule);
    }
    session_end_ = options_.schedule.session_end(now);
    if (created_at < options_.schedule.session_start(now)) {
        reset_store();
    }
    const bool is_initiator = options_.role == protocols::fix::Role::Initiator;
    if (is_initiator && options_.resets.on_logon) {
        reset_store();
        is_awaiting_reset_ = true;
    }
    forget_waiting();
    if (is_initiator) {
        send_logon(is_awaiting_reset_);
    }
}

inline void ObviousFixSession::on_disconnected(Time now) {
    advance(now);
    close(Reason::Disconnected);
}

inline void ObviousFixSession::on_bytes(std::string_view bytes, Time now) {
    advance(now);
    received_ += bytes;
    receive_all();
    run_timers();
}

inline void ObviousFixSession::on_timer(Time now) {
    advance(now);
    run_timers();
}

inline void ObviousFixSession::on_written(std::size_t bytes, Time now) {
    advance(now);
    if (bytes > 0) {
        output.erase(0, bytes);
        outbound.bytes += bytes;
        taken_at_ = clock_;
    }
    pump();
}

inline protocols::fix::SendStatus ObviousFixSession::send(const std::string& type,
                                                          const std::string& fields, Time now) {
    advance(now);
    if (state == State::Closed && created_at < options_.schedule.session_start(now_)) {
        reset_store();
    }
    if (state != State::LoggedOn && !options_.stores_while_logged_out) {
        return protocols::fix::SendStatus::NotLoggedOn;
    }
    return finish(type, fields, state == State::LoggedOn);
}

inline void ObviousFixSession::logout(const std::string& text, Time now) {
    advance(now);
    if (state != State::LoggedOn) {
        return close(Reason::ShutDown);
    }
    log_out_because(text, Reason::LoggedOut);
    is_deaf_ = false;
}

inline void ObviousFixSession::reset_numbers(Time now) {
    advance(now);
    if (state == State::LoggedOn) {
        reset_store();
        is_awaiting_reset_ = true;
        send_logon(true);
    }
}

inline void ObviousFixSession::close(Reason why) {
    if (state == State::Closed) {
        return;
    }
    state = State::Closed;
    reason = ending_.value_or(why);
    output.clear();
    gap_end.reset();
    chunk_end_.reset();
    const protocols::fix::ResetRules& resets = options_.resets;
    if (was_logged_on_ && (resets.on_disconnect || (resets.on_logout && has_exchanged_logout_))) {
        reset_store();
    }
}

// Time.

inline void ObviousFixSession::advance(Time now) {
    if (state != State::Closed && now > now_ && deadline() > clock_) {
        clock_ = std::min(clock_ + (now - now_), deadline());
    }
    now_ = now;
}

inline Time ObviousFixSession::stall_at() const {
    return output.empty() ? kNever : taken_at_ + options_.stall_timeout;
}

/// An interval and a fifth without a message.
inline Time ObviousFixSession::silence_at() const {
    return tested_at_.value_or(heard_at_) + Nanos{heartbeat_interval.value / 5 * 6};
}

inline Time ObviousFixSession::deadline() const {
    Time due = stall_at();
    if (state == State::Closed) {
        due = kNever;
    } else if (state == State::LoggingOn) {
        due = std::min(due, Time{} + options_.logon_timeout);
    } else if (state != State::LoggedOn) {
        due = std::min(due, ends_at_ + options_.logout_timeout);
    } else if (heartbeat_interval.value != 0) {
        due = std::min(due, silence_at());
        due = tested_at_ ? due : std::min(due, put_at_ + heartbeat_interval);
    }
    return due;
}

inline Time ObviousFixSession::next_deadline() const {
    if (state == State::Closed) {
        return kNever;
    }
    if (state != State::LoggingOn && can_pump()) {
        return now_;
    }
    const Time due = deadline();
    const Time shown = due == kNever ? kNever : now_ + std::max(due - clock_, Nanos{0});
    return state == State::LoggedOn ? std::min(shown, session_end_) : shown;
}

inline void ObviousFixSession::run_timers() {
    pump();
    if (state == State::LoggedOn && now_ >= session_end_) {
        log_out_because("end of the session's hours", Reason::OutsideSchedule);
        is_deaf_ = false;
    }
    if (state == State::Closed || clock_ < deadline()) {
        return;
    }
    if (clock_ >= stall_at()) {
        close(Reason::SlowReader);
    } else if (state == State::LoggingOn) {
        close(Reason::LogonTimeout);
    } else if (state != State::LoggedOn) {
        close(Reason::LogoutTimeout);
    } else if (clock_ >= silence_at() && tested_at_) {
        close(Reason::PeerSilent);
    } else if (clock_ >= silence_at()) {
        send_admin("1", fix_field(protocols::fix::tag::kTestReqId, "TEST"));
        ++counters.test_requests_sent;
        tested_at_ = clock_;
    } else if (!output.empty() || is_behind()) {
        put_at_ = clock_;  // the peer hears from us as soon as it reads
    } else {
        send_admin("0", "");
    }
}

}  // namespace hotpath::support
