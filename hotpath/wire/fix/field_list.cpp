#include "hotpath/wire/fix/field_list.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "hotpath/wire/fix/digit_words.hpp"
#include "hotpath/wire/fix/values.hpp"

namespace hotpath::wire::fix {

namespace {

using digit_words::kHighBits;
using digit_words::kOnes;

constexpr std::size_t kWord = digit_words::kCharacters;
constexpr std::size_t kBlock = 64;

const std::byte* bytes_of(const char* text) noexcept {
    return reinterpret_cast<const std::byte*>(text);
}

/// Bit i: text[i] is SOH, of 64 characters.
std::uint64_t soh_places(const char* text) noexcept {
    std::uint64_t places = 0;
#if defined(__SSE2__)
    const __m128i soh = _mm_set1_epi8(kSoh);
    for (unsigned i = 0; i < kBlock; i += sizeof(__m128i)) {
        const __m128i part = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + i));
        const int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(part, soh));
        places |= static_cast<std::uint64_t>(static_cast<unsigned>(mask)) << i;
    }
#else
    constexpr std::uint64_t kLowBits = ~kHighBits;
    constexpr std::uint64_t kGather = 0x0102040810204080ULL;  // the lowest bit of each byte
    for (unsigned i = 0; i < kBlock; i += kWord) {
        const std::uint64_t word = load_le<std::uint64_t>(bytes_of(text) + i) ^ (kOnes * kSoh);
        const std::uint64_t is_zero = ~(((word & kLowBits) + kLowBits) | word | kLowBits);
        places |= ((is_zero >> 7U) * kGather >> 56U) << i;
    }
#endif
    return places;
}

/// The same from `first` on; bits behind the end of the text are 0.
std::uint64_t soh_places(std::string_view text, std::size_t first) noexcept {
    const std::size_t rest = text.size() - first;
    if (rest >= kBlock) {
        return soh_places(text.data() + first);
    }
    if (text.size() >= kBlock) {
        return soh_places(text.data() + text.size() - kBlock) >> (kBlock - rest);
    }
    std::array<char, kBlock> block{};
    std::memcpy(block.data(), text.data() + first, rest);
    return soh_places(block.data());
}

/// Eight characters; those behind the end of the text are 0.
std::uint64_t word_at(std::string_view text, std::size_t first) noexcept {
    if (text.size() >= kWord) [[likely]] {
        const std::size_t whole = std::min(first, text.size() - kWord);
        const std::byte* const bytes = std::as_bytes(std::span(text)).data();
        return load_le<std::uint64_t>(bytes + whole) >> (8 * (first - whole));
    }
    std::array<char, kWord> word{};
    std::memcpy(word.data(), text.data() + first, text.size() - first);
    return load_le<std::uint64_t>(bytes_of(word.data()));
}

/// The characters before the first `=` of a word; kWord when it has none.
std::size_t characters_before_equal_sign(std::uint64_t word) noexcept {
    return static_cast<std::size_t>(std::countr_zero(digit_words::places_of(word, '='))) / 8;
}

/// The number in the first 1 to 7 characters of a word; kNoTag when it is none, or begins with 0.
Tag tag_in(std::uint64_t word, std::size_t characters) noexcept {
    if (characters - 1 >= kWord - 1 || (word & 0xFFU) == '0') [[unlikely]] {
        return kNoTag;
    }
    const std::uint64_t digits =
        digit_words::digits(digit_words::last(word << (8 * (kWord - characters)), characters));
    return digit_words::are_digits(digits) ? Tag{digit_words::number_of(digits)} : kNoTag;
}

}  // namespace

std::string_view name(SplitStatus status) noexcept {
    constexpr std::string_view kNames[kSplitStatuses] = {
        "ok", "invalid tag", "no equal sign", "data length", "too many fields", "unterminated"};
    return kNames[static_cast<std::size_t>(status)];
}

FieldList::FieldList(const DataFields& data_fields, const Options& options)
    : data_fields_(data_fields),
      tags_(options.fields_max),
      values_(options.fields_max),
      beginnings_(options.fields_max) {}

