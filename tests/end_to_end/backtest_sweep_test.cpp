// `hotpath backtest sweep`: the points it tries, what it says of the best, and that an interrupted
// sweep goes on with the same result.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/backtest_workshop.hpp"

namespace hotpath {
namespace {

namespace fs = std::filesystem;
using end_to_end::BacktestWorkshop;
using end_to_end::Outcome;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

class BacktestSweep : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!end_to_end::has_pyarrow(workshop_)) {
            GTEST_SKIP() << end_to_end::parquet_python()
                         << " has no pyarrow: script/bootstrap installs it";
        }
        workshop_.write_config("b.toml", {.data = kData});
    }

    [[nodiscard]] Words command(const std::string& folder, const Words& words) const {
        Words all{
            "backtest", "sweep", "-c", workshop_.name("b.toml"), "--out", workshop_.name(folder)};
        all.insert(all.end(), words.begin(), words.end());
        return all;
    }
    [[nodiscard]] Outcome sweep(const std::string& folder, const Words& words) const {
        return workshop_.hotpath(command(folder, words));
    }
    void expect_refusal(const Words& words, const std::string& part) const {
        const Outcome outcome = sweep("refused", words);
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.err, HasSubstr(part));
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
        EXPECT_FALSE(fs::exists(workshop_.path("refused"))) << "refused before anything is made";
    }
    [[nodiscard]] std::string rows(const std::string& folder, const std::string& program) const {
        const Outcome outcome = workshop_.run(
            end_to_end::parquet_python(), {"-c",
                                           "import sys, pyarrow.parquet as pq\n"
                                           "t = pq.read_table(sys.argv[1])\nr = t.to_pylist()\n" +
                                               program,
                                           workshop_.name(folder + "/sweep.parquet")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome.out;
    }

    static constexpr const char* kData = "generated_days = 8\nmessages = 4_000\ninstruments = 2";
    static inline const Words kGrid{"--param", "quote_qty=100..300/100", "--param",
                                    "half_spread_dollars=0.005,0.02"};

    BacktestWorkshop workshop_;
};

TEST_F(BacktestSweep, EveryPointIsARowAndIsTheBacktestOfItsParameters) {
    const Outcome outcome = sweep("out", kGrid);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(rows("out",
                   "print([(x['point'], x['param_quote_qty'], "
                   "x['param_half_spread_dollars']) for x in r])"),
              "[(1, 100, 0.005), (2, 100, 0.02), (3, 200, 0.005), (4, 200, 0.02), (5, 300, 0.005), "
              "(6, 300, 0.02)]\n");
    workshop_.write_config(
        "b.toml", {.data = kData, .strategy = "quote_qty = 200\nhalf_spread_dollars = 0.02"});
    ASSERT_EQ(workshop_
                  .hotpath({"backtest", "-c", workshop_.name("b.toml"), "--json",
                            workshop_.name("j.json")})
                  .exit_code,
              0);
    const auto json = workshop_.read_json("j.json");
    EXPECT_EQ(rows("out",
                   "x = r[3]\nprint(round(x['pnl'] / 10000, 4), x['fills'], "
                   "x['round_trips'], '0x%016x' % x['output_hash'])"),
              workshop_
                  .run(end_to_end::parquet_python(),
                       {"-c", "import sys\nprint(round(float(sys.argv[1]), 4), *sys.argv[2:])",
                        json["pnl"].dump(), json["fills"].dump(),
                        json["round_trips"]["count"].dump(), json["output_hash"]})
                  .out);
}

TEST_F(BacktestSweep, SaysHowManyWereTriedAndWhatTheBestIsWorth) {
    const Outcome outcome = sweep("out", kGrid);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = workshop_.read_json("out/summary.json");
    EXPECT_EQ(json["trials"]["count"], 6);
    EXPECT_TRUE(json["trials"]["deflated_sharpe"].is_null()) << "eight days are too few";
    EXPECT_GE(json["trials"]["overfitting"].get<double>(), 0);
    const auto& search = json["trials"]["search"];
    EXPECT_EQ(search["tried"], 6);
    EXPECT_THAT(search["parameters"], ElementsAre("quote_qty", "half_spread_dollars"));
    EXPECT_EQ(search["chosen_by"], "Sharpe ratio");
    // The best has the highest ratio of all, and the report is of it.
    const std::string best = rows(
        "out",
        "b = max(r, key=lambda x: x['sharpe'])\nprint(b['point'], '0x%016x' % b['output_hash'])");
    EXPECT_EQ(best,
              search["best"]["point"].dump() + " " + json["output_hash"].get<std::string>() + "\n");
    const auto& parameters = json["strategies"][0]["parameters"];
    EXPECT_EQ(parameters[0]["key"], "quote_qty");
    EXPECT_EQ(parameters[0]["value"].dump(), search["best"]["values"][0].get<std::string>());
    EXPECT_EQ(parameters[2]["value"].dump(), search["best"]["values"][1].get<std::string>());
    for (const char* line : {"points          6 tried, grid", "neighbourhood ",
                             "trials          6; ", "deflated Sharpe ", "overfitting "}) {
        EXPECT_THAT(outcome.out, HasSubstr(line));
    }
}

TEST_F(BacktestSweep, TheNeighboursAreOneStepFromTheBest) {
    ASSERT_EQ(sweep("out", kGrid).exit_code, 0);
    const auto search = workshop_.read_json("out/summary.json")["trials"]["search"];
    const auto& best = search["best"]["values"];
    const bool is_in_the_middle = best[0] == "200";
    EXPECT_EQ(search["neighbours"].size(), is_in_the_middle ? 3U : 2U);
    for (const auto& neighbour : search["neighbours"]) {
        const bool has_other_qty = neighbour["values"][0] != best[0];
        const bool has_other_spread = neighbour["values"][1] != best[1];
        EXPECT_NE(has_other_qty, has_other_spread) << neighbour.dump();
        EXPECT_EQ(neighbour["parameter"], has_other_qty ? "quote_qty" : "half_spread_dollars");
    }
}

TEST_F(BacktestSweep, ARandomSearchTriesItsPointsAndRunsTheNeighboursOfTheBest) {
    const Words words{"--param",  "quote_qty=100..1000/100",
                      "--param",  "inventory_max=500..1500/100",
                      "--random", "4",
                      "--seed",   "3"};
    const Outcome outcome = sweep("out", words);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = workshop_.read_json("out/summary.json");
    EXPECT_EQ(json["trials"]["count"], 4);
    EXPECT_GE(json["trials"]["search"]["neighbours"].size(), 2U);
    EXPECT_EQ(json["trials"]["search"]["points"], "drawn from 110, seed 3");
    // Neighbours that were not drawn are rows that were not tried.
    EXPECT_EQ(
        rows("out", "print(sum(x['tried'] for x in r), [x['tried'] for x in r[:4]], len(r) > 4)"),
        "4 [True, True, True, True] True\n");
    ASSERT_EQ(sweep("again", words).exit_code, 0);
    EXPECT_EQ(workshop_.read("again/summary.json"), workshop_.read("out/summary.json"));
}

TEST_F(BacktestSweep, AnInterruptedSweepGoesOnAndGivesTheSame) {
    ASSERT_EQ(sweep("whole", kGrid).exit_code, 0);
    const std::string whole = workshop_.read("whole/summary.json");
    const std::string points = workshop_.read("whole/points.jsonl");
    const std::string table = rows("whole", "print(r)");
    for (const std::string threads : {"1", "3"}) {
        // As a process leaves it that was ended within the fourth line.
        const std::string folder = "part" + threads;
        fs::create_directories(workshop_.path(folder));
        fs::copy(workshop_.path("whole/run.json"), workshop_.path(folder + "/run.json"));
        std::size_t end = 0;
        for (int line = 0; line < 3; ++line) {
            end = points.find('\n', end) + 1;
        }
        workshop_.write(folder + "/points.jsonl", points.substr(0, end + 20));
        Words words = kGrid;
        words.insert(words.end(), {"--threads", threads});
        const Outcome rest = sweep(folder, words);
        ASSERT_EQ(rest.exit_code, 0) << rest.err;
        EXPECT_EQ(workshop_.read(folder + "/summary.json"), whole);
        EXPECT_EQ(rows(folder, "print(r)"), table);
        EXPECT_THAT(workshop_.read(folder + "/points.jsonl"),
                    ::testing::StartsWith(points.substr(0, end)));
    }
}

TEST_F(BacktestSweep, CtrlCSaysHowItGoesOn) {
    workshop_.write_config("b.toml",
                           {.data = "generated_days = 1\nmessages = 20_000_000\ninstruments = 2"});
    const Outcome outcome = workshop_.interrupted("INT", command("out", kGrid));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("stopped: 0 of 6 points are done; the same command with "
                                       "--out " +
                                       workshop_.name("out") + " goes on"));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    EXPECT_FALSE(fs::exists(workshop_.path("out/sweep.parquet")));
    EXPECT_FALSE(fs::exists(workshop_.path("out/summary.json")));
}

