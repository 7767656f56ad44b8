#pragma once
/// Names and numbers that a protocol writes as ASCII characters in a field of fixed length.
///
/// Specifications pad numbers and session names on the left and everything else on the right, and
/// venues' own libraries differ from them: what is read may be padded on either side, what is
/// written is as specified. Threads: values. Allocation: none. Complexity: O(length).

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace hotpath::protocols {

/// The characters of a field without the spaces on either side; views the array given.
template <std::size_t N>
[[nodiscard]] constexpr std::string_view without_padding(
    const std::array<char, N>& characters) noexcept {
    const std::string_view all(characters.data(), N);
    const std::size_t first = all.find_first_not_of(' ');
    return first == std::string_view::npos
               ? std::string_view{}
               : all.substr(first, all.find_last_not_of(' ') + 1 - first);
}

/// `text` at the right end of a field, spaces before it; cut at N characters.
template <std::size_t N>
[[nodiscard]] constexpr std::array<char, N> to_right_justified(std::string_view text) noexcept {
    std::array<char, N> characters;
    characters.fill(' ');
    const std::string_view kept = text.substr(0, N);
    std::ranges::copy(kept, characters.end() - static_cast<std::ptrdiff_t>(kept.size()));
    return characters;
}

/// The number in these characters; empty when they are not a number of 64 bits.
template <std::size_t N>
[[nodiscard]] inline std::optional<std::uint64_t> to_number(
    const std::array<char, N>& characters) noexcept {
    const std::string_view digits = without_padding(characters);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool is_number = error == std::errc{} && end == digits.data() + digits.size();
    return is_number ? std::optional(number) : std::nullopt;
}

/// `number` in decimal, right-justified and padded with spaces.
template <std::size_t N>
[[nodiscard]] constexpr std::array<char, N> to_digits(std::uint64_t number) noexcept {
    static_assert(N >= 20, "every number of 64 bits fits");
    std::array<char, N> characters;
    characters.fill(' ');
    std::size_t place = N;
    do {
        characters[--place] = static_cast<char>('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return characters;
}

}  // namespace hotpath::protocols
