#include "hotpath/backtest/config/bars_config.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace hotpath::backtest {

void read_bars_data(config::TomlTable& table, std::optional<BarsConfig>& bars) {
    BarsConfig config;
    std::size_t length = 0;
    table.read_choice("bars", length, {"day", "minutes"});
    std::int64_t minutes = 1;
    table.read("bar_minutes", minutes, {1, 1'440});
    config.table.minutes = length == 0 ? 0 : minutes;
    std::size_t time = 0;
    table.read_choice("bar_time", time, {"begin", "end"});
    config.table.time_is_end = time == 1;
    table.read_dollars("bar_tick", config.table.tick.value, {0, 1'000});
    std::filesystem::path adjustments;
    table.read_path("adjustments", adjustments);
    if (table.has("adjustments")) {
        config.adjustments = adjustments;
    }
    if (table.has("bars")) {
        bars = std::move(config);
        return;
    }
    for (const char* const key : {"bar_minutes", "bar_time", "bar_tick", "adjustments"}) {
        if (table.has(key)) {
            table.refuse(key, "a value", "absent when data.bars is absent");
        }
    }
}

void read_bars_fills(config::TomlTable& table, bool is_model, std::optional<BarsConfig>& bars) {
    sim::bars::BarOptions options;
    table.read_dollars("half_spread_dollars", options.half_spread.value, {0.0001, 1'000});
    double percent = options.volume_share.value / 100.0;
    table.read("volume_percent", percent, {0.01, 100});
    options.volume_share = {static_cast<std::int32_t>(std::lround(percent * 100))};
    if (is_model != bars.has_value()) {
        table.refuse(
            "model", is_model ? "\"bars\"" : "another model",
            is_model ? "another model when data.bars is absent" : "\"bars\" with data.bars");
    }
    for (const char* const key : {"half_spread_dollars", "volume_percent"}) {
        if (table.has(key) && !is_model) {
            table.refuse(key, "a value", "absent unless model is \"bars\"");
        }
    }
    if (bars) {
        bars->options = options;
    }
}

void read_date_range(config::TomlTable& table, DateRange& range) {
    table.read_date("from", range.from);
    table.read_date("until", range.until);
    if (range.from && range.until && *range.until < *range.from) {
        table.refuse("until", capture::date_text(*range.until),
                     fmt::format("at or after data.from, {}", capture::date_text(*range.from)));
    }
}

}  // namespace hotpath::backtest
