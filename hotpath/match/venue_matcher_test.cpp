// Each condition, phase, band and cross, on VenueMatcher and on its reference implementation.

#include "hotpath/match/venue_matcher.hpp"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/reference/reference_venue_matcher.hpp"
#include "tests/reference/venue_event_log.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::match {
namespace {

constexpr InstrumentId kApple{3};
constexpr VenueMatcherOptions kSmall{.matcher = {.books = {.orders_max = 1'000,
                                                           .levels_max = 1'000,
                                                           .instruments_max = 5,
                                                           .huge_pages = HugePages::Never}},
                                     .held_orders_max = 256,
                                     .pegs_per_side_max = 8,
                                     .cross_levels_max = 64};

NewOrder order_of(Side side, std::uint64_t id, std::uint32_t qty, std::int64_t price) {
    return {.id = {id}, .instrument = kApple, .side = side, .qty = {qty}, .price = {price}};
}
NewOrder buy(std::uint64_t id, std::uint32_t qty, std::int64_t price) {
    return order_of(Side::Buy, id, qty, price);
}
NewOrder sell(std::uint64_t id, std::uint32_t qty, std::int64_t price) {
    return order_of(Side::Sell, id, qty, price);
}
NewOrder ioc(NewOrder order) {
    order.time_in_force = TimeInForce::Ioc;
    return order;
}
NewOrder market(NewOrder order) {
    order.type = OrderType::Market;
    order.price = {};
    return order;
}

/// A trade of two orders, whatever their kinds; in a cross the buy is the resting one.
struct Traded {
    std::uint64_t resting;
    std::uint64_t incoming;
    std::uint32_t qty;
    std::int64_t price;
    friend bool operator==(const Traded&, const Traded&) = default;
};

template <class Matcher>
Matcher make();
template <>
VenueMatcher make<VenueMatcher>() {
    return std::move(*VenueMatcher::create(kSmall));
}
template <>
ReferenceVenueMatcher make<ReferenceVenueMatcher>() {
    return ReferenceVenueMatcher(kSmall.matcher.books.instruments_max);
}

template <class Matcher>
class VenueMatcherTest : public testing::Test {
  protected:
    MatchStatus enter(const NewOrder& order, const Conditions& asked = {}) {
        log_.events.clear();
        return matcher_.enter(order, asked, log_);
    }
    void phase(Phase phase) { matcher_.set_phase(kApple, phase, log_); }
    void cross(CrossKind kind, std::int64_t reference) {
        log_.events.clear();
        EXPECT_EQ(
            matcher_.cross({.instrument = kApple, .kind = kind, .reference = {reference}}, log_),
            Progress::Done);
    }

    template <class Wanted>
    [[nodiscard]] std::vector<Wanted> all() const {
        std::vector<Wanted> wanted;
        for (const VenueEvent& event : log_.events) {
            if (const auto* found = std::get_if<Wanted>(&event)) {
                wanted.push_back(*found);
            }
        }
        return wanted;
    }

    [[nodiscard]] std::vector<Traded> trades() const {
        std::vector<Traded> trades;
        const auto note = [&](const Execution& trade) {
            trades.push_back(
                {trade.resting.value, trade.incoming.value, trade.qty.value, trade.price.value});
        };
        for (const VenueEvent& event : log_.events) {
            if (const auto* plain = std::get_if<Execution>(&event)) {
                note(*plain);
            } else if (const auto* held = std::get_if<HeldExecuted>(&event)) {
                note(held->execution);
            } else if (const auto* crossed = std::get_if<CrossTrade>(&event)) {
                trades.push_back({crossed->buy.id.value, crossed->sell.id.value, crossed->qty.value,
                                  crossed->price.value});
            }
        }
        return trades;
    }

