#include "hotpath/match/matcher.hpp"

#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/reference_books.hpp"
#include "hotpath/core/no_alloc_scope.hpp"
#include "hotpath/match/event_log.hpp"
#include "hotpath/match/reference_matcher.hpp"

namespace hotpath::match {
namespace {

constexpr InstrumentId kApple{13};
constexpr InstrumentId kGoogle{14};

constexpr book::BooksOptions kSmallBooks{.orders_max = 1'000,
                                         .levels_max = 1'000,
                                         .instruments_max = 20,
                                         .huge_pages = HugePages::Never};

template <class Books>
BasicMatcher<Books> make(std::type_identity<BasicMatcher<Books>>) {
    return std::move(*BasicMatcher<Books>::create({.books = kSmallBooks}));
}

ReferenceMatcher make(std::type_identity<ReferenceMatcher>) {
    return ReferenceMatcher(kSmallBooks.instruments_max);
}

NewOrder buy(std::uint64_t id, std::uint32_t qty, std::int64_t price) {
    return {.id = {id}, .instrument = kApple, .side = Side::Buy, .qty = {qty}, .price = {price}};
}

NewOrder sell(std::uint64_t id, std::uint32_t qty, std::int64_t price) {
    NewOrder order = buy(id, qty, price);
    order.side = Side::Sell;
    return order;
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

book::OrderView view(const NewOrder& order) {
    return {order.id, order.instrument, order.side, order.price, order.qty};
}

struct Traded {
    std::uint64_t resting;
    std::uint32_t qty;
    std::int64_t price;
    friend bool operator==(const Traded&, const Traded&) = default;
};

template <class Matcher>
class MatcherTest : public testing::Test {
  protected:
    MatchStatus enter(const NewOrder& order) {
        log_.events.clear();
        return matcher_.enter(order, log_);
    }

    [[nodiscard]] std::vector<Traded> trades() const {
        std::vector<Traded> trades;
        for (const Event& event : log_.events) {
            if (const auto* execution = std::get_if<Execution>(&event)) {
                trades.push_back(
                    {execution->resting.value, execution->qty.value, execution->price.value});
            }
        }
        return trades;
    }

    /// True when the order stands in the book with so much left.
    [[nodiscard]] bool rests(std::uint64_t id, std::uint32_t leaves_qty) {
        EventLog log;
        if (matcher_.cancel({id}, log) != MatchStatus::Ok) {
            return false;
        }
        return std::get<Canceled>(log.events.back()).cancellation.qty == Qty{leaves_qty};
    }

    EventLog log_;
    Matcher matcher_ = make(std::type_identity<Matcher>{});
};

using Matchers = testing::Types<Matcher, BasicMatcher<book::ReferenceBooks>, ReferenceMatcher>;
TYPED_TEST_SUITE(MatcherTest, Matchers);

TYPED_TEST(MatcherTest, AnOrderThatCrossesNothingRests) {
    EXPECT_EQ(this->enter(buy(1, 100, 50)), MatchStatus::Ok);
    EXPECT_EQ(this->log_.events, (std::vector<Event>{Added{view(buy(1, 100, 50))}}));
    EXPECT_TRUE(this->rests(1, 100));
}

TYPED_TEST(MatcherTest, TheBestPriceTradesFirstAndEachTradeIsAtTheRestingPrice) {
    this->enter(sell(1, 100, 52));
    this->enter(sell(2, 100, 51));
    this->enter(buy(3, 150, 60));
    EXPECT_EQ(this->trades(), (std::vector<Traded>{{2, 100, 51}, {1, 50, 52}}));
    EXPECT_TRUE(this->rests(1, 50));
}

TYPED_TEST(MatcherTest, AtOnePriceTheLowestIdTradesFirstEvenWhenItCameLater) {
    this->enter(buy(8, 100, 50));
    this->enter(buy(2, 100, 50));
    this->enter(sell(9, 150, 50));
    EXPECT_EQ(this->trades(), (std::vector<Traded>{{2, 100, 50}, {8, 50, 50}}));
}

TYPED_TEST(MatcherTest, WhatIsLeftOfADayOrderRestsAtItsOwnPrice) {
    this->enter(sell(1, 100, 50));
    this->enter(buy(2, 150, 51));
    ASSERT_EQ(this->log_.events.size(), 2U);
    EXPECT_EQ(this->log_.events.back(), Event{Added{view(buy(2, 50, 51))}});
    EXPECT_TRUE(this->rests(2, 50));
}

TYPED_TEST(MatcherTest, WhatIsLeftOfAnIocOrderIsCanceledAndNeverRests) {
    this->enter(sell(1, 100, 50));
    this->enter(ioc(buy(2, 150, 50)));
    EXPECT_EQ(this->log_.events.back(),
              Event{Canceled({view(buy(2, 50, 50)), Qty{50}, CancelReason::Immediate})});
    EXPECT_FALSE(this->rests(2, 50));
}

TYPED_TEST(MatcherTest, AnIocOrderDoesNotTradeBeyondItsLimit) {
    this->enter(sell(1, 100, 51));
    this->enter(ioc(buy(2, 100, 50)));
    EXPECT_TRUE(this->trades().empty());
    EXPECT_TRUE(this->rests(1, 100));
}

TYPED_TEST(MatcherTest, AMarketOrderTradesAtAnyPrice) {
    this->enter(buy(1, 100, 1));
    this->enter(market(sell(2, 150, 0)));
    EXPECT_EQ(this->trades(), (std::vector<Traded>{{1, 100, 1}}));
    EXPECT_FALSE(this->rests(2, 50));
}

TYPED_TEST(MatcherTest, InstrumentsDoNotTradeWithEachOther) {
    NewOrder other = sell(1, 100, 50);
    other.instrument = kGoogle;
    this->enter(other);
    this->enter(buy(2, 100, 50));
    EXPECT_TRUE(this->trades().empty());
}

TYPED_TEST(MatcherTest, ReducingKeepsThePlaceInLine) {
    this->enter(buy(1, 100, 50));
    this->enter(buy(2, 100, 50));
    EXPECT_EQ(this->matcher_.reduce({1}, {40}, this->log_), MatchStatus::Ok);
    EXPECT_EQ(this->log_.events.back(),
              Event{Reduced({view(buy(1, 100, 50)), Qty{40}, CancelReason::Requested})});
    this->enter(sell(3, 100, 50));
    EXPECT_EQ(this->trades(), (std::vector<Traded>{{1, 60, 50}, {2, 40, 50}}));
}

TYPED_TEST(MatcherTest, ReducingByAllThatIsLeftCancels) {
    this->enter(buy(1, 100, 50));
    EXPECT_EQ(this->matcher_.reduce({1}, {250}, this->log_), MatchStatus::Ok);
    EXPECT_EQ(this->log_.events.back(),
              Event{Canceled({view(buy(1, 100, 50)), Qty{100}, CancelReason::Requested})});
    EXPECT_FALSE(this->rests(1, 0));
}

TYPED_TEST(MatcherTest, ReplacingLosesThePlaceInLine) {
    this->enter(buy(1, 100, 50));
    this->enter(buy(2, 100, 50));
    EXPECT_EQ(this->matcher_.replace({1}, {.id = {3}, .qty = {100}, .price = {50}}, this->log_),
              MatchStatus::Ok);
    this->enter(sell(4, 150, 50));
    EXPECT_EQ(this->trades(), (std::vector<Traded>{{2, 100, 50}, {3, 50, 50}}));
}

TYPED_TEST(MatcherTest, AReplacementMayTradeBeforeItRests) {
    this->enter(buy(1, 100, 50));
    this->enter(sell(2, 30, 52));
    this->log_.events.clear();
    this->matcher_.replace({1}, {.id = {3}, .qty = {80}, .price = {52}}, this->log_);
    const std::vector<Event> expected{Replaced{view(buy(1, 100, 50)), view(buy(3, 80, 52))},
                                      Execution{.resting = {2},
                                                .incoming = {3},
                                                .instrument = kApple,
                                                .resting_side = Side::Sell,
                                                .price = {52},
                                                .qty = {30},
                                                .resting_leaves_qty = {0},
                                                .incoming_leaves_qty = {50}},
                                      Added{view(buy(3, 50, 52))}};
    EXPECT_EQ(this->log_.events, expected);
}

TYPED_TEST(MatcherTest, ADirectedExecutionTakesTheOrderNamedAtThePriceNamed) {
    this->enter(buy(1, 100, 50));
    this->enter(buy(2, 100, 50));
    this->matcher_.execute_at({.id = {2}, .qty = {500}, .price = {49}}, this->log_);
    EXPECT_EQ(this->trades(), (std::vector<Traded>{{2, 100, 49}}));
    EXPECT_TRUE(this->rests(1, 100));
    EXPECT_FALSE(this->rests(2, 100));
}

TYPED_TEST(MatcherTest, RefusalsChangeNothingAndTellNobody) {
    this->enter(buy(1, 100, 50));
    this->enter(buy(5, 100, 49));
    this->log_.events.clear();
    NewOrder nowhere = buy(2, 100, 50);
    nowhere.instrument = {};
    NewOrder beyond = nowhere;
    beyond.instrument = {21};
    auto& matcher = this->matcher_;
    EventLog& log = this->log_;
    EXPECT_EQ(matcher.enter(nowhere, log), MatchStatus::UnknownInstrument);
    EXPECT_EQ(matcher.enter(beyond, log), MatchStatus::UnknownInstrument);
    EXPECT_EQ(matcher.enter(buy(2, 0, 50), log), MatchStatus::ZeroQty);
    EXPECT_EQ(matcher.enter(buy(1, 10, 50), log), MatchStatus::DuplicateOrder);
    EXPECT_EQ(matcher.cancel({9}, log), MatchStatus::UnknownOrder);
    EXPECT_EQ(matcher.reduce({9}, {1}, log), MatchStatus::UnknownOrder);
    EXPECT_EQ(matcher.reduce({1}, {0}, log), MatchStatus::ZeroQty);
    EXPECT_EQ(matcher.replace({9}, {{3}, {1}, {50}}, log), MatchStatus::UnknownOrder);
    EXPECT_EQ(matcher.replace({1}, {{3}, {0}, {50}}, log), MatchStatus::ZeroQty);
    EXPECT_EQ(matcher.replace({1}, {{5}, {1}, {50}}, log), MatchStatus::DuplicateOrder);
    EXPECT_EQ(matcher.execute_at({{9}, {1}, {50}}, log), MatchStatus::UnknownOrder);
    EXPECT_EQ(matcher.execute_at({{1}, {0}, {50}}, log), MatchStatus::ZeroQty);
    EXPECT_TRUE(log.events.empty());
    EXPECT_TRUE(this->rests(1, 100));
}

TEST(Matcher, AnOrderEnteredToRestTradesWithNothingItCrosses) {
    Matcher matcher = make(std::type_identity<Matcher>{});
    EventLog log;
    matcher.enter(sell(1, 100, 50), log);
    EXPECT_EQ(matcher.rest(view(buy(2, 100, 51)), log), MatchStatus::Ok);
    EXPECT_EQ(matcher.rest(view(buy(2, 100, 51)), log), MatchStatus::DuplicateOrder);
    EXPECT_EQ(matcher.books().bbo(kApple).bid.price, Price{51});
    EXPECT_EQ(matcher.books().bbo(kApple).ask.price, Price{50});
}

TEST(Matcher, ASweepEndsAtTheMostExecutionsOfOneCommand) {
    Matcher matcher = std::move(*Matcher::create({.books = kSmallBooks, .executions_max = 3}));
    EventLog log;
    for (std::uint64_t id = 1; id <= 5; ++id) {
        matcher.enter(sell(id, 10, 50), log);
    }
    log.events.clear();
    matcher.enter(buy(9, 60, 50), log);
    ASSERT_EQ(log.events.size(), 4U);
    EXPECT_EQ(log.events.back(),
              Event{Canceled({view(buy(9, 30, 50)), Qty{30}, CancelReason::SweepLimit})});
    EXPECT_EQ(matcher.books().open_orders(), 2U);
}

TEST(Matcher, ARemainderThatTheBooksCannotHoldIsCanceled) {
    book::BooksOptions one_order = kSmallBooks;
    one_order.orders_max = 1;
    Matcher matcher = std::move(*Matcher::create({.books = one_order}));
    EventLog log;
    matcher.enter(buy(1, 10, 50), log);
    log.events.clear();
    EXPECT_EQ(matcher.enter(buy(2, 10, 50), log), MatchStatus::Ok);
    EXPECT_EQ(
        log.events,
        (std::vector<Event>{Canceled({view(buy(2, 10, 50)), Qty{10}, CancelReason::BookFull})}));
}

TEST(Matcher, SetUpThatCannotWorkIsRefused) {
    EXPECT_FALSE(Matcher::create({.books = kSmallBooks, .executions_max = 0}));
    EXPECT_FALSE(Matcher::create({.books = {.orders_max = 0}}));
}

TEST(Matcher, AllocatesNothingAfterCreate) {
    Matcher matcher = make(std::type_identity<Matcher>{});
    NullListener nobody;
    const NoAllocScope scope;
    for (std::uint64_t id = 1; id <= 500; ++id) {
        matcher.enter(buy(2 * id, 10, 50 - static_cast<std::int64_t>(id % 7)), nobody);
        matcher.replace({2 * id}, {{2 * id + 1}, {20}, {50}}, nobody);
        matcher.enter(sell(2 * id, 15, 50), nobody);
        matcher.cancel({2 * id + 1}, nobody);
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::match
