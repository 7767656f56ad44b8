// The keys of [data] and [fills].
#include "hotpath/backtest/config/bars_config.hpp"

#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <toml++/toml.h>

namespace hotpath::backtest {
namespace {

TEST(DateRange, KeysAreDatesInQuotesOrWithout) {
    const auto read = [](std::string_view text) {
        DateRange range;
        const toml::table root = toml::parse(text);
        config::TomlTable table("b.toml", root, "data");
        read_date_range(table, range);
        const auto finished = table.finish();
        return finished ? fmt::format("{} {}", range.from ? range.from->days : 0,
                                      range.until ? range.until->days : 0)
                        : finished.error().message;
    };
    EXPECT_EQ(read("[data]\nfrom = 2024-01-02\nuntil = \"2024-01-08\""), "19724 19730");
    EXPECT_EQ(read("[data]\nfrom = 2024-01-02"), "19724 0");
    EXPECT_EQ(read("[data]"), "0 0");
    EXPECT_EQ(read("[data]\nfrom = \"January\""),
              "b.toml: data.from must be a date as 2024-01-02, got 'January'");
    EXPECT_EQ(read("[data]\nfrom = 20240102"),
              "b.toml: data.from must be a date as 2024-01-02, got 20240102");
    EXPECT_EQ(read("[data]\nfrom = 2024-01-08\nuntil = 2024-01-02"),
              "b.toml: data.until must be at or after data.from, 2024-01-08, got 2024-01-02");
}

}  // namespace
}  // namespace hotpath::backtest
