#include "hotpath/jitter/spin.hpp"

#include <utility>

#include "hotpath/core/cpu.hpp"

namespace hotpath::jitter {

namespace {

class Spinner {
  public:
    Spinner(const SpinOptions& options, timing::TscClock clock)
        : options_(options), clock_(clock), counters_(options.core) {}

    void run(const std::atomic<bool>& is_stopped) {
        counters_.begin();
        start_ = clock_.ticks();
        std::uint64_t previous = start_;
        std::uint64_t turns = 0;
        while (!is_stopped.load(std::memory_order_relaxed)) {
            const std::uint64_t now = clock_.ticks();
            const Nanos gap = clock_.to_duration(now - previous);
            previous = now;
            ++turns;
            if (gap >= options_.threshold) [[unlikely]] {
                on_gap(gap, now);
                previous = clock_.ticks();
                budget_.spend(clock_.to_duration(previous - now));
            }
            if (clock_.to_duration(now - start_) >= options_.duration) {
                break;
            }
        }
        elapsed_ = clock_.to_duration(clock_.ticks() - start_);
        turns_ = turns;
    }

    [[nodiscard]] SpinResult result() && {
        static_cast<void>(counters_.take());
        const Nanos watched = elapsed_ - budget_.spent();
        SpinResult result{.core = options_.core,
                          .clock = clock_.source(),
                          .drift = clock_.recheck(),
                          .watched = watched,
                          .reading = budget_.spent(),
                          .turn = {watched.value / static_cast<std::int64_t>(turns_ + 1)},
                          .tick_typical = tick_.typical(),
                          .interrupts = counters_.interrupts(),
                          .softirqs = counters_.softirqs(),
                          .stolen_ticks = counters_.stolen_ticks(),
                          .unreadable = counters_.unreadable()};
        for (const Gap& gap : log_.longest()) {
            result.longest.push_back({gap, counters_.line_name(gap.evidence.line)});
        }
        result.gaps = std::move(log_);
        return result;
    }

  private:
    void on_gap(Nanos length, std::uint64_t now) {
        log_.count(length);
        const Nanos at = clock_.to_duration(now - start_);
        const bool is_long = length >= options_.long_from;
        if (!is_long && !budget_.allows(at)) {
            return;
        }
        Gap gap{.at = at, .length = length, .evidence = counters_.take()};
        tick_.note(length, gap.evidence);
        if (is_long) {
            gap.cause = attribute(
                gap, {.is_virtual = options_.is_virtual, .tick_typical = tick_.typical()});
            log_.add(gap);
        }
        counters_.resume();
    }

    SpinOptions options_;
    timing::TscClock clock_;
    KernelCounters counters_;
    GapLog log_{};
    TickLength tick_{};
    ReadingBudget budget_{};
    std::uint64_t start_ = 0;
    std::uint64_t turns_ = 0;
    Nanos elapsed_{};
};

}  // namespace

Expected<SpinResult> spin(const SpinOptions& options, const std::atomic<bool>& is_stopped) {
    if (auto pinned = pin_this_thread(options.core); !pinned) {
        return std::unexpected(pinned.error());
    }
    auto clock = timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    Spinner spinner(options, *clock);
    spinner.run(is_stopped);
    return std::move(spinner).result();
}

}  // namespace hotpath::jitter
