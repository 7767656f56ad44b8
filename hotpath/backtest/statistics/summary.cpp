#include "hotpath/backtest/statistics/summary.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <ranges>

#include "hotpath/backtest/statistics/benchmark.hpp"
#include "hotpath/backtest/statistics/daily.hpp"

namespace hotpath::backtest {

namespace {

void add_symbols_of(const DayResult& day, std::map<Symbol, SymbolSummary>& symbols) {
    for (const InstrumentResult& instrument : day.instruments) {
        SymbolSummary& sum = symbols[instrument.symbol];
        sum.symbol = instrument.symbol;
        sum.gross += instrument.gross;
        sum.fees += instrument.fees;
    }
    for (const FillRecord& fill : day.fills) {
        if (const InstrumentResult* instrument = find_instrument(day, fill.instrument)) {
            SymbolSummary& sum = symbols[instrument->symbol];
            sum.turnover += fill.price * fill.qty;
            ++sum.fills;
        }
    }
}

std::vector<SymbolSummary> symbols_of(const BacktestResult& result) {
    std::map<Symbol, SymbolSummary> symbols;
    for (const DayResult& day : result.days) {
        add_symbols_of(day, symbols);
    }
    const auto sums = symbols | std::views::values;
    std::vector<SymbolSummary> sorted(sums.begin(), sums.end());
    std::ranges::stable_sort(sorted, std::ranges::greater{}, &SymbolSummary::turnover);
    return sorted;
}

std::vector<OpenPosition> open_positions_of(const BacktestResult& result) {
    std::vector<OpenPosition> open;
    for (std::size_t day = 0; day < result.days.size(); ++day) {
        if (carries_on(result, day)) {
            continue;
        }
        for (const InstrumentResult& instrument : result.days[day].instruments) {
            if (instrument.position != SignedQty{}) {
                open.push_back({.day = day, .instrument = instrument});
            }
        }
    }
    return open;
}

void add_ratios(ResultSummary& summary) {
    summary.sharpe = sharpe(summary.daily_pnl);
    summary.sharpe_interval = confidence_interval(summary.daily_pnl, &sharpe);
    summary.sortino = sortino(summary.daily_pnl);
    summary.sortino_interval = confidence_interval(summary.daily_pnl, &sortino);
}

}  // namespace

ResultSummary summary_of(const BacktestResult& result, const SummaryInputs& inputs) {
    ResultSummary summary{.daily_pnl = daily_pnl(result),
                          .benchmark = buy_and_hold(result),
                          .curve = equity_curve(result),
                          .time_in_market = time_in_market(result),
                          .turnover = turnover(result),
                          .fill_ratio = fill_ratio(result),
                          .by_age = fill_ratio_by_age(result),
                          .by_place = fill_ratio_by_place(result),
                          .mark_outs = mark_outs(result),
                          .mark_outs_added = mark_outs(result, oms::Liquidity::Added),
                          .mark_outs_removed = mark_outs(result, oms::Liquidity::Removed),
                          .trips = round_trips(result),
                          .symbols = symbols_of(result),
                          .open_positions = open_positions_of(result),
                          .verdict = verdict(result, inputs.runs)};
    summary.round_trips = summary_of(summary.trips);
    add_ratios(summary);
    summary.drawdown = max_drawdown(summary.curve);
    if (!inputs.trials.empty()) {
        summary.deflated_sharpe = deflated_sharpe(inputs.trials);
        summary.overfitting = overfitting_probability(inputs.trials);
    }
    summary.verdict.luck = luck_of({.days = summary.daily_pnl.size(),
                                    .earns = pnl(result) > Money{},
                                    .is_searched = !inputs.trials.empty(),
                                    .t = t_statistic(summary.daily_pnl),
                                    .sharpe_interval = summary.sharpe_interval,
                                    .deflated_sharpe = summary.deflated_sharpe,
                                    .overfitting = summary.overfitting});
    return summary;
}

}  // namespace hotpath::backtest
