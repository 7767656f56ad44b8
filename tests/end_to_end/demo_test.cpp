// `hotpath demo` as a user runs it: deterministic, the promised JSON, a report, and calm about
// files it cannot trade.
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class Demo : public ::testing::Test {
  protected:
    [[nodiscard]] Outcome demo(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "demo");
        arguments.insert(arguments.end(), {"--report", workshop_.name("report.html"), "--json",
                                           workshop_.name("demo.json")});
        return workshop_.hotpath(arguments);
    }
    [[nodiscard]] Outcome small_demo(const std::string& seed) const {
        return demo({"--messages", "60000", "--instruments", "5", "--seed", seed});
    }
    [[nodiscard]] auto json() const { return workshop_.read_json("demo.json"); }
    /// The demo's JSON without what differs from run to run.
    [[nodiscard]] auto traded_json() const {
        auto traded = json();
        for (const char* key : {"threads", "tick_to_trade_ns", "stages"}) {
            traded.erase(key);
        }
        return traded;
    }

    Workshop workshop_;
};

TEST_F(Demo, JsonHasExactlyThePromisedKeys) {
    const Outcome outcome = small_demo("1");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(
        end_to_end::keys_of(json()),
        ElementsAre("messages", "book_basis", "orders_entered", "orders_accepted",
                    "orders_rejected_by_risk", "rejected_by_reason", "stopped", "executions",
                    "shares_bought", "shares_sold", "position", "pnl", "open_positions", "threads",
                    "tick_to_trade_ns", "stages", "outputs_hash"));
    EXPECT_THAT(end_to_end::keys_of(json()["tick_to_trade_ns"]),
                ElementsAre("p50", "p90", "p99", "p999", "max", "count"));
    EXPECT_THAT(end_to_end::keys_of(json()["stages"]),
                ElementsAre("decode", "book", "decide", "risk", "encode"));
    EXPECT_THAT(end_to_end::keys_of(json()["stages"]["risk"]), ElementsAre("p50", "p99"));
    std::int64_t open = 0;
    const auto positions = json()["open_positions"];
    for (const auto& position : positions) {
        EXPECT_THAT(end_to_end::keys_of(position),
                    ElementsAre("symbol", "position", "mark", "mark_age_s", "cost_to_close"));
        open += position["position"].get<std::int64_t>();
    }
    EXPECT_EQ(open, json()["position"].get<std::int64_t>());
}

/// A day without the messages of these types: length-prefixed ITCH.
std::string without_types(const std::string& day, const std::string& types) {
    std::string kept;
    for (std::size_t at = 0; at + 2 < day.size();) {
        const auto length = static_cast<std::size_t>(static_cast<unsigned char>(day[at]) * 256 +
                                                     static_cast<unsigned char>(day[at + 1]));
        if (types.find(day[at + 2]) == std::string::npos) {
            kept += day.substr(at, length + 2);
        }
        at += length + 2;
    }
    return kept;
}

