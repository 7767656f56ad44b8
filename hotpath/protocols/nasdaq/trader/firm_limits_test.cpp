// Two gateways of one firm: what one has open the other cannot have, and what is no longer open
// goes back.
#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_gateway.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::protocols::nasdaq {
namespace {

namespace ouch = protocols::nasdaq::ouch50;
using risk::FirmLimit;
using risk::RejectReason;

constexpr InstrumentId kStock{1};
constexpr std::int64_t kPrice = 100'000;
constexpr std::int64_t kValue = 100 * kPrice;  // of an order of 100
/// What an order takes beyond itself: nothing but this one.
constexpr risk::FirmLimits kBlock{.open_orders_max = 1, .open_value_max = {1}, .messages_max = 1};

class FirmLimitsOfGateways : public testing::Test {
  protected:
    struct Trader {
        explicit Trader(risk::SharedLimits& firm) : share(firm, kBlock) {
            EXPECT_TRUE(gateway.allow(kStock, *Symbol::from("ABCD"), support::wide_limits()));
        }
        risk::FirmShare share;
        OuchGateway gateway = std::move(*OuchGateway::create(
            {.orders = {.instruments_max = 1, .orders_remembered = 64, .open_orders_max = 8},
             .risk = risk_of(share)}));

        static risk::RiskOptions risk_of(risk::FirmShare& share) {
            risk::RiskOptions options = support::wide_risk(1);
            options.firm = &share;
            return options;
        }
    };

