#pragma once
/// The keys of [data] and [fills] that a backtest over bars reads from its configuration.
///
/// Threads: set-up. Allocation: strings.

#include <filesystem>
#include <optional>

#include "hotpath/capture/table/bar_table.hpp"
#include "hotpath/config/toml_table.hpp"
#include "hotpath/sim/bars/bar.hpp"

namespace hotpath::app {

struct BarsConfig {
    capture::BarTableOptions table{};
    sim::bars::BarOptions options{};
    std::optional<std::filesystem::path> adjustments{};  // splits and dividends
};

/// The keys of [data]; nothing when `bars` is not among them.
void read_bars_data(config::TomlTable& table, std::optional<BarsConfig>& bars);
/// Reads the keys of [fills]; fails if model and data do not fit. `is_model`: the model is "bars".
void read_bars_fills(config::TomlTable& table, bool is_model, std::optional<BarsConfig>& bars);

}  // namespace hotpath::app
