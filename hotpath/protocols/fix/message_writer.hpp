#pragma once
/// FIX messages to send, written field by field into a buffer of the caller.
///
///   MessageWriter writer(buffer);
///   writer.begin("FIX.4.4", "D");
///   writer.add(tag::kClOrdId, "17");
///   writer.add_decimal(tag::kPrice, {1250, 2});
///   send(writer.finish());
///
///   | room for BeginString, BodyLength | 35=D|11=17|44=12.50| room for CheckSum |
///                                      ^ begin() starts here; finish() writes what is before and
///                                        behind, when the length and the sum are known
///
/// BodyLength has no leading zeros: the message begins where it needs to. A value that is empty,
/// has a SOH in it or does not fit is refused: finish() then gives no bytes, and refused() says
/// which tag and why. Fields stand in the order of the calls; a group is its count and its entries'
/// fields.
///
/// A tag that is a constant is written as one word. Threads: one owner. Allocation: none.
/// Complexity: O(characters).

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/fix/checksum.hpp"
#include "hotpath/protocols/fix/digits.hpp"
#include "hotpath/protocols/fix/short_text.hpp"
#include "hotpath/protocols/fix/tags.hpp"

namespace hotpath::protocols::fix {

/// A tag and its `=` as characters; the compiler makes those of a constant.
class TagText {
  public:
    static constexpr std::size_t kLengthMax = 8;

    consteval TagText(Tag tag) : TagText(tag, 0) {}  // NOLINT(google-explicit-constructor)

    /// Returns the text of a tag known at run time, 1 to kTagMax.
    [[nodiscard]] static constexpr TagText of(Tag tag) noexcept { return {tag, 0}; }

    [[nodiscard]] constexpr Tag tag() const noexcept { return tag_; }
    [[nodiscard]] constexpr std::size_t length() const noexcept { return length_; }
    [[nodiscard]] constexpr const std::array<char, kLengthMax>& characters() const noexcept {
        return characters_;
    }

  private:
    constexpr TagText(Tag tag, int) noexcept : tag_(tag) {
        HOTPATH_ASSERT(tag != kNoTag && tag <= kTagMax, "a tag must have 1 to 7 digits");
        std::size_t digits = 1;
        for (Tag rest = tag / 10; rest > 0; rest /= 10) {
            ++digits;
        }
        length_ = digits + 1;
        characters_[digits] = '=';
        for (Tag rest = tag; digits > 0; rest /= 10) {
            characters_[--digits] = static_cast<char>('0' + rest % 10);
        }
    }

    std::array<char, kLengthMax> characters_{};
    std::size_t length_ = 0;
    Tag tag_;
};

/// The reason why a field was refused.
enum class WriteStatus : std::uint8_t {
    Ok,
    NoRoom,            // the buffer is too short
    EmptyValue,        // a field must have a value
    DelimiterInValue,  // SOH within a value that is no data
};

class MessageWriter {
  public:
    static constexpr std::size_t kBeginStringLengthMax = 12;

    /// The first refused field; status Ok if there is none.
    struct Refusal {
        WriteStatus status = WriteStatus::Ok;
        Tag tag = kNoTag;
    };

    /// Writes into `buffer`, which must outlive the writer and have room for kPrefixLength and
    /// kCheckSumLength bytes and the message between them.
    explicit MessageWriter(MutableBytes buffer) noexcept
        : body_(reinterpret_cast<char*>(buffer.data()) + kPrefixLength),
          end_(reinterpret_cast<char*>(buffer.data()) + buffer.size() - kCheckSumLength),
          place_(body_) {
        HOTPATH_ASSERT(buffer.size() >= kPrefixLength + kCheckSumLength,
                       "the buffer must have room for BodyLength and CheckSum");
    }

    static constexpr std::size_t kPrefixLength = 32;
    static constexpr std::size_t kCheckSumLength = kCheckSumFieldLength;

    /// Begins a message and forgets the previous one. `begin_string`, at most kBeginStringLengthMax
    /// characters, lives until finish().
    void begin(std::string_view begin_string, std::string_view msg_type) noexcept {
        HOTPATH_ASSERT(begin_string.size() <= kBeginStringLengthMax,
                       "BeginString must have at most 12 characters");
        begin_string_ = begin_string;
        refusal_ = {};
        place_ = body_;
        add(tag::kMsgType, msg_type);
    }

