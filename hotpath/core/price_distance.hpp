#pragma once
/// How far two prices are apart, and whether that is beyond a fraction of one of them; in integers.
///
/// Threads: functions of values. Allocation: none. Complexity: O(1), without a division.

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

}  // namespace hotpath