TEST_F(BacktestSweep, AnotherSearchOrConfigurationIsRefused) {
    ASSERT_EQ(sweep("out", {"--param", "quote_qty=100,200"}).exit_code, 0);
    for (const char* values : {"quote_qty=100,300", "quote_qty=100,200,300"}) {
        const Outcome outcome = sweep("out", {"--param", values});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.err, HasSubstr("holds a run of another configuration"));
    }
    // The same seed draws the same points first, and the neighbours of another best follow them.
    const Words drawn{"--param", "quote_qty=100..900/100", "--seed", "3", "--random"};
    const auto with = [&](const char* points) {
        Words words = drawn;
        words.emplace_back(points);
        return words;
    };
    ASSERT_EQ(sweep("random", with("2")).exit_code, 0);
    EXPECT_THAT(sweep("random", with("4")).err, HasSubstr("holds a run of another configuration"));
    const Outcome backtest = workshop_.hotpath(
        {"backtest", "-c", workshop_.name("b.toml"), "--out", workshop_.name("out")});
    EXPECT_THAT(backtest.err, HasSubstr("holds a run of another configuration"));
}

TEST_F(BacktestSweep, WhatIsWrongWithAParameterIsOneLineThatListsWhatIsAllowed) {
    expect_refusal({"--param", "quote=1..2"}, "it has quote_qty (1 to 999,999), ");
    expect_refusal({"--param", "quote_qty=0..2"},
                   "must be a whole number from 1 to 999,999, got '0'");
    expect_refusal({"--param", "quote_qty=1..200", "--param", "inventory_max=1..200"},
                   "the grid must have at most 20,000 points");
    const Outcome none = sweep("refused", {});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_THAT(none.err, HasSubstr("--param is required"));
}

