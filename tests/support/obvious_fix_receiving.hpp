#pragma once
/// What an ObviousFixSession does with a message that it receives.
///
/// Threads: one owner. Allocation: yes. Tests only.

#include <optional>
#include <string>
#include <utility>

#include "hotpath/protocols/fix/values.hpp"
#include "tests/support/obvious_fix_calls.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::support {

// A message ends at its CheckSum field. What is held and has its turn comes first.
inline void ObviousFixSession::receive_all() {
    using namespace protocols::fix;
    while (state == State::LoggingOn || state == State::LoggedOn || state == State::LoggingOut) {
        Message m;
        if (const auto held = held_.find(next_in); held != held_.end()) {
            m.text = held->second;
            m.was_held = true;
            held_.erase(held);
            if (m.text.empty()) {
                expect(next_in + 1);
                continue;
            }
        } else {
            const std::size_t check_sum = received_.find(with_soh("|10="));
            const std::size_t end =
                check_sum == std::string::npos ? check_sum : received_.find(kSoh, check_sum + 1);
            if (end == std::string::npos) {
                return;
            }
            m.text = received_.substr(0, end + 1);
            received_.erase(0, end + 1);
            const std::size_t body = m.text.find("35=");
            const bool is_too_long = m.text.size() > options_.message_length_max;
            const bool is_intact = fix_message(m.text.substr(2, m.text.find(kSoh) - 2),
                                               m.text.substr(body, check_sum + 1 - body)) == m.text;
            if (is_too_long || !is_intact) {
                ++counters.garbled;
                if (state == State::LoggingOn) {
                    close(Reason::NotLogon);
                } else if (state == State::LoggedOn && is_too_long &&
                           options_.refuses_long_messages) {
                    log_out_because("message too long, its length must be at most " +
                                        std::to_string(options_.message_length_max),
                                    Reason::MessageTooLong);
                }
                continue;
            }
            heard_at_ = clock_;
            tested_at_.reset();
            ++counters.messages_received;
        }
        m.fields = obvious_fields(m.text, dictionary_.data_fields());
        if (state == State::LoggingOn) {
            receive_first(m);
        } else {
            receive(m);
        }
    }
}

inline bool ObviousFixSession::is_wrong_name(const Message& m) const {
    return m.text_of(protocols::fix::tag::kSenderCompId) != options_.target_comp_id ||
           m.text_of(protocols::fix::tag::kTargetCompId) != options_.sender_comp_id;
}

/// A SendingTime that is missing or no time is a matter of form.
inline bool ObviousFixSession::is_time_wrong(const Message& m) const {
    const auto sent_at = protocols::fix::to_time(m.text_of(protocols::fix::tag::kSendingTime));
    return sent_at && options_.sending_time_accuracy != kForever &&
           (*sent_at > now_ + options_.sending_time_accuracy ||
            now_ > *sent_at + options_.sending_time_accuracy);
}

inline protocols::fix::Verdict ObviousFixSession::judge(const Message& m) {
    const bool is_split = fields_.split(view_of(m.text)) == protocols::fix::SplitStatus::Ok;
    return options_.validates || !is_split ? validator_.check(fields_) : protocols::fix::Verdict{};
}

inline bool ObviousFixSession::is_valid(const Message& m) {
    const protocols::fix::Verdict verdict = judge(m);
    if (verdict.reason != protocols::fix::SessionRejectReason::Accepted) {
        reject_and_count(m, verdict);
        return false;
    }
    return true;
}

// Logons.

inline void ObviousFixSession::receive_first(const Message& m) {
    using namespace protocols::fix;
    const bool is_initiator = options_.role == Role::Initiator;
    if (m.type() == "5" && is_initiator && !is_wrong_name(m)) {
        count(m);
        close(Reason::LogonRefused);
        events.push_back("logout " + m.text_of(tag::kText));
        return;
    }
    if (m.type() != "A") {
        return close(Reason::NotLogon);
    }
    if (const Reason fault = fault_of(m); fault != Reason::None) {
        return close(fault);
    }
    if (const std::string text = terms_refused(m); !text.empty()) {
        return refuse_logon(text, Reason::LogonRefused);
    }
    if (!is_initiator) {
        events.push_back("logon " + m.text_of(tag::kUsername));
        if (!refusal.empty()) {
            return refuse_logon(refusal, Reason::LogonRefused);
        }
    }
    if (!take_numbers(m)) {
        return;
    }
    if (!is_initiator) {
        counts_the_logon_ = m.number() == next_in;
        send_logon(m.is_set(tag::kResetSeqNumFlag));
        counts_the_logon_ = false;
    }
    log_on(m);
    if (state == State::LoggedOn) {
        events.emplace_back("logged on");
    }
}

