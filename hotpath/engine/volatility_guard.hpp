#pragma once
/// VolatilityGuard: detects implausible jumps of an instrument's mid.
///
///   mid      ----------.
///                       '-----------.   a jump beyond the limit: the instrument is paused
///                        |<- pause ->|-- the new price has lasted: it is traded again
/// Each mid is compared with one up to `window` old, or with the last known one. A mid further away
/// begins a pause and becomes the new reference: a price that returns begins another pause. An
/// operator can also pause an instrument. Threads: one. Allocation: at construction. Complexity:
/// O(1).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/price_distance.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::engine {

/// All are required: there is no default that permits trading.
struct VolatilityLimits {
    BasisPoints jump_bps{};  // inclusive; of the reference price
    Nanos window{};          // maximum age of the reference price
    Nanos pause{};           // how long a new price must last
};

[[nodiscard]] inline Expected<void> validate(const VolatilityLimits& limits) {
    if (!can_bind(limits.jump_bps)) {
        return fail("risk limits: jump_bps must be 1..9,999");
    }
    return limits.window > Nanos{} && limits.pause > Nanos{}
               ? Expected<void>()
               : fail("risk limits: jump window and pause must be above 0");
}

class VolatilityGuard {
  public:
    VolatilityGuard(const VolatilityLimits& limits, std::uint16_t instruments_max)
        : limits_(limits), instruments_(std::size_t{instruments_max} + 1) {}

    /// Updates the instrument's mid; 0: there is none. False while the instrument is paused.
    [[nodiscard]] bool may_trade(InstrumentId instrument, Price mid, Time now) noexcept {
        Seen& seen = instruments_[instrument.value];
        if (mid.value > 0) {
            if (static_cast<std::uint64_t>(mid - seen.lowest) > seen.width) [[unlikely]] {
                seen.paused_until = std::max(seen.paused_until, now + limits_.pause);
                refer_to(seen, mid, now);
                ++jumps_;
            } else if (now - seen.at >= limits_.window) {
                refer_to(seen, mid, now);
            }
        }
        return now >= seen.paused_until;
    }
    [[nodiscard]] bool is_paused(InstrumentId instrument, Time now) const noexcept {
        return now < instruments_[instrument.value].paused_until;
    }
    /// Prefetches the state that may_trade() writes.
    void prefetch(InstrumentId instrument) const noexcept {
        prefetch_for_write(&instruments_[instrument.value]);
    }
    /// kNever: until resume_all().
    [[nodiscard]] Time paused_until(InstrumentId instrument) const noexcept {
        return instruments_[instrument.value].paused_until;
    }
    /// Regardless of its price, until resume_all().
    void pause(InstrumentId instrument) noexcept {
        instruments_[instrument.value].paused_until = kNever;
    }
    void resume_all() noexcept {
        for (Seen& seen : instruments_.items()) {
            seen.paused_until = seen.paused_until == kNever ? kLongAgo : seen.paused_until;
        }
    }
    [[nodiscard]] std::uint64_t jumps() const noexcept { return jumps_; }

  private:
    static constexpr Time kLongAgo{std::numeric_limits<std::int64_t>::min() / 4};

    struct Seen {
        Price lowest{};  // of the mids that are no jump from the reference price
        std::uint64_t width = std::numeric_limits<std::uint64_t>::max();  // to the highest of them
        Time at = kLongAgo;
        Time paused_until = kLongAgo;
    };

    void refer_to(Seen& seen, Price price, Time now) const noexcept {
        const std::uint64_t jump_max = part_of(price, limits_.jump_bps);
        seen.lowest = price - static_cast<std::int64_t>(jump_max);
        seen.width = 2 * jump_max;
        seen.at = now;
    }

    VolatilityLimits limits_;
    FixedArray<Seen> instruments_;  // by InstrumentId
    std::uint64_t jumps_ = 0;
};

}  // namespace hotpath::engine
