#pragma once
/// The generator's random draws, all in integers, so that every compiler and machine draws the same
/// day: uniform, chances in 1/1024, exponential waiting times, quantile tables and Zipf activity
/// over instruments.
///
/// Uses neither the distributions of <random> nor libm, which are not specified bit for bit.
/// Threads: one owner. Allocation: ActivityTable's constructor. Complexity: O(1) a draw.
/// Source: exponential by halving (J. von Neumann 1951), alias table (A. Walker 1977, M. Vose
/// 1991).

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/random.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::sim::market {

/// One point of a distribution: a share of `below` in 1,024 of the draws is less than `value`.
struct Quantile {
    std::uint32_t below;
    std::uint64_t value;
};

inline constexpr std::uint32_t kOne = 1'024;  // the whole, of chances and quantiles

class Dice {
  public:
    explicit Dice(std::uint64_t seed) noexcept : random_(seed) {}

    /// Uniform in [0, n); n is not 0.
    [[nodiscard]] std::uint64_t below(std::uint64_t n) noexcept { return random_.below(n); }

    /// Uniform in [-n, n].
    [[nodiscard]] std::int64_t within(std::uint64_t n) noexcept {
        return static_cast<std::int64_t>(below(2 * n + 1)) - static_cast<std::int64_t>(n);
    }

    /// True `of_1024` times in 1,024.
    [[nodiscard]] bool chance(std::uint64_t of_1024) noexcept {
        return (random_.next() >> 54U) < of_1024;
    }

    [[nodiscard]] Side side() noexcept { return chance(kOne / 2) ? Side::Buy : Side::Sell; }

    /// Exponentially distributed. Halving: each leading zero bit of a draw adds ln 2, the bits
    /// after it lie on the first half-life, here 16 straight pieces of -ln(1 - x/2).
    [[nodiscard]] std::int64_t exponential(std::int64_t mean) noexcept {
        static constexpr std::array<std::int64_t, 17> kHalfLife{
            0,     2081,  4230,  6451,  8751,  11135, 13608, 16178, 18854,
            21643, 24556, 27605, 30802, 34164, 37707, 41453, 45426};
        const std::uint64_t bits = random_.next() | 1U;
        const auto zeros = static_cast<std::uint32_t>(std::countl_zero(bits | 0xffff'ffffU));
        const std::uint64_t fraction = bits & 0xf'ffffU;
        const std::size_t piece = fraction >> 16U;
        const auto along = static_cast<std::int64_t>(fraction & 0xffffU);
        const std::int64_t within_half =
            kHalfLife[piece] + (((kHalfLife[piece + 1] - kHalfLife[piece]) * along) >> 16U);
        return scale(mean, std::int64_t{zeros} * kHalfLife[16] + within_half);
    }

    /// Draws from the distribution whose quantiles are `points`, straight lines between them; the
    /// first has below == 0, the last below == kOne.
    [[nodiscard]] std::uint64_t quantile(std::span<const Quantile> points) noexcept {
        const std::uint64_t draw =
            random_.next() >> 34U;  // 30 bits: 10 choose among 1,024, 20 refine
        std::size_t upper = 1;
        while (upper + 1 < points.size() && (draw >> 20U) >= points[upper].below) {
            ++upper;
        }
        const Quantile& from = points[upper - 1];
        const Quantile& to = points[upper];
        const std::uint64_t along = draw - (std::uint64_t{from.below} << 20U);
        const std::uint64_t width = std::uint64_t{to.below - from.below} << 20U;
        return from.value + (to.value - from.value) / 1'024 * (along * 1'024 / width) +
               (to.value - from.value) % 1'024 * along / width;
    }

  private:
    /// mean * factor / 65,536 without overflow: means are up to hours of nanoseconds.
    [[nodiscard]] static std::int64_t scale(std::int64_t mean, std::int64_t factor) noexcept {
        return (mean >> 16U) * factor + (((mean & 0xffff) * factor) >> 16U);
    }

    Random random_;
};

/// Draws an index with the chances of its weight.
class ActivityTable {
  public:
    explicit ActivityTable(std::span<const std::uint32_t> weights);

    [[nodiscard]] std::uint32_t draw(Dice& dice) const noexcept {
        const Column& column = columns_[dice.below(columns_.size())];
        return dice.below(total_) < column.own ? column.index : column.alias;
    }

  private:
    struct Column {
        std::uint64_t own;  // of total_
        std::uint32_t index;
        std::uint32_t alias;
    };

    std::vector<Column> columns_;
    std::uint64_t total_ = 0;
};

}  // namespace hotpath::sim::market
