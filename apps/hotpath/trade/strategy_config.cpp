#include "apps/hotpath/trade/strategy_config.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/config/toml_table.hpp"
#include "apps/hotpath/trade/strategies.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

/// Reads the parameters of a strategy from a table.
class TomlParameters {
  public:
    /// `symbols`: those of the strategy; `key` says where they are.
    TomlParameters(TomlTable& table, const std::vector<Symbol>& symbols, std::string_view key)
        : table_(table), symbols_(symbols), key_(key) {}

    template <class T>
    void integer(const strategy::IntegerParameter& parameter, T& value) {
        table_.read(parameter.key, value, {parameter.least, parameter.most});
    }
    template <strategy::Countable T>
    void integer(const strategy::IntegerParameter& parameter, T& count) {
        integer(parameter, count.value);
    }
    void millis(const strategy::IntegerParameter& parameter, Nanos& value) {
        table_.read_ms(parameter.key, value, {parameter.least, parameter.most});
    }
    void micros(const strategy::IntegerParameter& parameter, Nanos& value) {
        table_.read_us(parameter.key, value, {parameter.least, parameter.most});
    }
    void dollars(const strategy::DollarParameter& parameter, std::int64_t& units) {
        if (!parameter.former.empty() && table_.has(parameter.former)) {
            constexpr double kUnits = 10'000;
            table_.read(parameter.former, units,
                        {static_cast<std::int64_t>(parameter.least * kUnits),
                         static_cast<std::int64_t>(parameter.most * kUnits)});
        } else {
            table_.read_dollars(parameter.key, units, {parameter.least, parameter.most});
        }
    }
    void symbol(const strategy::SymbolParameter& parameter, Symbol& value) {
        std::string text;
        table_.require(parameter.key);
        table_.read(parameter.key, text);
        const std::optional<Symbol> symbol = Symbol::from(text);
        if (!symbol || std::ranges::find(symbols_, *symbol) == symbols_.end()) {
            table_.refuse(parameter.key, "\"" + text + "\"", fmt::format("one of {}", key_));
            return;
        }
        value = *symbol;
    }

  private:
    TomlTable& table_;
    const std::vector<Symbol>& symbols_;
    std::string_view key_;
};

/// The strategy's own check of its parameters, as a line.
template <class S>
[[nodiscard]] Expected<void> check(const fs::path& file,
                                   const typename strategy::StrategyEntry<S>::Options& options) {
    const auto made = strategy::StrategyEntry<S>::create(options);
    return made ? Expected<void>()
                : fail(fmt::format("{}: strategy: {}", file.string(), made.error().message));
}

/// The name in the table, and the parameters of that strategy.
[[nodiscard]] Expected<void> read_choice(const fs::path& file, TomlTable& table,
                                         const TradeConfig& config, std::string_view symbols_key,
                                         StrategyPart& part) {
    std::size_t index = 0;
    table.require("name");
    table.read_choice("name", index,
                      {strategy::kStrategyNames.begin(), strategy::kStrategyNames.end()});
    part.choice = strategy::choice_at(index);
    const bool has_second = config.second.has_value();
    if (strategy::venues_of(part.choice) != venues_count(config)) {
        table.refuse("name", fmt::format("\"{}\"", name(part.choice)),
                     has_second ? "latency_arbitrage with [second_venue]"
                                : "another one without [second_venue]");
        return table.finish();
    }
    const engine::EngineOptions& engine = config.trader.engine;
    const std::array fees{engine.orders.fees,
                          has_second ? config.second->trader.engine.orders.fees : oms::Fees{}};
    return strategy::visit_choice(
        part.choice, [&]<class S>(std::type_identity<S>, auto& options) -> Expected<void> {
            using Entry = strategy::StrategyEntry<S>;
            Entry::fit(options, {.instruments_max = engine.books.instruments_max,
                                 .symbols = part.symbols,
                                 .fees = fees});
            TomlParameters parameters(table, part.symbols, symbols_key);
            Entry::visit(options, parameters);
            if (auto read = table.finish(); !read) {
                return read;
            }
            return check<S>(file, options);
        });
}

/// Some of the traded symbols, which no other strategy has.
void read_part_symbols(TomlTable& table, const TradeConfig& config, StrategyPart& part) {
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

[[nodiscard]] Expected<void> read_parts(const fs::path& file, const toml::array& tables,
                                        TradeConfig& config) {
    for (std::size_t n = 0; n < tables.size(); ++n) {
        const toml::table* each = tables[n].as_table();
        if (each == nullptr) {
            return fail(fmt::format("{}: strategies must be an array of tables: [[strategies]]",
                                    file.string()));
        }
        TomlTable table(file, fmt::format("strategies[{}]", n + 1), *each);
        StrategyPart& part = config.strategies.emplace_back();
        read_part_symbols(table, config, part);
        if (auto read = read_choice(file, table, config, "its symbols", part); !read) {
            return read;
        }
    }
    const auto made = make_portfolio(config);
    return made ? Expected<void>()
                : fail(fmt::format("{}: strategies: {}", file.string(), made.error().message));
}

}  // namespace

Expected<strategy::Portfolio> make_portfolio(const TradeConfig& config) {
    std::vector<strategy::Portfolio::Part> parts;
    for (const StrategyPart& part : config.strategies) {
        auto made = strategy::make_strategy(part.choice);
        if (!made) {
            return std::unexpected(made.error());
        }
        parts.push_back({.strategy = std::move(*made), .symbols = part.symbols});
    }
    return strategy::Portfolio::create(std::move(parts),
                                       config.trader.engine.books.instruments_max);
}

Expected<void> read_strategy(const fs::path& file, const toml::table& root, TradeConfig& config) {
    const toml::array* several = root["strategies"].as_array();
    if (several == nullptr && !root.contains("strategies")) {
        TomlTable table(file, root, "strategy");
        StrategyPart& part = config.strategies.emplace_back();
        part.symbols = config.trader.engine.symbols;
        return read_choice(file, table, config, "trading.symbols", part);
    }
    if (several == nullptr || several->empty() || root.contains("strategy")) {
        return fail(
            fmt::format("{}: the strategies must be one table [strategy] or several "
                        "[[strategies]], got {}",
                        file.string(), root.contains("strategy") ? "both" : "none"));
    }
    return read_parts(file, *several, config);
}

}  // namespace hotpath::app
