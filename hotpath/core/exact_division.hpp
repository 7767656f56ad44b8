#pragma once
/// ExactDivision: division without remainder by a number that is set beforehand: a multiplication.
///
///   divisor = odd x 2^twos     quotient(n) = (n x inverse of odd modulo 2^64) turned right by twos
///
/// For a multiple, n / divisor. For any other number a result greater than (2^64 - 1) / divisor, so
/// that one comparison detects a remainder. Threads: a value. Allocation: none. Complexity: O(1).
/// Sources: Granlund and Montgomery, Division by Invariant Integers using Multiplication, section 9
/// (1994); Warren, "Hacker's Delight", 10-17.

#include <bit>
#include <cstdint>

namespace hotpath {

class ExactDivision {
  public:
    /// `divisor` is not 0.
    constexpr explicit ExactDivision(std::uint64_t divisor) noexcept
        : inverse_(inverse_of(divisor >> static_cast<unsigned>(std::countr_zero(divisor)))),
          twos_(std::countr_zero(divisor)) {}

    [[nodiscard]] constexpr std::uint64_t quotient(std::uint64_t number) const noexcept {
        return std::rotr(number * inverse_, twos_);
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

    std::uint64_t inverse_;
    int twos_;
};

}  // namespace hotpath
