#pragma once
/// Exponential decay and its inverse in integers: 2^-x and -log2(x), the same on every compiler.
///
/// Numbers have 32 bits after the point. Tables of 256 pieces are made at compile time by square
/// roots and squarings of integers; between their points runs a straight line. The error is below
/// 3 in a million. Threads: constant. Allocation: none. Complexity: O(1).

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace hotpath::sim::market {

inline constexpr std::uint64_t kFixedOne = std::uint64_t{1} << 32U;

namespace powers {

inline constexpr std::size_t kPieces = 256;
using Table = std::array<std::uint64_t, kPieces + 1>;

[[nodiscard]] consteval std::uint64_t square_root(std::uint64_t x) {
    std::uint64_t root = 0;
    for (std::uint64_t bit = std::uint64_t{1} << 31U; bit != 0; bit >>= 1U) {
        root |= (root | bit) * (root | bit) <= x ? bit : 0;
    }
    return root;
}

// 2^-(i / 256): the product of the roots 2^-1/2, 2^-1/4, ... that the bits of i select.
[[nodiscard]] consteval Table make_powers() {
    Table table{};
    for (std::size_t i = 0; i < kPieces; ++i) {
        std::uint64_t power = kFixedOne;
        std::uint64_t root = kFixedOne / 2;
        for (std::size_t bit = kPieces / 2; bit != 0; bit /= 2) {
            root = square_root(root << 32U);
            power = (i & bit) != 0 ? (power * root) >> 32U : power;
        }
        table[i] = power;
    }
    table[kPieces] = kFixedOne / 2;
    return table;
}

// log2(1 + i / 256): each squaring of a number from 1 to 2 gives one bit of its logarithm.
[[nodiscard]] consteval Table make_logarithms() {
    constexpr std::uint64_t kUnit = std::uint64_t{1} << 31U;
    Table table{};
    for (std::size_t i = 0; i < kPieces; ++i) {
        std::uint64_t number = kUnit + i * (kUnit / kPieces);
        for (std::uint32_t bit = 0; bit < 32; ++bit) {
            number = (number * number) >> 31U;
            const bool is_above_two = number >= 2 * kUnit;
            number >>= is_above_two ? 1U : 0U;
            table[i] = table[i] * 2 + (is_above_two ? 1 : 0);
        }
    }
    table[kPieces] = kFixedOne;
    return table;
}

inline constexpr Table kPowers = make_powers();
inline constexpr Table kLogarithms = make_logarithms();

/// The point at `fraction` (below kFixedOne) of the way through the table.
[[nodiscard]] constexpr std::uint64_t between(const Table& table, std::uint64_t fraction) {
    const std::size_t piece = fraction >> 24U;
    const auto from = static_cast<std::int64_t>(table[piece]);
    const auto to = static_cast<std::int64_t>(table[piece + 1]);
    const auto along = static_cast<std::int64_t>(fraction & 0xff'ffffU);
    return static_cast<std::uint64_t>(from + (((to - from) * along) >> 24U));
}

}  // namespace powers

/// 2^-fraction, `fraction` below kFixedOne: from kFixedOne down to half of it.
[[nodiscard]] constexpr std::uint64_t power_of_half(std::uint64_t fraction) {
    return powers::between(powers::kPowers, fraction);
}

/// -log2 of a number from 1 / kFixedOne (32) to 1 (0).
[[nodiscard]] constexpr std::uint64_t minus_log2(std::uint64_t number) {
    if (number >= kFixedOne) {
        return 0;
    }
    const auto bits = static_cast<std::uint32_t>(number);
    const auto exponent = static_cast<std::uint32_t>(std::countl_zero(bits)) + 1;
    const std::uint64_t fraction = (std::uint64_t{bits} << exponent) & (kFixedOne - 1);
    return (std::uint64_t{exponent} << 32U) - powers::between(powers::kLogarithms, fraction);
}

}  // namespace hotpath::sim::market
