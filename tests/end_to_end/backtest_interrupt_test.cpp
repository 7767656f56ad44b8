// Ctrl-C in every kind of backtest, in a demo and a generator: one line, exit code 1, and nothing that could be taken for a
// result.
#include <algorithm>
#include <atomic>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/config/config_file.hpp"
#include "hotpath/backtest/days/bars.hpp"
#include "hotpath/backtest/days/days.hpp"
#include "hotpath/backtest/days/guard.hpp"
#include "hotpath/backtest/out/shown_days.hpp"
#include "tests/end_to_end/backtest_workshop.hpp"

namespace hotpath {
namespace {

namespace fs = std::filesystem;
using end_to_end::BacktestWorkshop;
using end_to_end::Outcome;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

class InterruptedBacktest : public ::testing::Test {
  protected:
    void expect_interrupted(const Words& words) const {
        const std::size_t files = workshop_.file_count();
        const Outcome outcome = workshop_.interrupted("INT", words);
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.err, HasSubstr("stopped before the end; no result was written"));
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        fs::remove(workshop_.path("fifo"));
        EXPECT_EQ(workshop_.file_count(), files) << "a part of an output is left";
    }

    BacktestWorkshop workshop_;
};

/// Enough bars that the signal comes before the last.
[[nodiscard]] std::string many_bars() {
    constexpr int kBarsADay = 390;
    std::string text = "time,symbol,open,high,low,close,volume\n";
    for (int bar = 0; bar < 12 * 28 * kBarsADay; ++bar) {
        const int day = bar / kBarsADay;
        const int minute = 9 * 60 + 30 + bar % kBarsADay;
        text += fmt::format("2024-{:02}-{:02} {:02}:{:02},ACME,10,11,9,10,1000\n", 1 + day / 28,
                            1 + day % 28, minute / 60, minute % 60);
    }
    return text;
}

TEST_F(InterruptedBacktest, OverBars) {
    std::ifstream file(HOTPATH_SOURCE_DIR "/docs/examples/bars.toml");
    std::string text = (std::ostringstream() << file.rdbuf()).str();
    const std::string bars = "bars = \"day\"";
    text.replace(text.find(bars), bars.size(), "bars = \"minutes\"");
    const std::string symbols = "\"ACME\", \"BETA\"";
    text.replace(text.find(symbols), symbols.size(), "\"ACME\"");
    workshop_.write("bars.toml", text);
    workshop_.write("bars.csv", many_bars());
    expect_interrupted(
        {"backtest", "-c", workshop_.name("bars.toml"), "--report", workshop_.name("report.html")});
}

TEST_F(InterruptedBacktest, WithItsTablesAndItsGuard) {
    workshop_.write_config("b.toml", {.data = "generated_days = 1\nmessages = 50_000_000"});
    for (const char* option : {"--sensitivity", "--guard"}) {
        expect_interrupted({"backtest", "-c", workshop_.name("b.toml"), option});
    }
}

TEST_F(InterruptedBacktest, AnOracle) {
    const Outcome made = workshop_.hotpath(
        {"generate", "--messages", "200000", "--instruments", "2", workshop_.name("day.itch")});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    expect_interrupted({"backtest", "oracle", workshop_.name("day.itch")});
}

/// As a backtest: the signal comes while messages are made.
TEST_F(InterruptedBacktest, ADemo) {
    expect_interrupted(
        {"demo", "--messages", "50000000", "--report", workshop_.name("report.html")});
}

TEST_F(InterruptedBacktest, AGeneratorLeavesAnOlderFileAndNoPartOfANewOne) {
    workshop_.write("day.itch.zst", "older");
    const std::size_t files = workshop_.file_count();
    const Outcome outcome = workshop_.run(
        "timeout", {"120", "sh", "-c",
                    "\"$@\" & while ! ls \"$0\".part-* >/dev/null 2>&1; do sleep 0.01; done; "
                    "kill -INT $!; wait $!",
                    workshop_.name("day.itch.zst"), HOTPATH_EXECUTABLE, "generate", "--messages",
                    "500000000", workshop_.name("day.itch.zst")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err, "hotpath generate: stopped before the end; no result was written\n");
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(workshop_.read("day.itch.zst"), "older");
    EXPECT_EQ(workshop_.file_count(), files) << "a part of an output is left";
}

/// The signal comes when the days are done and what follows them runs.
TEST_F(InterruptedBacktest, AfterItsDays) {
    workshop_.write_config("b.toml", {});
    const auto registry = strategy::Registry::create();
    const auto config = backtest::read_backtest_config(workshop_.path("b.toml"), *registry);
    ASSERT_TRUE(config) << config.error().message;
    const std::atomic<bool> no{false};
    const std::atomic<bool> yes{true};
    const auto result = backtest::run_days(*config, no);
    ASSERT_TRUE(result) << result.error().message;
    const auto tables = backtest::run_variations_shown(*config, *result, yes);
    ASSERT_FALSE(tables);
    EXPECT_THAT(tables.error().message, HasSubstr("stopped before the end"));
    const auto guarded = backtest::check_future(*config, *result, yes);
    ASSERT_FALSE(guarded);
    EXPECT_THAT(guarded.error().message, HasSubstr("stopped before the end"));
}

}  // namespace
}  // namespace hotpath
