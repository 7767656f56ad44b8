// Self-trade prevention by the newer order's choice (Nasdaq rule 4757(a)(4), Anti-Internalization):
// what each order loses, wherever the older one stands, and what the rest of the newer one does.

#include "tests/reference/venue_trading.hpp"

namespace hotpath::match {
namespace {

constexpr Conditions kMine{.owner = {7}};
constexpr Conditions kMineCancelsOldest{.owner = {7}, .self_trade = SelfTrade::CancelOldest};
constexpr Conditions kMineDecrements{.owner = {7}, .self_trade = SelfTrade::Decrement};

class VenueSelfTrade : public VenueTrading {};
INSTANTIATE_TEST_SUITE_P(EachMatcher, VenueSelfTrade, testing::ValuesIn(kVenueMatchers));

TEST_P(VenueSelfTrade, CancelNewestTradesWithOthersUntilItMeetsItsOwn) {
    enter(sell(1, 30, 100));
    enter(sell(2, 10, 101), kMine);
    EXPECT_EQ(enter(buy(3, 50, 102), kMine),
              (Lines{"3 trades 30@100 with 1, leaves 0, 20",
                     "prevent 10@101 of 3 and displayed 2 (cancel newest)",
                     "cancel 20 of 3 buy 20@102 (self-trade)"}));
    EXPECT_EQ(enter(ioc(buy(4, 10, 101))),
              (Lines{"4 trades 10@101 with 2, leaves 0, 0; it was 2 displayed sell 10@101"}))
        << "the older order stays";
}

TEST_P(VenueSelfTrade, CancelOldestGoesOnWithTheNextOrder) {
    enter(sell(1, 30, 100), kMine);
    enter(sell(2, 30, 100));
    EXPECT_EQ(enter(buy(3, 50, 100), kMineCancelsOldest),
              (Lines{"prevent 30@100 of 3 and displayed 1 (cancel oldest)",
                     "cancel 30 (displayed 30) of 1 displayed sell 30@100 (self-trade)",
                     "3 trades 30@100 with 2, leaves 0, 20", "add 3 buy 20@100"}));
}

TEST_P(VenueSelfTrade, CancelOldestCancelsTheReserveTooAtOnce) {
    enter(sell(1, 90, 100), {.owner = {7}, .display_qty = {10}});
    EXPECT_EQ(enter(ioc(buy(2, 20, 100)), kMineCancelsOldest),
              (Lines{"prevent 10@100 of 2 and displayed 1 (cancel oldest)",
                     "cancel 90 (displayed 10) of 1 displayed sell 10+80@100 (self-trade)",
                     "cancel 20 of 2 buy 20@100 (immediate)"}));
}

TEST_P(VenueSelfTrade, DecrementTakesTheLesserQuantityOffBothAndTheRestContinues) {
    enter(sell(1, 30, 100), kMine);
    enter(sell(2, 40, 100));
    EXPECT_EQ(enter(buy(3, 50, 100), kMineDecrements),
              (Lines{"prevent 30@100 of 3 and displayed 1 (decrement)",
                     "cancel 30 (displayed 30) of 1 displayed sell 30@100 (self-trade)",
                     "incoming loses 30 of 3 buy 50@100 (self-trade)",
                     "3 trades 20@100 with 2, leaves 20, 0"}));
}

TEST_P(VenueSelfTrade, DecrementByLessLeavesTheOlderOrderItsPlaceInLine) {
    enter(sell(1, 30, 100), kMine);
    enter(sell(2, 30, 100));
    EXPECT_EQ(enter(buy(3, 10, 100), kMineDecrements),
              (Lines{"prevent 10@100 of 3 and displayed 1 (decrement)",
                     "reduce 10 (displayed 10) of 1 displayed sell 30@100 (self-trade)",
                     "cancel 10 of 3 buy 10@100 (self-trade)"}));
    EXPECT_EQ(enter(ioc(buy(4, 30, 100))),
              (Lines{"4 trades 20@100 with 1, leaves 0, 10; it was 1 displayed sell 20@100",
                     "4 trades 10@100 with 2, leaves 20, 0"}));
}

TEST_P(VenueSelfTrade, DecrementOfAllThatIsDisplayedShowsTheNextOfTheReserve) {
    enter(sell(1, 25, 100), {.owner = {7}, .display_qty = {10}});
    EXPECT_EQ(
        enter(buy(2, 15, 100), kMineDecrements),
        (Lines{"prevent 10@100 of 2 and displayed 1 (decrement)",
               "reduce 10 (displayed 10) of 1 displayed sell 10+15@100 (self-trade)",
               "refresh 1 displayed sell 10+5@100 at place 1000",
               "incoming loses 10 of 2 buy 15@100 (self-trade)",
               "prevent 5@100 of 2 and displayed 1 (decrement)",
               "reduce 5 (displayed 5) of 1 displayed sell 10+5@100 at place 1000 (self-trade)",
               "cancel 5 of 2 buy 5@100 (self-trade)"}));
}

TEST_P(VenueSelfTrade, HiddenAndPeggedOrdersOfTheOwnerAreMetToo) {
    enter(buy(1, 10, 90));
    enter(sell(2, 10, 110));
    enter(sell(3, 10, 105), {.owner = {7}, .is_hidden = true});
    enter(sell(4, 10, 100), {.owner = {7}, .peg = Peg::Mid});
    EXPECT_EQ(
        enter(ioc(buy(5, 15, 110)), kMineCancelsOldest),
        (Lines{"prevent 10@100 of 5 and pegged 4 (cancel oldest)",
               "cancel 10 of 4 pegged sell 10@100 (self-trade)",
               "prevent 10@105 of 5 and hidden 3 (cancel oldest)",
               "cancel 10 of 3 hidden sell 10@105 (self-trade)",
               "5 trades 10@110 with 2, leaves 0, 5", "cancel 5 of 5 buy 5@110 (immediate)"}));
}

TEST_P(VenueSelfTrade, OrdersOfOtherOwnersAndOfNoneTrade) {
    enter(sell(1, 10, 100), {.owner = {8}});
    enter(sell(2, 10, 100));
    EXPECT_EQ(enter(ioc(buy(3, 20, 100)), kMine),
              (Lines{"3 trades 10@100 with 1, leaves 0, 10; it was 1 displayed sell 10@100",
                     "3 trades 10@100 with 2, leaves 0, 0"}));
    enter(sell(4, 10, 100), kMine);
    EXPECT_EQ(enter(ioc(buy(5, 10, 100))),
              (Lines{"5 trades 10@100 with 4, leaves 0, 0; it was 4 displayed sell 10@100"}));
}

// Two pegs that a moved quote brings together: the one entered later is the newer.
TEST_P(VenueSelfTrade, PegsOfOneOwnerThatMeetLoseWhatTheNewerChose) {
    const auto bring_together = [this](SelfTrade choice) {
        enter(buy(1, 100, 100));
        enter(sell(2, 100, 110));
        enter(buy(3, 10, 102), {.owner = {7}, .peg = Peg::Mid});
        enter(sell(4, 15, 101), {.owner = {7}, .self_trade = choice, .peg = Peg::Mid});
        Lines lines = enter(sell(5, 100, 104));  // the middle falls from 105 to 102
        for (std::uint64_t id = 1; id <= 5; ++id) {
            matcher().cancel({id}, log());
        }
        log().events.clear();
        return lines;
    };
    EXPECT_EQ(bring_together(SelfTrade::CancelNewest),
              (Lines{"add 5 sell 100@104", "prevent 10@102 of 4 and pegged 3 (cancel newest)",
                     "cancel 15 of 4 pegged sell 15@101 (self-trade)"}));
    EXPECT_EQ(bring_together(SelfTrade::CancelOldest),
              (Lines{"add 5 sell 100@104", "prevent 10@102 of 4 and pegged 3 (cancel oldest)",
                     "cancel 10 of 3 pegged buy 10@102 (self-trade)"}));
    EXPECT_EQ(bring_together(SelfTrade::Decrement),
              (Lines{"add 5 sell 100@104", "prevent 10@102 of 4 and pegged 3 (decrement)",
                     "cancel 10 of 3 pegged buy 10@102 (self-trade)",
                     "reduce 10 of 4 pegged sell 15@101 (self-trade)"}));
}

TEST_P(VenueSelfTrade, DoesNotApplyInACross) {
    phase(Phase::Accumulating);
    enter(buy(1, 10, 100), kMine);
    enter(sell(2, 10, 100), kMine);
    EXPECT_EQ(cross(CrossKind::Opening),
              (Lines{"cross 10@100 of displayed 1 leaves 0 and displayed 2 leaves 0",
                     "opening cross ended 10@100"}));
}

}  // namespace
}  // namespace hotpath::match
