// The bounds of QueuePlaces, numbers that a venue must not give twice, and the number that a venue keeps
// through a replacement.
#include "hotpath/strategy/queue_places.hpp"

#include <gtest/gtest.h>

#include "tests/support/last_change.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::strategy {
namespace {

constexpr InstrumentId kName{1};

class PlacesOfTwo : public testing::Test {
  protected:
    void SetUp() override {
        for (const std::uint64_t id : {10U, 11U, 12U}) {
            books_.add({.id = {id},
                        .instrument = kName,
                        .side = Side::Buy,
                        .price = {100'000},
                        .leaves_qty = {100}});
        }
        for (const ClOrdId id : {ClOrdId{1}, ClOrdId{2}}) {
            orders_.enter({.id = id, .instrument = kName, .qty = {100}, .price = {100'000}});
        }
    }
    void accept(ClOrdId id, OrderId venue_id) {
        orders_.on_accepted({.id = id, .venue_id = venue_id, .qty = {100}, .price = {100'000}});
        const NoAllocScope scope;
        places_.on_report(id, orders_, books_);
        EXPECT_EQ(scope.allocations(), 0U);
    }
    void cancel(ClOrdId id) {
        orders_.on_canceled(id, {100});
        places_.on_report(id, orders_, books_);
    }

    book::L3Books books_ = *book::L3Books::create({.orders_max = 100,
                                                   .levels_max = 100,
                                                   .instruments_max = 1,
                                                   .huge_pages = HugePages::Never});
    oms::Orders orders_ =
        *oms::Orders::create({.instruments_max = 1, .orders_remembered = 16, .open_orders_max = 4});
    QueuePlaces places_{{.instruments_max = 1, .orders_max = 1}};
};

TEST_F(PlacesOfTwo, AnOrderBeyondTheBoundHasNoPlace) {
    accept({1}, {11});
    accept({2}, {12});
    EXPECT_EQ(places_.queue_ahead_qty({1}), TotalQty{100});
    EXPECT_EQ(places_.queue_ahead_qty({2}), std::nullopt);
    cancel({1});
    EXPECT_EQ(places_.size(), 0U);
    places_.on_report({2}, orders_, books_);
    EXPECT_EQ(places_.queue_ahead_qty({2}), TotalQty{200})
        << "there is room again, and its next report takes it";
}

TEST_F(PlacesOfTwo, ANumberGivenTwiceIsTheFirstOrders) {
    places_ = QueuePlaces({.instruments_max = 1, .orders_max = 2});
    accept({1}, {11});
    accept({2}, {11});
    EXPECT_EQ(places_.queue_ahead_qty({1}), TotalQty{100});
    EXPECT_EQ(places_.queue_ahead_qty({2}), std::nullopt);
    cancel({2});
    EXPECT_EQ(places_.queue_ahead_qty({1}), TotalQty{100});
}

TEST_F(PlacesOfTwo, AReportAboutAnUnknownOrderChangesNothing) {
    accept({1}, {11});
    places_.on_report({77}, orders_, books_);
    EXPECT_EQ(places_.queue_ahead_qty({1}), TotalQty{100});
    EXPECT_EQ(places_.size(), 1U);
}

/// A venue that keeps the number of an order that it replaces, as with iLink 3.
class PlaceOfAKeptNumber : public PlacesOfTwo {
  protected:
    void SetUp() override {
        PlacesOfTwo::SetUp();
        accept({1}, {11});
        ASSERT_EQ(places_.queue_ahead_qty({1}), TotalQty{100});
        orders_.replace({.original = {1}, .id = {3}, .qty = {100}, .price = kBetter});
    }
    void report_replaced(OrderId venue_id = {11}) {
        orders_.on_replaced({.original = {1},
                             .id = {3},
                             .venue_id = venue_id,
                             .leaves_qty = {100},
                             .price = kBetter});
        const NoAllocScope scope;
        places_.on_report({3}, orders_, books_);
        EXPECT_EQ(scope.allocations(), 0U);
    }
    /// The feed has the replacement under this number.
    void show_replaced(OrderId id) {
        feed_.replace({11}, {.id = id, .qty = {100}, .price = kBetter});
        places_.on_change(feed_.last(), books_);
    }
    /// The feed has the replacement as a new order of the same number.
    void show_anew() {
        feed_.remove({11});
        places_.on_change(feed_.last(), books_);
        feed_.add({.id = {11},
                   .instrument = kName,
                   .side = Side::Buy,
                   .price = kBetter,
                   .leaves_qty = {100}});
        places_.on_change(feed_.last(), books_);
    }

    static constexpr Price kBetter{100'100};
    support::LastChange<book::L3Books> feed_{books_};
};

TEST_F(PlaceOfAKeptNumber, IsUnknownWhenTheFeedHasAnotherNumberForTheReplacement) {
    report_replaced();
    EXPECT_EQ(places_.queue_ahead_qty({3}), std::nullopt) << "the books have the original's place";
    show_replaced({50});
    EXPECT_EQ(places_.queue_ahead_qty({3}), std::nullopt);
    EXPECT_EQ(places_.queue_ahead_qty({1}), std::nullopt);
    EXPECT_EQ(places_.size(), 1U);
}

TEST_F(PlaceOfAKeptNumber, IsUnknownWhenTheFeedHasShownTheOtherNumberFirst) {
    show_replaced({50});
    report_replaced();
    EXPECT_EQ(places_.queue_ahead_qty({3}), std::nullopt);
    EXPECT_EQ(places_.queue_ahead_qty({1}), std::nullopt);
    EXPECT_EQ(places_.size(), 1U);
}

TEST_F(PlaceOfAKeptNumber, IsTheReplacementsOnceTheFeedShowsItUnderTheSameNumber) {
    report_replaced();
    EXPECT_EQ(places_.queue_ahead_qty({3}), std::nullopt);
    show_anew();
    EXPECT_EQ(places_.queue_ahead_qty({3}), TotalQty{0});
}

TEST_F(PlaceOfAKeptNumber, IsTheReplacementsWhenTheFeedHasShownItFirst) {
    show_anew();
    report_replaced();
    EXPECT_EQ(places_.queue_ahead_qty({3}), TotalQty{0});
}

/// As with OUCH and FIX, whose replies have the feed's numbers.
TEST_F(PlaceOfAKeptNumber, IsTheReplacementsUnderItsOwnNumber) {
    report_replaced({50});
    EXPECT_EQ(places_.queue_ahead_qty({3}), std::nullopt);
    show_replaced({50});
    EXPECT_EQ(places_.queue_ahead_qty({3}), TotalQty{0});
}

}  // namespace
}  // namespace hotpath::strategy
