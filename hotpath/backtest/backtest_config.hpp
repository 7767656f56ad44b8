#pragma once
/// A backtest runs the days of the market, the models of venue and wires, and the trader.
///
/// Threads: values. Allocation: strings and vectors.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/backtest/days/date_range.hpp"
#include "hotpath/backtest/run_options.hpp"
#include "hotpath/capture/table/bar_table.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/bars/bar.hpp"
#include "hotpath/sim/flow/fill_model.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/session/session_options.hpp"
#include "hotpath/strategy/strategy_parts.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::backtest {

/// The trader that lives in the market.
struct BacktestTrader {
    trader::TraderOptions trader{};
    std::vector<strategy::StrategyPart> strategies{};  // at least one
    /// Its configuration as it was understood; empty where the backtest's own has it.
    std::string text{};
};

/// A table of bars, and how orders trade in it.
struct BarsConfig {
    capture::BarTableOptions table{};
    sim::bars::BarOptions options{};
    std::optional<std::filesystem::path> adjustments{};  // splits and dividends
};

/// A day of the market: a recording, or a generated one.
struct BacktestDay {
    std::string name{};
    std::filesystem::path file{};     // empty: generated
    std::uint64_t seed = 0;           // of a generated one
    std::uint64_t messages_max = 0;   // the first of them; 0: all
    bool is_scrambled_after = false;  // then the day does not end, but goes on as another market
};

struct BacktestConfig {
    BacktestTrader trade{};
    std::vector<BacktestDay> days{};
    sim::market::MarketOptions market{};  // of generated days, but for the seed
    CrossedBook crossed = CrossedBook::Error;
    sim::flow::FillModel fills{};
    DateRange dates{};                 // of `days`, and of the bars in them
    std::optional<BarsConfig> bars{};  // the files are tables of bars: one run over all days
    sim::session::SessionOptions session{};
    Nanos sample_every{kNanosPerSecond};
    std::optional<Money> capital{};
    /// Trader and venue have their sessions, in these protocols; none: the engine alone runs.
    std::optional<sim::session::SessionProtocols> sessions{};
    std::uint32_t threads = 1;
    feed::LookAheadOptions look_ahead{};  // of host_settings
    /// The file as it was understood, without run.threads and host_settings: what a result is made
    /// of.
    std::string text{};

    [[nodiscard]] bool is_generated() const { return !days.empty() && days.front().file.empty(); }
};

/// Fails when the configuration has sessions beside something that cannot have them.
[[nodiscard]] Expected<void> check_sessions(const BacktestConfig& config);

/// The options of the run of one day.
[[nodiscard]] RunOptions run_options(const BacktestConfig& config, const BacktestDay& day);

}  // namespace hotpath::backtest
