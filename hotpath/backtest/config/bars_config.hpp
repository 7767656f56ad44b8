#pragma once
/// The keys of [data] and [fills] that a backtest over bars reads from its configuration.
///
/// Threads: set-up. Allocation: strings.

#include <optional>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/config/toml_table.hpp"

namespace hotpath::backtest {

/// The keys of [data]; nothing when `bars` is not among them.
void read_bars_data(config::TomlTable& table, std::optional<BarsConfig>& bars);
/// The keys `from` and `until` of [data].
void read_date_range(config::TomlTable& table, DateRange& range);
/// Reads the keys of [fills]; fails if model and data do not fit. `is_model`: the model is "bars".
void read_bars_fills(config::TomlTable& table, bool is_model, std::optional<BarsConfig>& bars);

}  // namespace hotpath::backtest
