// The strategies that take: pairs trading, momentum, trend following, on a market whose touch the
// test moves.

#include <cmath>
#include <cstddef>
#include <deque>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/strategy/momentum.hpp"
#include "hotpath/strategy/pairs_trading.hpp"
#include "hotpath/strategy/trend_following.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/taker_market.hpp"

namespace hotpath::strategy {
namespace {

constexpr std::size_t kFirst = 0;
constexpr std::size_t kSecond = 1;

template <class S>
class Market : public support::TakerMarket<S> {
  public:
    using support::TakerMarket<S>::TakerMarket;

    /// A second later the touch is around this price; the strategy looks four times.
    void move(std::size_t n, std::int64_t price) {
        this->wait({kNanosPerSecond});
        this->quote(n, price);
        for (int turn = 0; turn < 4; ++turn) {
            this->show(n);
        }
    }
};

// ---- pairs

PairsOptions pairs_options() {
    return {.first = support::kTwoSymbols[kFirst],
            .second = support::kTwoSymbols[kSecond],
            .hedge_milli = 500,
            .first_qty = {100},
            .window = 20,
            .entry_z_milli = 2'000,
            .exit_z_milli = 500,
            .stop_z_milli = 4'000};
}

/// The second stays, the first goes up and down by a few cents: a usual spread.
Market<PairsTrading> usual_market() {
    Market<PairsTrading> market(*PairsTrading::create(pairs_options()));
    market.move(kSecond, 2'000'000);
    for (int i = 0; i < 40; ++i) {
        market.move(kFirst, 1'000'000 + (i % 2 == 0 ? 1'000 : -1'000));
    }
    return market;
}

TEST(PairsTrading, DoesNothingWhileTheSpreadIsUsual) {
    const Market<PairsTrading> market = usual_market();
    EXPECT_EQ(market.sent(), 0);
    EXPECT_EQ(market.strategy().stance(), PairsTrading::Stance::Flat);
}

TEST(PairsTrading, SellsTheDearBuysTheCheapAndUnwindsWhenTheSpreadIsUsualAgain) {
    for (const std::int64_t up : {1, -1}) {
        Market<PairsTrading> market = usual_market();
        market.move(kFirst, 1'000'000 + up * 3'500);
        EXPECT_EQ(market.strategy().stance(),
                  up > 0 ? PairsTrading::Stance::Short : PairsTrading::Stance::Long);
        EXPECT_EQ(market.position(kFirst), -up * 100);
        EXPECT_EQ(market.position(kSecond), up * 50);
        market.move(kFirst, 1'000'000);
        EXPECT_EQ(market.strategy().stance(), PairsTrading::Stance::Flat);
        EXPECT_EQ(market.position(kFirst), 0);
        EXPECT_EQ(market.position(kSecond), 0);
        EXPECT_GT(market.pnl(), 0);
        EXPECT_EQ(market.sent(), 4) << "each leg once in and once out";
    }
}

TEST(PairsTrading, IsStoppedWhenTheSpreadWidensAndWaitsUntilItIsUsual) {
    Market<PairsTrading> market = usual_market();
    market.move(kFirst, 1'003'000);
    EXPECT_EQ(market.position(kFirst), -100);
    market.move(kFirst, 1'100'000);
    EXPECT_EQ(market.strategy().stance(), PairsTrading::Stance::Stopped);
    EXPECT_EQ(market.position(kFirst), 0);
    EXPECT_EQ(market.position(kSecond), 0);
    market.move(kFirst, 1'060'000);
    EXPECT_EQ(market.strategy().stance(), PairsTrading::Stance::Stopped);
    for (int i = 0; i < 40; ++i) {
        market.move(kFirst, 1'060'000 + (i % 2 == 0 ? 1'000 : -1'000));
    }
    market.move(kFirst, 1'060'000);
    EXPECT_EQ(market.strategy().stance(), PairsTrading::Stance::Flat);
}

TEST(PairsTrading, AsksAgainForWhatWasNotExecutedAndOneOrderAtATime) {
    Market<PairsTrading> market = usual_market();
    market.execute_nothing();
    market.move(kFirst, 1'003'500);
    EXPECT_EQ(market.position(kFirst), 0);
    EXPECT_EQ(market.sent(), 8) << "both legs at each of the four looks";
}

TEST(PairsTrading, RefusesOptionsThatCannotWork) {
    const auto refuses = [](auto spoil) {
        PairsOptions options = pairs_options();
        spoil(options);
        return !PairsTrading::create(options).has_value();
    };
    EXPECT_FALSE(refuses([](PairsOptions&) {}));
    EXPECT_TRUE(refuses([](PairsOptions& o) { o.second = o.first; }));
    EXPECT_TRUE(refuses([](PairsOptions& o) { o.first = {}; }));
    EXPECT_TRUE(refuses([](PairsOptions& o) { o.hedge_milli = 0; }));
    EXPECT_TRUE(refuses([](PairsOptions& o) { o.hedge_milli = 1'001; }));
    EXPECT_TRUE(refuses([](PairsOptions& o) { o.first_qty = {0}; }));
    EXPECT_TRUE(refuses([](PairsOptions& o) { o.window = 1; }));
    EXPECT_TRUE(refuses([](PairsOptions& o) { o.sample_every = {}; }));
    EXPECT_TRUE(refuses([](PairsOptions& o) { o.exit_z_milli = o.entry_z_milli; }));
    EXPECT_TRUE(refuses([](PairsOptions& o) { o.stop_z_milli = o.entry_z_milli; }));
}

// ---- momentum

TEST(Momentum, FollowsAMoveBothWaysAndGivesUpWhenItHasFaded) {
    for (const std::int64_t up : {1, -1}) {
        Market<Momentum> market(*Momentum::create({.instruments_max = 2,
                                                   .qty = {100},
                                                   .lookback = 5,
                                                   .entry_bps = {20},
                                                   .exit_bps = {5}}));
        std::int64_t price = 1'000'000;
        for (int i = 0; i < 6; ++i) {
            market.move(kFirst, price);
        }
        EXPECT_EQ(market.sent(), 0);
        for (int i = 0; i < 5; ++i) {
            price += up * 1'000;
            market.move(kFirst, price);
            EXPECT_EQ(market.position(kFirst), i < 1 ? 0 : up * 100) << "after " << i + 1;
        }
        for (int i = 0; i < 6; ++i) {
            market.move(kFirst, price);
        }
        EXPECT_EQ(market.position(kFirst), 0) << "nothing has moved for a lookback";
        EXPECT_EQ(market.sent(), 2);
    }
}

TEST(Momentum, RefusesOptionsThatCannotWork) {
    EXPECT_FALSE(Momentum::create({.qty = {0}}));
    EXPECT_FALSE(Momentum::create({.lookback = 0}));
    EXPECT_FALSE(Momentum::create({.sample_every = {0}}));
    EXPECT_FALSE(Momentum::create({.entry_bps = {5}, .exit_bps = {5}}));
}

// ---- trend

TEST(TrendFollowing, IsInWithTheTrendAndTurnsWithIt) {
    for (const std::int64_t up : {1, -1}) {
        Market<TrendFollowing> market(*TrendFollowing::create(
            {.instruments_max = 2, .qty = {100}, .fast = 3, .slow = 12, .stop_bps = {10'000}}));
        std::int64_t price = 1'000'000;
        for (int i = 0; i < 12; ++i) {
            market.move(kFirst, price);
        }
        EXPECT_EQ(market.sent(), 0);
        for (int i = 0; i < 12; ++i) {
            market.move(kFirst, price += up * 500);
        }
        EXPECT_EQ(market.position(kFirst), up * 100);
        for (int i = 0; i < 24; ++i) {
            market.move(kFirst, price -= up * 500);
        }
        EXPECT_EQ(market.position(kFirst), -up * 100);
    }
}

TEST(TrendFollowing, IsStoppedOutOnceATrendAndNotInAgain) {
    Market<TrendFollowing> market(*TrendFollowing::create(
        {.instruments_max = 2, .qty = {100}, .fast = 3, .slow = 50, .stop_bps = {30}}));
    std::int64_t price = 1'000'000;
    for (int i = 0; i < 50; ++i) {
        market.move(kFirst, price);
    }
    for (int i = 0; i < 20; ++i) {
        market.move(kFirst, price += 1'000);
    }
    EXPECT_EQ(market.position(kFirst), 100);
    market.move(kFirst, price - 3'100);
    EXPECT_EQ(market.position(kFirst), 0) << "31 hundredths of a percent below the best";
    market.move(kFirst, price += 1'000);
    EXPECT_EQ(market.position(kFirst), 0) << "the same trend";
    EXPECT_EQ(market.sent(), 2);
}

TEST(TrendFollowing, RefusesOptionsThatCannotWork) {
    EXPECT_FALSE(TrendFollowing::create({.qty = {0}}));
    EXPECT_FALSE(TrendFollowing::create({.fast = 0}));
    EXPECT_FALSE(TrendFollowing::create({.fast = 10, .slow = 10}));
    EXPECT_FALSE(TrendFollowing::create({.sample_every = {0}}));
    EXPECT_FALSE(TrendFollowing::create({.band_bps = {-1}}));
    EXPECT_FALSE(TrendFollowing::create({.stop_bps = {0}}));
}

// ---- the window

TEST(RollingStats, AgreesWithADefinitionInFloatingPointOverAnyValues) {
    Random random(support::seed_of_this_test(20'061));
    for (const std::uint32_t window : {2U, 7U, 600U}) {
        RollingStats stats(window);
        std::deque<std::int64_t> last;
        for (int i = 0; i < 5'000; ++i) {
            const std::int64_t value =
                1'000'000'000 + static_cast<std::int64_t>(random.below(9'000));
            stats.add(value);
            last.push_back(value);
            if (last.size() > window) {
                last.pop_front();
            }
            if (last.size() < 2) {
                continue;
            }
            long double mean = 0;
            for (const std::int64_t v : last) {
                mean += static_cast<long double>(v) / static_cast<long double>(last.size());
            }
            long double squares = 0;
            for (const std::int64_t v : last) {
                squares +=
                    (static_cast<long double>(v) - mean) * (static_cast<long double>(v) - mean);
            }
            const long double sd = std::sqrt(squares / static_cast<long double>(last.size()));
            const long double z =
                sd == 0 ? 0 : (static_cast<long double>(value) - mean) / sd * 1'000;
            ASSERT_NEAR(static_cast<double>(stats.z_milli(value)), static_cast<double>(z), 1.5)
                << "window " << window << ", value " << i;
        }
    }
}

TEST(RollingStats, ForgetsALargeValueWithoutATrace) {
    RollingStats stats(3);
    stats.add(RollingStats::kValueMax);
    for (const std::int64_t value : {1, 2, 3}) {
        stats.add(value);
    }
    RollingStats fresh(3);
    for (const std::int64_t value : {1, 2, 3}) {
        fresh.add(value);
    }
    EXPECT_EQ(stats.z_milli(3), fresh.z_milli(3));
    EXPECT_EQ(stats.z_milli(3), 1'224);
}

TEST(RollingStats, HoldsAWholeWindowOfTheLargestValues) {
    RollingStats stats(RollingStats::kWindowMax);
    for (std::uint32_t i = 0; i < RollingStats::kWindowMax; ++i) {
        stats.add(i % 2 == 0 ? RollingStats::kValueMax : -RollingStats::kValueMax);
    }
    EXPECT_EQ(stats.z_milli(RollingStats::kValueMax), 1'000);
    EXPECT_EQ(stats.z_milli(-RollingStats::kValueMax), -1'000);
}

TEST(RollingStats, TheSquareRootIsTheLargestWhoseSquareFits) {
    Random random(support::seed_of_this_test(144));
    for (int i = 0; i < 100'000; ++i) {
        const WideInt root{
            static_cast<std::int64_t>(random.below(std::uint64_t{1} << (1 + i % 59)))};
        const WideInt square = root * root;
        ASSERT_EQ(RollingStats::square_root(square), static_cast<std::int64_t>(root));
        if (root > 0) {
            ASSERT_EQ(RollingStats::square_root(square - 1), static_cast<std::int64_t>(root) - 1);
        }
        ASSERT_EQ(RollingStats::square_root(square + 2 * root), static_cast<std::int64_t>(root));
    }
}

}  // namespace
}  // namespace hotpath::strategy
