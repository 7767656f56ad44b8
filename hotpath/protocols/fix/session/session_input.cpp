// What a received message means to a session that is logged on.

#include <algorithm>
#include <array>
#include <cstring>

#include "hotpath/protocols/fix/session/msg_types.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/short_text.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

namespace {

/// A SequenceReset to a number above is refused: the session could not count on.
constexpr std::uint64_t kNumberMax = 1'000'000'000'000;
/// Values of the peer that are repeated to it: longer ones are left out.
constexpr std::size_t kRepeatedMax = 64;

[[nodiscard]] constexpr char type_code(std::string_view msg_type) noexcept {
    return is_admin(msg_type) ? msg_type[0] : '\0';
}

}  // namespace

Session::Step Session::next(Bytes& stream) noexcept {  // NOLINT(readability-function-size)
    while (is_listening()) {
        Step step = Step::Nothing;
        if (const auto held = held_.take(store_->next_in())) [[unlikely]] {
            is_held_ = true;
            if (held->empty()) {
                set_next_in(store_->next_in() + 1);
                continue;
            }
            step = take(*held);
        } else {
            is_held_ = false;
            Bytes message;
            const FrameStatus status = framer_.next(stream, message);
            if (status == FrameStatus::NeedMore) {
                return Step::NeedMore;
            }
            if (status != FrameStatus::Whole) {
                ++counters_.garbled;
                if (state_ == SessionState::LoggingOn) {
                    close(CloseReason::NotLogon);
                } else if (is_logged_on() && status == FrameStatus::TooLong &&
                           options_.refuses_long_messages) {
                    log_out_too_long();
                }
                continue;
            }
            heard_at_ = time_.time();
            tested_at_ = kNever;
            ++counters_.messages_received;
            step = take(message);
        }
        if (step != Step::Nothing) {
            return step;
        }
    }
    return Step::NeedMore;
}

Session::Step Session::take(Bytes message) noexcept {
    message_ = message;
    static_cast<void>(fields_.split(message));
    read_header(fields_, sending_times_, header_);
    return state_ == SessionState::LoggingOn ? take_first() : take_in_session();
}

Session::Step Session::take_in_session() noexcept {
    if (!is_same_text(header_.begin_string, options_.begin_string)) [[unlikely]] {
        log_out_because("Incorrect BeginString", CloseReason::WrongBeginString);
        return Step::Nothing;
    }
    const char type = type_code(header_.msg_type);
    if (is_deaf_ || (is_awaiting_reset_ && type != 'A')) [[unlikely]] {
        return type == '5' && !is_comp_id_wrong() ? take_logout() : Step::Nothing;
    }
    if (!header_.number) [[unlikely]] {
        log_out_because("MsgSeqNum missing or no number", CloseReason::NoSequenceNumber);
        return Step::Nothing;
    }
    if (!is_from_peer()) [[unlikely]] {
        return Step::Nothing;
    }
    switch (type) {
        case '2':
            return take_resend_request();
        case '4':
            return take_sequence_reset();
        case '5':
            return take_logout();
        case 'A':
            return take_relogon();
        default:
            return take_in_turn();
    }
}

Session::Step Session::take_in_turn() noexcept {
    if (!is_in_turn() || !is_valid()) {
        return Step::Nothing;
    }
    switch (type_code(header_.msg_type)) {
        case '0':
            count_received();
            return Step::Nothing;
        case '1':
            return take_test_request();
        case '3':
            ++counters_.rejects_received;
            return Step::Reject;
        default:
            ++counters_.applications_received;
            return Step::Application;
    }
}

// Who, when, and which number.

bool Session::is_comp_id_wrong() const noexcept {
    return !is_same_text(header_.sender_comp_id, options_.target_comp_id) ||
           !is_same_text(header_.target_comp_id, options_.sender_comp_id);
}

