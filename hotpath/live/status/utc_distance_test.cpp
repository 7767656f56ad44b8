#include "hotpath/live/status/utc_distance.hpp"

#include <gtest/gtest.h>

namespace hotpath::live {
namespace {

constexpr Nanos kLimit{100'000};

TEST(UtcDistance, TheLimitIsInclusive) {
    for (const std::int64_t error : {99'999, 100'000}) {
        EXPECT_FALSE(is_clock_off({.is_synchronized = true, .error_max = {error}}, kLimit));
    }
    EXPECT_TRUE(is_clock_off({.is_synchronized = true, .error_max = {100'001}}, kLimit));
}

TEST(UtcDistance, AnUnsynchronizedClockIsOffUnlessThereIsNoLimit) {
    EXPECT_TRUE(is_clock_off({.is_synchronized = false, .error_max = {}}, kLimit));
    EXPECT_FALSE(is_clock_off({.is_synchronized = false, .error_max = {}}, Nanos{}));
}

TEST(UtcDistance, TheKernelSaysSomething) {
    EXPECT_GE(utc_distance().error_max, Nanos{});
}

}  // namespace
}  // namespace hotpath::live
