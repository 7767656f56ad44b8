#include "hotpath/exchange/orders/token_bucket.hpp"

#include <gtest/gtest.h>

namespace hotpath::exchange {
namespace {

constexpr Nanos kMillisecond{1'000'000};

int takes(TokenBucket& bucket, Time now, int tries) {
    int taken = 0;
    for (int i = 0; i < tries; ++i) {
        taken += bucket.try_take(now) ? 1 : 0;
    }
    return taken;
}

TEST(TokenBucket, GivesABurstAndThenItsRate) {
    TokenBucket bucket({.per_second = 1'000, .burst = 10});
    Time now{5 * kNanosPerSecond};
    EXPECT_EQ(takes(bucket, now, 20), 10);
    EXPECT_FALSE(bucket.try_take(now + Nanos{999'999}));
    EXPECT_TRUE(bucket.try_take(now + kMillisecond));
    EXPECT_FALSE(bucket.try_take(now + kMillisecond));
    EXPECT_EQ(takes(bucket, now + Nanos{4'000'000}, 20), 3);
    EXPECT_EQ(takes(bucket, now + Nanos{kNanosPerSecond}, 20), 10) << "no more than the burst";
}

TEST(TokenBucket, WithoutALimitGivesAll) {
    TokenBucket bucket({});
    EXPECT_EQ(takes(bucket, Time{}, 1'000), 1'000);
}

TEST(TokenBucket, AClockThatJumpsGivesNoMoreThanABurst) {
    TokenBucket bucket({.per_second = 100, .burst = 5});
    const Time now{1'000 * kNanosPerSecond};
    EXPECT_EQ(takes(bucket, now, 10), 5);
    const Nanos hour{3'600 * kNanosPerSecond};
    EXPECT_EQ(takes(bucket, now - hour, 10), 0) << "back";
    EXPECT_EQ(takes(bucket, now, 10), 5) << "ahead again: an hour, so a burst";
    EXPECT_EQ(takes(bucket, now + hour + hour, 10), 5);
    EXPECT_EQ(takes(bucket, Time{-1}, 10), 0);
    EXPECT_EQ(takes(bucket, Time{10'000'000}, 10), 1) << "goes on from where the clock is";
}

}  // namespace
}  // namespace hotpath::exchange