    /// Why the incoming order was canceled.
    [[nodiscard]] std::vector<CancelReason> cancels() const {
        std::vector<CancelReason> reasons;
        for (const Canceled& event : all<Canceled>()) {
            reasons.push_back(event.cancellation.reason);
        }
        return reasons;
    }
    [[nodiscard]] std::vector<std::uint64_t> held_events(HeldEvent::Kind kind) const {
        std::vector<std::uint64_t> ids;
        for (const HeldEvent& event : all<HeldEvent>()) {
            if (event.kind == kind) {
                ids.push_back(event.order.id.value);
            }
        }
        return ids;
    }

    using Trades = std::vector<Traded>;
    using Reasons = std::vector<CancelReason>;
    using Ids = std::vector<std::uint64_t>;

    Matcher matcher_ = make<Matcher>();
    VenueEventLog log_{1'000};
};

using Matchers = testing::Types<VenueMatcher, ReferenceVenueMatcher>;
TYPED_TEST_SUITE(VenueMatcherTest, Matchers);

TYPED_TEST(VenueMatcherTest, FillOrKillTradesAllOfItOrNothing) {
    this->enter(sell(1, 60, 100));
    this->enter(sell(2, 60, 101));
    this->enter(ioc(buy(3, 121, 101)), {.min_qty = {121}});
    EXPECT_EQ(this->trades(), typename TestFixture::Trades{});
    EXPECT_EQ(this->cancels(), typename TestFixture::Reasons{CancelReason::MinQty});
    this->enter(ioc(buy(4, 120, 101)), {.min_qty = {120}});
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 4, 60, 100}, {2, 4, 60, 101}}));
    EXPECT_TRUE(this->cancels().empty());
}

TYPED_TEST(VenueMatcherTest, AMinimumCountsReservesAndHiddenOrdersAndThenIsForgotten) {
    this->enter(sell(1, 100, 100), {.display_qty = {10}});
    this->enter(sell(2, 40, 100), {.is_hidden = true});
    this->enter(buy(3, 200, 100), {.min_qty = {140}});
    EXPECT_TRUE(this->cancels().empty());
    ASSERT_EQ(this->template all<Added>().size(), 1U);
    EXPECT_EQ(this->template all<Added>()[0].order.leaves_qty, Qty{60});
    this->enter(ioc(sell(4, 5, 100)));
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{3, 4, 5, 100}}));
}

TYPED_TEST(VenueMatcherTest, AMinimumIsCountedAsFarAsItReaches) {
    const Conditions mine{.owner = {7}, .min_qty = {50}};
    this->enter(sell(1, 40, 100));
    this->enter(sell(2, 40, 101), {.is_hidden = true});
    this->enter(sell(3, 40, 102), {.owner = {7}, .is_hidden = true});
    this->enter(sell(4, 40, 103), {.owner = {7}});
    this->enter(ioc(buy(5, 50, 105)), mine);
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 5, 40, 100}, {2, 5, 10, 101}}));
    this->enter(ioc(buy(6, 50, 105)), mine);
    EXPECT_EQ(this->cancels(), typename TestFixture::Reasons{CancelReason::SelfTrade});
}

TYPED_TEST(VenueMatcherTest, APostOnlyOrderNeverTakes) {
    this->enter(sell(1, 60, 100), {.is_hidden = true});
    this->enter(buy(2, 10, 100), {.is_post_only = true});
    EXPECT_EQ(this->cancels(), typename TestFixture::Reasons{CancelReason::PostOnly});
    this->enter(buy(3, 10, 99), {.is_post_only = true});
    EXPECT_EQ(this->template all<Added>().size(), 1U);
}

