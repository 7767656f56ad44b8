// An account that another process has traded with: the orders that the venue reports are taken
// over, and what is open is canceled.
#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_gateway.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::protocols::nasdaq {
namespace {

namespace ouch = protocols::nasdaq::ouch50;

constexpr InstrumentId kTraded{2};
const Symbol kTradedSymbol = *Symbol::from("ABCD");

class Recovery : public testing::Test {
  protected:
    Recovery() {
        EXPECT_TRUE(gateway.allow(kTraded, kTradedSymbol, support::wide_limits()).has_value());
        gateway.begin_recovery();
    }

    static ouch::OrderAccepted order(std::uint32_t id, Side side, std::uint32_t qty = 100) {
        ouch::OrderAccepted m;
        m.store_user_ref_num(id);
        m.store_side(ouch::to_code(side));
        m.store_symbol(kTradedSymbol);
        m.store_quantity(qty);
        m.store_price(100'000);
        m.store_time_in_force(ouch::time_in_force::kDay);
        m.store_order_state(ouch::order_state::kLive);
        return m;
    }
    gateway::Report accept(std::uint32_t id, Side side, std::uint32_t qty = 100) {
        return gateway.on_message(order(id, side, qty).bytes());
    }
    gateway::Report replace(std::uint32_t original, std::uint32_t id, std::uint32_t leaves_qty) {
        ouch::OrderReplaced m;
        m.store_orig_user_ref_num(original);
        m.store_user_ref_num(id);
        m.store_side(ouch::side::kBuy);
        m.store_symbol(kTradedSymbol);
        m.store_quantity(leaves_qty);
        m.store_price(100'100);
        m.store_order_state(ouch::order_state::kLive);
        return gateway.on_message(m.bytes());
    }
    gateway::Report execute(std::uint32_t id, std::uint32_t qty, std::uint64_t match) {
        ouch::OrderExecuted m;
        m.store_user_ref_num(id);
        m.store_quantity(qty);
        m.store_price(100'000);
        m.store_match_number(match);
        return gateway.on_message(m.bytes());
    }
    gateway::Report answer(std::uint32_t next_id) {
        ouch::AccountQueryResponse m;
        m.store_next_user_ref_num(next_id);
        return gateway.on_message(m.bytes());
    }
    std::string finish() {
        int lost = 0;
        gateway.on_reconnected({1'000}, [&](const oms::Order&) { ++lost; });
        EXPECT_EQ(lost, 0);
        std::string types;
        gateway.for_each_outgoing(
            [&](Bytes message) { types += std::to_integer<char>(message.front()); });
        return types;
    }
    [[nodiscard]] const oms::Position& held() const { return gateway.orders().position(kTraded); }

    OuchGateway gateway = std::move(*OuchGateway::create({.orders = {.instruments_max = 4,
                                                                     .orders_remembered = 64,
                                                                     .open_orders_max = 4,
                                                                     .executions_remembered = 16},
                                                          .risk = support::wide_risk(4),
                                                          .outbox_messages_max = 3}));
};

TEST_F(Recovery, PositionAndMoneyAreWhatTheVenueTellsOf) {
    EXPECT_EQ(accept(3, Side::Buy).status, oms::ReportStatus::Ok);
    EXPECT_TRUE(execute(3, 60, 1).is_fill);
    EXPECT_EQ(accept(5, Side::Sell).status, oms::ReportStatus::Ok);
    EXPECT_TRUE(execute(5, 100, 2).is_fill);
    EXPECT_TRUE(answer(9).is_account_answer);
    EXPECT_EQ(held().position, SignedQty{-40});
    EXPECT_EQ(held().cash, Money{40 * 100'000});
    EXPECT_EQ(finish(), "X") << "the 40 of order 3 that are still open";
    EXPECT_EQ(gateway.orders().next_id().value, 9U);
    EXPECT_FALSE(gateway.orders().is_in_doubt());
}

TEST_F(Recovery, AReplacementCarriesOnWhatItsOriginalExecuted) {
    EXPECT_EQ(accept(1, Side::Buy).status, oms::ReportStatus::Ok);
    EXPECT_TRUE(execute(1, 30, 1).is_fill);
    EXPECT_EQ(replace(1, 2, 50).status, oms::ReportStatus::Ok);
    const oms::Order* order = gateway.orders().find({2});
    ASSERT_NE(order, nullptr);
    EXPECT_EQ(order->state, oms::OrderState::Live);
    EXPECT_EQ(order->cum_qty.value, 30U);
    EXPECT_EQ(order->leaves_qty.value, 50U);
    EXPECT_EQ(order->qty.value, 80U);
    EXPECT_EQ(held().open(Side::Buy), 50U);
    EXPECT_EQ(finish(), "X");
}

TEST_F(Recovery, ARejectionOfAnOrderWeNeverSentUsesUpItsId) {
    ouch::OrderRejected m;
    m.store_user_ref_num(7);
    const gateway::Report report = gateway.on_message(m.bytes());
    EXPECT_FALSE(report.is_trouble());
    EXPECT_FALSE(report.rejection.is_refusal());
    EXPECT_EQ(gateway.orders().next_id().value, 8U);
}

TEST_F(Recovery, AnOrderInWhatIsNotTradedHereIsTrouble) {
    ouch::OrderAccepted m = order(1, Side::Buy);
    m.store_symbol(*Symbol::from("OTHER"));
    const gateway::Report report = gateway.on_message(m.bytes());
    EXPECT_EQ(report.status, oms::ReportStatus::UnknownInstrument);
    EXPECT_TRUE(report.is_trouble());
    EXPECT_EQ(gateway.trouble().id.value, 1U);
}

TEST_F(Recovery, MoreOpenOrdersThanMayBeIsTrouble) {
    for (std::uint32_t id = 1; id <= 4; ++id) {
        EXPECT_EQ(accept(id, Side::Buy).status, oms::ReportStatus::Ok);
    }
    EXPECT_EQ(accept(5, Side::Buy).status, oms::ReportStatus::Mismatch);
    EXPECT_EQ(replace(1, 1, 50).status, oms::ReportStatus::Duplicate) << "an id that is known";
    EXPECT_EQ(replace(9, 10, 50).status, oms::ReportStatus::Mismatch) << "no such original";
}

TEST_F(Recovery, AfterItAnUnknownOrderIsTroubleAgain) {
    EXPECT_EQ(finish(), "");
    EXPECT_FALSE(gateway.is_recovering());
    EXPECT_EQ(accept(1, Side::Buy).status, oms::ReportStatus::UnknownOrder);
}

TEST_F(Recovery, WhatIsOpenIsCanceledAfterABreakInWhichTradingWasStopped) {
    EXPECT_EQ(finish(), "");
    timing::StageStamps stamps;
    EXPECT_FALSE(gateway
                     .send({.instrument = kTraded, .id = {1}, .qty = {100}, .price = {100'000}},
                           {.now = {1'000}, .reference_price = {100'000}}, stamps,
                           timing::NoTicks{})
                     .is_refusal());
    EXPECT_EQ(accept(1, Side::Buy).status, oms::ReportStatus::Ok);
    gateway.for_each_outgoing([](Bytes) {});
    gateway.on_disconnected();
    gateway.stop(risk::TradingMode::ReducingOnly, risk::StopReason::Loss);
    EXPECT_EQ(finish(), "X");
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq
