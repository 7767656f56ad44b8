// The bounds of QueuePlaces, and numbers that a venue must not give twice.
#include "hotpath/strategy/queue_places.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace hotpath::strategy
