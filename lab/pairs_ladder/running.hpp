#pragma once
/// The ladder continued: sums that follow the window instead of being taken again, so that a tick
/// costs the same at every window.
///
/// | | state | decision |
/// |---|---|---|
/// | `running_sums` | sum and sum of squares, in doubles | mean, square root, division |
/// | `running_squares` | the same | two comparisons of squares |
/// | `whole_series` | sums from the beginning to every tick, in integers | the same, in integers |
///
/// The first two take a tick as it comes, as a live strategy must. `whole_series` wants the whole
/// series, which a backtest's pass has: in its loops a tick depends on others by two additions
/// alone, and a compiler makes vectors of the rest.
///
/// All are exact within the limits of signal.hpp. Threads: one owner. Allocation: WholeSeries only,
/// when a series is longer than those before. Complexity: O(1) a tick.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lab/pairs_ladder/pair_series.hpp"
#include "lab/pairs_ladder/signal.hpp"
#include "lab/pairs_ladder/whole_window.hpp"

namespace hotpath::pairs {

inline void running_sums(const PairPrices& prices, std::size_t window, std::span<Signal> signals) {
    std::array<double, kWindowMax> spreads;
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < window; ++i) {
        spreads[i] = prices.first[i] - prices.second[i];
        sum += spreads[i];
        squares += spreads[i] * spreads[i];
    }
    std::size_t oldest = 0;
    for (std::size_t i = window; i < prices.ticks(); ++i) {
        const double current = prices.first[i] - prices.second[i];
        const Moments moments = moments_of(sum, squares, static_cast<double>(window));
        signals[i - window] = judge({spreads.data(), window}, moments, current);
        const double leaving = spreads[oldest];
        sum += current - leaving;
        squares += (current - leaving) * (current + leaving);
        spreads[oldest] = current;
        oldest = oldest + 1 == window ? 0 : oldest + 1;
    }
}

/// The two comparisons in doubles: D is exact, V and D^2 are rounded. V is a difference of two
/// products of up to 2^62, each wrong by at most 2^8, and D^2 is up to 2^60: either side of a
/// comparison is wrong by less than kRoundingMax in all, and what is closer is decided exactly.
///
/// There is no branch on a signal, because the next one cannot be predicted.
class RunningSquares {
  public:
    static constexpr double kRoundingMax = 0x1p10;

    /// `spreads` is a first window; it stays the caller's memory and is the ring from here on. (With
    /// an array among the members, Clang would keep the sums in memory, too.)
    explicit RunningSquares(std::span<double> spreads) noexcept
        : spreads_(spreads), ticks_(static_cast<double>(spreads.size())) {
        for (const double spread : spreads) {
            sum_ += spread;
            squares_ += spread * spread;
            keep_apart(sum_);
        }
    }

    /// The signal at this spread by the window before it; then the window moves on.
    [[nodiscard, gnu::always_inline]] Signal on_spread(double spread) noexcept {
        const Signal signal = signal_at(spread);
        const double leaving = spreads_[oldest_];
        const double change = spread - leaving;
        sum_ += change;
        squares_ = multiply_add(change, spread + leaving, squares_);
        keep_apart(sum_);
        spreads_[oldest_] = spread;
        if (++oldest_ == spreads_.size()) [[unlikely]] {
            oldest_ = 0;
        }
        return signal;
    }

  private:
    /// By sign bits: is the spread near, is it far, is it below.
    static constexpr std::array<Signal, 8> kBySigns{Signal::None,  Signal::Close, Signal::Short,
                                                    Signal::Short, Signal::None,  Signal::Close,
                                                    Signal::Long,  Signal::Long};

    /// Else GCC 12 makes a vector of the two sums and passes it from tick to tick through memory.
    [[gnu::always_inline]] static void keep_apart(double& sum) noexcept { asm("" : "+x"(sum)); }
    [[nodiscard, gnu::always_inline]] static double multiply_add(double a, double b,
                                                                 double c) noexcept {
#ifdef __FMA__
        return __builtin_fma(a, b, c);
#else
        return a * b + c;
#endif
    }
    [[nodiscard, gnu::always_inline]] static std::size_t sign_bit(double value) noexcept {
        return std::bit_cast<std::uint64_t>(value) >> 63U;
    }

