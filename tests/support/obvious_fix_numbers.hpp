#pragma once
/// How an ObviousFixSession keeps count: gaps, resend requests, sequence resets, rejects, logouts.
///
/// Threads: one owner. Allocation: yes. Tests only.

#include <string>
#include <utility>

#include "hotpath/protocols/fix/values.hpp"
#include "tests/support/obvious_fix_receiving.hpp"

namespace hotpath::support {

/// Of a message that has its turn: a listener may have reset the numbers.
inline void ObviousFixSession::count(const Message& m) {
    if (m.number() == next_in) {
        expect(next_in + 1);
    }
}

inline void ObviousFixSession::expect(std::uint64_t number) {
    next_in = number;
    if (!gap_end || next_in > *gap_end) {
        gap_end.reset();
        chunk_end_.reset();
    } else if (chunk_end_ && next_in > *chunk_end_) {
        ask_again(*gap_end);
    }
}

inline void ObviousFixSession::hold(const Message& m, const std::string& text) {
    if (*m.number() - next_in < options_.held_messages_max) {
        held_[*m.number()] = text;
        ++counters.held;
    } else {
        ++counters.held_dropped;
    }
    if (!gap_end) {
        ask_again(*m.number());
    }
}

/// For what is missing from the next one up to `end`, as many at once as is set.
inline void ObviousFixSession::ask_again(std::uint64_t end) {
    using namespace protocols::fix;
    if (state != State::LoggedOn) {
        return;
    }
    gap_end = end;
    chunk_end_.reset();
    const std::uint64_t count = options_.resend_request_max;
    if (count != 0 && end - next_in > count) {
        chunk_end_ = next_in + count - 1;
    }
    send_admin("2", fix_field(tag::kBeginSeqNo, next_in) +
                        fix_field(tag::kEndSeqNo, chunk_end_.value_or(0)));
    ++counters.resend_requests_sent;
}

/// Answered whatever its number: both ends may miss messages at the same time.
inline void ObviousFixSession::receive_resend_request(const Message& m) {
    using namespace protocols::fix;
    const std::uint64_t number = *m.number();
    if (m.is_set(tag::kPossDupFlag) && number < next_in) {
        counters.duplicates += has_valid_origin(m) ? 1U : 0U;
        return;
    }
    if (!is_valid(m)) {
        return;
    }
    const auto first = to_uint(m.text_of(tag::kBeginSeqNo));
    auto last = to_uint(m.text_of(tag::kEndSeqNo));
    if (!first || *first == 0 || *first >= next_out) {
        return reject_and_count(m, {SessionRejectReason::ValueIncorrect, tag::kBeginSeqNo});
    }
    if (!last || (*last != 0 && *last < *first)) {
        return reject_and_count(m, {SessionRejectReason::ValueIncorrect, tag::kEndSeqNo});
    }
    ++counters.resend_requests_received;
    const bool is_all = *last == 0 || (*last == 999'999 && options_.begin_string == "FIX.4.2");
    send_again(*first, is_all ? next_out : *last);
    if (number > next_in) {
        hold(m, "");
    } else {
        count(m);
    }
}

inline void ObviousFixSession::receive_sequence_reset(const Message& m) {
    using namespace protocols::fix;
    const bool is_gap_fill = m.is_set(tag::kGapFillFlag);
    if ((is_gap_fill && !is_its_turn(m)) || !is_valid(m)) {
        return;
    }
    const auto number = to_uint(m.text_of(tag::kNewSeqNo));
    if (!number || *number < next_in || *number > 1'000'000'000'000) {
        return reject(m, {SessionRejectReason::ValueIncorrect});
    }
    const auto chunk_end = chunk_end_;
    expect(*number);
    if (!is_gap_fill) {
        gap_end.reset();
        chunk_end_.reset();
    } else if (chunk_end && *number == *chunk_end) {
        ask_again(*gap_end);  // filled up to the last one that was asked for
    }
}

/// It ends the session whatever its number.
inline void ObviousFixSession::receive_logout(const Message& m) {
    count(m);
    has_exchanged_logout_ = true;
    if (state == State::LoggingOut) {
        close(Reason::LoggedOut);
    } else {
        send_logout("");
        if (state != State::Closed) {
            state = State::Ending;
            ends_at_ = clock_;
            ending_ = ending_.value_or(Reason::LoggedOut);
        }
    }
    events.push_back("logout " + m.text_of(protocols::fix::tag::kText));
}

inline void ObviousFixSession::log_out_too_low(std::uint64_t number) {
    const std::string text = "MsgSeqNum too low, expecting " + std::to_string(next_in) +
                             " but received " + std::to_string(number);
    if (state == State::LoggingOn) {
        refuse_logon(text, Reason::SequenceTooLow);
    } else {
        log_out_because(text, Reason::SequenceTooLow);
    }
}

inline void ObviousFixSession::reject_and_count(const Message& m,
                                                const protocols::fix::Verdict& verdict) {
    reject(m, verdict);
    count(m);
}

/// A Reject is never rejected.
inline void ObviousFixSession::reject(const Message& m, const protocols::fix::Verdict& verdict) {
    using namespace protocols::fix;
    constexpr std::size_t kRepeatedMax = 64;
    if (state != State::LoggedOn || m.type() == "3") {
        return;
    }
    std::string fields;
    for (const auto& [to, from] : {std::pair(tag::kOnBehalfOfCompId, tag::kDeliverToCompId),
                                   std::pair(tag::kOnBehalfOfSubId, tag::kDeliverToSubId),
                                   std::pair(tag::kDeliverToCompId, tag::kOnBehalfOfCompId),
                                   std::pair(tag::kDeliverToSubId, tag::kOnBehalfOfSubId)}) {
        const std::string value = m.text_of(from);
        fields += value.empty() || value.size() > kRepeatedMax ? "" : fix_field(to, value);
    }
    fields += fix_field(tag::kRefSeqNum, m.number().value_or(0));
    fields += fix_field(tag::kText, name(verdict.reason));
    const std::string tag_text(verdict.tag_text);
    if (verdict.reason != SessionRejectReason::InvalidMsgType && verdict.tag != kNoTag) {
        fields += fix_field(tag::kRefTagId, verdict.tag);
    } else if (to_int(tag_text) && tag_text.size() <= kRepeatedMax) {
        fields += fix_field(tag::kRefTagId, tag_text);
    }
    fields += fix_field(tag::kRefMsgType, m.type());
    const std::string reason_text = std::to_string(static_cast<int>(verdict.reason));
    const FieldRow* const row = dictionary_.field(tag::kSessionRejectReason);
    if (row != nullptr && dictionary_.may_have(*row, reason_text)) {
        fields += fix_field(tag::kSessionRejectReason, reason_text);
    }
    send_admin("3", fields);
    ++counters.rejects_sent;
}

}  // namespace hotpath::support
