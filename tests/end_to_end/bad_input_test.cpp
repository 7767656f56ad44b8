// Mistakes of new users: each mistake gets one line that helps, a non-zero exit, and nothing is
// lost.
#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/command_line.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;
using ::testing::HasSubstr;

constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;

void expect_one_line(const Outcome& outcome, int exit_code, const std::string& part) {
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(part));
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
}

class BadInput : public ::testing::TestWithParam<const char*> {
  protected:
    /// A small valid file; its name.
    [[nodiscard]] std::string generate(const std::string& name) const {
        const Outcome made = workshop_.hotpath({"generate", "--messages", "5000", "--instruments",
                                                "3", "--seed", "7", workshop_.name(name)});
        EXPECT_EQ(made.exit_code, 0) << made.err;
        return workshop_.name(name);
    }

    Workshop workshop_;
};

INSTANTIATE_TEST_SUITE_P(EveryReader, BadInput, ::testing::Values("replay", "demo", "statistics"));

TEST_P(BadInput, AMissingFileIsNamed) {
    const Outcome outcome = workshop_.hotpath({GetParam(), workshop_.name("none.itch")});
    expect_one_line(outcome, kExitFailed, "none.itch");
    EXPECT_THAT(outcome.err, HasSubstr("no such file"));
}

TEST_P(BadInput, ADirectoryIsNoRecording) {
    expect_one_line(workshop_.hotpath({GetParam(), workshop_.name("")}), kExitFailed, "directory");
}

TEST_P(BadInput, AnEmptyFileIsSaidToBeEmpty) {
    workshop_.write("empty.itch", "");
    expect_one_line(workshop_.hotpath({GetParam(), workshop_.name("empty.itch")}), kExitFailed,
                    "empty");
}

TEST_P(BadInput, ATextFileIsNoRecording) {
    workshop_.write("letter.txt",
                    "Dear exchange,\nplease send me yesterday's orders.\nYours, a trader\n");
    expect_one_line(workshop_.hotpath({GetParam(), workshop_.name("letter.txt")}), kExitFailed,
                    "letter.txt");
}

TEST_P(BadInput, APcapWithoutMarketDataSaysSo) {
    std::string pcap(
        "\xd4\xc3\xb2\xa1\x02\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x01\x00"
        "\x00\x00",
        24);
    pcap += std::string("\x01\x00\x00\x00\x02\x00\x00\x00\x3c\x00\x00\x00\x3c\x00\x00\x00", 16);
    pcap += std::string(12, '\xff') + std::string("\x08\x06", 2) +
            std::string(46, '\0');  // one ARP frame
    workshop_.write("arp.pcap", pcap);
    expect_one_line(workshop_.hotpath({GetParam(), workshop_.name("arp.pcap")}), kExitFailed,
                    "arp.pcap");
}

class BadReplay : public BadInput {};

