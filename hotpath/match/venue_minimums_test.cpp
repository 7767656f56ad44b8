// Minimum quantity (Nasdaq rule 4703(e)), fill-or-kill, and post-only (rule 4702(b)(4)): what an order
// may do at once, or nothing.

#include "tests/reference/venue_trading.hpp"

namespace hotpath::match {
namespace {

constexpr Conditions kPostOnly{.is_post_only = true};

[[nodiscard]] constexpr Conditions at_least(std::uint32_t qty) {
    return {.min_qty = {qty}};
}

class VenueMinimums : public VenueTrading {};
INSTANTIATE_TEST_SUITE_P(EachMatcher, VenueMinimums, testing::ValuesIn(kVenueMatchers));

TEST_P(VenueMinimums, IsTheSumOfSeveralOrdersAndTheRestMayRest) {
    enter(sell(1, 30, 100));
    enter(sell(2, 30, 101));
    EXPECT_EQ(enter(buy(3, 100, 101), at_least(60)),
              (Lines{"3 trades 30@100 with 1, leaves 0, 70", "3 trades 30@101 with 2, leaves 0, 40",
                     "add 3 buy 40@101"}));
}

TEST_P(VenueMinimums, OneShareLessIsCanceledUntradedAndNothingMoves) {
    enter(sell(1, 30, 100));
    enter(sell(2, 29, 101));
    EXPECT_EQ(enter(buy(3, 100, 101), at_least(60)),
              (Lines{"cancel 100 of 3 buy 100@101 (minimum)"}));
    EXPECT_EQ(enter(ioc(buy(4, 59, 101))), (Lines{"4 trades 30@100 with 1, leaves 0, 29",
                                                  "4 trades 29@101 with 2, leaves 0, 0"}));
}

TEST_P(VenueMinimums, BindsOnceAndARestingOrderTradesAnyQuantity) {
    enter(sell(1, 50, 100));
    enter(buy(2, 100, 100), at_least(50));
    EXPECT_EQ(enter(ioc(sell(3, 1, 100))),
              (Lines{"3 trades 1@100 with 2, leaves 49, 0; it was 2 displayed buy 50@100"}));
}

TEST_P(VenueMinimums, CountsAPegThatItsLimitReaches) {
    enter(buy(1, 10, 100));
    enter(sell(2, 10, 110));
    enter(sell(3, 20, 0), {.peg = Peg::Mid});
    EXPECT_EQ(enter(ioc(buy(4, 20, 104)), at_least(20)),
              (Lines{"cancel 20 of 4 buy 20@104 (minimum)"}))
        << "the middle is 105";
    EXPECT_EQ(enter(ioc(buy(5, 20, 105)), at_least(20)),
              (Lines{"5 trades 20@105 with 3, leaves 0, 0; it was 3 pegged sell 20@0"}));
}

TEST_P(VenueMinimums, OfAStopThatWasReducedBelowItIsAllThatIsLeft) {
    enter(sell(1, 10, 100));
    enter(sell(2, 20, 101));
    enter(ioc(buy(3, 50, 105)), {.min_qty = {50}, .stop_price = {100}});
    reduce(3, 30);
    EXPECT_EQ(enter(ioc(buy(4, 10, 100))).size(), 3U) << "traded, triggered, traded";
}

TEST_P(VenueMinimums, OfAMarketOrderCountsTheWholeSideUpToTheBand) {
    enter(sell(1, 10, 100));
    enter(sell(2, 10, 105));
    EXPECT_EQ(enter(market(buy(3, 21, 0)), at_least(21)),
              (Lines{"cancel 21 of 3 buy 21@0 (minimum)"}));
    bands({.lower = {90}, .upper = {104}});
    EXPECT_EQ(enter(market(buy(4, 20, 0)), at_least(20)),
              (Lines{"cancel 20 of 4 buy 20@0 (minimum)"}));
    EXPECT_EQ(
        enter(market(buy(5, 20, 0)), at_least(10)),
        (Lines{"5 trades 10@100 with 1, leaves 0, 10", "cancel 10 of 5 buy 10@0 (immediate)"}));
}

TEST_P(VenueMinimums, OrdersOfItsOwnerOnTheWayRefuseItUnlessTheyWouldBeCanceled) {
    enter(sell(1, 10, 100), {.owner = {7}});
    enter(sell(2, 20, 100));
    EXPECT_EQ(enter(ioc(buy(3, 20, 100)), {.owner = {7}, .min_qty = {20}}),
              (Lines{"cancel 20 of 3 buy 20@100 (self-trade)"}));
    EXPECT_EQ(enter(ioc(buy(4, 20, 100)),
                    {.owner = {7}, .self_trade = SelfTrade::Decrement, .min_qty = {20}}),
              (Lines{"cancel 20 of 4 buy 20@100 (self-trade)"}));
    EXPECT_EQ(enter(ioc(buy(5, 20, 100)),
                    {.owner = {7}, .self_trade = SelfTrade::CancelOldest, .min_qty = {20}}),
              (Lines{"prevent 10@100 of 5 and displayed 1 (cancel oldest)",
                     "cancel 10 (displayed 10) of 1 displayed sell 10@100 (self-trade)",
                     "5 trades 20@100 with 2, leaves 0, 0"}));
}

TEST_P(VenueMinimums, OrdersOfItsOwnerBeyondWhatItNeedsDoNot) {
    enter(sell(1, 20, 100));
    enter(sell(2, 10, 101), {.owner = {7}});
    EXPECT_EQ(enter(ioc(buy(3, 20, 101)), {.owner = {7}, .min_qty = {20}}),
              (Lines{"3 trades 20@100 with 1, leaves 0, 0"}));
}

TEST_P(VenueMinimums, OrdersOfItsOwnerThatItWouldNeverReachDoNotWhereverTheyStand) {
    for (const SelfTrade choice : {SelfTrade::CancelNewest, SelfTrade::Decrement}) {
        const std::uint64_t id = 100 * (static_cast<std::uint64_t>(choice) + 1);
        const Conditions mine{.owner = {7}, .self_trade = choice, .min_qty = {20}};
        enter(buy(id, 10, 90));
        enter(sell(id + 1, 10, 110));
        // A peg of its owner stands after the displayed shares of its price.
        enter(sell(id + 2, 5, 105), {.owner = {7}, .peg = Peg::Primary});
        enter(sell(id + 3, 10, 110));
        EXPECT_EQ(enter(ioc(buy(id + 4, 20, 110)), mine).size(), 2U);
        cancel(id + 2);
        // Pegs of others are at better prices than a displayed order of its owner.
        enter(sell(id + 5, 10, 110), {.owner = {7}});
        enter(sell(id + 6, 20, 95), {.peg = Peg::Mid});
        EXPECT_EQ(enter(ioc(buy(id + 7, 20, 110)), mine).size(), 1U);
        // A reserve is displayed again before a hidden order of the price trades.
        cancel(id + 5);
        enter(sell(id + 8, 5, 110), {.owner = {7}, .is_hidden = true});
        enter(sell(id + 9, 20, 110), {.display_qty = {4}});
        EXPECT_EQ(enter(ioc(buy(id + 10, 20, 110)), mine).size(), 9U);
        cancel(id + 8);
        cancel(id);
    }
}

// ---- post-only

TEST_P(VenueMinimums, APostOnlyOrderIsCanceledAtTheOtherSidesPriceAndRestsOneTickAway) {
    enter(sell(1, 10, 100));
    EXPECT_EQ(enter(buy(2, 10, 100), kPostOnly), (Lines{"cancel 10 of 2 buy 10@100 (post-only)"}));
    EXPECT_EQ(enter(buy(3, 10, 99), kPostOnly), (Lines{"add 3 buy 10@99"}));
    EXPECT_EQ(enter(sell(4, 10, 99), kPostOnly), (Lines{"cancel 10 of 4 sell 10@99 (post-only)"}));
}

TEST_P(VenueMinimums, APostOnlyOrderThatAPegWouldTradeWithIsCanceled) {
    enter(buy(1, 10, 100));
    enter(sell(2, 10, 110));
    enter(sell(3, 10, 0), {.peg = Peg::Mid});
    EXPECT_EQ(enter(buy(4, 10, 105), kPostOnly), (Lines{"cancel 10 of 4 buy 10@105 (post-only)"}));
    EXPECT_EQ(enter(buy(5, 10, 104), kPostOnly), (Lines{"add 5 buy 10@104"}));
}

TEST_P(VenueMinimums, ARestingPostOnlyOrderTradesAndAReplacementIsPostOnlyAgain) {
    enter(buy(1, 10, 99), kPostOnly);
    EXPECT_EQ(enter(sell(2, 4, 99)),
              (Lines{"2 trades 4@99 with 1, leaves 6, 0; it was 1 displayed buy 10@99"}));
    enter(sell(3, 10, 101));
    EXPECT_EQ(replace(1, {{4}, {6}, {101}}), (Lines{"replace 1 displayed buy 6@99 by 4 buy 6@101",
                                                    "cancel 6 of 4 buy 6@101 (post-only)"}));
}

}  // namespace
}  // namespace hotpath::match
