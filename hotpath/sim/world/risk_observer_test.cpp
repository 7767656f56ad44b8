// RiskObserver: each rule that a trader's requests must keep, at its bound.

#include "hotpath/sim/world/risk_observer.hpp"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/sim/world/trader_host.hpp"

namespace hotpath::sim::world {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;

class RequestsOfATrader : public testing::Test {
  protected:
    struct Terms {
        std::uint32_t number = 1;
        std::uint32_t qty = 10;
        std::uint64_t price = 500'000;
        char side = ouch50::side::kBuy;
        std::uint16_t instrument = 1;
    };

    static engine::EngineOptions limited() {
        engine::EngineOptions options = trader_engine_options();
        options.limits.order_qty_max = {200};
        options.limits.order_notional_max = {50'000'000};
        options.limits.tick = 100;
        options.limits.fine_below = {10'000};
        options.limits.position_max = {300};
        options.limits.open_orders_max = 3;
        options.account.open_orders_max = 4;
        return options;
    }
    template <class Message>
    static void fill(Message& m, const Terms& terms) {
        m.store_user_ref_num(terms.number);
        m.store_side(terms.side);
        m.store_quantity(terms.qty);
        m.store_symbol(symbol_of({terms.instrument}));
        m.store_price(terms.price);
    }
    void enter(const Terms& terms) {
        ouch50::EnterOrder m;
        fill(m, terms);
        observer_.on_request(m.bytes(), now_);
    }
    void replace(std::uint32_t original, std::uint32_t number, std::uint32_t qty,
                 std::uint64_t price = 500'000) {
        ouch50::ReplaceOrderRequest m;
        m.store_orig_user_ref_num(original);
        m.store_user_ref_num(number);
        m.store_quantity(qty);
        m.store_price(price);
        observer_.on_request(m.bytes(), now_);
    }
    void accepted(const Terms& terms, char state = ouch50::order_state::kLive) {
        ouch50::OrderAccepted m;
        fill(m, terms);
        m.store_order_state(state);
        observer_.on_reply(m.bytes());
    }
    void replaced(std::uint32_t original, const Terms& terms) {
        ouch50::OrderReplaced m;
        fill(m, terms);
        m.store_orig_user_ref_num(original);
        m.store_order_state(ouch50::order_state::kLive);
        observer_.on_reply(m.bytes());
    }
    void executed(std::uint32_t number, std::uint32_t qty, std::uint64_t match = 1) {
        ouch50::OrderExecuted m;
        m.store_user_ref_num(number);
        m.store_quantity(qty);
        m.store_match_number(match);
        observer_.on_reply(m.bytes());
    }
    void canceled(std::uint32_t number, std::uint32_t qty) {
        ouch50::OrderCanceled m;
        m.store_user_ref_num(number);
        m.store_quantity(qty);
        observer_.on_reply(m.bytes());
    }
    void rejected(std::uint32_t number) {
        ouch50::OrderRejected m;
        m.store_user_ref_num(number);
        observer_.on_reply(m.bytes());
    }
    void broken(std::uint32_t number, std::uint64_t match) {
        ouch50::BrokenTrade m;
        m.store_user_ref_num(number);
        m.store_match_number(match);
        observer_.on_reply(m.bytes());
    }
    /// The words of the finding, without the trader's name; "" of none. Forgets it.
    std::string finding() {
        const std::string words = verdict_.is_good() ? "" : verdict_.finding()->words;
        EXPECT_TRUE(words.empty() || words.starts_with("trader: ")) << words;
        verdict_ = {};
        return words.empty() ? "" : words.substr(8);
    }

    Verdict verdict_;
    RiskObserver observer_{"trader", limited(), verdict_};
    Time now_{1'000'000'000};
};

TEST_F(RequestsOfATrader, AQuantityIsAboveZeroAndUpToItsLimit) {
    enter({.number = 1, .qty = 200, .price = 100'000});
    EXPECT_EQ(finding(), "");
    enter({.number = 2, .qty = 0, .instrument = 2});
    EXPECT_EQ(finding(), "order 2 is of 0 shares");
    enter({.number = 3, .qty = 201, .price = 100'000, .instrument = 3});
    EXPECT_EQ(finding(), "order 3 is of 201 shares");
}

TEST_F(RequestsOfATrader, APriceIsOnItsTickFromAPriceOn) {
    enter({.number = 1, .price = 10'100});
    enter({.number = 2, .price = 9'999, .instrument = 2});
    enter({.number = 3, .price = 1, .instrument = 3});
    EXPECT_EQ(finding(), "");
    canceled(3, 10);
    enter({.number = 4, .price = 10'001, .instrument = 3});
    EXPECT_EQ(finding(), "order 4 has the price 10001");
    canceled(4, 10);
    enter({.number = 5, .price = 0, .instrument = 3});
    EXPECT_EQ(finding(), "order 5 has the price 0");
}

TEST_F(RequestsOfATrader, ANotionalIsUpToItsLimit) {
    enter({.number = 1, .qty = 100, .price = 500'000});
    EXPECT_EQ(finding(), "");
    enter({.number = 2, .qty = 100, .price = 500'100, .instrument = 2});
    EXPECT_EQ(finding(), "order 2 exceeds the notional limit");
}

TEST_F(RequestsOfATrader, OpenOrdersAreCountedOfAnInstrumentAndInAll) {
    for (std::uint32_t n = 1; n <= 3; ++n) {
        enter({.number = n});
    }
    enter({.number = 4, .instrument = 2});
    EXPECT_EQ(finding(), "");
    canceled(4, 10);
    enter({.number = 5});
    EXPECT_EQ(finding(), "order 5 exceeds the open orders of its instrument");
    enter({.number = 6, .instrument = 2});
    EXPECT_EQ(finding(), "order 6 exceeds the open orders") << "four are open";
    EXPECT_EQ(observer_.orders_sent(), 6U);
}

TEST_F(RequestsOfATrader, EachSideHasItsPosition) {
    enter({.number = 1, .qty = 200, .price = 100'000});
    enter({.number = 2, .qty = 100, .price = 100'000});
    enter({.number = 3, .qty = 150, .price = 100'000, .side = ouch50::side::kSellShort});
    EXPECT_EQ(finding(), "") << "300 and -150";
    executed(3, 150);
    enter({.number = 4, .qty = 150, .price = 100'000});
    EXPECT_EQ(finding(), "") << "what was sold makes room: -150 + 300 + 150";
    canceled(4, 149);
    enter({.number = 5, .qty = 151, .price = 100'000, .side = ouch50::side::kSellShort});
    EXPECT_EQ(finding(), "order 5 may give a position of 301, limit 300");
}

TEST_F(RequestsOfATrader, ASaleOfSharesThatAreNotHeldIsMarked) {
    accepted({.number = 1, .qty = 100});
    executed(1, 100);
    enter({.number = 2, .qty = 60, .side = ouch50::side::kSell});
    EXPECT_EQ(finding(), "");
    enter({.number = 3, .qty = 40, .side = ouch50::side::kSell});
    EXPECT_EQ(finding(), "") << "the last of them";
    enter({.number = 4, .qty = 1, .side = ouch50::side::kSell});
    EXPECT_EQ(finding(), "order 4 is an unmarked short sale");
}

TEST_F(RequestsOfATrader, AReplacementStandsBesideItsOriginal) {
    enter({.number = 1, .qty = 100, .price = 100'000});
    replace(1, 2, 180, 100'000);
    EXPECT_EQ(finding(), "");
    EXPECT_EQ(observer_.own_open_orders(), 1U) << "the two count once";
    EXPECT_EQ(observer_.own_open_value(), 18'000'000) << "the larger one";
    enter({.number = 3, .qty = 120, .price = 100'000});
    EXPECT_EQ(finding(), "") << "180 and 120";
    enter({.number = 4, .qty = 1, .price = 100'000});
    EXPECT_EQ(finding(), "order 4 may give a position of 301, limit 300");
    replaced(1, {.number = 2, .qty = 180, .price = 100'000});
    EXPECT_EQ(observer_.own_open_orders(), 3U);
    replace(1, 5, 10);
    EXPECT_EQ(finding(), "order 5 replaces one that is not open");
}

TEST_F(RequestsOfATrader, WhatTheOriginalExecutesIsNotLeftInItsReplacement) {
    enter({.number = 1, .qty = 100, .price = 100'000});
    executed(1, 30, 1);
    replace(1, 2, 130, 100'000);  // in all, so 100 are left
    EXPECT_EQ(observer_.own_open_value(), 10'000'000);
    executed(1, 20, 2);
    EXPECT_EQ(observer_.own_open_value(), 8'000'000) << "80 are left of either";
    replaced(1, {.number = 2, .qty = 80, .price = 100'000});
    EXPECT_EQ(observer_.own_open_value(), 8'000'000);
    executed(2, 80, 3);
    EXPECT_EQ(observer_.own_open_orders(), 0U);
    EXPECT_EQ(finding(), "");
}

TEST_F(RequestsOfATrader, ARejectedReplacementLeavesItsOriginal) {
    enter({.number = 1, .qty = 100, .price = 100'000});
    replace(1, 2, 200, 100'000);
    EXPECT_EQ(observer_.own_open_value(), 20'000'000);
    rejected(2);
    EXPECT_EQ(observer_.own_open_value(), 10'000'000);
    replace(1, 3, 150, 100'000);
    executed(1, 100);
    EXPECT_EQ(observer_.own_open_orders(), 0U) << "the original is gone, and its replacement";
    rejected(9);
    EXPECT_EQ(finding(), "");
}

TEST_F(RequestsOfATrader, OrdersOfAnEarlierProcessAreOpenAndNotItsOwn) {
    accepted({.number = 1, .qty = 100, .price = 100'000});
    enter({.number = 2, .qty = 50, .price = 100'000});
    EXPECT_EQ(observer_.own_open_orders(), 1U);
    EXPECT_EQ(observer_.own_open_value(), 5'000'000);
    accepted({.number = 2, .qty = 50, .price = 100'000}, ouch50::order_state::kDead);
    EXPECT_EQ(observer_.own_open_orders(), 0U);
    executed(1, 100);
    EXPECT_EQ(finding(), "");
    executed(1, 1, 2);
    EXPECT_EQ(finding(), "an execution of order 1, which is not open");
}

TEST_F(RequestsOfATrader, ABrokenTradeGivesItsPositionBack) {
    accepted({.number = 1, .qty = 200});
    executed(1, 100, 1);
    executed(1, 100, 2);
    broken(1, 1);
    EXPECT_EQ(finding(), "");
    enter({.number = 2, .qty = 200, .price = 100'000});
    EXPECT_EQ(finding(), "") << "100 are held";
    broken(1, 1);
    EXPECT_EQ(finding(), "match 1 of order 1 is broken and unknown");
}

TEST_F(RequestsOfATrader, AnOperatorsStopsEndWithAResume) {
    using trader::OperatorAction;
    observer_.on_command({.action = OperatorAction::Kill});
    EXPECT_TRUE(observer_.is_killed());
    enter({.number = 1});
    EXPECT_EQ(finding(), "order 1 was sent after an operator's kill");
    observer_.on_command({.action = OperatorAction::Resume});
    EXPECT_FALSE(observer_.is_killed());
    observer_.on_command({.action = OperatorAction::Cancel, .symbol = symbol_of({2})});
    enter({.number = 2});
    EXPECT_EQ(finding(), "") << "another instrument";
    enter({.number = 3, .instrument = 2});
    EXPECT_EQ(finding(), "order 3 is of an instrument that an operator canceled");
    observer_.on_command({.action = OperatorAction::Resume});
    observer_.on_command({.action = OperatorAction::ReduceOnly});
    executed(2, 10);
    enter({.number = 4, .side = ouch50::side::kSell});
    EXPECT_EQ(finding(), "") << "what is held";
    enter({.number = 5, .qty = 1, .side = ouch50::side::kSellShort});
    EXPECT_EQ(finding(), "order 5 may give a position of 1 while only reducing is allowed");
    observer_.on_command({.action = OperatorAction::Resume});
    canceled(4, 10);
    enter({.number = 6, .qty = 1});
    EXPECT_EQ(finding(), "");
}

TEST_F(RequestsOfATrader, MessagesOfAllInstrumentsAreCountedInTheirWindow) {
    engine::EngineOptions options = limited();
    options.limits.messages_max = 1'000;
    options.pace.orders = {.messages_max = 2, .window = {100}};
    RiskObserver paced("trader", options, verdict_);
    const auto send = [&](std::uint32_t number, std::uint16_t instrument, Time now) {
        ouch50::EnterOrder m;
        fill(m, {.number = number, .instrument = instrument});
        paced.on_request(m.bytes(), now);
        ouch50::OrderCanceled gone;
        gone.store_user_ref_num(number);
        gone.store_quantity(10);
        paced.on_reply(gone.bytes());
    };
    send(1, 1, {1'000});
    send(2, 2, {1'050});
    send(3, 3, {1'100});  // the first has left the window
    EXPECT_EQ(finding(), "");
    send(4, 1, {1'149});
    EXPECT_EQ(finding(), "3 orders and replacements in 100 ns");
}

}  // namespace
}  // namespace hotpath::sim::world