TEST_F(BadReplay, ATruncatedGzipKeepsWhatWasReadBeforeTheDamage) {
    const std::string whole =
        workshop_.read(generate("day.itch.gz").substr(workshop_.name("").size()));
    workshop_.write("cut.itch.gz", whole.substr(0, whole.size() / 2));
    const Outcome outcome = workshop_.hotpath(
        {"replay", workshop_.name("cut.itch.gz"), "--json", workshop_.name("cut.json")});
    expect_one_line(outcome, kExitFailed, "byte");
    const auto json = workshop_.read_json("cut.json");
    EXPECT_GT(json["messages"].get<std::uint64_t>(), 1'000U);
    EXPECT_LT(json["messages"].get<std::uint64_t>(), 5'000U);
    EXPECT_THAT(outcome.out, HasSubstr("Messages by type"));
}

TEST_F(BadReplay, AnUnknownSymbolWritesNoFileAndLeavesAnOlderOne) {
    const std::string day = generate("day.itch");
    workshop_.write("book.csv", "older result");
    const Outcome outcome = workshop_.hotpath(
        {"replay", day, "--symbol", "NOTHERE", "--out", workshop_.name("book.csv")});
    expect_one_line(outcome, kExitFailed, "NOTHERE");
    EXPECT_EQ(workshop_.read("book.csv"), "older result");
    EXPECT_EQ(workshop_.file_count(), 2U);
}

TEST_F(BadReplay, AnUnwritableOutputIsRefusedBeforeAnythingIsRead) {
    const std::string day = generate("day.itch");
    const std::string missing = workshop_.name("none/book.csv");
    const Outcome outcome = workshop_.hotpath({"replay", day, "--symbol", "A", "--out", missing});
    expect_one_line(outcome, kExitFailed, "cannot write " + missing);
    EXPECT_EQ(outcome.out, "");
}

TEST_F(BadReplay, AFullDiskIsAnErrorForEveryOutput) {
    const std::string day = generate("day.itch");
    for (const char* option : {"--json", "--trades"}) {
        expect_one_line(workshop_.hotpath({"replay", day, option, "/dev/full"}), kExitFailed,
                        "No space left on device");
    }
}

TEST_F(BadReplay, TheRecordingItselfIsNeverOverwritten) {
    const std::string day = generate("day.itch");
    const std::string before = workshop_.read("day.itch");
    expect_one_line(workshop_.hotpath({"replay", day, "--trades", day}), kExitFailed, "day.itch");
    EXPECT_EQ(workshop_.read("day.itch"), before);
}

TEST_F(BadReplay, OptionsThatNeedEachOtherSaySo) {
    const std::string day = generate("day.itch");
    expect_one_line(workshop_.hotpath({"replay", day, "--out", workshop_.name("a.csv")}),
                    kExitUsage, "--symbol");
    expect_one_line(workshop_.hotpath({"replay", day, "--until", "half past nine"}), kExitUsage,
                    "HH:MM:SS");
    expect_one_line(workshop_.hotpath({"replay", day, "--symbol", "MUCHTOOLONG"}), kExitUsage,
                    "MUCHTOOLONG");
    expect_one_line(workshop_.hotpath({"replay", day, "--levels", "0"}), kExitUsage, "--levels");
    expect_one_line(workshop_.hotpath({"replay", day, "--nonsense"}), kExitUsage, "--nonsense");
    expect_one_line(workshop_.hotpath({"replay"}), kExitUsage, "FILE");
}

class BadGenerate : public BadInput {};

TEST_F(BadGenerate, TooFewMessagesOrInstrumentsAreExplained) {
    const std::string out = workshop_.name("day.itch");
    expect_one_line(workshop_.hotpath({"generate", "--messages", "10", out}), kExitUsage,
                    "--messages: must be a whole number from 1,012 to 10,000,000,000");
    expect_one_line(workshop_.hotpath({"generate", "--instruments", "0", out}), kExitUsage,
                    "--instruments: must be a whole number from 1 to 10,000");
    expect_one_line(
        workshop_.hotpath({"generate", "--messages", "2000", "--instruments", "1000", out}),
        kExitFailed, "messages");
    EXPECT_EQ(workshop_.file_count(), 0U);
}

TEST_F(BadGenerate, AnUnwritableOutputIsNamed) {
    expect_one_line(workshop_.hotpath({"generate", workshop_.name("none/day.itch")}), kExitFailed,
                    "none/day.itch");
    expect_one_line(workshop_.hotpath({"generate", "/dev/full"}), kExitFailed, "/dev/full");
}

TEST(Usage, WithoutASubcommandTheHelpIsShown) {
    const Outcome outcome = Workshop().hotpath({});
    EXPECT_EQ(outcome.exit_code, kExitUsage);
    EXPECT_THAT(outcome.out, HasSubstr("replay"));
}

TEST(Usage, OfAMisspeltNameTheNearestIsSaid) {
    const Workshop workshop;
    const auto said_of = [&](const std::vector<std::string>& words) {
        const Outcome outcome = workshop.hotpath(words);
        EXPECT_EQ(outcome.exit_code, kExitUsage);
        return outcome.err;
    };
    EXPECT_EQ(said_of({"replai", "day.itch"}),
              "hotpath: unknown subcommand replai; the nearest is replay (see hotpath --help)\n");
    EXPECT_EQ(said_of({"xyzzy"}), "hotpath: unknown subcommand xyzzy (see hotpath --help)\n");
    EXPECT_THAT(
        said_of({"generate", "--mesages=5000", "day.itch"}),
        HasSubstr("--mesages=5000; the nearest is --messages (see hotpath generate --help)"));
    EXPECT_THAT(said_of({"backtest", "orcale"}),
                HasSubstr("orcale; the nearest is oracle (see hotpath backtest --help)"));
    EXPECT_THAT(workshop.hotpath({"demo", "--set", "quote_qtty=5"}).err,
                HasSubstr("has no such parameter; the nearest is quote_qty; it has "));
}

TEST(Usage, HelpAndVersionAreNoErrors) {
    const Workshop workshop;
    EXPECT_THAT(
        workshop.hotpath({"--version"}).out,
        ::testing::MatchesRegex("hotpath 0\\.[0-9]+\\.[0-9]+ "
                                "\\(commit (unknown|[0-9a-f]+(, with uncommitted changes)?)\\)\n"));
    for (const char* command : {"replay", "demo", "generate", "statistics"}) {
        const Outcome outcome = workshop.hotpath({command, "--help"});
        EXPECT_EQ(outcome.exit_code, 0);
        EXPECT_THAT(outcome.out, HasSubstr("FILE")) << command;
    }
}

TEST(Usage, HelpOfTradeAndExchangeNamesEveryProtocol) {
    const Workshop workshop;
    for (const char* command : {"trade", "exchange"}) {
        const Outcome outcome = workshop.hotpath({command, "--help"});
        for (const char* protocol : {"OUCH", "FIX", "iLink 3", "ITCH", "MDP 3.0"}) {
            EXPECT_THAT(outcome.out, HasSubstr(protocol)) << command;
        }
    }
}

}  // namespace
}  // namespace hotpath
