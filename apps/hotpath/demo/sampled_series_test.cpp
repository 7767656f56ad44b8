#include "apps/hotpath/demo/sampled_series.hpp"

#include <gtest/gtest.h>

namespace hotpath::app {
namespace {

TEST(SampledSeries, KeepsTheLastValueOfABucket) {
    SampledSeries<int> series;
    series.add(Time{100}, 1);
    series.add(Time{200}, 2);
    series.add(Time{1'000'100}, 3);
    ASSERT_EQ(series.points().size(), 2U);
    EXPECT_EQ(series.points()[0].value, 2);
    EXPECT_EQ(series.points()[0].time, Time{200});
    EXPECT_EQ(series.points()[1].value, 3);
}

TEST(SampledSeries, StaysBoundedOverADayAndEndsWithTheLastValue) {
    SampledSeries<std::int64_t> series;
    for (std::int64_t second = 0; second < 86'400; ++second) {
        series.add(Time{second * kNanosPerSecond}, second);
    }
    EXPECT_LE(series.points().size(), SampledSeries<std::int64_t>::kPointsMax);
    EXPECT_GE(series.points().size(), SampledSeries<std::int64_t>::kPointsMax / 2);
    EXPECT_EQ(series.points().back().value, 86'399);
    for (std::size_t i = 1; i < series.points().size(); ++i) {
        ASSERT_LT(series.points()[i - 1].time, series.points()[i].time);
    }
}

}  // namespace
}  // namespace hotpath::app
