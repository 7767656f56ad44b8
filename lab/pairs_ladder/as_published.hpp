#pragma once
/// The pairs strategy of the paper's five programs, rebuilt as they were published, faults
/// included: this is what its tables 3 and 6 to 9 measured.
///
/// - The signal is used by nothing: an optimiser may leave out what only the signal needs.
/// - Both functions of `baseline` compute both sums, and each uses one of them; `inlining` has one
///   loop for both, which is a change of the algorithm (`one_loop` is the same loop, not inlined).
/// - `fixed_array` is a vector of the heap that is allocated once.
/// - Vectors of four take windows that are multiples of four only.
/// - Sums are rounded in whatever order they are taken, so where a spread hardly moves, or a
///   z-score is at a threshold, the programs disagree; a variance can be negative.
///
/// The corrected versions are whole_window.hpp's. `Signals` is Unused, or a std::vector<Signal> that
/// a test wants to look at. Threads: any. Allocation: as published. x86 with AVX.

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <immintrin.h>

#include "lab/pairs_ladder/signal.hpp"

namespace hotpath::pairs::as_published {

using Prices = std::vector<double>;

/// Where the paper's programs put their signals.
struct Unused {};

template <class Signals>
[[gnu::always_inline]] inline void note(Signals& signals, Signal signal) {
    if constexpr (!std::is_same_v<Signals, Unused>) {
        signals.push_back(signal);
    }
}

template <class Signals>
[[gnu::always_inline]] inline void judge(double z, Signals& signals) {
    if (z > 1.0) {
        note(signals, Signal::Short);
    } else if (z < -1.0) {
        note(signals, Signal::Long);
    } else if (std::abs(z) < 0.8) {
        note(signals, Signal::Close);
    } else {
        note(signals, Signal::None);
    }
}

struct Sums {
    double sum = 0;
    double squares = 0;
};

[[gnu::always_inline]] inline Sums both_sums(const Prices& spreads) {
    Sums sums;
    for (const double& spread : spreads) {
        sums.sum += spread;
        sums.squares += spread * spread;
    }
    return sums;
}

/// The sum of the four lanes, in the lowest of the result.
[[gnu::always_inline, gnu::target("avx")]] inline double sum_of_lanes(__m256d lanes) {
    const __m256d pairs = _mm256_hadd_pd(lanes, lanes);
    return _mm256_cvtsd_f64(_mm256_add_pd(pairs, _mm256_permute2f128_pd(pairs, pairs, 1)));
}

[[gnu::always_inline, gnu::target("avx")]] inline double sum_by_avx(const double* spreads,
                                                                    std::size_t count) {
    __m256d sums = _mm256_setzero_pd();
    for (std::size_t j = 0; j < count; j += 4) {
        sums = _mm256_add_pd(sums, _mm256_loadu_pd(spreads + j));
    }
    return sum_of_lanes(sums);
}

[[gnu::always_inline, gnu::target("avx")]] inline Sums both_sums_by_avx(const double* spreads,
                                                                        std::size_t count) {
    __m256d sums = _mm256_setzero_pd();
    __m256d squares = _mm256_setzero_pd();
    for (std::size_t j = 0; j < count; j += 4) {
        const __m256d four = _mm256_loadu_pd(spreads + j);
        sums = _mm256_add_pd(sums, four);
        squares = _mm256_add_pd(squares, _mm256_mul_pd(four, four));
    }
    return {.sum = sum_of_lanes(sums), .squares = sum_of_lanes(squares)};
}

[[gnu::always_inline]] inline double count_of(const Prices& spreads) {
    return static_cast<double>(spreads.size());
}
[[gnu::always_inline]] inline double root_of_variance(double mean_of_squares, double mean) {
    return std::sqrt(mean_of_squares - mean * mean);
}

/// The spreads of the window before a tick, in a new vector each time.
[[nodiscard]] inline Prices window_before(const Prices& first, const Prices& second,
                                          std::size_t tick, std::size_t window) {
    const auto end = first.begin() + static_cast<std::ptrdiff_t>(tick);
    Prices spreads(end - static_cast<std::ptrdiff_t>(window), end);
    for (std::size_t j = 0; j < window; ++j) {
        spreads[j] -= second[tick - window + j];
    }
    return spreads;
}

[[nodiscard, gnu::noinline]] inline double mean_called(const Prices& spreads) {
    return both_sums(spreads).sum / count_of(spreads);
}
[[nodiscard, gnu::noinline]] inline double deviation_called(const Prices& spreads, double mean) {
    return root_of_variance(both_sums(spreads).squares / count_of(spreads), mean);
}

template <class Signals>
void baseline(const Prices& first, const Prices& second, std::size_t window, Signals& signals) {
    for (std::size_t i = window; i < first.size(); ++i) {
        const Prices spreads = window_before(first, second, i, window);
        const double mean = mean_called(spreads);
        const double deviation = deviation_called(spreads, mean);
        judge((first[i] - second[i] - mean) / deviation, signals);
    }
}

[[nodiscard, gnu::noinline]] inline double mean_of_sum_called(const Prices& spreads, double sum) {
    return sum / count_of(spreads);
}
[[nodiscard, gnu::noinline]] inline double deviation_of_squares_called(const Prices& spreads,
                                                                       double mean,
                                                                       double squares) {
    return root_of_variance(squares / count_of(spreads), mean);
}

/// Not the paper's: what its `inlining` owes to summing once.
template <class Signals>
void one_loop(const Prices& first, const Prices& second, std::size_t window, Signals& signals) {
    for (std::size_t i = window; i < first.size(); ++i) {
        const Prices spreads = window_before(first, second, i, window);
        const Sums sums = both_sums(spreads);
        const double mean = mean_of_sum_called(spreads, sums.sum);
        const double deviation = deviation_of_squares_called(spreads, mean, sums.squares);
        judge((first[i] - second[i] - mean) / deviation, signals);
    }
}

template <class Signals>
void inlining(const Prices& first, const Prices& second, std::size_t window, Signals& signals) {
    for (std::size_t i = window; i < first.size(); ++i) {
        const Prices spreads = window_before(first, second, i, window);
        const Sums sums = both_sums(spreads);
        const double mean = sums.sum / count_of(spreads);
        const double deviation = root_of_variance(sums.squares / count_of(spreads), mean);
        judge((first[i] - second[i] - mean) / deviation, signals);
    }
}

[[nodiscard, gnu::target("avx")]] inline double mean_by_avx(const Prices& spreads) {
    return sum_by_avx(spreads.data(), spreads.size()) / count_of(spreads);
}
[[nodiscard, gnu::target("avx")]] inline double deviation_by_avx(const Prices& spreads,
                                                                 double mean) {
    const Sums sums = both_sums_by_avx(spreads.data(), spreads.size());
    return root_of_variance(sums.squares / count_of(spreads), mean);
}

template <class Signals>
void simd(const Prices& first, const Prices& second, std::size_t window, Signals& signals) {
    for (std::size_t i = window; i < first.size(); ++i) {
        const Prices spreads = window_before(first, second, i, window);
        const double mean = mean_by_avx(spreads);
        const double deviation = deviation_by_avx(spreads, mean);
        judge((first[i] - second[i] - mean) / deviation, signals);
    }
}

[[nodiscard]] inline double mean_of(const Prices& spreads) {
    return both_sums(spreads).sum / count_of(spreads);
}
[[nodiscard]] inline double deviation_of(const Prices& spreads, double mean) {
    return root_of_variance(both_sums(spreads).squares / count_of(spreads), mean);
}

template <class Signals>
void fixed_array(const Prices& first, const Prices& second, std::size_t window, Signals& signals) {
    Prices spreads(window);
    std::size_t oldest = 0;
    for (std::size_t i = 0; i < window; ++i) {
        spreads[i] = first[i] - second[i];
    }
    for (std::size_t i = window; i < first.size(); ++i) {
        const double mean = mean_of(spreads);
        const double deviation = deviation_of(spreads, mean);
        const double current = first[i] - second[i];
        const double z = (current - mean) / deviation;
        spreads[oldest] = current;
        oldest = (oldest + 1) % window;
        judge(z, signals);
    }
}

/// The paper's best: ring, vectors, no calls.
template <std::size_t kWindow, class Signals>
[[gnu::target("avx")]] void combined(const Prices& first, const Prices& second, Signals& signals) {
    static_assert(kWindow % 4 == 0);
    std::array<double, kWindow> spreads;
    std::size_t oldest = 0;
    for (std::size_t i = 0; i < kWindow; ++i) {
        spreads[i] = first[i] - second[i];
    }
    for (std::size_t i = kWindow; i < first.size(); ++i) {
        const Sums sums = both_sums_by_avx(spreads.data(), kWindow);
        const double mean = sums.sum / kWindow;
        const double deviation = root_of_variance(sums.squares / kWindow, mean);
        const double current = first[i] - second[i];
        const double z = (current - mean) / deviation;
        spreads[oldest] = current;
        judge(z, signals);
        oldest = (oldest + 1) % kWindow;
    }
}

}  // namespace hotpath::pairs::as_published
