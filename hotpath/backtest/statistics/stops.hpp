#pragma once
/// The days on which the risk gate ended the trading early, and the share of the time that was
/// traded.
///
/// Threads: pure functions. Allocation: the day's name. Complexity: linear in days.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hotpath/backtest/result.hpp"

namespace hotpath::backtest {

/// The configuration key of the control that stopped: "account_limits.loss_max"; for a cause that is
/// no limit its name.
[[nodiscard]] std::string_view control_name(const TradingStop& stop) noexcept;

/// The part of the day before its stop; 1 without one.
[[nodiscard]] double traded_share(const DayResult& day) noexcept;

/// All stops of a result.
struct StoppedDays {
    std::size_t days = 0;  // stopped
    std::size_t days_all = 0;
    double traded_share = 1;  // of the time of all days
    std::string first_day{};
    TradingStop first{};
    Symbol symbol{};  // of the first; blank: of none
};

/// Nothing when no day was stopped.
[[nodiscard]] std::optional<StoppedDays> stopped_days(const BacktestResult& result);

}  // namespace hotpath::backtest