bool Session::is_time_accurate() const noexcept {
    if (!header_.sending_time || options_.sending_time_accuracy == kForever) {
        return true;
    }
    const Nanos apart = *header_.sending_time - now_;
    return apart <= options_.sending_time_accuracy &&
           Nanos{-apart.value} <= options_.sending_time_accuracy;
}

/// A CompID that is missing is a missing field, not a wrong one.
bool Session::is_from_peer() noexcept {
    if (is_comp_id_wrong() && !header_.sender_comp_id.empty() && !header_.target_comp_id.empty())
        [[unlikely]] {
        reject_and_log_out(SessionRejectReason::CompIdProblem, CloseReason::WrongCompId);
        return false;
    }
    // A message that was held was in time when it arrived.
    if (!is_held_ && !is_time_accurate()) [[unlikely]] {
        reject_and_log_out(SessionRejectReason::SendingTimeProblem, CloseReason::WrongSendingTime);
        return false;
    }
    return true;
}

bool Session::is_in_turn() noexcept {
    const std::uint64_t number = *header_.number;
    const std::uint64_t next = store_->next_in();
    if (number == next) [[likely]] {
        return has_valid_origin();
    }
    if (number > next) {
        hold(message_);
        return false;
    }
    if (!header_.is_poss_dup) {
        log_out_too_low();
    } else if (has_valid_origin()) {
        ++counters_.duplicates;
    }
    return false;
}

/// OrigSendingTime of a possible duplicate. Gap fills are sent without it, too.
bool Session::has_valid_origin() noexcept {
    if (!header_.is_poss_dup || header_.msg_type == msg_type::kSequenceReset) [[likely]] {
        return true;
    }
    const auto text = fields_.value(tag::kOrigSendingTime);
    if (!text) {
        reject_in_turn({SessionRejectReason::RequiredTagMissing, tag::kOrigSendingTime});
        return false;
    }
    const auto time = to_time(*text);
    if (!time) {
        reject_in_turn({SessionRejectReason::IncorrectFormat, tag::kOrigSendingTime});
        return false;
    }
    if (header_.sending_time && *time > *header_.sending_time) {
        reject_and_log_out(SessionRejectReason::SendingTimeProblem, CloseReason::WrongSendingTime);
        return false;
    }
    return true;
}

void Session::log_out_too_low() noexcept {
    log_out_with_numbers("MsgSeqNum too low, expecting ", store_->next_in(), " but received ",
                         *header_.number);
}

void Session::log_out_with_numbers(std::string_view before, std::uint64_t expected,
                                   std::string_view between, std::uint64_t received) noexcept {
    std::array<char, 160> text;
    char* end = text.data();
    const auto add = [&end](std::string_view words) {
        std::memcpy(end, words.data(), words.size());
        end += words.size();
    };
    add(before);
    end = write_uint(end, expected);
    add(between);
    end = write_uint(end, received);
    const std::string_view why(text.data(), static_cast<std::size_t>(end - text.data()));
    if (state_ == SessionState::LoggingOn) {
        refuse_logon(why, CloseReason::SequenceTooLow);
    } else {
        log_out_because(why, CloseReason::SequenceTooLow);
    }
}

/// Keeps what came ahead of a missing message, and asks for that once.
void Session::hold(Bytes message) noexcept {
    if (held_.try_hold(*header_.number, store_->next_in(), message)) {
        ++counters_.held;
    } else {
        ++counters_.held_dropped;
    }
    if (gap_end_ == 0) {
        request_resend(*header_.number);
    }
}

void Session::request_resend(std::uint64_t number) noexcept {
    if (!is_logged_on()) {
        return;
    }
    const std::uint64_t first = store_->next_in();
    const std::uint64_t count = options_.resend_request_max;
    gap_end_ = number;
    chunk_end_ = count != 0 && number - first > count ? first + count - 1 : 0;
    MessageWriter& writer = out_.begin(msg_type::kResendRequest);
    writer.add_uint(tag::kBeginSeqNo, first);
    writer.add_uint(tag::kEndSeqNo, chunk_end_);
    finish_admin();
    ++counters_.resend_requests_sent;
}

