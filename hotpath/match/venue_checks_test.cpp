// What a venue checks before it acts: each rule, phase and condition, in the order that decides
// which refusal an order with two faults gets.
#include "hotpath/match/venue_checks.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/match/day_orders.hpp"
#include "hotpath/match/minimum_qty.hpp"
#include "hotpath/match/venue_books.hpp"
#include "tests/support/small_venue.hpp"

namespace hotpath::match {
namespace {

using Books = VenueBooks<book::L3Books>;

constexpr InstrumentId kChecked{2};

constexpr NewOrder kLimit{
    .id = {50}, .instrument = kChecked, .side = Side::Buy, .qty = {500}, .price = {10'000}};

NewOrder immediate(NewOrder order = kLimit) {
    order.time_in_force = TimeInForce::Ioc;
    return order;
}
NewOrder at_market(NewOrder order = kLimit) {
    order.type = OrderType::Market;
    order.price = {};
    return order;
}

class VenueChecks : public testing::Test {
  protected:
    [[nodiscard]] MatchStatus check(const NewOrder& order, const Conditions& asked = {},
                                    std::uint64_t replaced = 0) const {
        const MatchStatus status = check_order(books, order, asked, {replaced});
        if (asked == Conditions{} && replaced == 0 && status != MatchStatus::DuplicateOrder) {
            EXPECT_EQ(check_new(books, order), status);
        }
        return status;
    }
    void show(std::uint64_t id, Side side, std::uint32_t qty, std::int64_t price) {
        ASSERT_EQ(books.plain()
                      .mutable_books()
                      .add({.id = {id},
                            .instrument = kChecked,
                            .side = side,
                            .price = {price},
                            .leaves_qty = {qty}})
                      .status,
                  book::BookStatus::Ok);
    }
    void rest(std::uint64_t id, Side side, std::uint32_t qty, std::int64_t price,
              const Conditions& asked) {
        HeldRecord record{};
        record.order = {
            .id = {id}, .instrument = kChecked, .side = side, .qty = {qty}, .price = {price}};
        record.conditions = asked;
        record.place = {id};
        record.standing = standing_of(asked);
        record.leaves_qty = {qty};
        ASSERT_TRUE(books.try_rest(record)) << id;
    }

    Books books{std::move(*Books::create(support::kSmallVenue))};
};

TEST_F(VenueChecks, TheBookOfAnOrderFollowsFromItsConditions) {
    EXPECT_EQ(standing_of({}), Standing::Displayed);
    EXPECT_EQ(standing_of({.is_hidden = true}), Standing::Hidden);
    EXPECT_EQ(standing_of({.peg = Peg::Mid}), Standing::Pegged);
    EXPECT_EQ(standing_of({.is_hidden = true, .peg = Peg::Mid}), Standing::Pegged);
    EXPECT_EQ(standing_of({.stop_price = {9'000}}), Standing::Stopped);
    EXPECT_EQ(standing_of({.is_hidden = true, .stop_price = {9'000}}), Standing::Stopped);
    EXPECT_EQ(standing_of({.cross = CrossKind::Opening}), Standing::Crossing);
}

TEST_F(VenueChecks, AnInstrumentMustBeOneOfTheBooks) {
    NewOrder order = kLimit;
    order.instrument = {0};
    EXPECT_EQ(check(order), MatchStatus::UnknownInstrument);
    order.instrument = {4};
    EXPECT_EQ(check(order), MatchStatus::UnknownInstrument);
    order.instrument = {3};
    EXPECT_EQ(check(order), MatchStatus::Ok);
}

TEST_F(VenueChecks, APriceAndAStopMustBeOnTheTick) {
    books.state(kChecked).rules.tick = 100;
    EXPECT_EQ(check(kLimit), MatchStatus::Ok);
    NewOrder off = kLimit;
    off.price = {10'050};
    EXPECT_EQ(check(off), MatchStatus::OffTick);
    EXPECT_EQ(check(off, {.peg = Peg::Primary}), MatchStatus::Ok)
        << "the limit of a peg is none of its prices";
    EXPECT_EQ(check(at_market()), MatchStatus::Ok) << "without a price";
    EXPECT_EQ(check(kLimit, {.stop_price = {9'950}}), MatchStatus::OffTick);
    EXPECT_EQ(check(kLimit, {.stop_price = {9'900}}), MatchStatus::Ok);
}

TEST_F(VenueChecks, AQuantityMustBeWholeLotsAndNotZero) {
    books.state(kChecked).rules.lot = 100;
    NewOrder order = kLimit;
    order.qty = {550};
    EXPECT_EQ(check(order), MatchStatus::OddLot);
    order.qty = {0};
    EXPECT_EQ(check(order), MatchStatus::ZeroQty) << "zero is whole lots";
    order.price = {10'001};
    books.state(kChecked).rules.tick = 100;
    EXPECT_EQ(check(order), MatchStatus::OffTick) << "the price is looked at first";
}

TEST_F(VenueChecks, ConditionsAreCheckedBeforeThePhase) {
    books.state(kChecked).phase = Phase::Halted;
    EXPECT_EQ(check(immediate(), {.is_post_only = true}), MatchStatus::BadConditions);
    EXPECT_EQ(check(immediate()), MatchStatus::Halted);
}

TEST_F(VenueChecks, EachPhaseTakesItsOrders) {
    struct Case {
        const char* what;
        NewOrder order;
        Conditions asked;
        MatchStatus accumulating;
        MatchStatus halted;
        MatchStatus halted_that_takes;
    };
    using enum MatchStatus;
    const std::array cases{
        Case{"a limit order", kLimit, {}, Ok, Halted, Ok},
        Case{"ioc", immediate(), {}, Halted, Halted, Halted},
        Case{"a market order", at_market(), {}, Halted, Halted, Halted},
        Case{"a minimum", kLimit, {.min_qty = {100}}, Halted, Halted, Halted},
        Case{"hidden", kLimit, {.is_hidden = true}, Ok, Halted, Ok},
        Case{"post-only", kLimit, {.is_post_only = true}, Ok, Halted, Ok},
        Case{"an iceberg", kLimit, {.display_qty = {100}}, Ok, Halted, Ok},
        Case{"a peg", kLimit, {.peg = Peg::Mid}, Ok, Halted, Ok},
        Case{"a stop", kLimit, {.stop_price = {9'000}}, Ok, Ok, Ok},
        Case{"a market stop", at_market(), {.stop_price = {9'000}}, Ok, Ok, Ok},
        Case{"a cross order", kLimit, {.cross = CrossKind::Halt}, Ok, Ok, Ok},
        Case{"a market order of a cross", at_market(), {.cross = CrossKind::Halt}, Ok, Ok, Ok},
    };
    InstrumentState& state = books.state(kChecked);
    for (const Case& each : cases) {
        state.phase = Phase::Continuous;
        EXPECT_EQ(check(each.order, each.asked), Ok) << each.what;
        state.phase = Phase::Accumulating;
        EXPECT_EQ(check(each.order, each.asked), each.accumulating) << each.what;
        state.phase = Phase::Halted;
        EXPECT_EQ(check(each.order, each.asked), each.halted) << each.what;
        state.rules.takes_orders_in_halt = true;
        EXPECT_EQ(check(each.order, each.asked), each.halted_that_takes) << each.what;
        state.rules.takes_orders_in_halt = false;
    }
}

TEST_F(VenueChecks, ALimitBeyondTheBandsIsRefusedIfItCouldTradeThere) {
    books.state(kChecked).bands = {.lower = {9'000}, .upper = {9'900}};
    EXPECT_EQ(check(kLimit), MatchStatus::OutsideBands);
    EXPECT_EQ(check(kLimit, {.is_hidden = true}), MatchStatus::OutsideBands);
    EXPECT_EQ(check(at_market()), MatchStatus::Ok) << "it trades up to the band";
    EXPECT_EQ(check(kLimit, {.stop_price = {9'500}}), MatchStatus::Ok)
        << "a stop is judged when it is triggered";
    EXPECT_EQ(check(kLimit, {.peg = Peg::Mid}), MatchStatus::Ok);
    NewOrder sale = kLimit;
    sale.side = Side::Sell;
    EXPECT_EQ(check(sale), MatchStatus::Ok) << "above the upper band it trades with nothing";
    sale.price = {8'999};
    EXPECT_EQ(check(sale), MatchStatus::OutsideBands);
}

TEST_F(VenueChecks, AnIdMustNotBeThatOfAnOpenOrderUnlessItIsReplaced) {
    show(50, Side::Buy, 100, 9'990);
    EXPECT_EQ(check(kLimit), MatchStatus::DuplicateOrder);
    EXPECT_EQ(check(kLimit, {}, 50), MatchStatus::Ok) << "it takes the place of the other";
    EXPECT_EQ(check(immediate()), MatchStatus::Ok) << "it never rests";
    rest(51, Side::Sell, 100, 10'100, {.is_hidden = true});
    NewOrder order = kLimit;
    order.id = {51};
    EXPECT_EQ(check(order), MatchStatus::DuplicateOrder) << "undisplayed, but open";
    EXPECT_EQ(check(immediate(order), {.stop_price = {9'000}}), MatchStatus::DuplicateOrder)
        << "a stop is kept, whatever it is when it is triggered";
}

TEST_F(VenueChecks, AnOrderIsFoundByItsIdAndNotByItsPlace) {
    show(50, Side::Buy, 100, 9'990);
    EXPECT_EQ(instrument_of(books, {50}), kChecked);
    EXPECT_EQ(instrument_of(books, {51}), std::nullopt);
    rest(60, Side::Sell, 300, 10'100, {.display_qty = {100}});
    const std::uint32_t index = books.held().find({60});
    EXPECT_TRUE(
        books.take({.place = {60}, .price = {10'100}, .leaves_qty = {100}, .held = index}, {100}));
    ASSERT_TRUE(books.try_refresh(index, {70}));
    EXPECT_EQ(instrument_of(books, {60}), kChecked);
    EXPECT_EQ(instrument_of(books, {70}), std::nullopt) << "a place is no id";
}

TEST_F(VenueChecks, ABookIsCrossedByDisplayedAndHiddenOrders) {
    show(50, Side::Buy, 100, 10'000);
    EXPECT_FALSE(is_crossed(books, kChecked)) << "one side";
    show(51, Side::Sell, 100, 10'001);
    EXPECT_FALSE(is_crossed(books, kChecked));
    rest(52, Side::Sell, 100, 10'000, {.is_hidden = true});
    EXPECT_TRUE(is_crossed(books, kChecked));
    EXPECT_FALSE(is_crossed(books, {1})) << "another instrument";
}

TEST_F(VenueChecks, TheBestBeyondTheBandsIsFoundOnItsSide) {
    show(50, Side::Buy, 100, 10'000);
    show(51, Side::Sell, 100, 10'100);
    EXPECT_FALSE(best_beyond_bands(books, kChecked, Side::Buy));
    books.state(kChecked).bands = {.lower = {9'000}, .upper = {9'999}};
    ASSERT_TRUE(best_beyond_bands(books, kChecked, Side::Buy));
    EXPECT_EQ(best_beyond_bands(books, kChecked, Side::Buy)->place, OrderId{50});
    EXPECT_FALSE(best_beyond_bands(books, kChecked, Side::Sell));
}

// ---- minimum quantity

class MinimumQty : public VenueChecks {
  protected:
    /// Of a buy of 500 shares up to a limit.
    [[nodiscard]] std::optional<CancelReason> refusal(std::uint32_t min_qty, std::int64_t limit,
                                                      const Conditions& more = {},
                                                      std::uint32_t steps_max = 100) const {
        HeldRecord order{};
        order.order = kLimit;
        order.conditions = more;
        order.conditions.min_qty = {min_qty};
        order.leaves_qty = kLimit.qty;
        return refusal_of_minimum(books, order,
                                  {.limit = {limit}, .pegs_follow = {}, .steps_max = steps_max});
    }
};

TEST_F(MinimumQty, CountsWhatTheLimitReaches) {
    show(1, Side::Sell, 100, 10'000);
    show(2, Side::Sell, 100, 10'010);
    EXPECT_EQ(refusal(100, 10'000), std::nullopt);
    EXPECT_EQ(refusal(101, 10'000), CancelReason::MinQty);
    EXPECT_EQ(refusal(200, 10'010), std::nullopt);
    EXPECT_EQ(refusal(200, 10'009), CancelReason::MinQty);
    EXPECT_EQ(refusal(1, 9'999), CancelReason::MinQty);
}

TEST_F(MinimumQty, CountsHiddenOrdersAndReserves) {
    rest(1, Side::Sell, 100, 10'000, {.is_hidden = true});
    EXPECT_EQ(refusal(100, 10'000), std::nullopt);
    rest(2, Side::Sell, 300, 10'000, {.display_qty = {50}});
    EXPECT_EQ(refusal(400, 10'000), std::nullopt) << "50 displayed, 250 in reserve";
    EXPECT_EQ(refusal(401, 10'000), CancelReason::MinQty);
}

TEST_F(MinimumQty, DoesNotCountOrdersOfTheSameOwner) {
    const Conditions mine{.owner = {7}};
    rest(1, Side::Sell, 400, 10'000, mine);
    EXPECT_EQ(refusal(400, 10'000, {.owner = {8}}), std::nullopt);
    EXPECT_EQ(refusal(100, 10'000, mine), CancelReason::SelfTrade);
    show(2, Side::Sell, 300, 10'000);
    EXPECT_EQ(refusal(300, 10'000, {.owner = {7}, .self_trade = SelfTrade::CancelOldest}),
              std::nullopt)
        << "the other one of the owner is canceled, and 300 shares are left";
    EXPECT_EQ(refusal(301, 10'000, {.owner = {7}, .self_trade = SelfTrade::CancelOldest}),
              CancelReason::MinQty);
}

TEST_F(MinimumQty, IsRefusedWhenItCouldTakeMoreStepsThanACommandHas) {
    for (std::uint64_t id = 1; id <= 5; ++id) {
        show(id, Side::Sell, 100, 10'000);
    }
    EXPECT_EQ(refusal(500, 10'000, {}, 5), std::nullopt);
    EXPECT_EQ(refusal(500, 10'000, {}, 4), CancelReason::MinQty);
    EXPECT_EQ(refusal(400, 10'000, {}, 4), std::nullopt);
}

// ---- the end of a day

TEST_F(VenueChecks, ADayEndsOrdersThatAreNotGoodTillCanceled) {
    const Conditions lasting{.lifetime = Lifetime::GoodTillCanceled};
    show(1, Side::Buy, 100, 9'900);
    rest(2, Side::Sell, 100, 10'100, lasting);
    rest(3, Side::Sell, 300, 10'200, {.display_qty = {100}});
    rest(4, Side::Buy, 100, 9'800, {.is_hidden = true});
    rest(5, Side::Buy, 100, 10'000, {.stop_price = {10'500}});
    rest(6, Side::Sell, 100, 10'000, {.cross = CrossKind::Closing});
    rest(7, Side::Sell, 100, 10'000, {.peg = Peg::Mid});
    std::array<OrderId, 16> places{};
    const std::size_t count = note_day_orders(books, kChecked, places);
    const std::array<std::uint64_t, 6> expected{1, 3, 4, 5, 6, 7};
    ASSERT_EQ(count, expected.size()) << "2 lives on, and 3 is noted once, not with its reserve";
    for (std::size_t n = 0; n < expected.size(); ++n) {
        EXPECT_EQ(places[n].value, expected[n]) << n;
    }
    std::array<OrderId, 2> few{};
    EXPECT_EQ(note_day_orders(books, kChecked, few), 2U) << "no more than there is room for";
    EXPECT_EQ(note_day_orders(books, {1}, places), 0U) << "another instrument";
}

}  // namespace
}  // namespace hotpath::match
