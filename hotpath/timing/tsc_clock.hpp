#pragma once
/// The clock of the live system: the processor's tick counter, calibrated once against the kernel's
/// CLOCK_MONOTONIC.
///
/// create() measures two windows of ticks and kernel time one after the other and accepts the
/// counter when both give the same rate; otherwise, or without an invariant counter, the clock
/// reads the kernel's; source() and reason() show it, and the application reports it once.
/// recheck() compares again later. Threads: const functions from any; copies are independent.
/// Allocation: only an error's message. Complexity: ticks() one read of the counter; now() and
/// to_duration() one multiplication more, no division. Bounds: create() takes two windows of 10 ms,
/// at most kAttemptsMax times.

#include <cstdint>
#include <expected>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/core/wide.hpp"
#include "hotpath/timing/clock_pair.hpp"
#include "hotpath/timing/tick_scale.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::timing {

/// The counter that the clock reads.
enum class ClockSource : std::uint8_t { TickCounter, Kernel };

/// Why the tick counter is not the source; None when it is.
enum class FallbackReason : std::uint8_t { None, NotInvariant, UnsteadyRate };

/// Returns the value in words, for a report.
[[nodiscard]] const char* clock_source_name(ClockSource source) noexcept;
[[nodiscard]] const char* fallback_reason_name(FallbackReason reason) noexcept;

/// Lengths and limits of the calibration in create().
struct CalibrationOptions {
    /// Length of each of the two windows.
    Nanos window{10'000'000};
    /// Maximum difference of the two windows' rates: 5 us in 10 ms, about one interrupt.
    std::uint64_t disagreement_ppm_max = 500;
    /// If a window does not pass within this many readings, the kernel's clock stands still.
    std::uint64_t readings_max = 50'000'000;
};

/// Difference between the tick counter and the kernel's clock since calibration; above 0: the
/// counter is ahead.
struct ClockDrift {
    Nanos error;
    Nanos elapsed;

    /// Returns the error in millionths of the time elapsed; 0 if no time has.
    [[nodiscard]] constexpr std::int64_t ppm() const noexcept {
        return elapsed.value == 0 ? 0 : error.value * 1'000'000 / elapsed.value;
    }
};

/// A clock over the two clocks of a machine; TscClock is the one over the real ones.
template <ClockPair Clocks>
class CalibratedClock {
  public:
    static constexpr int kAttemptsMax = 3;

    /// Calibrates the counter, or falls back to the kernel's clock. Fails only if that clock stands
    /// still as well.
    [[nodiscard]] static Expected<CalibratedClock> create(Clocks clocks = {},
                                                          const CalibrationOptions& options = {}) {
        if (!clocks.has_invariant_ticks()) {
            return CalibratedClock(clocks, FallbackReason::NotInvariant);
        }
        for (int attempt = 0; attempt < kAttemptsMax; ++attempt) {
            const PairedReading first = read_pair(clocks);
            const Expected<PairedReading> middle = read_after_window(clocks, options, first);
            if (!middle) {
                return std::unexpected(middle.error());
            }
            const Expected<PairedReading> last = read_after_window(clocks, options, *middle);
            if (!last) {
                return std::unexpected(last.error());
            }
            if (is_steady(span_of(first, *middle), span_of(*middle, *last), options)) {
                return CalibratedClock(clocks, first, TickScale(span_of(first, *last)));
            }
        }
        return CalibratedClock(clocks, FallbackReason::UnsteadyRate);
    }

    /// Returns the counter, or nanoseconds where the kernel's clock is the source.
    [[nodiscard]] std::uint64_t ticks() const noexcept {
        return source_ == ClockSource::TickCounter
                   ? clocks_.ticks()
                   : static_cast<std::uint64_t>(clocks_.nanos().value);
    }

    /// Time since boot on the kernel's CLOCK_MONOTONIC scale; never goes back within a thread.
    [[nodiscard]] Time now() const noexcept { return to_time(ticks()); }

    /// Converts a reading of ticks(), taken after create(), to the value of now() at that moment.
    [[nodiscard]] Time to_time(std::uint64_t ticks) const noexcept {
        return origin_.time + scale_.to_nanos(ticks - origin_.ticks);
    }

    /// Converts a difference of ticks to nanoseconds.
    [[nodiscard]] Nanos to_duration(std::uint64_t ticks) const noexcept {
        return scale_.to_nanos(ticks);
    }

    /// The source in use, and the reason if it is the kernel's clock.
    [[nodiscard]] ClockSource source() const noexcept { return source_; }
    [[nodiscard]] FallbackReason reason() const noexcept { return reason_; }
    [[nodiscard]] const TickScale& scale() const noexcept { return scale_; }

    /// Compares the clocks again. Useful from about a second after create(): each reading has an
    /// error of some tens of nanoseconds.
    [[nodiscard]] ClockDrift recheck() const noexcept {
        const PairedReading reading = read_pair(clocks_);
        const Nanos elapsed = reading.time - origin_.time;
        if (source_ == ClockSource::Kernel) {
            return {.error = {}, .elapsed = elapsed};
        }
        return {.error = to_time(reading.ticks) - reading.time, .elapsed = elapsed};
    }

  private:
    CalibratedClock(Clocks clocks, PairedReading origin, TickScale scale) noexcept
        : clocks_(clocks), origin_(origin), scale_(scale) {}

    CalibratedClock(Clocks clocks, FallbackReason reason) noexcept
        : clocks_(clocks), source_(ClockSource::Kernel), reason_(reason) {}

    [[nodiscard]] static Expected<PairedReading> read_after_window(
        const Clocks& clocks, const CalibrationOptions& options, const PairedReading& start) {
        const Time end = start.time + options.window;
        for (std::uint64_t readings = 0; clocks.nanos() < end; ++readings) {
            if (readings == options.readings_max) {
                return fail(
                    "cannot calibrate the clock: the kernel's CLOCK_MONOTONIC stands still");
            }
        }
        return read_pair(clocks);
    }

    [[nodiscard]] static TickRatio span_of(const PairedReading& from,
                                           const PairedReading& to) noexcept {
        return {.ticks = to.ticks - from.ticks,
                .nanos = static_cast<std::uint64_t>((to.time - from.time).value)};
    }

    [[nodiscard]] static bool is_forward(TickRatio span) noexcept {
        // A clock that ran backwards gives an immense unsigned span.
        constexpr std::uint64_t kSpanMax = ~std::uint64_t{0} / 2;
        return span.ticks > 0 && span.ticks <= kSpanMax && span.nanos > 0 && span.nanos <= kSpanMax;
    }

    [[nodiscard]] static bool is_steady(TickRatio first, TickRatio second,
                                        const CalibrationOptions& options) noexcept {
        if (!is_forward(first) || !is_forward(second)) {
            return false;
        }
        // first.ticks / first.nanos against second.ticks / second.nanos, multiplied out.
        const WideUint a = static_cast<WideUint>(first.ticks) * second.nanos;
        const WideUint b = static_cast<WideUint>(second.ticks) * first.nanos;
        const WideUint difference = a > b ? a - b : b - a;
        return difference <= b / 1'000'000 * options.disagreement_ppm_max;
    }

    [[no_unique_address]] Clocks clocks_;
    ClockSource source_ = ClockSource::TickCounter;
    FallbackReason reason_ = FallbackReason::None;
    PairedReading origin_;
    TickScale scale_;
};

using TscClock = CalibratedClock<SystemClocks>;
static_assert(Clock<TscClock>);

}  // namespace hotpath::timing
