#include "hotpath/backtest/statistics/luck.hpp"

#include <algorithm>

namespace hotpath::backtest {

namespace {

/// A search of which neither number is known is not told from luck.
[[nodiscard]] LuckRuleOutcome search_rule(const LuckInputs& inputs) {
    if (inputs.deflated_sharpe || !inputs.overfitting) {
        return {
            LuckRule::DeflatedSharpe,
            inputs.deflated_sharpe && inputs.deflated_sharpe->probability >= kDeflatedSharpeMin};
    }
    return {LuckRule::Overfitting, inputs.overfitting->probability < kOverfittingMax};
}

}  // namespace

LuckVerdict luck_of(const LuckInputs& inputs) {
    LuckVerdict verdict{.of = inputs};
    if (inputs.days < kLuckDaysMin) {
        return verdict;
    }
    verdict.rules.push_back({LuckRule::TStatistic, inputs.t && inputs.t->is_beyond_chance()});
    if (inputs.sharpe_interval) {
        const auto& [low, high, block_days, draws] = *inputs.sharpe_interval;
        verdict.rules.push_back({LuckRule::SharpeInterval, low > 0 || high < 0});
    }
    if (inputs.is_searched && inputs.earns) {
        verdict.rules.push_back(search_rule(inputs));
    }
    verdict.luck =
        std::ranges::all_of(verdict.rules, &LuckRuleOutcome::is_met) ? Luck::MoreThan : Luck::MayBe;
    return verdict;
}

}  // namespace hotpath::backtest
