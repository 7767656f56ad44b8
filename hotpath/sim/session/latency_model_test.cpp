#include "hotpath/sim/session/latency_model.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace hotpath::sim::session {
namespace {

std::vector<std::int64_t> latencies(LatencyModel model, std::size_t count, Nanos gap) {
    std::vector<std::int64_t> each;
    for (std::size_t n = 0; n < count; ++n) {
        const Time sent{static_cast<std::int64_t>(n) * gap.value};
        each.push_back((model.arrival(sent) - sent).value);
    }
    return each;
}

TEST(LatencyModel, AConstantLatencyIsTheSameForEveryMessage) {
    EXPECT_EQ(latencies(LatencyModel({.base = {250}}), 3, {1'000}),
              (std::vector<std::int64_t>{250, 250, 250}));
}

TEST(LatencyModel, UniformJitterFillsItsRangeAndTheSeedRepeatsIt) {
    const LatencyOptions options{
        .base = {1'000}, .jitter = Jitter::Uniform, .spread = {500}, .seed = 7};
    const auto first = latencies(LatencyModel(options), 10'000, {10'000});
    EXPECT_EQ(first, latencies(LatencyModel(options), 10'000, {10'000}));
    EXPECT_EQ(*std::ranges::min_element(first), 1'000);
    EXPECT_EQ(*std::ranges::max_element(first), 1'499);
}

TEST(LatencyModel, LogNormalJitterHasItsMedian) {
    const LatencyOptions options{
        .base = {100}, .jitter = Jitter::LogNormal, .spread = {10'000}, .sigma = 0.5};
    auto all = latencies(LatencyModel(options), 20'001, {10'000'000});
    std::ranges::sort(all);
    EXPECT_NEAR(static_cast<double>(all[10'000]), 10'100, 200);
    // One sigma above the median is exp(0.5) = 1.6487 times the median.
    EXPECT_NEAR(static_cast<double>(all[16'827]), 100 + 16'487, 500);
}

TEST(LatencyModel, AMessageNeverOvertakesAnother) {
    LatencyModel model({.jitter = Jitter::Uniform, .spread = {1'000'000}, .seed = 3});
    Time last{};
    for (std::int64_t n = 0; n < 1'000; ++n) {
        const Time now = model.arrival({n});
        EXPECT_GE(now, last);
        last = now;
    }
}

TEST(LatencyModel, ABurstWaitsForItself) {
    LatencyModel model({.base = {100}, .service = {50}});
    EXPECT_EQ(model.arrival({0}), Time{100});
    EXPECT_EQ(model.arrival({0}), Time{150});
    EXPECT_EQ(model.arrival({0}), Time{200});
    EXPECT_EQ(model.arrival({1'000}), Time{1'100});
}

TEST(LatencyModel, ARecordedLatencyHoldsUntilTheNextSample) {
    LatencyModel model({.recorded = {{Time{100}, {10}}, {Time{200}, {90}}}});
    EXPECT_EQ(model.arrival({50}), Time{60});
    EXPECT_EQ(model.arrival({100}), Time{110});
    EXPECT_EQ(model.arrival({199}), Time{209});
    EXPECT_EQ(model.arrival({200}), Time{290});
    EXPECT_EQ(model.arrival({900}), Time{990});
}

TEST(LatencyModel, SamplesOfOneInstantAreForOneMessageEach) {
    const std::vector<LatencySample> three{
        {Time{100}, {10}}, {Time{100}, {20}}, {Time{100}, {30}}, {Time{200}, {5}}};
    LatencyModel one_by_one({.recorded = three});
    EXPECT_EQ(one_by_one.arrival({100}), Time{110});
    EXPECT_EQ(one_by_one.arrival({100}), Time{120});
    EXPECT_EQ(one_by_one.arrival({200}), Time{205});
    LatencyModel together({.recorded = three});
    EXPECT_EQ(together.arrival({100}, 2), Time{120});
    EXPECT_EQ(together.arrival({100}, 2), Time{130});
    EXPECT_EQ(together.arrival({100}, 2), Time{130});
}

TEST(LatencyModel, TheSoonestTimeOvertakesNothingAndChangesNothing) {
    LatencyModel model({.recorded = {{Time{100}, {50}}, {Time{140}, {10}}}});
    EXPECT_EQ(model.soonest({90}), Time{90});
    EXPECT_EQ(model.arrival({100}), Time{150});
    EXPECT_EQ(model.soonest({120}), Time{150});
    EXPECT_EQ(model.soonest({170}), Time{170});
    EXPECT_EQ(model.arrival({140}), Time{150});
}

TEST(LatencyModel, IsScaledWithItsServiceAndItsSamples) {
    const LatencyOptions options{
        .base = {150}, .spread = {30}, .service = {7}, .recorded = {{Time{0}, {1'001}}}};
    const LatencyOptions half = options.scaled(50);
    EXPECT_EQ(half.base, Nanos{75});
    EXPECT_EQ(half.spread, Nanos{15});
    EXPECT_EQ(half.service, Nanos{3});
    EXPECT_EQ(half.recorded.front().latency, Nanos{500});
    EXPECT_EQ(options.scaled(500).base, Nanos{750});
}

TEST(LatencyModel, RefusesImpossibleOptions) {
    EXPECT_TRUE(validate(LatencyOptions{}));
    EXPECT_FALSE(validate({.base = {-1}}));
    EXPECT_FALSE(validate({.spread = {86'400 * kNanosPerSecond + 1}}));
    EXPECT_FALSE(validate({.sigma = 5.5}));
    EXPECT_FALSE(validate({.recorded = {{Time{2}, {1}}, {Time{1}, {1}}}}));
}

}  // namespace
}  // namespace hotpath::sim::session
