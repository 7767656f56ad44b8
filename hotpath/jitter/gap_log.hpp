#pragma once
/// The gaps of one watch: a histogram of all of them, one for each cause of the long ones, and the
/// longest in full.
///
/// Memory is fixed, for a watch of any length. Threads: one owner. Allocation: construction.
/// Complexity: add() is O(log kLongestKept).

#include <array>
#include <cstdint>
#include <vector>

#include "hotpath/jitter/gap.hpp"
#include "hotpath/timing/latency_histogram.hpp"

namespace hotpath::jitter {

/// The long gaps of one cause.
struct CauseSum {
    timing::LatencyHistogram lengths{};
    Nanos total{};
};

class GapLog {
  public:
    static constexpr std::size_t kLongestKept = 200;

    GapLog() { longest_.reserve(kLongestKept + 1); }

    /// Into the histogram only.
    void count(Nanos length) noexcept { lengths_.record(length); }
    /// A long one, with its cause.
    void add(const Gap& gap);

    [[nodiscard]] const timing::LatencyHistogram& lengths() const noexcept { return lengths_; }
    [[nodiscard]] const CauseSum& of(Cause cause) const noexcept {
        return causes_[static_cast<std::size_t>(cause)];
    }
    [[nodiscard]] std::uint64_t long_gaps() const noexcept { return long_gaps_; }
    /// The longest first.
    [[nodiscard]] std::vector<Gap> longest() const;

  private:
    timing::LatencyHistogram lengths_{};
    std::array<CauseSum, kCauses> causes_{};
    std::uint64_t long_gaps_ = 0;
    std::vector<Gap> longest_{};  // a heap, the shortest in front
};

/// The length of a timer tick as gaps show it: the median of those with a timer interrupt and
/// nothing else.
class TickLength {
  public:
    /// 0 until there are enough of them.
    [[nodiscard]] Nanos typical() const noexcept { return typical_; }
    /// One of a hundred ticks is shorter.
    [[nodiscard]] Nanos least() const noexcept { return least_; }
    void note(Nanos length, const GapEvidence& evidence);

  private:
    static constexpr std::uint64_t kEnough = 32;

    timing::LatencyHistogram lengths_{};
    Nanos typical_{};
    Nanos least_{};
};

}  // namespace hotpath::jitter
