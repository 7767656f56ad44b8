#pragma once
/// Times one short operation with the tick counter, fenced: lfence rdtsc lfence before it, rdtscp
/// lfence after it.
///
/// Nothing of the operation begins before the first reading; at the second all its instructions are
/// done and its loads have arrived, while its stores may still wait in the store buffer, which is
/// where the next code leaves them, too. The pair alone costs what the subject `timer` shows and
/// advances in steps of 10 ns on some hosts. Elsewhere than on x86-64 the plain counter is read.
/// Threads: any. Allocation: none.

#include <cstdint>
#include <span>

#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

struct Stopwatch {
    [[nodiscard]] static std::uint64_t begin() noexcept {
#if defined(__x86_64__)
        __builtin_ia32_lfence();
        const std::uint64_t ticks = __builtin_ia32_rdtsc();
        __builtin_ia32_lfence();
        return ticks;
#else
        return timing::SystemClocks::ticks();
#endif
    }

    [[nodiscard]] static std::uint64_t end() noexcept {
#if defined(__x86_64__)
        unsigned core = 0;
        const std::uint64_t ticks = __builtin_ia32_rdtscp(&core);
        __builtin_ia32_lfence();
        return ticks;
#else
        return timing::SystemClocks::ticks();
#endif
    }
};

/// Converts nanoseconds to ticks.
[[nodiscard]] inline std::uint64_t ticks_of(const timing::TscClock& clock, std::uint64_t nanos) {
    constexpr std::uint64_t kManyTicks = 1ULL << 32U;
    return nanos * kManyTicks / static_cast<std::uint64_t>(clock.to_duration(kManyTicks).value);
}

/// Converts ticks to nanoseconds in place, after the measurement.
inline void to_nanoseconds(const timing::TscClock& clock, std::span<std::uint32_t> samples) {
    for (std::uint32_t& sample : samples) {
        sample = static_cast<std::uint32_t>(clock.to_duration(sample).value);
    }
}

/// Waits for times at a fixed interval, counted from the first: a late caller skips none of them.
class Pace {
  public:
    Pace(std::uint64_t first, std::uint64_t interval_ticks) noexcept
        : next_(first), interval_ticks_(interval_ticks) {}

    /// Returns when the next time has come.
    void wait() noexcept {
        while (timing::SystemClocks::ticks() < next_) {
        }
        next_ += interval_ticks_;
    }

    /// Restarts from now: missed times are skipped.
    void resume_now() noexcept { next_ = timing::SystemClocks::ticks() + interval_ticks_; }

  private:
    std::uint64_t next_;
    std::uint64_t interval_ticks_;
};

}  // namespace hotpath::bench
