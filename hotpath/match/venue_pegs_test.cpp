// Pegged and hidden orders in trading (Nasdaq rules 4703(d), Pegging; 4703(k), Display; 4757(a)(1),
// Execution Algorithm: price, then display, then time).

#include "tests/reference/venue_trading.hpp"

namespace hotpath::match {
namespace {

class VenuePegs : public VenueTrading {
  protected:
    /// 100 bid, 110 asked.
    void quote() {
        enter(buy(1, 100, 100));
        enter(sell(2, 100, 110));
    }
};
INSTANTIATE_TEST_SUITE_P(EachMatcher, VenuePegs, testing::ValuesIn(kVenueMatchers));

TEST_P(VenuePegs, AtOnePriceDisplayedOrdersTradeBeforeHiddenOnesAndThesePegsByPlace) {
    enter(buy(1, 100, 100));
    enter(sell(2, 10, 110), {.is_hidden = true});
    enter(sell(3, 10, 0), {.peg = Peg::Primary});
    enter(sell(4, 10, 110), {.is_hidden = true});
    enter(sell(5, 10, 110));
    EXPECT_EQ(enter(ioc(buy(6, 40, 110))),
              (Lines{"6 trades 10@110 with 5, leaves 0, 30",
                     "6 trades 10@110 with 2, leaves 0, 20; it was 2 hidden sell 10@110",
                     "6 trades 10@110 with 3, leaves 0, 10; it was 3 pegged sell 10@0",
                     "6 trades 10@110 with 4, leaves 0, 0; it was 4 hidden sell 10@110"}))
        << "the peg keeps its price while the quote is swept";
}

TEST_P(VenuePegs, APegIsHeldUndisplayedAndMovesNoQuote) {
    quote();
    EXPECT_EQ(enter(buy(3, 10, 200), {.peg = Peg::Mid}), (Lines{"hold 3 pegged buy 10@200"}));
    EXPECT_EQ(enter(buy(4, 10, 104)), (Lines{"add 4 buy 10@104"}));
    EXPECT_EQ(
        enter(ioc(sell(5, 30, 104))),
        (Lines{"5 trades 10@107 with 3, leaves 0, 20; it was 3 pegged buy 10@200",
               "5 trades 10@104 with 4, leaves 0, 10", "cancel 10 of 5 sell 10@104 (immediate)"}))
        << "the middle of 104 and 110";
}

TEST_P(VenuePegs, AnIncomingPegTradesUpToItsOwnPriceAndRests) {
    quote();
    enter(sell(3, 10, 105), {.is_hidden = true});
    EXPECT_EQ(enter(buy(4, 30, 200), {.peg = Peg::Mid}),
              (Lines{"4 trades 10@105 with 3, leaves 0, 20; it was 3 hidden sell 10@105",
                     "hold 4 pegged buy 20@200"}))
        << "105 is the middle, though its limit is 200";
}

TEST_P(VenuePegs, AnIncomingImmediatePegThatFindsNothingIsCanceled) {
    quote();
    EXPECT_EQ(enter(ioc(buy(3, 30, 200)), {.peg = Peg::Mid}),
              (Lines{"cancel 30 of 3 buy 30@200 (immediate)"}));
}

TEST_P(VenuePegs, WithoutAQuoteAPegWaitsAndTradesWithNothing) {
    EXPECT_EQ(enter(buy(1, 10, 200), {.peg = Peg::Mid}), (Lines{"hold 1 pegged buy 10@200"}));
    EXPECT_EQ(enter(sell(2, 10, 90), {.peg = Peg::Primary}), (Lines{"hold 2 pegged sell 10@90"}));
    EXPECT_EQ(enter(ioc(sell(3, 10, 1))), (Lines{"cancel 10 of 3 sell 10@1 (immediate)"}));
    EXPECT_EQ(enter(ioc(buy(4, 10, 200)), {.peg = Peg::Mid, .min_qty = {10}}),
              (Lines{"cancel 10 of 4 buy 10@200 (minimum)"}));
}

TEST_P(VenuePegs, ACanceledQuoteMovesThemTogether) {
    enter(buy(1, 100, 100));
    enter(sell(2, 100, 106));
    enter(sell(3, 100, 110));
    enter(buy(4, 10, 105), {.peg = Peg::Mid});   // at 103, the middle
    enter(sell(5, 10, 105), {.peg = Peg::Mid});  // at 105, its limit
    EXPECT_EQ(cancel(2),
              (Lines{"cancel 100 of 2 sell 100@106 (requested)",
                     "5 trades 10@105 with 4, leaves 0, 0; it was 4 pegged buy 10@105"}));
}

TEST_P(VenuePegs, TwoThatAQuoteBringsTogetherTradeAtTheOldersPriceAndTheRestStays) {
    quote();
    enter(sell(3, 25, 101), {.peg = Peg::Mid});
    enter(buy(4, 10, 104), {.peg = Peg::Mid});
    EXPECT_EQ(enter(sell(5, 10, 107)), (Lines{"add 5 sell 10@107"}))
        << "the middle, 103.5, is 103 for a buy and 104 for a sell";
    EXPECT_EQ(enter(sell(6, 10, 106)),
              (Lines{"add 6 sell 10@106",
                     "4 trades 10@103 with 3, leaves 15, 0; it was 3 pegged sell 25@101"}));
    EXPECT_EQ(cancel(3), (Lines{"cancel 15 of 3 pegged sell 15@101 (requested)"}));
    EXPECT_EQ(matcher().cancel({4}, log()), MatchStatus::UnknownOrder);
}

TEST_P(VenuePegs, AHaltStopsThemAndContinuousTradingTakesThemUpAgain) {
    quote();
    enter(buy(3, 10, 104), {.peg = Peg::Mid});
    enter(sell(4, 10, 104), {.peg = Peg::Mid});
    phase(Phase::Accumulating);
    EXPECT_EQ(enter(sell(5, 10, 108)), (Lines{"add 5 sell 10@108"})) << "the middle is 104 now";
    EXPECT_EQ(phase(Phase::Continuous),
              (Lines{"4 trades 10@104 with 3, leaves 0, 0; it was 3 pegged buy 10@104"}));
}

// The plan of Limit Up - Limit Down: no trade above the upper band, though a sell may rest there.
TEST_P(VenuePegs, AMiddleAboveTheUpperBandTradesAtTheBandOrNotAtAll) {
    quote();
    bands({.lower = {90}, .upper = {103}});
    EXPECT_EQ(enter(buy(3, 10, 200), {.peg = Peg::Mid}), (Lines{"hold 3 pegged buy 10@200"}));
    EXPECT_EQ(enter(sell(4, 10, 0), {.peg = Peg::Mid}), (Lines{"hold 4 pegged sell 10@0"}))
        << "the middle is 105";
    EXPECT_EQ(enter(sell(5, 10, 105), {.is_hidden = true}), (Lines{"hold 5 hidden sell 10@105"}));
    EXPECT_EQ(enter(sell(6, 10, 103), {.is_hidden = true}),
              (Lines{"6 trades 10@103 with 3, leaves 0, 0; it was 3 pegged buy 10@200"}));
}

TEST_P(VenuePegs, NewBandsMovePegsBackWithinThem) {
    quote();
    enter(buy(3, 10, 200), {.peg = Peg::Mid});
    EXPECT_EQ(bands({.lower = {90}, .upper = {102}}), Lines{});
    EXPECT_EQ(enter(ioc(sell(4, 10, 101))),
              (Lines{"4 trades 10@102 with 3, leaves 0, 0; it was 3 pegged buy 10@200"}));
}

TEST_P(VenuePegs, AnIncomingPegTradesUpToTheBand) {
    quote();
    bands({.lower = {90}, .upper = {103}});
    enter(sell(3, 10, 103), {.is_hidden = true});
    enter(sell(4, 10, 104), {.is_hidden = true});
    EXPECT_EQ(enter(buy(5, 30, 200), {.peg = Peg::Mid}),
              (Lines{"5 trades 10@103 with 3, leaves 0, 20; it was 3 hidden sell 10@103",
                     "hold 5 pegged buy 20@200"}));
}

TEST_P(VenuePegs, AReducedPegKeepsItsPlaceAndAReplacedOneDoesNot) {
    quote();
    enter(buy(3, 20, 200), {.peg = Peg::Mid});
    enter(buy(4, 20, 200), {.peg = Peg::Mid});
    EXPECT_EQ(reduce(3, 5), (Lines{"reduce 5 of 3 pegged buy 20@200 (requested)"}));
    EXPECT_EQ(enter(ioc(sell(5, 10, 105))),
              (Lines{"5 trades 10@105 with 3, leaves 5, 0; it was 3 pegged buy 15@200"}));
    EXPECT_EQ(replace(3, {{6}, {5}, {200}}),
              (Lines{"replace 3 pegged buy 5@200 by 6 buy 5@200", "hold 6 pegged buy 5@200"}));
    EXPECT_EQ(enter(ioc(sell(7, 10, 105))),
              (Lines{"7 trades 10@105 with 4, leaves 10, 0; it was 4 pegged buy 20@200"}));
    EXPECT_EQ(reduce(6, 5), (Lines{"cancel 5 of 6 pegged buy 5@200 (requested)"}));
}

TEST_P(VenuePegs, AHiddenOrderIsReducedCanceledAndTradedUndisplayed) {
    EXPECT_EQ(enter(buy(1, 30, 100), {.is_hidden = true}), (Lines{"hold 1 hidden buy 30@100"}));
    EXPECT_EQ(reduce(1, 10), (Lines{"reduce 10 of 1 hidden buy 30@100 (requested)"}));
    EXPECT_EQ(enter(ioc(sell(2, 5, 99))),
              (Lines{"2 trades 5@100 with 1, leaves 15, 0; it was 1 hidden buy 20@100"}));
    EXPECT_EQ(cancel(1), (Lines{"cancel 15 of 1 hidden buy 15@100 (requested)"}));
    EXPECT_EQ(matcher().cancel({1}, log()), MatchStatus::UnknownOrder);
}

}  // namespace
}  // namespace hotpath::match