void Session::set_next_in(std::uint64_t number) noexcept {
    store_->set_next_in(number);
    if (number > gap_end_) {
        gap_end_ = chunk_end_ = 0;
    } else if (chunk_end_ != 0 && number > chunk_end_) {
        request_resend(gap_end_);
    }
}

/// A listener may have reset the numbers.
void Session::count_received() noexcept {
    if (store_->next_in() == header_.number) {
        set_next_in(*header_.number + 1);
    }
}

// Form.

Verdict Session::judge() noexcept {
    const bool is_checked = options_.validates || fields_.status() != SplitStatus::Ok;
    return is_checked ? validator_.check(fields_) : Verdict{};
}

bool Session::is_valid() noexcept {
    const Verdict verdict = judge();
    if (verdict.reason == SessionRejectReason::Accepted) [[likely]] {
        return true;
    }
    reject_in_turn(verdict);
    return false;
}

void Session::reject_in_turn(const Verdict& verdict) noexcept {
    reject(verdict);
    count_received();
}

void Session::reject_and_log_out(SessionRejectReason reason, CloseReason close_reason) noexcept {
    reject_in_turn({reason});
    log_out_because("", close_reason);
}

/// A Reject is never answered by one: two engines of two opinions would go on for ever.
void Session::reject(const Verdict& verdict) noexcept {
    if (!is_logged_on() || header_.msg_type == msg_type::kReject) {
        return;
    }
    MessageWriter& writer = out_.begin(msg_type::kReject);
    add_reversed_route(writer);
    writer.add_uint(tag::kRefSeqNum, header_.number.value_or(0));
    writer.add(tag::kText, name(verdict.reason));
    const bool has_tag_text = to_int(verdict.tag_text) && verdict.tag_text.size() <= kRepeatedMax;
    if (verdict.reason != SessionRejectReason::InvalidMsgType && verdict.tag != kNoTag) {
        writer.add_uint(tag::kRefTagId, verdict.tag);
    } else if (has_tag_text) {
        writer.add(tag::kRefTagId, verdict.tag_text);
    }
    if (!header_.msg_type.empty() && header_.msg_type.size() <= kRepeatedMax) {
        writer.add(tag::kRefMsgType, header_.msg_type);
    }
    std::array<char, kIntLengthMax> reason;
    const std::string_view reason_text(
        reason.data(),
        static_cast<std::size_t>(write_int(reason.data(), static_cast<int>(verdict.reason)) -
                                 reason.data()));
    const FieldRow* const row = dictionary_->field(tag::kSessionRejectReason);
    if (row != nullptr && dictionary_->may_have(*row, reason_text)) {
        writer.add(tag::kSessionRejectReason, reason_text);
    }
    finish_admin();
    ++counters_.rejects_sent;
}

/// To whom a message was to go on, and from whom it came: the other way round.
void Session::add_reversed_route(MessageWriter& writer) const noexcept {
    const auto add = [&](TagText to, Tag from) {
        const auto value = fields_.value(from);
        if (value && !value->empty() && value->size() <= kRepeatedMax) {
            writer.add(to, *value);
        }
    };
    add(tag::kOnBehalfOfCompId, tag::kDeliverToCompId);
    add(tag::kOnBehalfOfSubId, tag::kDeliverToSubId);
    add(tag::kDeliverToCompId, tag::kOnBehalfOfCompId);
    add(tag::kDeliverToSubId, tag::kOnBehalfOfSubId);
    add(tag::kOnBehalfOfLocationId, tag::kDeliverToLocationId);
    add(tag::kDeliverToLocationId, tag::kOnBehalfOfLocationId);
}

// The session's own messages.

