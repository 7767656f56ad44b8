#pragma once
/// The configuration of `hotpath backtest`: the market data, the models, and the trader.
///
/// The trader is that of `hotpath trade`: either the tables [trading], [fees], [limits],
/// [account_limits], [pace] and [strategy] stand here, or `trader` names a configuration of a live
/// trader, of which these tables are taken. Keys and defaults: docs/guide/backtest.md. Threads:
/// set-up. Allocation: free.

#include <filesystem>
#include <string_view>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::backtest {

[[nodiscard]] Expected<BacktestConfig> read_backtest_config(const std::filesystem::path& file,
                                                            const strategy::Registry& strategies);
/// The same of a text; `name` is the file in errors, and the folder of relative paths is its.
[[nodiscard]] Expected<BacktestConfig> parse_backtest_config(std::string_view text,
                                                             const std::filesystem::path& name,
                                                             const strategy::Registry& strategies);

}  // namespace hotpath::backtest
