#include "hotpath/protocols/fix/venue/fix_stream.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "hotpath/core/field_bytes.hpp"
#include "hotpath/exchange/market/feed_history.hpp"
#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/session/msg_types.hpp"
#include "hotpath/protocols/fix/values.hpp"
#include "hotpath/protocols/fix/venue/fix_reports.hpp"

namespace hotpath::exchange {

using protocols::fix::StoredMessage;

namespace {

constexpr std::size_t kRecordMax = FixStream::kPrefixLength + kFixReplyLengthMax;
/// SendingTime of a report that an earlier process sent.
constexpr Time kUnknownTime{};

/// When the report was made: as long before it was sent as the journal takes. 1970 without the field.
[[nodiscard]] Time transact_time_of(std::string_view fields) noexcept {
    return protocols::fix::to_time(protocols::fix::first_value(fields, "60=")).value_or(Time{});
}

}  // namespace

std::optional<StoredMessage> FixStream::find(std::uint64_t number) const noexcept {
    if (number < first_ || number >= next_out_) {
        return std::nullopt;
    }
    const auto after = std::ranges::upper_bound(runs(), number, {}, &Run::first);
    std::uint64_t own_before = 0;
    if (after != runs().begin()) {
        const Run& run = *(after - 1);
        if (number < run.first + run.count) {
            return own_message(number, run.before + (number - run.first));
        }
        own_before = run.before + run.count;
    }
    return report(report_first_ + (number - first_ - own_before));
}

std::optional<StoredMessage> FixStream::own_message(std::uint64_t number,
                                                    std::uint64_t ordinal) const noexcept {
    const OwnMessage& kept = own_kept_[ordinal % kOwnKeptMax];
    if (kept.number != number) {
        return std::nullopt;
    }
    return StoredMessage{{&kept.msg_type, 1}, kept.sending_time, {kept.fields.data(), kept.length}};
}

std::optional<StoredMessage> FixStream::report(std::uint64_t index) const noexcept {
    if (!reports_.contains(index)) {
        return std::nullopt;
    }
    const Bytes bytes = reports_.at(index);
    const auto type_length = std::to_integer<std::size_t>(bytes[kPrefixLength - 1]);
    const std::string_view text = as_text(bytes.subspan(kPrefixLength));
    const std::string_view fields = text.substr(type_length);
    const Time sent{load_i64(bytes.data())};
    return StoredMessage{text.substr(0, type_length),
                         sent == kUnknownTime ? transact_time_of(fields) : sent, fields};
}

bool FixStream::try_append(const StoredMessage& message, std::uint64_t keep_from) noexcept {
    if (protocols::fix::is_admin(message.msg_type)) {
        return try_append_own(message, keep_from);
    }
    const std::size_t length = kPrefixLength + message.msg_type.size() + message.fields.size();
    std::array<std::byte, kRecordMax> room;
    if (length > room.size()) {
        return false;
    }
    store_i64(room.data(), message.sending_time.value);
    room[kPrefixLength - 1] = static_cast<std::byte>(message.msg_type.size());
    auto to = reinterpret_cast<char*>(room.data()) + kPrefixLength;
    to = std::ranges::copy(message.msg_type, to).out;
    std::ranges::copy(message.fields, to);
    const bool is_kept = reports_.try_append(Bytes(room).first(length));
    next_out_ += is_kept ? 1U : 0U;
    return is_kept;
}

bool FixStream::try_append_own(const StoredMessage& message, std::uint64_t keep_from) noexcept {
    OwnMessage& place = own_kept_[own() % kOwnKeptMax];
    const bool is_waiting = place.number != 0 && place.number >= keep_from &&
                            place.number >= first_ && place.number < next_out_;
    if (is_waiting || message.fields.size() > kOwnLengthMax || !try_note_own(next_out_)) {
        return false;
    }
    place.number = next_out_;
    place.sending_time = message.sending_time;
    place.msg_type = message.msg_type[0];
    place.length = static_cast<std::uint32_t>(message.fields.size());
    std::ranges::copy(message.fields, place.fields.begin());
    add_run(next_out_, 1);
    ++next_out_;
    return true;
}

/// One place stays free for a reset.
bool FixStream::try_note_own(std::uint64_t number) noexcept {
    if (runs_size_ == runs_.size()) {
        return false;
    }
    if (changes_size_ != 0) {
        FixNumbers& last = changes_[changes_size_ - 1];
        if (last.kind == FixNumbers::Kind::Own && last.number + last.count == number) {
            ++last.count;
            return true;
        }
    }
    if (changes_size_ + 1 >= kChangesMax) {
        return false;
    }
    changes_[changes_size_++] = {.kind = FixNumbers::Kind::Own, .number = number, .count = 1};
    return true;
}

void FixStream::add_run(std::uint64_t number, std::uint32_t count) noexcept {
    if (runs_size_ != 0) {
        Run& last = runs_[runs_size_ - 1];
        if (last.first + last.count == number) {
            last.count += count;
            return;
        }
    }
    runs_[runs_size_] = {.first = number, .before = own(), .count = count};
    ++runs_size_;
}

void FixStream::set_next_out(std::uint64_t number) noexcept {
    next_out_ = number;
    forget();
}

/// What came before has no meaning any more, also for the journal.
void FixStream::reset(Time now) noexcept {
    const FixNumbers change{.kind = FixNumbers::Kind::Reset,
                            .number = reports_before_ + reports_.size()};
    apply(change);
    created_at_ = now;
    changes_[0] = change;
    changes_size_ = 1;
}

void FixStream::forget() noexcept {
    first_ = next_out_;
    report_first_ = reports_.size() + 1;
    runs_size_ = 0;
    for (OwnMessage& kept : own_kept_.items()) {
        kept.number = 0;
    }
}

bool FixStream::try_keep(Bytes report) noexcept {
    const std::optional<protocols::fix::BodyText> text =
        protocols::fix::split_body(as_text(report));
    return text && try_append({text->msg_type, kUnknownTime, text->fields}, 0);
}

void FixStream::apply(const FixNumbers& numbers) noexcept {
    if (numbers.kind == FixNumbers::Kind::Reset) {
        const std::uint64_t before =
            numbers.number - std::min(numbers.number, reports_before_);  // of this day
        next_out_ = 1;
        forget();
        report_first_ = std::min(before, reports_.size()) + 1;
        next_out_ += reports_.size() + 1 - report_first_;
        next_in_ = recorded_in_ = 1;
        return;
    }
    next_out_ += numbers.count;
    if (numbers.number < first_) {
        first_ += numbers.count;  // of the day before
    } else if (runs_size_ == runs_.size()) {
        forget();
    } else {
        add_run(numbers.number, numbers.count);
    }
}

void FixStream::begin_day() noexcept {
    reports_before_ += reports_.size();
    reports_.clear();
    forget();
}

/// What a replay has, too: no times of sending, the number after the last recorded message, and own
/// numbers before the first report as numbers that are not kept.
void FixStream::save(StateWriter& writer) const {
    std::array<std::byte, kRecordMax> room;
    writer.put(reports_.size());
    for (std::uint64_t index = 1; index <= reports_.size(); ++index) {
        const Bytes bytes = reports_.at(index);
        std::ranges::copy(bytes, room.begin());
        store_i64(room.data(), 0);
        writer.put_bytes(Bytes(room).first(bytes.size()));
    }
    writer.put(reports_.is_ended());
    const bool begins_with_own = runs_size_ != 0 && runs_[0].first == first_;
    const std::span<const Run> rest = runs().subspan(begins_with_own ? 1 : 0);
    const std::uint64_t first = first_ + (begins_with_own ? runs_[0].count : 0);
    for (const std::uint64_t value : {next_out_, recorded_in_, first, report_first_,
                                      reports_before_, std::uint64_t{rest.size()}}) {
        writer.put(value);
    }
    for (const Run& run : rest) {
        writer.put(run.first);
        writer.put(run.count);
    }
}

void FixStream::load(StateReader& reader) {
    load_stream(reader, reports_);
    for (std::uint64_t* const value :
         {&next_out_, &recorded_in_, &first_, &report_first_, &reports_before_}) {
        *value = reader.get<std::uint64_t>();
    }
    next_in_ = recorded_in_;
    const auto runs = reader.get<std::uint64_t>();
    if (runs > runs_.size()) {
        return reader.refuse();
    }
    runs_size_ = 0;
    for (std::uint64_t n = 0; n < runs && reader.is_ok(); ++n) {
        const auto first = reader.get<std::uint64_t>();
        add_run(first, reader.get<std::uint32_t>());
    }
}

}  // namespace hotpath::exchange
