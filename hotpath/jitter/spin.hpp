#pragma once
/// A thread that does nothing but read the time: every gap between two readings is what the machine
/// did to it.
///
/// Threads: spin() pins and keeps the calling thread until it is over. Allocation: before the
/// first reading and after the last. Complexity: two readings of the clock a turn.

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/jitter/gap_log.hpp"
#include "hotpath/jitter/kernel_counters.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::jitter {

struct SpinOptions {
    std::uint32_t core = 0;
    Nanos duration{};
    Nanos threshold{1'000};   // a shorter gap is none
    Nanos long_from{10'000};  // from here on it gets a cause
    bool is_virtual = true;   // AttributionContext
};

/// A long gap as it is reported: with the name of the device's line.
struct NamedGap {
    Gap gap{};
    std::string line{};
};

struct SpinResult {
    std::uint32_t core = 0;
    timing::ClockSource clock{};
    timing::ClockDrift drift{};  // of the clock from the kernel's, at the end
    Nanos watched{};             // without reading counters
    Nanos reading{};             // counters, after gaps: not watched
    Nanos turn{};                // of the loop, on average: no gap shorter than that can be seen
    Nanos tick_typical{};
    GapLog gaps{};
    std::vector<NamedGap> longest{};
    std::vector<LineSum> interrupts{};
    std::vector<LineSum> softirqs{};
    std::uint64_t stolen_ticks = 0;  // USER_HZ
    std::vector<std::string> unreadable{};
};

/// Until the duration is over or `is_stopped`.
[[nodiscard]] Expected<SpinResult> spin(const SpinOptions& options,
                                        const std::atomic<bool>& is_stopped);

/// Counters may be read after short gaps too, as long as that takes less than a twentieth of the
/// time: then a long gap's counters are its own.
class ReadingBudget {
  public:
    [[nodiscard]] bool allows(Nanos elapsed) const noexcept {
        return spent_.value * kPart <= elapsed.value;
    }
    void spend(Nanos time) noexcept { spent_ = spent_ + time; }
    [[nodiscard]] Nanos spent() const noexcept { return spent_; }

  private:
    static constexpr std::int64_t kPart = 20;

    Nanos spent_{};
};

}  // namespace hotpath::jitter