    [[nodiscard, gnu::always_inline]] Signal signal_at(double spread) const noexcept {
        const double deviation = multiply_add(ticks_, spread, -sum_);
        const double variance = multiply_add(ticks_, squares_, -(sum_ * sum_));
        const double square = deviation * deviation;
        const double beyond = variance - square;                           // below 0: far
        const double within = multiply_add(25.0 / 16, square, -variance);  // below 0: near
        if (std::min(std::abs(beyond), std::abs(within)) <= kRoundingMax) [[unlikely]] {
            return in_doubt({sum_, squares_}, ticks_, spread);
        }
        return kBySigns[sign_bit(within) | sign_bit(beyond) << 1U | sign_bit(deviation) << 2U];
    }
    struct Sums {
        double sum = 0;
        double squares = 0;
    };
    /// By values: of a member that is called the compiler could not keep the sums in registers.
    [[nodiscard, gnu::noinline]] static Signal in_doubt(Sums window, double ticks,
                                                        double spread) noexcept {
        return signal_exactly({.sum = static_cast<std::int64_t>(window.sum),
                               .squares = static_cast<std::int64_t>(window.squares)},
                              static_cast<std::int64_t>(ticks), static_cast<std::int64_t>(spread));
    }

    std::span<double> spreads_;
    double ticks_;  // of the window
    double sum_ = 0;
    double squares_ = 0;
    std::size_t oldest_ = 0;
};

inline void running_squares(const PairPrices& prices, std::size_t window,
                            std::span<Signal> signals) {
    std::array<double, kWindowMax> spreads;
    for (std::size_t i = 0; i < window; ++i) {
        spreads[i] = prices.first[i] - prices.second[i];
    }
    RunningSquares running({spreads.data(), window});
    const double* const first = prices.first.data();
    const double* const second = prices.second.data();
    for (std::size_t i = window; i < prices.ticks(); ++i) {
        signals[i - window] = running.on_spread(first[i] - second[i]);
    }
}

/// Keeps its arrays between passes: 24 bytes a tick of the longest series so far.
class WholeSeries {
  public:
    void run(const PairPrices& prices, std::size_t window, std::span<Signal> signals) {
        const std::size_t ticks = prices.ticks();
        if (ticks > spreads_.size()) {
            spreads_.resize(ticks);
            sums_.resize(ticks);
            squares_.resize(ticks);
        }
        spreads_of(prices.first.data(), prices.second.data(), ticks);
        add_up(ticks);
        decide(window, ticks - window, signals.data());
    }

  private:
    void spreads_of(const double* first, const double* second, std::size_t ticks) noexcept {
        std::int64_t* __restrict spreads = spreads_.data();
        for (std::size_t i = 0; i < ticks; ++i) {
            spreads[i] = static_cast<std::int64_t>(first[i] - second[i]);
        }
    }

    /// Sums of all before a tick. Unsigned: they may wrap, their differences over a window do not.
    void add_up(std::size_t ticks) noexcept {
        const std::int64_t* __restrict spreads = spreads_.data();
        std::uint64_t* __restrict sums = sums_.data();
        std::uint64_t* __restrict squares = squares_.data();
        std::uint64_t sum = 0;
        std::uint64_t square = 0;
        for (std::size_t i = 0; i < ticks; ++i) {
            sums[i] = sum;
            squares[i] = square;
            sum += static_cast<std::uint64_t>(spreads[i]);
            square += static_cast<std::uint64_t>(spreads[i] * spreads[i]);
        }
    }

    void decide(std::size_t window, std::size_t count, Signal* __restrict signals) const noexcept {
        const std::int64_t* __restrict spreads = spreads_.data() + window;
        const std::uint64_t* __restrict sums = sums_.data();
        const std::uint64_t* __restrict squares = squares_.data();
        for (std::size_t i = 0; i < count; ++i) {
            const WindowSums of_window{
                .sum = static_cast<std::int64_t>(sums[i + window] - sums[i]),
                .squares = static_cast<std::int64_t>(squares[i + window] - squares[i])};
            signals[i] = signal_exactly(of_window, static_cast<std::int64_t>(window), spreads[i]);
        }
    }

    std::vector<std::int64_t> spreads_;
    std::vector<std::uint64_t> sums_;
    std::vector<std::uint64_t> squares_;
};

}  // namespace hotpath::pairs
