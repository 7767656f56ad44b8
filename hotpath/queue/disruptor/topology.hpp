#pragma once
/// The order of stages, as sets, and what follows from it: which stages each stage waits for, and
/// which the producers wait for.
///
/// The first stages wait for an event's publication, all others for the sequences of those directly
/// before them, and the producers for the sequences of the last ones.
///
///   pipeline   P ─ a ─ b ─ c        b polls a's sequence, c b's, the producers c's
///   diamond    P ─ a, b ─ c         c polls the sequences of a and b, the producers c's
///   multicast  P ─ a, b, c          the producers poll three sequences
///
/// Threads: one, at set-up. Allocation: none. Complexity: O(stages), at most 16.

#include <array>
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

    /// The last stages before this one, for which it waits; empty: it waits for the producers.
    [[nodiscard]] StageSet direct_before(Stage stage) const noexcept {
        return last_of(before_[stage]);
    }

    /// Stages without successors: the slowest of them limits the producers.
    [[nodiscard]] StageSet last() const noexcept { return last_of(all()); }

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
