#include "hotpath/protocols/fix/framer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/fix/checksum.hpp"
#include "hotpath/protocols/fix/digit_words.hpp"
#include "hotpath/protocols/fix/tags.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kBegin = "8=FIX";
constexpr std::string_view kBodyLength = "9=";
constexpr std::string_view kMsgType = "35=";
constexpr std::string_view kCheckSum = "10=";
constexpr std::string_view kCheckSumAfterField =
    "\x01"
    "10=";
constexpr std::size_t kVersionLength = 5;  // .n.n and SOH
constexpr std::size_t kBodyLengthDigitsMax = 7;
constexpr std::size_t kCheckSumDigits = 3;

/// All of `beginning`, or as much of it as the text has.
bool begins_like(std::string_view text, std::string_view beginning) noexcept {
    return text.substr(0, beginning.size()) == beginning.substr(0, text.size());
}

/// Where a message may begin, at `first` or later; the end of the text when nowhere. 58=FIX is no
/// beginning.
std::size_t find_begin(std::string_view text, std::size_t first) noexcept {
    for (std::size_t place = text.find(kBegin.front(), first); place < text.size();
         place = text.find(kBegin.front(), place + 1)) {
        const bool is_end_of_tag = place > 0 && is_digit(text[place - 1]);
        if (!is_end_of_tag && begins_like(text.substr(place), kBegin)) {
            return place;
        }
    }
    return text.size();
}

bool is_version(std::string_view text) noexcept {
    return text[0] == '.' && is_digit(text[1]) && text[2] == '.' && is_digit(text[3]) &&
           text[4] == kSoh;
}

/// The characters of a text as one word, the first lowest: at most eight.
consteval std::uint64_t word_of(std::string_view text) noexcept {
    std::uint64_t word = 0;
    for (std::size_t i = text.size(); i > 0; --i) {
        word = word << 8U | static_cast<unsigned char>(text[i - 1]);
    }
    return word;
}

bool is_digit_at(Bytes bytes, std::size_t place) noexcept {
    return is_digit(std::to_integer<char>(bytes[place]));
}

/// The length of the whole message that the stream begins with, when it is as nearly all are:
/// 8=FIX.n.n, BodyLength, MsgType, and a CheckSum that is the sum. Otherwise 0: scan() says what it
/// is.
std::size_t whole_length(Bytes stream, std::size_t length_max) noexcept {
    constexpr std::uint64_t kVersion = std::uint64_t{0xFF} << 48U;
    constexpr std::uint32_t kSubversion = 0xFF;
    constexpr std::size_t kDigits = 12;  // where those of BodyLength begin
    constexpr std::size_t kLengthMin = 32;
    if (stream.size() < kLengthMin) {
        return 0;
    }
    const std::uint64_t begin = load_le<std::uint64_t>(stream.data());
    const std::uint32_t rest = load_le<std::uint32_t>(stream.data() + sizeof begin);
    constexpr std::uint64_t kBeginWord = word_of("8=FIX.\0."sv);
    constexpr std::uint64_t kRestWord = word_of(
        "\0\x01"
        "9="sv);
    if ((begin & ~kVersion) != kBeginWord || (rest & ~kSubversion) != kRestWord ||
        !is_digit_at(stream, 6) || !is_digit_at(stream, 8)) {
        return 0;
    }
    std::size_t place = kDigits;
    std::size_t body_length = 0;
    for (; place < kDigits + kBodyLengthDigitsMax && is_digit_at(stream, place); ++place) {
        body_length = body_length * 10 + std::to_integer<std::size_t>(stream[place]) - '0';
    }
    constexpr std::uint32_t kBodyWord = word_of(
        "\x01"
        "35="sv);
    const std::size_t body_end = place + 1 + body_length;
    const std::size_t length = body_end + kCheckSumFieldLength;
    if (place == kDigits || load_le<std::uint32_t>(stream.data() + place) != kBodyWord ||
        length > length_max || length > stream.size()) {
        return 0;
    }
    const unsigned sum = sum_in_field(load_le<std::uint64_t>(stream.data() + body_end - 1));
    return sum == checksum(stream.first(body_end)) ? length : 0;
}

}  // namespace

