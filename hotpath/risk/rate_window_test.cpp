#include "hotpath/risk/rate_window.hpp"

#include <gtest/gtest.h>

namespace hotpath::risk {
namespace {

constexpr RateLimit kThreeInTen{.messages_max = 3, .window = {10}};

TEST(RateWindow, LetsTheNthMessageThroughAndNotTheOneAfter) {
    RateWindow window(kThreeInTen);
    EXPECT_TRUE(window.try_take({100}));
    EXPECT_TRUE(window.try_take({100}));
    EXPECT_TRUE(window.try_take({100}));
    EXPECT_FALSE(window.try_take({100}));
}

TEST(RateWindow, ForgetsAMessageExactlyOneWindowLater) {
    RateWindow window(kThreeInTen);
    for (const std::int64_t time : {100, 104, 105}) {
        EXPECT_TRUE(window.try_take({time}));
    }
    EXPECT_FALSE(window.try_take({109}));
    EXPECT_TRUE(window.try_take({110}));
    EXPECT_FALSE(window.try_take({113}));
    EXPECT_TRUE(window.try_take({114}));
}

TEST(RateWindow, DoesNotCountARefusedMessage) {
    RateWindow window({.messages_max = 1, .window = {10}});
    EXPECT_TRUE(window.try_take({0}));
    EXPECT_FALSE(window.try_take({9}));
    EXPECT_TRUE(window.try_take({10}));
}

TEST(RateWindow, LetsNothingMoreThroughWhenTheClockIsSetBack) {
    RateWindow window(kThreeInTen);
    for (int i = 0; i < 3; ++i) {
        EXPECT_TRUE(window.try_take({1'000}));
    }
    EXPECT_FALSE(window.try_take({0}));
    EXPECT_FALSE(window.try_take({-1'000'000'000}));
    EXPECT_FALSE(window.try_take({1'009}));
    EXPECT_TRUE(window.try_take({1'010}));
}

TEST(RateWindow, CountsMessagesOfASetBackClockAtTheLatestTimeSeen) {
    RateWindow window(kThreeInTen);
    EXPECT_TRUE(window.try_take({1'000}));
    EXPECT_TRUE(window.try_take({0}));
    EXPECT_TRUE(window.try_take({0}));
    EXPECT_FALSE(window.try_take({9})) << "ten after the set-back time is not ten after the latest";
}

TEST(RateWindow, IsEmptyAtAnyFirstTime) {
    for (const std::int64_t first : {std::int64_t{0}, std::int64_t{-5}, kNanosPerSecond * 86'400}) {
        RateWindow window(kThreeInTen);
        EXPECT_TRUE(window.try_take({first}));
    }
}

TEST(RateWindow, NeverLetsMoreThanTheLimitIntoAnyWindow) {
    RateWindow window({.messages_max = 7, .window = {100}});
    std::vector<std::int64_t> sent;
    for (std::int64_t time = 0; time < 5'000; time += 1 + time % 5) {
        if (window.try_take({time})) {
            sent.push_back(time);
        }
    }
    ASSERT_GT(sent.size(), 300U);
    for (std::size_t i = 7; i < sent.size(); ++i) {
        EXPECT_GE(sent[i] - sent[i - 7], 100);
    }
}

}  // namespace
}  // namespace hotpath::risk
