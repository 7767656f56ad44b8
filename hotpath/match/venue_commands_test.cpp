// Commands of the venue matcher itself: how many steps one may take and what the next goes on with,
// cancels of several orders, orders and executions of a recording.

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/match/venue_matcher.hpp"
#include "tests/reference/venue_event_text.hpp"

namespace hotpath::match {
namespace {

constexpr InstrumentId kCommanded{2};

[[nodiscard]] VenueMatcherOptions options_of_steps(std::uint32_t executions_max) {
    return {.matcher = {.books = {.orders_max = 100,
                                  .levels_max = 100,
                                  .instruments_max = 3,
                                  .huge_pages = HugePages::Never},
                        .executions_max = executions_max},
            .held_orders_max = 32,
            .pegs_per_side_max = 4,
            .cross_levels_max = 16};
}

class VenueCommands : public testing::Test {
  protected:
    using Lines = std::vector<std::string>;

    [[nodiscard]] static NewOrder order_of(Side side, std::uint64_t id, std::uint32_t qty,
                                           std::int64_t price) {
        return {.id = {id}, .instrument = kCommanded, .side = side, .qty = {qty}, .price = {price}};
    }
    Lines buy(std::uint64_t id, std::uint32_t qty, std::int64_t price,
              const Conditions& asked = {}) {
        return enter(order_of(Side::Buy, id, qty, price), asked);
    }
    Lines sell(std::uint64_t id, std::uint32_t qty, std::int64_t price,
               const Conditions& asked = {}) {
        return enter(order_of(Side::Sell, id, qty, price), asked);
    }
    Lines enter(const NewOrder& order, const Conditions& asked) {
        EXPECT_EQ(
            asked == Conditions{} ? matcher.enter(order, log) : matcher.enter(order, asked, log),
            MatchStatus::Ok);
        return lines();
    }
    Lines lines() {
        Lines lines;
        for (const VenueEvent& event : std::exchange(log.events, {})) {
            lines.push_back(VenueEventText::of(event));
        }
        return lines;
    }