inline ObviousFixSession::Reason ObviousFixSession::fault_of(const Message& m) {
    if (m.fields.at(0).second != options_.begin_string) {
        return Reason::WrongBeginString;
    }
    if (is_wrong_name(m)) {
        return Reason::WrongCompId;
    }
    if (!m.number()) {
        return Reason::NoSequenceNumber;
    }
    if (is_time_wrong(m)) {
        return Reason::WrongSendingTime;
    }
    return judge(m).reason == protocols::fix::SessionRejectReason::Accepted ? Reason::None
                                                                            : Reason::InvalidLogon;
}

inline std::string ObviousFixSession::terms_refused(const Message& m) {
    using namespace protocols::fix;
    if (m.value(tag::kEncryptMethod).value_or("0") != "0") {
        return "EncryptMethod must be 0";
    }
    const std::string& version = options_.default_appl_ver_id;
    if (!version.empty() && m.value(tag::kDefaultApplVerId) != version) {
        return "DefaultApplVerID is not supported";
    }
    if (options_.role == Role::Initiator) {
        return "";
    }
    const auto seconds = to_uint(m.text_of(tag::kHeartBtInt));
    if (!seconds || *seconds > 86'400) {
        return "HeartBtInt is not accepted";
    }
    heartbeat_interval = Nanos{static_cast<std::int64_t>(*seconds) * kNanosPerSecond};
    return heartbeat_interval < options_.heartbeat_interval_min ||
                   heartbeat_interval > options_.heartbeat_interval_max
               ? "HeartBtInt is not accepted"
               : "";
}

inline bool ObviousFixSession::take_numbers(const Message& m) {
    using namespace protocols::fix;
    const bool is_initiator = options_.role == Role::Initiator;
    if (m.is_set(tag::kResetSeqNumFlag)) {
        if (m.number() != 1) {
            refuse_logon("ResetSeqNumFlag requires MsgSeqNum 1", Reason::LogonRefused);
            return false;
        }
        if (!is_awaiting_reset_ && !options_.resets.accepts_flag) {
            refuse_logon("ResetSeqNumFlag is not accepted", Reason::LogonRefused);
            return false;
        }
        if (!is_awaiting_reset_) {
            reset_store();
            next_out = is_initiator ? 2 : 1;  // an initiator's Logon has been sent
        }
    } else if (!is_initiator && options_.resets.on_logon) {
        reset_store();
    }
    if (*m.number() < next_in) {
        log_out_too_low(*m.number());
        return false;
    }
    peer_expects_ = options_.uses_next_expected
                        ? to_uint(m.text_of(tag::kNextExpectedMsgSeqNum)).value_or(0)
                        : 0;
    if (peer_expects_ > next_out) {
        refuse_logon("Tag 789 (NextExpectedMsgSeqNum) is higher than expected. Expected " +
                         std::to_string(next_out) + ", Received " + std::to_string(peer_expects_),
                     Reason::SequenceTooLow);
        return false;
    }
    return true;
}

inline void ObviousFixSession::log_on(const Message& m) {
    if (state != State::LoggingOn) {
        return;
    }
    state = State::LoggedOn;
    was_logged_on_ = true;
    is_awaiting_reset_ = false;
    unsent_.reset();
    ++counters.logons;
    if (*m.number() > next_in) {
        // A peer that says what it expects has read what we expect: it sends that unasked.
        if (peer_expects_ != 0) {
            gap_end = *m.number();
        }
        hold(m, "");
    }
    count(m);
    if (peer_expects_ != 0 && peer_expects_ < logon_number_) {
        send_again(peer_expects_, logon_number_);
    }
    pump();
}

inline void ObviousFixSession::receive_again(const Message& m) {
    using namespace protocols::fix;
    if (m.is_set(tag::kPossDupFlag) && *m.number() < next_in) {
        ++counters.duplicates;
        return;
    }
    if (!is_valid(m) || state != State::LoggedOn) {
        return;
    }
    const bool is_reset = m.is_set(tag::kResetSeqNumFlag) && *m.number() == 1;
    if (!is_reset || (!is_awaiting_reset_ && !options_.resets.accepts_flag)) {
        return log_out_because("Logon while logged on", Reason::UnexpectedLogon);
    }
    const bool is_answer = is_awaiting_reset_;
    is_awaiting_reset_ = false;
    if (!is_answer) {
        reset_store();
    }
    expect(2);
    if (!is_answer) {
        send_logon(true);
    }
}