std::string_view name(FrameStatus status) noexcept {
    constexpr std::string_view kNames[kFrameStatuses] = {
        "whole",          "need more",  "no BeginString", "bad BeginString",
        "bad BodyLength", "no MsgType", "bad CheckSum",   "too long"};
    return kNames[static_cast<std::size_t>(status)];
}

Framer::Framer(std::size_t message_length_max) : partial_(message_length_max) {
    HOTPATH_ASSERT(message_length_max >= kMessageLengthMin,
                   "message_length_max must leave room for a message");
}

FrameStatus Framer::next(Bytes& stream, Bytes& message) noexcept {
    message = {};
    if (held_ == 0 && !is_behind_digit_) [[likely]] {
        if (stream.empty()) {
            return FrameStatus::NeedMore;
        }
        if (const std::size_t length = whole_length(stream, partial_.size()); length != 0) {
            message = stream.first(length);
            stream = stream.subspan(length);
            is_skipping_ = false;
            return FrameStatus::Whole;
        }
    }
    return next_scanned(stream, message);
}

/// Whatever it is that the stream begins with.
FrameStatus Framer::next_scanned(Bytes& stream, Bytes& message) noexcept {
    drop_held(std::exchange(handed_on_, 0));
    for (;;) {
        const Scan found = held_ == 0 ? scan(stream) : scan_held(stream);
        if (found.status == FrameStatus::NeedMore) {
            hold(stream);
            return found.status;
        }
        const bool is_reported = found.status == FrameStatus::NoBeginString && is_skipping_;
        is_skipping_ = found.status != FrameStatus::Whole;
        if (found.status == FrameStatus::Whole) {
            message = (held_ == 0 ? stream : Bytes(partial_.items())).first(found.length);
        }
        is_behind_digit_ = is_digit(last_of(stream, found.length));
        if (found.status == FrameStatus::Whole && found.length < held_) [[unlikely]] {
            handed_on_ = found.length;  // what is behind it was received while it was in doubt
            return found.status;
        }
        take(stream, found.length);
        if (!is_reported) {
            return found.status;
        }
    }
}

void Framer::clear() noexcept {
    held_ = 0;
    handed_on_ = 0;
    is_skipping_ = false;
    is_behind_digit_ = false;
}

/// The last of so many bytes of what is held and the stream behind it.
char Framer::last_of(Bytes stream, std::size_t length) const noexcept {
    const std::byte last =
        length <= held_ ? partial_.items()[length - 1] : stream[length - held_ - 1];
    return std::to_integer<char>(last);
}

/// Uses up the first bytes of what is held and the stream behind it.
void Framer::take(Bytes& stream, std::size_t length) noexcept {
    if (length >= held_) {
        stream = stream.subspan(length - held_);
        held_ = 0;
        return;
    }
    drop_held(length);
}

/// Takes the first bytes of what is held out of it.
void Framer::drop_held(std::size_t length) noexcept {
    if (length != 0) {
        std::memmove(partial_.items().data(), partial_.items().data() + length, held_ - length);
        held_ -= length;
    }
}

void Framer::hold(Bytes& stream) noexcept {
    HOTPATH_ASSERT(stream.size() <= partial_.size() - held_,
                   "a partial message must fit in message_length_max");
    if (!stream.empty()) {
        std::memcpy(partial_.items().data() + held_, stream.data(), stream.size());
    }
    held_ += stream.size();
    stream = {};
}

/// What is held, continued by as many bytes of the stream as it takes to know.
Framer::Scan Framer::scan_held(Bytes stream) noexcept {
    const std::span<std::byte> partial = partial_.items();
    std::size_t length = held_;
    for (;;) {
        const Scan found = scan(partial.first(length));
        const Bytes rest = stream.subspan(length - held_);
        if (found.status != FrameStatus::NeedMore || rest.empty()) {
            return found;
        }
        const std::size_t more = std::min(found.length - length, rest.size());
        std::memcpy(partial.data() + length, rest.data(), more);
        length += more;
    }
}

