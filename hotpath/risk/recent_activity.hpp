#pragma once
/// RecentActivity: what own orders of one instrument came to in the last while: how many there
/// were, and between which prices.
///
///   slices   | . | . | . | . | . | . | . | . | now |     eight whole ones and the one under way
///
/// A window is counted in eighths. What is up to an eighth of a window older may still count, what
/// is younger always does: it never lets more through than the limit. An earlier `now` counts as
/// the latest seen. Threads: one. Allocation: none. Complexity: O(1); nine steps when a slice ends.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "hotpath/core/units.hpp"

namespace hotpath::risk {

class RecentActivity {
  public:
    struct Sum {
        std::uint32_t messages = 0;
        Price low{std::numeric_limits<std::int64_t>::max()};
        Price high{std::numeric_limits<std::int64_t>::min()};

        void add(const Sum& other) noexcept {
            messages += other.messages;
            low = std::min(low, other.low);
            high = std::max(high, other.high);
        }
    };

    /// Of the window until now. `window` is the same in every call.
    [[nodiscard]] const Sum& recent(Nanos now, Nanos window) noexcept {
        if (now >= slice_end_) [[unlikely]] {
            begin_slice(now, window);
        }
        return sum_;
    }

    /// An order is sent; recent() was asked before.
    void note(Price price) noexcept {
        const Sum one{.messages = 1, .low = price, .high = price};
        slices_[current_].add(one);
        sum_.add(one);
    }

  private:
    static constexpr std::int64_t kWhole = 8;

    void begin_slice(Nanos now, Nanos window) noexcept {
        const Nanos length{std::max<std::int64_t>(1, (window.value + kWhole - 1) / kWhole)};
        const bool is_near = slice_end_.value > kLongAgo.value;
        const std::int64_t ended = is_near ? (now - slice_end_).value / length.value : kWhole;
        const std::int64_t begun = std::min<std::int64_t>(ended, kWhole) + 1;
        for (std::int64_t i = 0; i < begun; ++i) {
            current_ = current_ + 1 == slices_.size() ? 0 : current_ + 1;
            slices_[current_] = {};
        }
        slice_end_ = ended < kWhole ? slice_end_ + Nanos{begun * length.value} : now + length;
        sum_ = {};
        for (const Sum& slice : slices_) {
            sum_.add(slice);
        }
    }

    // A quarter of the range away, so that its distance to any time of day fits.
    static constexpr Nanos kLongAgo{std::numeric_limits<std::int64_t>::min() / 4};

    std::array<Sum, kWhole + 1> slices_{};
    std::size_t current_ = 0;
    Nanos slice_end_ = kLongAgo;
    Sum sum_{};
};

}  // namespace hotpath::risk
