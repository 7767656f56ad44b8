// The end of a day (Nasdaq rule 4703(a), Time-in-Force), bands that move, and halts: which orders go,
// in which order, and which stay.

#include "tests/reference/venue_trading.hpp"

namespace hotpath::match {
namespace {

constexpr Conditions kLasting{.lifetime = Lifetime::GoodTillCanceled};

class VenueDays : public VenueTrading {};
INSTANTIATE_TEST_SUITE_P(EachMatcher, VenueDays, testing::ValuesIn(kVenueMatchers));

TEST_P(VenueDays, DisplayedThenHiddenThenStopsThenCrossOrdersThenPegsEnd) {
    enter(buy(1, 10, 100), {.peg = Peg::Primary});
    enter(sell(2, 10, 130), {.cross = CrossKind::Closing});
    enter(buy(3, 10, 90), {.cross = CrossKind::Opening});
    enter(buy(4, 10, 120), {.stop_price = {120}});
    enter(sell(5, 10, 110), {.is_hidden = true});
    enter(sell(6, 10, 111));
    enter(buy(7, 10, 100));
    enter(buy(8, 10, 101));
    EXPECT_EQ(end_day(), (Lines{"cancel 10 of 8 buy 10@101 (end of day)",
                                "cancel 10 of 7 buy 10@100 (end of day)",
                                "cancel 10 of 6 sell 10@111 (end of day)",
                                "cancel 10 of 5 hidden sell 10@110 (end of day)",
                                "cancel 10 of 4 stopped buy 10@120 (end of day)",
                                "cancel 10 of 3 crossing buy 10@90 (end of day)",
                                "cancel 10 of 2 crossing sell 10@130 (end of day)",
                                "cancel 10 of 1 pegged buy 10@100 (end of day)"}));
    EXPECT_EQ(end_day(), Lines{});
}

TEST_P(VenueDays, GoodTillCanceledOrdersOfEveryKindLiveOn) {
    enter(buy(1, 10, 100), kLasting);
    enter(buy(2, 30, 99), {.lifetime = Lifetime::GoodTillCanceled, .display_qty = {10}});
    enter(buy(3, 10, 98), {.lifetime = Lifetime::GoodTillCanceled, .is_hidden = true});
    enter(buy(4, 10, 97), {.lifetime = Lifetime::GoodTillCanceled, .peg = Peg::Primary});
    enter(sell(5, 10, 120), {.lifetime = Lifetime::GoodTillCanceled, .stop_price = {90}});
    enter(buy(6, 10, 101), {.lifetime = Lifetime::GoodTillCanceled, .cross = CrossKind::Closing});
    EXPECT_EQ(end_day(), Lines{});
    for (std::uint64_t id = 1; id <= 6; ++id) {
        EXPECT_EQ(cancel(id).size(), 1U) << id;
    }
}

TEST_P(VenueDays, ADayIcebergEndsWithItsReserve) {
    enter(buy(1, 30, 100), {.display_qty = {10}});
    EXPECT_EQ(end_day(),
              (Lines{"cancel 30 (displayed 10) of 1 displayed buy 10+20@100 (end of day)"}));
}

TEST_P(VenueDays, AReplacedGoodTillCanceledOrderStaysOne) {
    enter(buy(1, 10, 100), kLasting);
    replace(1, {{2}, {20}, {99}});
    EXPECT_EQ(end_day(), Lines{});
    EXPECT_EQ(cancel(2), (Lines{"cancel 20 (displayed 20) of 2 displayed buy 20@99 (requested)"}));
}

TEST_P(VenueDays, NothingTradesWhenTheQuoteOfPegsEnds) {
    enter(buy(1, 10, 100), kLasting);
    enter(sell(2, 10, 104));
    enter(sell(3, 10, 110), kLasting);
    enter(buy(4, 10, 105), {.lifetime = Lifetime::GoodTillCanceled, .peg = Peg::Mid});
    enter(sell(5, 10, 105), {.lifetime = Lifetime::GoodTillCanceled, .peg = Peg::Mid});
    EXPECT_EQ(end_day(), (Lines{"cancel 10 of 2 sell 10@104 (end of day)"}));
    EXPECT_EQ(enter(buy(6, 10, 1)),
              (Lines{"add 6 buy 10@1",
                     "5 trades 10@105 with 4, leaves 0, 0; it was 4 pegged buy 10@105"}))
        << "the instrument's next command brings them together";
}

// ---- bands

TEST_P(VenueDays, OrdersBeyondNewBandsAreCanceledBestFirstReservesIncluded) {
    enter(buy(1, 10, 105));
    enter(buy(2, 30, 106), {.display_qty = {10}});
    enter(buy(3, 10, 107), {.is_hidden = true});
    enter(buy(4, 10, 104));
    enter(sell(5, 10, 120));
    EXPECT_EQ(bands({.lower = {90}, .upper = {104}}),
              (Lines{"cancel 10 of 3 hidden buy 10@107 (band moved)",
                     "cancel 30 (displayed 10) of 2 displayed buy 10+20@106 (band moved)",
                     "cancel 10 of 1 buy 10@105 (band moved)", "bid at upper band"}));
    EXPECT_EQ(cancel(4), (Lines{"cancel 10 of 4 buy 10@104 (requested)", "no limit state"}));
}

TEST_P(VenueDays, AnAskAtTheLowerBandIsALimitStateUntilItTrades) {
    bands({.lower = {90}, .upper = {110}});
    EXPECT_EQ(enter(sell(1, 10, 90)), (Lines{"add 1 sell 10@90", "ask at lower band"}));
    EXPECT_EQ(enter(sell(2, 10, 90)), (Lines{"add 2 sell 10@90"})) << "reported once";
    EXPECT_EQ(enter(ioc(buy(3, 20, 90))),
              (Lines{"3 trades 10@90 with 1, leaves 0, 10", "3 trades 10@90 with 2, leaves 0, 0",
                     "no limit state"}));
}

TEST_P(VenueDays, LiftedBandsEndALimitState) {
    bands({.lower = {90}, .upper = {110}});
    enter(buy(1, 10, 110));
    EXPECT_EQ(bands({}), (Lines{"no limit state"}));
    EXPECT_EQ(enter(buy(2, 10, 111)), (Lines{"add 2 buy 10@111"}));
}

TEST_P(VenueDays, AHaltEndsALimitStateAndContinuousTradingFindsItAgain) {
    bands({.lower = {90}, .upper = {110}});
    enter(buy(1, 10, 110));
    EXPECT_EQ(phase(Phase::Halted), (Lines{"no limit state"}));
    EXPECT_EQ(phase(Phase::Continuous), (Lines{"bid at upper band"}));
}

// ---- halts

TEST_P(VenueDays, AHaltTakesCancelsAndReductionsButTradesNothing) {
    enter(buy(1, 10, 100));
    phase(Phase::Halted);
    EXPECT_EQ(status_of(sell(2, 10, 100)), MatchStatus::Halted);
    EXPECT_EQ(reduce(1, 4), (Lines{"reduce 4 of 1 buy 10@100 (requested)"}));
    EXPECT_EQ(matcher().replace({1}, {{3}, {10}, {100}}, log()), MatchStatus::Halted);
    EXPECT_EQ(cancel(1), (Lines{"cancel 6 of 1 buy 6@100 (requested)"}));
}

TEST_P(VenueDays, AReplaceThatIsRefusedLeavesTheOrderInItsPlace) {
    matcher().set_rules(kTraded, {.tick = 5, .lot = 10});
    enter(buy(1, 10, 100), {.is_hidden = true});
    enter(buy(2, 10, 100), {.is_hidden = true});
    EXPECT_EQ(matcher().replace({1}, {{3}, {10}, {101}}, log()), MatchStatus::OffTick);
    EXPECT_EQ(matcher().replace({1}, {{3}, {15}, {100}}, log()), MatchStatus::OddLot);
    EXPECT_EQ(matcher().replace({1}, {{3}, {0}, {100}}, log()), MatchStatus::ZeroQty);
    EXPECT_EQ(matcher().replace({1}, {{2}, {10}, {100}}, log()), MatchStatus::DuplicateOrder);
    EXPECT_EQ(matcher().replace({9}, {{3}, {10}, {100}}, log()), MatchStatus::UnknownOrder);
    EXPECT_TRUE(log().events.empty());
    EXPECT_EQ(enter(ioc(sell(4, 10, 100))),
              (Lines{"4 trades 10@100 with 1, leaves 0, 0; it was 1 hidden buy 10@100"}));
}

TEST_P(VenueDays, AReplaceMayKeepItsId) {
    enter(buy(1, 10, 100), {.is_hidden = true});
    enter(buy(2, 10, 100), {.is_hidden = true});
    EXPECT_EQ(replace(1, {{1}, {20}, {100}}),
              (Lines{"replace 1 hidden buy 10@100 by 1 buy 20@100", "hold 1 hidden buy 20@100"}));
}

}  // namespace
}  // namespace hotpath::match
