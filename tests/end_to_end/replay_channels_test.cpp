// Several FILEs of one `hotpath replay`: each a separate channel, with any number running at a
// time.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/command_line.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

using end_to_end::Outcome;
using end_to_end::Workshop;
using nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

/// The common part of two runs: all but their times.
ordered_json timeless(ordered_json json) {
    json.erase("elapsed_s");
    json.erase("ns_per_message");
    if (json.contains("channels")) {
        for (ordered_json& channel : json["channels"]) {
            channel = timeless(channel);
        }
    }
    return json;
}

class ReplayOfChannels : public ::testing::Test {
  protected:
    void SetUp() override {
        int seed = 1;
        for (const char* name : {"a.itch", "b.itch.gz", "c.pcap"}) {
            const Outcome made =
                workshop_.hotpath({"generate", "--messages", "8000", "--instruments", "4", "--seed",
                                   std::to_string(++seed), workshop_.name(name)});
            ASSERT_EQ(made.exit_code, 0) << made.err;
            files_.push_back(workshop_.name(name));
        }
    }

    [[nodiscard]] Outcome replay(const std::vector<std::string>& files,
                                 const std::vector<std::string>& options) const {
        std::vector<std::string> arguments{"replay"};
        arguments.insert(arguments.end(), files.begin(), files.end());
        arguments.insert(arguments.end(), options.begin(), options.end());
        return workshop_.hotpath(arguments);
    }

    [[nodiscard]] ordered_json json_of(const std::vector<std::string>& files,
                                       std::vector<std::string> options) const {
        options.insert(options.end(), {"--json", workshop_.name("r.json")});
        const Outcome outcome = replay(files, options);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return workshop_.read_json("r.json");
    }

    Workshop workshop_;
    std::vector<std::string> files_;
};