    static oms::Rejection send(Trader& trader, const oms::Intent& intent) {
        timing::StageStamps stamps;
        return trader.gateway.send(intent, {.now = {1}, .reference_price = {kPrice}}, stamps,
                                   timing::NoTicks{});
    }
    static RejectReason enter(Trader& trader, std::uint32_t qty = 100) {
        const oms::Rejection rejection = send(trader, {.instrument = kStock,
                                                       .id = trader.gateway.orders().next_id(),
                                                       .qty = {qty},
                                                       .price = {kPrice}});
        EXPECT_TRUE(!rejection.is_refusal() || rejection.by == oms::RejectedBy::Risk);
        return static_cast<RejectReason>(rejection.code);
    }
    static void accept(Trader& trader, std::uint32_t id, std::uint32_t qty = 100) {
        ouch::OrderAccepted m;
        m.store_user_ref_num(id);
        m.store_quantity(qty);
        m.store_price(kPrice);
        m.store_order_reference_number(id);
        m.store_order_state(ouch::order_state::kLive);
        EXPECT_FALSE(trader.gateway.on_message(m.bytes()).is_trouble());
    }
    static void execute(Trader& trader, std::uint32_t id, std::uint32_t qty) {
        ouch::OrderExecuted m;
        m.store_user_ref_num(id);
        m.store_quantity(qty);
        m.store_price(kPrice);
        m.store_match_number(qty);
        EXPECT_FALSE(trader.gateway.on_message(m.bytes()).is_trouble());
    }
    static void canceled(Trader& trader, std::uint32_t id, std::uint32_t qty) {
        ouch::OrderCanceled m;
        m.store_user_ref_num(id);
        m.store_quantity(qty);
        EXPECT_FALSE(trader.gateway.on_message(m.bytes()).is_trouble());
    }
};

TEST_F(FirmLimitsOfGateways, OpenOrdersOfBothTogetherAreBounded) {
    risk::SharedLimits firm(
        {.open_orders_max = 3, .open_value_max = {100 * kValue}, .messages_max = 100});
    Trader one(firm);
    Trader two(firm);
    EXPECT_EQ(enter(one), RejectReason::None);
    EXPECT_EQ(enter(two), RejectReason::None);
    EXPECT_EQ(enter(one), RejectReason::None);  // of the block that its first order fetched
    EXPECT_EQ(enter(two), RejectReason::FirmOpenOrders);
    EXPECT_EQ(two.gateway.counters()
                  .rejected_by_risk[static_cast<std::size_t>(RejectReason::FirmOpenOrders)],
              1U);
    EXPECT_EQ(two.gateway.orders().open_orders().size(), 1U);
    EXPECT_EQ(firm.taken(FirmLimit::OpenOrders), 3U);
}

TEST_F(FirmLimitsOfGateways, TheValueIsBoundedAndWhatIsExecutedOrCanceledGoesBack) {
    risk::SharedLimits firm(
        {.open_orders_max = 100, .open_value_max = {2 * kValue}, .messages_max = 100});
    Trader one(firm);
    Trader two(firm);
    EXPECT_EQ(enter(one), RejectReason::None);
    EXPECT_EQ(enter(two, 101), RejectReason::FirmOpenValue);
    accept(one, 1);
    execute(one, 1, 50);  // half of its value is free again
    EXPECT_EQ(enter(two, 149), RejectReason::None);
    EXPECT_EQ(enter(one, 2), RejectReason::FirmOpenValue);
    canceled(one, 1, 50);
    EXPECT_EQ(enter(one, 50), RejectReason::None);
    EXPECT_LE(firm.taken(FirmLimit::OpenValue), 2 * kValue);
}

TEST_F(FirmLimitsOfGateways, AReplacementTakesWhatItAddsAndNoOrder) {
    risk::SharedLimits firm(
        {.open_orders_max = 1, .open_value_max = {2 * kValue}, .messages_max = 100});
    Trader one(firm);
    EXPECT_EQ(enter(one), RejectReason::None);
    accept(one, 1);
    const oms::Intent twice{.kind = oms::Intent::Kind::Replace,
                            .id = {2},
                            .original = {1},
                            .qty = {200},
                            .price = {kPrice}};
    EXPECT_FALSE(send(one, twice).is_refusal());
    ouch::OrderReplaced m;
    m.store_orig_user_ref_num(1);
    m.store_user_ref_num(2);
    m.store_quantity(200);
    m.store_price(kPrice);
    m.store_order_state(ouch::order_state::kLive);
    EXPECT_FALSE(one.gateway.on_message(m.bytes()).is_trouble());
    const oms::Intent beyond{.kind = oms::Intent::Kind::Replace,
                             .id = {3},
                             .original = {2},
                             .qty = {201},
                             .price = {kPrice}};
    EXPECT_EQ(send(one, beyond).code, static_cast<std::uint16_t>(RejectReason::FirmOpenValue));
}

TEST_F(FirmLimitsOfGateways, MessagesOfTheDayDoNotComeBack) {
    risk::SharedLimits firm(
        {.open_orders_max = 100, .open_value_max = {100 * kValue}, .messages_max = 2});
    Trader one(firm);
    for (std::uint32_t id = 1; id <= 2; ++id) {
        EXPECT_EQ(enter(one), RejectReason::None);
        accept(one, id);
        canceled(one, id, 100);
    }
    EXPECT_EQ(enter(one), RejectReason::FirmMessages);
    EXPECT_LE(firm.taken(FirmLimit::OpenOrders), 2U);  // no more than what a share may keep
}

TEST_F(FirmLimitsOfGateways, RequestsThatNeverArrivedReleaseTheFirmsLimits) {
    risk::SharedLimits firm(
        {.open_orders_max = 1, .open_value_max = {100 * kValue}, .messages_max = 100});
    Trader one(firm);
    EXPECT_EQ(enter(one), RejectReason::None);
    one.gateway.on_disconnected();
    EXPECT_EQ(firm.taken(FirmLimit::OpenOrders), 1U);
    one.gateway.on_reconnected({2}, [](const oms::Order&) {});
    EXPECT_EQ(enter(one), RejectReason::None);
}

TEST_F(FirmLimitsOfGateways, AnOrderRefusedByTheGateReservesNothingOfTheFirm) {
    risk::SharedLimits firm(
        {.open_orders_max = 10, .open_value_max = {100 * kValue}, .messages_max = 100});
    Trader one(firm);
    one.gateway.stop(risk::TradingMode::Killed, risk::StopReason::Operator);
    EXPECT_EQ(enter(one), RejectReason::KillSwitch);
    EXPECT_EQ(firm.taken(FirmLimit::Messages), 0U);
}

TEST_F(FirmLimitsOfGateways, AskingAllocatesNothing) {
    risk::SharedLimits firm(
        {.open_orders_max = 10, .open_value_max = {100 * kValue}, .messages_max = 100});
    Trader one(firm);
    const NoAllocScope scope;
    EXPECT_EQ(enter(one), RejectReason::None);
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq
