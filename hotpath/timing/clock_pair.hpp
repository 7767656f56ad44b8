#pragma once
/// The two clocks of a machine that calibration compares: the processor's tick counter (TSC on
/// x86-64, the generic timer on aarch64) and the kernel's CLOCK_MONOTONIC, whose
/// Time counts from the machine's start; and a reading of both at
/// one moment.
///
/// A pair is a concept, so that tests hand in clocks that drift, jump or stand still. Reading the
/// counter is not fenced: the processor may move it by some instructions, a few nanoseconds.
/// Threads: any. Allocation: none. Complexity: ticks() about 10 ns, nanos() about 25 ns.

#include <concepts>
#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::timing {

template <class T>
concept ClockPair = requires(const T& clocks) {
    { clocks.has_invariant_ticks() } -> std::same_as<bool>;
    { clocks.ticks() } noexcept -> std::same_as<std::uint64_t>;
    { clocks.nanos() } noexcept -> std::same_as<Time>;
};

struct SystemClocks {
    /// The counter runs at one rate in every power state. Gives no guarantee on virtual machines
    /// that move.
    [[nodiscard]] static bool has_invariant_ticks() noexcept;

    [[nodiscard]] static std::uint64_t ticks() noexcept {
#if defined(__x86_64__)
        return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
        std::uint64_t count = 0;
        asm volatile("mrs %0, cntvct_el0" : "=r"(count));
        return count;
#else
        return 0;
#endif
    }

    [[nodiscard]] static Time nanos() noexcept;
};

static_assert(ClockPair<SystemClocks>);

struct PairedReading {
    std::uint64_t ticks = 0;
    Time time;
};

inline constexpr int kReadingsPerPair = 16;

/// The kernel's time, and the tick in the middle of asking for it. Of several tries the one that
/// took the fewest ticks counts: an interrupt in between makes a try longer, never shorter.
template <ClockPair Clocks>
[[nodiscard]] PairedReading read_pair(const Clocks& clocks) noexcept {
    PairedReading best;
    std::uint64_t width_least = ~std::uint64_t{0};
    for (int i = 0; i < kReadingsPerPair; ++i) {
        const std::uint64_t before = clocks.ticks();
        const Time time = clocks.nanos();
        const std::uint64_t width = clocks.ticks() - before;
        if (width < width_least) {
            width_least = width;
            best = {.ticks = before + width / 2, .time = time};
        }
    }
    return best;
}

}  // namespace hotpath::timing
