// `--guard`: a strategy that decides by anything but the market's past is found, an honest one is not,
// and a guard that compared nothing does not pass.
#include "hotpath/backtest/days/guard.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/days/bars.hpp"
#include "hotpath/backtest/days/days.hpp"
#include "hotpath/strategy/registry.hpp"
#include "tests/support/changeable_strategy.hpp"
#include "tests/support/small_backtest.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

using support::Changeable;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kPassed = "passed";

class Guard : public ::testing::Test {
  protected:
    ~Guard() override { Changeable::has_changed = false; }

    [[nodiscard]] static BacktestConfig days_of(Changeable::Part part) {
        return with_part(support::small_backtest({.strategy = "changeable"}, registry()), part);
    }
    /// Daily bars of two symbols.
    [[nodiscard]] static BacktestConfig bars_of(Changeable::Part part,
                                                const std::filesystem::path& bars) {
        BacktestConfig config = support::small_backtest({.strategy = "changeable"}, registry());
        config.days = {{.name = bars.filename().string(), .file = bars}};
        config.bars.emplace();
        engine::EngineOptions& engine = config.trade.trader.engine;
        engine.symbols = {*Symbol::from("ACME"), *Symbol::from("BETA")};
        engine.limits.collar_bps = {2'000};
        engine.limits.drift_bps = {5'000};
        config.trade.strategies.front().symbols = engine.symbols;
        return with_part(std::move(config), part);
    }
    [[nodiscard]] static const strategy::Registry& registry() {
        static const strategy::Registration own = strategy::registration_of<Changeable>();
        static const strategy::Registry registry = *strategy::Registry::create({&own, 1});
        return registry;
    }
    [[nodiscard]] static BacktestConfig with_part(BacktestConfig config, Changeable::Part part) {
        strategy::StrategyChoice& choice = config.trade.strategies.front().choice;
        auto parameters = choice.parameters();
        parameters.front().value = part;
        choice.assign(parameters);
        return config;
    }
    /// The first run, then the guard's, which decide otherwise: its error, or kPassed.
    [[nodiscard]] std::string said_of(const BacktestConfig& config) {
        Changeable::has_changed = false;
        const auto whole = run_days(config, stop_);
        EXPECT_TRUE(whole) << whole.error().message;
        Changeable::has_changed = true;
        return whole ? said_of(config, *whole) : "";
    }
    [[nodiscard]] std::string said_of(const BacktestConfig& config, const BacktestResult& whole) {
        auto checked = check_future(config, whole, stop_);
        compared_ = checked ? std::move(*checked) : GuardResult{};
        return checked ? kPassed : checked.error().message;
    }

    const std::filesystem::path kBars = HOTPATH_SOURCE_DIR "/docs/examples/bars.csv";
    support::TemporaryDirectory folder_;
    std::atomic<bool> stop_{false};
    GuardResult compared_;  // by the last said_of() that passed
};

TEST_F(Guard, PassesWhatDecidesByTheMarketAlone) {
    EXPECT_EQ(said_of(days_of(Changeable::Nothing)), kPassed);
    // Of each of three days a quarter, a half, three quarters, and the half with another market; two
    // orders a run, but the second instrument has no two sides in the first quarter of a day.
    EXPECT_EQ(compared_.runs, 12U);
    EXPECT_THAT(
        compared_.text,
        HasSubstr("12 runs, shortened or with another market after the cut, and 16 orders"));
    EXPECT_EQ(said_of(support::small_backtest()), kPassed) << "the market maker";
}

TEST_F(Guard, FindsEachKindOfDecision) {
    const auto said = [&](Changeable::Part part) { return said_of(days_of(part)); };
    EXPECT_THAT(said(Changeable::LimitPrice),
                ContainsRegex(
                    "^seed 1: when the market after [0-9:.]+ was cut off or replaced, buy 100 at"));
    EXPECT_THAT(said(Changeable::Immediacy), HasSubstr(", immediate or cancel"));
    EXPECT_THAT(said(Changeable::CancelTime), HasSubstr(", canceled at "));
    EXPECT_THAT(said(Changeable::Sending), HasSubstr("became no order"));
}

TEST_F(Guard, CutsBarsByTheirDays) {
    EXPECT_EQ(said_of(bars_of(Changeable::Nothing, kBars)), kPassed);
    // Two orders on the first close are in each of four runs.
    EXPECT_EQ(compared_.runs, 4U);
    EXPECT_THAT(compared_.text,
                HasSubstr("4 runs, shortened or with another market after the cut, and 8 orders"));
    for (const auto part : {Changeable::LimitPrice, Changeable::Sending}) {
        EXPECT_THAT(said_of(bars_of(part, kBars)),
                    HasSubstr("the strategy uses the future, a clock or random numbers"))
            << part;
    }
}

TEST_F(Guard, ACutDayEndsOrGoesOnAsAnotherMarket) {
    const BacktestConfig config = days_of(Changeable::Nothing);
    BacktestDay day = config.days.front();
    const auto whole = run_day(config, day, stop_);
    day.messages_max = 3'000;
    const auto cut = run_day(config, day, stop_);
    day.is_scrambled_after = true;
    const auto scrambled = run_day(config, day, stop_);
    ASSERT_TRUE(whole && cut && scrambled);
    EXPECT_EQ(cut->messages, 3'000U);
    EXPECT_GT(scrambled->messages, 3'500U);
    EXPECT_LT(scrambled->messages, whole->messages - 500);
}

TEST_F(Guard, CutBarsEndOrGoOnAsAnotherMarket) {
    const BacktestConfig config = bars_of(Changeable::Nothing, kBars);
    const auto whole = run_bars(config, stop_);
    const auto cut = run_bars(config, stop_, {.days = 30});
    const auto scrambled = run_bars(config, stop_, {.days = 30, .is_scrambled_after = true});
    ASSERT_TRUE(whole && cut && scrambled);
    EXPECT_EQ(cut->days.size(), 30U);
    ASSERT_EQ(scrambled->days.size(), whole->days.size());
    EXPECT_EQ(scrambled->days[29].input_hash, whole->days[29].input_hash);
    EXPECT_NE(scrambled->days[30].input_hash, whole->days[30].input_hash);
}

TEST_F(Guard, DoesNotPassWithoutARun) {
    const BacktestConfig config = days_of(Changeable::Nothing);
    auto whole = run_days(config, stop_);
    ASSERT_TRUE(whole);
    for (DayResult& day : whole->days) {
        day.messages = 3;  // cuts after none, one and two: not both symbols are listed
    }
    EXPECT_THAT(said_of(config, *whole), StartsWith("--guard compared nothing: seed 1: "));

    std::ofstream(folder_ / "one.csv") << "date,symbol,open,high,low,close,volume\n"
                                          "2024-01-02,ACME,10,11,9,10,1000\n"
                                          "2024-01-02,BETA,10,11,9,10,1000\n";
    EXPECT_EQ(said_of(bars_of(Changeable::Nothing, folder_ / "one.csv")),
              "--guard compared nothing: bars of at least two days are needed");
}

TEST_F(Guard, DoesNotPassWithoutAnOrder) {
    EXPECT_EQ(
        said_of(support::small_backtest({.strategy = "null"})),
        "--guard compared nothing: no order was sent before the cut in any of 12 shortened runs");
}

}  // namespace
}  // namespace hotpath::backtest
