// The options of `hotpath backtest` and the keys of its configuration, as a user sets them: each
// changes what it is for, and what is wrong is one line.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/backtest_workshop.hpp"

namespace hotpath {
namespace {

using end_to_end::BacktestWords;
using end_to_end::BacktestWorkshop;
using end_to_end::Outcome;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Words = std::vector<std::string>;
using Json = nlohmann::ordered_json;

class BacktestOptions : public ::testing::Test {
  protected:
    [[nodiscard]] Outcome backtest(const BacktestWords& words, Words options = {}) const {
        workshop_.write_config("b.toml", words);
        options.insert(options.begin(), {"backtest", "-c", workshop_.name("b.toml"), "--json",
                                         workshop_.name("j.json")});
        return workshop_.hotpath(options);
    }
    [[nodiscard]] Json json(const BacktestWords& words, const Words& options = {}) const {
        const Outcome outcome = backtest(words, options);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome.exit_code == 0 ? workshop_.read_json("j.json") : Json();
    }
    void expect_refusal(const BacktestWords& words, const std::string& part) const {
        std::filesystem::remove(workshop_.path("j.json"));
        const Outcome outcome = backtest(words);
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.err, HasSubstr(part));
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(workshop_.path("j.json")));
    }

    BacktestWorkshop workshop_;
};

TEST_F(BacktestOptions, TheResultIsTheSameForAnyNumberOfThreads) {
    const Json one = json({}, {"--threads", "1"});
    EXPECT_EQ(json({}, {"--threads", "3"}), one);
    EXPECT_EQ(json({.run = "threads = 2"}), one);
}

TEST_F(BacktestOptions, DaysAreInTheirOrderWithTheirSeeds) {
    const Json three = json({}, {"--threads", "3"});
    std::vector<std::string> names;
    for (const auto& day : three["days"]) {
        names.push_back(day["day"]);
    }
    EXPECT_THAT(names, ElementsAre("seed 1", "seed 2", "seed 3"));
    // A day does not depend on those before it.
    const Json second =
        json({.data = "generated_days = 1\nmessages = 6_000\ninstruments = 2\nseed = 2"});
    EXPECT_EQ(second["days"][0], three["days"][1]);
}

TEST_F(BacktestOptions, EachFillModelIsTakenByItsName) {
    for (const auto& [model, queue] :
         {std::pair{"exact", "exact, by order"}, std::pair{"matched", "exact, by order"},
          std::pair{"back_of_line", "by price, cancels at the back of the line first"},
          std::pair{"proportional", "by price, cancels in proportion"},
          std::pair{"power", "by price, cancels by power 2"},
          std::pair{"logarithmic", "by price, cancels by logarithm"}}) {
        EXPECT_EQ(json({.fills = model})["models"]["queue"], queue) << model;
    }
    EXPECT_EQ(json({.fills = "power\"\nexponent = 3.5\n#"})["models"]["queue"],
              "by price, cancels by power 3.5");
    expect_refusal({.fills = "optimistic"}, "fills.model must be one of exact, matched, ");
}

TEST_F(BacktestOptions, LatenciesReachTheirWires) {
    const Json json = this->json({.latency = "feed_us = 1\nentry_us = 2\nentry_jitter = "
                                             "\"uniform\"\nentry_spread_us = 3\nreply_us = "
                                             "4\nreply_jitter = \"log_normal\"\nreply_spread_us = "
                                             "5\nreply_sigma = 0.25\nfeed_service_us = 6"});
    EXPECT_EQ(json["models"]["latency"],
              "feed 1 us, 6 us a message; orders 2 us + uniform to 3 us; replies 4 us + "
              "log-normal, median 5 us, sigma 0.25");
    EXPECT_NE(this->json({.latency = "entry_us = 50_000"})["output_hash"],
              this->json({})["output_hash"]);
}

