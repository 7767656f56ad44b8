// The histogram against the samples themselves, sorted: the stated error bound for every percentile
// and distribution, and merging.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/timing/latency_histogram.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::timing {
namespace {

struct Distribution {
    std::string name;
    std::function<std::int64_t(Random&)> draw;
};

std::vector<Distribution> distributions() {
    return {
        {"ConstantOneValue", [](Random&) { return std::int64_t{4'711}; }},
        {"UniformTicks",
         [](Random& random) { return static_cast<std::int64_t>(random.below(2'000)); }},
        {"EveryMagnitude",
         [](Random& random) {
             return static_cast<std::int64_t>(random.next() >> (1 + random.below(63)));
         }},
        {"FastWithALongTail",
         [](Random& random) {
             const std::uint64_t tail = random.one_in(1'000) ? 1'000'000
                                        : random.one_in(50)  ? 10'000
                                                             : 100;
             return static_cast<std::int64_t>(300 + random.below(tail));
         }},
        {"EdgesOfOctaves",
         [](Random& random) {
             const std::uint64_t power = std::uint64_t{1} << random.below(63);
             return static_cast<std::int64_t>(power + random.below(3) - 1);
         }},
    };
}

constexpr double kPercentiles[] = {0, 0.001, 1, 10, 25, 50, 75, 90, 99, 99.9, 99.99, 99.999, 100};

/// Nearest rank, in integers: thousandths of a percent.
std::int64_t exact_percentile(const std::vector<std::int64_t>& sorted, double percent) {
    const auto thousandths = static_cast<std::uint64_t>(std::llround(percent * 1'000));
    const std::uint64_t rank = (sorted.size() * thousandths + 99'999) / 100'000;
    return sorted[std::max<std::uint64_t>(rank, 1) - 1];
}

class LatencyHistogramProperty : public ::testing::TestWithParam<Distribution> {};

TEST_P(LatencyHistogramProperty, NeverUnderstatesAndOverstatesByLessThanOneIn128) {
    Random random(support::seed_of_this_test(1));
    for (const std::size_t n : {1U, 2U, 3U, 99U, 1'000U, 100'000U}) {
        LatencyHistogram histogram;
        std::vector<std::int64_t> samples(n);
        for (std::int64_t& sample : samples) {
            sample = GetParam().draw(random);
            histogram.record({sample});
        }
        std::ranges::sort(samples);
        for (const double percent : kPercentiles) {
            const std::int64_t exact = exact_percentile(samples, percent);
            const std::int64_t reported = histogram.percentile(percent).value;
            ASSERT_GE(reported, exact) << "p" << percent << " of " << n;
            ASSERT_TRUE(reported == exact || reported - exact < (exact + 127) / 128)
                << "p" << percent << " of " << n << ": " << reported << " for " << exact;
        }
        ASSERT_EQ(histogram.min().value, samples.front());
        ASSERT_EQ(histogram.max().value, samples.back());
        ASSERT_EQ(histogram.percentile(100).value, samples.back());
    }
}

void expect_equal(const LatencyHistogram& a, const LatencyHistogram& b) {
    EXPECT_EQ(a.count(), b.count());
    EXPECT_EQ(a.min(), b.min());
    EXPECT_EQ(a.max(), b.max());
    EXPECT_EQ(a.mean(), b.mean());
    const auto buckets_of = [](const LatencyHistogram& histogram) {
        std::vector<std::tuple<Nanos, Nanos, std::uint64_t>> buckets;
        histogram.for_each_bucket([&buckets](const LatencyHistogram::Bucket& bucket) {
            buckets.emplace_back(bucket.lowest, bucket.highest, bucket.count);
        });
        return buckets;
    };
    EXPECT_EQ(buckets_of(a), buckets_of(b));
}

TEST_P(LatencyHistogramProperty, MergingEqualsRecordingEverythingInOne) {
    Random random(support::seed_of_this_test(2));
    LatencyHistogram all;
    std::vector<LatencyHistogram> parts(4);  // the last one stays empty
    for (int i = 0; i < 10'000; ++i) {
        const Nanos sample{GetParam().draw(random)};
        all.record(sample);
        parts[random.below(3)].record(sample);
    }
    LatencyHistogram merged;
    for (const LatencyHistogram& part : parts) {
        merged.merge(part);
    }
    expect_equal(merged, all);
}

INSTANTIATE_TEST_SUITE_P(Distributions, LatencyHistogramProperty,
                         ::testing::ValuesIn(distributions()),
                         [](const auto& suite) { return suite.param.name; });

}  // namespace
}  // namespace hotpath::timing
