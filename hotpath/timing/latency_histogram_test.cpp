#include "hotpath/timing/latency_histogram.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::timing {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

LatencyHistogram histogram_of(std::initializer_list<std::int64_t> samples) {
    LatencyHistogram histogram;
    for (const std::int64_t sample : samples) {
        histogram.record({sample});
    }
    return histogram;
}

TEST(LatencyHistogram, AnEmptyOneIsAllZero) {
    const LatencyHistogram histogram;
    EXPECT_TRUE(histogram.empty());
    EXPECT_EQ(histogram.count(), 0U);
    EXPECT_EQ(histogram.min(), Nanos{0});
    EXPECT_EQ(histogram.max(), Nanos{0});
    EXPECT_EQ(histogram.mean(), Nanos{0});
    EXPECT_EQ(histogram.percentile(50), Nanos{0});
    histogram.for_each_bucket(
        [](const LatencyHistogram::Bucket&) { FAIL() << "no bucket has a sample"; });
}

TEST(LatencyHistogram, MinMaxCountAndMeanAreExact) {
    const LatencyHistogram histogram = histogram_of({1'000'003, 17, 999'999'999'937});
    EXPECT_EQ(histogram.count(), 3U);
    EXPECT_EQ(histogram.min(), Nanos{17});
    EXPECT_EQ(histogram.max(), Nanos{999'999'999'937});
    EXPECT_EQ(histogram.mean(), Nanos{(1'000'003 + 17 + 999'999'999'937) / 3});
}

TEST(LatencyHistogram, PercentilesBelow256NanosecondsAreExact) {
    LatencyHistogram histogram;
    for (std::int64_t sample = 1; sample <= 200; ++sample) {
        histogram.record({sample});
    }
    EXPECT_EQ(histogram.percentile(0), Nanos{1});
    EXPECT_EQ(histogram.percentile(0.5), Nanos{1});
    EXPECT_EQ(histogram.percentile(50), Nanos{100});
    EXPECT_EQ(histogram.percentile(50.1), Nanos{101});
    EXPECT_EQ(histogram.percentile(99), Nanos{198});
    EXPECT_EQ(histogram.percentile(100), Nanos{200});
}

TEST(LatencyHistogram, DecimalPercentilesAreTheirExactRanks) {
    // 99.9 / 100 * 1000 is a little more than 999 in binary fractions; the 999th sample is meant.
    LatencyHistogram histogram;
    for (std::int64_t sample = 0; sample < 1000; ++sample) {
        histogram.record({sample < 999 ? 5 : 100});
    }
    EXPECT_EQ(histogram.percentile(99.9), Nanos{5});
    EXPECT_EQ(histogram.percentile(99.900001), Nanos{100});
    EXPECT_EQ(histogram.percentile(99.99), Nanos{100});
}

TEST(LatencyHistogram, PercentilesOutsideTheScaleAreItsEnds) {
    const LatencyHistogram histogram = histogram_of({10, 20});
    EXPECT_EQ(histogram.percentile(-5), Nanos{10});
    EXPECT_EQ(histogram.percentile(101), Nanos{20});
}

TEST(LatencyHistogram, APercentileNeverExceedsTheMaximum) {
    const LatencyHistogram histogram = histogram_of({1'000'001});
    EXPECT_EQ(histogram.percentile(50), Nanos{1'000'001});
}

TEST(LatencyHistogram, NegativeDurationsCountAsZero) {
    const LatencyHistogram histogram = histogram_of({-5, std::numeric_limits<std::int64_t>::min()});
    EXPECT_EQ(histogram.count(), 2U);
    EXPECT_EQ(histogram.max(), Nanos{0});
    EXPECT_EQ(histogram.percentile(100), Nanos{0});
}

TEST(LatencyHistogram, TakesTheLongestLatencyThereIs) {
    const LatencyHistogram histogram = histogram_of({kMost, kMost, kMost});
    EXPECT_EQ(histogram.percentile(50), Nanos{kMost});
    EXPECT_EQ(histogram.mean(), Nanos{kMost}) << "the sum does not overflow";
    histogram.for_each_bucket([](const LatencyHistogram::Bucket& bucket) {
        EXPECT_EQ(bucket.highest, Nanos{kMost});
        EXPECT_EQ(bucket.count, 3U);
    });
}

TEST(LatencyHistogram, BucketsTileTheWholeRange) {
    // A sample at the beginning of every bucket: found by going from one bucket's end to the next
    // one's beginning.
    LatencyHistogram histogram;
    std::size_t buckets = 0;
    for (std::int64_t lowest = 0;; ++buckets) {
        const LatencyHistogram one = histogram_of({lowest});
        LatencyHistogram::Bucket found;
        one.for_each_bucket([&found](const LatencyHistogram::Bucket& bucket) { found = bucket; });
        ASSERT_EQ(found.lowest, Nanos{lowest});
        ASSERT_LE((found.highest - found.lowest).value, lowest / 128);
        if (found.highest == Nanos{kMost}) {
            break;
        }
        lowest = found.highest.value + 1;
    }
    EXPECT_EQ(buckets, 7295U) << "the last bucket of the file comment's drawing";
}

TEST(LatencyHistogram, BucketsComeInOrderWithTheirCounts) {
    const LatencyHistogram histogram = histogram_of({70'000, 5, 5, 300, 301});
    std::vector<std::uint64_t> counts;
    Nanos highest_before{-1};
    histogram.for_each_bucket([&](const LatencyHistogram::Bucket& bucket) {
        EXPECT_GT(bucket.lowest, highest_before);
        highest_before = bucket.highest;
        counts.push_back(bucket.count);
    });
    EXPECT_EQ(counts, (std::vector<std::uint64_t>{2, 2, 1}));
}

TEST(LatencyHistogram, ClearForgetsAll) {
    LatencyHistogram histogram = histogram_of({5, 1'000'000});
    histogram.clear();
    EXPECT_TRUE(histogram.empty());
    histogram.record({7});
    EXPECT_EQ(histogram.min(), Nanos{7});
    EXPECT_EQ(histogram.max(), Nanos{7});
    EXPECT_EQ(histogram.mean(), Nanos{7});
    EXPECT_EQ(histogram.percentile(100), Nanos{7});
}

TEST(LatencyHistogram, RecordingAndMergingAllocateNothing) {
    LatencyHistogram a;
    LatencyHistogram b;
    const NoAllocScope scope;
    for (std::int64_t sample = 1; sample < kMost / 3; sample *= 3) {
        a.record({sample});
    }
    b.merge(a);
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(b.count(), a.count());
}

}  // namespace
}  // namespace hotpath::timing
