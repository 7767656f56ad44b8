// Requests of sessions in OUCH, and the exchange's answers.

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "tests/support/exchange_text.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::exchange {
namespace {

namespace itch50 = protocols::nasdaq::itch50;
namespace ouch50 = protocols::nasdaq::ouch50;
using support::drain_feed;
using support::drain_replies;
using support::Lines;

constexpr InstrumentId kApple{13};
constexpr Time kNow{34'200'000'000'000};
constexpr SessionId kUs{0};
constexpr SessionId kThem{1};

/// An order entry as a client would fill it in: 100 AAPL at $50, Day.
ouch50::EnterOrder enter_message(std::uint32_t user_ref_num, char side) {
    ouch50::EnterOrder m;
    m.store_user_ref_num(user_ref_num);
    m.store_side(side);
    m.store_quantity(100);
    m.store_symbol(*Symbol::from("AAPL"));
    m.store_price(500'000);
    m.store_time_in_force(ouch50::time_in_force::kDay);
    m.store_display(ouch50::display::kVisible);
    m.store_capacity(ouch50::capacity::kPrincipal);
    m.store_iso_eligibility(ouch50::iso_eligibility::kNotEligible);
    m.store_cross_type(ouch50::cross_type::kContinuousMarket);
    return m;
}

class OrderEntryTest : public testing::Test {
  protected:
    OrderEntryTest() {
        itch50::StockDirectory directory;
        directory.store_stock_locate(kApple.value);
        directory.store_stock(*Symbol::from("AAPL"));
        exchange_.publish(directory.bytes());
        exchange_.clear_feed();
    }

    Lines send(SessionId session, Bytes message) {
        exchange_.clear_replies();
        exchange_.on_order_bytes(session, message, kNow);
        return drain_replies(exchange_);
    }

    Lines enter(std::uint32_t user_ref_num, char side) {
        return send(kUs, enter_message(user_ref_num, side).bytes());
    }

    Lines replace(std::uint32_t original, std::uint32_t user_ref_num, Qty qty, Price price) {
        ouch50::ReplaceOrderRequest m;
        m.store_orig_user_ref_num(original);
        m.store_user_ref_num(user_ref_num);
        m.store_quantity(qty.value);
        m.store_price(ouch50::to_long_price4(price));
        m.store_time_in_force(ouch50::time_in_force::kDay);
        m.store_display(ouch50::display::kVisible);
        m.store_iso_eligibility(ouch50::iso_eligibility::kNotEligible);
        return send(kUs, m.bytes());
    }

    Lines cancel(std::uint32_t user_ref_num, std::uint32_t size) {
        ouch50::CancelOrderRequest m;
        m.store_user_ref_num(user_ref_num);
        m.store_quantity(size);
        return send(kUs, m.bytes());
    }

    Lines modify(std::uint32_t user_ref_num, char side, std::uint32_t size) {
        ouch50::ModifyOrderRequest m;
        m.store_user_ref_num(user_ref_num);
        m.store_side(side);
        m.store_quantity(size);
        return send(kUs, m.bytes());
    }

    /// A background order of the opposite kind: what sessions trade with.
    void background(OrderId id, Side side, Qty qty, Price price) {
        ASSERT_EQ(exchange_.enter({.id = id,
                                   .instrument = kApple,
                                   .symbol = *Symbol::from("AAPL"),
                                   .side = side,
                                   .qty = qty,
                                   .price = price},
                                  kNow),
                  match::MatchStatus::Ok);
        exchange_.clear_feed();
    }

    void trading_action(char state) {
        itch50::StockTradingAction m;
        m.store_stock_locate(kApple.value);
        m.store_stock(*Symbol::from("AAPL"));
        m.store_trading_state(state);
        exchange_.publish(m.bytes());
    }

    OuchExchange exchange_ =
        std::move(*OuchExchange::create({.books = {.orders_max = 1'000,
                                                   .levels_max = 1'000,
                                                   .instruments_max = 20,
                                                   .huge_pages = HugePages::Never},
                                         .sessions_max = 2,
                                         .session_orders_max = 100,
                                         .executions_per_command_max = 50}));
};

TEST_F(OrderEntryTest, AnOrderIsAcceptedAndPublishedUnderTheSameId) {
    EXPECT_EQ(enter(1, 'B'), (Lines{"0 A 1 B 100 @ 500000 id 1"}));
    EXPECT_EQ(drain_feed(exchange_), (Lines{"A 1 B 100 @ 500000"}));
    EXPECT_EQ(exchange_.session_orders(), 1U);
}

TEST_F(OrderEntryTest, AnOrderRanksAfterEarlierBackgroundOrdersAndBeforeLaterOnes) {
    background({10}, Side::Sell, {100}, {500'000});
    enter(1, 'S');
    EXPECT_EQ(drain_feed(exchange_), (Lines{"A 11 S 100 @ 500000"}));
    background({12}, Side::Sell, {100}, {500'000});
    EXPECT_EQ(exchange_.books().queue_ahead_qty({11}), TotalQty{100});
    background({8}, Side::Sell, {100}, {500'000});  // released late, with an old reference
    EXPECT_EQ(exchange_.books().queue_ahead_qty({11}), TotalQty{200});
}

TEST_F(OrderEntryTest, WhereASessionOrderIsDisplayedIsKnown) {
    const auto may_have_one = [&](Side side, Price price) {
        return exchange_.may_have_session_order(kApple, {.side = side, .price = price});
    };
    background({2}, Side::Buy, {30}, {500'000});
    EXPECT_FALSE(may_have_one(Side::Buy, {500'000}));
    enter(1, 'B');
    EXPECT_TRUE(may_have_one(Side::Buy, {500'000}));
    EXPECT_FALSE(may_have_one(Side::Buy, {499'900}));
    EXPECT_FALSE(may_have_one(Side::Sell, {500'000}));
    EXPECT_FALSE(exchange_.may_have_session_order({14}, {.price = {500'000}}));
    ouch50::EnterOrder hidden = enter_message(2, 'B');
    hidden.store_display(ouch50::display::kHidden);
    send(kUs, hidden.bytes());
    EXPECT_TRUE(may_have_one(Side::Buy, {499'900}));  // not displayed: it could be anywhere
}

TEST_F(OrderEntryTest, BothSidesOfATradeAreToldAndTheFeedShowsTheRestingOne) {
    enter(1, 'S');
    drain_feed(exchange_);
    EXPECT_EQ(
        send(kThem, enter_message(1, 'B').bytes()),
        (Lines{"1 A 1 B 100 @ 500000 id 3", "0 E 1 100 @ 500000 A #1", "1 E 1 100 @ 500000 R #1"}));
    EXPECT_EQ(drain_feed(exchange_), (Lines{"E 1 100 #1"}));
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

TEST_F(OrderEntryTest, TheRemainderOfAnIocOrderIsCanceledAndNeverPublished) {
    background({2}, Side::Sell, {30}, {500'000});
    ouch50::EnterOrder m = enter_message(1, 'B');
    m.store_time_in_force(ouch50::time_in_force::kIoc);
    EXPECT_EQ(send(kUs, m.bytes()),
              (Lines{"0 A 1 B 100 @ 500000 id 3", "0 E 1 30 @ 500000 R #1", "0 C 1 70 I"}));
    EXPECT_EQ(drain_feed(exchange_), (Lines{"E 2 30 #1"}));
}

TEST_F(OrderEntryTest, AMarketOrderTradesAtAnyPriceAndNeverRests) {
    background({2}, Side::Buy, {30}, {100});
    ouch50::EnterOrder m = enter_message(1, 'T');
    m.store_price(ouch50::to_long_price4(kMarketPrice));
    EXPECT_EQ(send(kUs, m.bytes()),
              (Lines{"0 A 1 T 100 @ 2147483647 id 3", "0 E 1 30 @ 100 R #1", "0 C 1 70 I"}));
}

TEST_F(OrderEntryTest, ACancelToASmallerSizeKeepsThePlaceAndToNothingTakesTheRest) {
    enter(1, 'B');
    drain_feed(exchange_);
    EXPECT_EQ(cancel(1, 40), (Lines{"0 C 1 60 U"}));
    EXPECT_EQ(drain_feed(exchange_), (Lines{"X 1 60"}));
    EXPECT_EQ(cancel(1, 0), (Lines{"0 C 1 40 U"}));
    EXPECT_EQ(drain_feed(exchange_), (Lines{"D 1"}));
}

TEST_F(OrderEntryTest, TheSizeOfACancelCountsSharesExecutedBefore) {
    enter(1, 'B');
    background({4}, Side::Sell, {30}, {500'000});
    EXPECT_EQ(drain_replies(exchange_), (Lines{"0 E 1 30 @ 500000 A #1"}));
    EXPECT_EQ(cancel(1, 50), (Lines{"0 C 1 50 U"}));
    EXPECT_EQ(exchange_.books().find({1})->leaves_qty, Qty{20});
    EXPECT_EQ(cancel(1, 30), (Lines{"0 C 1 20 U"}));
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

TEST_F(OrderEntryTest, CancelsThatTakeNothingAreIgnored) {
    enter(1, 'B');
    EXPECT_EQ(cancel(1, 100), Lines{});
    EXPECT_EQ(cancel(2, 0), Lines{});
    EXPECT_EQ(send(kThem, enter_message(1, 'B').bytes()).size(), 1U);
    EXPECT_EQ(exchange_.counters().ignored, 2U);
}

TEST_F(OrderEntryTest, ASessionCannotCancelAnothersOrder) {
    enter(1, 'B');
    ouch50::CancelOrderRequest m;
    m.store_user_ref_num(1);
    EXPECT_EQ(send(kThem, m.bytes()), Lines{});
    EXPECT_EQ(exchange_.session_orders(), 1U);
}

TEST_F(OrderEntryTest, AModificationReducesAndMayTurnASellIntoAShortSell) {
    enter(1, 'S');
    drain_feed(exchange_);
    EXPECT_EQ(modify(1, 'T', 70), (Lines{"0 M 1 T 70"}));
    EXPECT_EQ(drain_feed(exchange_), (Lines{"X 1 30"}));
    EXPECT_EQ(modify(1, 'S', 70), (Lines{"0 M 1 S 70"}));
    EXPECT_EQ(drain_feed(exchange_), Lines{});
    EXPECT_EQ(modify(1, 'B', 60), Lines{});
    EXPECT_EQ(modify(1, 'S', 80), Lines{});
}

TEST_F(OrderEntryTest, AModificationToNoKnownSideIsIgnored) {
    enter(1, 'S');
    const std::uint64_t ignored = exchange_.counters().ignored;
    for (const char side : {'Z', 's', ' ', '\0'}) {
        EXPECT_EQ(modify(1, side, 70), Lines{});
    }
    EXPECT_EQ(exchange_.counters().ignored, ignored + 4);
    EXPECT_EQ(modify(1, 'S', 100), (Lines{"0 M 1 S 100"}));
}

TEST_F(OrderEntryTest, AReplacementTakesTheBackOfItsQueue) {
    enter(1, 'B');
    enter(2, 'B');
    drain_feed(exchange_);
    EXPECT_EQ(replace(1, 3, {80}, {500'000}), (Lines{"0 U 1 3 80 @ 500000 id 5"}));
    EXPECT_EQ(drain_feed(exchange_), (Lines{"U 1 5 80 @ 500000"}));
    EXPECT_EQ(exchange_.books().queue_ahead_qty({5}), TotalQty{100});
    EXPECT_EQ(cancel(1, 0), Lines{});
    EXPECT_EQ(cancel(3, 0), (Lines{"0 C 3 80 U"}));
}

TEST_F(OrderEntryTest, TheSizeOfAReplacementCountsSharesExecutedBefore) {
    enter(1, 'B');
    background({4}, Side::Sell, {30}, {500'000});
    EXPECT_EQ(replace(1, 2, {100}, {490'000}), (Lines{"0 U 1 2 70 @ 490000 id 5"}));
    EXPECT_EQ(replace(2, 3, {30}, {490'000}), (Lines{"0 C 2 70 U"}));
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

TEST_F(OrderEntryTest, AReplacementThatTradesIsPublishedAsDeleteExecutionsAndAdd) {
    background({2}, Side::Sell, {30}, {510'000});
    enter(1, 'B');
    drain_feed(exchange_);
    EXPECT_EQ(replace(1, 2, {100}, {510'000}),
              (Lines{"0 U 1 2 100 @ 510000 id 5", "0 E 2 30 @ 510000 R #1"}));
    EXPECT_EQ(drain_feed(exchange_), (Lines{"D 3", "E 2 30 #1", "A 5 B 70 @ 510000"}));
}

TEST_F(OrderEntryTest, ARefusedReplacementLeavesTheOriginalAsItWas) {
    enter(1, 'B');
    drain_feed(exchange_);
    EXPECT_EQ(replace(1, 2, {0}, {500'000}), (Lines{"0 J 2 0x13"}));
    EXPECT_EQ(replace(1, 3, {100}, {500'001}), (Lines{"0 J 3 0x1d"}));
    EXPECT_EQ(replace(9, 4, {100}, {500'000}), Lines{});
    EXPECT_EQ(drain_feed(exchange_), Lines{});
    EXPECT_EQ(cancel(1, 0), (Lines{"0 C 1 100 U"}));
}

TEST_F(OrderEntryTest, AUserRefNumThatIsNotAboveAllBeforeIsIgnored) {
    EXPECT_EQ(enter(5, 'B').size(), 1U);
    EXPECT_EQ(enter(5, 'B'), Lines{});
    EXPECT_EQ(enter(4, 'B'), Lines{});
    EXPECT_EQ(replace(5, 5, {100}, {500'000}), Lines{});
    EXPECT_EQ(send(kThem, enter_message(4, 'B').bytes()).size(), 1U);
    EXPECT_EQ(exchange_.counters().ignored, 3U);
}

TEST_F(OrderEntryTest, AnAccountQueryTellsTheNextUserRefNum) {
    enter(5, 'B');
    EXPECT_EQ(send(kUs, ouch50::AccountQueryRequest().bytes()), (Lines{"0 Q 6"}));
}

struct Refusal {
    const char* what;
    void (*spoil)(ouch50::EnterOrder&);
    const char* reply;
};

TEST_F(OrderEntryTest, WhatTheVenueDoesNotTakeIsRejectedWithItsReason) {
    using M = ouch50::EnterOrder;
    const Refusal refusals[] = {
        {"symbol", [](M& m) { m.store_symbol(*Symbol::from("NONE")); }, "0x17"},
        {"side", [](M& m) { m.store_side('X'); }, "0x9"},
        {"no quantity", [](M& m) { m.store_quantity(0); }, "0x13"},
        {"quantity", [](M& m) { m.store_quantity(1'000'000); }, "0x13"},
        {"no price", [](M& m) { m.store_price(0); }, "0x1d"},
        {"price", [](M& m) { m.store_price(2'000'000'100); }, "0x1d"},
        {"price beyond 63 bits", [](M& m) { m.store_price(~std::uint64_t{0}); }, "0x1d"},
        {"half a cent", [](M& m) { m.store_price(500'050); }, "0x1d"},
        {"time in force", [](M& m) { m.store_time_in_force('6'); }, "0xf"},
        {"display", [](M& m) { m.store_display('Z'); }, "0x3"},
        {"cross", [](M& m) { m.store_cross_type('O'); }, "0x14"},
    };
    std::uint32_t user_ref_num = 0;
    for (const Refusal& refusal : refusals) {
        M m = enter_message(++user_ref_num, 'B');
        refusal.spoil(m);
        EXPECT_EQ(send(kUs, m.bytes()),
                  (Lines{support::line_of(0, "J", user_ref_num, refusal.reply)}))
            << refusal.what;
    }
    EXPECT_EQ(drain_feed(exchange_), Lines{});
    EXPECT_EQ(exchange_.counters().rejected, std::size(refusals));
}

TEST_F(OrderEntryTest, TheBoundsThemselvesAreAccepted) {
    ouch50::EnterOrder m = enter_message(1, 'S');
    m.store_quantity(999'999);
    m.store_price(2'000'000'000);
    EXPECT_EQ(send(kUs, m.bytes()), (Lines{"0 A 1 S 999999 @ 2000000000 id 1"}));
    m = enter_message(2, 'B');
    m.store_price(1);
    EXPECT_EQ(send(kUs, m.bytes()), (Lines{"0 A 2 B 100 @ 1 id 3"}));
}

TEST_F(OrderEntryTest, AnOptionThatWouldChangeHowTheOrderTradesIsRefusedNotDropped) {
    ouch50::WithAppendage<ouch50::EnterOrder> order;
    order.message() = enter_message(1, 'B');
    order.append<ouch50::option::DiscretionPrice>(500'100);
    EXPECT_EQ(send(kUs, order.bytes()), (Lines{"0 J 1 0xf"}));
    ouch50::WithAppendage<ouch50::EnterOrder> named;
    named.message() = enter_message(2, 'B');
    named.append<ouch50::option::CustomerType>('R');
    EXPECT_EQ(send(kUs, named.bytes()).front().substr(0, 3), "0 A");
}

TEST_F(OrderEntryTest, AHaltCancelsSessionOrdersAndRejectsNewOnesUntilTradingResumes) {
    enter(1, 'B');
    enter(2, 'B');
    background({4}, Side::Buy, {10}, {400'000});
    drain_feed(exchange_);
    exchange_.clear_replies();
    trading_action('H');
    EXPECT_EQ(drain_feed(exchange_), (Lines{"H", "D 1", "D 3"}));
    EXPECT_EQ(drain_replies(exchange_), (Lines{"0 C 1 100 H", "0 C 2 100 H"}));
    EXPECT_EQ(enter(3, 'B'), (Lines{"0 J 3 0x7"}));
    trading_action('T');
    EXPECT_EQ(enter(4, 'B').front().substr(0, 3), "0 A");
    EXPECT_EQ(exchange_.books().open_orders(), 2U);
}

TEST_F(OrderEntryTest, AFullTableRejectsAndMakesRoomAgain) {
    std::uint32_t user_ref_num = 0;
    while (user_ref_num < 100) {
        enter(++user_ref_num, 'B');
        exchange_.clear_feed();
    }
    EXPECT_EQ(enter(101, 'B'), (Lines{"0 J 101 0xa"}));
    cancel(7, 0);
    EXPECT_EQ(enter(102, 'B').front().substr(0, 3), "0 A");
}

TEST_F(OrderEntryTest, MalformedBytesAreCountedAndHaveNoOtherEffect) {
    const auto m = enter_message(1, 'B');
    for (std::size_t length = 0; length < m.bytes().size(); ++length) {
        EXPECT_EQ(send(kUs, Bytes(m.bytes()).first(length)), Lines{});
    }
    const std::byte unknown[] = {std::byte{'?'}};
    EXPECT_EQ(send(kUs, unknown), Lines{});
    EXPECT_EQ(exchange_.counters().malformed, m.bytes().size() + 1);
    EXPECT_EQ(exchange_.books().open_orders(), 0U);
}

TEST_F(OrderEntryTest, AllocatesNothing) {
    const auto buy = [](std::uint32_t n) { return enter_message(n, 'B'); };
    const NoAllocScope scope;
    for (std::uint32_t n = 1; n < 2'000; n += 2) {
        exchange_.on_order_bytes(kUs, buy(n).bytes(), kNow);
        exchange_.on_order_bytes(kUs, enter_message(n + 1, 'S').bytes(), kNow);
        exchange_.clear_feed();
        exchange_.clear_replies();
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(exchange_.counters().executions, 1'000U);
}

}  // namespace
}  // namespace hotpath::exchange
