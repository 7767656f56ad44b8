#include "hotpath/backtest/statistics/benchmark.hpp"

#include <cmath>
#include <cstddef>
#include <map>

namespace hotpath::backtest {

namespace {

/// What one share of money became, by symbol.
using Growth = std::map<Symbol, double>;

void add_day(const DayResult& day, Growth& growth) {
    for (const InstrumentResult& instrument : day.instruments) {
        if (instrument.hold_from > Price{} && instrument.hold_to > Price{}) {
            const auto [symbol, _] = growth.try_emplace(instrument.symbol, 1.0);
            symbol->second *= static_cast<double>(instrument.hold_to.value) /
                              static_cast<double>(instrument.hold_from.value);
        }
    }
}

/// The symbols have equal parts.
[[nodiscard]] double mean_return(const Growth& growth) {
    double sum = 0;
    for (const auto& [_, grown] : growth) {
        sum += grown - 1;
    }
    return sum / static_cast<double>(growth.size());
}

}  // namespace

std::optional<double> buy_and_hold(const BacktestResult& result) {
    std::optional<double> sum;
    Growth growth;  // of the run that the day is of
    for (std::size_t day = 0; day < result.days.size(); ++day) {
        add_day(result.days[day], growth);
        if (!carries_on(result, day) && !growth.empty()) {
            sum = sum.value_or(0) + mean_return(growth);
            growth.clear();
        }
    }
    return sum;
}

std::optional<Money> buy_and_hold_pnl(const BacktestResult& result) {
    const std::optional<double> share = buy_and_hold(result);
    if (!share || !result.capital) {
        return std::nullopt;
    }
    return Money{std::llround(*share * static_cast<double>(result.capital->value))};
}

}  // namespace hotpath::backtest
