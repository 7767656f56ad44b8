#include "apps/hotpath/trade/strategy_config.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/config/toml_table.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

/// Reads the parameters of a strategy from a table.
class TomlParameters {
  public:
    TomlParameters(TomlTable& table, const std::vector<Symbol>& symbols)
        : table_(table), symbols_(symbols) {}

    template <class T>
    void integer(const strategy::IntegerParameter& parameter, T& value) {
        table_.read(parameter.key, value, {parameter.least, parameter.most});
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
            table_.refuse(parameter.key, "\"" + text + "\"", "one of trading.symbols");
            return;
        }
        value = *symbol;
    }

  private:
    TomlTable& table_;
    const std::vector<Symbol>& symbols_;
};

/// The strategy's own check of its parameters, as a line.
template <class S>
[[nodiscard]] Expected<void> check(const fs::path& file,
                                   const typename strategy::StrategyEntry<S>::Options& options) {
    const auto made = strategy::StrategyEntry<S>::create(options);
    return made ? Expected<void>()
                : fail(fmt::format("{}: strategy: {}", file.string(), made.error().message));
}

}  // namespace

Expected<void> read_strategy(const fs::path& file, const toml::table& root, TradeConfig& config) {
    TomlTable table(file, root, "strategy");
    std::size_t index = 0;
    table.require("name");
    table.read_choice("name", index,
                      {strategy::kStrategyNames.begin(), strategy::kStrategyNames.end()});
    config.strategy = strategy::choice_at(index);
    const bool has_second = config.second.has_value();
    if (strategy::venues_of(config.strategy) != venues_count(config)) {
        table.refuse("name", fmt::format("\"{}\"", name(config.strategy)),
                     has_second ? "latency_arbitrage with [second_venue]"
                                : "another one without [second_venue]");
        return table.finish();
    }
    const engine::EngineOptions& engine = config.trader.engine;
    const std::array fees{engine.orders.fees,
                          has_second ? config.second->trader.engine.orders.fees : oms::Fees{}};
    return strategy::visit_choice(
        config.strategy, [&]<class S>(std::type_identity<S>, auto& options) -> Expected<void> {
            using Entry = strategy::StrategyEntry<S>;
            Entry::fit(options, {.instruments_max = engine.books.instruments_max,
                                 .symbols = engine.symbols,
                                 .fees = fees});
            TomlParameters parameters(table, engine.symbols);
            Entry::visit(options, parameters);
            if (auto read = table.finish(); !read) {
                return read;
            }
            return check<S>(file, options);
        });
}

}  // namespace hotpath::app