TYPED_TEST(VenueMatcherTest, AnIcebergShowsItsNextPartAtTheBackOfTheLine) {
    this->enter(sell(1, 250, 100), {.display_qty = {100}});
    ASSERT_EQ(this->template all<Added>().size(), 1U);
    EXPECT_EQ(this->template all<Added>()[0].order.leaves_qty, Qty{100});
    this->enter(sell(2, 100, 100));
    this->enter(ioc(buy(3, 260, 100)));
    EXPECT_EQ(this->trades(),
              (typename TestFixture::Trades{{1, 3, 100, 100}, {2, 3, 100, 100}, {1, 3, 60, 100}}));
    const auto refreshed = this->template all<HeldEvent>();
    ASSERT_EQ(refreshed.size(), 1U);
    EXPECT_EQ(refreshed[0].kind, HeldEvent::Kind::Refreshed);
    EXPECT_EQ(refreshed[0].order.place, OrderId{1'000});
    EXPECT_EQ(refreshed[0].order.leaves_qty, Qty{100});
    EXPECT_EQ(refreshed[0].order.reserve_qty, Qty{50});
    EXPECT_EQ(this->matcher_.cancel({1'000}, this->log_), MatchStatus::UnknownOrder);
    this->log_.events.clear();
    EXPECT_EQ(this->matcher_.cancel({1}, this->log_), MatchStatus::Ok);
    ASSERT_EQ(this->template all<HeldCanceled>().size(), 1U);
    EXPECT_EQ(this->template all<HeldCanceled>()[0].canceled.qty, Qty{90});
    EXPECT_EQ(this->template all<HeldCanceled>()[0].canceled.displayed_qty, Qty{40});
}

TYPED_TEST(VenueMatcherTest, AnIcebergIsReducedFromItsReserveFirst) {
    this->enter(buy(1, 250, 100), {.display_qty = {100}});
    this->log_.events.clear();
    this->matcher_.reduce({1}, {200}, this->log_);
    ASSERT_EQ(this->template all<HeldReduced>().size(), 1U);
    EXPECT_EQ(this->template all<HeldReduced>()[0].reduced.displayed_qty, Qty{50});
    this->enter(ioc(sell(2, 100, 100)));
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 2, 50, 100}}));
}

TYPED_TEST(VenueMatcherTest, HiddenOrdersTradeAfterDisplayedOnesOfTheirPrice) {
    this->enter(sell(1, 10, 100), {.is_hidden = true});
    this->enter(sell(2, 10, 100));
    this->enter(sell(3, 10, 99), {.is_hidden = true});
    EXPECT_EQ(this->held_events(HeldEvent::Kind::Held), (typename TestFixture::Ids{3}));
    this->enter(ioc(buy(4, 30, 100)));
    EXPECT_EQ(this->trades(),
              (typename TestFixture::Trades{{3, 4, 10, 99}, {2, 4, 10, 100}, {1, 4, 10, 100}}));
}

TYPED_TEST(VenueMatcherTest, PegsFollowTheQuoteUpToTheirLimits) {
    this->enter(buy(1, 100, 100));
    this->enter(sell(2, 100, 110));
    this->enter(buy(3, 10, 103), {.peg = Peg::Mid});
    this->enter(buy(4, 10, 200), {.peg = Peg::Mid});
    this->enter(sell(5, 15, 105));  // meets the unlimited one at the mid, the other waits at 103
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{4, 5, 10, 105}}));
    this->enter(ioc(sell(6, 5, 103)));  // the ask is 105 now and so the mid 102
    EXPECT_TRUE(this->trades().empty());
    this->enter(ioc(sell(7, 5, 102)));
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{3, 7, 5, 102}}));
}

TYPED_TEST(VenueMatcherTest, PrimaryPegsStandBehindWhatIsDisplayed) {
    this->enter(buy(1, 100, 100));
    this->enter(buy(2, 10, 200), {.peg = Peg::Primary});
    this->enter(buy(3, 10, 200), {.peg = Peg::Primary, .peg_offset = 2});
    this->enter(ioc(sell(4, 120, 98)));
    EXPECT_EQ(this->trades(),
              (typename TestFixture::Trades{{1, 4, 100, 100}, {2, 4, 10, 100}, {3, 4, 10, 98}}));
}

TYPED_TEST(VenueMatcherTest, PegsThatAMovingQuoteBringsTogetherTradeAtTheOldersPrice) {
    this->enter(buy(1, 100, 100));
    this->enter(sell(2, 100, 110));
    this->enter(buy(3, 10, 102), {.peg = Peg::Mid});
    this->enter(sell(4, 10, 101), {.peg = Peg::Mid});
    EXPECT_TRUE(this->trades().empty());  // 102 and 105
    this->enter(sell(5, 100, 102));       // mid 101
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{3, 5, 10, 102}}));
    this->enter(buy(6, 10, 105), {.peg = Peg::Mid});
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{4, 6, 10, 101}}));
}

