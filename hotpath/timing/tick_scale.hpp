#pragma once
/// Ticks to nanoseconds by one multiplication and one shift: no division on the hot path.
///
///   nanos = ticks * multiplier / 2^shift         in 128 bits, multiplier with its highest bit set
///
/// Error bound: within 1 ns of the exact quotient for every result that fits Nanos, because a
/// multiplier of 64 significant bits is off by at most 2^-64 of itself and the shift rounds down.
/// Threads: a value. Allocation: none. Complexity: one widening multiplication and a shift.

#include <bit>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath::timing {

/// `ticks` ticks last `nanos` nanoseconds; both above 0.
struct TickRatio {
    std::uint64_t ticks = 1;
    std::uint64_t nanos = 1;
};

class TickScale {
  public:
    /// One tick is one nanosecond.
    constexpr TickScale() noexcept : TickScale(TickRatio{}) {}

    explicit constexpr TickScale(TickRatio ratio) noexcept {
        HOTPATH_ASSERT(ratio.ticks > 0 && ratio.nanos > 0, "ticks and nanos must be above 0");
        // nanos * 2^shift / ticks, with the shift that sets the quotient's bit 63: the lengths of
        // the two numbers give it or one too few. Rounding never carries into bit 64: the quotient
        // is largest for (2^b - 1) / 2^a, a whole number.
        shift_ = static_cast<std::uint32_t>(63 + std::bit_width(ratio.ticks) -
                                            std::bit_width(ratio.nanos));
        WideUint quotient = rounded_quotient(ratio, shift_);
        if ((quotient >> 63U) == 0) {
            quotient = rounded_quotient(ratio, ++shift_);
        }
        multiplier_ = static_cast<std::uint64_t>(quotient);
    }

    /// The result fits Nanos (292 years).
    [[nodiscard]] constexpr Nanos to_nanos(std::uint64_t ticks) const noexcept {
        return {static_cast<std::int64_t>((static_cast<WideUint>(ticks) * multiplier_) >> shift_)};
    }

    [[nodiscard]] constexpr std::uint64_t multiplier() const noexcept { return multiplier_; }
    [[nodiscard]] constexpr std::uint32_t shift() const noexcept { return shift_; }

  private:
    [[nodiscard]] static constexpr WideUint rounded_quotient(TickRatio ratio,
                                                             std::uint32_t shift) noexcept {
        return ((static_cast<WideUint>(ratio.nanos) << shift) + ratio.ticks / 2) / ratio.ticks;
    }

    std::uint64_t multiplier_ = 0;
    std::uint32_t shift_ = 0;
};

}  // namespace hotpath::timing