TEST_F(BacktestOptions, Case20ALatencyBelowZeroIsRefusedInWords) {
    for (const std::string wire : {"feed", "entry", "reply"}) {
        expect_refusal(
            {.latency = wire + "_us = -1"},
            "latency." + wire + "_us must be a whole number from 0 to 1,000,000, got -1");
    }
    workshop_.write("feed.csv", "send_ns,receive_ns\n20100,100\n");
    expect_refusal({.latency = "feed_recorded = \"feed.csv\""}, "feed.csv: line 2 must ");
}

TEST_F(BacktestOptions, TheSeedOfJitterChangesTheRunAndTheSameOneDoesNot) {
    const std::string jitter = "entry_jitter = \"uniform\"\nentry_spread_us = 5_000\nseed = ";
    const Json first = json({.latency = jitter + "1"});
    EXPECT_EQ(json({.latency = jitter + "1"}), first);
    EXPECT_NE(json({.latency = jitter + "9"})["output_hash"], first["output_hash"]);
}

TEST_F(BacktestOptions, RecordedLatenciesAreReadFromBesideTheConfiguration) {
    workshop_.write("feed.csv", "send_ns,receive_ns\n100,20100\n40000000000000,40000000005000\n");
    const Json json = this->json({.latency = "feed_recorded = \"feed.csv\""});
    EXPECT_THAT(json["models"]["latency"].get<std::string>(), HasSubstr("feed 2 recorded; "));
    workshop_.write("feed.csv", "send_ns,receive_ns\n100,20100\n90,20100\n");
    expect_refusal({.latency = "feed_recorded = \"feed.csv\""}, "feed.csv: line 3 must be ");
    expect_refusal({.latency = "feed_recorded = \"none.csv\""}, "none.csv");
}

