// Days of recorded files: known fills with and without sessions, what a recording by price needs, and what
// is said of times that go back.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/days/days.hpp"
#include "hotpath/backtest/fill_models.hpp"
#include "hotpath/protocols/all.hpp"
#include "tests/support/data_files.hpp"
#include "tests/support/scripted_backtest.hpp"
#include "tests/support/small_backtest.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Quoting {
    std::string symbol{};
    std::int64_t qty = 0;
    std::int64_t half_spread = 0;  // price units
};

/// A market maker that quotes one symbol of a file.
[[nodiscard]] BacktestConfig quoting_in(const fs::path& file, const Quoting& quoting) {
    BacktestConfig config = support::small_backtest({.days = 0});
    config.days = {{.name = file.filename().string(), .file = file}};
    config.trade.trader.engine.symbols = {*Symbol::from(quoting.symbol)};
    strategy::StrategyPart& part = config.trade.strategies.front();
    part.symbols = config.trade.trader.engine.symbols;
    std::vector<strategy::Parameter> parameters = part.choice.parameters();
    for (strategy::Parameter& parameter : parameters) {
        parameter.value = parameter.key == "quote_qty"             ? quoting.qty
                          : parameter.key == "half_spread_dollars" ? quoting.half_spread
                                                                   : parameter.value;
    }
    part.choice.assign(parameters);
    return config;
}

[[nodiscard]] Expected<DayResult> run_recorded(const BacktestConfig& config,
                                               const DayEvents& events = {}) {
    const std::atomic<bool> stop{false};
    return run_day(config, config.days.front(), stop, events);
}

/// Second of the day and shares of each fill.
using Fills = std::vector<std::pair<std::int64_t, std::uint32_t>>;

[[nodiscard]] Fills fills_in(const BacktestConfig& config) {
    const auto day = run_recorded(config);
    EXPECT_TRUE(day) << day.error().message;
    Fills fills;
    for (const FillRecord& fill : day ? day->fills : std::vector<FillRecord>()) {
        fills.emplace_back(fill.at.value / kNanosPerSecond, fill.qty.value);
    }
    return fills;
}

/// The engine alone, and with sessions over each protocol of order entry.
template <class Check>
void for_each_kind_of_run(BacktestConfig config, Check&& check) {
    check(config, "the engine alone");
    for (std::size_t orders = 0; orders < protocols::OrderEntries::kCount; ++orders) {
        config.sessions = sim::session::SessionProtocols{.orders = orders};
        check(config, protocols::OrderEntries::kKeys[orders]);
    }
}

[[nodiscard]] fs::path case_file(const std::string& name) {
    return support::golden_file("cases/" + name);
}