SplitStatus FieldList::split(Bytes message) noexcept {
    const std::string_view text = as_text(message);
    text_ = text;
    status_ = SplitStatus::Ok;
    const std::span<Tag> tags = tags_.items();
    Piece* const values = values_.items().data();
    const Beginning* const beginnings = beginnings_.items().data();
    std::size_t size = 0;
    std::uint32_t next = 0;  // where the next field begins
    for (std::size_t block = 0; block < text.size(); block += kBlock) {
        for (std::uint64_t ends = soh_places(text, block); ends != 0; ends &= ends - 1) {
            const auto end = static_cast<std::uint32_t>(
                block + static_cast<std::size_t>(std::countr_zero(ends)));
            if (end < next) {
                continue;  // within data
            }
            if (size == tags.size()) [[unlikely]] {
                size_ = size;
                note(SplitStatus::TooManyFields, size);
                return status_;
            }
            const std::uint64_t word = word_at(text, next);
            const Beginning& beginning = beginnings[size];
            if ((word & beginning.mask) == beginning.characters) [[likely]] {
                tags[size] = beginning.tag;
                values[size] = {next + beginning.length, end};
            } else {
                tags[size] = find_tag(word, next, end, size);
            }
            next = values[size].end + 1;
            ++size;
        }
    }
    if (next < text.size()) [[unlikely]] {
        note(SplitStatus::Unterminated, size);
    }
    size_ = size;
    return status_;
}

/// The tag of a field of these characters, and its value. It is remembered unless it is malformed,
/// or data, whose end is not at the next SOH.
Tag FieldList::find_tag(std::uint64_t word, std::uint32_t begin, std::uint32_t end,
                        std::size_t place) noexcept {
    const std::size_t characters = characters_before_equal_sign(word);
    const Tag tag = tag_in(word, characters);
    const auto length = static_cast<std::uint32_t>(characters + 1);
    tags_[place] = tag;
    values_[place] = {begin + length, end};
    if (tag == kNoTag || begin + length > end) [[unlikely]] {
        keep_malformed(place, {begin, end});
        return kNoTag;
    }
    if (data_fields_.is_data(tag)) [[unlikely]] {
        values_[place].end = end_of_data(place);
        return tag;
    }
    const std::uint64_t mask = ~std::uint64_t{0} >> (8 * (kWord - length));
    beginnings_[place] = {.characters = word & mask, .mask = mask, .tag = tag, .length = length};
    return tag;
}

/// Where the value of the data field at this place ends, by the length field before it.
std::uint32_t FieldList::end_of_data(std::size_t place) noexcept {
    const Piece value = values_[place];
    if (place == 0 || tags_[place - 1] != data_fields_.length_tag(tags_[place])) {
        return value.end;  // data of unknown length: without SOH
    }
    const auto length = to_uint(value_at(place - 1));
    const std::size_t room = text_.size() - value.begin;
    if (!length || *length >= room || text_[value.begin + *length] != kSoh) {
        note(SplitStatus::DataLength, place);
        return value.end;
    }
    return static_cast<std::uint32_t>(value.begin + *length);
}

void FieldList::keep_malformed(std::size_t place, Piece field) noexcept {
    tags_[place] = kNoTag;
    values_[place] = field;
    const bool has_equal_sign = value_at(place).find('=') != std::string_view::npos;
    note(has_equal_sign ? SplitStatus::InvalidTag : SplitStatus::NoEqualSign, place);
}

void FieldList::note(SplitStatus status, std::size_t place) noexcept {
    if (status_ == SplitStatus::Ok) {
        status_ = status;
        malformed_place_ = place;
    }
}

/// The characters before a place that is nearer to the beginning than a word is long.
std::uint64_t FieldList::first_word_before(std::size_t end) const noexcept {
    std::array<char, kWord> word{};
    std::memcpy(word.data() + kWord - end, text_.data(), end);
    return load_le<std::uint64_t>(bytes_of(word.data()));
}

}  // namespace hotpath::wire::fix