TEST_F(BacktestOptions, TheIntervalOfSamplesAndTheCapitalAreTaken) {
    const Json often = json({.run = "sample_ms = 100\ncapital = 100_000.0"});
    const Json seldom = json({.run = "sample_ms = 3_600_000"});
    EXPECT_EQ(often["output_hash"], seldom["output_hash"]) << "sampling changes no order";
    EXPECT_EQ(often["capital"], 100'000.0);
    EXPECT_NEAR(often["return"].get<double>(), often["pnl"].get<double>() / 100'000, 1e-9);
    EXPECT_TRUE(seldom["return"].is_null());
    // A drawdown is as fine as its samples.
    EXPECT_GE(often["drawdown"]["amount"].get<double>(),
              seldom["drawdown"]["amount"].get<double>());
}

TEST_F(BacktestOptions, DataAreFilesOrGeneratedDaysAndNotBoth) {
    expect_refusal({.data = "generated_days = 0"},
                   "data.files must be recordings, or "
                   "generated_days above 0, but not both, got neither");
    workshop_.write("day.itch", "");
    expect_refusal({.data = "generated_days = 2\nfiles = [\"day.itch\"]"}, "got both");
    expect_refusal({.data = "files = [\"none.itch\"]"}, "b.toml: data.files: ");
    expect_refusal({.data = "files = [\"none.itch\"]"}, "none.itch");
}

TEST_F(BacktestOptions, AnEmptyOrUnreadableDayIsNamed) {
    workshop_.write("empty.itch", "");
    expect_refusal({.data = "files = [\"empty.itch\"]"}, "empty.itch");
    workshop_.write("noise.itch", std::string(5'000, 'x'));
    expect_refusal({.data = "files = [\"noise.itch\"]"}, "noise.itch");
}

TEST_F(BacktestOptions, ASymbolWithoutAMessageIsAnError) {
    expect_refusal({.data = "generated_days = 1\nmessages = 20_000\ninstruments = 1"},
                   "seed 1: no message of MSFT in the recording");
}

TEST_F(BacktestOptions, Case33NoSymbolAndAnEmptyOneAreErrors) {
    expect_refusal({.symbols = ""}, "trading.symbols must be at least one symbol, got []");
    expect_refusal({.symbols = "\"\""},
                   "trading.symbols must be unique symbols of 1 to 8 characters, got \"\"");
    expect_refusal({.symbols = "\"AAPL\", \"AAPL\""}, "trading.symbols must be unique symbols");
}

TEST_F(BacktestOptions, OfSeveralDaysTheFirstErrorIsTheOneThatIsPrinted) {
    workshop_.write("a.itch", std::string(5'000, 'x'));
    workshop_.write("b.itch", std::string(5'000, 'y'));
    expect_refusal({.data = "files = [\"a.itch\", \"b.itch\"]", .run = "threads = 1"}, "a.itch");
}

TEST_F(BacktestOptions, AKeyThatIsNotKnownIsRefusedWithThoseThatAre) {
    expect_refusal({.data = "generated_days = 1\nspeed = 3"},
                   "unknown key data.speed; the nearest is seed; known keys: ");
    expect_refusal({.run = "thread = 3"}, "unknown key run.thread");
}

TEST_F(BacktestOptions, AParameterOutOfItsRangeIsRefusedWithTheRange) {
    expect_refusal({.strategy = "quote_qty = 0"},
                   "b.toml: strategy.quote_qty must be a whole number from 1 to 999,999, got 0");
    expect_refusal({.strategy = "half_spread_dollars = -0.01"},
                   "b.toml: strategy.half_spread_dollars must be a number from 0 to 10,000, got "
                   "-0.01");
    expect_refusal({.strategy = "half_spread = 1.5"},
                   "b.toml: strategy.half_spread must be a whole number from ");
    expect_refusal({.name = "trend_following", .strategy = "fast = 50\nslow = 20"},
                   "b.toml: strategy: ");
    expect_refusal({.name = "pairs", .strategy = "first = \"AAPL\"\nsecond = \"IBM\""},
                   "b.toml: strategy.second must be one of trading.symbols, got \"IBM\"");
    expect_refusal({.name = "lucky"}, "b.toml: strategy.name must be one of null, market_maker, ");
}

TEST_F(BacktestOptions, AFullDiskIsAnErrorOfEachOutput) {
    workshop_.write_config("b.toml", {});
    for (const char* option : {"--json", "--report"}) {
        const Outcome outcome =
            workshop_.hotpath({"backtest", "-c", workshop_.name("b.toml"), option, "/dev/full"});
        EXPECT_EQ(outcome.exit_code, 1) << option;
        EXPECT_THAT(outcome.err, HasSubstr("/dev/full: No space left on device")) << option;
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    }
}

TEST_F(BacktestOptions, TheTraderOfAnotherFileIsTakenWhole) {
    workshop_.write("b.toml",
                    "trader = \"" HOTPATH_SOURCE_DIR
                    "/docs/examples/trader.toml\"\n[data]\ngenerated_days = 1\nmessages = "
                    "20_000\ninstruments = 2\n");
    const Outcome outcome = workshop_.hotpath({"backtest", "-c", workshop_.name("b.toml")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("market_maker"));
    workshop_.write("b.toml", workshop_.read("b.toml") + "[strategy]\nname = \"momentum\"\n");
    const Outcome both = workshop_.hotpath({"backtest", "-c", workshop_.name("b.toml")});
    EXPECT_EQ(both.exit_code, 1);
    EXPECT_THAT(both.err, HasSubstr("[strategy] must be only in "));
}

TEST_F(BacktestOptions, TheReportHasTheParametersThatTheRunHad) {
    const Outcome outcome = backtest({.strategy = "quote_qty = 300\nhalf_spread_dollars = 0.0125"},
                                     {"--report", workshop_.name("r.html")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Json parameters = workshop_.read_json("j.json")["strategies"][0]["parameters"];
    EXPECT_EQ(parameters[0]["value"], 300);
    EXPECT_EQ(parameters[2]["value"], 0.0125);
    EXPECT_THAT(outcome.out, HasSubstr("quote_qty                       300 shares       shares"));
    EXPECT_THAT(
        workshop_.read("r.html"),
        HasSubstr("{\"key\":\"half_spread_dollars\",\"value\":0.0125,\"unit\":\"dollars\""));
}

TEST_F(BacktestOptions, ARunWithoutAnOrderSaysWhy) {
    const Outcome null = backtest({.name = "null"});
    EXPECT_EQ(null.exit_code, 0) << "it is a result: " << null.err;
    EXPECT_THAT(null.out, ContainsRegex("\n  no orders       null saw [0-9,]+ books that it "
                                        "could trade on, and requested no order\n"));
    EXPECT_THAT(workshop_.read_json("j.json")["no_orders"].get<std::string>(),
                HasSubstr("requested no order"));
    const Outcome refused =
        backtest({.strategy = "quote_qty = 6_000\ninventory_max = 12_000"});  // of 5,000 at most
    EXPECT_EQ(refused.exit_code, 0) << refused.err;
    EXPECT_THAT(refused.out, ContainsRegex("\n  no orders       the risk check rejected every "
                                           "order .[0-9,]+ [a-z ]+.; docs/guide/risk.md lists"));
    EXPECT_THAT(refused.out, ContainsRegex("\n  refused by risk [0-9,]+ [a-z ]+\n"));
    workshop_.write_day("closed.itch", {.without = 'H'});
    const Outcome closed = backtest({.data = "files = [\"closed.itch\"]"});
    EXPECT_EQ(closed.exit_code, 0) << closed.err;
    EXPECT_THAT(closed.out,
                HasSubstr("\n  no orders       no traded symbol was in trading state T"));
    EXPECT_THAT(backtest({}).out, Not(HasSubstr("no orders ")));
    EXPECT_TRUE(workshop_.read_json("j.json")["no_orders"].is_null());
}

TEST_F(BacktestOptions, SensitivityRunsLatenciesSizesAndFillModels) {
    const Outcome outcome = backtest({}, {"--sensitivity", "--report", workshop_.name("r.html")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const Json json = workshop_.read_json("j.json");
    for (const char* table : {"latency_sensitivity", "size_sensitivity"}) {
        std::vector<double> factors;
        for (const auto& row : json[table]) {
            factors.push_back(row["factor"]);
        }
        EXPECT_THAT(factors, ElementsAre(0.5, 1, 2, 5)) << table;
        EXPECT_EQ(json[table][1]["pnl"], json["pnl"]) << table;
    }
    EXPECT_EQ(json["fill_models"].size(), 3U);
    EXPECT_TRUE(json["verdict"]["not_tested"].empty()) << json["verdict"].dump();
    EXPECT_THAT(outcome.out, HasSubstr("\n  size            0.5x "));
    EXPECT_THAT(outcome.out, HasSubstr("\n  latency         0.5x "));
    EXPECT_THAT(workshop_.read("r.html"), HasSubstr("\"size_sensitivity\":[{\"name\":\"0.5x\""));
}

TEST_F(BacktestOptions, ARowOfTheSizeTableIsTheBacktestAtThatSize) {
    const Json table = json({}, {"--sensitivity"})["size_sensitivity"];
    const Json twice = json({.strategy = "quote_qty = 200\ninventory_max = 2_000"});
    EXPECT_EQ(table[2]["pnl"], twice["pnl"]);
    EXPECT_EQ(table[2]["fills"], twice["fills"]);
    EXPECT_GT(table[2]["turnover"].get<double>(), table[1]["turnover"].get<double>());
}

TEST_F(BacktestOptions, AStrategyWithoutASizeHasNoTableOfSizes) {
    const Outcome outcome = backtest({.name = "null"}, {"--sensitivity"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(workshop_.read_json("j.json")["size_sensitivity"].empty());
}

}  // namespace
}  // namespace hotpath
