// Recorded latencies: the samples of a file, or its line that is wrong.
#include "hotpath/backtest/live/latency_file.hpp"

#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::HasSubstr;

class LatencyFile : public ::testing::Test {
  protected:
    [[nodiscard]] auto read(const std::string& text) const {
        std::ofstream(folder_ / "feed.csv", std::ios::binary) << text;
        return read_latency_file(folder_ / "feed.csv");
    }
    void expect_refusal(const std::string& text, const std::string& part) const {
        const auto samples = read(text);
        ASSERT_FALSE(samples) << text;
        EXPECT_THAT(samples.error().message, HasSubstr("feed.csv: " + part)) << text;
    }

    support::TemporaryDirectory folder_;
};

TEST_F(LatencyFile, GivesTheSendingTimesAndHowLongEachTook) {
    const auto samples =
        read("send_ns,receive_ns\n100,150\n100,100\n34200000012345,34200000021345\n");
    ASSERT_TRUE(samples) << samples.error().message;
    ASSERT_EQ(samples->size(), 3U);
    EXPECT_EQ((*samples)[0].sent, Time{100});
    EXPECT_EQ((*samples)[0].latency, Nanos{50});
    EXPECT_EQ((*samples)[1].latency, Nanos{0});
    EXPECT_EQ((*samples)[2].sent, Time{34'200'000'012'345});
    EXPECT_EQ((*samples)[2].latency, Nanos{9'000});
}

TEST_F(LatencyFile, MustBeginWithItsHeader) {
    expect_refusal("100,150\n", "line 1 must be \"send_ns,receive_ns\", got \"100,150\"");
    expect_refusal("send_ns, receive_ns\n1,2\n", "line 1 must be ");
}

TEST_F(LatencyFile, AWrongLineIsNamedWithItsText) {
    const std::string head = "send_ns,receive_ns\n1,2\n";
    for (const char* line : {"3", "3,", ",3", "a,b", "3,4,5", "3,4 ", " 3,4", "3.5,4", "-1,4",
                             "5,4", "1e3,2000", "", "99999999999999999999,1"}) {
        expect_refusal(head + line + "\n5,6\n",
                       "line 3 must be two numbers, the second no less "
                       "than the first, in order of send_ns, got \"" +
                           std::string(line) + "\"");
    }
}

TEST_F(LatencyFile, MustBeInOrderOfSending) {
    expect_refusal("send_ns,receive_ns\n5,6\n4,9\n", "line 3 must be ");
}

TEST_F(LatencyFile, MustHaveASample) {
    expect_refusal("send_ns,receive_ns\n", "no sample after line 1");
    EXPECT_THAT(read("").error().message, HasSubstr("cannot read "));
    EXPECT_THAT(read_latency_file(folder_ / "none.csv").error().message, HasSubstr("none.csv"));
}

}  // namespace
}  // namespace hotpath::backtest
