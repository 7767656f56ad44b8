#pragma once
/// What every side of the benchmark answers: the best prices that its strategy has read, in order.
///
///   answer = answer x 31 + bid + 7 x ask, modulo 2^64, in price units, where both sides have orders
///
/// The peers compute the same in their languages (bench/peers/backtest). Threads: one owner.
/// Allocation: none. Complexity: O(1); append() O(those appended).

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::bench::backtests {

class BestPrices {
  public:
    void add(Price bid, Price ask) noexcept {
        value_ = value_ * 31 + static_cast<std::uint64_t>(bid.value) +
                 7 * static_cast<std::uint64_t>(ask.value);
        ++count_;
    }

    /// As if those of `later` had been added after these.
    void append(const BestPrices& later) noexcept {
        for (std::uint64_t n = 0; n < later.count_; ++n) {
            value_ *= 31;
        }
        value_ += later.value_;
        count_ += later.count_;
    }

    [[nodiscard]] std::uint64_t value() const noexcept { return value_; }
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

  private:
    std::uint64_t value_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace hotpath::bench::backtests