// 100 are displayed, ours are 300 behind them, and 200 trade. Then no bid of others is left, and the market maker
// withdraws its own before 200 trade again (tests/data_kinds has an order that stays, and both fills).
TEST(RecordedDays, ATradeBeyondTheQuoteFillsOurOrderBehindIt) {
    for (const std::string_view model : {"back_of_line", "proportional", "power", "logarithmic"}) {
        BacktestConfig config = quoting_in(case_file("quotes_trades_beyond_the_quote.csv"),
                                           {.symbol = "ACME", .qty = 300, .half_spread = 150});
        const auto index = std::ranges::find(kFillModels, model) - kFillModels.begin();
        config.fills = fill_model(static_cast<std::size_t>(index));
        for_each_kind_of_run(config, [&](const BacktestConfig& each, std::string_view kind) {
            EXPECT_EQ(fills_in(each), (Fills{{34'202, 100}})) << model << ", " << kind;
        });
    }
}

// The refreshed display of an iceberg goes behind our order of 14:32.
TEST(RecordedDays, ARefreshedIcebergIsBehindOurOrder) {
    for (const char* name :
         {"dbn_iceberg_refresh_same_size.dbn", "dbn_iceberg_refresh_larger.dbn"}) {
        const BacktestConfig config =
            quoting_in(case_file(name), {.symbol = "ESH4", .qty = 1, .half_spread = 5'000});
        for_each_kind_of_run(config, [&](const BacktestConfig& each, std::string_view kind) {
            EXPECT_EQ(fills_in(each), (Fills{{52'380, 1}})) << name << ", " << kind;
        });
    }
}

TEST(RecordedDays, OfPricesNeedAModelByPrice) {
    const std::string name = "quotes_trades_beyond_the_quote.csv";
    BacktestConfig config =
        quoting_in(case_file(name), {.symbol = "ACME", .qty = 300, .half_spread = 150});
    for (const sim::flow::FillModel& fills : {sim::flow::FillModel{}, sim::flow::kMatched}) {
        config.fills = fills;
        EXPECT_EQ(run_recorded(config).error().message,
                  name +
                      ": fills.model must be a model by price: the recording has prices, not "
                      "orders");
    }
}

TEST(RecordedDays, SayWhatTheirDataIs) {
    BacktestConfig by_price = quoting_in(case_file("quotes_trades_beyond_the_quote.csv"),
                                         {.symbol = "ACME", .qty = 300, .half_spread = 150});
    by_price.fills = {.queue = sim::flow::QueueModel::BackOfLine};
    EXPECT_THAT(run_recorded(by_price)->data, StartsWith("by price"));
    EXPECT_THAT(run_recorded(quoting_in(case_file("dbn_iceberg_refresh_larger.dbn"),
                                        {.symbol = "ESH4", .qty = 1, .half_spread = 5'000}))
                    ->data,
                StartsWith("by order"));
}

TEST(RecordedDays, OfASymbolWithoutAMessageAreAnError) {
    const auto day = run_recorded(quoting_in(case_file("dbn_iceberg_refresh_larger.dbn"),
                                             {.symbol = "NQH4", .qty = 1, .half_spread = 5'000}));
    ASSERT_FALSE(day);
    EXPECT_EQ(day.error().message,
              "dbn_iceberg_refresh_larger.dbn: no message of NQH4 in the recording");
}

/// The messages as a file of ITCH 5.0, each after its length.
void write_itch(const fs::path& file, const std::vector<std::vector<std::byte>>& messages) {
    std::ofstream out(file, std::ios::binary);
    for (const std::vector<std::byte>& message : messages) {
        out.put(static_cast<char>(message.size() >> 8U));
        out.put(static_cast<char>(message.size() & 0xFFU));
        out.write(reinterpret_cast<const char*>(message.data()),
                  static_cast<std::streamsize>(message.size()));
    }
}

class RecordedItch : public ::testing::Test {
  protected:
    [[nodiscard]] BacktestConfig config_of(const support::ScriptedBacktest& script) const {
        write_itch(file_, script.messages());
        return quoting_in(file_, {.symbol = "AAPL", .qty = 100, .half_spread = 10'000});
    }

    support::TemporaryDirectory folder_;
    fs::path file_ = folder_ / "day.itch";
};

TEST_F(RecordedItch, TimesThatGoBackAreCountedAndTheFirstIsNamed) {
    support::ScriptedBacktest script;
    script.at(5'000).add(11, Side::Buy, 100, support::cents(9'800));
    script.at(3'000).add(12, Side::Buy, 100, support::cents(9'800));
    script.at(2'000).add(13, Side::Buy, 100, support::cents(9'800)).end(9'000);
    std::vector<DayWarning> warnings;
    const auto day = run_recorded(config_of(script), {.on_warning = [&](const DayWarning& warning) {
                                      EXPECT_EQ(warning.day, "day.itch");
                                      warnings.push_back(warning);
                                  }});
    ASSERT_TRUE(day) << day.error().message;
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(warnings[0].kind, DayWarning::Kind::TimesBack);
    EXPECT_THAT(warnings[0].text,
                StartsWith("day.itch: 2 messages have a time before that of one before them; the "
                           "first time that goes back is 09:30:03"));
    EXPECT_THAT(warnings[0].text, HasSubstr(" after 09:30:05"));
}

TEST_F(RecordedItch, InOrderHaveNoWarning) {
    support::ScriptedBacktest script;
    script.at(5'000).add(11, Side::Buy, 100, support::cents(9'800)).end(9'000);
    const auto day = run_recorded(config_of(script), {.on_warning = [](const DayWarning& warning) {
                                      ADD_FAILURE() << warning.text;
                                  }});
    ASSERT_TRUE(day) << day.error().message;
    EXPECT_EQ(day->messages, script.messages().size());
}

TEST_F(RecordedItch, AMessageThatCannotBePlayedIsNamedWithItsFile) {
    support::ScriptedBacktest script;
    script.at(1'000).execute(77, 100).end(9'000);
    const auto day = run_recorded(config_of(script));
    ASSERT_FALSE(day);
    EXPECT_EQ(day.error().message,
              "day.itch: message 5: its order is unknown, known already or has fewer shares: the "
              "recording is damaged or begins after the order");
}

TEST_F(RecordedItch, AreTheSameByBlockAndWithTheirFirstMessagesAlone) {
    support::ScriptedBacktest script;
    for (std::uint64_t n = 0; n < 20; ++n) {
        script.at(static_cast<std::int64_t>(n) * 100)
            .add(100 + n, Side::Buy, 100, support::cents(9'800));
    }
    BacktestConfig config = config_of(script);
    const std::size_t all = script.messages().size();
    config.days.front().messages_max = all;
    EXPECT_EQ(run_recorded(config)->input_hash, [&] {
        config.days.front().messages_max = 0;
        return run_recorded(config)->input_hash;
    }());
    config.days.front().messages_max = 7;
    EXPECT_EQ(run_recorded(config)->messages, 7U);
}

}  // namespace
}  // namespace hotpath::backtest
