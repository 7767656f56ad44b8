// Icebergs (Nasdaq rule 4703(h), Reserve Size): what is displayed, when the reserve is displayed, and
// the place in line that each part has.

#include "tests/reference/venue_trading.hpp"

namespace hotpath::match {
namespace {

constexpr Conditions kShows10{.display_qty = {10}};

class VenueIcebergs : public VenueTrading {};
INSTANTIATE_TEST_SUITE_P(EachMatcher, VenueIcebergs, testing::ValuesIn(kVenueMatchers));

TEST_P(VenueIcebergs, ThePartDisplayedTradesBeforeTheReserveIsShownAtTheBack) {
    enter(sell(1, 25, 100), kShows10);
    enter(sell(2, 10, 100));
    EXPECT_EQ(enter(ioc(buy(3, 15, 100))),
              (Lines{"3 trades 10@100 with 1, leaves 0, 5; it was 1 displayed sell 10+15@100",
                     "refresh 1 displayed sell 10+5@100 at place 1000",
                     "3 trades 5@100 with 2, leaves 5, 0"}));
    EXPECT_EQ(enter(ioc(buy(4, 20, 100))),
              (Lines{"4 trades 5@100 with 2, leaves 0, 15",
                     "4 trades 10@100 with 1, leaves 0, 5; it was 1 displayed sell 10+5@100 at "
                     "place 1000",
                     "refresh 1 displayed sell 5@100 at place 1001",
                     "4 trades 5@100 with 1, leaves 0, 0; it was 1 displayed sell 5@100 at place "
                     "1001"}))
        << "the last part is what is left";
    EXPECT_EQ(matcher().cancel({1}, log()), MatchStatus::UnknownOrder);
}

TEST_P(VenueIcebergs, APartlyTradedPartIsNotFilledUpFromTheReserve) {
    enter(sell(1, 25, 100), kShows10);
    enter(ioc(buy(2, 4, 100)));
    EXPECT_EQ(enter(ioc(buy(3, 4, 100))),
              (Lines{"3 trades 4@100 with 1, leaves 2, 0; it was 1 displayed sell 6+15@100"}));
}

TEST_P(VenueIcebergs, OneThatTradesOnEntryShowsPartOfWhatIsLeft) {
    enter(sell(1, 30, 100));
    EXPECT_EQ(enter(buy(2, 55, 100), kShows10),
              (Lines{"2 trades 30@100 with 1, leaves 0, 25", "add 2 buy 10@100"}));
    EXPECT_EQ(cancel(2),
              (Lines{"cancel 25 (displayed 10) of 2 displayed buy 10+15@100 (requested)"}));
}

TEST_P(VenueIcebergs, OneNoLargerThanItsDisplayHasNoReserve) {
    EXPECT_EQ(enter(buy(1, 10, 100), kShows10), (Lines{"add 1 buy 10@100"}));
    EXPECT_EQ(enter(ioc(sell(2, 10, 100))),
              (Lines{"2 trades 10@100 with 1, leaves 0, 0; it was 1 displayed buy 10@100"}));
}

TEST_P(VenueIcebergs, AReserveIsNotTradedAheadOfHiddenOrDisplayedOrdersOfItsPrice) {
    enter(sell(1, 20, 100), kShows10);
    enter(sell(2, 10, 100), {.is_hidden = true});
    EXPECT_EQ(enter(ioc(buy(3, 25, 100))),
              (Lines{"3 trades 10@100 with 1, leaves 0, 15; it was 1 displayed sell 10+10@100",
                     "refresh 1 displayed sell 10@100 at place 1000",
                     "3 trades 10@100 with 1, leaves 0, 5; it was 1 displayed sell 10@100 at place "
                     "1000",
                     "3 trades 5@100 with 2, leaves 5, 0; it was 2 hidden sell 10@100"}))
        << "displayed again, it is ahead of the hidden order";
}

TEST_P(VenueIcebergs, AReductionTakesTheReserveThenTheDisplayedPartAndKeepsThePlace) {
    enter(sell(1, 25, 100), kShows10);
    enter(sell(2, 10, 100));
    EXPECT_EQ(reduce(1, 15), (Lines{"reduce 15 of 1 displayed sell 10+15@100 (requested)"}));
    EXPECT_EQ(reduce(1, 3),
              (Lines{"reduce 3 (displayed 3) of 1 displayed sell 10@100 (requested)"}));
    EXPECT_EQ(enter(ioc(buy(3, 10, 100))),
              (Lines{"3 trades 7@100 with 1, leaves 0, 3; it was 1 displayed sell 7@100",
                     "3 trades 3@100 with 2, leaves 7, 0"}));
}

TEST_P(VenueIcebergs, AReductionOfAllCancelsAndOfOneLessDoesNot) {
    enter(sell(1, 25, 100), kShows10);
    EXPECT_EQ(reduce(1, 24),
              (Lines{"reduce 24 (displayed 9) of 1 displayed sell 10+15@100 (requested)"}));
    EXPECT_EQ(reduce(1, 1),
              (Lines{"cancel 1 (displayed 1) of 1 displayed sell 1@100 (requested)"}));
    enter(sell(2, 25, 100), kShows10);
    EXPECT_EQ(reduce(2, 26),
              (Lines{"cancel 25 (displayed 10) of 2 displayed sell 10+15@100 (requested)"}));
}

TEST_P(VenueIcebergs, AReducedOneThatIsReplacedShowsAFullPartAgain) {
    enter(buy(1, 25, 100), kShows10);
    reduce(1, 20);
    EXPECT_EQ(replace(1, {{2}, {30}, {99}}),
              (Lines{"replace 1 displayed buy 5@100 by 2 buy 30@99", "add 2 buy 10@99"}));
    EXPECT_EQ(cancel(2),
              (Lines{"cancel 30 (displayed 10) of 2 displayed buy 10+20@99 (requested)"}));
}

TEST_P(VenueIcebergs, ARefreshedOneIsNamedByItsIdAndNotByItsPlace) {
    enter(sell(1, 20, 100), kShows10);
    enter(ioc(buy(2, 10, 100)));
    const OrderId place{1'000};
    EXPECT_EQ(matcher().cancel(place, log()), MatchStatus::UnknownOrder);
    EXPECT_EQ(matcher().reduce(place, {1}, log()), MatchStatus::UnknownOrder);
    EXPECT_EQ(matcher().replace(place, {{5}, {10}, {100}}, log()), MatchStatus::UnknownOrder);
    EXPECT_EQ(status_of(sell(1'000, 10, 100)), MatchStatus::DuplicateOrder);
    EXPECT_EQ(cancel(1), (Lines{"cancel 10 (displayed 10) of 1 displayed sell 10@100 at place 1000 "
                                "(requested)"}));
}

TEST_P(VenueIcebergs, TradesInACrossWithItsReserveAPartAtATime) {
    phase(Phase::Accumulating);
    enter(sell(1, 25, 100), kShows10);
    enter(buy(2, 25, 100));
    EXPECT_EQ(cross(CrossKind::Opening),
              (Lines{"cross 10@100 of displayed 2 leaves 15 and displayed 1 leaves 0",
                     "refresh 1 displayed sell 10+5@100 at place 1000",
                     "cross 10@100 of displayed 2 leaves 5 and displayed 1 at place 1000 leaves 0",
                     "refresh 1 displayed sell 5@100 at place 1001",
                     "cross 5@100 of displayed 2 leaves 0 and displayed 1 at place 1001 leaves 0",
                     "opening cross ended 25@100"}));
}

// ---- room

[[nodiscard]] NewOrder sell_of(std::uint64_t id, std::uint32_t qty, std::int64_t price) {
    return {.id = {id}, .instrument = kTraded, .side = Side::Sell, .qty = {qty}, .price = {price}};
}

TEST(VenueMatcherRoom, AnIcebergThatTheBooksCannotDisplayIsCanceledWhole) {
    VenueMatcherOptions options = kTradedVenue;
    options.matcher.books.orders_max = 1;
    VenueMatcher matcher = std::move(*VenueMatcher::create(options));
    VenueEventLog log(1'000);
    matcher.enter(sell_of(1, 10, 100), log);
    log.events.clear();
    EXPECT_EQ(matcher.enter(sell_of(2, 30, 101), kShows10, log), MatchStatus::Ok);
    ASSERT_EQ(log.events.size(), 1U);
    EXPECT_EQ(VenueEventText::of(log.events[0]), "cancel 30 of 2 sell 30@101 (book full)");
    EXPECT_TRUE(matcher.all().held().empty());
    EXPECT_EQ(matcher.all().hidden().open_orders(), 0U) << "no reserve without a displayed part";
}

TEST(VenueMatcherRoom, WhereNoMoreOrdersWithConditionsFitPlainOnesStillRest) {
    VenueMatcherOptions options = kTradedVenue;
    options.held_orders_max = 1;
    VenueMatcher matcher = std::move(*VenueMatcher::create(options));
    VenueEventLog log(1'000);
    matcher.enter(sell_of(1, 10, 100), {.is_hidden = true}, log);
    log.events.clear();
    matcher.enter(sell_of(2, 30, 101), kShows10, log);
    matcher.enter(sell_of(3, 10, 102), {.is_hidden = true}, log);
    matcher.enter(sell_of(4, 10, 103), log);
    ASSERT_EQ(log.events.size(), 3U);
    EXPECT_EQ(VenueEventText::of(log.events[0]), "cancel 30 of 2 sell 30@101 (book full)");
    EXPECT_EQ(VenueEventText::of(log.events[1]), "cancel 10 of 3 sell 10@102 (book full)");
    EXPECT_EQ(VenueEventText::of(log.events[2]), "add 4 sell 10@103");
}

TEST(VenueMatcherRoom, AReserveThatFindsNoPlaceStaysAReserve) {
    VenueMatcherOptions options = kTradedVenue;
    options.matcher.books.orders_max = 1;
    auto books = std::move(*VenueBooks<book::L3Books>::create(options));
    HeldRecord iceberg{};
    iceberg.order = sell_of(1, 30, 100);
    iceberg.conditions = kShows10;
    iceberg.place = {1};
    iceberg.leaves_qty = {30};
    ASSERT_TRUE(books.try_rest(iceberg));
    const std::uint32_t index = books.held().find({1});
    EXPECT_TRUE(
        books.take({.place = {1}, .price = {100}, .leaves_qty = {10}, .held = index}, {10}));
    HeldRecord plain{};
    plain.order = sell_of(2, 10, 101);
    plain.place = {2};
    plain.leaves_qty = {10};
    ASSERT_TRUE(books.try_rest(plain)) << "the place that the displayed part had";
    EXPECT_FALSE(books.try_refresh(index, {1'000}));
    EXPECT_EQ(books.reserve_qty(index), Qty{20});
    EXPECT_EQ(books.held()[index].place, OrderId{1});
}

}  // namespace
}  // namespace hotpath::match