TYPED_TEST(VenueMatcherTest, PegsThatAReductionBringsTogetherTrade) {
    this->enter(buy(1, 100, 102));
    this->enter(buy(2, 100, 98));
    this->enter(sell(3, 100, 104));
    this->enter(buy(4, 10, 102), {.peg = Peg::Mid});
    this->enter(sell(5, 10, 101), {.peg = Peg::Mid});
    EXPECT_TRUE(this->trades().empty());                                        // 102 and 103
    EXPECT_EQ(this->matcher_.reduce({1}, {100}, this->log_), MatchStatus::Ok);  // mid 101
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{4, 5, 10, 101}}));
}

TYPED_TEST(VenueMatcherTest, AStopWaitsForATradeAndThenIsAnOrderOfItsOwnMoment) {
    this->enter(buy(1, 10, 100));
    this->enter(buy(2, 10, 99));
    this->enter(market(sell(3, 5, 0)), {.stop_price = {100}});
    EXPECT_EQ(this->held_events(HeldEvent::Kind::Held), (typename TestFixture::Ids{3}));
    this->enter(ioc(sell(4, 10, 100)));
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 4, 10, 100}, {2, 3, 5, 99}}));
    EXPECT_EQ(this->held_events(HeldEvent::Kind::Triggered), (typename TestFixture::Ids{3}));
}

TYPED_TEST(VenueMatcherTest, StopsCascadeNearestFirst) {
    this->enter(buy(1, 10, 100));
    this->enter(buy(2, 10, 98));
    this->enter(sell(10, 10, 97), {.stop_price = {98}});
    this->enter(sell(11, 10, 98), {.stop_price = {100}});
    this->enter(sell(12, 10, 99), {.stop_price = {100}});
    this->enter(ioc(sell(4, 10, 100)));
    EXPECT_EQ(this->held_events(HeldEvent::Kind::Triggered),
              (typename TestFixture::Ids{11, 12, 10}));
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 4, 10, 100}, {2, 11, 10, 98}}));
    this->enter(ioc(buy(5, 10, 99)));
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{10, 5, 10, 97}}));
}

TYPED_TEST(VenueMatcherTest, SelfTradesArePreventedAsTheNewerOrderAsks) {
    const Conditions mine{.owner = {7}};
    this->enter(sell(1, 10, 100), mine);
    this->enter(sell(2, 10, 100));
    this->enter(buy(3, 5, 100), mine);
    EXPECT_EQ(this->cancels(), typename TestFixture::Reasons{CancelReason::SelfTrade});
    EXPECT_EQ(this->template all<PreventedTrade>(),
              (std::vector<PreventedTrade>{{.newer = {3},
                                            .older = {1},
                                            .choice = SelfTrade::CancelNewest,
                                            .price = {100},
                                            .qty = {5}}}));
    this->enter(buy(4, 4, 100), {.owner = {7}, .self_trade = SelfTrade::Decrement});
    EXPECT_EQ(this->cancels(), typename TestFixture::Reasons{CancelReason::SelfTrade});
    ASSERT_EQ(this->template all<PreventedTrade>().size(), 1U);
    EXPECT_EQ(this->template all<PreventedTrade>()[0].qty, Qty{4});
    ASSERT_EQ(this->template all<HeldReduced>().size(), 1U);
    EXPECT_EQ(this->template all<HeldReduced>()[0].reduced.qty, Qty{4});
    this->enter(ioc(buy(5, 10, 100)), {.owner = {7}, .self_trade = SelfTrade::CancelOldest});
    ASSERT_EQ(this->template all<HeldCanceled>().size(), 1U);
    EXPECT_EQ(this->template all<HeldCanceled>()[0].canceled.qty, Qty{6});
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{2, 5, 10, 100}}));
}

