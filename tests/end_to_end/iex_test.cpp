// IEX DEEP through the program: a real capture is replayed, counted and traded on by price, and what is not
// DEEP is one line.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/command_line.hpp"
#include "tests/support/backtest_config.hpp"
#include "tests/support/data_files.hpp"
#include "tests/support/iex_segments.hpp"
#include "tests/support/packet_captures.hpp"

namespace hotpath::end_to_end {
namespace {

using ::testing::HasSubstr;

class DeepProgram : public ::testing::Test {
  protected:
    void SetUp() override {
        constexpr auto kCapture = "iex/iex_deep_20231002_5000_packets.pcap.gz";
        const auto file = support::licensed_data(kCapture);
        if (!file) {
            GTEST_SKIP() << support::missing_data(kCapture);
        }
        file_ = file->string();
    }

    Workshop files_;
    std::string file_;
};

TEST_F(DeepProgram, ReplayRebuildsEveryBookAndSaysThatItIsByPrice) {
    const Outcome outcome =
        files_.hotpath({"replay", file_, "--symbol", "TQQQ", "--levels", "2", "--trades",
                        files_.name("t.csv"), "--json", files_.name("r.json")});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = files_.read_json("r.json");
    EXPECT_EQ(json["book_basis"], "by price");
    EXPECT_FALSE(json.contains("book_levels")) << "it has every level";
    EXPECT_EQ(json["unknown_orders"], 0);
    EXPECT_EQ(json["duplicate_orders"], 0);
    EXPECT_EQ(json["decode_errors"], 0);
    EXPECT_EQ(json["sequence_gaps"], 0);
    EXPECT_EQ(json["times_back"], 0);
    EXPECT_EQ(json["by_type"]["S"], 2);
    EXPECT_EQ(json["counters"]["file"]["packets"], 5'000);
    EXPECT_EQ(json["counters"]["file"]["records"], 48'325);
    EXPECT_EQ(json["counters"]["file"]["unread_records"], 22'903);
    EXPECT_EQ(files_.read("t.csv"),
              "time_ns,symbol,message_type,side,price,qty,match_id,printable\n"
              "28801979935802,TQQQ,E,S,356900,100,1488767,Y\n"
              "28822675993498,TQQQ,E,S,356900,100,1618213,Y\n");
}

TEST_F(DeepProgram, ReplayPrintsTheBookOfTheEnd) {
    const Outcome outcome =
        files_.hotpath({"replay", file_, "--until", "08:01:00", "--symbol", "SOXL"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("by price: each level of a side is one order"));
    EXPECT_THAT(outcome.out, HasSubstr("18.99"));
    EXPECT_THAT(outcome.out, HasSubstr("19.01"));
}

TEST_F(DeepProgram, StatisticsDescribeIt) {
    const Outcome outcome = files_.hotpath({"statistics", file_});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST_F(DeepProgram, ABacktestTakesItWithAModelByPriceAndNoOther) {
    const auto backtest = [this](const std::string& fills) {
        files_.write("b.toml", support::backtest_config({.data = "files = [\"" + file_ + "\"]",
                                                         .fills = fills,
                                                         .symbols = "\"SOXL\", \"TQQQ\""}));
        return files_.hotpath(
            {"backtest", "-c", files_.name("b.toml"), "--json", files_.name("j.json")});
    };
    const Outcome by_order = backtest("exact");
    EXPECT_EQ(by_order.exit_code, 1);
    EXPECT_THAT(by_order.err, HasSubstr("fills.model must be a model by price"));
    const Outcome by_price = backtest("proportional");
    EXPECT_EQ(by_price.exit_code, 0) << by_price.err;
    const auto json = files_.read_json("j.json");
    EXPECT_EQ(json["models"]["data"], "by price: every level");
    EXPECT_GT(json["orders"]["entered"], 0);
}

TEST(DeepErrors, ACaptureOfTopsSaysWhatIsRead) {
    const Workshop files;
    const auto tops = support::pcap_of({support::ethernet(support::udp_packet(
        support::iex_segment({}, {.protocol = protocols::iex::protocol_id::kTops16})))});
    files.write("tops.pcap", {reinterpret_cast<const char*>(tops.data()), tops.size()});
    const Outcome outcome = files.hotpath({"replay", files.name("tops.pcap")});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err,
                HasSubstr("is a capture of IEX TOPS 1.6 (message protocol 0x8003), and of "
                          "IEX's feeds hotpath reads DEEP 1.0 (0x8004)"));
}

}  // namespace
}  // namespace hotpath::end_to_end
