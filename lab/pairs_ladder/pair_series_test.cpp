// PairSeries: what it refuses, and that generated prices move as the paper's do.

#include "lab/pairs_ladder/pair_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/pairs_ladder/signal.hpp"

namespace hotpath::pairs {
namespace {

using ::testing::HasSubstr;

std::string objection_to(std::vector<double> first, std::vector<double> second) {
    const auto series = PairSeries::create(std::move(first), std::move(second));
    return series ? "" : series.error().message;
}

TEST(PairSeries, TakesWholePricesWithinTheLimits) {
    const auto limit = static_cast<double>(kSpreadMax);
    const auto range = static_cast<double>(kSpreadRangeMax);
    EXPECT_EQ(objection_to({limit, limit}, {0, range}), "");
    EXPECT_EQ(objection_to({0, 0}, {limit, limit - range}), "");
    EXPECT_EQ(objection_to({}, {}), "");
}

TEST(PairSeries, RefusesWhatTheVersionsCannotComputeExactly) {
    const auto limit = static_cast<double>(kSpreadMax);
    const auto range = static_cast<double>(kSpreadRangeMax);
    EXPECT_THAT(objection_to({1, 2}, {1}), HasSubstr("two prices a tick, got 2 and 1"));
    EXPECT_THAT(objection_to({1, 2.5}, {1, 1}), HasSubstr("got 2.5"));
    EXPECT_THAT(objection_to({1, 2.5}, {1, 1}), HasSubstr("at tick 1"));
    EXPECT_THAT(objection_to({1}, {std::numeric_limits<double>::quiet_NaN()}), HasSubstr("whole"));
    EXPECT_THAT(objection_to({1}, {std::numeric_limits<double>::infinity()}), HasSubstr("whole"));
    EXPECT_THAT(objection_to({limit + 1}, {0}), HasSubstr("at most 4194304 price units"));
    EXPECT_THAT(objection_to({0}, {limit + 1}), HasSubstr("at most 4194304 price units"));
    EXPECT_THAT(objection_to({0, range + 1}, {0, 0}), HasSubstr("within 2097152 price units"));
}

TEST(PairSeries, GeneratedPricesMoveLikeThePapers) {
    const PairSeries series = generated_series(1);
    ASSERT_EQ(series.ticks(), kPaperTicks);
    const PairPrices prices = series.prices();
    double changes = 0;
    for (std::size_t tick = 1; tick < series.ticks(); ++tick) {
        const double change = (prices.first[tick] - prices.second[tick]) -
                              (prices.first[tick - 1] - prices.second[tick - 1]);
        changes += change * change;
    }
    // The paper's spread moves by 3.93 dollars a day.
    const double deviation = std::sqrt(changes / static_cast<double>(series.ticks() - 1)) / 10'000;
    EXPECT_GT(deviation, 3.4);
    EXPECT_LT(deviation, 4.5);
}

TEST(PairSeries, TheSameSeedGivesTheSamePrices) {
    const PairSeries series = generated_series(7, 300);
    const PairSeries same = generated_series(7, 300);
    const PairSeries other = generated_series(8, 300);
    EXPECT_TRUE(std::ranges::equal(series.prices().first, same.prices().first));
    EXPECT_TRUE(std::ranges::equal(series.prices().second, same.prices().second));
    EXPECT_FALSE(std::ranges::equal(series.prices().first, other.prices().first));
}

TEST(PairSeries, DollarsAreTheNearestDoubles) {
    EXPECT_EQ(in_dollars(std::vector<double>{1'985'193, 1}),
              (std::vector<double>{198.5193, 0.0001}));
}

}  // namespace
}  // namespace hotpath::pairs
