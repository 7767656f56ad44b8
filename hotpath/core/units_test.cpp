#include "hotpath/core/units.hpp"

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <gtest/gtest.h>

namespace hotpath {
namespace {

template <class A, class B>
concept Addable = requires(A a, B b) { a + b; };

template <class A, class B>
concept Subtractable = requires(A a, B b) { a - b; };

template <class A, class B>
concept Comparable = requires(A a, B b) { a < b; };

static_assert(!Addable<Time, Time>);
static_assert(!Addable<Time, std::int64_t>);
static_assert(!Subtractable<Nanos, Time>);
static_assert(!Comparable<Time, Nanos>);
static_assert(!std::equality_comparable_with<Time, Nanos>);
static_assert(!std::is_convertible_v<Nanos, Time> && !std::is_convertible_v<Time, Nanos>);
static_assert(!std::is_convertible_v<std::int64_t, Time>);
static_assert(sizeof(Time) == sizeof(std::int64_t) && std::is_trivially_copyable_v<Time>);

TEST(Units, NothingConvertsImplicitly) {
    EXPECT_FALSE((std::is_convertible_v<std::int64_t, Price>));
    EXPECT_FALSE((std::is_convertible_v<Price, std::int64_t>));
    EXPECT_FALSE((std::is_convertible_v<OrderId, ClOrdId>));
    EXPECT_FALSE((Addable<Price, Price>)) << "the sum of two prices has no meaning";
    EXPECT_FALSE((Addable<Price, Qty>));
    EXPECT_TRUE((Addable<Price, std::int64_t>));
}

TEST(Units, AreAsSmallAndPlainAsTheirIntegers) {
    EXPECT_EQ(sizeof(Price), 8U);
    EXPECT_EQ(sizeof(Qty), 4U);
    EXPECT_EQ(sizeof(InstrumentId), 2U);
    EXPECT_TRUE(std::is_trivially_copyable_v<Price>);
    EXPECT_TRUE(std::is_trivially_copyable_v<TotalQty>);
}

TEST(Units, PricesDifferInPriceUnits) {
    constexpr Price kBid{1'000'000};
    EXPECT_EQ(kBid + 100, Price{1'000'100});
    EXPECT_EQ(kBid - 100, Price{999'900});
    EXPECT_EQ((kBid + 100) - kBid, 100);
    EXPECT_LT(kBid, kBid + 1);
}

TEST(Units, QuantitiesAddAndSubtract) {
    Qty leaves{100};
    leaves -= {30};
    EXPECT_EQ(leaves, Qty{70});
    leaves += {5};
    EXPECT_EQ(leaves + Qty{5} - Qty{10}, Qty{70});
}

TEST(Units, ATotalHoldsMoreThanAQuantityCan) {
    TotalQty total;
    total += Qty{4'000'000'000};
    total += Qty{4'000'000'000};
    EXPECT_EQ(total, TotalQty{8'000'000'000});
    total -= Qty{4'000'000'000};
    EXPECT_EQ(total, TotalQty{4'000'000'000});
}

TEST(Units, TimesDifferByADurationAndMoveByOne) {
    constexpr Time kOpen{34'200 * kNanosPerSecond};
    constexpr Nanos kMinute{60 * kNanosPerSecond};
    static_assert(std::same_as<decltype(kOpen - kOpen), Nanos>);
    static_assert(std::same_as<decltype(kOpen + kMinute), Time>);
    static_assert(std::same_as<decltype(kOpen - kMinute), Time>);
    EXPECT_EQ(kOpen + kMinute, Time{34'260 * kNanosPerSecond});
    EXPECT_EQ((kOpen + kMinute) - kOpen, kMinute);
    EXPECT_EQ(kOpen + kMinute - kMinute, kOpen);
    EXPECT_EQ(kOpen - (kOpen + kMinute), Nanos{} - kMinute);
    EXPECT_LT(kOpen, kOpen + Nanos{1});
}

TEST(Units, NothingIsLaterThanNeverOrLongerThanForever) {
    EXPECT_GT(kNever, Time{86'400 * kNanosPerSecond});
    EXPECT_EQ(kNever - Time{}, kForever);
}

TEST(Units, TheOppositeOfTheOppositeIsTheSide) {
    EXPECT_EQ(opposite(Side::Buy), Side::Sell);
    EXPECT_EQ(opposite(opposite(Side::Buy)), Side::Buy);
    EXPECT_EQ(sign(Side::Buy), -sign(Side::Sell));
}

TEST(Units, ABetterPriceIsHigherForBidsAndLowerForAsks) {
    EXPECT_TRUE(is_better(Side::Buy, {101}, {100}));
    EXPECT_TRUE(is_better(Side::Sell, {100}, {101}));
    for (const Side side : {Side::Buy, Side::Sell}) {
        EXPECT_FALSE(is_better(side, {100}, {100}));
        EXPECT_NE(is_better(side, {100}, {101}), is_better(opposite(side), {100}, {101}));
    }
}

TEST(Units, AnOrderCrossesWhatIsAtItsLimitOrBetter) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        const std::int64_t worse = sign(side);
        EXPECT_TRUE(crosses(side, {100}, {100}));
        EXPECT_TRUE(crosses(side, {100}, Price{100} - worse));
        EXPECT_FALSE(crosses(side, {100}, Price{100} + worse));
    }
}

}  // namespace
}  // namespace hotpath
