#include "hotpath/protocols/fix/session/session.hpp"

#include <algorithm>
#include <array>

#include "hotpath/protocols/fix/session/msg_types.hpp"

namespace hotpath::protocols::fix {

namespace {

/// A peer is silent after its heartbeat interval and a fifth of it: time to travel.
[[nodiscard]] constexpr Nanos patience(Nanos heartbeat_interval) noexcept {
    return Nanos{heartbeat_interval.value / 5 * 6};
}

}  // namespace

std::string_view name(CloseReason reason) noexcept {
    constexpr std::array<std::string_view, kCloseReasons> kNames = {
        "none",
        "logged out",
        "logon refused",
        "disconnected",
        "no logon in time",
        "no logout in time",
        "peer silent",
        "slow reader",
        "outside the session's hours",
        "first message is no Logon",
        "invalid Logon",
        "wrong BeginString",
        "wrong CompID",
        "wrong SendingTime",
        "MsgSeqNum too low",
        "no MsgSeqNum",
        "unexpected Logon",
        "message too long or with a refused field",
        "message store full",
        "shut down",
    };
    return kNames[static_cast<std::size_t>(reason)];
}

std::string_view name(SessionState state) noexcept {
    constexpr std::array<std::string_view, 5> kNames = {"closed", "logging on", "logged on",
                                                        "logging out", "ending"};
    return kNames[static_cast<std::size_t>(state)];
}

Expected<Session> Session::create(const SessionOptions& options, const Dictionary& dictionary,
                                  MessageStore& store) {
    if (auto checked = check(options); !checked) {
        return std::unexpected(checked.error());
    }
    if (dictionary.begin_string() != options.begin_string) {
        return fail("begin_string of a FIX session is " + options.begin_string +
                    ", that of its dictionary " + std::string(dictionary.begin_string()));
    }
    return Session(options, dictionary, store);
}

Session::Session(const SessionOptions& options, const Dictionary& dictionary, MessageStore& store)
    : dictionary_(&dictionary),
      store_(&store),
      options_(options),
      framer_(options.message_length_max),
      fields_(dictionary.data_fields(), {.fields_max = options.fields_max}),
      validator_(dictionary, options.validator),
      held_(options.held_messages_max, options.message_length_max),
      out_(options, store) {}

bool Session::open(Time now) noexcept {
    HOTPATH_ASSERT(is_closed(), "a session has one connection at a time");
    time_.start(now);
    now_ = now;
    out_.set_time(now, time_.time());
    framer_.clear();
    held_.clear();
    reason_ = ending_reason_ = CloseReason::None;
    is_deaf_ = closes_when_sent_ = was_logged_on_ = has_exchanged_logout_ = false;
    is_awaiting_reset_ = false;
    heard_at_ = time_.time();
    tested_at_ = kNever;
    gap_end_ = chunk_end_ = 0;
    heartbeat_interval_ = options_.heartbeat_interval;
    state_ = SessionState::LoggingOn;
    ++counters_.connections;
    if (!options_.schedule.is_open(now)) {
        close(CloseReason::OutsideSchedule);
        return false;
    }
    session_end_ = options_.schedule.session_end(now);
    reset_for_new_session();
    if (options_.role == Role::Initiator && options_.resets.on_logon) {
        reset_store();
        is_awaiting_reset_ = true;
    }
    out_.start();
    return true;
}

void Session::advance(Time now) noexcept {
    if (now == now_) {
        return;
    }
    if (!is_closed()) {
        time_.advance(now, deadline());
    }
    now_ = now;
    out_.set_time(now, time_.time());
}

void Session::on_disconnected(Time now) noexcept {
    advance(now);
    close(CloseReason::Disconnected);
}

void Session::close(CloseReason reason) noexcept {
    if (is_closed()) {
        return;
    }
    reason_ = ending_reason_ == CloseReason::None ? reason : ending_reason_;
    state_ = SessionState::Closed;
    out_.stop();
    gap_end_ = chunk_end_ = 0;
    if (was_logged_on_ &&
        (options_.resets.on_disconnect || (options_.resets.on_logout && has_exchanged_logout_))) {
        reset_store();
    }
}

void Session::reset_store() noexcept {
    store_->reset(now_);
    out_.restart_numbers();
    held_.clear();
    gap_end_ = chunk_end_ = 0;
}

void Session::reset_for_new_session() noexcept {
    if (store_->created_at() < options_.schedule.session_start(now_)) {
        reset_store();
    }
}

bool Session::is_listening() const noexcept {
    return state_ == SessionState::LoggingOn || state_ == SessionState::LoggedOn ||
           state_ == SessionState::LoggingOut;
}

// Times.

Time Session::stall_at() const noexcept {
    return out_.is_empty() ? kNever : out_.taken_at() + options_.stall_timeout;
}

Time Session::silence_at() const noexcept {
    const Time since = tested_at_ == kNever ? heard_at_ : tested_at_;
    return since + patience(heartbeat_interval_);
}

// While a test request has no answer, the connection is in doubt: nothing but its answer counts.
Time Session::heartbeat_at() const noexcept {
    return tested_at_ == kNever ? out_.put_at() + heartbeat_interval_ : kNever;
}

Time Session::deadline() const noexcept {
    switch (state_) {
        case SessionState::Closed:
            return kNever;
        case SessionState::LoggingOn:
            return std::min(stall_at(), Time{} + options_.logon_timeout);
        case SessionState::LoggedOn:
            return heartbeat_interval_ == Nanos{0}
                       ? stall_at()
                       : std::min({stall_at(), silence_at(), heartbeat_at()});
        case SessionState::LoggingOut:
        case SessionState::Ending:
            return std::min(stall_at(), ends_at_ + options_.logout_timeout);
    }
    return kNever;
}

Time Session::next_deadline() const noexcept {
    if (is_closed()) {
        return kNever;
    }
    if (state_ != SessionState::LoggingOn && out_.can_pump()) {
        return now_;
    }
    return std::min(time_.to_owner(deadline()), is_logged_on() ? session_end_ : kNever);
}

void Session::pump() noexcept {
    if (state_ == SessionState::LoggedOn || state_ == SessionState::LoggingOut ||
        state_ == SessionState::Ending) {
        out_.pump();
    }
    if (closes_when_sent_ && out_.is_empty() && !out_.is_behind()) {
        close(ending_reason_);
    }
}

void Session::run_timers() noexcept {
    pump();
    if (is_logged_on() && now_ >= session_end_) {
        log_out_because("end of the session's hours", CloseReason::OutsideSchedule);
        is_deaf_ = false;
    }
    if (!is_closed() && time_.time() >= deadline()) {
        on_deadline();
    }
}

void Session::on_deadline() noexcept {
    if (time_.time() >= stall_at()) {
        close(CloseReason::SlowReader);
        return;
    }
    switch (state_) {
        case SessionState::LoggingOn:
            close(CloseReason::LogonTimeout);
            return;
        case SessionState::LoggedOn:
            on_silence();
            return;
        case SessionState::LoggingOut:
        case SessionState::Ending:
            close(CloseReason::LogoutTimeout);
            return;
        case SessionState::Closed:
            return;
    }
}

void Session::on_silence() noexcept {
    const Time time = time_.time();
    if (time < silence_at()) {
        // While output waits the peer hears from us as soon as it reads.
        if (!out_.is_empty() || out_.is_behind()) {
            out_.put_off_heartbeat();
            return;
        }
        static_cast<void>(out_.begin(msg_type::kHeartbeat));
        finish_admin();
        return;
    }
    if (tested_at_ != kNever) {
        close(CloseReason::PeerSilent);
        return;
    }
    out_.begin(msg_type::kTestRequest).add(tag::kTestReqId, "TEST");
    finish_admin();
    ++counters_.test_requests_sent;
    tested_at_ = time;
}

void Session::on_written(std::size_t bytes, Time now) noexcept {
    advance(now);
    out_.take(bytes);
    pump();
}

// Commands.

MessageWriter& Session::begin(std::string_view msg_type, Time now) noexcept {
    advance(now);
    if (is_closed()) [[unlikely]] {
        reset_for_new_session();  // what is stored from here on belongs to it
    }
    return out_.begin(msg_type);
}

SendStatus Session::send() noexcept {
    if (!is_logged_on() && !options_.stores_while_logged_out) {
        out_.drop();
        return SendStatus::NotLoggedOn;
    }
    return out_.finish(is_logged_on());
}

void Session::logout(std::string_view text, Time now) noexcept {
    advance(now);
    if (!is_logged_on()) {
        close(CloseReason::ShutDown);
        return;
    }
    log_out_because(text, CloseReason::LoggedOut);
    is_deaf_ = false;
}

MessageWriter& Session::begin_logon(bool resets) noexcept {
    const bool is_initiator = options_.role == Role::Initiator;
    out_.start();
    logon_number_ = store_->next_out();
    MessageWriter& writer = out_.begin(msg_type::kLogon);
    writer.add_uint(tag::kEncryptMethod, 0);
    writer.add_uint(tag::kHeartBtInt,
                    static_cast<std::uint64_t>(heartbeat_interval_.value / kNanosPerSecond));
    if (resets) {
        writer.add_boolean(tag::kResetSeqNumFlag, true);
    }
    if (is_initiator && !options_.username.empty()) {
        writer.add(tag::kUsername, options_.username);
    }
    if (is_initiator && !options_.password.empty()) {
        writer.add(tag::kPassword, options_.password);
    }
    if (options_.uses_next_expected) {
        const std::uint64_t next = store_->next_in();
        const bool is_answer = !is_initiator && state_ == SessionState::LoggingOn;
        const bool counts_theirs = is_answer && header_.number == next;
        writer.add_uint(tag::kNextExpectedMsgSeqNum, next + (counts_theirs ? 1 : 0));
    }
    if (!options_.default_appl_ver_id.empty()) {
        writer.add(tag::kDefaultApplVerId, options_.default_appl_ver_id);
    }
    return writer;
}

void Session::close_unless_sent(SendStatus status) noexcept {
    switch (status) {
        case SendStatus::FieldRefused:
            close(CloseReason::MessageTooLong);
            return;
        case SendStatus::StoreFull:
            close(CloseReason::StoreFull);
            return;
        case SendStatus::Sent:
        case SendStatus::Stored:
        case SendStatus::NotLoggedOn:
            return;
    }
}

void Session::send_logout(std::string_view text) noexcept {
    MessageWriter& writer = out_.begin(msg_type::kLogout);
    constexpr std::size_t kTextMax = 256;
    if (!text.empty() && text.size() <= kTextMax && text.find(kSoh) == std::string_view::npos) {
        writer.add(tag::kText, text);
    }
    finish_admin();
    out_.end_at(store_->next_out());
}

void Session::begin_ending(SessionState state, CloseReason reason) noexcept {
    if (is_closed()) {
        return;
    }
    state_ = state;
    ends_at_ = time_.time();
    if (ending_reason_ == CloseReason::None) {
        ending_reason_ = reason;
    }
}

void Session::log_out_because(std::string_view text, CloseReason reason) noexcept {
    if (state_ == SessionState::LoggingOut) {
        is_deaf_ = true;
        return;
    }
    send_logout(text);
    begin_ending(SessionState::LoggingOut, reason);
    is_deaf_ = true;
}

void Session::refuse_logon(std::string_view why, CloseReason reason) noexcept {
    if (state_ != SessionState::LoggingOn) {
        return;
    }
    out_.start();
    send_logout(why);
    begin_ending(SessionState::Ending, reason);
    closes_when_sent_ = true;
}

}  // namespace hotpath::protocols::fix
