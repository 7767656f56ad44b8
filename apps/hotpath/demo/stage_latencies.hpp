#pragma once
/// The latencies of every tick that caused an order: each stage by itself, and from the packet to
/// the order's bytes.
///
/// Ticks without an order are excluded, so that the stages of one row of a table belong to the
/// same ticks and add up. Threads: one owner. Allocation: the histograms at construction.
/// Complexity: six histogram records an ordering tick.

#include <algorithm>
#include <array>
#include <cstdint>

#include "hotpath/timing/latency_histogram.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::app {

class StageLatencies {
  public:
    /// The stages that are this program's work; rx is where they begin, tx is the transport's.
    static constexpr std::array<timing::Stage, 5> kStages{
        timing::Stage::Decode, timing::Stage::Book, timing::Stage::Decide, timing::Stage::Risk,
        timing::Stage::Encode};

    explicit StageLatencies(const timing::TscClock& clock) : clock_(clock) {}

    [[nodiscard]] const timing::LatencyHistogram& stage(timing::Stage stage) const {
        return stages_[static_cast<std::size_t>(stage)];
    }
    [[nodiscard]] const timing::LatencyHistogram& total() const { return total_; }

    /// The stamps of one packet. One without an order is passed over, and so is one whose order did
    /// not come from a book update (a trading state, a heartbeat after silence): it has no time in
    /// every stage.
    void record(const timing::StageStamps& stamps) {
        if (!is_complete(stamps)) {
            return;
        }
        for (const timing::Stage stage : kStages) {
            stages_[static_cast<std::size_t>(stage)].record(
                clock_.to_duration(stamps.ticks_in(stage)));
        }
        total_.record(clock_.to_duration(stamps.ticks_until(timing::Stage::Encode)));
    }

  private:
    /// Every stage was reached, one after the other.
    [[nodiscard]] static bool is_complete(const timing::StageStamps& stamps) {
        std::uint64_t before = stamps.at(timing::Stage::Rx);
        return std::ranges::all_of(kStages, [&](timing::Stage stage) {
            const bool is_next = stamps.at(stage) != 0 && stamps.at(stage) >= before;
            before = stamps.at(stage);
            return is_next;
        });
    }

    timing::TscClock clock_;
    std::array<timing::LatencyHistogram, timing::kStages> stages_;  // by Stage
    timing::LatencyHistogram total_;
};

}  // namespace hotpath::app