TEST_F(Demo, ADayThatBeginsInItsMiddleSaysWhyNoOrderIsSent) {
    ASSERT_EQ(workshop_
                  .hotpath({"generate", "--messages", "20000", "--instruments", "1",
                            workshop_.name("day.itch")})
                  .exit_code,
              0);
    const std::string day = workshop_.read("day.itch");
    for (const auto& [types, reason] :
         {std::pair{"SRHYLV", "no Stock Directory message (ITCH R)"},
          std::pair{"H", "no Stock Trading Action message (ITCH H)"}}) {
        workshop_.write("middle.itch", without_types(day, types));
        const Outcome outcome = demo({workshop_.name("middle.itch")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(json()["orders_entered"].get<int>(), 0);
        EXPECT_THAT(json()["no_orders_because"].get<std::string>(), HasSubstr(reason));
        EXPECT_THAT(outcome.out, HasSubstr(reason));
        EXPECT_THAT(outcome.out, HasSubstr("hotpath generate"));
    }
    ASSERT_EQ(demo({workshop_.name("day.itch")}).exit_code, 0);
    EXPECT_GT(json()["orders_entered"].get<int>(), 0);
    EXPECT_FALSE(json().contains("no_orders_because"));
}

TEST_F(Demo, TwoRunsSendTheSameBytes) {
    ASSERT_EQ(small_demo("1").exit_code, 0);
    const auto first = traded_json();
    ASSERT_EQ(small_demo("1").exit_code, 0);
    EXPECT_EQ(traded_json(), first);
    ASSERT_EQ(small_demo("2").exit_code, 0);
    EXPECT_NE(json()["outputs_hash"], first["outputs_hash"]);
}

TEST_F(Demo, AFlashCrashIsThatOfTheGeneratedFile) {
    const std::vector<std::string> market{"--messages", "60000", "--instruments", "5",
                                          "--flash-crash"};
    ASSERT_EQ(demo(market).exit_code, 0);
    const auto crashed = traded_json();
    ASSERT_EQ(small_demo("1").exit_code, 0);
    EXPECT_NE(json()["outputs_hash"], crashed["outputs_hash"]);
    std::vector<std::string> generate{"generate", workshop_.name("day.itch")};
    generate.insert(generate.end(), market.begin(), market.end());
    ASSERT_EQ(workshop_.hotpath(generate).exit_code, 0);
    ASSERT_EQ(demo({workshop_.name("day.itch")}).exit_code, 0);
    EXPECT_EQ(json()["outputs_hash"], crashed["outputs_hash"]);
}

TEST_F(Demo, SendsTheSameBytesWithOneThreadAndWithTwo) {
    std::vector<std::vector<std::string>> markets;
    for (const char* seed : {"1", "2", "3"}) {
        markets.push_back({"--messages", "60000", "--instruments", "5", "--seed", seed});
    }
    if (const auto file = support::licensed_data(end_to_end::kApple)) {
        markets.push_back({file->string()});
    }
    for (std::size_t market = 0; market < markets.size(); ++market) {
        const auto run = [&](const std::string& threads) {
            std::vector<std::string> words = markets[market];
            const std::string journal = "journal" + std::to_string(market) + threads;
            words.insert(words.end(), {"--threads", threads, "--journal", workshop_.name(journal)});
            const Outcome outcome = demo(words);
            EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
            const Outcome replayed =
                workshop_.hotpath({"journal", "replay", workshop_.name(journal)});
            EXPECT_THAT(replayed.out, HasSubstr("identical")) << replayed.err;
            return traded_json();
        };
        EXPECT_EQ(run("1"), run("2")) << "market " << market;
    }
}

TEST_F(Demo, RunsOneThreadUnlessTwoAreAskedForAndTwoCoresMayBeUsed) {
    const std::vector<std::string> small{"--messages", "20000", "--instruments", "2"};
    cpu_set_t before;
    ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
    ASSERT_EQ(demo(small).exit_code, 0);
    EXPECT_EQ(json()["threads"], 1);
    std::vector<std::string> words = small;
    words.insert(words.end(), {"--threads", "2"});
    ASSERT_EQ(demo(words).exit_code, 0);
    EXPECT_EQ(json()["threads"], CPU_COUNT(&before) > 1 ? 2 : 1);

    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(::sched_getcpu()), &one);
    ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);  // the demo inherits it
    const Outcome outcome = demo(words);
    EXPECT_EQ(::sched_setaffinity(0, sizeof before, &before), 0);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("1 instead of 2: this process may use only one core"));
    EXPECT_EQ(json()["threads"], 1);
}

