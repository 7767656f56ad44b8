#pragma once
/// FieldText: the value of a field, and its last eight characters in one word.
///
///   ...|151=1239|32=4085|      value 4085; tail |32=4085, the last character highest
///                   ^^^^       what is before the value is in the tail of a short one, too
///
/// A number of up to eight characters is read from the tail without a loop: lengths change from
/// message to message, and a processor guesses the end of a loop wrongly. Of an integer of up to
/// sixteen only what is before the tail is looped over. FieldList::text() makes it. Threads: a
/// value; it views the message. Allocation: none. Complexity: O(1); O(characters) for longer numbers.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/protocols/fix/digit_words.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::protocols::fix {

struct FieldText : std::string_view {
    constexpr FieldText() = default;
    constexpr FieldText(std::string_view value, std::uint64_t tail_word) noexcept
        : std::string_view(value), tail(tail_word) {}

    [[nodiscard]] constexpr bool has_short_length() const noexcept {
        return size() - 1 < digit_words::kCharacters;
    }

    std::uint64_t tail = 0;
};

/// The same as to_uint() of the characters.
[[nodiscard]] constexpr std::optional<std::uint64_t> to_uint(const FieldText& value) noexcept {
    constexpr std::size_t kTail = digit_words::kCharacters;
    if (!value.has_short_length()) [[unlikely]] {
        if (value.empty() || value.size() > 2 * kTail) {
            return to_uint(static_cast<std::string_view>(value));
        }
        constexpr std::uint64_t kTailUnits = 100'000'000;
        const auto high = to_uint(value.substr(0, value.size() - kTail));
        const auto low = digit_words::digits(value.tail);
        return high && digit_words::are_digits(low)
                   ? std::optional(*high * kTailUnits + digit_words::number_of(low))
                   : std::nullopt;
    }
    const std::uint64_t digits = digit_words::digits(digit_words::last(value.tail, value.size()));
    return digit_words::are_digits(digits)
               ? std::optional<std::uint64_t>(digit_words::number_of(digits))
               : std::nullopt;
}

/// The same as to_decimal() of the characters.
[[nodiscard]] inline std::optional<Decimal> to_decimal(const FieldText& value) noexcept {
    namespace words = digit_words;
    if (!value.has_short_length()) [[unlikely]] {
        return to_decimal(static_cast<std::string_view>(value));
    }
    std::uint64_t word = words::last(value.tail, value.size());
    std::uint8_t decimals = 0;
    if (const std::uint64_t points = words::places_of(word, '.'); points != 0) {
        // The characters before the point go up by one, over it.
        const auto place = static_cast<unsigned>(std::countr_zero(points)) / 8;
        const std::uint64_t before = (std::uint64_t{1} << (8 * place)) - 1;
        word = (word & before) << 8U | (word & ~(before << 8U | 0xFFU)) | '0';
        decimals = static_cast<std::uint8_t>(words::kCharacters - 1 - place);
    }
    const std::uint64_t digits = words::digits(word);
    if (!words::are_digits(digits) || value == ".") [[unlikely]] {
        return to_decimal(static_cast<std::string_view>(value));  // negative, or none
    }
    return Decimal{static_cast<std::int64_t>(words::number_of(digits)), decimals};
}

/// The one character of a code; 0 for a longer value, and without one.
[[nodiscard]] constexpr char to_code(const FieldText& value) noexcept {
    return value.size() == 1 ? value.front() : '\0';
}

}  // namespace hotpath::protocols::fix
