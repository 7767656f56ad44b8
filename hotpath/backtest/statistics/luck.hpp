#pragma once
/// Whether a result may be luck: one answer from one set of rules.
///
///   too short        fewer than kLuckDaysMin days: no rule is asked
///   may be luck      a rule that applies is not met
///   more than luck   every rule that applies is met
///
/// The rules: t of the days is beyond chance; the 95% interval of the Sharpe ratio leaves out 0; and
/// of a search's best point that earns, the deflated Sharpe ratio is at least kDeflatedSharpeMin, or,
/// where there is none, the probability of overfitting is below kOverfittingMax. Threads: a pure
/// function. Allocation: the rules. Complexity: constant.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hotpath/backtest/statistics/bootstrap.hpp"
#include "hotpath/backtest/statistics/daily.hpp"
#include "hotpath/backtest/statistics/overfitting.hpp"

namespace hotpath::backtest {

inline constexpr std::size_t kLuckDaysMin = kBootstrapDaysMin;
inline constexpr double kDeflatedSharpeMin = 0.95;
inline constexpr double kOverfittingMax = 0.5;

enum class Luck : std::uint8_t { TooShort, MayBe, MoreThan };

enum class LuckRule : std::uint8_t { TStatistic, SharpeInterval, DeflatedSharpe, Overfitting };

struct LuckRuleOutcome {
    LuckRule rule = LuckRule::TStatistic;
    bool is_met = false;
};

/// The numbers that the rules are about.
struct LuckInputs {
    std::size_t days = 0;
    bool earns = false;
    bool is_searched = false;  // the best of many points
    std::optional<TStatistic> t{};
    std::optional<ConfidenceInterval> sharpe_interval{};
    std::optional<DeflatedSharpe> deflated_sharpe{};
    std::optional<OverfittingProbability> overfitting{};
};

struct LuckVerdict {
    Luck luck = Luck::TooShort;
    std::vector<LuckRuleOutcome> rules{};  // those that apply
    LuckInputs of{};
};

[[nodiscard]] LuckVerdict luck_of(const LuckInputs& inputs);

}  // namespace hotpath::backtest
