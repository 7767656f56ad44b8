#include "hotpath/protocols/fix/field_list.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>

#include "hotpath/protocols/fix/digit_words.hpp"
#include "hotpath/protocols/fix/soh_places.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

namespace {

constexpr std::size_t kWord = digit_words::kCharacters;

const std::byte* bytes_of(const char* text) noexcept {
    return reinterpret_cast<const std::byte*>(text);
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
      lengths_(options.fields_max),
      ends_(options.fields_max + 1),
      beginnings_(options.fields_max),
      tags_at_hand_(tags_.items().data()),
      lengths_at_hand_(lengths_.items().data()) {
    ends_[0] = kBeforeText;
}

SplitStatus FieldList::split(Bytes message) noexcept {
    text_ = as_text(message);
    status_ = SplitStatus::Ok;
    const FieldLayout* const layout = layouts_.cut(text_, ends_.items().data() + 1);
    if (layout == nullptr) [[unlikely]] {
        return split_field_by_field();
    }
    tags_at_hand_ = layout->tags.data();
    lengths_at_hand_ = layout->lengths.data();
    size_ = layout->size;
    return SplitStatus::Ok;
}

/// A message of any fields, perhaps for the first time.
SplitStatus FieldList::split_field_by_field() noexcept {
    const std::string_view text = text_;
    tags_at_hand_ = tags_.items().data();
    lengths_at_hand_ = lengths_.items().data();
    has_data_ = false;
    size_ = 0;
    std::uint32_t next = 0;  // where the next field begins
    for (std::size_t block = 0; block < text.size(); block += kSohBlock) {
        for (std::uint64_t ends = soh_places(text, block); ends != 0; ends &= ends - 1) {
            const auto end = static_cast<std::uint32_t>(
                block + static_cast<std::size_t>(std::countr_zero(ends)));
            if (end < next) {
                continue;  // within data
            }
            if (size_ == tags_.size()) [[unlikely]] {
                note(SplitStatus::TooManyFields, size_);
                return status_;
            }
            ends_[size_ + 1] = end;
            take_field(word_at(text, next), next, size_);
            next = ends_[size_ + 1] + 1;
            ++size_;
        }
    }
    if (next < text.size()) [[unlikely]] {
        note(SplitStatus::Unterminated, size_);
    }
    if (status_ == SplitStatus::Ok && !has_data_) {
        layouts_.learn(text, tags());
    }
    return status_;
}

/// The tag and the value of the field that begins here, whose end is known.
void FieldList::take_field(std::uint64_t word, std::uint32_t begin, std::size_t place) noexcept {
    const Beginning& beginning = beginnings_[place];
    if ((word & beginning.mask) == beginning.characters) [[likely]] {
        tags_[place] = beginning.tag;
        lengths_[place] = beginning.length;
        return;
    }
    const std::size_t characters = characters_before_equal_sign(word);
    const Tag tag = tag_in(word, characters);
    const auto length = static_cast<std::uint8_t>(characters + 1);
    if (tag == kNoTag || begin + length > ends_[place + 1]) [[unlikely]] {
        keep_malformed(place);
        return;
    }
    tags_[place] = tag;
    lengths_[place] = length;
    if (data_fields_.is_data(tag)) [[unlikely]] {
        has_data_ = true;
        ends_[place + 1] = end_of_data(place);
        return;
    }
    const std::uint64_t mask = ~std::uint64_t{0} >> (8 * (kWord - length));
    beginnings_[place] = {.characters = word & mask, .mask = mask, .tag = tag, .length = length};
}

/// Where the value of the data field at this place ends, by the length field before it.
std::uint32_t FieldList::end_of_data(std::size_t place) noexcept {
    const Piece value = piece_at(place);
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

/// All its characters are its value.
void FieldList::keep_malformed(std::size_t place) noexcept {
    tags_[place] = kNoTag;
    lengths_[place] = 0;
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

}  // namespace hotpath::protocols::fix