// Messages while logged on.

inline void ObviousFixSession::receive(const Message& m) {
    using namespace protocols::fix;
    if (m.fields.at(0).second != options_.begin_string) {
        return log_out_because("Incorrect BeginString", Reason::WrongBeginString);
    }
    const std::string type = m.type();
    // After an error, and until a reset is answered, other messages do not count.
    if (is_deaf_ || (is_awaiting_reset_ && type != "A")) {
        if (type == "5" && !is_wrong_name(m)) {
            receive_logout(m);
        }
        return;
    }
    if (!m.number()) {
        return log_out_because("MsgSeqNum missing or no number", Reason::NoSequenceNumber);
    }
    const bool has_names =
        !m.text_of(tag::kSenderCompId).empty() && !m.text_of(tag::kTargetCompId).empty();
    if (has_names && is_wrong_name(m)) {
        reject_and_count(m, {SessionRejectReason::CompIdProblem});
        return log_out_because("", Reason::WrongCompId);
    }
    if (!m.was_held && is_time_wrong(m)) {
        reject_and_count(m, {SessionRejectReason::SendingTimeProblem});
        return log_out_because("", Reason::WrongSendingTime);
    }
    if (type == "2") {
        return receive_resend_request(m);
    }
    if (type == "4") {
        return receive_sequence_reset(m);
    }
    if (type == "5") {
        return receive_logout(m);
    }
    if (type == "A") {
        return receive_again(m);
    }
    if (!is_its_turn(m) || !is_valid(m)) {
        return;
    }
    if (type == "1") {
        const std::string answer = fix_field(tag::kTestReqId, m.text_of(tag::kTestReqId));
        const bool is_sendable =
            !has_empty_fix_value(answer) &&
            message("0", next_out, false, answer).size() <= options_.message_length_max;
        if (state == State::LoggedOn && is_sendable) {
            send_admin("0", answer);
        } else if (state == State::LoggedOn) {
            reject(m, {SessionRejectReason::ValueIncorrect, tag::kTestReqId});
        }
    } else if (type == "3") {
        ++counters.rejects_received;
        events.push_back("reject " + m.text_of(tag::kText));
    } else if (type != "0") {
        receive_application(m);
    }
    count(m);
}

inline void ObviousFixSession::receive_application(const Message& m) {
    using namespace protocols::fix;
    ++counters.applications_received;
    const std::string id = m.text_of(tag::kClOrdId);
    events.push_back("message " + std::to_string(*m.number()) + " " + m.type() + " " + id +
                     (m.is_set(tag::kPossDupFlag) ? " duplicate" : "") +
                     (m.is_set(tag::kPossResend) ? " resent" : ""));
    // What the application does with it.
    if (id == "echo") {
        static_cast<void>(send("D", fix_field(tag::kClOrdId, "again"), now_));
    } else if (id == "close") {
        close(Reason::ShutDown);
    } else if (id == "leave") {
        logout("bye", now_);
    } else if (id == "reset") {
        reset_numbers(now_);
    }
}

inline bool ObviousFixSession::is_its_turn(const Message& m) {
    const std::uint64_t number = *m.number();
    if (number == next_in) {
        return has_valid_origin(m);
    }
    if (number > next_in) {
        hold(m, m.text);
    } else if (!m.is_set(protocols::fix::tag::kPossDupFlag)) {
        log_out_too_low(number);
    } else if (has_valid_origin(m)) {
        ++counters.duplicates;
    }
    return false;
}

/// A possible duplicate names the time at which it was first sent, not later than its own.
inline bool ObviousFixSession::has_valid_origin(const Message& m) {
    using namespace protocols::fix;
    if (!m.is_set(tag::kPossDupFlag) || m.type() == "4") {
        return true;
    }
    const auto text = m.value(tag::kOrigSendingTime);
    const auto origin = to_time(text.value_or(""));
    const auto sent_at = to_time(m.text_of(tag::kSendingTime));
    if (!text) {
        reject_and_count(m, {SessionRejectReason::RequiredTagMissing, tag::kOrigSendingTime});
    } else if (!origin) {
        reject_and_count(m, {SessionRejectReason::IncorrectFormat, tag::kOrigSendingTime});
    } else if (sent_at && *origin > *sent_at) {
        reject_and_count(m, {SessionRejectReason::SendingTimeProblem});
        log_out_because("", Reason::WrongSendingTime);
    } else {
        return true;
    }
    return false;
}

}  // namespace hotpath::support
