#pragma once
/// The configuration of `hotpath backtest`: the market data, the models, and the trader.
///
/// The trader is that of `hotpath trade`: either the tables [trading], [fees], [limits],
/// [account_limits], [pace] and [strategy] stand here, or `trader` names a configuration of a live
/// trader, of which these tables are taken. Keys and defaults: docs/guide/backtest.md. Threads:
/// set-up. Allocation: free.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/hotpath/backtest/bars_config.hpp"
#include "apps/hotpath/backtest/date_range.hpp"
#include "apps/hotpath/trade/config.hpp"
#include "hotpath/backtest/run.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/sim/flow/fill_model.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/session/session.hpp"

namespace hotpath::app {

/// A day of the market: a recording, or a generated one.
struct BacktestDay {
    std::string name{};
    std::filesystem::path file{};     // empty: generated
    std::uint64_t seed = 0;           // of a generated one
    std::uint64_t messages_max = 0;   // the first of them; 0: all
    bool is_scrambled_after = false;  // then the day does not end, but goes on as another market
};

struct BacktestConfig {
    TradeConfig trade{};
    std::vector<BacktestDay> days{};
    sim::market::MarketOptions market{};  // of generated days, but for the seed
    backtest::CrossedBook crossed = backtest::CrossedBook::Error;
    sim::flow::FillModel fills{};
    DateRange dates{};                 // of `days`, and of the bars in them
    std::optional<BarsConfig> bars{};  // the files are tables of bars: one run over all days
    sim::session::SessionOptions session{};
    Nanos sample_every{kNanosPerSecond};
    std::optional<Money> capital{};
    std::uint32_t threads = 1;
    feed::LookAheadOptions look_ahead{};  // of host_settings
    /// The file as it was understood, without run.threads and host_settings: what a result is made
    /// of.
    std::string text{};

    [[nodiscard]] bool is_generated() const { return !days.empty() && days.front().file.empty(); }
};

[[nodiscard]] Expected<BacktestConfig> read_backtest_config(const std::filesystem::path& file,
                                                            const strategy::Registry& strategies);
/// The same of a text; `name` is the file in errors, and the folder of relative paths is its.
[[nodiscard]] Expected<BacktestConfig> parse_backtest_config(std::string_view text,
                                                             const std::filesystem::path& name,
                                                             const strategy::Registry& strategies);

/// The options of the run of one day.
[[nodiscard]] backtest::RunOptions run_options(const BacktestConfig& config,
                                               const BacktestDay& day);

}  // namespace hotpath::app
