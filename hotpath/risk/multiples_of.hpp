#pragma once
/// MultiplesOf: is a number a multiple of one that was set beforehand? A multiplication instead of
/// a division.
///
///   divisor = odd x 2^twos       n is a multiple  <=>  (n / odd, as if exact) turned right by twos
///                                                      is at most 2^64 / divisor
///
/// Exact for every number of 64 bits: dividing exactly by an odd number is multiplying with its
/// inverse modulo 2^64, and what is not a multiple ends above. Threads: a value. Allocation: none.
/// Complexity: O(1). Source: Warren, "Hacker's Delight", 10-17.

#include <bit>
#include <cstdint>
#include <limits>

namespace hotpath::risk {

class MultiplesOf {
  public:
    /// `divisor` is not 0.
    constexpr explicit MultiplesOf(std::uint64_t divisor = 1) noexcept
        : twos_(std::countr_zero(divisor)),
          inverse_(inverse_of(divisor >> static_cast<unsigned>(std::countr_zero(divisor)))),
          quotient_max_(std::numeric_limits<std::uint64_t>::max() / divisor) {}

    [[nodiscard]] constexpr bool contain(std::uint64_t number) const noexcept {
        return std::rotr(number * inverse_, twos_) <= quotient_max_;
    }

  private:
    /// Newton's iteration: an odd number is its own inverse modulo 8, and each turn doubles the
    /// bits that are right.
    [[nodiscard]] static constexpr std::uint64_t inverse_of(std::uint64_t odd) noexcept {
        std::uint64_t inverse = odd;
        for (int bits = 3; bits < 64; bits *= 2) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    int twos_;
    std::uint64_t inverse_;
    std::uint64_t quotient_max_;
};

}  // namespace hotpath::risk