TEST_F(ReplayOfChannels, EachIsReplayedAsIfItWereAlone) {
    const ordered_json all = json_of(files_, {"--threads", "3"});
    ASSERT_EQ(all["channels"].size(), 3U);
    std::uint64_t checksum = 0;
    for (std::size_t i = 0; i < files_.size(); ++i) {
        ordered_json channel = timeless(all["channels"][i]);
        EXPECT_EQ(channel["file"], files_[i]);
        channel.erase("file");
        EXPECT_EQ(channel, timeless(json_of({files_[i]}, {})));
        checksum = checksum * 0x9e37'79b9'7f4a'7c15 +
                   std::stoull(channel["book_checksum"].get<std::string>(), nullptr, 16);
    }
    EXPECT_EQ(all["messages"], 24'000);
    EXPECT_EQ(all["instruments"], 12);
    EXPECT_EQ(std::stoull(all["book_checksum"].get<std::string>(), nullptr, 16), checksum);
}

TEST_F(ReplayOfChannels, TheNumberOfThreadsChangesNothing) {
    const ordered_json by_one = timeless(json_of(files_, {}));
    for (const char* threads : {"1", "2", "3", "16"}) {
        EXPECT_EQ(timeless(json_of(files_, {"--threads", threads})), by_one) << threads;
    }
}

TEST_F(ReplayOfChannels, AreShownInTheOrderGivenAndSummed) {
    const Outcome outcome = replay(files_, {"--threads", "3"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto first = outcome.out.find("a.itch\n");
    const auto second = outcome.out.find("b.itch.gz\n");
    const auto third = outcome.out.find("c.pcap\n");
    const auto sum = outcome.out.find("All 3 channels\n");
    EXPECT_LT(first, second);
    EXPECT_LT(second, third);
    EXPECT_LT(third, sum);
    EXPECT_NE(sum, std::string::npos);
}

TEST_F(ReplayOfChannels, OneThatFailsIsNamedAndHidesNoOther) {
    workshop_.write("letter.txt", "Dear exchange,\nplease send me yesterday's orders.\n");
    const std::vector<std::string> files{workshop_.name("none.itch"), files_[0],
                                         workshop_.name("letter.txt"), files_[1]};
    const Outcome outcome = replay(files, {"--threads", "2", "--json", workshop_.name("r.json")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 2) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("hotpath replay: " + files[0]));
    EXPECT_THAT(outcome.err, HasSubstr("hotpath replay: " + files[2]));
    EXPECT_THAT(outcome.out, HasSubstr("All 2 channels"));
    const ordered_json json = workshop_.read_json("r.json");
    ASSERT_EQ(json["channels"].size(), 4U);
    EXPECT_TRUE(json["channels"][0].contains("error"));
    EXPECT_EQ(json["channels"][1]["messages"], 8'000);
    EXPECT_EQ(json["messages"], 16'000);
}

TEST_F(ReplayOfChannels, EachHasExportsOfItsOwnByItsNumber) {
    ASSERT_EQ(replay(files_, {"--threads", "2", "--trades", workshop_.name("t.csv")}).exit_code, 0);
    EXPECT_FALSE(std::filesystem::exists(workshop_.path("t.csv")));
    for (std::size_t i = 0; i < files_.size(); ++i) {
        ASSERT_EQ(replay({files_[i]}, {"--trades", workshop_.name("alone.csv")}).exit_code, 0);
        EXPECT_TRUE(workshop_.read("t." + std::to_string(i + 1) + ".csv") ==
                    workshop_.read("alone.csv"));
    }
}

TEST_F(ReplayOfChannels, ASymbolIsExportedWhereItIsTraded) {
    ASSERT_EQ(replay({files_[0]}, {"--trades", workshop_.name("t.csv")}).exit_code, 0);
    const std::string trades = workshop_.read("t.csv");
    const auto row = trades.find('\n') + 1;
    const auto begin = trades.find(',', row) + 1;
    const std::string symbol = trades.substr(begin, trades.find(',', begin) - begin);
    const Outcome outcome =
        replay({files_[1], files_[0]}, {"--symbol", symbol, "--out", workshop_.name("book.csv")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Book of " + symbol + " at"));
    EXPECT_FALSE(std::filesystem::exists(workshop_.path("book.1.csv")));
    EXPECT_TRUE(std::filesystem::exists(workshop_.path("book.2.csv")));

    const Outcome unknown = replay(files_, {"--symbol", "NOTHERE"});
    EXPECT_EQ(unknown.exit_code, 1);
    EXPECT_EQ(std::ranges::count(unknown.err, '\n'), 3) << "each channel says what it has";
}

TEST_F(ReplayOfChannels, ExportsOfSeveralDoNotFitIntoADevice) {
    const Outcome outcome = replay(files_, {"--trades", "/dev/stdout"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("/dev/stdout cannot take the exports of several files"));
    EXPECT_EQ(replay({files_[0]}, {"--trades", "/dev/null"}).exit_code, 0);
}

TEST_F(ReplayOfChannels, NoneIsOverwrittenByAnExportOfAnother) {
    const std::string before = workshop_.read("a.itch");
    std::filesystem::rename(workshop_.path("c.pcap"), workshop_.path("t.1.csv"));
    const Outcome outcome =
        replay({files_[0], workshop_.name("t.1.csv")}, {"--trades", workshop_.name("t.csv")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, HasSubstr("t.1.csv"));
    EXPECT_EQ(workshop_.read("a.itch"), before);
}

TEST_F(ReplayOfChannels, ThreadsAreANumberWithinReason) {
    for (const char* threads : {"0", "257", "many"}) {
        const Outcome outcome = replay(files_, {"--threads", threads});
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_THAT(outcome.err, HasSubstr("--threads"));
    }
}

TEST_F(ReplayOfChannels, ThreeVenuesAtATimeGiveTheChecksumsOfEach) {
    std::vector<std::string> captures;
    for (const char* name :
         {"pcap/Nasdaq.Equities.TotalView.Itch.v5.0.20230822/AddOrderNoMPID.pcap",
          "pcap/Bx.Equities.TotalView.Itch.v5.0.20230822/AddOrderNoMpidAttributionMessage.pcap",
          "pcap/Psx.Equities.TotalView.Itch.v5.0.20230822/AddOrderNoMpidAttributionMessage.pcap"}) {
        const auto file = support::licensed_data(name);
        if (!file) {
            GTEST_SKIP() << support::missing_data(name);
        }
        captures.push_back(file->string());
    }
    const ordered_json all = json_of(captures, {"--threads", "3"});
    for (std::size_t i = 0; i < captures.size(); ++i) {
        EXPECT_EQ(all["channels"][i]["book_checksum"], json_of({captures[i]}, {})["book_checksum"]);
    }
}

}  // namespace
}  // namespace hotpath
