#pragma once
/// The days of a BarRun, cut out of its one run: what each earned, and the orders and fills of each.
///
/// An order is of the day on which it was sent, a fill of that on which it came; times become those
/// of the day. A day's profit is the run's at its end less that at the end of the day before. Threads: pure
/// functions. Allocation: the result. Complexity: linear in orders, fills and samples.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/run_recorder.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::backtest {

/// The run at the end of a day. Times are the run's, sums are since its start.
struct BarDayEnd {
    std::string name{};
    Time midnight{};
    Time begin{};
    Time end{};
    std::vector<InstrumentResult>
        instruments{};  // by time of listing: those of the day before first
    OrderCounts counts{};
    std::uint64_t input_hash = 0;
    std::uint64_t output_hash = 0;
};

/// The run's stop as one of this day, in its time; nothing when it comes after `next`, the midnight of
/// the day after. A stop lasts: a later day has been stopped when it begins.
[[nodiscard]] std::optional<TradingStop> stop_in(std::optional<TradingStop> stop,
                                                 const BarDayEnd& day, Time next);

/// `in_flight`: requests that were not answered at the end.
[[nodiscard]] BacktestResult result_of(std::span<const BarDayEnd> days, const RunRecorder& recorder,
                                       std::size_t in_flight);

}  // namespace hotpath::backtest
