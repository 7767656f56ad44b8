// Reductions of an open order: what they need, what they change, and how they end.

#include <utility>

#include <gtest/gtest.h>

#include "hotpath/oms/orders.hpp"

namespace hotpath::oms {
namespace {

constexpr InstrumentId kCutInstrument{3};

/// A live order of 100 shares at $10, id 1.
class Reduction : public testing::Test {
  protected:
    Reduction() {
        orders.enter({.id = {1},
                      .instrument = kCutInstrument,
                      .side = Side::Sell,
                      .qty = {100},
                      .price = {100'000}});
    }
    void SetUp() override { accept(); }

    void accept() {
        EXPECT_EQ(
            orders.on_accepted({.id = {1}, .venue_id = {7}, .qty = {100}, .price = {100'000}}),
            ReportStatus::Ok);
    }
    void execute(std::uint32_t qty) {
        Fill fill;
        EXPECT_EQ(orders.on_executed(
                      {.id = {1}, .match = {++match}, .qty = {qty}, .price = {100'000}}, fill),
                  ReportStatus::Ok);
    }
    void reduce(std::uint32_t open_qty) {
        ASSERT_EQ(orders.may_reduce({1}, {open_qty}), RequestStatus::Ok);
        orders.reduce({1}, {open_qty});
    }
    [[nodiscard]] const Order& order() const { return *orders.find({1}); }
    [[nodiscard]] std::uint64_t open_sells() const {
        return orders.position(kCutInstrument).open(Side::Sell);
    }

    Orders orders = std::move(*Orders::create({.instruments_max = 4,
                                               .orders_remembered = 64,
                                               .open_orders_max = 8,
                                               .executions_remembered = 16}));
    std::uint64_t match = 0;
};

TEST_F(Reduction, LeavesTheExposureUntilTheVenueAnswers) {
    reduce(40);
    EXPECT_EQ(order().state, OrderState::PendingReduce);
    EXPECT_EQ(open_sells(), 100U);
    EXPECT_EQ(orders.on_canceled({1}, {60}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::Live);
    EXPECT_EQ(order().leaves_qty, Qty{40});
    EXPECT_EQ(order().canceled_qty, Qty{60});
    EXPECT_EQ(order().reduce_to_qty, Qty{});
    EXPECT_EQ(open_sells(), 40U);
    EXPECT_EQ(orders.account().open(Side::Sell), Money{40 * 100'000});
    EXPECT_EQ(orders.counters().reduces, 1U);
}

TEST_F(Reduction, CountsFromTheFirstShareAsTheVenueDoes) {
    execute(30);
    reduce(50);
    EXPECT_EQ(order().reduce_to_qty, Qty{80});
    EXPECT_EQ(orders.on_canceled({1}, {20}), ReportStatus::Ok);
    EXPECT_EQ(order().leaves_qty, Qty{50});
    reduce(10);
    EXPECT_EQ(order().reduce_to_qty, Qty{40}) << "30 are executed";
}

TEST_F(Reduction, OvertakenByExecutionsLeavesLess) {
    reduce(40);
    execute(30);
    EXPECT_EQ(order().state, OrderState::PendingReduce);
    EXPECT_EQ(orders.on_canceled({1}, {60}), ReportStatus::Ok);
    EXPECT_EQ(order().leaves_qty, Qty{10});
    EXPECT_EQ(order().state, OrderState::Live);
}

TEST_F(Reduction, OvertakenByMoreThanItLeavesEndsTheOrder) {
    reduce(40);
    execute(70);
    EXPECT_EQ(orders.on_canceled({1}, {30}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::Canceled);
    EXPECT_EQ(open_sells(), 0U);
}

TEST_F(Reduction, IsOverWhenTheVenueHasTakenAsMuchOffByItself) {
    reduce(40);
    EXPECT_EQ(orders.on_canceled({1}, {50}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::PendingReduce) << "10 more are to go";
    EXPECT_EQ(orders.on_canceled({1}, {25}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::Live) << "a venue ignores a size that is not less";
    EXPECT_EQ(order().leaves_qty, Qty{25});
}

TEST_F(Reduction, MustLeaveSomethingAndLessThanIsOpen) {
    execute(30);
    EXPECT_EQ(orders.may_reduce({1}, {0}), RequestStatus::ZeroQty);
    EXPECT_EQ(orders.may_reduce({1}, {1}), RequestStatus::Ok);
    EXPECT_EQ(orders.may_reduce({1}, {69}), RequestStatus::Ok);
    EXPECT_EQ(orders.may_reduce({1}, {70}), RequestStatus::NotLess);
    EXPECT_EQ(orders.may_reduce({1}, {71}), RequestStatus::NotLess);
    EXPECT_EQ(orders.may_reduce({2}, {1}), RequestStatus::UnknownOrder);
    execute(70);
    EXPECT_EQ(orders.may_reduce({1}, {1}), RequestStatus::UnknownOrder);
}

TEST_F(Reduction, IsTheOnlyRequestInFlightButForACancelAfterIt) {
    reduce(40);
    const ReplaceOrder replacement{.original = {1}, .id = {2}, .qty = {50}, .price = {1}};
    EXPECT_EQ(orders.may_reduce({1}, {30}), RequestStatus::RequestInFlight);
    EXPECT_EQ(orders.may_replace(replacement), RequestStatus::RequestInFlight);
    ASSERT_EQ(orders.may_cancel({1}), RequestStatus::Ok);
    orders.cancel({1});
    EXPECT_EQ(order().state, OrderState::PendingCancel);
    EXPECT_EQ(orders.on_canceled({1}, {60}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::PendingCancel) << "the cancel is still to be answered";
    EXPECT_EQ(orders.on_canceled({1}, {40}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::Canceled);
}

TEST_F(Reduction, IsRefusedWhileAnotherRequestIsInFlight) {
    const ReplaceOrder replacement{.original = {1}, .id = {2}, .qty = {50}, .price = {1}};
    orders.replace(replacement);
    EXPECT_EQ(orders.may_reduce({1}, {30}), RequestStatus::RequestInFlight);
    EXPECT_EQ(orders.may_reduce({2}, {30}), RequestStatus::RequestInFlight);
    EXPECT_EQ(orders.on_replaced({.original = {1}, .id = {2}, .leaves_qty = {50}, .price = {1}}),
              ReportStatus::Ok);
    EXPECT_EQ(orders.may_reduce({2}, {30}), RequestStatus::Ok);
    orders.cancel({2});
    EXPECT_EQ(orders.may_reduce({2}, {30}), RequestStatus::RequestInFlight);
}

TEST_F(Reduction, OfAReplacementCountsWhatItsPredecessorExecuted) {
    execute(30);
    orders.replace({.original = {1}, .id = {2}, .qty = {90}, .price = {100'000}});
    EXPECT_EQ(
        orders.on_replaced({.original = {1}, .id = {2}, .leaves_qty = {60}, .price = {100'000}}),
        ReportStatus::Ok);
    orders.reduce({2}, {20});
    EXPECT_EQ(orders.find({2})->reduce_to_qty, Qty{50});
}

TEST_F(Reduction, ARejectedOneMayBeSentAgainAndIsAnsweredBeforeTheCancel) {
    reduce(40);
    orders.cancel({1});
    EXPECT_EQ(orders.on_cancel_rejected({1}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::PendingCancel) << "the reduction was refused";
    EXPECT_EQ(orders.on_cancel_rejected({1}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::Live);
    EXPECT_EQ(orders.on_cancel_rejected({1}), ReportStatus::Late);
    EXPECT_EQ(orders.may_reduce({1}, {40}), RequestStatus::Ok);
}

TEST_F(Reduction, WithoutAnAnswerInTheNextSessionNeverArrived) {
    reduce(40);
    orders.on_disconnected();
    EXPECT_TRUE(order().is_in_doubt);
    EXPECT_EQ(orders.may_reduce({1}, {30}), RequestStatus::Disconnected);
    orders.on_reconnected([](const Order&) { ADD_FAILURE() << "the order itself has arrived"; });
    EXPECT_EQ(order().state, OrderState::Live);
    EXPECT_EQ(orders.counters().lost, 1U);
    EXPECT_EQ(open_sells(), 100U);
    reduce(30);
}

TEST_F(Reduction, AnsweredInTheNextSessionHasArrived) {
    reduce(40);
    orders.on_disconnected();
    EXPECT_EQ(orders.on_canceled({1}, {60}), ReportStatus::Ok);
    orders.on_reconnected([](const Order&) {});
    EXPECT_EQ(orders.counters().lost, 0U);
    EXPECT_EQ(order().leaves_qty, Qty{40});
    EXPECT_EQ(order().state, OrderState::Live);
}

class ReductionBeforeAccepted : public Reduction {
    void SetUp() override {}
};

TEST_F(ReductionBeforeAccepted, IsAnsweredAfterIt) {
    reduce(40);
    EXPECT_EQ(order().state, OrderState::PendingReduce);
    accept();
    EXPECT_EQ(order().state, OrderState::PendingReduce);
    EXPECT_EQ(orders.on_canceled({1}, {60}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::Live);
}

TEST_F(ReductionBeforeAccepted, EndsWithAnOrderThatIsRejectedOrNeverArrived) {
    reduce(40);
    orders.on_disconnected();
    int lost = 0;
    orders.on_reconnected([&](const Order&) { ++lost; });
    EXPECT_EQ(lost, 1);
    EXPECT_EQ(order().state, OrderState::Rejected);
    EXPECT_EQ(open_sells(), 0U);
}

TEST(OrderTerms, AreTheOrdersAndThoseOfItsReplacements) {
    Orders orders = std::move(*Orders::create({.instruments_max = 4}));
    orders.enter({.id = {1},
                  .instrument = kCutInstrument,
                  .qty = {10},
                  .price = {100},
                  .time_in_force = TimeInForce::Fok});
    orders.enter({.id = {2},
                  .instrument = kCutInstrument,
                  .qty = {10},
                  .price = {100},
                  .is_post_only = true});
    EXPECT_EQ(orders.on_accepted({.id = {2}, .qty = {10}, .price = {100}}), ReportStatus::Ok);
    orders.replace({.original = {2}, .id = {3}, .qty = {20}, .price = {100}});
    EXPECT_EQ(orders.find({1})->time_in_force, TimeInForce::Fok);
    EXPECT_FALSE(orders.find({1})->is_post_only);
    EXPECT_TRUE(orders.find({2})->is_post_only);
    EXPECT_TRUE(orders.find({3})->is_post_only);
}

// A venue that says what is left: FIX.

TEST_F(Reduction, ByWhatTheVenueLeavesIsTheSame) {
    reduce(40);
    EXPECT_EQ(orders.on_leaves({1}, {40}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::Live);
    EXPECT_EQ(order().leaves_qty, Qty{40});
    EXPECT_EQ(order().canceled_qty, Qty{60});
    EXPECT_EQ(open_sells(), 40U);
    EXPECT_EQ(orders.on_leaves({1}, {40}), ReportStatus::Duplicate);
    EXPECT_EQ(orders.on_leaves({1}, {0}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::Canceled);
    EXPECT_EQ(orders.on_leaves({1}, {0}), ReportStatus::Late);
}

TEST_F(Reduction, ThatExecutionsHaveMadeIsAnsweredByWhatIsLeft) {
    execute(70);
    reduce(10);
    execute(20);
    EXPECT_EQ(orders.on_leaves({1}, {10}), ReportStatus::Ok);
    EXPECT_EQ(order().state, OrderState::Live);
    EXPECT_EQ(order().leaves_qty, Qty{10});
    EXPECT_EQ(order().canceled_qty, Qty{});
}

TEST_F(Reduction, MoreLeftThanIsOpenContradictsOurRecord) {
    EXPECT_EQ(orders.on_leaves({1}, {101}), ReportStatus::Mismatch);
    EXPECT_EQ(orders.on_leaves({9}, {0}), ReportStatus::UnknownOrder);
    EXPECT_EQ(order().leaves_qty, Qty{100});
}

}  // namespace
}  // namespace hotpath::oms
