#pragma once
/// The ladder by name: what a measuring program and the tests run.
///
/// `hotpath` is running_squares, what a live strategy can compute at every tick. A pass is one run
/// over all ticks of a series. Threads: one owner of a pass. Allocation: make_pass().

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "lab/pairs_ladder/as_published.hpp"
#include "lab/pairs_ladder/pair_series.hpp"
#include "lab/pairs_ladder/running.hpp"
#include "lab/pairs_ladder/whole_window.hpp"

namespace hotpath::pairs {

/// Corrected: all give the same signals.
constexpr std::array<std::string_view, 9> kCorrected{"hotpath",  "whole_series", "running_sums",
                                                     "ring_avx", "scalar_ring",  "fixed_array",
                                                     "simd",     "inlining",     "baseline"};

/// As published: give no signals. `one_loop` is not the paper's.
constexpr std::array<std::string_view, 6> kPublished{"combined", "fixed_array", "simd",
                                                     "inlining", "one_loop",    "baseline"};
constexpr std::size_t kPublishedWindow = 8;

[[nodiscard]] inline bool has_avx() noexcept {
    return __builtin_cpu_supports("avx") != 0;
}
/// Versions that may only be run where has_avx().
[[nodiscard]] constexpr bool needs_avx(std::string_view name) noexcept {
    return name == "simd" || name == "ring_avx" || name == "combined";
}

using Pass = std::function<void()>;

/// Windows whose rings are compiled: known to the compiler, as in the paper.
constexpr std::array<std::size_t, 3> kRingWindows{8, 64, 512};

namespace detail {

inline void whole_series(const PairPrices& prices, std::size_t window, std::span<Signal> signals) {
    static thread_local WholeSeries whole;
    whole.run(prices, window, signals);
}

using RingPass = void (*)(const PairPrices&, std::span<Signal>);

[[nodiscard]] inline RingPass ring_pass(bool is_avx, std::size_t window) {
    switch (window) {
        case 8:
            return is_avx ? &ring_avx<8> : &scalar_ring<8>;
        case 64:
            return is_avx ? &ring_avx<64> : &scalar_ring<64>;
        case 512:
            return is_avx ? &ring_avx<512> : &scalar_ring<512>;
        default:
            return nullptr;
    }
}

}  // namespace detail

[[nodiscard]] inline bool is_compiled(std::string_view name, std::size_t window) {
    const bool is_ring = name == "ring_avx" || name == "scalar_ring";
    return !is_ring || detail::ring_pass(false, window) != nullptr;
}

/// Empty when there is none of this name and window; the series and `signals` (one for each tick
/// after the first window) outlive it.
[[nodiscard]] inline Pass make_pass(std::string_view name, const PairSeries& series,
                                    std::size_t window, std::span<Signal> signals) {
    const PairPrices prices = series.prices();
    const auto of = [=](auto version) -> Pass { return [=] { version(prices, window, signals); }; };
    if (name == "hotpath") {
        return of(&running_squares);
    }
    if (name == "whole_series") {
        return of(&detail::whole_series);
    }
    if (name == "running_sums") {
        return of(&running_sums);
    }
    if (name == "ring_avx" || name == "scalar_ring") {
        const auto ring = detail::ring_pass(name == "ring_avx", window);
        return ring == nullptr ? Pass{} : [=] { ring(prices, signals); };
    }
    if (name == "fixed_array") {
        return of(&fixed_array);
    }
    if (name == "simd") {
        return of(&simd);
    }
    if (name == "inlining") {
        return of(&inlining);
    }
    return name == "baseline" ? of(&baseline) : Pass{};
}

/// With the paper's own window, over prices in dollars as published.
[[nodiscard]] inline Pass make_published_pass(std::string_view name, const PairSeries& series) {
    struct Dollars {
        std::vector<double> first;
        std::vector<double> second;
        as_published::Unused unused;
    };
    const PairPrices prices = series.prices();
    auto of = std::make_shared<Dollars>(in_dollars(prices.first), in_dollars(prices.second));
    const auto pass = [of](auto version) -> Pass {
        return [=] { version(of->first, of->second, kPublishedWindow, of->unused); };
    };
    using as_published::Unused;
    if (name == "combined") {
        return
            [of] { as_published::combined<kPublishedWindow>(of->first, of->second, of->unused); };
    }
    if (name == "fixed_array") {
        return pass(&as_published::fixed_array<Unused>);
    }
    if (name == "simd") {
        return pass(&as_published::simd<Unused>);
    }
    if (name == "inlining") {
        return pass(&as_published::inlining<Unused>);
    }
    if (name == "one_loop") {
        return pass(&as_published::one_loop<Unused>);
    }
    return name == "baseline" ? pass(&as_published::baseline<Unused>) : Pass{};
}

}  // namespace hotpath::pairs
