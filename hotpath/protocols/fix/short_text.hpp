#pragma once
/// Texts of a few characters, compared and copied without a call: a word at a time, the last word
/// perhaps overlapping the one before.
///
///   TRADER01X    TRADER01, then RADER01X
///
/// memcmp() and memcpy() of an unknown length cost a call and a choice among lengths, more than the
/// few characters of a CompID. Nothing outside of a text is read or written. Threads: any.
/// Allocation: none. Complexity: O(characters).

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hotpath::protocols::fix {

namespace detail {

template <class Word>
[[nodiscard]] Word load_word(const char* from) noexcept {
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

template <class Word>
[[nodiscard]] bool are_same_ends(const char* a, const char* b, std::size_t size) noexcept {
    const std::size_t last = size - sizeof(Word);
    return load_word<Word>(a) == load_word<Word>(b) &&
           load_word<Word>(a + last) == load_word<Word>(b + last);
}

template <class Word>
void copy_ends(char* to, const char* from, std::size_t size) noexcept {
    const std::size_t last = size - sizeof(Word);
    const auto begin = load_word<Word>(from);
    const auto end = load_word<Word>(from + last);
    std::memcpy(to, &begin, sizeof begin);
    std::memcpy(to + last, &end, sizeof end);
}

}  // namespace detail

/// a == b.
[[nodiscard]] inline bool is_same_text(std::string_view a, std::string_view b) noexcept {
    const std::size_t size = a.size();
    if (size != b.size()) {
        return false;
    }
    const char* const first = a.data();
    const char* const second = b.data();
    if (size >= 8 && size <= 16) {
        return detail::are_same_ends<std::uint64_t>(first, second, size);
    }
    if (size >= 4 && size < 8) {
        return detail::are_same_ends<std::uint32_t>(first, second, size);
    }
    return a == b;
}

/// Copies the characters to `to`, which has room for them and does not overlap them; returns the end
/// of what it wrote.
inline char* copy_text(char* to, std::string_view text) noexcept {
    const std::size_t size = text.size();
    const char* const from = text.data();
    if (size >= 8 && size <= 16) {
        detail::copy_ends<std::uint64_t>(to, from, size);
    } else if (size >= 4 && size < 8) {
        detail::copy_ends<std::uint32_t>(to, from, size);
    } else if (size != 0) {
        std::memcpy(to, from, size);
    }
    return to + size;
}

}  // namespace hotpath::protocols::fix
