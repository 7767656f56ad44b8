// `hotpath tune` as an operator uses it: what it prints and writes, the commands that take its
// file, errors, and the commands of its page as they are printed there.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/config/host_settings_file.hpp"
#include "hotpath/jitter/core_list.hpp"
#include "tests/end_to_end/command_line.hpp"

namespace hotpath {
namespace {

using end_to_end::keys_of;
using end_to_end::Outcome;
using end_to_end::Workshop;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Tune : public ::testing::Test {
  protected:
    /// A run of few messages: what it finds is of no use, how it is written is the same.
    [[nodiscard]] Outcome tune(std::vector<std::string> words) const {
        words.insert(words.begin(), {"tune", "--messages", "5000", "--instruments", "20",
                                     "--rounds", "1", "--confirming-rounds", "6"});
        return workshop_.hotpath(words);
    }
    void make_day() const {
        ASSERT_EQ(workshop_
                      .hotpath({"generate", workshop_.name("day.itch"), "--messages", "30000",
                                "--instruments", "20"})
                      .exit_code,
                  0);
    }
    void expect_one_line(const Outcome& outcome, int exit_code, const std::string& part) const {
        EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(part));
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    }

    Workshop workshop_;
    bool has_two_cores_ = jitter::allowed_cores().size() > 1;
};

TEST_F(Tune, PrintsEveryCandidateAndWhatIsChosen) {
    const Outcome outcome = tune({});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    for (const char* part :
         {"hotpath tune  ", "the first 5,000 messages of a generated day: seed 1",
          "look-ahead of books by order: table / order / level, ns a message",
          "look-ahead of books by price: table / order, ns a message",
          "open orders from which books by order look ahead, ns a message",
          "open orders from which books by price look ahead, ns a message", "from 32,768 (default)",
          "caches that a prefetch fills, ns a record", "32 / 16 / 8 (default)", "  none",
          "(for programs: no command's choice)"}) {
        EXPECT_THAT(outcome.out, HasSubstr(part));
    }
    const char* const rings =
        "pauses of a journal's reader: after fewer than / at most, ns a record";
    EXPECT_EQ(outcome.out.contains(rings), has_two_cores_);
    EXPECT_EQ(outcome.out.contains("messages of 40 bytes in a queue"), has_two_cores_);
    EXPECT_EQ(outcome.out.contains("slots ahead at which a queue's producer looks"),
              has_two_cores_);
    EXPECT_EQ(outcome.out.contains("one core: rings are not measured"), !has_two_cores_);
}

TEST_F(Tune, WritesWhatItChoseAndTheFileIsReadBackAsIt) {
    const Outcome outcome =
        tune({"--out", workshop_.name("host.toml"), "--json", workshop_.name("tune.json")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = workshop_.read_json("tune.json");
    EXPECT_THAT(keys_of(json), ElementsAre("host", "market", "knobs", "settings"));
    EXPECT_THAT(keys_of(json["host"]),
                ElementsAre("cpu", "kernel", "cores", "round_trip_ns", "placement"));
    ASSERT_EQ(json["knobs"].size(), has_two_cores_ ? 8U : 5U);
    for (const auto& knob : json["knobs"]) {
        EXPECT_THAT(keys_of(knob), ElementsAre("name", "key", "unit", "candidates", "confirmation",
                                               "decided", "chosen"));
        EXPECT_GT(knob["candidates"].size(), 1U);
        EXPECT_LT(knob["chosen"].get<std::size_t>(), knob["candidates"].size());
        for (const auto& candidate : knob["candidates"]) {
            EXPECT_THAT(keys_of(candidate),
                        ElementsAre("words", "median_ns", "low_ns", "high_ns", "ratio"));
            EXPECT_GT(candidate["low_ns"].get<double>(), 0);
        }
    }
    const auto settings = config::read_host_settings(workshop_.path("host.toml"));
    ASSERT_TRUE(settings) << settings.error().message;
    const auto& look_ahead = json["settings"]["look_ahead"];
    EXPECT_EQ(settings->look_ahead.distances.table, look_ahead["table"].get<std::size_t>());
    EXPECT_EQ(settings->look_ahead.distances.order, look_ahead["order"].get<std::size_t>());
    EXPECT_EQ(settings->look_ahead.distances.level, look_ahead["level"].get<std::size_t>());
    EXPECT_EQ(settings->look_ahead.orders_min, look_ahead["orders_min"].get<std::uint32_t>());
    EXPECT_EQ(settings->journal.pauses_max,
              json["settings"]["journal"]["pauses_max"].get<std::uint32_t>());
    EXPECT_THAT(workshop_.read("host.toml"), HasSubstr("# By hotpath tune: "));
}

TEST_F(Tune, TheDefaultStaysWhereTooFewRoundsProveNothing) {
    const Outcome outcome =
        workshop_.hotpath({"tune", "--messages", "5000", "--instruments", "20", "--rounds", "1",
                           "--confirming-rounds", "5", "--out", workshop_.name("host.toml")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto settings = config::read_host_settings(workshop_.path("host.toml"));
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(*settings, config::HostSettings{});
}

/// Without what depends on the time that it took.
[[nodiscard]] nlohmann::ordered_json result_of(nlohmann::ordered_json json) {
    for (const char* key : {"elapsed_s", "ns_per_message", "speed"}) {
        json.erase(key);
    }
    return json;
}

TEST_F(Tune, AReplayIsTheSameWithEverySetting) {
    make_day();
    const auto replay = [&](const std::string& settings) {
        workshop_.write("host.toml", settings);
        const Outcome outcome =
            workshop_.hotpath({"replay", workshop_.name("day.itch"), "--host-settings",
                               workshop_.name("host.toml"), "--json", workshop_.name("out.json")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return result_of(workshop_.read_json("out.json"));
    };
    const auto expected = replay("");
    EXPECT_FALSE(expected["book_checksum"].get<std::string>().empty());
    EXPECT_EQ(replay("[look_ahead]\ntable = 0\norder = 0\nlevel = 0\n"), expected);
    EXPECT_EQ(replay("[look_ahead]\ntable = 7\norder = 100\nlevel = 1024\n"), expected);
    EXPECT_EQ(replay("[look_ahead]\norders_min = 0\n"), expected);
    EXPECT_EQ(replay("[look_ahead]\norders_min = 700\n"), expected);
}

TEST_F(Tune, ASettingsFileThatIsWrongIsRefusedByKeyWithWhatIsAllowed) {
    make_day();
    const auto replay = [&](const std::string& settings) {
        workshop_.write("host.toml", settings);
        return workshop_.hotpath(
            {"replay", workshop_.name("day.itch"), "--host-settings", workshop_.name("host.toml")});
    };
    expect_one_line(replay("[look_ahead]\ntable = 1025\n"), 1,
                    "host.toml: look_ahead.table must be a whole number from 0 to 1,024, got 1025");
    expect_one_line(replay("[look_ahead]\ntabel = 3\n"), 1,
                    "host.toml: unknown key look_ahead.tabel; the nearest is table; known keys: "
                    "level, order, orders_min, table");
    expect_one_line(replay("[look_ahead]\norders_min = -1\n"), 1,
                    "host.toml: look_ahead.orders_min must be a whole number from 0 to "
                    "1,000,000,000, got -1");
    expect_one_line(replay("[lookahead]\n"), 1,
                    "host.toml: unknown table [lookahead]; the nearest is look_ahead; known "
                    "tables: journal, look_ahead");
    expect_one_line(replay("[journal]\nmessages_few = 1\n"), 1,
                    "host.toml: journal.messages_few must be a whole number from 2 to 65,536");
    expect_one_line(replay("table = 3\n"), 1, "host.toml: unknown key table");
    expect_one_line(replay("[look_ahead\n"), 1, "host.toml: line 1: ");
}

TEST_F(Tune, ConfigurationsNameTheFileAndRefuseAWrongOne) {
    workshop_.write("host.toml", "[journal]\npauses_max = 4097\n");
    const std::string wrong =
        "host_settings: " + workshop_.name("host.toml") +
        ": journal.pauses_max must be a whole number from 0 to 4,096, got 4097";
    for (const auto& [command, example] :
         {std::pair<std::string, std::string>{"trade", "trader.toml"},
          {"exchange", "exchange.toml"},
          {"backtest", "backtest.toml"}}) {
        std::ifstream file(HOTPATH_SOURCE_DIR "/docs/examples/" + example);
        std::ostringstream text;
        text << "host_settings = \"host.toml\"\n" << file.rdbuf();
        workshop_.write(example, text.str());
    }
    expect_one_line(workshop_.hotpath({"journal", "record", "channel", workshop_.name("journal"),
                                       "--host-settings", workshop_.name("host.toml")}),
                    1, "host.toml: journal.pauses_max must be");
    for (const auto& [command, example] :
         {std::pair<std::string, std::string>{"trade", "trader.toml"},
          {"exchange", "exchange.toml"}}) {
        expect_one_line(workshop_.hotpath({command, "-c", workshop_.name(example), "--check"}), 1,
                        example + ": " + wrong);
    }
    expect_one_line(workshop_.hotpath({"backtest", "-c", workshop_.name("backtest.toml")}), 1,
                    "backtest.toml: " + wrong);
}

TEST_F(Tune, ABacktestIsTheSameWithEverySetting) {
    for (const char* example : {"trader.toml", "backtest.toml"}) {
        std::ifstream file(HOTPATH_SOURCE_DIR "/docs/examples/" + std::string(example));
        std::ostringstream text;
        text << file.rdbuf();
        workshop_.write(example, text.str());
    }
    std::string short_days = workshop_.read("backtest.toml");
    const std::string messages = "messages = 200_000";
    ASSERT_TRUE(short_days.contains(messages));
    short_days.replace(short_days.find(messages), messages.size(), "messages = 20_000");
    const auto backtest = [&](const std::string& head) {
        workshop_.write("backtest.toml", head + short_days);
        const Outcome outcome =
            workshop_.hotpath({"backtest", "-c", workshop_.name("backtest.toml"), "--json",
                               workshop_.name("result.json")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return workshop_.read("result.json");
    };
    workshop_.write("host.toml",
                    "[look_ahead]\ntable = 5\norder = 0\nlevel = 60\norders_min = 9\n");
    const std::string expected = backtest("");
    EXPECT_GT(expected.size(), 100U);
    EXPECT_EQ(backtest("host_settings = \"host.toml\"\n"), expected);
}

TEST_F(Tune, WrongOptionsAndMarketsAreOneLine) {
    expect_one_line(tune({"--cores", "0,1,2"}), 1, "--cores");
    expect_one_line(tune({"--cores", "1023,1022"}), 1, "this process may not run on core 1022");
    expect_one_line(tune({"--cores", "x"}), 2, "must be cores from 0 to 1023");
    expect_one_line(tune({workshop_.name("none.itch")}), 1, "none.itch");
    workshop_.write("day.itch", std::string(5'000, 'x'));
    expect_one_line(tune({workshop_.name("day.itch")}), 1, "day.itch");
    const Outcome unwritable = tune({"--out", workshop_.name("none/host.toml")});
    expect_one_line(unwritable, 1, "none/host.toml");
    EXPECT_EQ(unwritable.out, "") << "found before anything is measured";
    expect_one_line(workshop_.hotpath({"tune", "--messages", "1100", "--instruments", "2000"}), 1,
                    "messages");
}

TEST_F(Tune, TheCommandsOfItsPageWorkAsPrinted) {
    make_day();
    const std::string folder = std::filesystem::path(HOTPATH_EXECUTABLE).parent_path().string();
    const std::vector<std::string> commands = end_to_end::page_commands("docs/reference/tune.md");
    ASSERT_EQ(commands.size(), 3U);
    for (const std::string& command : commands) {
        if (command.contains("--cores 0,1") &&
            jitter::allowed_cores() != std::vector<std::uint32_t>{0, 1}) {
            continue;  // this machine has others
        }
        const Outcome outcome =
            workshop_.run("bash", {"-ec", "cd \"$1\"; PATH=\"$2:$PATH\"; " + command, "page",
                                   workshop_.path("").string(), folder});
        EXPECT_EQ(outcome.exit_code, 0) << command << ": " << outcome.err;
    }
}

/// The defaults that the page shows are those of the file.
TEST_F(Tune, ThePageShowsTheFileOfTheDefaults) {
    std::ifstream file(HOTPATH_SOURCE_DIR "/docs/reference/tune.md");
    std::ostringstream page;
    page << file.rdbuf();
    EXPECT_THAT(
        page.str(),
        HasSubstr("```toml" + config::host_settings_text(config::HostSettings{}, "") + "```"));
}

}  // namespace
}  // namespace hotpath
