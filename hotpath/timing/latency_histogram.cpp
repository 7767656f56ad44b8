#include "hotpath/timing/latency_histogram.hpp"

#include <cmath>

#include "hotpath/core/wide.hpp"

namespace hotpath::timing {
namespace {

constexpr std::uint64_t kPartsPerPercent = 1'000'000;
constexpr std::uint64_t kParts = 100 * kPartsPerPercent;

/// The 1-based place, in ascending order, of the sample that is the percentile (nearest rank).
std::uint64_t rank_of(double percent, std::uint64_t count) noexcept {
    // In integers, because 99.9 / 100 * 1000 is a little more than 999 in binary fractions and
    // would give rank 1000.
    const double clamped = std::clamp(percent, 0.0, 100.0);
    const auto parts =
        static_cast<std::uint64_t>(std::llround(clamped * static_cast<double>(kPartsPerPercent)));
    const WideUint rank = (static_cast<WideUint>(count) * parts + kParts - 1) / kParts;
    return std::max<std::uint64_t>(static_cast<std::uint64_t>(rank), 1);
}

}  // namespace

Nanos LatencyHistogram::percentile(double percent) const noexcept {
    if (empty()) {
        return {};
    }
    const std::uint64_t rank = rank_of(percent, count_);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kBuckets; ++i) {
        seen += counts_[i];
        if (seen >= rank) {
            return std::min(highest_of(i), max_);
        }
    }
    return max_;
}

Nanos LatencyHistogram::mean() const noexcept {
    return empty() ? Nanos{} : Nanos{static_cast<std::int64_t>(sum_ / count_)};
}

void LatencyHistogram::merge(const LatencyHistogram& other) noexcept {
    for (std::size_t i = 0; i < kBuckets; ++i) {
        counts_[i] += other.counts_[i];
    }
    count_ += other.count_;
    sum_ += other.sum_;
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
}

void LatencyHistogram::clear() noexcept {
    std::ranges::fill(counts_, 0);
    count_ = 0;
    sum_ = 0;
    min_ = {std::numeric_limits<std::int64_t>::max()};
    max_ = {};
}

Nanos LatencyHistogram::lowest_of(std::size_t bucket) noexcept {
    if (bucket < 2 * kBucketsPerOctave) {
        return {static_cast<std::int64_t>(bucket)};
    }
    const std::uint64_t shift = bucket / kBucketsPerOctave - 1;
    return {static_cast<std::int64_t>((bucket - shift * kBucketsPerOctave) << shift)};
}

Nanos LatencyHistogram::highest_of(std::size_t bucket) noexcept {
    const std::uint64_t shift = bucket < 2 * kBucketsPerOctave ? 0 : bucket / kBucketsPerOctave - 1;
    return lowest_of(bucket) + Nanos{static_cast<std::int64_t>((std::uint64_t{1} << shift) - 1)};
}

}  // namespace hotpath::timing
