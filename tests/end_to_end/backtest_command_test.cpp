// `hotpath backtest` and `hotpath backtest oracle`, as docs/guide/backtest.md prints them.

#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;

class BacktestCommand : public ::testing::Test {
  protected:
    /// True when the guide prints this line.
    [[nodiscard]] static bool is_in_guide(const std::string& line) {
        std::ifstream file(HOTPATH_SOURCE_DIR "/docs/guide/backtest.md");
        const std::string guide{std::istreambuf_iterator<char>(file), {}};
        return guide.contains("\n" + line + "\n");
    }
    /// The line in a shell whose folder is the source tree and whose `hotpath` is the one built.
    [[nodiscard]] Outcome shell(const std::string& line) const {
        return workshop.run(
            "/bin/sh",
            {"-c", "cd " HOTPATH_SOURCE_DIR " && hotpath() { " HOTPATH_EXECUTABLE " \"$@\"; } && " +
                       line});
    }
    /// Five short days in place of the example's.
    [[nodiscard]] std::string short_example() const {
        std::ifstream file(HOTPATH_SOURCE_DIR "/docs/examples/backtest.toml");
        std::string text{std::istreambuf_iterator<char>(file), {}};
        const std::string messages = "messages = 200_000";
        text.replace(text.find(messages), messages.size(), "messages = 20_000");
        const std::string trader = "\"trader.toml\"";
        text.replace(text.find(trader), trader.size(),
                     "\"" HOTPATH_SOURCE_DIR "/docs/examples/trader.toml\"");
        workshop.write("backtest.toml", text);
        return workshop.name("backtest.toml");
    }

    Workshop workshop;
};

TEST_F(BacktestCommand, RunsTheExampleOfTheGuide) {
    ASSERT_TRUE(
        is_in_guide("hotpath backtest -c docs/examples/backtest.toml --report backtest.html"));
    const std::string report = workshop.name("backtest.html");
    const Outcome outcome =
        shell("hotpath backtest -c docs/examples/backtest.toml --report " + report);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.contains("5 generated days")) << outcome.out;
    EXPECT_TRUE(workshop.read("backtest.html").contains("<html")) << "the report is a page";
}

TEST_F(BacktestCommand, GivesTheSameResultForAnyNumberOfThreads) {
    const std::string config = short_example();
    std::string hash;
    for (const char* threads : {"1", "2", "5"}) {
        const Outcome outcome = workshop.hotpath(
            {"backtest", "-c", config, "--threads", threads, "--json", workshop.name("r.json")});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const auto result = workshop.read_json("r.json");
        const auto found = result["output_hash"].get<std::string>();
        EXPECT_FALSE(found.empty());
        EXPECT_EQ(hash.empty() ? found : hash, found) << threads << " threads";
        hash = found;
    }
}

TEST_F(BacktestCommand, GivesEachExecutionOfApplesMorningBack) {
    ASSERT_TRUE(is_in_guide("hotpath backtest oracle FILE --one-in 10"));
    const auto file = support::licensed_data(end_to_end::kApple);
    if (!file) {
        GTEST_SKIP() << support::missing_data(end_to_end::kApple);
    }
    const Outcome outcome = workshop.hotpath({"backtest", "oracle", file->string(), "--one-in",
                                              "10", "--json", workshop.name("oracle.json")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto exact = workshop.read_json("oracle.json")["models"][0];
    EXPECT_EQ(exact["model"], "exact");
    EXPECT_GT(exact["executions"], 50);
    EXPECT_EQ(exact["exact"], exact["executions"]);
    EXPECT_TRUE(outcome.out.contains("calibrated: fills.exponent = ")) << outcome.out;
}

TEST_F(BacktestCommand, TheOracleNeedsOrders) {
    const auto file = support::licensed_data(end_to_end::kDirectory);
    if (!file) {
        GTEST_SKIP() << support::missing_data(end_to_end::kDirectory);
    }
    const Outcome empty = workshop.hotpath({"backtest", "oracle", file->string()});
    EXPECT_EQ(empty.exit_code, 1);
    EXPECT_TRUE(empty.err.contains("must have at least one order to replay")) << empty.err;
    const Outcome runs =
        workshop.hotpath({"backtest", "oracle", file->string(), "--one-in", "3", "--runs", "4"});
    EXPECT_EQ(runs.exit_code, 1);
    EXPECT_TRUE(runs.err.contains("--runs must be at most --one-in, 3, got 4")) << runs.err;
}

TEST_F(BacktestCommand, NeedsItsConfiguration) {
    const Outcome none = workshop.hotpath({"backtest"});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_TRUE(none.err.contains("--config")) << none.err;
    const Outcome missing = workshop.hotpath({"backtest", "-c", workshop.name("none.toml")});
    EXPECT_NE(missing.exit_code, 0);
    EXPECT_TRUE(missing.err.contains("none.toml")) << missing.err;
}

}  // namespace
}  // namespace hotpath
