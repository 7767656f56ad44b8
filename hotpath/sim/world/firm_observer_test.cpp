// The observer of a trader at two venues must find faults: it is given each.

#include "hotpath/sim/world/firm_observer.hpp"

#include <array>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/sim/world/trader_host.hpp"

namespace hotpath::sim::world {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

constexpr std::int64_t kPrice = 500'000;

/// An order, or the reply that repeats its terms.
template <class Message>
[[nodiscard]] Message buy(std::uint32_t number, std::uint32_t qty) {
    Message m;
    m.store_user_ref_num(number);
    m.store_side(ouch50::side::kBuy);
    m.store_quantity(qty);
    m.store_symbol(symbol_of({1}));
    m.store_price(kPrice);
    return m;
}

struct FirmObserverTest : testing::Test {
    void sends(std::size_t venue, std::uint32_t number, std::uint32_t qty) {
        const auto m = buy<ouch50::EnterOrder>(number, qty);
        risks[venue].on_request(m.bytes(), Time{1'000'000'000});
        firm.check(both);
    }
    void replaces(std::size_t venue, std::uint32_t original, std::uint32_t number,
                  std::uint32_t qty) {
        ouch50::ReplaceOrderRequest m;
        m.store_orig_user_ref_num(original);
        m.store_user_ref_num(number);
        m.store_quantity(qty);
        m.store_price(kPrice);
        risks[venue].on_request(m.bytes(), Time{1'000'000'000});
        firm.check(both);
    }
    void is_accepted(std::size_t venue, std::uint32_t number, std::uint32_t qty) {
        auto m = buy<ouch50::OrderAccepted>(number, qty);
        m.store_order_state(ouch50::order_state::kLive);
        risks[venue].on_reply(m.bytes());
    }
    void is_canceled(std::size_t venue, std::uint32_t number, std::uint32_t qty) {
        ouch50::OrderCanceled m;
        m.store_user_ref_num(number);
        m.store_quantity(qty);
        risks[venue].on_reply(m.bytes());
    }
    [[nodiscard]] int found() const {
        return verdict.finding() ? static_cast<int>(verdict.finding()->invariant) : 0;
    }

    Verdict verdict;
    std::array<RiskObserver, 2> risks{RiskObserver{"trader", trader_engine_options(), verdict},
                                      RiskObserver{"trader", trader_engine_options(), verdict}};
    std::array<const RiskObserver*, 2> both{&risks[0], &risks[1]};
    risk::FirmLimits limits{
        .open_orders_max = 3, .open_value_max = Money{100 * kPrice}, .messages_max = 5};
    FirmObserver firm{"trader", limits, verdict};
};

TEST_F(FirmObserverTest, OpenOrdersOfBothVenuesCountTogether) {
    sends(0, 1, 10);
    sends(0, 2, 10);
    sends(1, 1, 10);
    EXPECT_EQ(found(), 0) << "the limit itself";
    is_accepted(0, 1, 10);
    is_canceled(0, 1, 10);
    sends(1, 2, 10);
    EXPECT_EQ(found(), 0) << "one is closed";
    sends(1, 3, 10);
    EXPECT_EQ(found(), 6);
}

TEST_F(FirmObserverTest, OrdersOfAnEarlierProcessDoNotCount) {
    is_accepted(0, 1, 10);
    is_accepted(1, 1, 10);
    sends(0, 2, 10);
    sends(1, 2, 10);
    sends(1, 3, 10);
    EXPECT_EQ(found(), 0);
}

TEST_F(FirmObserverTest, ValueOfBothVenuesCountsTogether) {
    sends(0, 1, 60);
    sends(1, 1, 40);
    EXPECT_EQ(found(), 0) << "the limit itself";
    is_accepted(1, 1, 40);
    replaces(1, 1, 2, 41);
    EXPECT_EQ(found(), 6) << "one of the order and its replacement is open";
}

TEST_F(FirmObserverTest, ReplacementsAreMessages) {
    sends(0, 1, 10);
    sends(1, 1, 10);
    for (std::uint32_t number = 2; number <= 4; ++number) {
        is_accepted(0, number - 1, 10);
        replaces(0, number - 1, number, 10);
        EXPECT_EQ(found(), 0) << number;
        is_canceled(0, number - 1, 10);
        is_accepted(0, number, 10);
    }
    sends(1, 2, 10);
    EXPECT_EQ(found(), 6);
}

TEST_F(FirmObserverTest, WhatIsClosedIsNotReservedForLong) {
    firm.check_reserved(6, 2, 2);
    EXPECT_EQ(found(), 0) << "two blocks a venue may be kept";
    firm.check_reserved(7, 2, 2);
    EXPECT_EQ(found(), 8);
}

}  // namespace
}  // namespace hotpath::sim::world
