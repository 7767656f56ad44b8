#include "hotpath/live/config/trading_config.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "hotpath/config/toml_table.hpp"

namespace hotpath::live {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kTableEntriesMax = 100'000'000;

void read_traded_symbols(config::TomlTable& table, engine::EngineOptions& engine) {
    std::vector<std::string> symbols;
    table.require("symbols");
    table.read("symbols", symbols);
    std::set<std::string> seen;
    for (const std::string& text : symbols) {
        const std::optional<Symbol> symbol = Symbol::from(text);
        if (!symbol || !seen.insert(text).second) {
            return table.refuse("symbols", "\"" + text + "\"",
                                "unique symbols of 1 to 8 characters");
        }
        engine.symbols.push_back(*symbol);
    }
    if (const auto most = engine.books.instruments_max; symbols.size() > most) {
        table.refuse("symbols", fmt::format("{} symbols", symbols.size()),
                     fmt::format("at most trading.instruments_max ({}) symbols", most));
    }
    if (symbols.empty() && table.has("symbols")) {
        table.refuse("symbols", "[]", "at least one symbol");
    }
}

void read_orders(config::TomlTable& table, oms::OrdersOptions& orders) {
    table.read("open_orders_max", orders.open_orders_max, {1, 100'000});
    table.read("orders_remembered", orders.orders_remembered, {2, 1 << 24});
    const std::uint32_t remembered = orders.orders_remembered;
    if (!std::has_single_bit(remembered) || remembered <= orders.open_orders_max) {
        table.refuse("orders_remembered", fmt::to_string(remembered),
                     "a power of two above open_orders_max");
    }
    table.read("executions_remembered", orders.executions_remembered, {1, 1 << 24});
}

}  // namespace

Expected<void> read_trading_config(const fs::path& file, const toml::table& root,
                                   trader::TraderOptions& trader) {
    config::TomlTable table(file, root, "trading");
    engine::EngineOptions& engine = trader.engine;
    engine.books = {.orders_max = 200'000, .levels_max = 400'000, .instruments_max = 10'000};
    table.read("orders_max", engine.books.orders_max, {1, kTableEntriesMax});
    table.read("levels_max", engine.books.levels_max, {1, kTableEntriesMax});
    table.read("instruments_max", engine.books.instruments_max, {1, 65'534});
    read_traded_symbols(table, engine);
    read_orders(table, engine.orders);
    table.read_ms("timer_ms", trader.timer_interval, {1, 60'000});
    return table.finish();
}

}  // namespace hotpath::live