    /// Begins another message whose first `length` characters, from MsgType on, are those of the
    /// previous message. Overwrite what is different.
    void begin_like_before(std::string_view begin_string, std::size_t length) noexcept {
        HOTPATH_ASSERT(begin_string.size() <= kBeginStringLengthMax && body_ + length <= end_,
                       "length must be at most that of the previous message");
        begin_string_ = begin_string;
        refusal_ = {};
        place_ = body_ + length;
    }
    /// Writes a number of as many digits over the one that begins `at` characters into the body.
    void overwrite_uint(std::size_t at, std::uint64_t value, unsigned digits) noexcept {
        detail::write_digits(body_ + at, value, digits);
    }
    /// Writes a time of the same precision over the one that begins `at` characters into the body.
    void overwrite_time(std::size_t at, Time time, TimePrecision precision) noexcept {
        static_cast<void>(timestamp_.write(body_ + at, time, precision));
    }

    /// Adds a field of text. Refused, as by the other add functions, if it has no room; also if it
    /// is empty or has a SOH in it.
    void add(TagText tag, std::string_view value) noexcept {
        if (value.empty() || !has_room(value.size())) [[unlikely]] {
            return refuse(tag, value.empty() ? WriteStatus::EmptyValue : WriteStatus::NoRoom);
        }
        char* const to = write_tag(tag);
        if (has_soh_copying(to, value)) [[unlikely]] {
            return refuse(tag, WriteStatus::DelimiterInValue);
        }
        end_field(to + value.size());
    }

    /// Adds a field of one character; refused if that is SOH.
    void add_char(TagText tag, char value) noexcept {
        if (value == kSoh || !has_room(1)) [[unlikely]] {
            return refuse(tag, has_room(1) ? WriteStatus::DelimiterInValue : WriteStatus::NoRoom);
        }
        char* const to = write_tag(tag);
        *to = value;
        end_field(to + 1);
    }

    void add_boolean(TagText tag, bool value) noexcept { add_char(tag, value ? 'Y' : 'N'); }

    /// Adds a field with a whole number.
    void add_uint(TagText tag, std::uint64_t value) noexcept {
        if (!has_room(kIntLengthMax)) [[unlikely]] {
            return refuse(tag, WriteStatus::NoRoom);
        }
        end_field(write_uint(write_tag(tag), value));
    }

    void add_int(TagText tag, std::int64_t value) noexcept {
        if (!has_room(kIntLengthMax)) [[unlikely]] {
            return refuse(tag, WriteStatus::NoRoom);
        }
        end_field(write_int(write_tag(tag), value));
    }

    /// Adds a field with a decimal; value.decimals must be at most kDecimalsMax.
    void add_decimal(TagText tag, Decimal value) noexcept {
        if (!has_room(kDecimalLengthMax)) [[unlikely]] {
            return refuse(tag, WriteStatus::NoRoom);
        }
        end_field(write_decimal(write_tag(tag), value));
    }

    /// Adds a field with a UTC time: nanoseconds since 1970, at least 0.
    void add_time(TagText tag, Time time, TimePrecision precision) noexcept {
        if (!has_room(kTimestampLengthMax)) [[unlikely]] {
            return refuse(tag, WriteStatus::NoRoom);
        }
        end_field(timestamp_.write(write_tag(tag), time, precision));
    }

    /// Adds a length field and the data field after it, which may have any bytes.
    void add_data(TagText length_tag, TagText data_tag, std::string_view value) noexcept {
        add_uint(length_tag, value.size());
        if (value.empty() || !has_room(value.size())) [[unlikely]] {
            return refuse(data_tag, value.empty() ? WriteStatus::EmptyValue : WriteStatus::NoRoom);
        }
        char* const to = write_tag(data_tag);
        std::memcpy(to, value.data(), value.size());
        end_field(to + value.size());
    }

    /// Adds whole fields made before, each with its SOH: those that every message has.
    void add_fields(std::string_view fields) noexcept {
        if (!has_room(fields.size())) [[unlikely]] {
            return refuse(TagText(tag::kMsgType), WriteStatus::NoRoom);
        }
        place_ = copy_text(place_, fields);
    }