TYPED_TEST(VenueMatcherTest, TheDayEndsForAllButGoodTillCanceledOrders) {
    this->enter(buy(1, 10, 100));
    this->enter(buy(2, 10, 99), {.lifetime = Lifetime::GoodTillCanceled});
    this->enter(buy(3, 10, 98), {.display_qty = {4}});
    this->enter(buy(4, 10, 120), {.stop_price = {120}});
    this->enter(buy(5, 10, 120), {.peg = Peg::Primary});
    this->log_.events.clear();
    EXPECT_EQ(this->matcher_.end_day(kApple, this->log_), Progress::Done);
    EXPECT_EQ(this->cancels(), typename TestFixture::Reasons{CancelReason::EndOfDay});
    EXPECT_EQ(this->template all<HeldCanceled>().size(), 3U);
    EXPECT_EQ(this->matcher_.cancel({2}, this->log_), MatchStatus::Ok);
}

TYPED_TEST(VenueMatcherTest, ACrossTradesMostAtOnePriceAndOpensTheMarket) {
    this->phase(Phase::Accumulating);
    this->enter(buy(1, 300, 102));
    this->enter(sell(2, 100, 100));
    this->enter(market(sell(3, 150, 0)), {.cross = CrossKind::Opening});
    this->enter(buy(4, 100, 103), {.cross = CrossKind::Opening});
    this->enter(buy(5, 100, 90), {.cross = CrossKind::Opening});
    EXPECT_TRUE(this->trades().empty());
    const Indication now = this->matcher_.indicate({kApple, CrossKind::Opening, {101}});
    EXPECT_EQ(now.far, Price{90});  // without the continuous book's sell most trades there
    EXPECT_EQ(now.near, Price{102});
    EXPECT_EQ(now.at_reference, (CrossVolume{{102}, {250}, {150}, Side::Buy}));
    this->cross(CrossKind::Opening, 101);
    EXPECT_EQ(this->trades(),
              (typename TestFixture::Trades{{4, 3, 100, 102}, {1, 3, 50, 102}, {1, 2, 100, 102}}));
    EXPECT_EQ(this->template all<CrossResult>(),
              (std::vector<CrossResult>{{kApple, CrossKind::Opening, {102}, {250}}}));
    ASSERT_EQ(this->template all<HeldCanceled>().size(), 1U);
    EXPECT_EQ(this->template all<HeldCanceled>()[0].canceled.reason, CancelReason::CrossEnded);
    this->enter(ioc(sell(6, 10, 102)));
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 6, 10, 102}}));
}

/// Prices of a dollar and more, where the usual tick is a cent.
constexpr std::int64_t kTenDollars = 100'000;

TYPED_TEST(VenueMatcherTest, ACrossIsAtAPriceThatAnOrderCouldHave) {
    this->phase(Phase::Accumulating);
    this->enter(buy(1, 300, kTenDollars + 200));
    this->enter(buy(2, 100, kTenDollars));
    this->enter(sell(3, 300, kTenDollars));
    this->cross(CrossKind::Opening, 0);
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 3, 300, kTenDollars + 100}}));
}

TYPED_TEST(VenueMatcherTest, ACrossIsNotBeyondTheLimitsItHas) {
    const Conditions on_open{.cross = CrossKind::Opening};
    this->phase(Phase::Accumulating);
    this->enter(buy(1, 100, kTenDollars));
    this->enter(market(sell(2, 100, 0)), on_open);
    this->cross(CrossKind::Opening, 0);
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 2, 100, kTenDollars}}));

    this->phase(Phase::Accumulating);
    this->enter(sell(3, 100, kTenDollars));
    this->enter(market(buy(4, 300, 0)), on_open);
    this->cross(CrossKind::Opening, 0);
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{4, 3, 100, kTenDollars}}));
}

