// Spread, mid, microprice and imbalance: by hand, and against long double at random.

#include "hotpath/book/signals.hpp"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

Level level(std::int64_t price, std::uint64_t qty) {
    return {.price = {price}, .qty = {qty}, .orders = 1};
}

Bbo bbo(const Level& bid, const Level& ask) {
    return {.bid = bid, .ask = ask};
}

TEST(Signals, SpreadAndMidAreExactAlsoWhereTheMidIsAHalf) {
    const Bbo odd = bbo(level(1'000, 10), level(1'101, 10));
    EXPECT_EQ(spread(odd), 101);
    EXPECT_EQ(mid(odd), (FractionalPrice{.price = {1'050}, .ppm = 500'000}));
    const Bbo even = bbo(level(1'000, 10), level(1'100, 10));
    EXPECT_EQ(mid(even), (FractionalPrice{.price = {1'050}, .ppm = 0}));
}

TEST(Signals, ACrossedBookHasANegativeSpreadAMidAndNoMicroprice) {
    const Bbo crossed = bbo(level(1'101, 10), level(1'000, 10));
    EXPECT_EQ(spread(crossed), -101);
    EXPECT_EQ(mid(crossed), (FractionalPrice{.price = {1'050}, .ppm = 500'000}));
    EXPECT_FALSE(microprice(crossed));
    const Bbo locked = bbo(level(1'000, 10), level(1'000, 30));
    EXPECT_EQ(microprice(locked), (FractionalPrice{.price = {1'000}, .ppm = 0}));
}

TEST(Signals, AOneSidedBookHasNoPriceBetween) {
    const Bbo one_sided = bbo(level(1'000, 10), Level{});
    EXPECT_FALSE(spread(one_sided));
    EXPECT_FALSE(mid(one_sided));
    EXPECT_FALSE(microprice(one_sided));
    EXPECT_EQ(imbalance_ppm(one_sided), 1'000'000);
    EXPECT_EQ(imbalance_ppm(bbo(Level{}, level(1'000, 10))), -1'000'000);
    EXPECT_EQ(imbalance_ppm(Bbo{}), 0);
}

TEST(Signals, MuchToBuyPutsTheMicropriceNearTheAsk) {
    const Bbo heavy_bid = bbo(level(1'000, 300), level(1'100, 100));
    EXPECT_EQ(microprice(heavy_bid), (FractionalPrice{.price = {1'075}, .ppm = 0}));
    EXPECT_EQ(imbalance_ppm(heavy_bid), 500'000);
    const Bbo thirds = bbo(level(1'000, 1), level(1'100, 2));
    EXPECT_EQ(microprice(thirds), (FractionalPrice{.price = {1'033}, .ppm = 333'333}));
    EXPECT_EQ(imbalance_ppm(thirds), -333'333);
}

TEST(Signals, TheLargestQuantitiesAndPricesDoNotOverflow) {
    constexpr std::uint64_t kQtyMax = ~0ULL;
    constexpr std::int64_t kPriceMax = std::int64_t{1} << 60U;
    const Bbo widest = bbo(level(-kPriceMax, kQtyMax), level(kPriceMax, kQtyMax));
    EXPECT_EQ(microprice(widest), (FractionalPrice{.price = {0}, .ppm = 0}));
    EXPECT_EQ(microprice_floor(widest), Price{0});
    EXPECT_EQ(imbalance_ppm(bbo(level(1, kQtyMax), level(2, 1))), 999'999);
    std::array<Level, kImbalanceLevelsMax> all;
    all.fill(level(1, kQtyMax));
    EXPECT_EQ(imbalance_ppm({.bids = all, .asks = {}}, all.size()), 1'000'000);
    EXPECT_EQ(imbalance_ppm({.bids = all, .asks = all}, all.size()), 0);
}

TEST(Signals, DeeperLevelsWeighLess) {
    const std::array<Level, 3> bids{level(100, 10), level(99, 20), level(98, 30)};
    const std::array<Level, 2> asks{level(101, 40), level(102, 10)};
    // 3*10 + 2*20 + 1*30 = 100 to 3*40 + 2*10 = 140
    EXPECT_EQ(imbalance_ppm({.bids = bids, .asks = asks}, 3), -40 * 1'000'000 / 240);
    // One level is the imbalance of the best prices: 10 to 40.
    EXPECT_EQ(imbalance_ppm({.bids = bids, .asks = asks}, 1), -600'000);
    EXPECT_EQ(imbalance_ppm({.bids = asks, .asks = bids}, 3), 40 * 1'000'000 / 240);
}

/// The formulas as they are written in books, in 64 bits of mantissa.
struct LongDoubles {
    static long double microprice(const Bbo& bbo) {
        const long double bid_qty = static_cast<long double>(bbo.bid.qty.value);
        const long double ask_qty = static_cast<long double>(bbo.ask.qty.value);
        return (static_cast<long double>(bbo.bid.price.value) * ask_qty +
                static_cast<long double>(bbo.ask.price.value) * bid_qty) /
               (bid_qty + ask_qty);
    }
    static long double imbalance(const Sides& sides, std::size_t levels) {
        long double bids = 0;
        long double asks = 0;
        for (std::size_t i = 0; i < levels; ++i) {
            const auto weight = static_cast<long double>(levels - i);
            bids += i < sides.bids.size() ? weight * sides.bids[i].qty.value : 0;
            asks += i < sides.asks.size() ? weight * sides.asks[i].qty.value : 0;
        }
        return bids + asks == 0 ? 0 : 1e6L * (bids - asks) / (bids + asks);
    }
};

TEST(SignalsProperty, MicropriceAndImbalanceAreTheFormulasToTheUnitStated) {
    Random random(support::seed_of_this_test(1));
    for (int i = 0; i < 200'000; ++i) {
        // Of every size, so that both the 64-bit and the 128-bit division are met.
        const auto qty = [&] { return 1 + random.below(1ULL << random.below(45)); };
        const auto bid = static_cast<std::int64_t>(random.below(2'000'000));
        const auto width = static_cast<std::int64_t>(random.below(1ULL << random.below(36)));
        const Bbo touch = bbo(level(bid, qty()), level(bid + width, qty()));
        const NoAllocScope scope;
        const FractionalPrice ours = microprice(touch).value();
        const long double value =
            static_cast<long double>(ours.price.value) + static_cast<long double>(ours.ppm) / 1e6L;
        const long double formula = LongDoubles::microprice(touch);
        ASSERT_LE(value, formula + 1e-8L) << "event " << i;
        ASSERT_GT(value, formula - 1.01e-6L) << "event " << i;
        ASSERT_LT(ours.ppm, 1'000'000U);
        ASSERT_EQ(microprice_floor(touch), ours.price);

        std::array<Level, 6> bids;
        std::array<Level, 6> asks;
        for (std::size_t k = 0; k < bids.size(); ++k) {
            bids[k] = level(1, qty());
            asks[k] = level(2, qty());
        }
        const Sides sides{.bids = std::span(bids).first(random.below(7)),
                          .asks = std::span(asks).first(random.below(7))};
        const std::size_t levels = 1 + random.below(8);
        const long double expected = LongDoubles::imbalance(sides, levels);
        const long double ppm = imbalance_ppm(sides, levels);
        ASSERT_LE(std::fabs(ppm), std::fabs(expected) + 1e-8L) << "event " << i;
        ASSERT_LT(std::fabs(expected - ppm), 1.0L) << "event " << i;
        ASSERT_EQ(imbalance_ppm({.bids = sides.asks, .asks = sides.bids}, levels),
                  -imbalance_ppm(sides, levels));
        ASSERT_EQ(scope.allocations(), 0U);
    }
}

}  // namespace
}  // namespace hotpath::book
