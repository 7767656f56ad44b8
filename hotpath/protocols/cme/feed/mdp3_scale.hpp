#pragma once
/// Mdp3Scale: CME's prices, in units of 10^-9, as ours, exactly or not at all.
///
/// A price of the books is a count of units; units_per_currency is a divisor of 10^9. With 10,000
/// what has more than four decimals is refused: 32nds of Treasury futures need 1,000,000 and more.
/// Negative prices are not in the books' range. Threads: a value. Allocation: none. Complexity: one
/// multiplication.

#include <cstdint>
#include <optional>

#include "hotpath/book/types.hpp"
#include "hotpath/core/exact_division.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::feed {

class Mdp3Scale {
  public:
    static constexpr std::uint32_t kMantissasPerCurrency = 1'000'000'000;

    [[nodiscard]] static constexpr bool is_valid(std::uint32_t units_per_currency) noexcept {
        return units_per_currency > 0 && kMantissasPerCurrency % units_per_currency == 0;
    }
    /// For a number that is_valid().
    constexpr explicit Mdp3Scale(std::uint32_t units_per_currency) noexcept
        : division_(kMantissasPerCurrency / units_per_currency) {}

    /// Empty: not a whole number of units, or outside the books' range.
    [[nodiscard]] constexpr std::optional<Price> price_of(std::int64_t mantissa) const noexcept {
        const std::uint64_t units = division_.quotient(static_cast<std::uint64_t>(mantissa));
        if (mantissa < 0 || units > static_cast<std::uint64_t>(book::kPriceMax.value)) {
            return std::nullopt;
        }
        return Price{static_cast<std::int64_t>(units)};
    }

  private:
    ExactDivision division_;
};

}  // namespace hotpath::feed