TYPED_TEST(VenueMatcherTest, MarketOrdersAloneTradeAtTheReferenceOrNotAtAll) {
    const Conditions on_open{.cross = CrossKind::Opening};
    this->phase(Phase::Accumulating);
    this->enter(market(buy(1, 100, 0)), on_open);
    this->enter(market(sell(2, 100, 0)), on_open);
    EXPECT_EQ(this->matcher_.indicate({kApple, CrossKind::Opening, {}}).near, std::nullopt);
    this->cross(CrossKind::Opening, 0);
    EXPECT_EQ(this->trades(), typename TestFixture::Trades{});
    EXPECT_EQ(this->template all<HeldCanceled>().size(), 2U);

    this->phase(Phase::Accumulating);
    this->enter(market(buy(3, 100, 0)), on_open);
    this->enter(market(sell(4, 100, 0)), on_open);
    this->cross(CrossKind::Opening, kTenDollars + 49);
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{3, 4, 100, kTenDollars}}));
}

TYPED_TEST(VenueMatcherTest, WhatIsLeftOverOfACrossIsNotPassedBy) {
    this->phase(Phase::Accumulating);
    this->enter(buy(1, 300, 105));
    this->enter(sell(2, 100, 100));
    this->cross(CrossKind::Opening, 101);
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 2, 100, 105}}));
    this->phase(Phase::Accumulating);
    this->enter(sell(3, 300, 102));
    this->cross(CrossKind::Opening, 104);
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 3, 200, 102}}));
}

TYPED_TEST(VenueMatcherTest, ACrossIsWithinTheBands) {
    this->phase(Phase::Accumulating);
    this->matcher_.set_bands(kApple, {.lower = {95}, .upper = {110}}, this->log_);
    this->enter(buy(1, 100, 120), {.cross = CrossKind::Opening});
    this->enter(market(sell(2, 100, 0)), {.cross = CrossKind::Opening});
    this->cross(CrossKind::Opening, 130);
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 2, 100, 110}}));
}

TYPED_TEST(VenueMatcherTest, AHaltKeepsOrdersAndRefusesOrTakesNewOnes) {
    this->enter(buy(1, 10, 100));
    this->phase(Phase::Halted);
    EXPECT_EQ(this->enter(sell(2, 10, 100)), MatchStatus::Halted);
    this->matcher_.set_rules(kApple, {.takes_orders_in_halt = true});
    EXPECT_EQ(this->enter(sell(3, 10, 99)), MatchStatus::Ok);
    EXPECT_EQ(this->enter(ioc(sell(4, 10, 99))), MatchStatus::Halted);
    EXPECT_EQ(this->matcher_.set_phase(kApple, Phase::Continuous, this->log_),
              MatchStatus::NotInThisPhase);
    this->cross(CrossKind::Halt, 0);
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 3, 10, 99}}));
    EXPECT_EQ(this->enter(buy(5, 10, 100)), MatchStatus::Ok);
}

TYPED_TEST(VenueMatcherTest, BandsBoundTradesAndTellOfLimitStates) {
    this->enter(sell(1, 10, 105));
    this->enter(sell(2, 10, 111));
    this->matcher_.set_bands(kApple, {.lower = {95}, .upper = {110}}, this->log_);
    EXPECT_EQ(this->enter(buy(3, 10, 111)), MatchStatus::OutsideBands);
    EXPECT_EQ(this->enter(market(buy(4, 15, 0))), MatchStatus::Ok);
    EXPECT_EQ(this->trades(), (typename TestFixture::Trades{{1, 4, 10, 105}}));
    EXPECT_EQ(this->cancels(), typename TestFixture::Reasons{CancelReason::Immediate});
    this->enter(buy(5, 10, 110));
    EXPECT_EQ(this->template all<LimitStateChanged>(),
              (std::vector<LimitStateChanged>{{kApple, LimitState::BidAtUpper}}));
    this->log_.events.clear();
    this->matcher_.set_bands(kApple, {.lower = {90}, .upper = {108}}, this->log_);
    EXPECT_EQ(this->cancels(), typename TestFixture::Reasons{CancelReason::BandMoved});
    EXPECT_EQ(this->template all<LimitStateChanged>(),
              (std::vector<LimitStateChanged>{{kApple, LimitState::None}}));
}

