#include "hotpath/protocols/fix/session/outbound.hpp"

#include <algorithm>
#include <array>

#include "hotpath/protocols/fix/session/msg_types.hpp"
#include "hotpath/protocols/fix/short_text.hpp"

namespace hotpath::protocols::fix {

namespace {

[[nodiscard]] std::string field_text(std::string_view tag, std::string_view value) {
    return value.empty() ? std::string()
                         : std::string(tag).append("=").append(value).append(1, kSoh);
}

}  // namespace

std::string_view name(SendStatus status) noexcept {
    constexpr std::array<std::string_view, 5> kNames = {"sent", "stored", "not logged on",
                                                        "field refused", "store full"};
    return kNames[static_cast<std::size_t>(status)];
}

Outbound::Outbound(const SessionOptions& options, MessageStore& store)
    : store_(&store),
      begin_string_(options.begin_string),
      sender_(field_text("49", options.sender_comp_id) + field_text("50", options.sender_sub_id)),
      target_(field_text("56", options.target_comp_id) + field_text("57", options.target_sub_id)),
      message_length_max_(options.message_length_max),
      message_bytes_max_(options.message_length_max + kResendBytes),
      messages_per_pump_(options.resends_per_call_max),
      resend_age_max_(options.resend_age_max),
      precision_(options.time_precision),
      scratch_(MessageWriter::kPrefixLength + message_bytes_max_ + MessageWriter::kCheckSumLength),
      writer_(scratch_.items()),
      output_(options.output_bytes_max),
      fresh_(store.next_out()) {}

void Outbound::start() noexcept {
    if (fresh_ < store_->next_out()) {
        unsent_ = std::min(unsent_, fresh_);
    }
    fresh_ = store_->next_out();
    end_ = kNoEnd;
    resend_next_ = resend_end_ = 0;
    put_at_ = taken_at_ = clock_;
}

void Outbound::restart_numbers() noexcept {
    fresh_ = store_->next_out();
    unsent_ = kNoEnd;
    resend_next_ = resend_end_ = 0;
}

void Outbound::write_header(std::string_view msg_type, std::uint64_t number,
                            bool is_poss_dup) noexcept {
    header_ = {};
    writer_.begin(begin_string_, msg_type);
    writer_.add_uint(tag::kMsgSeqNum, number);
    if (is_poss_dup) {
        writer_.add_boolean(tag::kPossDupFlag, true);
    }
    writer_.add_fields(sender_);
    writer_.add_time(tag::kSendingTime, now_, precision_);
    writer_.add_fields(target_);
}

MessageWriter& Outbound::begin(std::string_view msg_type) noexcept {
    HOTPATH_ASSERT(!has_begun_, "call send() first: a message has begun");
    has_begun_ = true;
    const std::uint64_t number = store_->next_out();
    const unsigned digits = detail::digits_of(number);
    if (header_.is_kept() && header_.digits == digits && is_same_text(header_.msg_type(), msg_type))
        [[likely]] {
        writer_.begin_like_before(begin_string_, header_.length);
        writer_.overwrite_uint(header_.number_at, number, digits);
        writer_.overwrite_time(header_.time_at, now_, precision_);
        return writer_;
    }
    write_header(msg_type, number, false);
    note_header(msg_type, digits);
    return writer_;
}

/// Where in the header that was written is what the next message has otherwise. A header that was
/// refused, and the type of a venue with many characters, are not kept.
void Outbound::note_header(std::string_view msg_type, unsigned digits) noexcept {
    const std::size_t length = writer_.body().size();
    header_.length = length;
    if (msg_type.size() > header_.type.size() || writer_.refused().status != WriteStatus::Ok) {
        return;
    }
    header_.type_length = msg_type.copy(header_.type.data(), header_.type.size());
    header_.digits = digits;
    header_.number_at =
        TagText(tag::kMsgType).length() + msg_type.size() + 1 + TagText(tag::kMsgSeqNum).length();
    header_.time_at = length - target_.size() - 1 - timestamp_length(precision_);
}

LogonHeader Outbound::logon_header() const noexcept {
    constexpr std::string_view kSendingTime =
        "\x01"
        "52=";
    const std::string_view body = writer_.body();
    const std::size_t first = body.find(kSendingTime) + kSendingTime.size();
    return {store_->next_out(), body.substr(first, body.find(kSoh, first) - first)};
}

SendStatus Outbound::finish(bool goes_out) noexcept {
    end_message();
    const Bytes message = writer_.finish();
    if (message.empty() || message.size() > message_length_max_) [[unlikely]] {
        return SendStatus::FieldRefused;
    }
    const std::string_view body = writer_.body();
    constexpr std::size_t kMsgTypeAt = 3;  // behind 35=
    const std::string_view msg_type =
        header_.is_kept() ? header_.msg_type()
                          : body.substr(kMsgTypeAt, body.find(kSoh, kMsgTypeAt) - kMsgTypeAt);
    const std::uint64_t number = store_->next_out();
    std::uint64_t keep_from = resend_next_ < resend_end_ ? std::min(resend_next_, fresh_) : fresh_;
    if (!goes_out) {
        keep_from = std::min(keep_from, unsent_);
    }
    const bool goes_at_once = goes_out && fresh_ == number && resend_next_ == resend_end_ &&
                              number < end_ && output_.has_room(message.size());
    // A Logon is never resent: a store, perhaps a file, needs no password.
    const bool is_kept = !goes_at_once || msg_type != msg_type::kLogon;
    const std::string_view fields = is_kept ? body.substr(header_.length) : std::string_view();
    if (!store_->try_append({msg_type, now_, fields}, keep_from)) [[unlikely]] {
        return SendStatus::StoreFull;
    }
    ++counters_.messages;
    if (!goes_out) {
        return SendStatus::Stored;
    }
    if (goes_at_once) [[likely]] {
        put(message);
        ++fresh_;
    }
    return SendStatus::Sent;
}

void Outbound::put(Bytes message) noexcept {
    taken_at_ = output_.empty() ? clock_ : taken_at_;
    put_at_ = clock_;
    output_.append(message);
}

void Outbound::resend(std::uint64_t first, std::uint64_t last) noexcept {
    const std::uint64_t end = std::min(last, fresh_ - 1) + 1;
    if (first >= end) {
        return;
    }
    if (resend_next_ == resend_end_) {
        resend_next_ = first;
        resend_end_ = end;
        return;
    }
    // Another request while one is being answered: both ranges, and what is between them.
    resend_next_ = std::min(resend_next_, first);
    resend_end_ = std::max(resend_end_, end);
}

void Outbound::pump() noexcept {
    for (std::size_t i = 0; i < messages_per_pump_ && can_pump(); ++i) {
        HOTPATH_ASSERT(!has_begun_, "call send() first: its buffer is needed");
        if (resend_next_ < resend_end_) {
            put_again();
        } else {
            put_fresh();
        }
    }
}

void Outbound::put_fresh() noexcept {
    const auto stored = store_->find(fresh_);
    HOTPATH_ASSERT(stored.has_value(), "an unsent message must be in the store");
    write_header(stored->msg_type, fresh_, false);
    writer_.add_fields(stored->fields);
    put(writer_.finish());
    ++fresh_;
}

void Outbound::put_again() noexcept {
    const std::uint64_t next = end_of_gap(resend_next_);
    if (next > resend_next_) {
        put_gap_fill(resend_next_, next);
        resend_next_ = next;
        return;
    }
    const auto stored = store_->find(resend_next_);
    write_header(stored->msg_type, resend_next_, true);
    writer_.add_time(tag::kOrigSendingTime, stored->sending_time, precision_);
    writer_.add_fields(stored->fields);
    const Bytes message = writer_.finish();
    if (message.empty() || message.size() > message_bytes_max_) [[unlikely]] {
        put_gap_fill(resend_next_, resend_next_ + 1);  // stored under a larger message_length_max
    } else {
        put(message);
        ++counters_.resent;
    }
    ++resend_next_;
}

bool Outbound::is_resent(std::uint64_t number) const noexcept {
    const auto stored = store_->find(number);
    return stored && (!is_admin(stored->msg_type) || stored->msg_type == msg_type::kReject) &&
           now_ - stored->sending_time <= resend_age_max_;
}

std::uint64_t Outbound::end_of_gap(std::uint64_t first) const noexcept {
    std::uint64_t next = std::max(first, std::min(store_->first_kept(), resend_end_));
    const std::uint64_t last = std::min(resend_end_, next + kGapMax);
    while (next < last && !is_resent(next)) {
        ++next;
    }
    return next;
}

void Outbound::put_gap_fill(std::uint64_t first, std::uint64_t next) noexcept {
    write_header(msg_type::kSequenceReset, first, true);
    writer_.add_time(tag::kOrigSendingTime, now_, precision_);
    writer_.add_uint(tag::kNewSeqNo, next);
    writer_.add_boolean(tag::kGapFillFlag, true);
    put(writer_.finish());
    ++counters_.gap_fills;
}

void Outbound::take(std::size_t bytes) noexcept {
    if (bytes == 0) {
        return;
    }
    output_.take(bytes);
    taken_at_ = clock_;
    counters_.bytes += bytes;
}

}  // namespace hotpath::protocols::fix
