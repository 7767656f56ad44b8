#pragma once
/// Who handles an event after whom, as sets of stages, and what follows from it: whom each stage
/// waits for, and which stages stand alone.
///
/// A stage is alone when every other stage is before or after it. Lone stages touch an event one
/// after the other, so the turn in the event's own line can pass from one to the next: whoever
/// comes after a lone stage polls that turn, and if the last stage is alone the producers poll it,
/// too. Stages side by side cannot share a word; each publishes a sequence once a batch.
///
///   pipeline   P ─ a ─ b ─ c        all alone: one line an event, no other word is shared
///   diamond    P ─ a, b ─ c         c is alone; a and b publish sequences, which c polls
///   multicast  P ─ a, b, c          none is alone: the producers poll three sequences
///
/// Threads: one, at set-up. Allocation: none. Complexity: O(stages), at most 16.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"

namespace hotpath::queue::disruptor {

inline constexpr std::size_t kStagesMax = 16;

/// A set of stages, a bit each.
using StageSet = std::uint32_t;

class Topology {
  public:
    using Stage = std::size_t;

    struct Edge {
        Stage before;
        Stage after;
    };

    [[nodiscard]] static constexpr StageSet set_of(Stage stage) noexcept {
        return StageSet{1} << stage;
    }

    [[nodiscard]] Stage add() noexcept {
        HOTPATH_ASSERT(stages_ < kStagesMax, "a graph has at most 16 stages");
        return stages_++;
    }

    void connect(Edge edge) noexcept {
        HOTPATH_ASSERT(edge.before != edge.after && !has(before_[edge.before], edge.after),
                       "a stage cannot come after itself");
        const StageSet gained = before_[edge.before] | set_of(edge.before);
        for (Stage stage = 0; stage < stages_; ++stage) {
            if (stage == edge.after || has(before_[stage], edge.after)) {
                before_[stage] |= gained;
            }
        }
    }

    [[nodiscard]] std::size_t stages() const noexcept { return stages_; }

    /// All stages that are done with an event before this one sees it.
    [[nodiscard]] StageSet before(Stage stage) const noexcept { return before_[stage]; }

    [[nodiscard]] StageSet after(Stage stage) const noexcept {
        StageSet found = 0;
        for (Stage other = 0; other < stages_; ++other) {
            found |= has(before_[other], stage) ? set_of(other) : 0;
        }
        return found;
    }

    /// Those before it that are before no other of those: whom it waits for. Empty: the producers.
    [[nodiscard]] StageSet direct_before(Stage stage) const noexcept {
        return last_of(before_[stage]);
    }

    /// Those that nobody comes after: the slowest of them holds the producers.
    [[nodiscard]] StageSet last() const noexcept { return last_of(all()); }

    [[nodiscard]] bool is_alone(Stage stage) const noexcept {
        return (before(stage) | after(stage) | set_of(stage)) == all();
    }

    /// How many lone stages have handed an event on before this one gets it.
    [[nodiscard]] std::size_t lone_before(Stage stage) const noexcept {
        std::size_t lone = 0;
        for (Stage other = 0; other < stages_; ++other) {
            lone += has(before_[stage], other) && is_alone(other) ? 1U : 0U;
        }
        return lone;
    }

    [[nodiscard]] static bool has(StageSet set, Stage stage) noexcept {
        return (set & set_of(stage)) != 0;
    }

  private:
    [[nodiscard]] StageSet all() const noexcept { return set_of(stages_) - 1; }

    [[nodiscard]] StageSet last_of(StageSet set) const noexcept {
        StageSet last = set;
        for (Stage stage = 0; stage < stages_; ++stage) {
            last &= has(set, stage) ? ~before_[stage] : ~StageSet{0};
        }
        return last;
    }

    std::array<StageSet, kStagesMax> before_{};
    std::size_t stages_ = 0;
};

}  // namespace hotpath::queue::disruptor
