#pragma once
/// RecentActivity: number and price range of own orders of one instrument in a recent window.
///
///   rounds    | . . . . 5 6 7 8 | 1 2 3 4 now . . . |      eight whole slices,
///              the round before   this round               and the one under way
///
/// A window is counted in eighths. An order up to an eighth of a window older may still count, a
/// younger one always does: never more than the limit passes. At the end of a round the sums of its
/// last eight, seven, six, ... slices are computed; one of them is the part of that round still in
/// the window, so no slice is read twice. An earlier `now` counts as the latest seen. Threads: one.
/// Allocation: none. Complexity: O(1); eight steps when a round of slices ends.

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

        /// Selects values instead of std::min's references, which become branches, and whether a
        /// price is the lowest is unpredictable.
        [[nodiscard]] friend constexpr Sum operator+(const Sum& a, const Sum& b) noexcept {
            return {.messages = a.messages + b.messages,
                    .low = {a.low.value < b.low.value ? a.low.value : b.low.value},
                    .high = {a.high.value > b.high.value ? a.high.value : b.high.value}};
        }
    };

    /// Orders and prices of the window until now. `window` must be the same in every call.
    [[nodiscard, gnu::always_inline]] Sum recent(Time now, Nanos window) noexcept {
        if (now >= slice_end_) [[unlikely]] {
            begin_slice(now, window);
        }
        return ended_slices_ + slice_;
    }

    /// Notes an order that is sent. Call recent() first.
    void note(Price price) noexcept {
        slice_ = slice_ + Sum{.messages = 1, .low = price, .high = price};
    }

  private:
    static constexpr std::int64_t kWhole = 8;

    // Not inlined: most orders are not the first of their slice.
    [[gnu::noinline]] void begin_slice(Time now, Nanos window) noexcept {
        const Nanos length{std::max<std::int64_t>(1, (window.value + kWhole - 1) / kWhole)};
        if (now - slice_end_ < length) [[likely]] {
            slice_end_ = slice_end_ + length;
            end_slice();
        } else {
            skip_slices(now, length);
        }
        ended_slices_ = of_round_before_[ended_] + of_round_;
    }

    void end_slice() noexcept {
        slices_[ended_] = slice_;
        of_round_ = of_round_ + slice_;
        slice_ = {};
        if (++ended_ == kWhole) {
            end_round();
        }
    }

    void end_round() noexcept {
        of_round_ = {};
        for (ended_ = kWhole; ended_ > 0; --ended_) {
            of_round_ = of_round_ + slices_[ended_ - 1];
            of_round_before_[ended_ - 1] = of_round_;
        }
        of_round_ = {};
    }

    /// At least one slice had no orders at all.
    void skip_slices(Time now, Nanos length) noexcept {
        const std::int64_t ended = (now - slice_end_).value / length.value;
        if (ended >= kWhole) {
            forget();
            slice_end_ = now + length;
            return;
        }
        for (std::int64_t i = 0; i <= ended; ++i) {
            end_slice();
        }
        slice_end_ = slice_end_ + Nanos{(ended + 1) * length.value};
    }

    void forget() noexcept {
        slice_ = {};
        of_round_ = {};
        of_round_before_.fill({});
        ended_ = 0;
    }

    // So far away that all slices are over, and their number fits.
    static constexpr Time kLongAgo{std::numeric_limits<std::int64_t>::min() / 4};

    // Most orders need only one cache line.
    Time slice_end_ = kLongAgo;
    Sum ended_slices_{};                         // of the window
    Sum slice_{};                                // current
    Sum of_round_{};                             // the slices of this round that have ended
    std::size_t ended_ = 0;                      // how many they are, below kWhole
    std::array<Sum, kWhole> slices_{};           // those
    std::array<Sum, kWhole> of_round_before_{};  // sums of its slices from this one on
};

}  // namespace hotpath::risk
