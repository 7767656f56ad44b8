#pragma once
/// The equity of all instruments and days as one curve, its largest drawdown, and how long
/// a position was held.
///
/// The curve begins with 0 at the first day's start; a day goes on from the closing value of the one
/// before. Between samples the curve is constant, so a drawdown is as fine as the run's sampling.
/// Threads: pure functions. Allocation: the curve. Complexity: linear in points and fills.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "hotpath/backtest/result.hpp"

namespace hotpath::backtest {

/// A moment of a run: its day, by index, and the time of that day.
struct RunTime {
    std::size_t day = 0;
    Time at{};

    friend bool operator==(const RunTime&, const RunTime&) = default;
};

struct CurvePoint {
    RunTime time{};
    Money pnl{};  // since the start of the run, after fees
};

[[nodiscard]] std::vector<CurvePoint> equity_curve(const BacktestResult& result);

struct Drawdown {
    Money amount{};                      // peak less trough, above 0
    RunTime from{};                      // the latest time at the peak
    RunTime to{};                        // the earliest time at the trough
    std::optional<RunTime> recovered{};  // the first time back at the peak
};

/// The largest fall from a peak; the first of equal ones. nullopt when the curve never falls.
[[nodiscard]] std::optional<Drawdown> max_drawdown(std::span<const CurvePoint> curve);

struct TimeInMarket {
    Nanos held{};     // some instrument's position was not 0
    Nanos session{};  // of all days

    [[nodiscard]] std::optional<double> share() const;
};

[[nodiscard]] TimeInMarket time_in_market(const BacktestResult& result);

}  // namespace hotpath::backtest
