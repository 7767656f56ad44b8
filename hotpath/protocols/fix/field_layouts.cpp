#include "hotpath/protocols/fix/field_layouts.hpp"

#include <algorithm>
#include <bit>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/fix/checksum.hpp"
#include "hotpath/protocols/fix/digit_words.hpp"
#include "hotpath/protocols/fix/soh_places.hpp"

namespace hotpath::protocols::fix {

namespace {

/// The eight characters from here on.
std::uint64_t word_from(const char* text) noexcept {
    return load_le<std::uint64_t>(reinterpret_cast<const std::byte*>(text));
}

/// It ends with SOH and a CheckSum, whichever. A word from the beginning of any other field is then
/// within the text.
bool has_check_sum(std::string_view text) noexcept {
    return text.size() > kCheckSumFieldLength &&
           sum_in_field(word_from(text.data() + text.size() - digit_words::kCharacters)) != kNoSum;
}

/// The characters of a tag and its `=`.
std::uint8_t length_of(Tag tag) noexcept {
    std::uint8_t length = 2;
    for (; tag >= 10; tag /= 10) {
        ++length;
    }
    return length;
}

}  // namespace

FieldLayouts::FieldLayouts() : beginnings_(kBeginningsMax), layouts_(kLayoutsMax) {}

/// This beginning, or another in its place, with the characters; nullptr when there is none.
[[gnu::always_inline]] inline const FieldLayouts::Beginning* FieldLayouts::like(
    const Beginning* beginning, std::uint64_t word) const noexcept {
    while ((word & beginning->mask) != beginning->characters) [[unlikely]] {
        if (beginning->other == 0) {
            return nullptr;
        }
        beginning = beginnings_.items().data() + beginning->other;
    }
    return beginning;
}

const FieldLayout* FieldLayouts::cut(std::string_view text, std::uint32_t* ends) const noexcept {
    if (!has_check_sum(text)) [[unlikely]] {
        return nullptr;
    }
    const std::string_view body = text.substr(0, text.size() - kCheckSumFieldLength);
    const Beginning* beginning = beginnings_.items().data();
    const char* next = text.data();  // where the next field begins
    for (std::size_t block = 0; block < body.size(); block += kSohBlock) {
        for (std::uint64_t soh = soh_places(body, block); soh != 0; soh &= soh - 1) {
            const auto end =
                static_cast<std::uint32_t>(block + static_cast<std::size_t>(std::countr_zero(soh)));
            beginning = like(beginning, word_from(next));
            if (beginning == nullptr) [[unlikely]] {
                return nullptr;
            }
            ++beginning;
            *ends++ = end;
            next = text.data() + end + 1;
        }
    }
    const Beginning* const check_sum = find(beginning, tag::kCheckSum);
    const Beginning* const end = check_sum == nullptr ? nullptr : find(check_sum + 1, kNoTag);
    if (end == nullptr) {
        return nullptr;
    }
    *ends = static_cast<std::uint32_t>(text.size() - 1);
    return &layouts_[end->layout];
}

/// This beginning, or another in its place, with the tag; nullptr when there is none.
const FieldLayouts::Beginning* FieldLayouts::find(const Beginning* beginning,
                                                  Tag tag) const noexcept {
    while (beginning->tag != tag) {
        if (beginning->other == 0) {
            return nullptr;
        }
        beginning = beginnings_.items().data() + beginning->other;
    }
    return beginning;
}

void FieldLayouts::learn(std::string_view text, std::span<const Tag> tags) noexcept {
    if (tags.empty() || tags.size() > FieldLayout::kFieldsMax || tags.back() != tag::kCheckSum ||
        !has_check_sum(text)) {
        return;
    }
    if (layouts_used_ == layouts_.size() || beginnings_.size() - used_ < tags.size() + 1) {
        beginnings_[0] = {};
        used_ = layouts_used_ = 0;
    }
    std::size_t at = 0;
    std::size_t known = 0;  // fields that an earlier message began with, too
    for (;; ++known, ++at) {
        const Tag tag = known == tags.size() ? kNoTag : tags[known];
        while (beginnings_[at].tag != tag && beginnings_[at].other != 0) {
            at = beginnings_[at].other;
        }
        if (beginnings_[at].tag != tag) {
            break;
        }
        if (tag == kNoTag) {
            return;
        }
    }
    if (used_ != 0) {
        beginnings_[at].other = static_cast<std::uint16_t>(used_);
    }
    for (const Tag tag : tags.subspan(known)) {
        beginnings_[used_++] = beginning_of(tag);
    }
    beginnings_[used_++] = {.layout = static_cast<std::uint16_t>(layouts_used_)};
    FieldLayout& layout = layouts_[layouts_used_++];
    layout.size = tags.size();
    std::ranges::copy(tags, layout.tags.begin());
    std::ranges::transform(tags, layout.lengths.begin(), length_of);
}

FieldLayouts::Beginning FieldLayouts::beginning_of(Tag tag) noexcept {
    std::uint64_t characters = '=';
    for (Tag rest = tag; rest > 0; rest /= 10) {
        characters = characters << 8U | ('0' + rest % 10);
    }
    const std::uint64_t mask =
        ~std::uint64_t{0} >> (8 * (digit_words::kCharacters - length_of(tag)));
    return {.characters = characters, .mask = mask, .tag = tag};
}

}  // namespace hotpath::protocols::fix
