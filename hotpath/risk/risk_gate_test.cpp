#include "hotpath/risk/risk_gate.hpp"

#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::risk {
namespace {

constexpr InstrumentId kInstrument{7};
constexpr Time kNow{1'000};
constexpr std::int64_t kInt64Max = std::numeric_limits<std::int64_t>::max();

RiskOptions options_with(const RateLimit& orders) {
    RiskOptions options = support::wide_risk(10);
    options.pace.orders = orders;
    options.pace.duplicates = {.messages_max = 100, .window = {1}};
    options.pace.cancels = {.messages_max = 2, .window = {10}};
    return options;
}

Limits limits_of_test() {
    Limits limits = support::wide_limits();
    limits.order_qty_max = {1'000};
    limits.order_notional_max = {1'000'000'000};
    limits.position_max = {5'000};
    return limits;
}

RiskGate make_gate(const RiskOptions& options, const Limits& limits = limits_of_test()) {
    auto gate = RiskGate::create(options);
    EXPECT_TRUE(gate.has_value());
    EXPECT_TRUE(gate->set_limits(kInstrument, limits).has_value());
    return std::move(*gate);
}

RiskGate make_gate(const Limits& limits, RateLimit orders = {.messages_max = 100, .window = {1}}) {
    return make_gate(options_with(orders), limits);
}

/// An order that passes.
OrderCheck good_order() {
    return support::order_within(kInstrument);
}

class OneLimit : public testing::Test {
  protected:
    RejectReason check(const Exposure& exposure = {}) {
        RiskGate gate = make_gate(options, limits);
        return gate.check(order, exposure, account, kNow).reason();
    }
    RiskOptions options = options_with({.messages_max = 100, .window = {1}});
    Limits limits = limits_of_test();
    Account account;
    OrderCheck order = good_order();
};

TEST_F(OneLimit, AGoodOrderPasses) {
    EXPECT_EQ(check(), RejectReason::None);
}

TEST_F(OneLimit, OrderQtyIsInclusive) {
    for (const std::uint32_t qty : {1U, 999U, 1'000U}) {
        order.qty = {qty};
        EXPECT_EQ(check(), RejectReason::None) << qty;
    }
    for (const std::uint32_t qty : {0U, 1'001U, std::numeric_limits<std::uint32_t>::max()}) {
        order.qty = {qty};
        EXPECT_EQ(check(), RejectReason::OrderQty) << qty;
    }
}

TEST_F(OneLimit, OrderNotionalIsInclusive) {
    limits.order_notional_max = {10'000'000};  // 100 shares at $10.00
    EXPECT_EQ(check(), RejectReason::None);
    order.price = {99'999};
    EXPECT_EQ(check(), RejectReason::None);
    order.price = {100'001};
    EXPECT_EQ(check(), RejectReason::OrderNotional);
}

TEST_F(OneLimit, ANotionalThatOverflows64BitsIsTooMuchAndNotSmall) {
    limits.order_qty_max = {std::numeric_limits<std::uint32_t>::max()};
    limits.order_notional_max = {kInt64Max};
    order.qty = {1U << 31U};
    order.price = {std::int64_t{1} << 33};  // the product is 2^64: zero in 64 bits
    EXPECT_EQ(check(), RejectReason::OrderNotional);
    order.price = {kInt64Max};
    EXPECT_EQ(check(), RejectReason::OrderNotional);
}

TEST_F(OneLimit, PriceCollarIsInclusiveOnBothSidesOfTheReferenceForBothSides) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        order.side = side;
        for (const std::int64_t price : {99'000, 99'001, 100'999, 101'000}) {
            order.price = {price};
            EXPECT_EQ(check(), RejectReason::None) << price;
        }
        for (const std::int64_t price : {1, 98'999, 101'001}) {
            order.price = {price};
            EXPECT_EQ(check(), RejectReason::PriceCollar) << price;
        }
    }
}

TEST_F(OneLimit, CollarWidthIsRoundedDown) {
    order.reference_price = {12'399};  // 1% is 123.99
    order.price = {12'522};
    EXPECT_EQ(check(), RejectReason::None);
    order.price = {12'523};
    EXPECT_EQ(check(), RejectReason::PriceCollar);
}

TEST_F(OneLimit, ACollarAroundAHugeReferenceDoesNotOverflow) {
    limits.order_notional_max = {kInt64Max};
    order.qty = {1};
    order.reference_price = {kInt64Max};
    order.price = {kInt64Max};
    EXPECT_EQ(check(), RejectReason::None);
    order.price = {kInt64Max / 2};
    EXPECT_EQ(check(), RejectReason::PriceCollar);
}

TEST_F(OneLimit, APriceThatIsNotPositiveNeverPasses) {
    limits.collar_bps = {9'999};
    order.reference_price = {1};
    for (const std::int64_t price :
         {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()}) {
        order.price = {price};
        EXPECT_EQ(check(), RejectReason::PriceTick) << price;
    }
}

TEST_F(OneLimit, WithoutAReferencePriceNothingPasses) {
    for (const std::int64_t reference : {std::int64_t{0}, std::int64_t{-100'000}}) {
        order.reference_price = {reference};
        EXPECT_EQ(check(), RejectReason::NoReferencePrice);
    }
}

TEST_F(OneLimit, PositionCountsEveryOpenOrderOfTheSideAsFilled) {
    EXPECT_EQ(check({.position = {3'000}, .open_qty = 1'899}), RejectReason::None);
    EXPECT_EQ(check({.position = {3'000}, .open_qty = 1'900}), RejectReason::None);
    EXPECT_EQ(check({.position = {3'000}, .open_qty = 1'901}), RejectReason::Position);
}

TEST_F(OneLimit, PositionLimitIsTheSameForTheShortSide) {
    order.side = Side::Sell;
    EXPECT_EQ(check({.position = {-3'000}, .open_qty = 1'900}), RejectReason::None);
    EXPECT_EQ(check({.position = {-3'000}, .open_qty = 1'901}), RejectReason::Position);
}

TEST_F(OneLimit, AnOrderThatReducesThePositionPassesAtTheLimit) {
    order.side = Side::Sell;
    EXPECT_EQ(check({.position = {5'000}, .open_qty = 0}), RejectReason::None);
    EXPECT_EQ(check({.position = {5'000}, .open_qty = 9'900}), RejectReason::None);
    EXPECT_EQ(check({.position = {5'000}, .open_qty = 9'901}), RejectReason::Position);
}

TEST_F(OneLimit, AReplacementIsCheckedWithWhatItAdds) {
    const Exposure full{.position = {0}, .open_qty = 5'000};
    order.open_qty_added = {0};
    EXPECT_EQ(check(full), RejectReason::None);
    order.open_qty_added = {1};
    EXPECT_EQ(check(full), RejectReason::Position);
}

TEST_F(OneLimit, AnInstrumentWithoutLimitsIsNotTraded) {
    constexpr std::uint16_t kOthers[] = {0, 6, 8, 10, 11, 65'535};
    for (const std::uint16_t instrument : kOthers) {
        order.instrument = {instrument};
        EXPECT_EQ(check(), RejectReason::NoLimits) << instrument;
    }
}

TEST(RiskGate, MessageRateRefusesTheOrderAfterTheLastAllowed) {
    RiskGate gate = make_gate(limits_of_test(), {.messages_max = 2, .window = {100}});
    EXPECT_EQ(gate.check(good_order(), {}, {}, {0}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {1}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {99}), RejectReason::MessageRate);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {100}), RejectReason::None);
}

TEST(RiskGate, AnOrderRefusedForAnotherReasonTakesNoPlaceInTheRateWindow) {
    RiskGate gate = make_gate(limits_of_test(), {.messages_max = 1, .window = {100}});
    OrderCheck too_big = good_order();
    too_big.qty = {1'001};
    EXPECT_EQ(gate.check(too_big, {}, {}, {0}), RejectReason::OrderQty);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {0}), RejectReason::None);
}

TEST(RiskGate, CancelsHaveABudgetOfTheirOwnAndArePassedAboveIt) {
    RiskGate gate = make_gate(limits_of_test(), {.messages_max = 1, .window = {100}});
    for (int i = 0; i < 3; ++i) {
        gate.on_cancel({0});
    }
    EXPECT_EQ(gate.counters().cancels, 3U);
    EXPECT_EQ(gate.counters().cancels_over_budget, 1U);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {0}), RejectReason::None);
}

TEST(RiskGate, TheKillSwitchLatchesUntilItIsCleared) {
    RiskGate gate = make_gate(limits_of_test());
    gate.stop(TradingMode::Killed, StopReason::Operator);
    EXPECT_TRUE(gate.is_killed());
    EXPECT_EQ(gate.check(good_order(), {}, {}, kNow), RejectReason::KillSwitch);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {kNow.value + kNanosPerSecond}),
              RejectReason::KillSwitch);
    gate.resume();
    EXPECT_EQ(gate.check(good_order(), {}, {}, kNow), RejectReason::None);
}

// ---- the instrument

TEST_F(OneLimit, PricesAreOnTheTickFromWhereTheyAreNotFine) {
    limits.tick = 100;
    limits.fine_below = {10'000};
    limits.collar_bps = {9'999};
    const auto at = [&](std::int64_t price) {
        order.price = {price};
        order.reference_price = {price};
        return check();
    };
    for (const std::int64_t price : {1, 9'999, 10'000, 10'100, 100'000}) {
        EXPECT_EQ(at(price), RejectReason::None) << price;
    }
    for (const std::int64_t price : {10'001, 10'099, 99'999, 100'001}) {
        EXPECT_EQ(at(price), RejectReason::PriceTick) << price;
    }
}

TEST_F(OneLimit, AShortSaleNeedsItsPermission) {
    order.side = Side::Sell;
    order.is_short = true;
    EXPECT_EQ(check(), RejectReason::None);
    limits.may_sell_short = false;
    EXPECT_EQ(check(), RejectReason::ShortSale);
    order.is_short = false;
    EXPECT_EQ(check(), RejectReason::None);
}

TEST_F(OneLimit, AnOrderThatMeetsOneOfOursIsNotSent) {
    order.would_self_match = true;
    EXPECT_EQ(check(), RejectReason::SelfMatch);
}

TEST_F(OneLimit, OpenOrdersOfTheInstrumentAreInclusiveAndAReplacementAddsNone) {
    limits.open_orders_max = 3;
    EXPECT_EQ(check({.open_orders = 1}), RejectReason::None);
    EXPECT_EQ(check({.open_orders = 2}), RejectReason::None);
    EXPECT_EQ(check({.open_orders = 3}), RejectReason::OpenOrders);
    order.original = {1};
    EXPECT_EQ(check({.open_orders = 3}), RejectReason::None);
}

// ---- the account

TEST_F(OneLimit, OpenOrdersOfTheAccountAreInclusive) {
    options.account.open_orders_max = 3;
    account.open_orders = 2;
    EXPECT_EQ(check(), RejectReason::None);
    account.open_orders = 3;
    EXPECT_EQ(check(), RejectReason::OpenOrders);
    order.original = {1};
    EXPECT_EQ(check(), RejectReason::None);
}

TEST_F(OneLimit, GrossExposureCountsPositionsAndOpenOrdersOfBothSides) {
    options.account.gross_max = {50'000'000};
    account.gross_value = {20'000'000};
    account.open_value = {Money{7'000'000}, Money{12'999'999}};
    EXPECT_EQ(check(), RejectReason::None);
    account.open_value = {Money{7'000'000}, Money{13'000'000}};
    EXPECT_EQ(check(), RejectReason::None);
    account.open_value = {Money{7'000'000}, Money{13'000'001}};
    EXPECT_EQ(check(), RejectReason::GrossExposure);
}

TEST_F(OneLimit, NetExposureIsTheWorseOfEitherSide) {
    options.account.net_max = {50'000'000};
    for (const Side side : {Side::Buy, Side::Sell}) {
        order.side = side;
        account.net_value = {sign(side) * 30'000'000};
        account.open_value = {};
        account.open(opposite(side)) = {40'000'000};  // does not matter: it may not execute
        account.open(side) = {10'000'000};
        EXPECT_EQ(check(), RejectReason::None);
        account.open(side) = {10'000'001};
        EXPECT_EQ(check(), RejectReason::NetExposure);
        account.net_value = {-sign(side) * 30'000'000};
        EXPECT_EQ(check(), RejectReason::None);
    }
}

TEST_F(OneLimit, TradedValueCountsWhatMayStillExecute) {
    options.account.traded_max = {100'000'000};
    account.traded_value = {80'000'000};
    account.open_value = {Money{4'000'000}, Money{5'999'999}};
    EXPECT_EQ(check(), RejectReason::None);
    account.open_value = {Money{4'000'000}, Money{6'000'000}};
    EXPECT_EQ(check(), RejectReason::None);
    account.open_value = {Money{4'000'000}, Money{6'000'001}};
    EXPECT_EQ(check(), RejectReason::TradedValue);
}

TEST_F(OneLimit, OrdersToTradesBeginWithAnAllowance) {
    options.account.messages_per_fill_max = 10;
    options.account.messages_free = 100;
    account.executions = 5;
    account.messages = 149;
    EXPECT_EQ(check(), RejectReason::None);
    account.messages = 150;
    EXPECT_EQ(check(), RejectReason::OrderToTrade);
    account.executions = 6;
    EXPECT_EQ(check(), RejectReason::None);
}

TEST_F(OneLimit, AnOrderThatOnlyReducesIsNotHeldBackByExposure) {
    options.account.gross_max = {1};
    options.account.net_max = {1};
    account.gross_value = {500'000'000};
    account.net_value = {500'000'000};
    order.side = Side::Sell;
    EXPECT_EQ(check({.position = {100}}), RejectReason::None);
    EXPECT_EQ(check({.position = {99}}), RejectReason::GrossExposure) << "one share goes short";
    EXPECT_EQ(check({.position = {100}, .open_qty = 1}), RejectReason::GrossExposure);
}

TEST(RiskGate, ALossBeyondTheLimitLeavesOrdersThatReduceUntilAnOperatorOpens) {
    RiskOptions options = options_with({.messages_max = 100, .window = {1}});
    options.account.loss_max = {1'000};
    RiskGate gate = make_gate(options);
    Account account{.pnl = {-1'000}};
    EXPECT_EQ(gate.check(good_order(), {}, account, kNow), RejectReason::None);
    account.pnl = {-1'001};
    EXPECT_EQ(gate.check(good_order(), {}, account, kNow), RejectReason::ReducingOnly);
    EXPECT_EQ(gate.mode(), TradingMode::ReducingOnly);
    EXPECT_EQ(gate.stop_reason(), StopReason::Loss);
    account.pnl = {0};
    EXPECT_EQ(gate.check(good_order(), {}, account, kNow), RejectReason::ReducingOnly) << "latched";
    OrderCheck flatten = good_order();
    flatten.side = Side::Sell;
    EXPECT_EQ(gate.check(flatten, {.position = {100}}, account, kNow), RejectReason::None);
    EXPECT_EQ(gate.check(flatten, {.position = {99}}, account, kNow), RejectReason::ReducingOnly);
    gate.resume();
    EXPECT_EQ(gate.check(good_order(), {}, account, kNow), RejectReason::None);
    account.pnl = {-1'001};
    gate.watch(account);
    EXPECT_EQ(gate.mode(), TradingMode::ReducingOnly) << "without any order";
}

TEST(RiskGate, AStopOnlyEverGetsStricter) {
    RiskGate gate = make_gate(limits_of_test());
    gate.stop(TradingMode::ReducingOnly, StopReason::Operator, {3});
    gate.stop(TradingMode::Killed, StopReason::Heartbeat, {4});
    gate.stop(TradingMode::ReducingOnly, StopReason::Loss);
    EXPECT_TRUE(gate.is_killed());
    EXPECT_EQ(gate.stop_reason(), StopReason::Operator) << "the first";
    EXPECT_EQ(gate.stop_instrument(), InstrumentId{3}) << "and its instrument";
    EXPECT_EQ(gate.counters().stops, 2U);
    gate.resume();
    EXPECT_EQ(gate.stop_instrument(), InstrumentId{});
}

// ---- in time

TEST(RiskGate, AnInstrumentHasAMessageRateOfItsOwn) {
    RiskOptions options = options_with({.messages_max = 100, .window = {1'000}});
    options.pace.instrument_window = {800};
    Limits limits = limits_of_test();
    limits.messages_max = 2;
    RiskGate gate = make_gate(options, limits);
    EXPECT_TRUE(gate.set_limits({8}, limits).has_value());
    EXPECT_EQ(gate.check(good_order(), {}, {}, {0}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {10}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {799}), RejectReason::InstrumentRate);
    OrderCheck other = good_order();
    other.instrument = {8};
    EXPECT_EQ(gate.check(other, {}, {}, {799}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {900}), RejectReason::None);
}

TEST(RiskGate, AStaircaseOfOrdersInsideTheCollarIsStoppedByTheDriftOfAWindow) {
    RiskOptions options = options_with({.messages_max = 100, .window = {1'000}});
    options.pace.instrument_window = {800};
    Limits limits = limits_of_test();
    limits.drift_bps = {150};
    RiskGate gate = make_gate(options, limits);
    const auto at = [&](std::int64_t price, Time now) {
        OrderCheck order = good_order();
        order.price = {price};
        order.reference_price = {price};  // the market follows
        return gate.check(order, {}, {}, now).reason();
    };
    EXPECT_EQ(at(100'000, {0}), RejectReason::None);
    EXPECT_EQ(at(101'000, {100}), RejectReason::None);
    EXPECT_EQ(at(101'500, {200}), RejectReason::None);
    EXPECT_EQ(at(101'501, {300}), RejectReason::PriceDrift);
    EXPECT_EQ(at(99'999, {300}), RejectReason::PriceDrift) << "downwards, from the highest";
    EXPECT_EQ(at(102'400, {1'000}), RejectReason::None) << "the first has left the window";
}

TEST(RiskGate, OrdersAlikeAreRefusedAboveTheirNumber) {
    RiskOptions options = options_with({.messages_max = 100, .window = {1'000}});
    options.pace.duplicates = {.messages_max = 2, .window = {100}};
    RiskGate gate = make_gate(options);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {0}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {1}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {99}), RejectReason::Duplicate);
    OrderCheck other = good_order();
    other.qty = {101};
    EXPECT_EQ(gate.check(other, {}, {}, {99}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {100}), RejectReason::None);
}

TEST(RiskGate, TooManyOrdersThatFollowAnExecutionKillUntilAnOperatorOpens) {
    RiskOptions options = options_with({.messages_max = 100, .window = {1'000}});
    options.pace.repeated_executions = {.messages_max = 2, .window = {1'000}};
    RiskGate gate = make_gate(options);
    for (int i = 0; i < 2; ++i) {
        gate.on_execution(kInstrument);
        gate.on_execution(kInstrument);
        EXPECT_EQ(gate.check(good_order(), {}, {}, {10}), RejectReason::None);
        EXPECT_EQ(gate.check(good_order(), {}, {}, {10}), RejectReason::None)
            << "repeats no execution";
    }
    gate.on_execution(kInstrument);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {1'009}), RejectReason::KillSwitch);
    EXPECT_EQ(gate.stop_reason(), StopReason::RepeatedExecutions);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {9'000}), RejectReason::KillSwitch) << "latched";
    gate.resume();
    EXPECT_EQ(gate.check(good_order(), {}, {}, {9'000}), RejectReason::None);
}

TEST(RiskGate, AClockThatJumpsLetsNothingMoreThrough) {
    RiskOptions options = options_with({.messages_max = 2, .window = {100}});
    options.pace.repeated_executions = {.messages_max = 1, .window = {100}};
    RiskGate gate = make_gate(options);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {1'000'000}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {0}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {-5'000}), RejectReason::MessageRate);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {1'000'099}), RejectReason::MessageRate);
    EXPECT_EQ(gate.check(good_order(), {}, {}, {1'000'100}), RejectReason::None);
}

TEST(RiskGate, NothingIsAllocatedByAnyAnswer) {
    RiskGate gate = make_gate(options_with({.messages_max = 10, .window = {100}}));
    const NoAllocScope scope;
    for (std::int64_t i = 0; i < 10'000; ++i) {
        OrderCheck order = good_order();
        order.price = {100'000 + i % 1'500};
        order.qty = {1 + static_cast<std::uint32_t>(i % 1'100)};
        (void)gate.check(order, {.position = {i % 6'000}}, {}, {i * 7});
        gate.on_execution(kInstrument);
        gate.on_cancel({i * 7});
        if (gate.is_killed()) {
            gate.resume();
        }
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

// ---- what fails closed

TEST(RiskGate, RefusesLimitsThatAreMissingOrCannotBind) {
    RiskGate gate = make_gate(limits_of_test());
    const auto refuses = [&](auto spoil) {
        Limits limits = limits_of_test();
        spoil(limits);
        return !gate.set_limits(kInstrument, limits).has_value();
    };
    EXPECT_TRUE(refuses([](Limits& l) { l.order_qty_max = {0}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.order_notional_max = {0}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.order_notional_max = {-1}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.collar_bps = {0}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.collar_bps = {10'000}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.tick = 0; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.fine_below = {-1}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.drift_bps = {0}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.drift_bps = {10'000}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.open_orders_max = 0; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.messages_max = 0; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.position_max = {0}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.position_max = {-1}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.position_max = {kInt64Max}; }));
    EXPECT_EQ(gate.check(good_order(), {}, {}, kNow), RejectReason::None) << "the old limits stay";
}

TEST(RiskGate, RefusesLimitsOfAnInstrumentItHasNoPlaceFor) {
    RiskGate gate = make_gate(limits_of_test());
    EXPECT_FALSE(gate.set_limits({0}, limits_of_test()).has_value());
    EXPECT_TRUE(gate.set_limits({10}, limits_of_test()).has_value());
    const auto refused = gate.set_limits({11}, limits_of_test());
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().message,
              "risk limits: instrument 11 must "
              "be 1..10");
}

TEST(RiskGate, IsNotMadeWhenAnyLimitIsMissing) {
    const auto refuses = [](auto spoil) {
        RiskOptions options = support::wide_risk(1);
        spoil(options);
        return !RiskGate::create(options).has_value();
    };
    EXPECT_FALSE(refuses([](RiskOptions&) {}));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.account.gross_max = {0}; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.account.net_max = {0}; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.account.net_max = {-1}; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.account.traded_max = {0}; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.account.loss_max = {0}; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.account.open_orders_max = 0; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.account.messages_per_fill_max = 0; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.pace.orders = {}; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.pace.orders.window = {0}; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.pace.orders = {.window = {1'000}}; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.pace.cancels = {}; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.pace.duplicates = {}; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.pace.duplicates.window = {2}; })) << "above orders'";
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.pace.repeated_executions = {}; }));
    EXPECT_TRUE(refuses([](RiskOptions& o) { o.pace.instrument_window = {}; }));
}

TEST(RiskGate, EveryReasonHasItsOwnName) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < kRejectReasons; ++i) {
        names.insert(reason_name(static_cast<RejectReason>(i)));
    }
    EXPECT_EQ(names.size(), kRejectReasons);
    EXPECT_EQ(reason_name(static_cast<RejectReason>(kRejectReasons)), "unknown");
}

TEST(RiskGate, EveryStopHasItsOwnName) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < kStopReasons; ++i) {
        names.insert(stop_name(static_cast<StopReason>(i)));
    }
    EXPECT_EQ(names.size(), kStopReasons);
    EXPECT_EQ(stop_name(StopReason::ShutDown), "shut down");
    EXPECT_EQ(stop_name(static_cast<StopReason>(kStopReasons)), "unknown");
}

}  // namespace
}  // namespace hotpath::risk
