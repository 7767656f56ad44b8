// Stop orders: held until a trade at the stop price or beyond, then an order at a new place. The
// stops of one instrument are triggered one at a time, each trading before the next.

#include "tests/reference/venue_trading.hpp"

namespace hotpath::match {
namespace {

[[nodiscard]] constexpr Conditions stop_at(std::int64_t price) {
    return {.stop_price = {price}};
}

class VenueStops : public VenueTrading {};
INSTANTIATE_TEST_SUITE_P(EachMatcher, VenueStops, testing::ValuesIn(kVenueMatchers));

TEST_P(VenueStops, ASellWaitsForATradeAtItsPriceOrBelowAndQuotesDoNotTriggerIt) {
    EXPECT_EQ(enter(market(sell(1, 10, 0)), stop_at(100)), (Lines{"hold 1 stopped sell 10@0"}));
    EXPECT_EQ(enter(buy(2, 10, 101)), (Lines{"add 2 buy 10@101"}));
    EXPECT_EQ(enter(buy(3, 10, 99)), (Lines{"add 3 buy 10@99"}));
    EXPECT_EQ(enter(ioc(sell(4, 10, 101))), (Lines{"4 trades 10@101 with 2, leaves 0, 0"}))
        << "101 is above its price";
    EXPECT_EQ(enter(ioc(sell(5, 2, 99))),
              (Lines{"5 trades 2@99 with 3, leaves 8, 0", "trigger 1 stopped sell 10@0",
                     "1 trades 8@99 with 3, leaves 0, 2", "cancel 2 of 1 sell 2@0 (immediate)"}));
}

TEST_P(VenueStops, ABuyWaitsForATradeAtItsPriceOrAbove) {
    enter(buy(1, 10, 103), stop_at(102));
    enter(sell(2, 10, 101));
    enter(sell(3, 10, 102));
    EXPECT_EQ(enter(ioc(buy(4, 10, 101))), (Lines{"4 trades 10@101 with 2, leaves 0, 0"}));
    EXPECT_EQ(enter(ioc(buy(5, 4, 102))),
              (Lines{"5 trades 4@102 with 3, leaves 6, 0", "trigger 1 stopped buy 10@103",
                     "1 trades 6@102 with 3, leaves 0, 4", "add 1000 buy 4@103"}))
        << "what is left of a limit order rests, at its new place";
    EXPECT_EQ(cancel(1),
              (Lines{"cancel 4 (displayed 4) of 1 displayed buy 4@103 at place 1000 (requested)"}));
}

TEST_P(VenueStops, ATradeBeforeItsEntryDoesNotTriggerIt) {
    enter(buy(9, 1, 1), {.is_hidden = true});  // so that trades are noted
    enter(buy(1, 20, 99));
    enter(ioc(sell(2, 10, 99)));
    EXPECT_EQ(enter(market(sell(3, 10, 0)), stop_at(100)), (Lines{"hold 3 stopped sell 10@0"}));
    EXPECT_EQ(enter(sell(4, 10, 120)), (Lines{"add 4 sell 10@120"}));
}

TEST_P(VenueStops, TriggeredStopsStandInLineAsTheyAreTriggered) {
    enter(buy(1, 10, 100));
    enter(sell(5, 10, 105), stop_at(100));
    enter(sell(6, 10, 105), stop_at(100));
    EXPECT_EQ(
        enter(ioc(sell(7, 1, 100))),
        (Lines{"7 trades 1@100 with 1, leaves 9, 0", "trigger 5 stopped sell 10@105",
               "add 1000 sell 10@105", "trigger 6 stopped sell 10@105", "add 1001 sell 10@105"}));
    EXPECT_EQ(enter(sell(8, 10, 105)), (Lines{"add 8 sell 10@105"}));
    EXPECT_EQ(enter(ioc(buy(9, 25, 105))),
              (Lines{"9 trades 10@105 with 8, leaves 0, 15",
                     "9 trades 10@105 with 5, leaves 0, 5; it was 5 displayed sell 10@105 at place "
                     "1000",
                     "9 trades 5@105 with 6, leaves 5, 0; it was 6 displayed sell 10@105 at place "
                     "1001"}))
        << "the place decides: 8 is lower than 1000";
}

TEST_P(VenueStops, TheTradesOfOneTriggerTheNext) {
    enter(buy(1, 5, 100));
    enter(buy(2, 5, 98));
    enter(market(sell(5, 5, 0)), stop_at(98));
    enter(market(sell(6, 5, 0)), stop_at(100));
    EXPECT_EQ(enter(ioc(sell(7, 5, 100))),
              (Lines{"7 trades 5@100 with 1, leaves 0, 0", "trigger 6 stopped sell 5@0",
                     "6 trades 5@98 with 2, leaves 0, 0", "trigger 5 stopped sell 5@0",
                     "cancel 5 of 5 sell 5@0 (immediate)"}));
}

TEST_P(VenueStops, OfABuyAndASellTheEarlierIsTriggeredFirst) {
    enter(sell(1, 10, 100));
    enter(sell(5, 10, 150), stop_at(100));
    enter(buy(6, 10, 50), stop_at(100));
    EXPECT_EQ(enter(ioc(buy(7, 1, 100))),
              (Lines{"7 trades 1@100 with 1, leaves 9, 0", "trigger 5 stopped sell 10@150",
                     "add 1000 sell 10@150", "trigger 6 stopped buy 10@50", "add 1001 buy 10@50"}));
}

TEST_P(VenueStops, AHiddenStopRestsHiddenAndAnIcebergStopShowsAPart) {
    enter(buy(1, 10, 100));
    enter(sell(5, 10, 105), {.is_hidden = true, .stop_price = {100}});
    enter(sell(6, 30, 106), {.display_qty = {10}, .stop_price = {100}});
    EXPECT_EQ(enter(ioc(sell(7, 1, 100))),
              (Lines{"7 trades 1@100 with 1, leaves 9, 0", "trigger 5 stopped sell 10@105",
                     "hold 5 hidden sell 10@105 at place 1000", "trigger 6 stopped sell 30@106",
                     "add 1001 sell 10@106"}));
}

TEST_P(VenueStops, ALimitOutsideTheBandsIsCanceledWhenTriggered) {
    enter(sell(1, 10, 100));
    bands({.lower = {90}, .upper = {101}});
    enter(buy(2, 10, 102), stop_at(100));
    EXPECT_EQ(enter(ioc(buy(3, 1, 100))),
              (Lines{"3 trades 1@100 with 1, leaves 9, 0", "trigger 2 stopped buy 10@102",
                     "cancel 10 of 2 buy 10@102 (price band)"}));
}

TEST_P(VenueStops, AMarketStopTradesUpToTheBand) {
    enter(sell(1, 10, 100));
    enter(sell(2, 10, 102));
    bands({.lower = {90}, .upper = {101}});
    enter(market(buy(3, 20, 0)), stop_at(100));
    EXPECT_EQ(
        enter(ioc(buy(4, 1, 100))),
        (Lines{"4 trades 1@100 with 1, leaves 9, 0", "trigger 3 stopped buy 20@0",
               "3 trades 9@100 with 1, leaves 0, 11", "cancel 11 of 3 buy 11@0 (immediate)"}));
}

TEST_P(VenueStops, ReducedItKeepsItsPlaceReplacedItDoesNot) {
    enter(buy(1, 10, 100));
    enter(sell(5, 10, 105), stop_at(100));
    enter(sell(6, 10, 105), stop_at(100));
    EXPECT_EQ(reduce(5, 4), (Lines{"reduce 4 of 5 stopped sell 10@105 (requested)"}));
    EXPECT_EQ(replace(6, {{8}, {7}, {106}}), (Lines{"replace 6 stopped sell 10@105 by 8 sell 7@106",
                                                    "hold 8 stopped sell 7@106"}));
    EXPECT_EQ(
        enter(ioc(sell(9, 1, 100))),
        (Lines{"9 trades 1@100 with 1, leaves 9, 0", "trigger 5 stopped sell 6@105",
               "add 1000 sell 6@105", "trigger 8 stopped sell 7@106", "add 1001 sell 7@106"}));
}

TEST_P(VenueStops, ACanceledStopIsNotTriggered) {
    enter(buy(1, 10, 100));
    enter(sell(5, 10, 105), stop_at(100));
    EXPECT_EQ(cancel(5), (Lines{"cancel 10 of 5 stopped sell 10@105 (requested)"}));
    EXPECT_EQ(enter(ioc(sell(6, 1, 100))), (Lines{"6 trades 1@100 with 1, leaves 9, 0"}));
}

TEST_P(VenueStops, APostOnlyStopDoesNotTakeWhenTriggered) {
    enter(buy(1, 10, 100));
    enter(sell(5, 10, 100), {.is_post_only = true, .stop_price = {100}});
    EXPECT_EQ(enter(ioc(sell(6, 1, 100))),
              (Lines{"6 trades 1@100 with 1, leaves 9, 0", "trigger 5 stopped sell 10@100",
                     "cancel 10 of 5 sell 10@100 (post-only)"}));
}

TEST_P(VenueStops, ACrossTriggersThoseItsPriceReaches) {
    phase(Phase::Accumulating);
    enter(sell(5, 10, 105), stop_at(100));
    enter(sell(6, 10, 105), stop_at(99));
    enter(buy(1, 10, 100));
    enter(sell(2, 10, 100));
    EXPECT_EQ(cross(CrossKind::Opening),
              (Lines{"cross 10@100 of displayed 1 leaves 0 and displayed 2 leaves 0",
                     "opening cross ended 10@100", "trigger 5 stopped sell 10@105",
                     "add 1000 sell 10@105"}));
}

}  // namespace
}  // namespace hotpath::match
