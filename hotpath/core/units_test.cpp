#include "hotpath/core/units.hpp"

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>

#include "hotpath/core/price_distance.hpp"

namespace hotpath {
namespace {

template <class A, class B>
concept Addable = requires(A a, B b) { a + b; };
template <class A, class B>
concept Multipliable = requires(A a, B b) { a* b; };
template <class A, class B>
concept Comparable = requires(A a, B b) { a < b; };

// What has a meaning, and of which type it is.
static_assert(std::same_as<decltype(Price{} * Qty{}), Money>);
static_assert(std::same_as<decltype(Price{} * SignedQty{}), Money>);
static_assert(std::same_as<decltype(Ticks{} * std::int64_t{}), std::int64_t>);
static_assert(std::same_as<decltype(signed_qty(Side::Buy, Qty{})), SignedQty>);
// What has none does not compile.
static_assert(!Addable<Money, Price> && !Addable<Money, SignedQty> &&
              !Addable<Money, std::int64_t>);
static_assert(!Addable<SignedQty, Qty> && !Addable<SignedQty, std::int64_t>);
static_assert(!Addable<Ticks, Price> && !Addable<BasisPoints, BasisPoints>);
static_assert(!Multipliable<Price, Price> && !Multipliable<Money, Qty> &&
              !Multipliable<Money, Money> && !Multipliable<BasisPoints, Price>);
static_assert(!Comparable<Money, std::int64_t> && !Comparable<SignedQty, Qty>);

template <class A, class B>
concept Subtractable = requires(A a, B b) { a - b; };

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
    EXPECT_FALSE((std::is_convertible_v<std::int64_t, Money>));
    EXPECT_FALSE((std::is_convertible_v<Qty, SignedQty>));
    EXPECT_FALSE((std::is_convertible_v<Ticks, BasisPoints>));
}

TEST(Units, AreAsSmallAndPlainAsTheirIntegers) {
    EXPECT_EQ(sizeof(Price), 8U);
    EXPECT_EQ(sizeof(Qty), 4U);
    EXPECT_EQ(sizeof(InstrumentId), 2U);
    EXPECT_EQ(sizeof(Money), 8U);
    EXPECT_EQ(sizeof(SignedQty), 8U);
    EXPECT_EQ(sizeof(BasisPoints), 4U);
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

TEST(Units, AnExecutionMovesAPositionByItsSide) {
    SignedQty position = signed_qty(Side::Buy, {60});
    position += signed_qty(Side::Sell, {100});
    EXPECT_EQ(position, SignedQty{-40});
    EXPECT_EQ(-position, magnitude(position));
    EXPECT_EQ(sign(Side::Sell) * position, SignedQty{40});
    EXPECT_EQ(to_signed({0xffff'ffff}), SignedQty{0xffff'ffff}) << "every quantity fits";
}

TEST(Units, APriceTimesAQuantityIsMoney) {
    EXPECT_EQ((Price{2'000'000'000} * Qty{0xffff'ffff}), Money{2'000'000'000 * 0xffff'ffffLL});
    EXPECT_EQ((Price{1'000'000} * SignedQty{-30}), Money{-30'000'000});
    Money cash{100};
    cash -= {250};
    EXPECT_EQ(cash, Money{-150});
    EXPECT_EQ(magnitude(cash) + cash, Money{});
    EXPECT_EQ(-1 * cash, Money{150});
}

TEST(Units, MoneyBeyondItsRangeIsDefinedAndAboveEveryLimit) {
    constexpr Money kMost{std::numeric_limits<std::int64_t>::max()};
    constexpr Money kLeast{std::numeric_limits<std::int64_t>::min()};
    EXPECT_EQ(kMost + Money{1}, kLeast);
    EXPECT_EQ(-kLeast, kLeast);
    EXPECT_EQ(magnitude(kLeast), kLeast) << "2^63 does not fit";
    EXPECT_TRUE(is_above(magnitude(kLeast), kMost));
    EXPECT_TRUE(is_above(kMost + kMost, kMost));
    EXPECT_TRUE(is_above(Price{std::numeric_limits<std::int64_t>::max()} * Qty{2}, kMost));
    EXPECT_TRUE(is_above({101}, {100}));
    EXPECT_FALSE(is_above({100}, {100})) << "a limit is inclusive";
}

TEST(Units, ADistanceIsBeyondItsShareOfAPriceByOneUnit) {
    EXPECT_FALSE(is_beyond(10'000, {1'000'000}, BasisPoints{100}));
    EXPECT_TRUE(is_beyond(10'001, {1'000'000}, BasisPoints{100}));
    EXPECT_FALSE(is_beyond(1'000'000, {1'000'000}, kWholePrice));
    EXPECT_EQ(Ticks{3} * 100, 300);
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
