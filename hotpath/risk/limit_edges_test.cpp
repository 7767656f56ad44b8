// Every limit one below it, at it and one above it, in its own unit; and limits that are others for
// a while. docs/guide/risk.md names these tests.
#include <functional>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/risk/risk_gate.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::risk {
namespace {

constexpr InstrumentId kEdge{3};

/// One order in one state, and the limits it is asked against.
struct Asked {
    RiskOptions options = support::wide_risk(5);
    Limits limits = support::wide_limits();
    Exposure exposure{};
    Account account{};
    OrderCheck order = support::order_within(kEdge);
};

struct Edge {
    std::string_view name;
    RejectReason refused;
    /// Sets a limit, and what is asked `over` above it (-1: below it).
    std::function<void(Asked&, std::int64_t over)> set;
};

template <class T>
void put(T& to, std::int64_t value) {
    to = static_cast<T>(value);
}

const std::vector<Edge>& edges() {
    static const std::vector<Edge> kEdges{
        {"order_qty_max", RejectReason::OrderQty,
         [](Asked& a, std::int64_t over) {
             a.limits.order_qty_max = {100};
             put(a.order.qty.value, 100 + over);
         }},
        {"order_notional_max", RejectReason::OrderNotional,
         [](Asked& a, std::int64_t over) {
             a.limits.order_notional_max = {100'000};
             a.order.qty = {1};
             a.order.price = {100'000 + over};
         }},
        {"collar_bps above", RejectReason::PriceCollar,
         [](Asked& a, std::int64_t over) {
             a.limits.collar_bps = {100};
             a.order.price = {101'000 + over};
         }},
        {"collar_bps below", RejectReason::PriceCollar,
         [](Asked& a, std::int64_t over) {
             a.limits.collar_bps = {100};
             a.order.price = {99'000 - over};
         }},
        {"position_max", RejectReason::Position,
         [](Asked& a, std::int64_t over) {
             a.limits.position_max = {5'000};
             a.exposure.position = {4'900 + over};
         }},
        {"position_max, open orders", RejectReason::Position,
         [](Asked& a, std::int64_t over) {
             a.limits.position_max = {5'000};
             put(a.exposure.open_qty, 4'900 + over);
         }},
        {"open_orders_max", RejectReason::OpenOrders,
         [](Asked& a, std::int64_t over) {
             a.limits.open_orders_max = 10;
             put(a.exposure.open_orders, 9 + over);
         }},
        {"account open_orders_max", RejectReason::OpenOrders,
         [](Asked& a, std::int64_t over) {
             a.options.account.open_orders_max = 10;
             put(a.account.open_orders, 9 + over);
         }},
        {"traded_max", RejectReason::TradedValue,
         [](Asked& a, std::int64_t over) {
             a.options.account.traded_max = {50'000'000};
             put(a.account.traded_value, 40'000'000 + over);
         }},
        {"messages_per_fill_max", RejectReason::OrderToTrade,
         [](Asked& a, std::int64_t over) {
             a.options.account.messages_per_fill_max = 10;
             a.options.account.messages_free = 100;
             a.account.executions = 5;
             put(a.account.messages, 149 + over);
         }},
        {"gross_max", RejectReason::GrossExposure,
         [](Asked& a, std::int64_t over) {
             a.options.account.gross_max = {50'000'000};
             put(a.account.gross_value, 40'000'000 + over);
         }},
        {"net_max", RejectReason::NetExposure,
         [](Asked& a, std::int64_t over) {
             a.options.account.net_max = {50'000'000};
             a.account.net_value = {40'000'000 + over};
         }},
        {"net_max, sold", RejectReason::NetExposure,
         [](Asked& a, std::int64_t over) {
             a.options.account.net_max = {50'000'000};
             a.order.side = Side::Sell;
             a.account.net_value = {-40'000'000 - over};
         }},
        {"loss_max", RejectReason::ReducingOnly,
         [](Asked& a, std::int64_t over) {
             a.options.account.loss_max = {1'000};
             a.account.pnl = {-1'000 - over};
         }},
    };
    return kEdges;
}

TEST(LimitEdges, OneBelowAndAtTheLimitPassesOneAboveIsRefusedByItsReason) {
    for (const Edge& edge : edges()) {
        for (const std::int64_t over : {-1, 0, 1}) {
            Asked asked;
            edge.set(asked, over);
            auto gate = RiskGate::create(asked.options);
            ASSERT_TRUE(gate.has_value()) << edge.name;
            ASSERT_TRUE(gate->set_limits(kEdge, asked.limits).has_value()) << edge.name;
            EXPECT_EQ(gate->check(asked.order, asked.exposure, asked.account, {1}),
                      over > 0 ? edge.refused : RejectReason::None)
                << edge.name << " by " << over << ": "
                << reason_name(
                       gate->check(asked.order, asked.exposure, asked.account, {1}).reason());
        }
    }
}

/// How many of so many orders pass, 10 ns apart, each at another price within the collar.
std::uint64_t passed(RiskGate& gate, int orders, std::int64_t price_step = 1) {
    std::uint64_t count = 0;
    for (int n = 0; n < orders; ++n) {
        OrderCheck order = Asked{}.order;
        order.price.value += n * price_step;
        count += gate.check(order, {}, {}, {n * 10}) == RejectReason::None ? 1U : 0U;
    }
    return count;
}

TEST(LimitEdges, RatesLetAsManyThroughAsTheySayAndNotOneMore) {
    Asked asked;
    asked.options.pace.orders = {.messages_max = 7, .window = {1'000}};
    asked.options.pace.duplicates = {.messages_max = 100, .window = {1'000}};
    RiskGate of_session = std::move(*RiskGate::create(asked.options));
    ASSERT_TRUE(of_session.set_limits(kEdge, asked.limits));
    EXPECT_EQ(passed(of_session, 20), 7U);
    Asked other;
    other.options.pace.orders = {.messages_max = 1'000, .window = {1'000}};
    other.options.pace.duplicates = {.messages_max = 3, .window = {1'000}};
    other.options.pace.instrument_window = {800};
    other.limits.messages_max = 5;
    RiskGate of_instrument = std::move(*RiskGate::create(other.options));
    ASSERT_TRUE(of_instrument.set_limits(kEdge, other.limits));
    EXPECT_EQ(passed(of_instrument, 20), 5U);
    RiskGate of_kind = std::move(*RiskGate::create(other.options));
    ASSERT_TRUE(of_kind.set_limits(kEdge, other.limits));
    EXPECT_EQ(passed(of_kind, 20, 0), 3U);
}

TEST(LimitEdges, DriftOneUnitBelowAndAtTheLimitPasses) {
    for (const std::int64_t price : {101'499, 101'500, 101'501}) {
        Asked asked;
        asked.options.pace.instrument_window = {800};
        asked.limits.drift_bps = {150};
        asked.limits.collar_bps = {9'999};
        auto gate = RiskGate::create(asked.options);
        ASSERT_TRUE(gate->set_limits(kEdge, asked.limits));
        ASSERT_EQ(gate->check(asked.order, {}, {}, {0}), RejectReason::None);
        asked.order.price = {price};
        EXPECT_EQ(gate->check(asked.order, {}, {}, {10}),
                  price > 101'500 ? RejectReason::PriceDrift : RejectReason::None);
    }
}

TEST(LimitEdges, RepeatedExecutionsKillOneAboveTheirNumber) {
    Asked asked;
    asked.options.pace.repeated_executions = {.messages_max = 3, .window = {1'000}};
    RiskGate gate = std::move(*RiskGate::create(asked.options));
    ASSERT_TRUE(gate.set_limits(kEdge, asked.limits));
    for (std::int64_t n = 0; n < 3; ++n) {
        gate.on_execution(kEdge);
        EXPECT_EQ(gate.check(asked.order, {}, {}, {n * 10}), RejectReason::None);
    }
    gate.on_execution(kEdge);
    EXPECT_EQ(gate.check(asked.order, {}, {}, {40}), RejectReason::KillSwitch);
    EXPECT_TRUE(gate.is_killed());
}

// ---- overrides

class Overridden : public testing::Test {
  protected:
    Overridden() {
        Limits own = support::wide_limits();
        own.order_qty_max = {50};
        EXPECT_TRUE(gate.set_limits(kEdge, own));
        wider.order_qty_max = {100};
    }
    RejectReason at(std::int64_t now, InstrumentId instrument = kEdge) {
        OrderCheck order = Asked{}.order;
        order.instrument = instrument;
        return gate.check(order, {}, {}, {now}).reason();
    }
    RiskGate gate = std::move(*RiskGate::create(support::wide_risk(20)));
    Limits wider = support::wide_limits();
};

TEST_F(Overridden, LimitsAreOthersUntilTheirTimeIsOver) {
    EXPECT_EQ(at(0), RejectReason::OrderQty);
    ASSERT_TRUE(gate.override_limits(kEdge, wider, {1'000}));
    EXPECT_EQ(at(1), RejectReason::None);
    EXPECT_EQ(at(999), RejectReason::None);
    EXPECT_EQ(at(1'000), RejectReason::OrderQty);
    EXPECT_EQ(at(500), RejectReason::OrderQty) << "a clock set back does not begin it again";
}

TEST_F(Overridden, AnotherOneForTheSameInstrumentIsTheOneThatCounts) {
    ASSERT_TRUE(gate.override_limits(kEdge, wider, {1'000}));
    ASSERT_TRUE(gate.override_limits(kEdge, wider, {2'000}));
    EXPECT_EQ(at(1'999), RejectReason::None);
    EXPECT_EQ(at(2'000), RejectReason::OrderQty) << "its own come back, not the first override's";
}

TEST_F(Overridden, LimitsThatAreSetEndIt) {
    ASSERT_TRUE(gate.override_limits(kEdge, wider, {1'000}));
    Limits own = support::wide_limits();
    own.order_qty_max = {70};
    ASSERT_TRUE(gate.set_limits(kEdge, own));
    EXPECT_EQ(at(10), RejectReason::OrderQty);
    EXPECT_EQ(at(2'000), RejectReason::OrderQty);
}

TEST_F(Overridden, OnlySoManyAtOnceAndOnlyOfWhatHasLimits) {
    for (std::uint16_t id = 5; id < 5 + RiskGate::kOverridesMax; ++id) {
        ASSERT_TRUE(gate.set_limits({id}, support::wide_limits()));
        EXPECT_TRUE(gate.override_limits({id}, wider, {1'000}));
    }
    EXPECT_FALSE(gate.override_limits(kEdge, wider, {1'000})) << "no room";
    EXPECT_EQ(at(1'000, {5}), RejectReason::None);
    EXPECT_TRUE(gate.override_limits(kEdge, wider, {2'000})) << "they are over";
    EXPECT_FALSE(gate.override_limits({4}, wider, {2'000}));
    EXPECT_FALSE(gate.override_limits({21}, wider, {2'000}));
    wider.position_max = {0};
    EXPECT_FALSE(gate.override_limits(kEdge, wider, {2'000})) << "one that is missing";
}

TEST_F(Overridden, AKillIsNotOverridden) {
    ASSERT_TRUE(gate.override_limits(kEdge, wider, {1'000}));
    gate.stop(TradingMode::Killed, StopReason::Operator);
    EXPECT_EQ(at(1), RejectReason::KillSwitch);
}

TEST_F(Overridden, ItsEndAllocatesNothing) {
    ASSERT_TRUE(gate.override_limits(kEdge, wider, {1'000}));
    const NoAllocScope scope;
    EXPECT_EQ(at(1'000), RejectReason::OrderQty);
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::risk