TEST_F(BacktestSweep, PointsThatTheStrategyRefusesAreCountedAndLeftOut) {
    workshop_.write_config("b.toml", {.data = kData, .name = "trend_following"});
    const Words words{"--param", "fast=5,50", "--param", "slow=20,60"};
    const Outcome outcome = sweep("out", words);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("3 tried, grid; 1 more refused by the strategy: "));
    EXPECT_EQ(rows("out", "print([(x['param_fast'], x['param_slow']) for x in r])"),
              "[(5, 20), (5, 60), (50, 60)]\n");
    expect_refusal({"--param", "fast=50", "--param", "slow=20,30"},
                   "the strategy refuses every point: ");
}

TEST_F(BacktestSweep, SymbolsAndListsAreParametersToo) {
    workshop_.write_config(
        "b.toml",
        {.data = kData, .name = "pairs", .strategy = "first = \"AAPL\"\nsecond = \"MSFT\""});
    const Outcome outcome =
        sweep("out", {"--param", "first=AAPL,MSFT", "--param", "second=MSFT,AAPL"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(rows("out", "print([(x['param_first'], x['param_second']) for x in r])"),
              "[('AAPL', 'MSFT'), ('MSFT', 'AAPL')]\n");
}

TEST_F(BacktestSweep, TheReportShowsTheSearch) {
    Words words = kGrid;
    words.insert(words.end(),
                 {"--report", workshop_.name("r.html"), "--json", workshop_.name("j.json")});
    ASSERT_EQ(sweep("out", words).exit_code, 0);
    EXPECT_THAT(workshop_.read("r.html"), HasSubstr("\"tried\":6"));
    EXPECT_EQ(workshop_.read("j.json"), workshop_.read("out/summary.json"));
}

TEST_F(BacktestSweep, OneDayIsChosenByItsProfit) {
    workshop_.write_config("b.toml",
                           {.data = "generated_days = 1\nmessages = 20_000\ninstruments = 2"});
    const Outcome outcome = sweep("out", {"--param", "quote_qty=100,200"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(", by P&L"));
    EXPECT_THAT(outcome.out, HasSubstr("deflated Sharpe not defined, overfitting not defined"));
    EXPECT_EQ(rows("out", "print([x['sharpe'] for x in r])"), "[None, None]\n");
}

}  // namespace
}  // namespace hotpath
