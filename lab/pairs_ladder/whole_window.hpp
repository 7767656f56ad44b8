#pragma once
/// The paper's ladder, corrected: the same designs, which sum the whole window at every tick, with
/// one answer. The signal of every tick is written, whichever version computes it.
///
/// | | spreads of the window | sums |
/// |---|---|---|
/// | `baseline` | a new vector every tick | two functions, called |
/// | `inlining` | a new vector every tick | one loop, in place |
/// | `simd` | a new vector every tick | two functions, four at a time |
/// | `fixed_array` | a vector that is kept | two functions |
/// | `scalar_ring` | an array | one loop, in place |
/// | `ring_avx` | an array | one loop, four at a time: the paper's combined design |
///
/// Corrected are: the signals are used; any window is taken, not multiples of four alone; each
/// function computes what it returns; sums are exact (whole numbers below 2^53), and doubtful
/// z-scores are decided exactly. Threads: any. Complexity: O(window) a tick. x86 with AVX.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <immintrin.h>

#include "lab/pairs_ladder/pair_series.hpp"
#include "lab/pairs_ladder/signal.hpp"

namespace hotpath::pairs {

/// Decides exactly; only asked for when a z-score is in doubt.
[[nodiscard, gnu::noinline]] inline Signal signal_of_window(std::span<const double> window,
                                                            double spread) {
    WindowSums sums;
    for (const double each : window) {
        const auto units = static_cast<std::int64_t>(each);
        sums.sum += units;
        sums.squares += units * units;
    }
    return signal_exactly(sums, static_cast<std::int64_t>(window.size()),
                          static_cast<std::int64_t>(spread));
}

[[gnu::always_inline]] inline Signal judge(std::span<const double> window, const Moments& moments,
                                           double spread) {
    return signal_by_z(moments, spread, [&] { return signal_of_window(window, spread); });
}

[[gnu::always_inline]] inline Moments moments_of(double sum, double squares, double ticks) {
    const double mean = sum / ticks;
    return {.mean = mean, .deviation = std::sqrt(squares / ticks - mean * mean)};
}

[[nodiscard]] inline std::vector<double> window_before(const PairPrices& prices, std::size_t tick,
                                                       std::size_t window) {
    const double* const begin = prices.first.data() + tick - window;
    std::vector<double> spreads(begin, begin + window);
    for (std::size_t j = 0; j < window; ++j) {
        spreads[j] -= prices.second[tick - window + j];
    }
    return spreads;
}

[[nodiscard, gnu::noinline]] inline double mean_called(const std::vector<double>& spreads) {
    double sum = 0;
    for (const double spread : spreads) {
        sum += spread;
    }
    return sum / static_cast<double>(spreads.size());
}
[[nodiscard, gnu::noinline]] inline double deviation_called(const std::vector<double>& spreads,
                                                            double mean) {
    double squares = 0;
    for (const double spread : spreads) {
        squares += spread * spread;
    }
    return std::sqrt(squares / static_cast<double>(spreads.size()) - mean * mean);
}

inline void baseline(const PairPrices& prices, std::size_t window, std::span<Signal> signals) {
    for (std::size_t i = window; i < prices.ticks(); ++i) {
        const std::vector<double> spreads = window_before(prices, i, window);
        const double mean = mean_called(spreads);
        const double deviation = deviation_called(spreads, mean);
        signals[i - window] = judge(spreads, {mean, deviation}, prices.first[i] - prices.second[i]);
    }
}

inline void inlining(const PairPrices& prices, std::size_t window, std::span<Signal> signals) {
    for (std::size_t i = window; i < prices.ticks(); ++i) {
        const std::vector<double> spreads = window_before(prices, i, window);
        double sum = 0;
        double squares = 0;
        for (const double spread : spreads) {
            sum += spread;
            squares += spread * spread;
        }
        signals[i - window] = judge(spreads, moments_of(sum, squares, static_cast<double>(window)),
                                    prices.first[i] - prices.second[i]);
    }
}

[[gnu::always_inline, gnu::target("avx")]] inline double sum_of_lanes(__m256d lanes) {
    const __m256d pairs = _mm256_hadd_pd(lanes, lanes);
    return _mm256_cvtsd_f64(_mm256_add_pd(pairs, _mm256_permute2f128_pd(pairs, pairs, 1)));
}

[[nodiscard, gnu::target("avx")]] inline double mean_by_avx(const std::vector<double>& spreads) {
    __m256d lanes = _mm256_setzero_pd();
    std::size_t j = 0;
    for (; j + 4 <= spreads.size(); j += 4) {
        lanes = _mm256_add_pd(lanes, _mm256_loadu_pd(spreads.data() + j));
    }
    double sum = sum_of_lanes(lanes);
    for (; j < spreads.size(); ++j) {
        sum += spreads[j];
    }
    return sum / static_cast<double>(spreads.size());
}
[[nodiscard, gnu::target("avx")]] inline double deviation_by_avx(const std::vector<double>& spreads,
                                                                 double mean) {
    __m256d lanes = _mm256_setzero_pd();
    std::size_t j = 0;
    for (; j + 4 <= spreads.size(); j += 4) {
        const __m256d four = _mm256_loadu_pd(spreads.data() + j);
        lanes = _mm256_add_pd(lanes, _mm256_mul_pd(four, four));
    }
    double squares = sum_of_lanes(lanes);
    for (; j < spreads.size(); ++j) {
        squares += spreads[j] * spreads[j];
    }
    return std::sqrt(squares / static_cast<double>(spreads.size()) - mean * mean);
}

inline void simd(const PairPrices& prices, std::size_t window, std::span<Signal> signals) {
    for (std::size_t i = window; i < prices.ticks(); ++i) {
        const std::vector<double> spreads = window_before(prices, i, window);
        const double mean = mean_by_avx(spreads);
        const double deviation = deviation_by_avx(spreads, mean);
        signals[i - window] = judge(spreads, {mean, deviation}, prices.first[i] - prices.second[i]);
    }
}

[[nodiscard]] inline double mean_of(const std::vector<double>& spreads) {
    double sum = 0;
    for (const double spread : spreads) {
        sum += spread;
    }
    return sum / static_cast<double>(spreads.size());
}
[[nodiscard]] inline double deviation_of(const std::vector<double>& spreads, double mean) {
    double squares = 0;
    for (const double spread : spreads) {
        squares += spread * spread;
    }
    return std::sqrt(squares / static_cast<double>(spreads.size()) - mean * mean);
}

inline void fixed_array(const PairPrices& prices, std::size_t window, std::span<Signal> signals) {
    std::vector<double> spreads(window);
    for (std::size_t i = 0; i < window; ++i) {
        spreads[i] = prices.first[i] - prices.second[i];
    }
    std::size_t oldest = 0;
    for (std::size_t i = window; i < prices.ticks(); ++i) {
        const double current = prices.first[i] - prices.second[i];
        const double mean = mean_of(spreads);
        const double deviation = deviation_of(spreads, mean);
        signals[i - window] = judge(spreads, {mean, deviation}, current);
        spreads[oldest] = current;
        oldest = (oldest + 1) % window;
    }
}

/// kWindow is known to the compiler, as in the paper's combined design.
template <std::size_t kWindow>
void scalar_ring(const PairPrices& prices, std::span<Signal> signals) {
    std::array<double, kWindow> spreads;
    for (std::size_t i = 0; i < kWindow; ++i) {
        spreads[i] = prices.first[i] - prices.second[i];
    }
    std::size_t oldest = 0;
    for (std::size_t i = kWindow; i < prices.ticks(); ++i) {
        const double current = prices.first[i] - prices.second[i];
        double sum = 0;
        double squares = 0;
        for (const double spread : spreads) {
            sum += spread;
            squares += spread * spread;
        }
        signals[i - kWindow] = judge(spreads, moments_of(sum, squares, kWindow), current);
        spreads[oldest] = current;
        oldest = (oldest + 1) % kWindow;
    }
}

/// A load of four spreads needs the one that was stored a moment ago: it waits until that store has
/// left the core's buffer (docs/techniques/store-forwarding.md).
template <std::size_t kWindow>
[[gnu::target("avx")]] void ring_avx(const PairPrices& prices, std::span<Signal> signals) {
    constexpr std::size_t kByFour = kWindow / 4 * 4;
    std::array<double, kWindow> spreads;
    for (std::size_t i = 0; i < kWindow; ++i) {
        spreads[i] = prices.first[i] - prices.second[i];
    }
    std::size_t oldest = 0;
    for (std::size_t i = kWindow; i < prices.ticks(); ++i) {
        const double current = prices.first[i] - prices.second[i];
        __m256d sums = _mm256_setzero_pd();
        __m256d squares_by_lane = _mm256_setzero_pd();
        for (std::size_t j = 0; j < kByFour; j += 4) {
            const __m256d four = _mm256_loadu_pd(spreads.data() + j);
            sums = _mm256_add_pd(sums, four);
            squares_by_lane = _mm256_add_pd(squares_by_lane, _mm256_mul_pd(four, four));
        }
        double sum = sum_of_lanes(sums);
        double squares = sum_of_lanes(squares_by_lane);
        for (std::size_t j = kByFour; j < kWindow; ++j) {
            sum += spreads[j];
            squares += spreads[j] * spreads[j];
        }
        signals[i - kWindow] = judge(spreads, moments_of(sum, squares, kWindow), current);
        spreads[oldest] = current;
        oldest = (oldest + 1) % kWindow;
    }
}

}  // namespace hotpath::pairs