TEST_F(Demo, OfADamagedMarketThereIsAnErrorAlone) {
    ASSERT_EQ(workshop_
                  .hotpath({"generate", "--messages", "20000", "--instruments", "2",
                            workshop_.name("day.itch")})
                  .exit_code,
              0);
    const std::string day = workshop_.read("day.itch");
    workshop_.write("cut.itch", day.substr(0, day.size() - 3));
    for (const char* threads : {"1", "2"}) {
        const Outcome outcome = demo({workshop_.name("cut.itch"), "--threads", threads});
        EXPECT_EQ(outcome.exit_code, 1) << threads;
        EXPECT_THAT(outcome.err, HasSubstr("cut.itch: "));
        EXPECT_EQ(outcome.out, "") << "a summary of a part of the day";
        EXPECT_FALSE(std::filesystem::exists(workshop_.path("report.html")));
    }
    workshop_.write("bad.csv", "time,symbol,bid,bid_size,ask,ask_size,price,size\n1,2,3\n");
    const Outcome outcome = demo({workshop_.name("bad.csv")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(std::filesystem::exists(workshop_.path("report.html")));
}

TEST_F(Demo, TradesAndItsAccountAddsUp) {
    ASSERT_EQ(small_demo("1").exit_code, 0);
    const auto result = json();
    EXPECT_GT(result["orders_entered"], 10);
    EXPECT_GT(result["executions"], 0);
    EXPECT_GT(result["tick_to_trade_ns"]["count"], 10);
    EXPECT_EQ(
        result["shares_bought"].get<std::int64_t>() - result["shares_sold"].get<std::int64_t>(),
        result["position"]);
    EXPECT_LE(std::abs(result["position"].get<std::int64_t>()), 1'000);
}

TEST_F(Demo, SaysThatItsMarketIsGenerated) {
    EXPECT_THAT(small_demo("1").out, HasSubstr("GENERATED"));
    const std::string report = workshop_.read("report.html");
    EXPECT_THAT(report, HasSubstr("\"generated\":true"));
    EXPECT_THAT(report, HasSubstr("Chart.js v"));
    EXPECT_THAT(report, Not(HasSubstr("{{")));
    EXPECT_THAT(report, Not(HasSubstr("src=\"http")));
}

TEST_F(Demo, ATraderWithoutAMarketMovesNothing) {
    ASSERT_EQ(
        demo({"--messages", "60000", "--instruments", "5", "--entry-latency", "1000000"}).exit_code,
        0);
    EXPECT_GT(json()["orders_entered"], 0);
}

TEST_F(Demo, AnUnwritableReportIsRefusedBeforeTheRun) {
    const Outcome outcome =
        workshop_.hotpath({"demo", "--report", workshop_.name("none/report.html")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("cannot write"));
    EXPECT_EQ(outcome.out, "");
}

/// Each strategy of one venue, as `hotpath strategies` lists them.
TEST_F(Demo, TakesEveryStrategyAndItsJournalReplays) {
    ASSERT_EQ(workshop_.hotpath({"strategies", "--json", workshop_.name("all.json")}).exit_code, 0);
    std::size_t traded = 0;
    for (const auto& strategy : workshop_.read_json("all.json")) {
        const auto name = strategy["name"].get<std::string>();
        std::vector<std::string> words{
            "--messages", "60000", "--instruments", "5",
            "--strategy", name,    "--journal",     workshop_.name(name)};
        for (const auto& parameter : strategy["parameters"]) {
            if (parameter["key"] == "sample_every_ms") {  // so that a short market is enough
                words.insert(words.end(), {"--set", "sample_every_ms=1"});
            }
        }
        const Outcome outcome = demo(words);
        if (strategy["venues"] != 1) {
            EXPECT_EQ(outcome.exit_code, 2) << name;
            EXPECT_THAT(outcome.err, HasSubstr("--strategy: must be one of null, market_maker"));
            continue;
        }
        ASSERT_EQ(outcome.exit_code, 0) << name << ": " << outcome.err;
        EXPECT_THAT(outcome.out, HasSubstr("equal the venue's")) << name;
        const auto result = json();
        EXPECT_EQ(
            result["shares_bought"].get<std::int64_t>() - result["shares_sold"].get<std::int64_t>(),
            result["position"])
            << name;
        traded += result["executions"] > 0 ? 1U : 0U;
        const Outcome replayed = workshop_.hotpath({"journal", "replay", workshop_.name(name)});
        EXPECT_EQ(replayed.exit_code, 0) << name << ": " << replayed.err;
        EXPECT_THAT(replayed.out, HasSubstr("identical")) << name;
    }
    EXPECT_GE(traded, 4U) << "all but the one that sends nothing";
}

TEST_F(Demo, TradesOverEveryProtocolAndItsJournalReplays) {
    ASSERT_EQ(small_demo("1").exit_code, 0);
    const auto ouch = json();
    for (const char* protocol : {"ouch", "fix", "ilink"}) {
        for (const char* feed : {"itch", "mdp3"}) {
            const std::string journal = std::string(protocol) + feed;
            SCOPED_TRACE(journal);
            const Outcome outcome =
                demo({"--messages", "60000", "--instruments", "5", "--protocol", protocol, "--feed",
                      feed, "--journal", workshop_.name(journal)});
            ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
            EXPECT_THAT(outcome.out, HasSubstr("equal the venue's"));
            const auto result = json();
            EXPECT_GT(result["orders_accepted"], 10);
            EXPECT_GT(result["executions"], 0);
            EXPECT_GT(result["tick_to_trade_ns"]["count"], 10);
            const Outcome replayed =
                workshop_.hotpath({"journal", "replay", workshop_.name(journal)});
            EXPECT_THAT(replayed.out, HasSubstr("identical")) << replayed.err;
            // The same market at the same times: the same decisions.
            EXPECT_EQ(result["orders_entered"], ouch["orders_entered"]);
            EXPECT_EQ(result["executions"], ouch["executions"]);
            EXPECT_EQ(result["pnl"], ouch["pnl"]);
        }
    }
}

TEST_F(Demo, AnUnknownProtocolIsRefused) {
    EXPECT_THAT(demo({"--protocol", "soup"}).err,
                HasSubstr("--protocol: must be one of ouch, fix"));
    EXPECT_THAT(demo({"--feed", "deep"}).err, HasSubstr("--feed: must be one of itch, mdp3"));
}

TEST_F(Demo, AParameterIsSetAndItsEffectIsSeen) {
    ASSERT_EQ(small_demo("1").exit_code, 0);
    const auto usual = json();
    const std::vector<std::string> small{"--messages", "60000", "--instruments", "5"};
    const auto with = [&](std::vector<std::string> words) {
        words.insert(words.begin(), small.begin(), small.end());
        return demo(words);
    };
    ASSERT_EQ(with({"--set", "quote_qty=100", "--set", "inventory_max=1000"}).exit_code, 0);
    EXPECT_EQ(json()["outputs_hash"], usual["outputs_hash"]) << "these are the defaults";
    ASSERT_EQ(with({"--set", "half_spread_dollars=0.02"}).exit_code, 0);
    EXPECT_NE(json()["outputs_hash"], usual["outputs_hash"]);
    ASSERT_EQ(with({"--set", "quote_qty=300"}).exit_code, 0);
    EXPECT_GT(json()["orders_accepted"], 10) << "the limit of an order follows the quote";
    const Outcome refused = with({"--strategy", "momentum", "--set", "qty=many"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_EQ(refused.err,
              "hotpath demo: --set qty must be a whole number from 1 to 999,999, got 'many' "
              "(momentum: shares of a position)\n");
}

TEST_F(Demo, SymbolsOfAStrategyAreTheBusiestUnlessTheyAreGiven) {
    const std::vector<std::string> pairs{
        "--messages", "60000", "--instruments", "5",
        "--strategy", "pairs", "--set",         "sample_every_ms=1"};
    const Outcome busiest = demo(pairs);
    ASSERT_EQ(busiest.exit_code, 0) << busiest.err;
    EXPECT_THAT(busiest.out, ::testing::ContainsRegex("strategy +pairs in [A-Z0-9]+, [A-Z0-9]+:"));
    std::vector<std::string> unknown = pairs;
    unknown.insert(unknown.end(), {"--set", "second=NONE"});
    const Outcome refused = demo(unknown);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr("no instrument NONE in the first 2,000,000 messages"));
    std::vector<std::string> alone = pairs;
    alone[3] = "1";
    EXPECT_THAT(demo(alone).err, HasSubstr("the strategy trades 2 instruments, and only 1 have "
                                           "orders"));
}

class DemoOfRealFiles : public Demo, public ::testing::WithParamInterface<const char*> {};

INSTANTIATE_TEST_SUITE_P(
    RealFiles, DemoOfRealFiles,
    ::testing::Values(end_to_end::kApple, end_to_end::kDirectory, end_to_end::kSynthetic,
                      end_to_end::kGoogle,
                      "pcap/Nasdaq.Equities.TotalView.Itch.v5.0.20230822/OrderDelete.pcap"));

TEST_P(DemoOfRealFiles, RunsToTheEnd) {
    const auto file = support::licensed_data(GetParam());
    if (!file) {
        GTEST_SKIP() << support::missing_data(GetParam());
    }
    const Outcome outcome = demo({file->string()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("RECORDED"));
    EXPECT_THAT(outcome.out, HasSubstr(file->filename().string()));
    EXPECT_THAT(outcome.out, Not(HasSubstr("DIFFER")));
    EXPECT_GT(json()["messages"], 0);
}

TEST_F(Demo, TheTradersBookEqualsTheVenues) {
    const Outcome outcome = demo({"--messages", "100000"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("equal the venue's"));
}

TEST_F(Demo, AFileWithoutOrdersIsSaidToHoldNone) {
    const auto file = support::licensed_data(end_to_end::kDirectory);
    if (!file) {
        GTEST_SKIP() << support::missing_data(end_to_end::kDirectory);
    }
    const Outcome outcome = demo({file->string()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("holds no orders"));
    EXPECT_EQ(json()["orders_entered"], 0);
}

}  // namespace
}  // namespace hotpath
