// `--guard`: a strategy that decides by anything but the market's past is found, an honest one is not,
// and a guard that compared nothing does not pass.
#include "hotpath/backtest/days/guard.hpp"

#include <fstream>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/hotpath/backtest/config.hpp"
#include "hotpath/backtest/days/bars.hpp"
#include "hotpath/backtest/days/days.hpp"
#include "hotpath/strategy/registry.hpp"
#include "tests/support/backtest_config.hpp"
#include "tests/support/changeable_strategy.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

using support::Changeable;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kPassed = "passed";

class Guard : public ::testing::Test {
  protected:
    ~Guard() override { Changeable::has_changed = false; }

    [[nodiscard]] backtest::BacktestConfig config_of(const std::string& text) const {
        static const strategy::Registration own = strategy::registration_of<Changeable>();
        static const strategy::Registry registry = *strategy::Registry::create({&own, 1});
        std::ofstream(folder_ / "guard.toml") << text;
        auto config = read_backtest_config(folder_ / "guard.toml", registry);
        EXPECT_TRUE(config) << config.error().message;
        return config ? std::move(*config) : backtest::BacktestConfig{};
    }
    [[nodiscard]] backtest::BacktestConfig days_of(Changeable::Part part) const {
        return config_of(support::backtest_config(
            {.name = "changeable", .strategy = "part = " + std::to_string(part)}));
    }
    /// The example of bars with this strategy.
    [[nodiscard]] backtest::BacktestConfig bars_of(Changeable::Part part,
                                                   const std::string& bars) const {
        std::ifstream file(HOTPATH_SOURCE_DIR "/docs/examples/bars.toml");
        std::string text = (std::ostringstream() << file.rdbuf()).str();
        text.replace(text.find("\"bars.csv\""), 10, "\"" + bars + "\"");
        const std::size_t begin = text.find("[strategy]");
        text.replace(begin, text.find("[run]") - begin,
                     "[strategy]\nname = \"changeable\"\npart = " + std::to_string(part) + "\n");
        return config_of(text);
    }
    /// The first run, then the guard's, which decide otherwise: its error, or kPassed.
    [[nodiscard]] std::string said_of(const backtest::BacktestConfig& config) {
        Changeable::has_changed = false;
        const auto whole = backtest::run_days(config, stop_);
        EXPECT_TRUE(whole) << whole.error().message;
        Changeable::has_changed = true;
        return whole ? said_of(config, *whole) : "";
    }
    [[nodiscard]] std::string said_of(const backtest::BacktestConfig& config,
                                      const backtest::BacktestResult& whole) {
        auto checked = backtest::check_future(config, whole, stop_);
        compared_ = checked ? std::move(*checked) : backtest::GuardResult{};
        return checked ? kPassed : checked.error().message;
    }

    const std::string kBars = HOTPATH_SOURCE_DIR "/docs/examples/bars.csv";
    support::TemporaryDirectory folder_;
    std::atomic<bool> stop_{false};
    backtest::GuardResult compared_;  // by the last said_of() that passed
};

TEST_F(Guard, PassesWhatDecidesByTheMarketAlone) {
    EXPECT_EQ(said_of(days_of(Changeable::Nothing)), kPassed);
    // Of each of three days a quarter, a half, three quarters, and the half with another market; two
    // orders a run, but the second instrument has no two sides in the first quarter of a day.
    EXPECT_EQ(compared_.runs, 12U);
    EXPECT_THAT(
        compared_.text,
        HasSubstr("12 runs, shortened or with another market after the cut, and 16 orders"));
    EXPECT_EQ(said_of(config_of(support::backtest_config({}))), kPassed) << "the market maker";
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
    const backtest::BacktestConfig config = days_of(Changeable::Nothing);
    backtest::BacktestDay day = config.days.front();
    const auto whole = backtest::run_day(config, day, stop_);
    day.messages_max = 3'000;
    const auto cut = backtest::run_day(config, day, stop_);
    day.is_scrambled_after = true;
    const auto scrambled = backtest::run_day(config, day, stop_);
    ASSERT_TRUE(whole && cut && scrambled);
    EXPECT_EQ(cut->messages, 3'000U);
    EXPECT_GT(scrambled->messages, 3'500U);
    EXPECT_LT(scrambled->messages, whole->messages - 500);
}

TEST_F(Guard, CutBarsEndOrGoOnAsAnotherMarket) {
    const backtest::BacktestConfig config = bars_of(Changeable::Nothing, kBars);
    const auto whole = backtest::run_bars(config, stop_);
    const auto cut = backtest::run_bars(config, stop_, {.days = 30});
    const auto scrambled =
        backtest::run_bars(config, stop_, {.days = 30, .is_scrambled_after = true});
    ASSERT_TRUE(whole && cut && scrambled);
    EXPECT_EQ(cut->days.size(), 30U);
    ASSERT_EQ(scrambled->days.size(), whole->days.size());
    EXPECT_EQ(scrambled->days[29].input_hash, whole->days[29].input_hash);
    EXPECT_NE(scrambled->days[30].input_hash, whole->days[30].input_hash);
}

TEST_F(Guard, DoesNotPassWithoutARun) {
    const backtest::BacktestConfig config = days_of(Changeable::Nothing);
    auto whole = backtest::run_days(config, stop_);
    ASSERT_TRUE(whole);
    for (backtest::DayResult& day : whole->days) {
        day.messages = 3;  // cuts after none, one and two: not both symbols are listed
    }
    EXPECT_THAT(said_of(config, *whole), StartsWith("--guard compared nothing: seed 1: "));

    std::ofstream(folder_ / "one.csv") << "date,symbol,open,high,low,close,volume\n"
                                          "2024-01-02,ACME,10,11,9,10,1000\n"
                                          "2024-01-02,BETA,10,11,9,10,1000\n";
    EXPECT_EQ(said_of(bars_of(Changeable::Nothing, (folder_ / "one.csv").string())),
              "--guard compared nothing: bars of at least two days are needed");
}

TEST_F(Guard, DoesNotPassWithoutAnOrder) {
    EXPECT_EQ(
        said_of(config_of(support::backtest_config({.name = "null"}))),
        "--guard compared nothing: no order was sent before the cut in any of 12 shortened runs");
}

}  // namespace
}  // namespace hotpath::app
