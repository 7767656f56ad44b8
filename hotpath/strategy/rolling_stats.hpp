#pragma once
/// RollingStats: mean and standard deviation of the last values, updated in O(1), exactly.
///
/// The sum and the sum of squares are kept in integers of 128 bits, so nothing is rounded, nothing
/// drifts over time, and every compiler gives the same result. (Sums in floating point lose what a
/// large value has pushed out of the mantissa and never get it back.) Threads: one owner.
/// Allocation: at construction. Complexity: O(1); z_milli() takes a square root and two divisions.

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath::strategy {

class RollingStats {
  public:
    /// Values from -kValueMax to kValueMax, windows of 2 to kWindowMax: then no sum overflows.
    static constexpr std::int64_t kValueMax = std::int64_t{1} << 43U;
    static constexpr std::uint32_t kWindowMax = 1U << 16U;

    /// Allocates a window of this many values, 2 to kWindowMax; aborts otherwise.
    explicit RollingStats(std::uint32_t window) : values_(window) {
        HOTPATH_ASSERT(window >= 2 && window <= kWindowMax, "window must be 2..kWindowMax");
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] bool is_full() const noexcept { return size_ == values_.size(); }

    /// Adds a value; the oldest one makes room when the window is full. Aborts beyond kValueMax.
    void add(std::int64_t value) noexcept {
        HOTPATH_ASSERT(value <= kValueMax && value >= -kValueMax,
                       "value must be -kValueMax..kValueMax");
        if (is_full()) {
            const std::int64_t oldest = values_[next_];
            sum_ -= oldest;
            squares_ -= WideInt{oldest} * oldest;
        } else {
            ++size_;
        }
        values_[next_] = value;
        next_ = next_ + 1 == values_.size() ? 0 : next_ + 1;
        sum_ += value;
        squares_ += WideInt{value} * value;
    }

    /// Forgets all values.
    void clear() noexcept {
        size_ = 0;
        next_ = 0;
        sum_ = 0;
        squares_ = 0;
    }

    /// Returns the distance of `value` above the mean, in thousandths of a standard deviation (of
    /// the population), rounded towards zero; 0 while all values are the same.
    [[nodiscard]] std::int64_t z_milli(std::int64_t value) const noexcept {
        const auto n = static_cast<std::int64_t>(size_);
        // Both times n: n x variance x n = n x squares - sum x sum.
        const WideInt deviation = WideInt{n} * value - sum_;
        const WideInt spread = WideInt{n} * squares_ - WideInt{sum_} * sum_;
        // For a small spread the root is taken in 2^20ths to keep its fraction.
        const unsigned bits = spread < (WideInt{1} << 78U) ? 20U : 0U;
        const std::int64_t root = square_root(spread << (2 * bits));
        return root == 0 ? 0 : static_cast<std::int64_t>((deviation * 1'000 << bits) / root);
    }

    /// Returns floor(sqrt(value)) for 0 to 2^120.
    [[nodiscard]] static std::int64_t square_root(WideInt value) noexcept {
        if (value <= 0) {
            return 0;
        }
        // Floating point is right to a part in 2^52; one step of Newton's brings that to within
        // one.
        auto root = static_cast<WideInt>(std::sqrt(static_cast<double>(value)));
        root = (root + value / root) / 2;
        root -= root * root > value ? 1 : 0;
        root += (root + 1) * (root + 1) <= value ? 1 : 0;
        return static_cast<std::int64_t>(root);
    }

  private:
    FixedArray<std::int64_t> values_;  // a ring; next_ is the oldest when it is full
    std::size_t size_ = 0;
    std::size_t next_ = 0;
    std::int64_t sum_ = 0;
    WideInt squares_ = 0;
};

}  // namespace hotpath::strategy
