// What the compiler refuses: an order that has not passed the gate. And what the gate's answer is.

#include "hotpath/risk/approved_order.hpp"

#include <type_traits>

#include <gtest/gtest.h>

#include "hotpath/risk/risk_gate.hpp"
#include "tests/support/wide_limits.hpp"

namespace hotpath::risk {
namespace {

static_assert(!std::is_default_constructible_v<ApprovedOrder>);
static_assert(!std::is_constructible_v<ApprovedOrder, OrderCheck>);
static_assert(!std::is_constructible_v<ApprovedOrder, const OrderCheck&>);
static_assert(!std::is_aggregate_v<ApprovedOrder>);
static_assert(!std::is_default_constructible_v<Approval>);
static_assert(!std::is_constructible_v<Approval, RejectReason, const OrderCheck&>);
// What was approved cannot be changed afterwards through the approval.
static_assert(std::is_same_v<decltype(*std::declval<ApprovedOrder>()), const OrderCheck&>);

constexpr InstrumentId kTraded{1};

RiskGate make_gate() {
    auto gate = RiskGate::create(support::wide_risk(1));
    EXPECT_TRUE(gate.has_value());
    EXPECT_TRUE(gate->set_limits(kTraded, support::wide_limits()).has_value());
    return std::move(*gate);
}

TEST(ApprovedOrder, IsTheOrderThatWasChecked) {
    RiskGate gate = make_gate();
    OrderCheck order = support::order_within(kTraded);
    order.id = {7};
    const Approval approval = gate.check(order, {}, {}, {1});
    ASSERT_TRUE(approval.is_approved());
    EXPECT_EQ(approval.reason(), RejectReason::None);
    EXPECT_EQ(&*approval.order(), &order);
    EXPECT_EQ(approval.order()->id, ClOrdId{7});
}

TEST(ApprovedOrderDeathTest, IsNotToBeHadOfARefusedOne) {
    RiskGate gate = make_gate();
    OrderCheck order = support::order_within(kTraded);
    order.qty = {0};
    const Approval approval = gate.check(order, {}, {}, {1});
    EXPECT_FALSE(approval.is_approved());
    EXPECT_EQ(approval.reason(), RejectReason::OrderQty);
    EXPECT_DEATH(static_cast<void>(approval.order()), "only an approved order may be sent");
}

}  // namespace
}  // namespace hotpath::risk
