#include "apps/hotpath/trade/strategy_config.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "apps/hotpath/config/toml_table.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kShares = 999'999;
constexpr std::int64_t kBps = 10'000;

/// In the order of StrategyKind.
const std::vector<std::string_view> kStrategies{"null",     "market_maker",    "pairs",
                                                "momentum", "trend_following", "latency_arbitrage"};

void read_seeker(TomlTable& table, strategy::SeekerOptions& seeker) {
    table.read("order_qty_max", seeker.order_qty_max.value, {1, kShares});
    table.read("slippage_ticks", seeker.slippage_ticks, {0, 1'000});
    table.read_ms("reject_pause_ms", seeker.reject_pause, {0, kMsOfDay});
}

void read_market_maker(TomlTable& table, strategy::MarketMakerOptions& options) {
    table.read("quote_qty", options.quote_qty.value, {1, kShares});
    table.read("inventory_max", options.inventory_max, {1, 1'000'000'000});
    table.read("half_spread", options.half_spread, {0, 100'000'000});
    table.read("inventory_skew_percent", options.inventory_skew_percent, {0, 1'000});
    table.read("hysteresis_percent", options.hysteresis_percent, {0, 1'000});
    table.read("spread_bps_max", options.spread_bps_max, {1, kBps});
    table.read_ms("reject_pause_ms", options.reject_pause, {0, kMsOfDay});
}

void read_momentum(TomlTable& table, strategy::MomentumOptions& options) {
    table.read("qty", options.qty.value, {1, kShares});
    table.read("lookback", options.lookback, {1, 65'536});
    table.read_ms("sample_every_ms", options.sample_every, {1, kMsOfDay});
    table.read("entry_bps", options.entry_bps, {1, kBps});
    table.read("exit_bps", options.exit_bps, {0, kBps});
    read_seeker(table, options.seeker);
}

void read_trend(TomlTable& table, strategy::TrendOptions& options) {
    table.read("qty", options.qty.value, {1, kShares});
    table.read("fast", options.fast, {1, 65'536});
    table.read("slow", options.slow, {2, 65'536});
    table.read_ms("sample_every_ms", options.sample_every, {1, kMsOfDay});
    table.read("band_bps", options.band_bps, {0, kBps});
    table.read("stop_bps", options.stop_bps, {1, kBps});
    read_seeker(table, options.seeker);
}

void read_leg(TomlTable& table, std::string_view key, Symbol& leg, const TradeConfig& config) {
    std::string text;
    table.require(key);
    table.read(key, text);
    const auto& symbols = config.trader.engine.symbols;
    const std::optional<Symbol> symbol = Symbol::from(text);
    if (!symbol || std::ranges::find(symbols, *symbol) == symbols.end()) {
        table.refuse(key, "\"" + text + "\"", "one of trading.symbols");
        return;
    }
    leg = *symbol;
}

void read_pairs(TomlTable& table, strategy::PairsOptions& options, const TradeConfig& config) {
    read_leg(table, "first", options.first, config);
    read_leg(table, "second", options.second, config);
    table.read("hedge_milli", options.hedge_milli, {1, 1'000});
    table.read("first_qty", options.first_qty.value, {1, kShares});
    table.read("window", options.window, {2, 65'536});
    table.read_ms("sample_every_ms", options.sample_every, {1, kMsOfDay});
    table.read("entry_z_milli", options.entry_z_milli, {1, 100'000});
    table.read("exit_z_milli", options.exit_z_milli, {0, 100'000});
    table.read("stop_z_milli", options.stop_z_milli, {1, 100'000});
    read_seeker(table, options.seeker);
}

/// Symbols and fees are those of the other tables.
void read_arbitrage(TomlTable& table, strategy::ArbitrageOptions& options,
                    const TradeConfig& config) {
    table.read("qty_max", options.qty_max.value, {1, kShares});
    table.read("edge_min", options.edge_min, {1, 100'000'000});
    table.read_ms("silence_max_ms", options.silence_max, {1, kMsOfDay});
    table.read_us("window_us", options.window, {1, 1'000'000'000});
    table.read_ms("answer_within_ms", options.answer_within, {1, kMsOfDay});
    table.read_ms("complete_within_ms", options.complete_within, {1, kMsOfDay});
    table.read("loss_max", options.loss_max, {0, 100'000'000});
    table.read("slippage_ticks", options.slippage_ticks, {0, 1'000});
    table.read_ms("pause_ms", options.pause, {0, kMsOfDay});
    const std::array<std::string, strategy::kVenues> names{"first", "second"};
    for (std::size_t n = 0; n < strategy::kVenues; ++n) {
        strategy::ArbitrageVenue& venue = options.venues[n];
        table.read_us(names[n] + "_order_latency_us", venue.order_latency, {0, 1'000'000'000});
        table.read(names[n] + "_position_max", venue.position_max, {1, 1'000'000'000});
        const VenueConfig& at = n == 0 ? config : *config.second;
        venue.fee = at.trader.engine.orders.fees.removed;
    }
    options.symbols = config.trader.engine.symbols;
    options.instruments_max = config.trader.engine.books.instruments_max;
}

/// The strategy's own check of its parameters, as a line.
[[nodiscard]] Expected<void> check_strategy(const fs::path& file, const StrategyConfig& config) {
    const auto said = [&](const auto& made) -> Expected<void> {
        return made ? Expected<void>()
                    : fail(fmt::format("{}: strategy: {}", file.string(), made.error().message));
    };
    switch (config.kind) {
        case StrategyKind::PairsTrading:
            return said(strategy::PairsTrading::create(config.pairs));
        case StrategyKind::Momentum:
            return said(strategy::Momentum::create(config.momentum));
        case StrategyKind::TrendFollowing:
            return said(strategy::TrendFollowing::create(config.trend));
        case StrategyKind::LatencyArbitrage:
            return said(strategy::LatencyArbitrage::validate(config.arbitrage));
        case StrategyKind::Null:
        case StrategyKind::MarketMaker:
            break;
    }
    return {};
}

}  // namespace

std::string_view name(StrategyKind kind) noexcept {
    return kStrategies[static_cast<std::size_t>(kind)];
}

Expected<void> read_strategy(const fs::path& file, const toml::table& root, TradeConfig& config) {
    TomlTable table(file, root, "strategy");
    StrategyConfig& strategy = config.strategy;
    std::size_t kind = 0;
    table.require("name");
    table.read_choice("name", kind, kStrategies);
    strategy.kind = static_cast<StrategyKind>(kind);
    const bool is_of_two = strategy.kind == StrategyKind::LatencyArbitrage;
    if (is_of_two != config.second.has_value()) {
        table.refuse("name", fmt::format("\"{}\"", name(strategy.kind)),
                     is_of_two ? "another one without [second_venue]"
                               : "latency_arbitrage with [second_venue]");
        return table.finish();
    }
    const std::uint16_t instruments_max = config.trader.engine.books.instruments_max;
    strategy.market_maker.instruments_max = instruments_max;
    strategy.momentum.instruments_max = instruments_max;
    strategy.trend.instruments_max = instruments_max;
    switch (strategy.kind) {
        case StrategyKind::Null:
            break;
        case StrategyKind::MarketMaker:
            read_market_maker(table, strategy.market_maker);
            break;
        case StrategyKind::PairsTrading:
            read_pairs(table, strategy.pairs, config);
            break;
        case StrategyKind::Momentum:
            read_momentum(table, strategy.momentum);
            break;
        case StrategyKind::TrendFollowing:
            read_trend(table, strategy.trend);
            break;
        case StrategyKind::LatencyArbitrage:
            read_arbitrage(table, strategy.arbitrage, config);
            break;
    }
    if (auto read = table.finish(); !read) {
        return read;
    }
    return check_strategy(file, strategy);
}

}  // namespace hotpath::app