TYPED_TEST(VenueMatcherTest, RulesAndContradictionsAreRefused) {
    this->matcher_.set_rules(kApple, {.tick = 5, .lot = 10});
    EXPECT_EQ(this->enter(buy(1, 10, 101)), MatchStatus::OffTick);
    EXPECT_EQ(this->enter(buy(1, 15, 100)), MatchStatus::OddLot);
    EXPECT_EQ(this->enter(buy(1, 10, 100), {.stop_price = {101}}), MatchStatus::OffTick);
    EXPECT_EQ(this->enter(buy(1, 10, 100), {.is_hidden = true, .display_qty = {5}}),
              MatchStatus::BadConditions);
    EXPECT_EQ(this->enter(buy(1, 10, 100), {.min_qty = {20}}), MatchStatus::BadConditions);
    EXPECT_EQ(this->enter(ioc(buy(1, 10, 100)), {.is_post_only = true}),
              MatchStatus::BadConditions);
    EXPECT_EQ(this->enter(buy(1, 10, 100), {.peg = Peg::Mid, .peg_offset = 5}),
              MatchStatus::BadConditions);
    EXPECT_EQ(this->enter(buy(1, 10, 100)), MatchStatus::Ok);
    EXPECT_EQ(this->enter(buy(1, 10, 100), {.is_hidden = true}), MatchStatus::DuplicateOrder);
    EXPECT_EQ(this->matcher_.replace({1}, {{2}, {10}, {101}}, this->log_), MatchStatus::OffTick);
}

TYPED_TEST(VenueMatcherTest, AReplaceKeepsTheConditionsAndLosesThePlace) {
    this->enter(sell(1, 100, 100), {.display_qty = {10}});
    this->enter(sell(2, 10, 100), {.is_hidden = true});
    this->log_.events.clear();
    EXPECT_EQ(this->matcher_.replace({1}, {{3}, {50}, {100}}, this->log_), MatchStatus::Ok);
    ASSERT_EQ(this->template all<HeldReplaced>().size(), 1U);
    EXPECT_EQ(this->template all<HeldReplaced>()[0].original.reserve_qty, Qty{90});
    ASSERT_EQ(this->template all<Added>().size(), 1U);
    EXPECT_EQ(this->template all<Added>()[0].order.leaves_qty, Qty{10});
}

