#include "hotpath/risk/risk_gate.hpp"

#include <limits>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace hotpath::risk {
namespace {

constexpr InstrumentId kInstrument{7};
constexpr Nanos kNow{1'000};
constexpr std::int64_t kInt64Max = std::numeric_limits<std::int64_t>::max();

Limits wide_limits() {
    return {.order_qty_max = {1'000},
            .order_notional_max = 1'000'000'000,
            .collar_bps = 100,
            .position_max = 5'000};
}

RiskGate make_gate(const Limits& limits, RateLimit orders = {.messages_max = 100, .window = {1}}) {
    auto gate = RiskGate::create(
        {.instruments_max = 10, .orders = orders, .cancels = {.messages_max = 2, .window = {10}}});
    EXPECT_TRUE(gate.has_value());
    EXPECT_TRUE(gate->set_limits(kInstrument, limits).has_value());
    return *gate;
}

/// An order that passes, at $10.00 with the market's mid there too.
OrderCheck good_order() {
    return {.instrument = kInstrument,
            .side = Side::Buy,
            .qty = {100},
            .price = {100'000},
            .reference_price = {100'000},
            .open_qty_added = {100}};
}

class OneLimit : public testing::Test {
  protected:
    RejectReason check(const Exposure& exposure = {}) {
        RiskGate gate = make_gate(limits);
        return gate.check(order, exposure, kNow);
    }
    Limits limits = wide_limits();
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
    limits.order_notional_max = 10'000'000;  // 100 shares at $10.00
    EXPECT_EQ(check(), RejectReason::None);
    order.price = {99'999};
    EXPECT_EQ(check(), RejectReason::None);
    order.price = {100'001};
    EXPECT_EQ(check(), RejectReason::OrderNotional);
}

TEST_F(OneLimit, ANotionalThatOverflows64BitsIsTooMuchAndNotSmall) {
    limits.order_qty_max = {std::numeric_limits<std::uint32_t>::max()};
    limits.order_notional_max = std::numeric_limits<std::uint64_t>::max() - 1;
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
    limits.order_notional_max = std::numeric_limits<std::uint64_t>::max() - 1;
    order.qty = {1};
    order.reference_price = {kInt64Max};
    order.price = {kInt64Max};
    EXPECT_EQ(check(), RejectReason::None);
    order.price = {kInt64Max / 2};
    EXPECT_EQ(check(), RejectReason::PriceCollar);
}

TEST_F(OneLimit, APriceThatIsNotPositiveNeverPasses) {
    limits.collar_bps = 9'999;
    order.reference_price = {1};
    for (const std::int64_t price :
         {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()}) {
        order.price = {price};
        EXPECT_EQ(check(), RejectReason::PriceCollar) << price;
    }
}

TEST_F(OneLimit, WithoutAReferencePriceNothingPasses) {
    for (const std::int64_t reference : {std::int64_t{0}, std::int64_t{-100'000}}) {
        order.reference_price = {reference};
        EXPECT_EQ(check(), RejectReason::NoReferencePrice);
    }
}

TEST_F(OneLimit, PositionCountsEveryOpenOrderOfTheSideAsFilled) {
    EXPECT_EQ(check({.position = 3'000, .open_qty = 1'899}), RejectReason::None);
    EXPECT_EQ(check({.position = 3'000, .open_qty = 1'900}), RejectReason::None);
    EXPECT_EQ(check({.position = 3'000, .open_qty = 1'901}), RejectReason::Position);
}

TEST_F(OneLimit, PositionLimitIsTheSameForTheShortSide) {
    order.side = Side::Sell;
    EXPECT_EQ(check({.position = -3'000, .open_qty = 1'900}), RejectReason::None);
    EXPECT_EQ(check({.position = -3'000, .open_qty = 1'901}), RejectReason::Position);
}

TEST_F(OneLimit, AnOrderThatReducesThePositionPassesAtTheLimit) {
    order.side = Side::Sell;
    EXPECT_EQ(check({.position = 5'000, .open_qty = 0}), RejectReason::None);
    EXPECT_EQ(check({.position = 5'000, .open_qty = 9'900}), RejectReason::None);
    EXPECT_EQ(check({.position = 5'000, .open_qty = 9'901}), RejectReason::Position);
}

TEST_F(OneLimit, AReplacementIsCheckedWithWhatItAdds) {
    const Exposure full{.position = 0, .open_qty = 5'000};
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
    RiskGate gate = make_gate(wide_limits(), {.messages_max = 2, .window = {100}});
    EXPECT_EQ(gate.check(good_order(), {}, {0}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {1}), RejectReason::None);
    EXPECT_EQ(gate.check(good_order(), {}, {99}), RejectReason::MessageRate);
    EXPECT_EQ(gate.check(good_order(), {}, {100}), RejectReason::None);
}

TEST(RiskGate, AnOrderRefusedForAnotherReasonTakesNoPlaceInTheRateWindow) {
    RiskGate gate = make_gate(wide_limits(), {.messages_max = 1, .window = {100}});
    OrderCheck too_big = good_order();
    too_big.qty = {1'001};
    EXPECT_EQ(gate.check(too_big, {}, {0}), RejectReason::OrderQty);
    EXPECT_EQ(gate.check(good_order(), {}, {0}), RejectReason::None);
}

TEST(RiskGate, CancelsHaveABudgetOfTheirOwnAndArePassedAboveIt) {
    RiskGate gate = make_gate(wide_limits(), {.messages_max = 1, .window = {100}});
    for (int i = 0; i < 3; ++i) {
        gate.on_cancel({0});
    }
    EXPECT_EQ(gate.counters().cancels, 3U);
    EXPECT_EQ(gate.counters().cancels_over_budget, 1U);
    EXPECT_EQ(gate.check(good_order(), {}, {0}), RejectReason::None);
}

TEST(RiskGate, TheKillSwitchLatchesUntilItIsCleared) {
    RiskGate gate = make_gate(wide_limits());
    gate.kill();
    EXPECT_TRUE(gate.is_killed());
    EXPECT_EQ(gate.check(good_order(), {}, kNow), RejectReason::KillSwitch);
    EXPECT_EQ(gate.check(good_order(), {}, {kNow.value + kNanosPerSecond}),
              RejectReason::KillSwitch);
    gate.clear_kill();
    EXPECT_EQ(gate.check(good_order(), {}, kNow), RejectReason::None);
}

TEST(RiskGate, RefusesLimitsThatAreMissingOrCannotBind) {
    RiskGate gate = make_gate(wide_limits());
    const auto refuses = [&](auto spoil) {
        Limits limits = wide_limits();
        spoil(limits);
        return !gate.set_limits(kInstrument, limits).has_value();
    };
    EXPECT_TRUE(refuses([](Limits& l) { l.order_qty_max = {0}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.order_notional_max = 0; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.order_notional_max = ~std::uint64_t{0}; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.collar_bps = 0; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.collar_bps = 10'000; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.position_max = 0; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.position_max = -1; }));
    EXPECT_TRUE(refuses([](Limits& l) { l.position_max = kInt64Max; }));
    EXPECT_EQ(gate.check(good_order(), {}, kNow), RejectReason::None) << "the old limits stay";
}

TEST(RiskGate, RefusesLimitsOfAnInstrumentItHasNoPlaceFor) {
    RiskGate gate = make_gate(wide_limits());
    EXPECT_FALSE(gate.set_limits({0}, wide_limits()).has_value());
    EXPECT_TRUE(gate.set_limits({10}, wide_limits()).has_value());
    EXPECT_FALSE(gate.set_limits({11}, wide_limits()).has_value());
}

TEST(RiskGate, IsNotMadeWithoutMessageRates) {
    const RateLimit good{.messages_max = 1, .window = {1}};
    EXPECT_FALSE(RiskGate::create({.instruments_max = 1, .orders = {}, .cancels = good}));
    EXPECT_FALSE(RiskGate::create({.instruments_max = 1, .orders = good, .cancels = {}}));
    EXPECT_FALSE(RiskGate::create(
        {.instruments_max = 1, .orders = {.messages_max = 1, .window = {0}}, .cancels = good}));
}

TEST(RiskGate, EveryReasonHasItsOwnName) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < kRejectReasons; ++i) {
        names.insert(reason_name(static_cast<RejectReason>(i)));
    }
    EXPECT_EQ(names.size(), kRejectReasons);
}

}  // namespace
}  // namespace hotpath::risk