    /// Returns the first refusal since begin().
    [[nodiscard]] Refusal refused() const noexcept { return refusal_; }
    /// Returns the characters written so far, from MsgType on; valid as long as the buffer.
    [[nodiscard]] std::string_view body() const noexcept {
        return {body_, static_cast<std::size_t>(place_ - body_)};
    }

    /// Writes length and checksum and returns the message, valid until the next begin(); no bytes
    /// if a field was refused.
    [[nodiscard]] Bytes finish() noexcept {
        if (refusal_.status != WriteStatus::Ok) [[unlikely]] {
            return {};
        }
        const auto length = static_cast<std::uint64_t>(place_ - body_);
        const unsigned digits = detail::digits_of(length);
        char* first = write_before(body_, "\x01");
        first -= digits;
        detail::write_digits(first, length, digits);
        first = write_before(first,
                             "\x01"
                             "9=");
        first -= begin_string_.size();
        copy_text(first, begin_string_);
        first = write_before(first, "8=");
        std::memcpy(place_, "10=", 3);
        write_check_sum(place_ + 3, checksum({to_bytes(first), to_bytes(place_)}));
        place_[kCheckSumLength - 1] = kSoh;
        return {to_bytes(first), to_bytes(place_ + kCheckSumLength)};
    }

  private:
    [[nodiscard]] static const std::byte* to_bytes(const char* text) noexcept {
        return reinterpret_cast<const std::byte*>(text);
    }

    /// For a tag, a value and SOH.
    [[nodiscard]] bool has_room(std::size_t value_length) const noexcept {
        return static_cast<std::size_t>(end_ - place_) > TagText::kLengthMax + value_length;
    }

    [[nodiscard]] char* write_tag(TagText tag) noexcept {
        std::memcpy(place_, tag.characters().data(), TagText::kLengthMax);
        return place_ + tag.length();
    }

    void end_field(char* value_end) noexcept {
        *value_end = kSoh;
        place_ = value_end + 1;
    }

    /// The first refusal stays.
    void refuse(TagText tag, WriteStatus status) noexcept {
        if (refusal_.status == WriteStatus::Ok) {
            refusal_ = {status, tag.tag()};
        }
    }

    static char* write_before(char* end, std::string_view text) noexcept {
        std::memcpy(end - text.size(), text.data(), text.size());
        return end - text.size();
    }

    [[nodiscard]] static bool has_soh(std::uint64_t word) noexcept {
        constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
        static_assert(kSoh == 1);
        const std::uint64_t other = word ^ kOnes;
        return ((other - kOnes) & ~other & (kOnes << 7U)) != 0;
    }

    /// Copies a value, and says whether a SOH was in it. Eight characters at a time, the last eight
    /// perhaps for the second time.
    [[nodiscard]] static bool has_soh_copying(char* to, std::string_view value) noexcept {
        constexpr std::size_t kWord = sizeof(std::uint64_t);
        const char* const from = value.data();
        const std::size_t size = value.size();
        bool is_found = false;
        if (size >= kWord / 2 && size < kWord) {
            const std::size_t last = size - kWord / 2;
            const auto begin = detail::load_word<std::uint32_t>(from);
            const auto end = detail::load_word<std::uint32_t>(from + last);
            std::memcpy(to, &begin, sizeof begin);
            std::memcpy(to + last, &end, sizeof end);
            return has_soh(std::uint64_t{begin} << 32U | end);
        }
        if (size < kWord) {
            for (std::size_t i = 0; i < size; ++i) {
                to[i] = from[i];
                is_found |= from[i] == kSoh;
            }
            return is_found;
        }
        for (std::size_t i = 0; i < size; i += kWord) {
            const std::size_t place = i + kWord <= size ? i : size - kWord;
            std::uint64_t word;
            std::memcpy(&word, from + place, kWord);
            std::memcpy(to + place, &word, kWord);
            is_found |= has_soh(word);
        }
        return is_found;
    }

    char* body_;
    char* end_;  // CheckSum begins here at the latest
    char* place_;
    std::string_view begin_string_;
    Refusal refusal_;
    TimestampText timestamp_;
};

}  // namespace hotpath::protocols::fix
