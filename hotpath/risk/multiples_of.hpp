#pragma once
/// MultiplesOf: is a number a multiple of a preset divisor? A multiplication instead of a division.
///
/// Exact for every number of 64 bits. Threads: a value. Allocation: none. Complexity: O(1).

#include <cstdint>
#include <limits>

#include "hotpath/core/exact_division.hpp"

namespace hotpath::risk {

class MultiplesOf {
  public:
    /// `divisor` is not 0.
    constexpr explicit MultiplesOf(std::uint64_t divisor = 1) noexcept
        : division_(divisor), quotient_max_(std::numeric_limits<std::uint64_t>::max() / divisor) {}

    [[nodiscard]] constexpr bool contain(std::uint64_t number) const noexcept {
        return division_.quotient(number) <= quotient_max_;
    }

  private:
    ExactDivision division_;
    std::uint64_t quotient_max_;
};

}  // namespace hotpath::risk
