#pragma once
/// A sliding message-rate window: at most N messages in any interval of the given length, exactly,
/// not on average.
///
/// It remembers the times of the last N messages; one more is allowed when the oldest of them has
/// left the window. Time never runs backwards: an earlier `now` counts as the latest seen, so a
/// clock that is set back can delay messages but never admits more. Threads: one. Allocation: at
/// construction. Complexity: O(1).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/risk/limits.hpp"

namespace hotpath::risk {

class RateWindow {
  public:
    explicit RateWindow(const RateLimit& limit) : window_(limit.window), sent_(limit.messages_max) {
        HOTPATH_ASSERT(limit.messages_max > 0 && limit.window.value > 0,
                       "messages_max and window must be above 0");
        std::ranges::fill(sent_.items(), kLongAgo);
    }

    /// Counts one message and returns true, or returns false when the window is full.
    [[nodiscard]] bool try_take(Time now) noexcept {
        state_.latest = std::max(state_.latest, now);
        if (is_full(state_.latest)) {
            return false;
        }
        take(state_.latest);
        return true;
    }

    // The two halves of it, for a caller whose time does not go back.
    [[nodiscard]] bool is_full(Time now) const noexcept {
        return now - sent_[state_.oldest] < window_;
    }
    /// is_full(now) is false.
    void take(Time now) noexcept {
        HOTPATH_ASSERT_HOT(now >= state_.latest && !is_full(now), "call is_full(now) first");
        state_.latest = now;
        sent_[state_.oldest] = now;
        state_.oldest = state_.oldest + 1 == sent_.size() ? 0 : state_.oldest + 1;
    }

    /// Loads the line of the message that is checked next; changes nothing.
    void prefetch() const noexcept { prefetch_for_write(&sent_[state_.oldest]); }

  private:
    // The far past is a quarter of the range away, so that its distance to any time of day fits.
    static constexpr Time kLongAgo{std::numeric_limits<std::int64_t>::min() / 4};

    struct State {
        Time latest = kLongAgo;
        std::size_t oldest = 0;
    };

    Nanos window_;
    FixedArray<Time> sent_;  // a ring: sent_[oldest] is the time of the message N ago
    State state_{};
};

}  // namespace hotpath::risk
