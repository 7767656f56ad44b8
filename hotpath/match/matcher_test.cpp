#include "hotpath/match/matcher.hpp"

#include <memory>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/reference/event_log.hpp"
#include "tests/reference/reference_books.hpp"
#include "tests/reference/reference_matcher.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::match {
namespace {

constexpr InstrumentId kApple{13};
constexpr InstrumentId kGoogle{14};

constexpr book::BooksOptions kSmallBooks{.orders_max = 1'000,
                                         .levels_max = 1'000,
                                         .instruments_max = 20,
                                         .huge_pages = HugePages::Never};

/// What every matcher does, behind virtual calls: a test is compiled once, not for each of them.
class AnyMatcher {
  public:
    virtual ~AnyMatcher() = default;
    virtual MatchStatus enter(const NewOrder& order, EventLog& log) = 0;
    virtual MatchStatus cancel(OrderId id, EventLog& log) = 0;
    virtual MatchStatus reduce(OrderId id, Qty qty, EventLog& log) = 0;
    virtual MatchStatus replace(OrderId original, const book::Replacement& now, EventLog& log) = 0;
    virtual MatchStatus execute_at(const DirectedExecution& execution, EventLog& log) = 0;
};

template <class Wrapped>
class MatcherOf final : public AnyMatcher {
  public:
    explicit MatcherOf(Wrapped matcher) : matcher_(std::move(matcher)) {}
    MatchStatus enter(const NewOrder& order, EventLog& log) override {
        return matcher_.enter(order, log);
    }
    MatchStatus cancel(OrderId id, EventLog& log) override { return matcher_.cancel(id, log); }
    MatchStatus reduce(OrderId id, Qty qty, EventLog& log) override {
        return matcher_.reduce(id, qty, log);
    }
    MatchStatus replace(OrderId original, const book::Replacement& now, EventLog& log) override {
        return matcher_.replace(original, now, log);
    }
    MatchStatus execute_at(const DirectedExecution& execution, EventLog& log) override {
        return matcher_.execute_at(execution, log);
    }

  private:
    Wrapped matcher_;
};

template <class Books>
BasicMatcher<Books> create_small() {
    return std::move(*BasicMatcher<Books>::create({.books = kSmallBooks}));
}

struct Kind {
    std::string_view name;
    std::unique_ptr<AnyMatcher> (*make)() = nullptr;

    friend void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }
};

template <class Books>
std::unique_ptr<AnyMatcher> make_over() {
    return std::make_unique<MatcherOf<BasicMatcher<Books>>>(create_small<Books>());
}

std::unique_ptr<AnyMatcher> make_reference() {
    return std::make_unique<MatcherOf<ReferenceMatcher>>(
        ReferenceMatcher(kSmallBooks.instruments_max));
}

const Kind kMatchers[] = {{"the matcher", make_over<book::L3Books>},
                          {"over the reference books", make_over<book::ReferenceBooks>},
                          {"the reference matcher", make_reference}};

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

class MatcherTest : public testing::TestWithParam<Kind> {
  protected:
    MatchStatus enter(const NewOrder& order) {
        log_.events.clear();
        return matcher_->enter(order, log_);
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
        if (matcher_->cancel({id}, log) != MatchStatus::Ok) {
            return false;
        }
        return std::get<Canceled>(log.events.back()).cancellation.qty == Qty{leaves_qty};
    }

    EventLog log_;
    std::unique_ptr<AnyMatcher> matcher_ = GetParam().make();
};

INSTANTIATE_TEST_SUITE_P(EachMatcher, MatcherTest, testing::ValuesIn(kMatchers));

TEST_P(MatcherTest, AnOrderThatCrossesNothingRests) {
    EXPECT_EQ(enter(buy(1, 100, 50)), MatchStatus::Ok);
    EXPECT_EQ(log_.events, (std::vector<Event>{Added{view(buy(1, 100, 50))}}));
    EXPECT_TRUE(rests(1, 100));
}

TEST_P(MatcherTest, TheBestPriceTradesFirstAndEachTradeIsAtTheRestingPrice) {
    enter(sell(1, 100, 52));
    enter(sell(2, 100, 51));
    enter(buy(3, 150, 60));
    EXPECT_EQ(trades(), (std::vector<Traded>{{2, 100, 51}, {1, 50, 52}}));
    EXPECT_TRUE(rests(1, 50));
}

TEST_P(MatcherTest, AtOnePriceTheLowestIdTradesFirstEvenWhenItCameLater) {
    enter(buy(8, 100, 50));
    enter(buy(2, 100, 50));
    enter(sell(9, 150, 50));
    EXPECT_EQ(trades(), (std::vector<Traded>{{2, 100, 50}, {8, 50, 50}}));
}

TEST_P(MatcherTest, WhatIsLeftOfADayOrderRestsAtItsOwnPrice) {
    enter(sell(1, 100, 50));
    enter(buy(2, 150, 51));
    ASSERT_EQ(log_.events.size(), 2U);
    EXPECT_EQ(log_.events.back(), Event{Added{view(buy(2, 50, 51))}});
    EXPECT_TRUE(rests(2, 50));
}

