#pragma once
/// TokenBucket: a limit on messages a second, with bursts. Time is handed in. A clock that goes
/// back neither removes nor adds tokens; one that jumps ahead at most fills the bucket. Threads:
/// one owner. Allocation: none. Complexity: O(1).

#include <algorithm>
#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::exchange {

struct RateLimit {
    std::uint32_t per_second = 0;  // 0: none
    std::uint32_t burst = 1;
    friend constexpr bool operator==(const RateLimit&, const RateLimit&) = default;
};

class TokenBucket {
  public:
    explicit TokenBucket(const RateLimit& limit) noexcept
        : limit_(limit), level_(std::int64_t{limit.burst} * kNanosPerSecond) {}

    /// Takes one, if there is one.
    [[nodiscard]] bool try_take(Time now) noexcept {
        if (limit_.per_second == 0) {
            return true;
        }
        fill(now);
        const bool has_one = level_ >= kNanosPerSecond;
        level_ -= has_one ? kNanosPerSecond : 0;
        return has_one;
    }

    /// The bucket is full. Only with a limit set.
    [[nodiscard]] bool is_full(Time now) noexcept {
        fill(now);
        return level_ == std::int64_t{limit_.burst} * kNanosPerSecond;
    }

  private:
    /// Tokens are counted in parts of a billion, so that per_second of them come in a nanosecond.
    void fill(Time now) noexcept {
        const std::int64_t full = std::int64_t{limit_.burst} * kNanosPerSecond;
        const std::int64_t step = std::clamp<std::int64_t>(now.value - seen_.value, 0, full);
        seen_ = now;
        const std::int64_t missing = full - level_;
        level_ = step > missing / limit_.per_second ? full : level_ + step * limit_.per_second;
    }

    RateLimit limit_;
    std::int64_t level_;
    Time seen_{};
};

}  // namespace hotpath::exchange
