#include "hotpath/measure/statistics.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::measure {
namespace {

TEST(Statistics, TheMedianOfAnEvenNumberIsBetweenTheMiddleTwo) {
    EXPECT_DOUBLE_EQ(median({4, 1, 3, 2}), 2.5);
    EXPECT_DOUBLE_EQ(median({9, 1, 3}), 3);
}

TEST(Statistics, APercentileIsASampleThatWasTaken) {
    const std::vector<std::uint32_t> sorted{10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
    EXPECT_DOUBLE_EQ(percentile(sorted, 50), 50);
    EXPECT_DOUBLE_EQ(percentile(sorted, 90), 90);
    EXPECT_DOUBLE_EQ(percentile(sorted, 90.1), 100);
    EXPECT_DOUBLE_EQ(percentile(sorted, 0), 10);
    EXPECT_DOUBLE_EQ(percentile(sorted, 100), 100);
}

TEST(Statistics, TheDeviationToAPercentileForgetsWhatIsAboveIt) {
    std::vector<std::uint32_t> samples(999, 30);
    samples.push_back(15'000);
    EXPECT_GT(moments(samples).deviation, 400);
    EXPECT_DOUBLE_EQ(deviation_to(samples, 99.9), 0);
}

// Two samples of 15; expected values by numerical integration of Student's density.
TEST(Statistics, WelchsTestAgreesWithTheIntegralOfStudentsDensity) {
    const std::array<double, 15> a{27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1,
                                   21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4};
    const std::array<double, 15> b{27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0,
                                   24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 24.4};
    const WelchTest test = welch(a, b);
    EXPECT_NEAR(test.t, -2.852954870, 1e-8);
    EXPECT_NEAR(test.degrees_of_freedom, 27.887303988, 1e-8);
    EXPECT_NEAR(test.p, 0.008071938, 1e-8);
}

TEST(Statistics, EqualSamplesAreNoEvidenceOfADifference) {
    const std::array<double, 3> a{5, 5, 5};
    const std::array<double, 4> b{1, 2, 3, 4};
    EXPECT_DOUBLE_EQ(welch(a, a).p, 1);
    EXPECT_NEAR(welch(b, b).p, 1, 1e-12);
}

// Far apart is never certain, only very unlikely to be chance.
TEST(Statistics, FarApartMeansGiveASmallProbability) {
    const std::array<double, 4> a{1.0, 1.1, 0.9, 1.05};
    const std::array<double, 4> b{9.0, 9.1, 8.9, 9.05};
    const WelchTest test = welch(a, b);
    EXPECT_GT(test.p, 0);
    EXPECT_LT(test.p, 1e-8);
}

}  // namespace
}  // namespace hotpath::measure
