#pragma once
/// What an ObviousFixSession sends: numbered and kept first, put out in the order of the numbers.
///
/// Threads: one owner. Allocation: yes. Tests only.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "tests/support/obvious_fix_session.hpp"

namespace hotpath::support {

inline std::string fix_field(protocols::fix::Tag tag, std::string_view value) {
    return std::to_string(tag) + "=" + std::string(value) + protocols::fix::kSoh;
}
inline std::string fix_field(protocols::fix::Tag tag, std::uint64_t value) {
    return fix_field(tag, std::to_string(value));
}

inline std::string fix_utc_text(Time time, protocols::fix::TimePrecision precision) {
    using namespace std::chrono;
    const sys_time<nanoseconds> at{nanoseconds{time.value}};
    const auto day = floor<days>(at);
    const year_month_day date{day};
    const hh_mm_ss clock{at - day};
    std::array<char, 64> text;
    std::snprintf(text.data(), text.size(), "%04d%02u%02u-%02d:%02d:%02d.%09lld",
                  static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()), static_cast<int>(clock.hours().count()),
                  static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()),
                  static_cast<long long>(clock.subseconds().count()));
    return std::string(text.data()).substr(0, protocols::fix::timestamp_length(precision));
}

inline bool is_fix_session_type(const std::string& type) {
    return type == "0" || type == "1" || type == "2" || type == "3" || type == "4" || type == "5" ||
           type == "A";
}

/// A value that no message may have: none at all.
inline bool has_empty_fix_value(const std::string& fields) {
    return fields.find(std::string("=") + protocols::fix::kSoh) != std::string::npos;
}

inline std::string ObviousFixSession::message(const std::string& type, std::uint64_t number,
                                              bool is_poss_dup, const std::string& fields) const {
    const auto optional_field = [](protocols::fix::Tag tag, const std::string& value) {
        return value.empty() ? std::string() : fix_field(tag, value);
    };
    const std::string body =
        fix_field(protocols::fix::tag::kMsgType, type) +
        fix_field(protocols::fix::tag::kMsgSeqNum, number) +
        (is_poss_dup ? fix_field(protocols::fix::tag::kPossDupFlag, "Y") : "") +
        fix_field(protocols::fix::tag::kSenderCompId, options_.sender_comp_id) +
        optional_field(protocols::fix::tag::kSenderSubId, options_.sender_sub_id) +
        fix_field(protocols::fix::tag::kSendingTime, fix_utc_text(now_, options_.time_precision)) +
        fix_field(protocols::fix::tag::kTargetCompId, options_.target_comp_id) +
        optional_field(protocols::fix::tag::kTargetSubId, options_.target_sub_id) + fields;
    return fix_message(options_.begin_string, body);
}

inline protocols::fix::SendStatus ObviousFixSession::finish(const std::string& type,
                                                            const std::string& fields,
                                                            bool goes_out) {
    const std::uint64_t number = next_out;
    const std::string text = message(type, number, false, fields);
    if (has_empty_fix_value(fields) || text.size() > options_.message_length_max) {
        return protocols::fix::SendStatus::FieldRefused;
    }
    std::uint64_t keep_from = fresh();
    if (!again_.empty()) {
        keep_from = std::min(keep_from, *again_.begin());
    }
    if (!goes_out && unsent_) {
        keep_from = std::min(keep_from, *unsent_);
    }
    if (sent.size() == messages_max_ && sent.begin()->first >= keep_from) {
        return protocols::fix::SendStatus::StoreFull;
    }
    const bool goes_at_once = goes_out && waiting_.empty() && again_.empty() &&
                              !(last_ && number > *last_) &&
                              output.size() + text.size() <= options_.output_bytes_max;
    if (sent.size() == messages_max_) {
        sent.erase(sent.begin());
    }
    sent[number] = {type, now_, fields};
    ++next_out;
    ++outbound.messages;
    if (goes_at_once) {
        put(text);
    } else {
        waiting_.insert(number);
    }
    return goes_out ? protocols::fix::SendStatus::Sent : protocols::fix::SendStatus::Stored;
}

inline void ObviousFixSession::send_admin(const std::string& type, const std::string& fields) {
    const protocols::fix::SendStatus status = finish(type, fields, true);
    if (status == protocols::fix::SendStatus::FieldRefused) {
        close(Reason::MessageTooLong);
    } else if (status == protocols::fix::SendStatus::StoreFull) {
        close(Reason::StoreFull);
    }
}