TEST_P(MatcherTest, WhatIsLeftOfAnIocOrderIsCanceledAndNeverRests) {
    enter(sell(1, 100, 50));
    enter(ioc(buy(2, 150, 50)));
    EXPECT_EQ(log_.events.back(),
              Event{Canceled({view(buy(2, 50, 50)), Qty{50}, CancelReason::Immediate})});
    EXPECT_FALSE(rests(2, 50));
}

TEST_P(MatcherTest, AFokOrderIsRefusedSinceAMinimumIsAVenueMatchersCondition) {
    EXPECT_EQ(enter(sell(1, 100, 50)), MatchStatus::Ok);
    NewOrder all_or_nothing = buy(2, 200, 50);
    all_or_nothing.time_in_force = TimeInForce::Fok;
    EXPECT_EQ(enter(all_or_nothing), MatchStatus::BadConditions);
    EXPECT_TRUE(log_.events.empty());
}

TEST_P(MatcherTest, AnIocOrderDoesNotTradeBeyondItsLimit) {
    enter(sell(1, 100, 51));
    enter(ioc(buy(2, 100, 50)));
    EXPECT_TRUE(trades().empty());
    EXPECT_TRUE(rests(1, 100));
}

TEST_P(MatcherTest, AMarketOrderTradesAtAnyPrice) {
    enter(buy(1, 100, 1));
    enter(market(sell(2, 150, 0)));
    EXPECT_EQ(trades(), (std::vector<Traded>{{1, 100, 1}}));
    EXPECT_FALSE(rests(2, 50));
}

TEST_P(MatcherTest, InstrumentsDoNotTradeWithEachOther) {
    NewOrder other = sell(1, 100, 50);
    other.instrument = kGoogle;
    enter(other);
    enter(buy(2, 100, 50));
    EXPECT_TRUE(trades().empty());
}

TEST_P(MatcherTest, ReducingKeepsThePlaceInLine) {
    enter(buy(1, 100, 50));
    enter(buy(2, 100, 50));
    EXPECT_EQ(matcher_->reduce({1}, {40}, log_), MatchStatus::Ok);
    EXPECT_EQ(log_.events.back(),
              Event{Reduced({view(buy(1, 100, 50)), Qty{40}, CancelReason::Requested})});
    enter(sell(3, 100, 50));
    EXPECT_EQ(trades(), (std::vector<Traded>{{1, 60, 50}, {2, 40, 50}}));
}

TEST_P(MatcherTest, ReducingByAllThatIsLeftCancels) {
    enter(buy(1, 100, 50));
    EXPECT_EQ(matcher_->reduce({1}, {250}, log_), MatchStatus::Ok);
    EXPECT_EQ(log_.events.back(),
              Event{Canceled({view(buy(1, 100, 50)), Qty{100}, CancelReason::Requested})});
    EXPECT_FALSE(rests(1, 0));
}

TEST_P(MatcherTest, ReplacingLosesThePlaceInLine) {
    enter(buy(1, 100, 50));
    enter(buy(2, 100, 50));
    EXPECT_EQ(matcher_->replace({1}, {.id = {3}, .qty = {100}, .price = {50}}, log_),
              MatchStatus::Ok);
    enter(sell(4, 150, 50));
    EXPECT_EQ(trades(), (std::vector<Traded>{{2, 100, 50}, {3, 50, 50}}));
}

TEST_P(MatcherTest, AReplacementMayTradeBeforeItRests) {
    enter(buy(1, 100, 50));
    enter(sell(2, 30, 52));
    log_.events.clear();
    matcher_->replace({1}, {.id = {3}, .qty = {80}, .price = {52}}, log_);
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
    EXPECT_EQ(log_.events, expected);
}

TEST_P(MatcherTest, ADirectedExecutionTakesTheOrderNamedAtThePriceNamed) {
    enter(buy(1, 100, 50));
    enter(buy(2, 100, 50));
    matcher_->execute_at({.id = {2}, .qty = {500}, .price = {49}}, log_);
    EXPECT_EQ(trades(), (std::vector<Traded>{{2, 100, 49}}));
    EXPECT_TRUE(rests(1, 100));
    EXPECT_FALSE(rests(2, 100));
}

TEST_P(MatcherTest, RefusalsChangeNothingAndCallNoListener) {
    enter(buy(1, 100, 50));
    enter(buy(5, 100, 49));
    log_.events.clear();
    NewOrder nowhere = buy(2, 100, 50);
    nowhere.instrument = {};
    NewOrder beyond = nowhere;
    beyond.instrument = {21};
    AnyMatcher& matcher = *matcher_;
    EventLog& log = log_;
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
    EXPECT_TRUE(rests(1, 100));
}

TEST(Matcher, AnOrderEnteredToRestTradesWithNothingItCrosses) {
    Matcher matcher = create_small<book::L3Books>();
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
    Matcher matcher = create_small<book::L3Books>();
    NullListener ignored;
    const NoAllocScope scope;
    for (std::uint64_t id = 1; id <= 500; ++id) {
        matcher.enter(buy(2 * id, 10, 50 - static_cast<std::int64_t>(id % 7)), ignored);
        matcher.replace({2 * id}, {{2 * id + 1}, {20}, {50}}, ignored);
        matcher.enter(sell(2 * id, 15, 50), ignored);
        matcher.cancel({2 * id + 1}, ignored);
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::match
