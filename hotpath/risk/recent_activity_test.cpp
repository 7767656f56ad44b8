#include "hotpath/risk/recent_activity.hpp"

#include <deque>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::risk {
namespace {

constexpr Nanos kWindow{800};

TEST(RecentActivity, CountsOrdersAndTheirPricesUntilTheWindowIsOver) {
    RecentActivity activity;
    EXPECT_EQ(activity.recent({1'000}, kWindow).messages, 0U);
    activity.note({50});
    (void)activity.recent({1'500}, kWindow);
    activity.note({40});
    const RecentActivity::Sum both = activity.recent({1'799}, kWindow);
    EXPECT_EQ(both.messages, 2U);
    EXPECT_EQ(both.low, Price{40});
    EXPECT_EQ(both.high, Price{50});
    const RecentActivity::Sum second = activity.recent({1'900}, kWindow);
    EXPECT_EQ(second.messages, 1U) << "an eighth of the window later the first is surely over";
    EXPECT_EQ(second.high, Price{40});
    EXPECT_EQ(activity.recent({1'000'000}, kWindow).messages, 0U);
}

TEST(RecentActivity, AClockThatIsSetBackForgetsNothing) {
    RecentActivity activity;
    (void)activity.recent({1'000'000}, kWindow);
    activity.note({50});
    EXPECT_EQ(activity.recent({0}, kWindow).messages, 1U);
    EXPECT_EQ(activity.recent({-1'000'000'000}, kWindow).messages, 1U);
    EXPECT_EQ(activity.recent({1'000'799}, kWindow).messages, 1U);
}

TEST(RecentActivity, NeverMissesAnOrderOfTheWindowNorKeepsOneMuchLonger) {
    Random random(support::seed_of_this_test(815));
    RecentActivity activity;
    std::deque<std::pair<std::int64_t, std::int64_t>> sent;  // time, price
    std::int64_t now = -5'000;
    for (int i = 0; i < 100'000; ++i) {
        now += static_cast<std::int64_t>(random.below(random.below(50) == 0 ? 2'000 : 60));
        const RecentActivity::Sum seen = activity.recent({now}, kWindow);
        RecentActivity::Sum least;
        RecentActivity::Sum most;
        for (const auto& [time, price] : sent) {
            const RecentActivity::Sum one{.messages = 1, .low = {price}, .high = {price}};
            if (now - time < kWindow.value) {
                least = least + one;
            }
            if (now - time <= kWindow.value * 9 / 8) {
                most = most + one;
            }
        }
        ASSERT_GE(seen.messages, least.messages);
        ASSERT_LE(seen.messages, most.messages);
        ASSERT_LE(seen.low, least.low);
        ASSERT_GE(seen.high, least.high);
        const auto price = 1 + static_cast<std::int64_t>(random.below(1'000));
        activity.note({price});
        sent.emplace_back(now, price);
        while (now - sent.front().first > 2 * kWindow.value) {
            sent.pop_front();
        }
    }
}

}  // namespace
}  // namespace hotpath::risk
