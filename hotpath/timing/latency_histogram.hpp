#pragma once
/// A histogram of latencies over the whole range of Nanos in fixed memory, after HdrHistogram:
/// every power of two is cut into 128 equal buckets, and values below 128 ns have a bucket each.
///
///   value   0 1 2 .. 127 | 128 129 .. 255 | 256,257  258,259 .. | 512..515  516..519 .. | ..
///   bucket  0 1 2 .. 127 | 128 129 .. 255 | 256      257     .. | 384       385      .. | .. 7295
///
/// Error bound: percentile() never understates and overstates by less than 1/128 (0.79%) of the
/// true sample; min, max, count and mean are exact. Merging two histograms equals recording
/// everything in one. Threads: one owner; merge copies. Allocation: once, at construction (57 KiB).
/// Complexity: record() is O(1), a few instructions without a division; percentile() and merge()
/// walk the buckets. Source: Gil Tene, hdrhistogram.org.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath::timing {

class LatencyHistogram {
  public:
    /// The count of values in [lowest, highest].
    struct Bucket {
        Nanos lowest;
        Nanos highest;
        std::uint64_t count = 0;
    };

    static constexpr std::uint64_t kBucketsPerOctave = 128;

    /// Makes an empty histogram; allocates its buckets.
    LatencyHistogram() : counts_(kBuckets) {}

    /// Returns the smallest sample that `percent` of all samples do not exceed, within the error
    /// bound; 0 when empty. 0 gives the least sample, 100 the greatest; up to six decimals count.
    [[nodiscard]] Nanos percentile(double percent) const noexcept;

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }
    /// Least and greatest sample; 0 when empty.
    [[nodiscard]] Nanos min() const noexcept { return empty() ? Nanos{} : min_; }
    [[nodiscard]] Nanos max() const noexcept { return max_; }
    /// Returns the mean, rounded down; 0 when empty.
    [[nodiscard]] Nanos mean() const noexcept;

    /// Calls fn(const Bucket&) for every bucket with a sample, from the shortest on.
    template <class Fn>
    void for_each_bucket(Fn&& fn) const {
        for (std::size_t i = 0; i < kBuckets; ++i) {
            if (counts_[i] != 0) {
                fn(Bucket{.lowest = lowest_of(i), .highest = highest_of(i), .count = counts_[i]});
            }
        }
    }

    /// Counts one sample. A negative duration (a clock was stepped back) counts as 0.
    void record(Nanos latency) noexcept {
        latency.value = std::max<std::int64_t>(latency.value, 0);
        ++counts_[bucket_of(latency)];
        ++count_;
        sum_ += static_cast<std::uint64_t>(latency.value);
        min_ = std::min(min_, latency);
        max_ = std::max(max_, latency);
    }

    /// Adds every sample of `other`.
    void merge(const LatencyHistogram& other) noexcept;
    void clear() noexcept;

  private:
    static constexpr std::uint32_t kOctaveBits = std::countr_zero(kBucketsPerOctave);
    // Nanos has 63 bits of value; the first kOctaveBits of them share the one-value buckets.
    static constexpr std::size_t kBuckets = (63 - kOctaveBits + 1) * kBucketsPerOctave;

    [[nodiscard]] static std::size_t bucket_of(Nanos latency) noexcept {
        const auto value = static_cast<std::uint64_t>(latency.value);
        // The shift that leaves the top eight bits: 128 to 255, or less for values with a bucket of
        // their own.
        const auto width =
            static_cast<std::uint32_t>(std::bit_width(value | (kBucketsPerOctave - 1)));
        const std::uint32_t shift = width > kOctaveBits ? width - kOctaveBits - 1 : 0;
        return static_cast<std::size_t>((value >> shift) + shift * kBucketsPerOctave);
    }

    [[nodiscard]] static Nanos lowest_of(std::size_t bucket) noexcept;
    [[nodiscard]] static Nanos highest_of(std::size_t bucket) noexcept;

    std::vector<std::uint64_t> counts_;
    std::uint64_t count_ = 0;
    WideUint sum_ = 0;
    Nanos min_{std::numeric_limits<std::int64_t>::max()};
    Nanos max_{0};
};

}  // namespace hotpath::timing
