#include "hotpath/exchange/server/request_limit.hpp"

#include <gtest/gtest.h>

#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::exchange {
namespace {

constexpr Nanos kLimitMillisecond{1'000'000};

TEST(RequestLimit, EachAddressHasABurstAndThenItsRate) {
    RequestLimit limit({.per_second = 1'000, .burst = 3}, 16);
    Time now{kNanosPerSecond};
    for (const std::uint32_t address : {0x7F00'0001U, 0x7F00'0002U}) {
        for (int n = 0; n < 3; ++n) {
            EXPECT_TRUE(limit.try_take(address, now));
        }
        EXPECT_FALSE(limit.try_take(address, now)) << "and the other one's burst is its own";
    }
    EXPECT_EQ(limit.counters().refused_for_rate, 2U);
    now = now + kLimitMillisecond;
    EXPECT_TRUE(limit.try_take(0x7F00'0001U, now));
    EXPECT_FALSE(limit.try_take(0x7F00'0001U, now));
}

TEST(RequestLimit, InventedAddressesNeitherClearABucketNorGrowTheTable) {
    RequestLimit limit({.per_second = 10, .burst = 2}, 16);
    const Time now{kNanosPerSecond};
    const std::uint32_t victim = 0x0A00'0001U;
    std::uint64_t answered = 0;
    const NoAllocScope scope;
    for (std::uint32_t n = 0; n < 10'000; ++n) {
        answered += limit.try_take(victim, now) ? 1U : 0U;
        static_cast<void>(limit.try_take(0x0B00'0000U + n * 7, now));
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(answered, 2U);
    EXPECT_GT(limit.counters().refused_for_room, 9'000U);
}

TEST(RequestLimit, AnAddressThatHasBeenQuietMakesRoom) {
    RequestLimit limit({.per_second = 10, .burst = 2}, RequestLimit::kWays);
    Time now{kNanosPerSecond};
    for (std::uint32_t address = 1; address <= RequestLimit::kWays; ++address) {
        EXPECT_TRUE(limit.try_take(address, now));
    }
    EXPECT_FALSE(limit.try_take(99, now));
    now = now + Nanos{kNanosPerSecond / 10};
    EXPECT_TRUE(limit.try_take(99, now)) << "one token has come back: the buckets are full";
}

TEST(RequestLimit, InventedAddressesTogetherHaveARateToo) {
    RequestLimit limit({.per_second = 10, .burst = 2}, 1'024, {.per_second = 100, .burst = 50});
    Time now{kNanosPerSecond};
    std::uint64_t answered = 0;
    for (std::uint32_t address = 1; address <= 200; ++address) {
        answered += limit.try_take(address, now) ? 1U : 0U;
    }
    EXPECT_EQ(answered, 50U);
    EXPECT_EQ(limit.counters().refused_for_all, 150U);
    now = now + Nanos{kNanosPerSecond / 100};
    EXPECT_TRUE(limit.try_take(500, now));
    EXPECT_FALSE(limit.try_take(501, now));
}

TEST(RequestLimit, WithoutARateThereIsNoLimit) {
    RequestLimit limit({.per_second = 0, .burst = 1}, 16);
    for (int n = 0; n < 100; ++n) {
        EXPECT_TRUE(limit.try_take(1, {}));
    }
}

}  // namespace
}  // namespace hotpath::exchange