    VenueMatcher matcher = std::move(*VenueMatcher::create(options_of_steps(2)));
    VenueEventLog log{1'000};
};

// ---- steps

TEST_F(VenueCommands, ASweepOfMoreStepsThanACommandHasIsCanceled) {
    sell(1, 10, 100);
    sell(2, 10, 100, {.is_hidden = true});
    sell(3, 10, 101);
    EXPECT_EQ(buy(4, 25, 101),
              (Lines{"4 trades 10@100 with 1, leaves 0, 15",
                     "4 trades 10@100 with 2, leaves 0, 5; it was 2 hidden sell 10@100",
                     "cancel 5 of 4 buy 5@101 (sweep limit)"}));
    EXPECT_EQ(buy(5, 10, 101), (Lines{"5 trades 10@101 with 3, leaves 0, 0"}));
}

TEST_F(VenueCommands, AStopThatFindsNoStepWaitsForTheInstrumentsNextCommand) {
    buy(1, 10, 100);
    sell(5, 10, 150, {.stop_price = {100}});
    sell(6, 10, 151, {.stop_price = {100}});
    EXPECT_EQ(sell(7, 1, 100), (Lines{"7 trades 1@100 with 1, leaves 9, 0",
                                      "trigger 5 stopped sell 10@150", "add 1000 sell 10@150"}));
    EXPECT_EQ(buy(8, 1, 1),
              (Lines{"add 8 buy 1@1", "trigger 6 stopped sell 10@151", "add 1001 sell 10@151"}));
}

TEST_F(VenueCommands, ATriggeredStopWithoutStepsToTradeIsCanceled) {
    buy(1, 1, 100);
    buy(2, 10, 99);
    sell(5, 10, 99, {.stop_price = {100}});
    EXPECT_EQ(sell(7, 1, 100),
              (Lines{"7 trades 1@100 with 1, leaves 0, 0", "trigger 5 stopped sell 10@99",
                     "cancel 10 of 5 sell 10@99 (sweep limit)"}));
}

TEST_F(VenueCommands, BandsThatCancelMoreThanTheStepsAreSetAgain) {
    buy(1, 10, 103);
    buy(2, 10, 102);
    buy(3, 10, 101);
    const PriceBands bands{.lower = {90}, .upper = {100}};
    EXPECT_EQ(matcher.set_bands(kCommanded, bands, log), Progress::More);
    EXPECT_EQ(lines(), (Lines{"cancel 10 of 1 buy 10@103 (band moved)",
                              "cancel 10 of 2 buy 10@102 (band moved)"}));
    EXPECT_EQ(matcher.set_bands(kCommanded, bands, log), Progress::Done);
    EXPECT_EQ(lines(), (Lines{"cancel 10 of 3 buy 10@101 (band moved)"}));
}

TEST_F(VenueCommands, ACrossCancelsItsOrdersInAsManyCallsAsItNeedsAndEndsOnce) {
    matcher.set_phase(kCommanded, Phase::Accumulating, log);
    for (std::uint64_t id = 1; id <= 3; ++id) {
        buy(id, 10, 100, {.cross = CrossKind::Halt});
    }
    const CrossRequest halt{.instrument = kCommanded, .kind = CrossKind::Halt};
    EXPECT_EQ(matcher.cross(halt, log), Progress::More);
    EXPECT_EQ(lines(), (Lines{"cancel 10 of 1 crossing buy 10@100 (cross ended)",
                              "cancel 10 of 2 crossing buy 10@100 (cross ended)"}));
    EXPECT_EQ(matcher.state(kCommanded).phase, Phase::Accumulating);
    EXPECT_EQ(matcher.cross(halt, log), Progress::Done);
    EXPECT_EQ(lines(),
              (Lines{"cancel 10 of 3 crossing buy 10@100 (cross ended)", "halt cross ended 0@0"}));
    EXPECT_EQ(matcher.state(kCommanded).phase, Phase::Continuous);
}

TEST_F(VenueCommands, ACrossThatGoesOnKeepsItsPriceWhateverHasTraded) {
    matcher.set_phase(kCommanded, Phase::Accumulating, log);
    for (std::uint64_t id = 1; id <= 3; ++id) {
        buy(id, 10, 105);
        sell(10 + id, 10, 100);
    }
    CrossRequest opening{.instrument = kCommanded, .reference = {103}};
    EXPECT_EQ(matcher.cross(opening, log), Progress::More);
    opening.reference = {101};
    EXPECT_EQ(matcher.cross(opening, log), Progress::Done);
    EXPECT_EQ(lines().back(), "opening cross ended 30@103");
}

// ---- several orders

TEST_F(VenueCommands, CancelAllCancelsEachThatIsOpenInTheOrderGiven) {
    buy(1, 10, 100);
    buy(2, 10, 99, {.is_hidden = true});
    buy(3, 10, 98);
    matcher.cancel_all(std::array{OrderId{2}, OrderId{77}, OrderId{1}, OrderId{2}}, log);
    EXPECT_EQ(lines(), (Lines{"cancel 10 of 2 hidden buy 10@99 (requested)",
                              "cancel 10 of 1 buy 10@100 (requested)"}));
    EXPECT_EQ(matcher.books().open_orders(), 1U);
}

// ---- recordings

TEST_F(VenueCommands, AnExecutionOfARecordingTriggersStopsAtItsOwnPrice) {
    buy(1, 10, 100);
    sell(5, 10, 150, {.stop_price = {95}});
    EXPECT_EQ(matcher.execute_at({.id = {1}, .qty = {4}, .price = {96}}, log), MatchStatus::Ok);
    EXPECT_EQ(lines(), (Lines{"0 trades 4@96 with 1, leaves 6, 0"}));
    EXPECT_EQ(matcher.execute_at({.id = {1}, .qty = {4}, .price = {95}}, log), MatchStatus::Ok);
    EXPECT_EQ(lines(), (Lines{"0 trades 4@95 with 1, leaves 2, 0", "trigger 5 stopped sell 10@150",
                              "add 1000 sell 10@150"}));
}

TEST_F(VenueCommands, ADisplayedOrderWithConditionsIsExecutedInItsPlace) {
    buy(1, 10, 100);
    buy(2, 10, 100, {.is_post_only = true});
    buy(3, 25, 100, {.display_qty = {10}});
    EXPECT_EQ(matcher.execute_at({.id = {2}, .qty = {4}, .price = {100}}, log), MatchStatus::Ok);
    EXPECT_EQ(matcher.execute_at({.id = {3}, .qty = {10}, .price = {100}}, log), MatchStatus::Ok);
    EXPECT_EQ(lines(),
              (Lines{"0 trades 4@100 with 2, leaves 6, 0; it was 2 displayed buy 10@100",
                     "0 trades 10@100 with 3, leaves 0, 0; it was 3 displayed buy 10+15@100",
                     "refresh 3 displayed buy 10+5@100 at place 1000"}));
    EXPECT_EQ(matcher.execute_at({.id = {2}, .qty = {}, .price = {100}}, log),
              MatchStatus::ZeroQty);
}

TEST_F(VenueCommands, AnOrderWithConditionsIsNoOrderOfARecording) {
    buy(1, 10, 100, {.is_hidden = true});
    EXPECT_EQ(matcher.execute_at({.id = {1}, .qty = {4}, .price = {100}}, log),
              MatchStatus::UnknownOrder);
    EXPECT_EQ(matcher.rest({.id = {1},
                            .instrument = kCommanded,
                            .side = Side::Sell,
                            .price = {101},
                            .leaves_qty = {10}},
                           log),
              MatchStatus::DuplicateOrder);
    EXPECT_TRUE(log.events.empty());
}

TEST_F(VenueCommands, AnInstrumentWithACrossedRecordedOrderCannotOpenUntilACross) {
    buy(1, 10, 100);
    EXPECT_FALSE(matcher.is_crossed(kCommanded));
    EXPECT_EQ(matcher.rest({.id = {2},
                            .instrument = kCommanded,
                            .side = Side::Sell,
                            .price = {100},
                            .leaves_qty = {10}},
                           log),
              MatchStatus::Ok);
    EXPECT_TRUE(matcher.is_crossed(kCommanded));
    EXPECT_FALSE(matcher.is_crossed({1}));
    EXPECT_EQ(matcher.set_phase(kCommanded, Phase::Continuous, log), MatchStatus::NotInThisPhase);
    EXPECT_EQ(matcher.set_phase(kCommanded, Phase::Halted, log), MatchStatus::Ok);
}

// ---- refusals

TEST_F(VenueCommands, APhaseIsThatOfAnInstrumentOfTheBooks) {
    EXPECT_EQ(matcher.set_phase({0}, Phase::Halted, log), MatchStatus::UnknownInstrument);
    EXPECT_EQ(matcher.set_phase({4}, Phase::Halted, log), MatchStatus::UnknownInstrument);
    EXPECT_EQ(matcher.set_phase({3}, Phase::Halted, log), MatchStatus::Ok);
    EXPECT_EQ(matcher.state({3}).phase, Phase::Halted);
    EXPECT_EQ(matcher.state(kCommanded).phase, Phase::Continuous);
}

TEST_F(VenueCommands, CheckAnswersAsEnterWouldAndChangesNothing) {
    matcher.set_rules(kCommanded, {.tick = 5});
    EXPECT_EQ(matcher.check(order_of(Side::Buy, 1, 10, 100), {}), MatchStatus::Ok);
    EXPECT_EQ(matcher.check(order_of(Side::Buy, 1, 10, 101), {}), MatchStatus::OffTick);
    EXPECT_EQ(matcher.books().open_orders(), 0U);
    EXPECT_EQ(matcher.enter(order_of(Side::Buy, 1, 10, 101), log), MatchStatus::OffTick);
    EXPECT_EQ(buy(1, 10, 100), (Lines{"add 1 buy 10@100"}));
}

TEST_F(VenueCommands, WithoutLevelsForACrossOrWithTooManyInstrumentsItIsNotMade) {
    VenueMatcherOptions options = options_of_steps(2);
    options.cross_levels_max = 0;
    EXPECT_FALSE(VenueMatcher::create(options));
    options.cross_levels_max = 1;
    EXPECT_TRUE(VenueMatcher::create(options));
    options.matcher.books.instruments_max = 21'846;
    EXPECT_FALSE(VenueMatcher::create(options)) << "three lines an instrument in 16 bits";
}

}  // namespace
}  // namespace hotpath::match
