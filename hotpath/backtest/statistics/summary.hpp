#pragma once
/// All statistics of one result at once, for reports.
///
/// Threads: a pure function. Allocation: the summary. Complexity: that of the bootstrap (2,000 draws
/// of the days, twice) and n log n in orders, fills and points. definitions() defines each number.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hotpath/backtest/result.hpp"
#include "hotpath/backtest/statistics/bootstrap.hpp"
#include "hotpath/backtest/statistics/equity_curve.hpp"
#include "hotpath/backtest/statistics/fill_ratios.hpp"
#include "hotpath/backtest/statistics/mark_outs.hpp"
#include "hotpath/backtest/statistics/overfitting.hpp"
#include "hotpath/backtest/statistics/round_trips.hpp"
#include "hotpath/backtest/statistics/sensitivity.hpp"

namespace hotpath::backtest {

/// One symbol over all days.
struct SymbolSummary {
    Symbol symbol{};
    std::uint64_t fills = 0;
    Money gross{};
    Money fees{};
    Money turnover{};

    [[nodiscard]] Money pnl() const noexcept { return gross - fees; }
};

/// A position that a day left open.
struct OpenPosition {
    std::size_t day = 0;  // by index
    InstrumentResult instrument{};
};

struct ResultSummary {
    std::vector<double> daily_pnl{};    // dollars
    std::optional<double> benchmark{};  // buy_and_hold()
    std::optional<double> sharpe{};
    std::optional<ConfidenceInterval> sharpe_interval{};
    std::optional<double> sortino{};
    std::optional<ConfidenceInterval> sortino_interval{};
    std::vector<CurvePoint> curve{};
    std::optional<Drawdown> drawdown{};
    TimeInMarket time_in_market{};
    Turnover turnover{};
    FillRatio fill_ratio{};
    std::vector<AgeRow> by_age{};
    std::vector<PlaceRow> by_place{};
    MarkOuts mark_outs{};
    MarkOuts mark_outs_added{};
    MarkOuts mark_outs_removed{};
    std::vector<RoundTrip> trips{};
    RoundTripSummary round_trips{};
    std::vector<SymbolSummary> symbols{};  // the largest turnover first, then by symbol
    std::vector<OpenPosition> open_positions{};
    Verdict verdict{};
    std::optional<DeflatedSharpe> deflated_sharpe{};      // with trials only
    std::optional<OverfittingProbability> overfitting{};  // with trials only
};

/// The runs made beside the result. `trials`: the daily values of each point of a sweep.
struct SummaryInputs {
    std::span<const VariedRun> runs{};
    TrialMatrix trials{};
};

[[nodiscard]] ResultSummary summary_of(const BacktestResult& result,
                                       const SummaryInputs& inputs = {});

}  // namespace hotpath::backtest
