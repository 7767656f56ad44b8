#pragma once
/// Watches the loop of a trading thread: how long its own code and its system calls take in every
/// turn, and what the kernel counted when one of them took long.
///
///   watch.begin_turn();
///   { const OwnCode own(&watch, LoopPart::Handling);  ... }   // no system calls in here
///   ...                                                       // the rest of a turn is calls
///   watch.end_turn(has_news);
///
/// Counters are read at the end of a turn, when its orders have left: after long own code, and
/// within a twentieth of the time after long calls and idle turns that an interrupt may have
/// lengthened, so that the next long turn's counters are its
/// own. That keeps the loop from its sockets for some tens of microseconds: this is for finding out what a machine does, not for trading. The loop must never give
/// its core away. Threads: the watched one. Allocation: construction, start(). Complexity: a
/// reading of the clock at each begin and end.

#include <array>
#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

#include "apps/hotpath/jitter/gap_log.hpp"
#include "apps/hotpath/jitter/kernel_counters.hpp"
#include "apps/hotpath/jitter/spin.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::app {

struct LoopWatchOptions {
    std::uint32_t core = 0;
    Nanos own_from{3'000};     // own code in one piece: from here on it gets a cause
    Nanos calls_from{10'000};  // the same for the system calls of a turn, together
    bool is_virtual = true;    // AttributionContext
};

class LoopWatch {
  public:
    /// On the thread that is watched, pinned to its core.
    [[nodiscard]] static Expected<LoopWatch> create(const LoopWatchOptions& options);

    /// The watch begins, in the middle of a turn.
    void start();
    void begin_turn() noexcept;
    void end_turn(bool has_news);

    [[nodiscard]] std::uint64_t ticks() const noexcept { return clock_.ticks(); }
    void end_own(LoopPart which, std::uint64_t begun) noexcept;

    [[nodiscard]] Nanos watched() const noexcept { return watched_; }
    [[nodiscard]] const GapLog& of(LoopPart part) const noexcept {
        return parts_[static_cast<std::size_t>(part)].log;
    }
    /// Summed over all turns.
    [[nodiscard]] Nanos total(LoopPart part) const noexcept {
        return parts_[static_cast<std::size_t>(part)].total;
    }
    [[nodiscard]] nlohmann::ordered_json json();

  private:
    struct Part {
        GapLog log{};
        Nanos total{};
        Nanos longest{};  // of this turn
    };

    LoopWatch(const LoopWatchOptions& options, timing::TscClock clock)
        : options_(options), clock_(clock), counters_(options.core) {}

    [[nodiscard]] Part& part(LoopPart part) noexcept {
        return parts_[static_cast<std::size_t>(part)];
    }
    [[nodiscard]] bool is_long(LoopPart which) const noexcept;
    [[nodiscard]] bool is_refresh_due(Nanos turn, std::uint64_t now, bool has_news) const noexcept;
    [[nodiscard]] bool may_read(std::uint64_t now) const noexcept;
    void read_counters(Nanos turn, std::uint64_t now);

    LoopWatchOptions options_;
    timing::TscClock clock_;
    KernelCounters counters_;
    std::array<Part, kLoopParts> parts_{};
    TickLength tick_{};
    ReadingBudget budget_{};
    std::uint64_t start_ = 0;
    std::uint64_t turn_begun_ = 0;
    std::uint64_t read_at_ = 0;
    Nanos own_in_turn_{};
    Nanos watched_{};
    std::uint64_t turns_ = 0;
    std::uint64_t turns_with_news_ = 0;
    std::uint64_t calls_unread_ = 0;  // long, but counters would have been read too often
};

/// A piece of own code; without a watch nothing.
class OwnCode {
  public:
    OwnCode(LoopWatch* watch, LoopPart part) noexcept
        : watch_(watch), part_(part), begun_(watch == nullptr ? 0 : watch->ticks()) {}
    OwnCode(const OwnCode&) = delete;
    OwnCode& operator=(const OwnCode&) = delete;
    ~OwnCode() {
        if (watch_ != nullptr) [[unlikely]] {
            watch_->end_own(part_, begun_);
        }
    }

  private:
    LoopWatch* watch_;
    LoopPart part_;
    std::uint64_t begun_;
};

}  // namespace hotpath::app
