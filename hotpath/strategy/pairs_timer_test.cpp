// Pairs trading that samples at the timer: against a twin which keeps every sample and computes the
// stance from all of them, with books, timers and answers in random order.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/strategy/pairs_trading.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/taker_market.hpp"

namespace hotpath::strategy {
namespace {

constexpr Nanos kEvery{kNanosPerSecond};

PairsOptions options_on_timer(bool is_on_timer = true) {
    return {.first = support::kTwoSymbols[0],
            .second = support::kTwoSymbols[1],
            .hedge_milli = 500,
            .first_qty = {100},
            .window = 8,
            .sample_every = kEvery,
            .samples_on_timer = is_on_timer,
            .entry_z_milli = 1'000,
            .exit_z_milli = 200,
            .stop_z_milli = 2'400};
}

class TimedMarket : public support::TakerMarket<PairsTrading> {
  public:
    explicit TimedMarket(const PairsOptions& options)
        : TakerMarket(*PairsTrading::create(options)) {}

    void move(std::size_t n, std::int64_t mid) {
        quote(n, mid);
        show(n);
    }
};

/// What the strategy should hold, from all samples.
class StanceTwin {
  public:
    void on_sample(std::int64_t twice_first, std::int64_t twice_second) {
        samples_.push_back(static_cast<long double>(1'000 * twice_first - 500 * twice_second));
        if (samples_.size() < 8) {
            return;
        }
        const auto last = samples_.end() - 8;
        long double mean = 0;
        long double squares = 0;
        std::for_each(last, samples_.end(), [&](long double value) { mean += value / 8; });
        std::for_each(last, samples_.end(),
                      [&](long double value) { squares += (value - mean) * (value - mean); });
        const long double sd = std::sqrt(squares / 8);
        const long double milli = sd == 0 ? 0 : (samples_.back() - mean) / sd * 1'000;
        // In whole thousandths towards zero, and a hair further: what is exact must not fall short.
        z_ = std::trunc(milli + std::copysign(1e-9L, milli));
        take_stance(z_);
    }
    [[nodiscard]] std::int64_t held() const { return held_; }
    [[nodiscard]] std::int64_t z_milli() const { return static_cast<std::int64_t>(z_); }

  private:
    void take_stance(long double z) {
        if (held_ != 0) {
            const long double against = static_cast<long double>(-held_) * z;
            is_stopped_ = against >= 2'400;
            held_ = is_stopped_ || against <= 200 ? 0 : held_;
        } else if (is_stopped_) {
            is_stopped_ = std::abs(z) > 200;
        } else if (std::abs(z) >= 1'000 && std::abs(z) < 2'400) {
            held_ = z > 0 ? -1 : 1;
        }
    }

    std::vector<long double> samples_;
    long double z_ = 0;
    std::int64_t held_ = 0;
    bool is_stopped_ = false;
};

TEST(PairsTradingOnTimer, HoldsWhatATwinOfAllSamplesHolds) {
    Random random(support::seed_of_this_test(18));
    for (int round = 0; round < 40; ++round) {
        TimedMarket market(options_on_timer());
        StanceTwin twin;
        std::array<std::int64_t, 2> mids{};
        std::int64_t last_slot = -1;
        for (int step = 0; step < 2'000; ++step) {
            const std::uint64_t what = random.below(8);
            if (what < 4) {
                const std::size_t n = what % 2;
                const bool is_gone = random.below(40) == 0;
                mids[n] =
                    is_gone ? 0 : 1'000'000 + 100 * static_cast<std::int64_t>(random.below(60));
                market.move(n, mids[n]);
            } else if (what < 5) {
                market.show(random.below(2));  // as after an answer of the venue
            } else {
                market.wait({static_cast<std::int64_t>(random.below(600)) * 1'000'000});
                const std::int64_t slot = market.now().value / kEvery.value;
                if (mids[0] != 0 && mids[1] != 0 && slot > last_slot) {
                    last_slot = slot;
                    twin.on_sample(2 * mids[0], 2 * mids[1]);
                }
                market.timer();
            }
            ASSERT_EQ(market.strategy().z_milli(), twin.z_milli()) << "step " << step;
            if (mids[0] != 0 && mids[1] != 0) {
                market.show(0);
                market.show(1);
                ASSERT_EQ(market.position(0), twin.held() * 100) << "step " << step;
                ASSERT_EQ(market.position(1), twin.held() * -50) << "step " << step;
            }
        }
        EXPECT_GT(market.sent(), 50);
    }
}

TEST(PairsTradingOnTimer, DecidesAtNoUpdate) {
    PairsOptions options = options_on_timer();
    options.entry_z_milli = 1'200;
    TimedMarket market(options);
    market.move(1, 2'000'000);
    for (int i = 0; i < 12; ++i) {
        market.move(0, 1'000'000 + (i % 2 == 0 ? 1'000 : -1'000));
        market.wait(kEvery);
        market.timer();
    }
    EXPECT_EQ(market.sent(), 0) << "every sample is one deviation from the mean, or less";
    market.move(0, 1'003'000);
    EXPECT_EQ(market.sent(), 0) << "no timer has come";
    market.wait(kEvery);
    market.timer();
    EXPECT_EQ(market.position(0), -100);
    EXPECT_EQ(market.position(1), 50);
}

// A timer that comes late belongs to its own second: the next one is not late for it.
TEST(PairsTradingOnTimer, SamplesOnceInEachMultipleOfTheInterval) {
    TimedMarket market(options_on_timer());
    market.quote(0, 1'000'000);
    market.quote(1, 2'000'000);
    market.show(0);
    market.show(1);
    market.timer();              // 0.0 s: the first
    market.wait({900'000'000});  // 0.9
    market.move(0, 1'000'100);
    market.timer();                // the same second: no sample
    market.wait({1'000'000'000});  // 1.9
    market.timer();                // the second
    market.wait({200'000'000});    // 2.1
    market.timer();                // the third, after 0.2 s
    for (int i = 0; i < 4; ++i) {  // 3.1 to 6.1
        market.wait(kEvery);
        market.timer();
    }
    EXPECT_EQ(market.strategy().z_milli(), 0) << "seven samples";
    market.wait(kEvery);
    market.move(0, 1'000'000);
    market.timer();
    // 1,000,000, six times 1,000,100 and 1,000,000: sqrt(3) deviations below the mean.
    EXPECT_EQ(market.strategy().z_milli(), -1'732);
}

TEST(PairsTradingOnTimer, HasNoTimerUnlessItIsAskedFor) {
    TimedMarket market(options_on_timer(false));
    market.move(1, 2'000'000);
    for (int i = 0; i < 12; ++i) {
        market.move(0, 1'000'000 + (i % 2 == 0 ? 1'000 : -1'000));
        market.wait(kEvery);
    }
    const std::int64_t z = market.strategy().z_milli();
    market.quote(0, 1'010'000);
    market.wait(kEvery);
    market.timer();
    EXPECT_EQ(market.strategy().z_milli(), z);
    market.show(0);
    EXPECT_NE(market.strategy().z_milli(), z);
}

}  // namespace
}  // namespace hotpath::strategy
