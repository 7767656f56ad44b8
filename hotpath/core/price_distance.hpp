#pragma once
/// How far two prices are apart, and whether that is beyond a fraction of one of them; in integers.
///
/// Threads: functions of values. Allocation: none. Complexity: O(1); only part_of() divides, by a constant.

#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath {

/// For any two prices, also invalid ones.
[[nodiscard]] constexpr std::uint64_t distance(Price a, Price b) noexcept {
    const auto x = static_cast<std::uint64_t>(a.value);
    const auto y = static_cast<std::uint64_t>(b.value);
    return a > b ? x - y : y - x;
}

/// Is the fraction 1..9,999? A limit of 0 refuses every change; one of the whole price permits
/// prices near zero.
[[nodiscard]] constexpr bool can_bind(BasisPoints fraction) noexcept {
    return fraction > BasisPoints{} && fraction < kWholePrice;
}

/// Is the distance above floor(price x fraction)? Products of 128 bits are exact. `price` is above
/// 0, `fraction` at least 0.
[[nodiscard]] constexpr bool is_beyond(std::uint64_t distance, Price price,
                                       BasisPoints fraction) noexcept {
    const auto units = static_cast<std::uint64_t>(price.value);
    return WideUint{distance} * static_cast<std::uint32_t>(kWholePrice.value) >
           WideUint{units} * static_cast<std::uint32_t>(fraction.value);
}

/// Are the prices at least 0 and so small that is_beyond_narrow() holds for them and their distance?
[[nodiscard]] constexpr bool are_narrow(Price a, Price b) noexcept {
    constexpr std::uint64_t kNarrow = std::uint64_t{1} << 50U;
    return (static_cast<std::uint64_t>(a.value) | static_cast<std::uint64_t>(b.value)) < kNarrow;
}
/// The same of 64 bits, for a fraction of at most the whole.
[[nodiscard]] constexpr bool is_beyond_narrow(std::uint64_t distance, Price price,
                                              BasisPoints fraction) noexcept {
    return distance * static_cast<std::uint32_t>(kWholePrice.value) >
           static_cast<std::uint64_t>(price.value) * static_cast<std::uint32_t>(fraction.value);
}

/// The largest distance that is not beyond it: floor(price x fraction), for a price of at least 0
/// and a fraction below the whole.
[[nodiscard]] constexpr std::uint64_t part_of(Price price, BasisPoints fraction) noexcept {
    const auto units = static_cast<std::uint64_t>(price.value);
    const auto parts = static_cast<std::uint64_t>(fraction.value);
    const auto whole = static_cast<std::uint64_t>(kWholePrice.value);
    return units / whole * parts + units % whole * parts / whole;
}

}  // namespace hotpath
