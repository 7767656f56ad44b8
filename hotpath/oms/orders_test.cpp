#include "hotpath/oms/orders.hpp"

#include <utility>

#include <gtest/gtest.h>

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

/// A session with one order of 100 shares at $10, id 1, and shorthands for what may happen to it.
class OneOrder : public testing::Test {
  protected:
    OneOrder() {
        orders.enter({.id = {1},
                      .instrument = kInstrument,
                      .side = Side::Buy,
                      .qty = {100},
                      .price = {100'000}});
    }

    ReportStatus accept(std::uint32_t id, std::uint32_t qty = 100) {
        return orders.on_accepted(
            {.id = {id}, .venue_id = {1'000 + id}, .qty = {qty}, .price = {100'000}});
    }
    ReportStatus replaced(std::uint32_t original, std::uint32_t id, std::uint32_t leaves) {
        return orders.on_replaced({.original = {original},
                                   .id = {id},
                                   .venue_id = {1'000 + id},
                                   .leaves_qty = {leaves},
                                   .price = {100'000}});
    }
    ReportStatus execute(std::uint32_t id, std::uint32_t qty, std::uint64_t match) {
        return orders.on_executed({.id = {id}, .match = {match}, .qty = {qty}, .price = {100'000}},
                                  fill);
    }
    void request_replace(std::uint32_t original, std::uint32_t id, std::uint32_t qty) {
        const ReplaceOrder order{
            .original = {original}, .id = {id}, .qty = {qty}, .price = {99'900}};
        ASSERT_EQ(orders.may_replace(order), RequestStatus::Ok);
        orders.replace(order);
    }
    OrderState state(std::uint32_t id) const { return orders.find({id})->state; }
    std::uint64_t open_buys() const { return orders.position(kInstrument).open(Side::Buy); }
    std::int64_t position() const { return orders.position(kInstrument).position.value; }

    Orders orders = make_orders();
    Fill fill;
};

TEST_F(OneOrder, CountsAsOpenFromTheMomentItIsSent) {
    EXPECT_EQ(state(1), OrderState::PendingNew);
    EXPECT_EQ(open_buys(), 100U);
    EXPECT_EQ(orders.exposure(kInstrument, Side::Buy).open_qty, 100U);
    EXPECT_EQ(orders.exposure(kInstrument, Side::Sell).open_qty, 0U);
}

TEST_F(OneOrder, IsRecordedAsItWasEntered) {
    orders.enter({.id = {2},
                  .instrument = kInstrument,
                  .side = Side::Sell,
                  .qty = {7},
                  .price = {100'100},
                  .time_in_force = TimeInForce::Ioc});
    const Order& order = *orders.find({2});
    EXPECT_EQ(order.side, Side::Sell);
    EXPECT_EQ(order.time_in_force, TimeInForce::Ioc);
    EXPECT_EQ(order.instrument, kInstrument);
    EXPECT_EQ(order.qty, Qty{7});
    EXPECT_EQ(order.leaves_qty, Qty{7});
    EXPECT_EQ(order.price, Price{100'100});
    EXPECT_FALSE(order.is_in_doubt);
}

TEST_F(OneOrder, AcceptedAtAnotherPriceCountsAtThatPrice) {
    const auto open_value = [&] { return orders.account().open(Side::Buy); };
    EXPECT_EQ(open_value(), Money{100 * 100'000});
    EXPECT_EQ(orders.on_accepted({.id = {1}, .venue_id = {1}, .qty = {100}, .price = {99'000}}),
              ReportStatus::Ok);
    EXPECT_EQ(open_value(), Money{100 * 99'000});
}

TEST_F(OneOrder, IsLiveOnceAccepted) {
    EXPECT_EQ(accept(1), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Live);
    EXPECT_EQ(orders.find({1})->venue_id, OrderId{1'001});
    EXPECT_EQ(open_buys(), 100U);
}

TEST_F(OneOrder, ARejectRestoresTheExposure) {
    EXPECT_EQ(orders.on_rejected({1}), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Rejected);
    EXPECT_EQ(open_buys(), 0U);
    EXPECT_TRUE(orders.open_orders().empty());
}

TEST_F(OneOrder, ExecutionsMoveQuantityFromOpenToPosition) {
    accept(1);
    EXPECT_EQ(execute(1, 30, 7), ReportStatus::Ok);
    EXPECT_EQ(open_buys(), 70U);
    EXPECT_EQ(position(), 30);
    EXPECT_EQ(fill.leaves_qty, Qty{70});
    EXPECT_EQ(fill.position, SignedQty{30});
    EXPECT_EQ(execute(1, 70, 8), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Executed);
    EXPECT_EQ(open_buys(), 0U);
    EXPECT_EQ(position(), 100);
}

TEST_F(OneOrder, AnExecutionBeforeTheAcceptedIsBookedAndTheAcceptedIsLate) {
    EXPECT_EQ(execute(1, 100, 7), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Executed);
    EXPECT_EQ(accept(1), ReportStatus::Late);
    EXPECT_EQ(state(1), OrderState::Executed);
    EXPECT_EQ(position(), 100);
}

TEST_F(OneOrder, ADuplicateExecutionIsBookedOnce) {
    accept(1);
    EXPECT_EQ(execute(1, 30, 7), ReportStatus::Ok);
    EXPECT_EQ(execute(1, 30, 7), ReportStatus::Duplicate);
    EXPECT_EQ(position(), 30);
    EXPECT_EQ(open_buys(), 70U);
    EXPECT_EQ(orders.counters().duplicates, 1U);
}

TEST_F(OneOrder, ADuplicateExecutionIsKnownAfterTheOrderHasClosed) {
    accept(1);
    execute(1, 100, 7);
    EXPECT_EQ(execute(1, 100, 7), ReportStatus::Duplicate);
    EXPECT_EQ(position(), 100);
}

TEST_F(OneOrder, TheSameMatchNumberOfAnotherOrderIsAnotherExecution) {
    orders.enter({.id = {2},
                  .instrument = kInstrument,
                  .side = Side::Sell,
                  .qty = {100},
                  .price = {100'000}});
    accept(1);
    accept(2);
    EXPECT_EQ(execute(1, 50, 7), ReportStatus::Ok);
    EXPECT_EQ(execute(2, 50, 7), ReportStatus::Ok);
    EXPECT_EQ(position(), 0);
}

TEST_F(OneOrder, AnOverExecutionIsBookedInFullBecauseItIsAFact) {
    accept(1);
    EXPECT_EQ(execute(1, 130, 7), ReportStatus::OverExecution);
    EXPECT_EQ(position(), 130);
    EXPECT_EQ(open_buys(), 0U);
    EXPECT_EQ(state(1), OrderState::Executed);
    EXPECT_EQ(orders.find({1})->cum_qty, Qty{100}) << "quantity is conserved in the order";
}

TEST_F(OneOrder, AnExecutionAfterTheCancelIsBookedAndIsADisagreement) {
    accept(1);
    orders.on_canceled({1}, {100});
    const ReportStatus status = execute(1, 40, 7);
    EXPECT_EQ(status, ReportStatus::OverExecution);
    EXPECT_TRUE(is_disagreement(status));
    EXPECT_EQ(position(), 40);
    EXPECT_EQ(open_buys(), 0U);
    EXPECT_EQ(state(1), OrderState::Canceled);
}

TEST_F(OneOrder, ACancelRequestLeavesTheExposureUntilTheVenueAnswers) {
    accept(1);
    orders.cancel({1});
    EXPECT_EQ(state(1), OrderState::PendingCancel);
    EXPECT_EQ(open_buys(), 100U);
    EXPECT_EQ(orders.on_canceled({1}, {100}), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Canceled);
    EXPECT_EQ(open_buys(), 0U);
}

TEST_F(OneOrder, AFillThatOvertakesTheCancelIsBookedAndTheRestIsCanceled) {
    accept(1);
    orders.cancel({1});
    EXPECT_EQ(execute(1, 60, 7), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::PendingCancel);
    EXPECT_EQ(open_buys(), 40U);
    EXPECT_EQ(orders.on_canceled({1}, {40}), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Canceled);
    EXPECT_EQ(position(), 60);
}

TEST_F(OneOrder, ACancelBeforeTheAcceptedIsAnsweredAfterIt) {
    orders.cancel({1});
    EXPECT_EQ(state(1), OrderState::PendingCancel);
    EXPECT_EQ(accept(1), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::PendingCancel);
    EXPECT_EQ(orders.on_canceled({1}, {100}), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Canceled);
}

TEST_F(OneOrder, ACancelIsAskedOnce) {
    accept(1);
    orders.cancel({1});
    EXPECT_EQ(orders.may_cancel({1}), RequestStatus::RequestInFlight);
    EXPECT_EQ(orders.may_replace({.original = {1}, .id = {2}, .qty = {50}, .price = {1}}),
              RequestStatus::RequestInFlight);
}

TEST_F(OneOrder, ARejectedCancelMakesTheOrderLiveAgain) {
    accept(1);
    orders.cancel({1});
    EXPECT_EQ(orders.on_cancel_rejected({1}), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Live);
    EXPECT_EQ(orders.may_cancel({1}), RequestStatus::Ok);
    EXPECT_EQ(orders.on_cancel_rejected({1}), ReportStatus::Late);
}

TEST_F(OneOrder, AnUnaskedPartialCancelLeavesTheRestOpen) {
    accept(1);
    EXPECT_EQ(orders.on_canceled({1}, {30}), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Live);
    EXPECT_EQ(open_buys(), 70U);
}

TEST_F(OneOrder, ACancelOfMoreThanIsOpenIsAMismatchAndChangesNothing) {
    accept(1);
    EXPECT_EQ(orders.on_canceled({1}, {101}), ReportStatus::Mismatch);
    EXPECT_EQ(open_buys(), 100U);
}

TEST_F(OneOrder, ADuplicateCanceledIsLate) {
    accept(1);
    orders.on_canceled({1}, {100});
    EXPECT_EQ(orders.on_canceled({1}, {100}), ReportStatus::Late);
    EXPECT_EQ(open_buys(), 0U);
}

TEST_F(OneOrder, AcceptedDeadCloses) {
    EXPECT_EQ(orders.on_accepted(
                  {.id = {1}, .venue_id = {9}, .qty = {100}, .price = {100'000}, .is_dead = true}),
              ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Canceled);
    EXPECT_EQ(open_buys(), 0U);
}

TEST_F(OneOrder, AcceptedForAnotherQuantityIsAMismatch) {
    EXPECT_EQ(accept(1, 90), ReportStatus::Mismatch);
    EXPECT_EQ(open_buys(), 100U) << "the larger of the two counts";
}

TEST_F(OneOrder, ARejectOfAnAcceptedOrderIsAMismatchAndItStaysOpen) {
    accept(1);
    EXPECT_EQ(orders.on_rejected({1}), ReportStatus::Mismatch);
    EXPECT_EQ(state(1), OrderState::Live);
    EXPECT_EQ(open_buys(), 100U);
}

TEST_F(OneOrder, AnAcceptedOfARejectedOrderIsAMismatch) {
    orders.on_rejected({1});
    EXPECT_TRUE(is_disagreement(accept(1)));
}

TEST_F(OneOrder, ABrokenTradeIsTakenBackOnce) {
    accept(1);
    execute(1, 100, 7);
    EXPECT_EQ(orders.on_broken({1}, {7}), ReportStatus::Ok);
    EXPECT_EQ(position(), 0);
    EXPECT_EQ(orders.position(kInstrument).cash, Money{0});
    EXPECT_EQ(orders.on_broken({1}, {7}), ReportStatus::Duplicate);
    EXPECT_EQ(execute(1, 100, 7), ReportStatus::Duplicate);
    EXPECT_EQ(position(), 0);
    EXPECT_EQ(orders.on_broken({1}, {8}), ReportStatus::UnknownOrder);
    EXPECT_EQ(orders.counters().broken, 1U);
}

TEST_F(OneOrder, ACorrectionPutsAnotherExecutionInThePlaceOfOne) {
    accept(1);
    execute(1, 60, 7);
    const std::int64_t price = -orders.position(kInstrument).cash.value / 60;
    EXPECT_EQ(orders.on_corrected({{1}, {7}, {50}, {price + 100}}), ReportStatus::Ok);
    EXPECT_EQ(position(), 50);
    EXPECT_EQ(orders.position(kInstrument).cash, Money{-50 * (price + 100)});
    EXPECT_EQ(orders.position(kInstrument).bought_qty, 50U);
    EXPECT_EQ(orders.account().traded_value, Money{50 * (price + 100)});
    EXPECT_EQ(orders.find({1})->leaves_qty, Qty{40}) << "it is not opened again";
    EXPECT_EQ(orders.on_corrected({{1}, {7}, {50}, {price + 100}}), ReportStatus::Duplicate);
    EXPECT_EQ(orders.on_corrected({{1}, {8}, {50}, {price}}), ReportStatus::UnknownOrder);
    EXPECT_EQ(orders.on_corrected({{1}, {7}, {0}, {price}}), ReportStatus::Mismatch);
    EXPECT_EQ(orders.on_corrected({{1}, {7}, {50}, {0}}), ReportStatus::Mismatch);
    EXPECT_EQ(orders.on_broken({1}, {7}), ReportStatus::Ok) << "as it was corrected";
    EXPECT_EQ(position(), 0);
    EXPECT_EQ(orders.position(kInstrument).cash, Money{0});
    EXPECT_EQ(orders.on_corrected({{1}, {7}, {50}, {price}}), ReportStatus::Mismatch);
    EXPECT_EQ(orders.counters().corrected, 1U);
}

// ---- replacements

class OneReplacement : public OneOrder {
  protected:
    OneReplacement() { accept(1); }
};

TEST_F(OneReplacement, WhileItIsInFlightTheLargerQuantityCounts) {
    request_replace(1, 2, 60);
    EXPECT_EQ(state(1), OrderState::PendingReplace);
    EXPECT_EQ(open_buys(), 100U);
    EXPECT_EQ(replaced(1, 2, 60), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Replaced);
    EXPECT_EQ(state(2), OrderState::Live);
    EXPECT_EQ(open_buys(), 60U);

    request_replace(2, 3, 150);
    EXPECT_EQ(open_buys(), 150U) << "counted when it is sent, not when it is accepted";
    EXPECT_EQ(replaced(2, 3, 150), ReportStatus::Ok);
    EXPECT_EQ(open_buys(), 150U);
}

TEST_F(OneReplacement, OfOneShareAtABetterPriceIsTheBestOfOurs) {
    const ReplaceOrder better{.original = {1}, .id = {2}, .qty = {1}, .price = {100'500}};
    ASSERT_EQ(orders.may_replace(better), RequestStatus::Ok);
    orders.replace(better);
    EXPECT_EQ(orders.on_replaced({.original = {1},
                                  .id = {2},
                                  .venue_id = {1'002},
                                  .leaves_qty = {1},
                                  .price = {100'600}}),
              ReportStatus::Ok);
    EXPECT_EQ(orders.position(kInstrument).own_best[side_index(Side::Buy)], Price{100'600});
}

TEST_F(OneReplacement, AddsOnlyWhatExceedsTheOriginal) {
    execute(1, 40, 7);
    EXPECT_EQ(Orders::open_qty_added(*orders.find({1}),
                                     {.original = {1}, .id = {2}, .qty = {100}, .price = {1}}),
              Qty{0});
    EXPECT_EQ(Orders::open_qty_added(*orders.find({1}),
                                     {.original = {1}, .id = {2}, .qty = {101}, .price = {1}}),
              Qty{1});
    EXPECT_EQ(Orders::open_qty_added(*orders.find({1}),
                                     {.original = {1}, .id = {2}, .qty = {60}, .price = {1}}),
              Qty{0});
}

TEST_F(OneReplacement, ARejectedReplacementLeavesTheOriginalLive) {
    request_replace(1, 2, 150);
    EXPECT_EQ(orders.on_rejected({2}), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Live);
    EXPECT_EQ(state(2), OrderState::Rejected);
    EXPECT_EQ(open_buys(), 100U);
    request_replace(1, 3, 150);
    EXPECT_EQ(replaced(1, 3, 150), ReportStatus::Ok);
}

TEST_F(OneReplacement, CarriesOverWhatTheOriginalExecutesMeanwhile) {
    execute(1, 20, 7);
    request_replace(1, 2, 120);  // 100 more than executed
    EXPECT_EQ(open_buys(), 100U);
    EXPECT_EQ(execute(1, 30, 8), ReportStatus::Ok);
    EXPECT_EQ(open_buys(), 70U);
    EXPECT_EQ(replaced(1, 2, 70), ReportStatus::Ok);
    EXPECT_EQ(orders.find({2})->cum_qty, Qty{50});
    EXPECT_EQ(orders.find({2})->leaves_qty, Qty{70});
    EXPECT_EQ(open_buys(), 70U);
}

TEST_F(OneReplacement, DiesWithAnOriginalThatExecutesCompletely) {
    request_replace(1, 2, 150);
    EXPECT_EQ(execute(1, 100, 7), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::Executed);
    EXPECT_EQ(state(2), OrderState::Canceled);
    EXPECT_EQ(open_buys(), 0U);
    EXPECT_TRUE(orders.open_orders().empty());
    EXPECT_EQ(orders.on_rejected({2}), ReportStatus::Late) << "a venue that says so is not wrong";
    EXPECT_TRUE(is_disagreement(replaced(1, 2, 50))) << "a venue that replaced it is";
}

TEST_F(OneReplacement, DiesWithAnOriginalThatTheVenueCancels) {
    request_replace(1, 2, 80);
    EXPECT_EQ(orders.on_canceled({1}, {100}), ReportStatus::Ok);
    EXPECT_EQ(state(2), OrderState::Canceled);
    EXPECT_EQ(open_buys(), 0U);
}

TEST_F(OneReplacement, ThatTheOriginalHasOutgrownIsClosedWhenReplaced) {
    request_replace(1, 2, 30);
    execute(1, 40, 7);
    EXPECT_EQ(open_buys(), 60U);
    EXPECT_EQ(replaced(1, 2, 0), ReportStatus::Ok);
    EXPECT_EQ(state(2), OrderState::Canceled);
    EXPECT_EQ(open_buys(), 0U);
}

TEST_F(OneReplacement, CanBeCanceledInFlightByEitherId) {
    request_replace(1, 2, 80);
    orders.cancel({1});
    orders.cancel({2});
    EXPECT_EQ(open_buys(), 100U);
    EXPECT_EQ(replaced(1, 2, 80), ReportStatus::Ok);
    EXPECT_EQ(state(2), OrderState::PendingCancel);
    EXPECT_EQ(orders.on_canceled({2}, {80}), ReportStatus::Ok);
    EXPECT_EQ(open_buys(), 0U);
}

TEST_F(OneReplacement, CanceledInFlightAndRejectedLeavesTheOriginalPendingCancel) {
    request_replace(1, 2, 80);
    orders.cancel({1});
    orders.cancel({2});
    EXPECT_EQ(orders.on_rejected({2}), ReportStatus::Ok);
    EXPECT_EQ(state(1), OrderState::PendingCancel);
    EXPECT_EQ(orders.on_canceled({1}, {100}), ReportStatus::Ok);
    EXPECT_EQ(open_buys(), 0U);
}

TEST_F(OneReplacement, ExecutedBeforeItIsReplacedIsBookedAndADisagreement) {
    request_replace(1, 2, 80);
    EXPECT_EQ(execute(2, 10, 7), ReportStatus::OverExecution);
    EXPECT_EQ(position(), 10);
    EXPECT_EQ(open_buys(), 100U);
}

TEST_F(OneReplacement, ReportedWithAnotherOpenQuantityIsAMismatch) {
    request_replace(1, 2, 80);
    EXPECT_EQ(replaced(1, 2, 81), ReportStatus::Mismatch);
}

TEST_F(OneReplacement, IsRefusedWhileAnotherIsInFlightOrForNoMoreThanExecuted) {
    execute(1, 40, 7);
    EXPECT_EQ(orders.may_replace({.original = {1}, .id = {2}, .qty = {40}, .price = {1}}),
              RequestStatus::ZeroQty);
    request_replace(1, 2, 80);
    EXPECT_EQ(orders.may_replace({.original = {1}, .id = {3}, .qty = {90}, .price = {1}}),
              RequestStatus::RequestInFlight);
    EXPECT_EQ(orders.may_replace({.original = {2}, .id = {3}, .qty = {90}, .price = {1}}),
              RequestStatus::RequestInFlight);
    EXPECT_EQ(orders.may_replace({.original = {9}, .id = {3}, .qty = {90}, .price = {1}}),
              RequestStatus::UnknownOrder);
}

}  // namespace
}  // namespace hotpath::oms