Framer::Scan Framer::scan(Bytes bytes) const noexcept {
    const std::string_view text = as_text(bytes);
    if (text.empty()) {
        return {FrameStatus::NeedMore, 1};
    }
    if (is_behind_digit_ || !begins_like(text, kBegin)) {
        return {FrameStatus::NoBeginString, find_begin(text, 1)};
    }
    const bool is_transport = text.size() > kBegin.size() && text[kBegin.size()] == 'T';
    const std::size_t version = kBegin.size() + (is_transport ? 1 : 0);
    std::size_t place = version + kVersionLength;
    if (text.size() < place) {
        return {FrameStatus::NeedMore, place};
    }
    if (!is_version(text.substr(version, kVersionLength))) {
        return {FrameStatus::BadBeginString, find_begin(text, 1)};
    }
    if (!begins_like(text.substr(place), kBodyLength)) {
        return {FrameStatus::BadBodyLength, find_begin(text, 1)};
    }
    place += kBodyLength.size();
    const std::size_t digits = place;
    std::size_t body_length = 0;
    for (; place < text.size() && is_digit(text[place]) && place < digits + kBodyLengthDigitsMax;
         ++place) {
        body_length = body_length * 10 + static_cast<std::size_t>(text[place] - '0');
    }
    if (place >= text.size()) {
        return {FrameStatus::NeedMore, text.size() + 1};
    }
    if (place == digits || text[place] != kSoh) {
        return {FrameStatus::BadBodyLength, find_begin(text, 1)};
    }
    return scan_body(bytes, place + 1, body_length);
}

Framer::Scan Framer::scan_body(Bytes bytes, std::size_t body, std::size_t length) const noexcept {
    const std::string_view text = as_text(bytes);
    const std::size_t body_end = body + length;
    const std::size_t message_length = body_end + kCheckSumFieldLength;
    if (message_length > partial_.size()) {
        return {FrameStatus::TooLong, find_begin(text, 1)};
    }
    if (!begins_like(text.substr(body), kMsgType)) {
        return {FrameStatus::NoMsgType, find_begin(text, 1)};
    }
    if (text.size() < message_length) {
        return {FrameStatus::NeedMore, message_length};
    }
    if (text[body_end - 1] != kSoh || !text.substr(body_end).starts_with(kCheckSum)) {
        return scan_wrong_length(bytes, body_end);
    }
    const std::string_view digits = text.substr(body_end + kCheckSum.size(), kCheckSumDigits);
    const bool is_field = std::ranges::all_of(digits, is_digit) && text[message_length - 1] == kSoh;
    if (!is_field) {
        return {FrameStatus::BadCheckSum, find_begin(text, 1)};
    }
    const bool is_sum = to_uint(digits) == checksum(bytes.first(body_end));
    return {is_sum ? FrameStatus::Whole : FrameStatus::BadCheckSum, message_length};
}

/// No CheckSum behind the bytes that BodyLength counts: the message goes to the next one.
Framer::Scan Framer::scan_wrong_length(Bytes bytes, std::size_t body_end) const noexcept {
    // A message is no longer than the buffer, however much of the stream is at hand.
    const std::string_view text = as_text(bytes).substr(0, partial_.size());
    const std::size_t field = text.find(kCheckSumAfterField, body_end - 1);
    const std::size_t end = field == std::string_view::npos ? field : text.find(kSoh, field + 1);
    if (end != std::string_view::npos) {
        return {FrameStatus::BadBodyLength, end + 1};
    }
    if (text.size() < partial_.size()) {
        return {FrameStatus::NeedMore, std::min(2 * text.size(), partial_.size())};
    }
    return {FrameStatus::BadBodyLength, find_begin(text, 1)};
}

}  // namespace hotpath::protocols::fix
