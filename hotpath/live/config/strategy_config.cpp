#include "hotpath/live/config/strategy_config.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hotpath/config/strategy_table.hpp"
#include "hotpath/config/toml_table.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::live {

namespace {

namespace fs = std::filesystem;

/// What stands in an error for a strategy that trades at another number of venues.
[[nodiscard]] std::string of_other_venues(const strategy::Registry& strategies, bool has_second) {
    if (!has_second) {
        return "a strategy of one venue when there is no [second_venue]";
    }
    std::vector<std::string_view> names;
    for (const strategy::Registration& each : strategies.all()) {
        if (each.venues == 2) {
            names.push_back(each.name);
        }
    }
    return fmt::format("{} with [second_venue]", fmt::join(names, " or "));
}

/// The strategy gets what it must know of the venues.
void fit_to_venues(const TradeConfig& config, StrategyPart& part) {
    const engine::EngineOptions& engine = config.trader.engine;
    const std::array fees{engine.orders.fees,
                          config.second ? config.second->trader.engine.orders.fees : oms::Fees{}};
    part.choice.fit(
        {.instruments_max = engine.books.instruments_max, .symbols = part.symbols, .fees = fees});
}

/// A strategy's table, and the key of its symbols for errors.
struct StrategySource {
    const fs::path& file;
    config::TomlTable& table;
    std::string_view symbols_key;
};

/// Which of them a strategy has is not known without its name.
[[nodiscard]] std::vector<std::string> all_parameters(const strategy::Registry& strategies) {
    std::vector<std::string> keys;
    for (const strategy::Registration& each : strategies.all()) {
        for (const strategy::Parameter& parameter : strategy::StrategyChoice(each).parameters()) {
            keys.emplace_back(parameter.key);
            keys.emplace_back(parameter.former.empty() ? parameter.key : parameter.former);
        }
    }
    return keys;
}

/// The name in the table, and the parameters of that strategy.
[[nodiscard]] Expected<void> read_choice(const StrategySource& source, const TradeConfig& config,
                                         const strategy::Registry& strategies, StrategyPart& part) {
    config::TomlTable& table = source.table;
    std::size_t index = 0;
    const bool was_fine = table.is_fine();
    table.require("name");
    table.read_choice("name", index, strategies.names());
    part.choice = strategy::StrategyChoice(strategies.all()[index]);
    if (was_fine && !table.is_fine() && table.has("name")) {
        table.allow_all();  // a strategy of another program has parameters of its kind
        return table.finish();
    }
    if (!table.is_fine()) {
        table.allow(all_parameters(strategies));
        return table.finish();
    }
    if (part.choice.venues() != venues_count(config)) {
        table.refuse("name", fmt::format("\"{}\"", part.choice.name()),
                     of_other_venues(strategies, config.second.has_value()));
        table.allow(all_parameters(strategies));
        return table.finish();
    }
    fit_to_venues(config, part);
    config::read_parameters(table, part.symbols, source.symbols_key, part.choice);
    if (auto read = table.finish(); !read) {
        return read;
    }
    const auto checked = part.choice.options().check();
    return checked ? Expected<void>()
                   : fail(fmt::format("{}: strategy: {}", source.file.string(),
                                      checked.error().message));
}

/// Some of the traded symbols, which no other strategy has.
void read_part_symbols(config::TomlTable& table, const TradeConfig& config, StrategyPart& part) {
    std::vector<std::string> texts;
    table.require("symbols");
    table.read("symbols", texts);
    const auto& traded = config.trader.engine.symbols;
    for (const std::string& text : texts) {
        const std::optional<Symbol> symbol = Symbol::from(text);
        if (!symbol || std::ranges::find(traded, *symbol) == traded.end()) {
            return table.refuse("symbols", "\"" + text + "\"", "some of trading.symbols");
        }
        part.symbols.push_back(*symbol);
    }
    if (texts.empty() && table.has("symbols")) {
        table.refuse("symbols", "[]", "at least one symbol");
    }
}

[[nodiscard]] Expected<void> read_parts(const fs::path& file, const toml::table& root,
                                        const strategy::Registry& strategies, TradeConfig& config) {
    const auto read_part = [&](const toml::table& each, std::size_t n) {
        config::TomlTable table(file, fmt::format("strategies[{}]", n + 1), each);
        StrategyPart& part = config.strategies.emplace_back();
        read_part_symbols(table, config, part);
        return read_choice({file, table, "its symbols"}, config, strategies, part);
    };
    if (auto read = config::for_each_table(file, root, "strategies", read_part); !read) {
        return read;
    }
    const auto made =
        strategy::make_portfolio(config.strategies, config.trader.engine.books.instruments_max);
    return made ? Expected<void>()
                : fail(fmt::format("{}: strategies: {}", file.string(), made.error().message));
}

}  // namespace

Expected<void> read_strategy(const fs::path& file, const toml::table& root,
                             const strategy::Registry& strategies, TradeConfig& config) {
    const toml::array* several = root["strategies"].as_array();
    if (several == nullptr && !root.contains("strategies")) {
        config::TomlTable table(file, root, "strategy");
        StrategyPart& part = config.strategies.emplace_back();
        part.symbols = config.trader.engine.symbols;
        return read_choice({file, table, "trading.symbols"}, config, strategies, part);
    }
    if (several == nullptr || several->empty() || root.contains("strategy")) {
        return fail(
            fmt::format("{}: the strategies must be one table [strategy] or several "
                        "[[strategies]], got {}",
                        file.string(), root.contains("strategy") ? "both" : "none"));
    }
    return read_parts(file, root, strategies, config);
}

}  // namespace hotpath::live
