// Invalid command lines: numbers outside their range, outputs without a name, and outputs that
// would destroy an input or each other. Each is one line, and nothing is written.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/command_line.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

constexpr int kCannotDo = 1;
constexpr int kWrongUse = 2;

class CommandLineValues : public testing::Test {
  protected:
    CommandLineValues() {
        generate("day.itch");
        made_ = workshop_.file_count();
    }

    void generate(const std::string& name) const {
        const Outcome made =
            workshop_.hotpath({"generate", "--messages", "2000", "--instruments", "2", at(name)});
        EXPECT_EQ(made.exit_code, 0) << made.err;
    }
    [[nodiscard]] std::string at(const std::string& name) const { return workshop_.name(name); }

    /// One line with these parts, and no file more than before.
    void expect_refused(const Words& words, int exit_code, const Words& parts) const {
        const Outcome outcome = workshop_.hotpath(words);
        EXPECT_EQ(outcome.exit_code, exit_code) << testing::PrintToString(words) << outcome.err;
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
        EXPECT_EQ(outcome.out, "");
        for (const std::string& part : parts) {
            EXPECT_THAT(outcome.err, HasSubstr(part));
        }
        EXPECT_EQ(workshop_.file_count(), made_) << testing::PrintToString(words);
    }

    Workshop workshop_;
    std::size_t made_ = 0;
};

TEST_F(CommandLineValues, ANumberOutsideItsRangeIsRefused) {
    const std::string out = at("out.itch");
    const std::vector<Words> wrong{
        {"generate", out, "--messages", "-1"},
        {"generate", out, "--messages", "18446744073709551615"},
        {"generate", out, "--seed", "-1"},
        {"generate", out, "--instruments", "4294967297"},
        {"demo", "--report", out, "--messages", "-1"},
        {"demo", "--report", out, "--feed-latency", "nan"},
        {"demo", "--report", out, "--qty", "1e3"},
        {"sim", "--seed", "-1"},
        {"sim", "--seeds", "99999999999999999999"},
        {"sim", "--seeds", "0"},
        {"sim", "--seed", "18446744073709551615", "--seeds", "3"},
        {"journal", "dump", at(""), "--from", "-1"},
        {"journal", "dump", at(""), "--count", "-1"},
        {"replay", at("day.itch"), "--threads", "-1"},
        {"top", "name", "--every", "-1"},
    };
    for (const Words& words : wrong) {
        const std::string& option = words[words.size() - (words.back() == "3" ? 4 : 2)];
        const std::string& value = words[words.size() - (words.back() == "3" ? 3 : 1)];
        expect_refused(words, kWrongUse, {option + ": must be a ", " from ", "'" + value + "'"});
    }
}

TEST_F(CommandLineValues, AnEmptyValueIsRefused) {
    const std::string day = at("day.itch");
    const std::vector<Words> wrong{
        {"replay", day, "--symbol", "A", "--out", ""},
        {"replay", day, "--trades", ""},
        {"replay", day, "--parquet", ""},
        {"replay", day, "--json", ""},
        {"demo", day, "--report", ""},
        {"demo", day, "--json", ""},
        {"demo", day, "--journal", ""},
        {"demo", day, "--trace", ""},
        {"demo", day, "--telemetry", ""},
        {"sim", "--json", ""},
        {"sim", "--seed", ""},
        {"statistics", day, "--json", ""},
        {"journal", "dump", day, "--json", ""},
        {"journal", "verify", day, "--json", ""},
        {"journal", "replay", day, "--json", ""},
        {"shm", "list", "--json", ""},
        {"exchange", "-c", day, "--json", ""},
        {"exchange", "-c", ""},
        {"trade", "-c", day, "--json", ""},
        {"top", "name", "--json", ""},
        {"generate", ""},
    };
    for (const Words& words : wrong) {
        expect_refused(words, kWrongUse, {"must not be empty"});
    }
    expect_refused({"replay", day, "--trades="}, kWrongUse, {"--trades"});
}

TEST_F(CommandLineValues, AFolderIsNoOutputFileAndAFileNoOutputFolder) {
    const std::string day = at("day.itch");
    const std::string folder = at("");
    for (const Words& words :
         {Words{"replay", day, "--trades", folder}, Words{"replay", day, "--json", folder},
          Words{"demo", day, "--report", folder}, Words{"statistics", day, "--json", folder},
          Words{"sim", "--json", folder}, Words{"exchange", "-c", day, "--json", folder},
          Words{"trade", "-c", day, "--json", folder}, Words{"generate", folder}}) {
        expect_refused(words, kCannotDo, {"cannot write " + folder, "must name a file"});
    }
    expect_refused({"replay", day, "--parquet", day}, kCannotDo, {"must name a folder"});
    expect_refused({"demo", day, "--report", at("r.html"), "--journal", day}, kCannotDo,
                   {"must name a folder"});
}

TEST_F(CommandLineValues, NoOutputOverwritesAnInput) {
    const std::string day = at("day.itch");
    std::filesystem::create_hard_link(day, at("link.itch"));
    workshop_.write("symbols.txt", "A\n");
    workshop_.write("venue.toml", "x = 1\n");
    made_ = workshop_.file_count();
    const std::string before = workshop_.read("day.itch");
    for (const Words& words :
         {Words{"replay", day, "--trades", day}, Words{"replay", day, "--json", at("./day.itch")},
          Words{"replay", day, "--trades", at("link.itch")},
          Words{"replay", day, "--filter", "@" + at("symbols.txt"), "--json", at("symbols.txt")},
          Words{"demo", day, "--journal", at("j"), "--report", day},
          Words{"statistics", day, "--json", day},
          Words{"exchange", "-c", at("venue.toml"), "--json", at("venue.toml")},
          Words{"trade", "-c", at("venue.toml"), "--json", at("venue.toml")}}) {
        expect_refused(words, kCannotDo, {"is an input"});
    }
    expect_refused({"journal", "dump", at(""), "--json", at("day.itch")}, kCannotDo,
                   {"would be written inside"});
    EXPECT_EQ(workshop_.read("day.itch"), before);
    EXPECT_EQ(workshop_.read("symbols.txt"), "A\n");
    EXPECT_EQ(workshop_.read("venue.toml"), "x = 1\n");
}

TEST_F(CommandLineValues, TwoOutputsAreTwoFiles) {
    const std::string day = at("day.itch");
    for (const Words& words :
         {Words{"replay", day, "--trades", at("x"), "--json", at("x")},
          Words{"replay", day, "--trades", at("x"), "--json", at("./x")},
          Words{"replay", day, "--parquet", at("x"), "--json", at("x")},
          Words{"demo", day, "--report", at("x"), "--json", at("none/../x")},
          Words{"demo", day, "--report", at("r"), "--journal", at("x"), "--json", at("x")}}) {
        expect_refused(words, kCannotDo, {"two outputs name ", "its own file"});
    }
    // Devices take what several outputs write.
    EXPECT_EQ(workshop_.hotpath({"replay", day, "--trades", "/dev/null", "--json", "/dev/null"})
                  .exit_code,
              0);
}

}  // namespace
}  // namespace hotpath