/// NextExpectedMsgSeqNum counts the Logon that this one answers.
inline void ObviousFixSession::send_logon(bool resets) {
    const bool is_initiator = options_.role == protocols::fix::Role::Initiator;
    forget_waiting();
    logon_number_ = next_out;
    const auto seconds = static_cast<std::uint64_t>(heartbeat_interval.value / kNanosPerSecond);
    std::string fields = fix_field(protocols::fix::tag::kEncryptMethod, "0") +
                         fix_field(protocols::fix::tag::kHeartBtInt, seconds);
    fields += resets ? fix_field(protocols::fix::tag::kResetSeqNumFlag, "Y") : "";
    if (is_initiator && !options_.username.empty()) {
        fields += fix_field(protocols::fix::tag::kUsername, options_.username);
    }
    if (is_initiator && !options_.password.empty()) {
        fields += fix_field(protocols::fix::tag::kPassword, options_.password);
    }
    if (options_.uses_next_expected) {
        fields += fix_field(protocols::fix::tag::kNextExpectedMsgSeqNum,
                            next_in + (counts_the_logon_ ? 1 : 0));
    }
    if (!options_.default_appl_ver_id.empty()) {
        fields += fix_field(protocols::fix::tag::kDefaultApplVerId, options_.default_appl_ver_id);
    }
    send_admin("A", fields);
}

inline void ObviousFixSession::send_logout(const std::string& text) {
    send_admin("5", text.empty() ? "" : fix_field(protocols::fix::tag::kText, text));
    last_ = next_out - 1;
}

inline void ObviousFixSession::put(const std::string& text) {
    taken_at_ = output.empty() ? clock_ : taken_at_;
    put_at_ = clock_;
    output += text;
}

/// Before a Logon: what waits goes out only when the peer asks for it.
inline void ObviousFixSession::forget_waiting() {
    if (!waiting_.empty()) {
        unsent_ = std::min(unsent_.value_or(*waiting_.begin()), *waiting_.begin());
    }
    waiting_.clear();
    again_.clear();
    last_.reset();
    put_at_ = taken_at_ = clock_;
}

inline bool ObviousFixSession::is_behind() const {
    return !again_.empty() || (!waiting_.empty() && !(last_ && *waiting_.begin() > *last_));
}

inline bool ObviousFixSession::can_pump() const {
    constexpr std::size_t kMoreInAResend = 64;
    return is_behind() && output.size() + options_.message_length_max + kMoreInAResend <=
                              options_.output_bytes_max;
}

inline void ObviousFixSession::send_again(std::uint64_t first, std::uint64_t last) {
    const std::uint64_t end = std::min(last, fresh() - 1) + 1;
    if (first >= end) {
        return;
    }
    const std::uint64_t from = again_.empty() ? first : std::min(first, *again_.begin());
    const std::uint64_t until = again_.empty() ? end : std::max(end, *again_.rbegin() + 1);
    for (std::uint64_t number = from; number < until; ++number) {
        again_.insert(number);
    }
}

inline bool ObviousFixSession::is_resent(std::uint64_t number) const {
    const auto found = sent.find(number);
    return found != sent.end() &&
           (!is_fix_session_type(found->second.type) || found->second.type == "3") &&
           now_ - found->second.at <= options_.resend_age_max;
}

inline void ObviousFixSession::put_again() {
    const std::uint64_t first = *again_.begin();
    if (is_resent(first)) {
        const Sent& kept = sent.at(first);
        put(message(kept.type, first, true,
                    fix_field(protocols::fix::tag::kOrigSendingTime,
                              fix_utc_text(kept.at, options_.time_precision)) +
                        kept.fields));
        again_.erase(first);
        ++outbound.resent;
        return;
    }
    std::uint64_t next = first;
    for (; again_.contains(next) && !is_resent(next); ++next) {
        again_.erase(next);
    }
    put(message("4", first, true,
                fix_field(protocols::fix::tag::kOrigSendingTime,
                          fix_utc_text(now_, options_.time_precision)) +
                    fix_field(protocols::fix::tag::kNewSeqNo, next) +
                    fix_field(protocols::fix::tag::kGapFillFlag, "Y")));
    ++outbound.gap_fills;
}

inline void ObviousFixSession::pump() {
    const bool may_send = state != State::Closed && state != State::LoggingOn;
    for (std::size_t i = 0; may_send && i < options_.resends_per_call_max && can_pump(); ++i) {
        if (!again_.empty()) {
            put_again();
            continue;
        }
        const std::uint64_t number = *waiting_.begin();
        put(message(sent.at(number).type, number, false, sent.at(number).fields));
        waiting_.erase(number);
    }
    if (closes_when_sent_ && output.empty() && !is_behind()) {
        close(*ending_);
    }
}

// Ending.

inline void ObviousFixSession::reset_store() {
    sent.clear();
    next_out = next_in = 1;
    created_at = now_;
    waiting_.clear();
    again_.clear();
    unsent_.reset();
    held_.clear();
    gap_end.reset();
    chunk_end_.reset();
}

inline void ObviousFixSession::log_out_because(const std::string& text, Reason why) {
    if (state != State::LoggingOut) {
        send_logout(text);
        if (state != State::Closed) {
            state = State::LoggingOut;
            ends_at_ = clock_;
            ending_ = ending_.value_or(why);
        }
    }
    is_deaf_ = true;
}

inline void ObviousFixSession::refuse_logon(const std::string& text, Reason why) {
    if (state != State::LoggingOn) {
        return;
    }
    forget_waiting();
    send_logout(text);
    if (state != State::Closed) {
        state = State::Ending;
        ends_at_ = clock_;
        ending_ = ending_.value_or(why);
    }
    closes_when_sent_ = true;
}

}  // namespace hotpath::support