Session::Step Session::take_test_request() noexcept {
    if (is_logged_on()) {
        MessageWriter& writer = out_.begin(msg_type::kHeartbeat);
        writer.add(tag::kTestReqId, fields_.value(tag::kTestReqId).value_or(""));
        const SendStatus status = out_.finish(true);
        if (status == SendStatus::FieldRefused) {  // missing, or our answer would be too long
            reject({SessionRejectReason::ValueIncorrect, tag::kTestReqId});
        } else {
            close_unless_sent(status);
        }
    }
    count_received();
    return Step::Nothing;
}

Session::Step Session::take_sequence_reset() noexcept {
    const bool is_gap_fill = fields_.value(tag::kGapFillFlag) == "Y";
    if (is_gap_fill && !is_in_turn()) {
        return Step::Nothing;
    }
    if (const Verdict verdict = judge(); verdict.reason != SessionRejectReason::Accepted) {
        reject_in_turn(verdict);
        return Step::Nothing;
    }
    const auto number = to_uint(fields_.value(tag::kNewSeqNo).value_or(""));
    if (!number || *number < store_->next_in() || *number > kNumberMax) {
        reject({SessionRejectReason::ValueIncorrect});
        return Step::Nothing;
    }
    // A gap fill up to the last message that was asked for ends that request.
    const bool is_end_of_chunk = is_gap_fill && *number == chunk_end_;
    set_next_in(*number);
    if (!is_gap_fill) {
        gap_end_ = chunk_end_ = 0;
    } else if (is_end_of_chunk) {
        request_resend(gap_end_);
    }
    return Step::Nothing;
}

/// It is answered whatever its number: both ends may miss messages at the same time.
Session::Step Session::take_resend_request() noexcept {
    const std::uint64_t number = *header_.number;
    if (header_.is_poss_dup && number < store_->next_in()) {
        if (has_valid_origin()) {
            ++counters_.duplicates;
        }
        return Step::Nothing;
    }
    if (const Verdict verdict = judge(); verdict.reason != SessionRejectReason::Accepted) {
        reject_in_turn(verdict);
        return Step::Nothing;
    }
    const auto first = to_uint(fields_.value(tag::kBeginSeqNo).value_or(""));
    const auto last = to_uint(fields_.value(tag::kEndSeqNo).value_or(""));
    const bool has_first = first && *first > 0 && *first < store_->next_out();
    if (!has_first || !last || (*last != 0 && *last < *first)) {
        reject_in_turn(
            {SessionRejectReason::ValueIncorrect, has_first ? tag::kEndSeqNo : tag::kBeginSeqNo});
        return Step::Nothing;
    }
    ++counters_.resend_requests_received;
    // FIX 4.2 also knew 999999 for "all there are".
    const bool is_open_end = *last == 0 || (*last == 999'999 && options_.begin_string == "FIX.4.2");
    out_.resend(*first, is_open_end ? store_->next_out() : *last);
    if (number > store_->next_in()) {
        hold({});
    } else {
        count_received();
    }
    return Step::Nothing;
}

/// A Logout ends the session whatever its number. What is missing is asked for at the next logon.
Session::Step Session::take_logout() noexcept {
    count_received();
    has_exchanged_logout_ = true;
    if (state_ == SessionState::LoggingOut) {
        close(CloseReason::LoggedOut);
    } else {
        send_logout("");
        begin_ending(SessionState::Ending, CloseReason::LoggedOut);
    }
    return Step::Logout;
}

void Session::log_out_too_long() noexcept {
    constexpr std::string_view kText = "message too long, its length must be at most ";
    std::array<char, kText.size() + kIntLengthMax> text;
    std::ranges::copy(kText, text.begin());
    const char* const end = write_uint(text.data() + kText.size(), options_.message_length_max);
    log_out_because({text.data(), end}, CloseReason::MessageTooLong);
}

Inbound Session::inbound() const noexcept {
    return {.msg_type = header_.msg_type,
            .number = header_.number.value_or(0),
            .sending_time = header_.sending_time.value_or(now_),
            .is_poss_dup = header_.is_poss_dup,
            .is_poss_resend = header_.is_poss_resend,
            .fields = fields_};
}

}  // namespace hotpath::protocols::fix
