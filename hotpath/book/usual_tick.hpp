#pragma once
/// The default tick of US equities.
///
/// A function of its arguments: threads any, allocation none, complexity O(1). Source: SEC Rule
/// 612.

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// The smallest step between prices, in price units: a cent from one dollar up, 1/100 cent below.
[[nodiscard]] constexpr std::int64_t usual_tick(Price price, PriceScale scale = {}) noexcept {
    return price.value >= std::int64_t{scale.units_per_currency} ? scale.units_per_currency / 100
                                                                 : 1;
}

/// Whether the price is a multiple of that. The step is a constant: no division.
[[nodiscard]] constexpr bool is_on_usual_tick(Price price) noexcept {
    constexpr std::int64_t kCurrency{PriceScale{}.units_per_currency};
    return price.value < kCurrency || price.value % (kCurrency / 100) == 0;
}

}  // namespace hotpath::book
