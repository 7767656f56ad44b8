// Crosses (Nasdaq rules 4752, opening; 4753, halt; 4754, closing): the price by each rule in turn, the
// orders that take part, their priority, what is published before, and what is left after.

#include <cstdint>
#include <optional>
#include <string>

#include "tests/reference/venue_trading.hpp"

namespace hotpath::match {
namespace {

constexpr Conditions kOnOpen{.cross = CrossKind::Opening};
constexpr Conditions kOnClose{.cross = CrossKind::Closing};

class VenueCrosses : public VenueTrading {
  protected:
    void SetUp() override { phase(Phase::Accumulating); }

    /// The price of the cross of the orders entered, as the indication and the cross agree on it.
    [[nodiscard]] std::int64_t price(std::int64_t reference = 0) {
        const std::optional<Price> near = indicate(CrossKind::Opening, reference).near;
        const Lines lines = cross(CrossKind::Opening, reference);
        const std::string last = lines.empty() ? "" : lines.back();
        EXPECT_TRUE(last.ends_with("@" + std::to_string(near.value_or(Price{}).value))) << last;
        return near.value_or(Price{}).value;
    }
};
INSTANTIATE_TEST_SUITE_P(EachMatcher, VenueCrosses, testing::ValuesIn(kVenueMatchers));

// ---- the price

// The drawing of cross.hpp.
TEST_P(VenueCrosses, MostSharesTradeAtTheCrossRule4752d2A) {
    enter(buy(1, 100, 1'002));
    enter(buy(2, 200, 1'001));
    enter(buy(3, 400, 1'000));
    enter(sell(4, 200, 1'000));
    enter(sell(5, 200, 1'001));
    EXPECT_EQ(price(), 1'001);
}

TEST_P(VenueCrosses, OfPricesWithAsManySharesTheLeastImbalanceDecidesRule4752d2B) {
    enter(buy(1, 100, 1'003));
    enter(buy(2, 300, 1'001));
    enter(sell(3, 100, 1'000));
    EXPECT_EQ(indicate(CrossKind::Opening, 1'000).at_reference,
              (CrossVolume{{1'002}, {100}, {0}, Side::Buy}));
    EXPECT_EQ(price(1'000), 1'002) << "100 trade anywhere, but up to 1,001 buys are left over";
}

TEST_P(VenueCrosses, LeftOverBuysRaiseThePriceToTheirLimitAndSellsLowerItRule4752d2C) {
    enter(buy(1, 300, 1'005));
    enter(sell(2, 100, 1'000));
    EXPECT_EQ(price(1'001), 1'005);
    cancel(1);
    phase(Phase::Accumulating);
    enter(buy(3, 100, 1'005));
    enter(sell(4, 300, 1'000));
    EXPECT_EQ(price(1'004), 1'000);
}

TEST_P(VenueCrosses, WithoutAnImbalanceTheNearestToTheReferenceIsTakenRule4752d2D) {
    std::uint64_t id = 0;
    const auto balanced = [&](std::int64_t reference) {
        phase(Phase::Accumulating);
        enter(buy(++id, 100, 1'005));
        enter(sell(++id, 100, 1'000));
        return price(reference);
    };
    EXPECT_EQ(balanced(1'003), 1'003);
    EXPECT_EQ(balanced(1'009), 1'005);
    EXPECT_EQ(balanced(990), 1'000);
    EXPECT_EQ(balanced(0), 1'000) << "without a reference the lowest";
}

TEST_P(VenueCrosses, NoTwoOrdersThatMeetNoTradeAndTheMarketOpens) {
    enter(buy(1, 100, 1'000));
    enter(sell(2, 100, 1'001));
    EXPECT_EQ(cross(CrossKind::Opening, 1'000), (Lines{"opening cross ended 0@0"}));
    EXPECT_EQ(enter(ioc(sell(3, 10, 1'000))), (Lines{"3 trades 10@1000 with 1, leaves 90, 0"}));
}

// ---- priority

TEST_P(VenueCrosses, MarketOrdersTradeFirstThenByPriceThenByPlaceHiddenOrdersLast) {
    enter(buy(1, 10, 1'000), {.is_hidden = true});
    enter(buy(2, 10, 1'000));
    enter(buy(3, 10, 1'000), kOnOpen);
    enter(buy(4, 10, 1'001));
    enter(market(buy(5, 10, 0)), kOnOpen);
    enter(buy(6, 10, 1'000));
    enter(sell(7, 60, 1'000));
    EXPECT_EQ(cross(CrossKind::Opening),
              (Lines{"cross 10@1000 of crossing 5 leaves 0 and displayed 7 leaves 50",
                     "cross 10@1000 of displayed 4 leaves 0 and displayed 7 leaves 40",
                     "cross 10@1000 of displayed 2 leaves 0 and displayed 7 leaves 30",
                     "cross 10@1000 of crossing 3 leaves 0 and displayed 7 leaves 20",
                     "cross 10@1000 of displayed 6 leaves 0 and displayed 7 leaves 10",
                     "cross 10@1000 of hidden 1 leaves 0 and displayed 7 leaves 0",
                     "opening cross ended 60@1000"}));
}

TEST_P(VenueCrosses, PegsAndStopsTakeNoPart) {
    enter(buy(1, 10, 1'000), {.peg = Peg::Primary});
    enter(market(buy(2, 10, 0)), {.stop_price = {1'005}});
    enter(sell(3, 10, 1'000));
    EXPECT_EQ(indicate(CrossKind::Opening, 1'000).near, std::nullopt);
    EXPECT_EQ(cross(CrossKind::Opening, 1'000), (Lines{"opening cross ended 0@0"}));
}

TEST_P(VenueCrosses, OrdersForAnotherCrossWaitForThat) {
    enter(buy(1, 10, 1'000), kOnOpen);
    enter(sell(2, 10, 1'000), kOnClose);
    EXPECT_EQ(
        cross(CrossKind::Opening, 1'000),
        (Lines{"cancel 10 of 1 crossing buy 10@1000 (cross ended)", "opening cross ended 0@0"}));
    phase(Phase::Accumulating);
    enter(buy(3, 10, 1'000));
    EXPECT_EQ(cross(CrossKind::Closing, 1'000),
              (Lines{"cross 10@1000 of displayed 3 leaves 0 and crossing 2 leaves 0",
                     "closing cross ended 10@1000"}));
}

TEST_P(VenueCrosses, ItsOrdersThatDoNotTradeAreCanceledBuysFirstAndTheBooksStay) {
    enter(buy(1, 30, 1'000), kOnOpen);
    enter(sell(2, 10, 1'000), kOnOpen);
    enter(sell(3, 10, 1'002), kOnOpen);
    enter(buy(4, 10, 999));
    EXPECT_EQ(cross(CrossKind::Opening, 1'000),
              (Lines{"cross 10@1000 of crossing 1 leaves 20 and crossing 2 leaves 0",
                     "cancel 20 of 1 crossing buy 20@1000 (cross ended)",
                     "cancel 10 of 3 crossing sell 10@1002 (cross ended)",
                     "opening cross ended 10@1000"}));
    EXPECT_EQ(enter(ioc(sell(5, 10, 999))), (Lines{"5 trades 10@999 with 4, leaves 0, 0"}));
}

TEST_P(VenueCrosses, AnOrderForACrossNeverTradesElsewhere) {
    phase(Phase::Continuous);
    EXPECT_EQ(enter(buy(1, 10, 1'005), kOnClose), (Lines{"hold 1 crossing buy 10@1005"}));
    EXPECT_EQ(enter(sell(2, 10, 1'000)), (Lines{"add 2 sell 10@1000"}));
    EXPECT_EQ(cross(CrossKind::Closing), Lines{}) << "there is no cross in continuous trading";
    EXPECT_EQ(reduce(1, 4), (Lines{"reduce 4 of 1 crossing buy 10@1005 (requested)"}));
    EXPECT_EQ(
        replace(1, {{3}, {8}, {1'004}}),
        (Lines{"replace 1 crossing buy 6@1005 by 3 buy 8@1004", "hold 3 crossing buy 8@1004"}));
    EXPECT_EQ(cancel(3), (Lines{"cancel 8 of 3 crossing buy 8@1004 (requested)"}));
}

// ---- the indication

TEST_P(VenueCrosses, AnIndicationHasTheFarPriceOfItsOrdersAndTheNearOneOfAll) {
    enter(buy(1, 100, 1'003), kOnOpen);
    enter(sell(2, 100, 1'001), kOnOpen);
    enter(sell(3, 100, 1'000));
    const Indication opening = indicate(CrossKind::Opening, 1'002);
    EXPECT_EQ(opening.instrument, kTraded);
    EXPECT_EQ(opening.kind, CrossKind::Opening);
    EXPECT_EQ(opening.far, Price{1'002});
    EXPECT_EQ(opening.near, Price{1'000});
    EXPECT_EQ(opening.at_reference, (CrossVolume{{1'000}, {100}, {0}, Side::Buy}));
    const Indication closing = indicate(CrossKind::Closing, 1'002);
    EXPECT_EQ(closing.far, std::nullopt);
    EXPECT_EQ(closing.near, std::nullopt) << "one order alone";
    EXPECT_EQ(closing.at_reference, (CrossVolume{{1'002}, {0}, {100}, Side::Sell}));
}

TEST_P(VenueCrosses, AnIndicationIsCountedWithinTheDisplayedQuote) {
    enter(buy(1, 100, 1'000));
    enter(sell(2, 100, 1'004));
    EXPECT_EQ(indicate(CrossKind::Opening, 1'010).at_reference,
              (CrossVolume{{1'004}, {0}, {100}, Side::Sell}));
    EXPECT_EQ(indicate(CrossKind::Opening, 990).at_reference,
              (CrossVolume{{1'000}, {0}, {100}, Side::Buy}));
}

TEST_P(VenueCrosses, AnIndicationChangesNothing) {
    enter(buy(1, 100, 1'000), kOnOpen);
    enter(sell(2, 60, 1'000));
    const Indication first = indicate(CrossKind::Opening, 1'000);
    EXPECT_EQ(indicate(CrossKind::Opening, 1'000), first);
    EXPECT_EQ(cross(CrossKind::Opening, 1'000),
              (Lines{"cross 60@1000 of crossing 1 leaves 40 and displayed 2 leaves 0",
                     "cancel 40 of 1 crossing buy 40@1000 (cross ended)",
                     "opening cross ended 60@1000"}));
}

// ---- before a cross

TEST_P(VenueCrosses, OrdersAccumulateCrossedAndTradingCannotBeginWithoutACross) {
    EXPECT_EQ(enter(buy(1, 10, 1'001)), (Lines{"add 1 buy 10@1001"}));
    EXPECT_EQ(enter(sell(2, 10, 1'000), {.is_hidden = true}),
              (Lines{"hold 2 hidden sell 10@1000"}));
    EXPECT_EQ(matcher().set_phase(kTraded, Phase::Continuous, log()), MatchStatus::NotInThisPhase);
    EXPECT_EQ(cancel(2), (Lines{"cancel 10 of 2 hidden sell 10@1000 (requested)"}));
    EXPECT_EQ(phase(Phase::Continuous), Lines{}) << "nothing meets any more";
}

TEST_P(VenueCrosses, APostOnlyOrderRestsBeforeACross) {
    enter(buy(1, 10, 1'001));
    EXPECT_EQ(enter(sell(2, 10, 1'000), {.is_post_only = true}), (Lines{"add 2 sell 10@1000"}));
}

}  // namespace
}  // namespace hotpath::match
