#pragma once
/// Watches the loop of a trading thread: how long its own code and its system calls take in every
/// turn, what the code was, and what the kernel counted when a piece of it took long.
///
///   watch.begin_turn();
///   { OwnCode own(&watch, Work::Packet);  ... }   // no system calls in here
///   ...                                           // the rest of a turn is calls
///   watch.end_turn(has_news);
///
/// Counters are read at the end of a turn, when its orders have left: after long own code, and
/// within a twentieth of the time after long calls and idle turns that an interrupt may have
/// lengthened, so that the next long turn's counters are its own. That keeps the loop from its
/// sockets for some tens of microseconds: this is for finding out what a machine does, not for
/// trading. Of several long pieces in a turn the longest has the interrupts; the others were long by
/// themselves. The loop must never give its core away. Threads: the watched one. Allocation:
/// construction, start(). Complexity: a reading of the clock at each begin and end.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <nlohmann/json.hpp>

#include "hotpath/core/error.hpp"
#include "hotpath/jitter/gap_log.hpp"
#include "hotpath/jitter/kernel_counters.hpp"
#include "hotpath/jitter/own_piece.hpp"
#include "hotpath/jitter/spin.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::jitter {

struct LoopWatchOptions {
    std::uint32_t core = 0;
    Nanos own_from{3'000};     // own code in one piece: from here on it gets a cause
    Nanos calls_from{10'000};  // the same for the system calls of a turn, together
    bool is_virtual = true;    // AttributionContext
};

class LoopWatch {
  public:
    /// Long pieces of one turn that get a cause.
    static constexpr std::size_t kPiecesMax = 32;

    /// On the thread that is watched, pinned to its core.
    [[nodiscard]] static Expected<LoopWatch> create(const LoopWatchOptions& options);

    /// The watch begins, in the middle of a turn.
    void start();
    void begin_turn() noexcept;
    void end_turn(bool has_news);

    [[nodiscard]] std::uint64_t ticks() const noexcept { return clock_.ticks(); }
    void end_own(const OwnTicks& piece) noexcept;

    [[nodiscard]] Nanos watched() const noexcept { return watched_; }
    [[nodiscard]] const GapLog& of(LoopPart part) const noexcept {
        return parts_[static_cast<std::size_t>(part)].log;
    }
    [[nodiscard]] const WorkLog& of(Work work) const noexcept {
        return works_[static_cast<std::size_t>(work)];
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
    };

    LoopWatch(const LoopWatchOptions& options, timing::TscClock clock)
        : options_(options), clock_(clock), counters_(options.core) {}

    [[nodiscard]] Part& part(LoopPart part) noexcept {
        return parts_[static_cast<std::size_t>(part)];
    }
    [[nodiscard]] WorkLog& work(Work work) noexcept {
        return works_[static_cast<std::size_t>(work)];
    }
    [[nodiscard]] bool are_calls_long() const noexcept { return calls_ >= options_.calls_from; }
    [[nodiscard]] bool is_refresh_due(Nanos turn, std::uint64_t now, bool has_news) const noexcept;
    [[nodiscard]] bool may_read(std::uint64_t now) const noexcept;
    void read_counters(Nanos turn, std::uint64_t now);
    [[nodiscard]] Gap gap_of(const Gap& gap) const noexcept;
    void add_pieces(const GapEvidence& evidence, Nanos at) noexcept;

    LoopWatchOptions options_;
    timing::TscClock clock_;
    KernelCounters counters_;
    std::array<Part, kLoopParts> parts_{};
    std::array<WorkLog, kOwnWorks> works_{};
    std::array<OwnPiece, kPiecesMax> pieces_{};  // the long ones of this turn
    std::size_t pieces_count_ = 0;
    TickLength tick_{};
    ReadingBudget budget_{};
    std::uint64_t start_ = 0;
    std::uint64_t turn_begun_ = 0;
    std::uint64_t read_at_ = 0;
    Nanos own_in_turn_{};
    Nanos calls_{};  // of this turn
    Nanos watched_{};
    std::uint64_t turns_ = 0;
    std::uint64_t turns_with_news_ = 0;
    std::uint64_t calls_unread_ = 0;   // long, but counters would have been read too often
    std::uint64_t pieces_unread_ = 0;  // long, but not among the first kPiecesMax of their turn
};

/// A piece of own code; without a watch nothing.
class OwnCode {
  public:
    OwnCode(LoopWatch* watch, Work work) noexcept
        : watch_(watch), piece_{.work = work, .begun = watch == nullptr ? 0 : watch->ticks()} {}
    OwnCode(const OwnCode&) = delete;
    OwnCode& operator=(const OwnCode&) = delete;
    ~OwnCode() {
        if (watch_ != nullptr) [[unlikely]] {
            watch_->end_own(piece_);
        }
    }

    [[nodiscard]] bool is_watched() const noexcept { return watch_ != nullptr; }
    /// It was an input, and this came of it.
    void note(bool is_sent, const timing::StageStamps& stamps) noexcept {
        piece_.work = is_sent ? Work::Order : piece_.work;
        piece_.ended = watch_->ticks();
        piece_.stamps = stamps;
    }

  private:
    LoopWatch* watch_;
    OwnTicks piece_;
};

}  // namespace hotpath::jitter
