#pragma once
/// Counts of whole numbers, negative ones too, in bins of fixed width on a logarithmic scale: exact
/// below 16, eight bins an octave from there on. Two of them are comparable bin by bin.
///
/// Threads: one owner. Allocation: the constructor, 6 KB. Complexity: O(1) a number.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace hotpath::sim::market {

class ScoreHistogram {
  public:
    ScoreHistogram() : counts_(2 * kMagnitudes + 1) {}

    void record(std::int64_t value) noexcept {
        const std::size_t magnitude = to_magnitude(value < 0 ? 0 - value : value);
        ++counts_[value < 0 ? kMagnitudes - magnitude : kMagnitudes + magnitude];
        ++count_;
        sum_ += value;
    }

    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    [[nodiscard]] double mean() const noexcept {
        return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
    }

    /// Calls fn(number of the bin nearest to zero, count) for every bin that holds something, from
    /// the lowest number to the highest.
    template <class Fn>
    void for_each_bin(Fn&& fn) const {
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            if (counts_[i] != 0) {
                fn(i < kMagnitudes ? 0 - from_magnitude(kMagnitudes - i)
                                   : from_magnitude(i - kMagnitudes),
                   counts_[i]);
            }
        }
    }

  private:
    static constexpr std::size_t kExact = 16;
    static constexpr std::uint32_t kOctaves = 44;  // numbers from 2^48 on share the last bin
    static constexpr std::size_t kMagnitudes = kExact + kOctaves * 8 - 1;

    [[nodiscard]] static std::size_t to_magnitude(std::int64_t number) noexcept {
        const auto value = static_cast<std::uint64_t>(number);
        if (value < kExact) {
            return value;
        }
        const auto octave = static_cast<std::uint32_t>(std::bit_width(value)) - 5;  // 16 is in 0
        const std::size_t eighth = (value >> (octave + 1)) & 7U;
        return std::min(kExact + std::size_t{octave} * 8 + eighth, kMagnitudes);
    }
    [[nodiscard]] static std::int64_t from_magnitude(std::size_t magnitude) noexcept {
        if (magnitude < kExact) {
            return static_cast<std::int64_t>(magnitude);
        }
        const std::size_t octave = (magnitude - kExact) / 8;
        return static_cast<std::int64_t>(8 + (magnitude - kExact) % 8) << (octave + 1);
    }

    std::vector<std::uint64_t> counts_;
    std::uint64_t count_ = 0;
    std::int64_t sum_ = 0;
};

}  // namespace hotpath::sim::market
