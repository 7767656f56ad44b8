#include "hotpath/sim/flow/arrivals.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace hotpath::sim::flow {
namespace {

struct Measured {
    double per_second = 0;
    double dispersion = 0;  // variance of the counts of windows, by their mean; Poisson: 1
};

Measured measure(const ArrivalOptions& options, std::size_t windows) {
    constexpr std::int64_t kWindow = 100'000'000;
    auto arrivals = Arrivals::create(options);
    std::vector<double> counts(windows);
    for (std::int64_t now = arrivals->next_gap().value;
         now < kWindow * static_cast<std::int64_t>(windows); now += arrivals->next_gap().value) {
        ++counts[static_cast<std::size_t>(now / kWindow)];
    }
    double sum = 0;
    double squares = 0;
    for (const double count : counts) {
        sum += count;
        squares += count * count;
    }
    const double mean = sum / static_cast<double>(windows);
    return {mean * 10, (squares / static_cast<double>(windows) - mean * mean) / mean};
}

TEST(Arrivals, PoissonComeAtTheirRateEachOnItsOwn) {
    const Measured measured = measure({.seed = 5, .per_second = 2'000}, 5'000);
    EXPECT_NEAR(measured.per_second, 2'000, 20);
    EXPECT_NEAR(measured.dispersion, 1, 0.1);
}

TEST(Arrivals, ExcitedOnesComeAtTheSameRateInBursts) {
    const Measured measured = measure(
        {.seed = 5, .per_second = 2'000, .branching = 0.8, .excitement_lasts = {1'000'000}}, 5'000);
    EXPECT_NEAR(measured.per_second, 2'000, 60);
    EXPECT_NEAR(measured.dispersion, 25, 5) << "1 / (1 - 0.8)^2";
}

TEST(Arrivals, TheSameSeedGivesTheSameTimes) {
    const ArrivalOptions options{.seed = 9, .per_second = 100, .branching = 0.5};
    auto one = Arrivals::create(options);
    auto same = Arrivals::create(options);
    auto other = Arrivals::create({.seed = 10, .per_second = 100, .branching = 0.5});
    bool differs = false;
    for (int n = 0; n < 1'000; ++n) {
        const Nanos gap = one->next_gap();
        ASSERT_EQ(gap, same->next_gap());
        differs = differs || gap != other->next_gap();
        ASSERT_GE(gap, Nanos{});
    }
    EXPECT_TRUE(differs);
}

TEST(Arrivals, ImpossibleOnesAreRefused) {
    EXPECT_FALSE(Arrivals::create({.per_second = 0}));
    EXPECT_FALSE(Arrivals::create({.per_second = 1e9}));
    EXPECT_FALSE(Arrivals::create({.branching = 1}));
    EXPECT_FALSE(Arrivals::create({.branching = -0.1}));
    EXPECT_FALSE(Arrivals::create({.excitement_lasts = {}}));
}

}  // namespace
}  // namespace hotpath::sim::flow
