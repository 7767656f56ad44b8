#pragma once
/// Trend following: long while the fast average of the price is above the slow one, short while it
/// is below, flat when the price has come back too far from its best.
///
/// The averages are exponential, in integers. Model, parameters and risks:
/// docs/design/strategies/trend-following.md. Threads: the engine's. Allocation: at construction.
/// Complexity: O(1) a decision.

#include <cstdint>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/strategy/position_seeker.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::strategy {

struct TrendOptions {
    std::uint16_t instruments_max = 16'000;  // ids 1 to instruments_max
    Qty qty{100};                            // shares of a position
    std::uint32_t fast = 30;                 // samples of the averages: a weight of 2 / (n + 1)
    std::uint32_t slow = 300;
    Nanos sample_every{kNanosPerSecond};
    BasisPoints band_bps{2};   // averages closer than this are no trend
    BasisPoints stop_bps{30};  // retreat from the best price since entry
    SeekerOptions seeker{};
};

/// An exponential moving average of prices, in 1/65,536 of their units, rounded towards zero.
class MovingAverage {
  public:
    void add(std::int64_t value, std::uint32_t samples) noexcept {
        const std::int64_t scaled = value * kUnit;
        average_ = is_empty_ ? scaled : average_ + (scaled - average_) * 2 / (samples + 1LL);
        is_empty_ = false;
    }
    [[nodiscard]] std::int64_t scaled() const noexcept { return average_; }
    static constexpr std::int64_t kUnit = 1 << 16;

  private:
    std::int64_t average_ = 0;
    bool is_empty_ = true;
};

class TrendFollowing : public NullStrategy {
  public:
    /// Refuses options that cannot work, by name.
    [[nodiscard]] static Expected<TrendFollowing> create(const TrendOptions& options);

    template <book::InstrumentView Book = book::BookView>
    void on_book(const Book& book, const Context& context, oms::Intents& intents) noexcept {
        on_touch(Touch::of(book), context, intents);
    }
    void on_reject(const oms::Rejection& rejection, const Context& context) noexcept;

  private:
    void on_touch(const Touch& touch, const Context& context, oms::Intents& intents) noexcept;

    struct Watch {
        PositionSeeker seeker{};
        MovingAverage fast{};
        MovingAverage slow{};
        std::int64_t direction = 0;   // +1 long, -1 short
        std::int64_t stopped_in = 0;  // the trend that it was stopped out of: no re-entry
        std::int64_t best = 0;        // twice the mid, the best since entry
        Time next_sample{};
        std::uint32_t sampled = 0;
    };

    explicit TrendFollowing(const TrendOptions& options);

    [[nodiscard]] std::int64_t trend(const Watch& watch) const noexcept;
    void follow(Watch& watch, std::int64_t trend, std::int64_t twice_mid) const noexcept;

    TrendOptions options_;
    std::vector<Watch> watches_;  // by InstrumentId
};

static_assert(DepthStrategy<TrendFollowing>);

}  // namespace hotpath::strategy
