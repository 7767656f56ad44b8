#include "hotpath/sim/session/delay_line.hpp"

#include <array>
#include <deque>

#include <gtest/gtest.h>

namespace hotpath::sim::session {
namespace {

std::vector<std::byte> message(std::uint64_t number) {
    return std::vector<std::byte>(number % 7, static_cast<std::byte>(number));
}

TEST(DelayLine, AMessageArrivesTheLatencyLater) {
    DelayLine line(LatencyModel({.base = {10'000}}));
    EXPECT_EQ(line.due(), kNever);
    line.send(message(5), Time{100});
    EXPECT_EQ(line.due(), Time{10'100});
    line.pop();
    EXPECT_TRUE(line.is_empty());
    EXPECT_EQ(line.due(), kNever);
}

TEST(DelayLine, MessagesOfOneInstantKeepTheirOrder) {
    DelayLine line(LatencyModel({.base = {0}}));
    line.send(message(1), Time{5});
    line.send(message(2), Time{5});
    EXPECT_EQ(line.front().size(), 1U);
    line.pop();
    EXPECT_EQ(line.front().size(), 2U);
}

TEST(DelayLine, EveryByteComesOutAsItWentInWhateverIsUnderWay) {
    DelayLine line(LatencyModel({.base = {3}}));
    std::deque<std::vector<std::byte>> expected;
    std::int64_t now = 0;
    for (std::uint64_t number = 0; number < 10'000; ++number) {
        expected.push_back(message(number));
        line.send(expected.back(), Time{now});
        now += number % 3 == 0 ? 1 : 0;
        while (line.in_flight() > number % 50) {
            ASSERT_TRUE(std::ranges::equal(line.front(), expected.front())) << number;
            line.pop();
            expected.pop_front();
        }
        ASSERT_EQ(line.in_flight(), expected.size());
    }
}

}  // namespace
}  // namespace hotpath::sim::session