TEST(VenueMatcher, CommandsEndAtTheirMostStepsAndGoOnLater) {
    VenueMatcherOptions options = kSmall;
    options.matcher.executions_max = 2;
    VenueMatcher matcher = std::move(*VenueMatcher::create(options));
    VenueEventLog log(1'000);
    matcher.set_phase(kApple, Phase::Accumulating, log);
    for (std::uint64_t id = 1; id <= 5; ++id) {
        matcher.enter(buy(id, 10, 100), log);
        matcher.enter(sell(10 + id, 10, 100), log);
    }
    const CrossRequest opening{.instrument = kApple, .reference = {100}};
    int calls = 1;
    for (; matcher.cross(opening, log) == Progress::More; ++calls) {
    }
    EXPECT_EQ(calls, 3);
    EXPECT_EQ(log.events.back(), VenueEvent(CrossResult{kApple, CrossKind::Opening, {100}, {50}}));
    EXPECT_EQ(matcher.books().open_orders(), 0U);
    for (std::uint64_t id = 21; id <= 23; ++id) {
        matcher.enter(buy(id, 10, 100), log);
    }
    EXPECT_EQ(matcher.end_day(kApple, log), Progress::More);
    EXPECT_EQ(matcher.end_day(kApple, log), Progress::Done);
}

TEST(VenueMatcher, AMinimumIsRefusedForStepsOnlyIfItCouldTakeThem) {
    VenueMatcherOptions options = kSmall;
    options.matcher.executions_max = 3;
    VenueMatcher matcher = std::move(*VenueMatcher::create(options));
    VenueEventLog log(1'000);
    std::uint64_t id = 0;
    const auto fill_or_kill = [&](std::uint32_t qty) {
        log.events.clear();
        matcher.enter(ioc(buy(++id, qty, 105)), {.min_qty = {qty}}, log);
        return std::holds_alternative<Canceled>(log.events[0]);
    };
    for (int n = 0; n < 10; ++n) {
        matcher.enter(sell(++id, 1, 100), {.is_hidden = true}, log);
        matcher.enter(sell(++id, 1, 110), {.peg = Peg::Primary}, log);
    }
    matcher.enter(sell(++id, 500, 101), {.display_qty = {1}}, log);
    EXPECT_FALSE(fill_or_kill(3)) << "orders that are not needed are not counted";
    EXPECT_TRUE(fill_or_kill(4)) << "one more than a command has steps";
    matcher.enter(sell(++id, 500, 99), log);
    EXPECT_FALSE(fill_or_kill(100));
    for (int n = 0; n < 3; ++n) {
        matcher.enter(sell(++id, 10, 98), log);
    }
    EXPECT_FALSE(fill_or_kill(30)) << "as many orders as a command has steps";
}

TEST(VenueMatcher, AnOrderOfARecordingRestsBesideHeldOnes) {
    VenueMatcher matcher = std::move(*VenueMatcher::create(kSmall));
    VenueEventLog log(1'000);
    matcher.enter(sell(1, 10, 100), {.is_hidden = true}, log);
    const book::OrderView recorded{
        .id = {9}, .instrument = kApple, .side = Side::Sell, .price = {101}, .leaves_qty = {10}};
    EXPECT_EQ(matcher.rest(recorded, log), MatchStatus::Ok);
    book::OrderView held = recorded;
    held.id = {1};
    EXPECT_EQ(matcher.rest(held, log), MatchStatus::DuplicateOrder);
}

TEST(VenueMatcher, WhatFindsNoRoomIsCanceled) {
    VenueMatcher matcher = std::move(*VenueMatcher::create(kSmall));
    VenueEventLog log(1'000);
    for (std::uint64_t id = 1; id <= 9; ++id) {
        log.events.clear();
        matcher.enter(buy(id, 10, 100), {.peg = Peg::Mid}, log);
    }
    ASSERT_EQ(log.events.size(), 1U);
    EXPECT_EQ(std::get<Canceled>(log.events[0]).cancellation.reason, CancelReason::BookFull);
    for (const std::uint32_t held_orders_max : {0U, (1U << 24U) + 1}) {
        VenueMatcherOptions options = kSmall;
        options.held_orders_max = held_orders_max;
        EXPECT_FALSE(VenueMatcher::create(options)) << held_orders_max;
    }
    EXPECT_FALSE(VenueMatcher::create({.matcher = {.executions_max = 0}}));
}

TEST(VenueMatcher, AllocatesNothingAfterCreate) {
    VenueMatcher matcher = std::move(*VenueMatcher::create(kSmall));
    NullVenueListener ignored;
    ignored.last_place = 1'000'000;
    const NoAllocScope scope;
    for (std::uint64_t id = 1; id <= 500; id += 10) {
        matcher.set_phase(kApple, Phase::Accumulating, ignored);
        matcher.enter(buy(id, 100, 100), {.display_qty = {10}}, ignored);
        matcher.enter(sell(id + 1, 40, 99), {.cross = CrossKind::Opening}, ignored);
        matcher.cross({.instrument = kApple}, ignored);
        matcher.enter(sell(id + 2, 10, 120), {.peg = Peg::Mid}, ignored);
        matcher.enter(sell(id + 3, 10, 90), {.stop_price = {100}}, ignored);
        matcher.enter(sell(id + 4, 10, 110), {.is_hidden = true}, ignored);
        matcher.enter(ioc(sell(id + 5, 30, 100)), {.owner = {1}, .min_qty = {30}}, ignored);
        matcher.replace({id + 4}, {{id + 6}, {10}, {115}}, ignored);
        matcher.end_day(kApple, ignored);
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(matcher.books().open_orders(), 0U);
}

}  // namespace
}  // namespace hotpath::match
