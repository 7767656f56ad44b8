#pragma once
/// Eight characters in one word, the first lowest: are they digits, and which number are they?
///
///   word    "20240229"          digits() turns each into its value; other characters become larger
///   digits  02 00 02 04 ...     number_of() adds them up in pairs, fours, and all eight
///
/// Without a branch a character, and without a loop whose end a processor guesses wrongly as often
/// as the lengths of numbers change. Threads: any. Allocation: none. Complexity: O(1).

#include <cstddef>
#include <cstdint>

namespace hotpath::protocols::fix::digit_words {

inline constexpr std::size_t kCharacters = sizeof(std::uint64_t);
inline constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
inline constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
inline constexpr std::uint64_t kZeros = kOnes * '0';

/// 0 to 9 for each character that is a digit.
[[nodiscard]] constexpr std::uint64_t digits(std::uint64_t word) noexcept {
    return word ^ kZeros;
}

/// All eight are 0 to 9.
[[nodiscard]] constexpr bool are_digits(std::uint64_t digits) noexcept {
    constexpr std::uint64_t kAboveNine = kOnes * (0x80 - 10);  // carries into a byte's high bit
    return (((digits + kAboveNine) | digits) & kHighBits) == 0;
}

/// The number of two digits, in each byte that the first of the two is in.
[[nodiscard]] constexpr std::uint64_t pairs(std::uint64_t digits) noexcept {
    return digits * 10 + (digits >> 8U);
}

/// are_digits(digits) is true.
[[nodiscard]] constexpr std::uint32_t number_of(std::uint64_t digits) noexcept {
    constexpr std::uint64_t kPairs = 0x000000FF000000FFULL;
    const std::uint64_t twos = pairs(digits);
    const std::uint64_t eight = (twos & kPairs) * (100 + (1'000'000ULL << 32U)) +
                                (twos >> 16U & kPairs) * (1 + (10'000ULL << 32U));
    return static_cast<std::uint32_t>(eight >> 32U);
}

/// The last `count` characters of a word, zeros before them: 1 to 8.
[[nodiscard]] constexpr std::uint64_t last(std::uint64_t word, std::size_t count) noexcept {
    const std::uint64_t mask = ~std::uint64_t{0} << (8 * (kCharacters - count));
    return (word & mask) | (kZeros & ~mask);
}

/// The high bit of each byte that is this character: of the lowest one exactly, and of none below
/// it.
[[nodiscard]] constexpr std::uint64_t places_of(std::uint64_t word, char character) noexcept {
    const std::uint64_t other = word ^ (kOnes * static_cast<unsigned char>(character));
    return (other - kOnes) & ~other & kHighBits;
}

}  // namespace hotpath::protocols::fix::digit_words
