#include <set>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/oms/orders.hpp"

namespace hotpath::oms {
namespace {

constexpr InstrumentId kInstrument{3};

Orders make_orders(OrdersOptions options = {.instruments_max = 4,
                                            .orders_remembered = 64,
                                            .open_orders_max = 8,
                                            .executions_remembered = 16}) {
    auto orders = Orders::create(options);
    EXPECT_TRUE(orders.has_value());
    return std::move(*orders);
}

TEST(Orders, IdsMustIncrease) {
    Orders orders = make_orders();
    const NewOrder order{
        .id = {5}, .instrument = kInstrument, .side = Side::Buy, .qty = {1}, .price = {1}};
    orders.enter(order);
    EXPECT_EQ(orders.may_enter(order), RequestStatus::IdNotIncreasing);
    EXPECT_EQ(orders.next_id(), ClOrdId{6});
    orders.skip_ids_below({9});
    EXPECT_EQ(orders.next_id(), ClOrdId{9});
    orders.skip_ids_below({7});
    EXPECT_EQ(orders.next_id(), ClOrdId{9});
    NewOrder last = order;
    last.id = {0xffff'ffff};
    EXPECT_EQ(orders.may_enter(last), RequestStatus::IdNotIncreasing);
}

TEST(Orders, CountsTheChangesOfEachInstrumentButNotOfItsMark) {
    constexpr InstrumentId kOther{2};
    Orders orders = make_orders();
    std::uint32_t before = orders.changes(kInstrument);
    const auto has_changed = [&] {
        return orders.changes(kInstrument) != std::exchange(before, orders.changes(kInstrument));
    };
    orders.enter(
        {.id = {1}, .instrument = kInstrument, .side = Side::Buy, .qty = {10}, .price = {100}});
    EXPECT_TRUE(has_changed()) << "a new order";
    orders.on_accepted({.id = {1}, .venue_id = {7}, .qty = {10}, .price = {100}});
    EXPECT_TRUE(has_changed()) << "its name at the venue";
    orders.replace({.original = {1}, .id = {2}, .qty = {10}, .price = {101}});
    EXPECT_TRUE(has_changed()) << "a replacement";
    orders.on_replaced(
        {.original = {1}, .id = {2}, .venue_id = {8}, .leaves_qty = {10}, .price = {101}});
    EXPECT_TRUE(has_changed()) << "it arrived";
    orders.on_moved({2}, {9});
    EXPECT_TRUE(has_changed()) << "another name";
    orders.reduce({2}, {5});
    EXPECT_TRUE(has_changed()) << "a reduction";
    orders.on_canceled({2}, {5});
    EXPECT_TRUE(has_changed()) << "it arrived";
    Fill fill;
    orders.on_executed({.id = {2}, .match = {1}, .qty = {1}, .price = {101}}, fill);
    EXPECT_TRUE(has_changed()) << "an execution";
    orders.mark(kInstrument, {105});
    EXPECT_FALSE(has_changed()) << "a mark";
    orders.on_corrected({.id = {2}, .match = {1}, .qty = {2}, .price = {101}});
    EXPECT_TRUE(has_changed()) << "a correction";
    orders.on_broken({2}, {1});
    EXPECT_TRUE(has_changed()) << "a broken trade";
    orders.cancel({2});
    EXPECT_TRUE(has_changed()) << "a cancel";
    orders.on_cancel_rejected({2});
    EXPECT_TRUE(has_changed()) << "it was refused";
    orders.enter({.id = {3}, .instrument = kOther, .side = Side::Buy, .qty = {1}, .price = {1}});
    orders.on_rejected({3});
    EXPECT_FALSE(has_changed()) << "another instrument's order";
    orders.adjust({.instrument = kInstrument, .new_shares = 2});
    EXPECT_TRUE(has_changed()) << "a split";
}

TEST(Orders, ACheckForASelfMatchCountsNoChange) {
    Orders orders = make_orders();
    orders.enter(
        {.id = {1}, .instrument = kInstrument, .side = Side::Buy, .qty = {10}, .price = {100}});
    orders.on_accepted({.id = {1}, .venue_id = {7}, .qty = {10}, .price = {100}});
    const std::uint32_t before = orders.changes(kInstrument);
    EXPECT_TRUE(orders.would_self_match(kInstrument, Side::Sell, {99}));
    EXPECT_EQ(orders.changes(kInstrument), before);
}

TEST(Orders, RefusesOrdersOfNoQuantityOrOfNoInstrument) {
    Orders orders = make_orders();
    EXPECT_EQ(orders.may_enter({.id = {1}, .instrument = kInstrument, .price = {1}}),
              RequestStatus::ZeroQty);
    EXPECT_EQ(orders.may_enter({.id = {1}, .instrument = {0}, .qty = {1}, .price = {1}}),
              RequestStatus::UnknownInstrument);
    EXPECT_EQ(orders.may_enter({.id = {1}, .instrument = {5}, .qty = {1}, .price = {1}}),
              RequestStatus::UnknownInstrument);
}

TEST(Orders, RefusesMoreOpenOrdersThanItHasRoomFor) {
    Orders orders = make_orders();
    for (std::uint32_t id = 1; id <= 8; ++id) {
        orders.enter(
            {.id = {id}, .instrument = kInstrument, .side = Side::Buy, .qty = {1}, .price = {1}});
    }
    const NewOrder ninth{
        .id = {9}, .instrument = kInstrument, .side = Side::Buy, .qty = {1}, .price = {1}};
    EXPECT_EQ(orders.may_enter(ninth), RequestStatus::OrdersFull);
    orders.on_rejected({4});
    EXPECT_EQ(orders.may_enter(ninth), RequestStatus::Ok);
    EXPECT_EQ(orders.open_orders().size(), 7U);
}

TEST(Orders, AnOrderThatStaysOpenKeepsItsSlotWhenTheIdsComeRound) {
    Orders orders = make_orders();
    const auto enter = [&](std::uint32_t id) {
        orders.enter(
            {.id = {id}, .instrument = kInstrument, .side = Side::Buy, .qty = {1}, .price = {1}});
    };
    enter(1);
    for (std::uint32_t id = 2; id <= 64; ++id) {
        enter(id);
        orders.on_rejected({id});
    }
    EXPECT_EQ(orders.may_enter({.id = {65}, .instrument = kInstrument, .qty = {1}, .price = {1}}),
              RequestStatus::OrdersFull);
    enter(66);
    EXPECT_EQ(orders.find({1})->state, OrderState::PendingNew);
    EXPECT_EQ(orders.find({2}), nullptr) << "its slot is 66's now";
}

TEST(Orders, ReportsOfForgottenOrdersAreLateAndOfUnknownOnesADisagreement) {
    Orders orders = make_orders();
    for (std::uint32_t id = 1; id <= 65; ++id) {
        orders.enter(
            {.id = {id}, .instrument = kInstrument, .side = Side::Buy, .qty = {1}, .price = {1}});
        orders.on_rejected({id});
    }
    Fill fill;
    EXPECT_EQ(orders.on_canceled({1}, {1}), ReportStatus::Late);
    EXPECT_EQ(orders.on_canceled({66}, {1}), ReportStatus::UnknownOrder);
    EXPECT_EQ(orders.on_canceled({0}, {1}), ReportStatus::UnknownOrder);
    EXPECT_EQ(orders.on_executed({.id = {1}, .match = {1}, .qty = {1}, .price = {1}}, fill),
              ReportStatus::UnknownOrder)
        << "an execution that cannot be booked leaves the position wrong";
}

TEST(Orders, RemembersTheLastExecutionsOnly) {
    Orders orders = make_orders();
    orders.enter(
        {.id = {1}, .instrument = kInstrument, .side = Side::Buy, .qty = {1'000}, .price = {1}});
    Fill fill;
    for (std::uint64_t match = 1; match <= 17; ++match) {
        EXPECT_EQ(orders.on_executed({.id = {1}, .match = {match}, .qty = {1}, .price = {1}}, fill),
                  ReportStatus::Ok);
    }
    EXPECT_EQ(orders.on_executed({.id = {1}, .match = {2}, .qty = {1}, .price = {1}}, fill),
              ReportStatus::Duplicate);
    EXPECT_EQ(orders.on_executed({.id = {1}, .match = {17}, .qty = {1}, .price = {1}}, fill),
              ReportStatus::Duplicate);
    EXPECT_EQ(orders.on_broken({1}, {1}), ReportStatus::UnknownOrder);
}

TEST(Orders, IsNotMadeWithBoundsThatCannotWork) {
    EXPECT_FALSE(Orders::create({.instruments_max = 1, .orders_remembered = 100}));
    EXPECT_FALSE(
        Orders::create({.instruments_max = 1, .orders_remembered = 64, .open_orders_max = 64}));
    EXPECT_FALSE(Orders::create({.instruments_max = 1, .open_orders_max = 0}));
    EXPECT_FALSE(Orders::create({.instruments_max = 1, .executions_remembered = 0}));
}

TEST(Orders, EveryStateHasItsOwnName) {
    std::set<std::string> names;
    for (int i = 0; i <= static_cast<int>(OrderState::Rejected); ++i) {
        names.insert(state_name(static_cast<OrderState>(i)));
    }
    EXPECT_EQ(names.size(), 10U);
}

}  // namespace
}  // namespace hotpath::oms
