// Order conditions in OUCH beyond a limit and a quantity, and the venue's own actions with an
// instrument: what is traded, replied and published.

#include "hotpath/exchange/orders/order_conditions.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "tests/support/exchange_text.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::exchange {
namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
namespace option = protocols::nasdaq::ouch50::option;
using book::TradingState;
using match::CrossKind;
using match::MatchStatus;
using match::Progress;
using support::drain_feed;
using support::drain_replies;
using support::Lines;

constexpr InstrumentId kApple{13};
constexpr Time kNow{34'200'000'000'000};
constexpr SessionId kUs{0};
constexpr SessionId kThem{1};

using Order = ouch50::WithAppendage<ouch50::EnterOrder>;

ExchangeOptions small_options() {
    return {.books = {.orders_max = 1'000,
                      .levels_max = 1'000,
                      .instruments_max = 20,
                      .huge_pages = HugePages::Never},
            .sessions_max = 2,
            .session_orders_max = 100,
            .executions_per_command_max = 50};
}

OuchExchange listing_apple(const ExchangeOptions& options) {
    OuchExchange exchange = std::move(*OuchExchange::create(options));
    protocols::nasdaq::itch50::StockDirectory directory;
    directory.store_stock_locate(kApple.value);
    directory.store_stock(*Symbol::from("AAPL"));
    exchange.publish(directory.bytes());
    exchange.clear_feed();
    return exchange;
}

class OrderConditionsTest : public testing::Test {
  protected:
    /// 100 AAPL at so many dollars, Day, displayed.
    [[nodiscard]] Order order(char side, std::uint64_t dollars) {
        Order order;
        ouch50::EnterOrder& m = order.message();
        m.store_user_ref_num(++user_ref_num_);
        m.store_side(side);
        m.store_quantity(100);
        m.store_symbol(*Symbol::from("AAPL"));
        m.store_price(dollars * 10'000);
        m.store_time_in_force(ouch50::time_in_force::kDay);
        m.store_display(ouch50::display::kVisible);
        m.store_capacity(ouch50::capacity::kPrincipal);
        m.store_iso_eligibility(ouch50::iso_eligibility::kNotEligible);
        m.store_cross_type(ouch50::cross_type::kContinuousMarket);
        return order;
    }
    [[nodiscard]] Order hidden(char side, std::uint64_t dollars) {
        Order hidden = order(side, dollars);
        hidden.message().store_display(ouch50::display::kHidden);
        return hidden;
    }
    [[nodiscard]] Order crossing(char side, std::uint64_t dollars, char cross_type) {
        Order crossing = order(side, dollars);
        crossing.message().store_cross_type(cross_type);
        return crossing;
    }

    Lines send(SessionId session, const Order& order) {
        exchange_.clear_replies();
        exchange_.clear_feed();
        exchange_.on_order_bytes(session, order.bytes(), kNow);
        return drain_replies(exchange_);
    }
    Lines send(const Order& order) { return send(kUs, order); }
    Lines feed() { return drain_feed(exchange_); }

    void trade(TradingState state) {
        EXPECT_EQ(exchange_.set_trading({.instrument = kApple, .state = state}, kNow),
                  MatchStatus::Ok);
    }

    OuchExchange exchange_ = listing_apple(small_options());
    std::uint32_t user_ref_num_ = 0;
};

TEST_F(OrderConditionsTest, AHiddenOrderIsPublishedOnlyWhenItTrades) {
    send(hidden('S', 50));
    EXPECT_EQ(feed(), Lines{});
    EXPECT_EQ(exchange_.session_orders(), 1U);
    EXPECT_EQ(
        send(kThem, order('B', 50)),
        (Lines{"1 A 2 B 100 @ 500000 id 3", "0 E 1 100 @ 500000 J #1", "1 E 2 100 @ 500000 R #1"}));
    EXPECT_EQ(feed(), (Lines{"P 100 @ 500000 #1"}));
}

// Found by `hotpath sim`: an X of an order that is on no feed leaves every reader's books in doubt.
TEST_F(OrderConditionsTest, AHiddenOrderIsReducedWithoutAWordOnTheFeed) {
    send(kUs, hidden('B', 50));
    ouch50::CancelOrderRequest less;
    less.store_user_ref_num(user_ref_num_);
    less.store_quantity(40);
    exchange_.clear_replies();
    exchange_.clear_feed();
    exchange_.on_order_bytes(kUs, less.bytes(), kNow);
    EXPECT_EQ(drain_replies(exchange_).size(), 1U);
    EXPECT_TRUE(drain_feed(exchange_).empty());
}

TEST_F(OrderConditionsTest, AReserveIsDisplayedAnewUnderANewReference) {
    Order iceberg = order('S', 50);
    iceberg.append<option::MaxFloor>(40);
    send(iceberg);
    EXPECT_EQ(feed(), (Lines{"A 1 S 40 @ 500000"}));
    Order taker = order('B', 50);
    taker.message().store_quantity(50);
    EXPECT_EQ(send(kThem, taker),
              (Lines{"1 A 2 B 50 @ 500000 id 3", "0 E 1 40 @ 500000 A #1", "1 E 2 40 @ 500000 R #1",
                     "0 R 1 R", "0 E 1 10 @ 500000 A #3", "1 E 2 10 @ 500000 R #3"}));
    EXPECT_EQ(feed(), (Lines{"E 1 40 #1", "A 5 S 40 @ 500000", "E 5 10 #3"}));
    ouch50::CancelOrderRequest cancel;
    cancel.store_user_ref_num(1);
    cancel.store_quantity(0);
    exchange_.on_order_bytes(kUs, cancel.bytes(), kNow);
    EXPECT_EQ(drain_replies(exchange_), (Lines{"0 C 1 50 U"}));
    EXPECT_EQ(feed(), (Lines{"D 5"}));
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

TEST_F(OrderConditionsTest, AMinimumIsMetAtOnceOrTheOrderCanceled) {
    send(order('S', 50));
    Order wants_more = order('B', 50);
    wants_more.message().store_quantity(200);
    wants_more.append<option::MinQty>(150);
    EXPECT_EQ(send(kThem, wants_more).back(), "1 C 2 200 I");
    Order kill = order('B', 50);
    kill.message().store_time_in_force(ouch50::time_in_force::kIoc);
    kill.append<option::MinQty>(100);
    EXPECT_EQ(send(kThem, kill).back(), "1 E 3 100 @ 500000 R #1");
}

TEST_F(OrderConditionsTest, APostOnlyOrderThatWouldTakeIsCanceled) {
    send(order('S', 50));
    Order maker = order('B', 50);
    maker.append<option::PostOnly>('P');
    EXPECT_EQ(send(kThem, maker), (Lines{"1 A 2 B 100 @ 500000 id 3 12=P", "1 C 2 100 G"}));
    EXPECT_EQ(feed(), Lines{});
}

TEST_F(OrderConditionsTest, PegsTradeAtTheMidAndBehindTheBest) {
    send(order('B', 40));
    send(order('S', 50));
    Order mid = hidden('B', 100);
    mid.append<option::PriceType>(ouch50::price_type::kMidpointPeg);
    send(mid);
    Order primary = hidden('B', 100);
    primary.append<option::PriceType>(ouch50::price_type::kPrimaryPeg);
    primary.append<option::PegOffset>(-10'000);
    send(primary);
    Order seller = order('S', 39);
    seller.message().store_quantity(300);
    send(kThem, seller);
    EXPECT_EQ(feed(), (Lines{"P 100 @ 450000 #1", "E 1 100 #3", "P 100 @ 390000 #5"}));
}

struct RefusedOption {
    const char* what;
    void (*spoil)(Order&);
    const char* reply;
};

TEST_F(OrderConditionsTest, WhatTheVenueDoesNotDoIsRefusedWithItsReason) {
    const RefusedOption refused[] = {
        {"minimum above the quantity", [](Order& o) { o.append<option::MinQty>(101); }, "0xd"},
        {"market peg", [](Order& o) { o.append<option::PriceType>('P'); }, "0x5"},
        {"displayed peg", [](Order& o) { o.append<option::PriceType>('M'); }, "0x3"},
        {"offset without a peg", [](Order& o) { o.append<option::PegOffset>(100); }, "0x5"},
        {"offset towards the other side",
         [](Order& o) {
             o.message().store_display('N');
             o.append<option::PriceType>('R');
             o.append<option::PegOffset>(100);
         },
         "0x5"},
        {"hidden reserve",
         [](Order& o) {
             o.message().store_display('N');
             o.append<option::MaxFloor>(10);
         },
         "0x4"},
        {"post-only peg",
         [](Order& o) {
             o.message().store_display('N');
             o.append<option::PriceType>('M');
             o.append<option::PostOnly>('P');
         },
         "0x1b"},
        {"route", [](Order& o) { o.append<option::Route>({'S', 'C', 'A', 'N'}); }, "0x16"},
        {"discretion", [](Order& o) { o.append<option::DiscretionPrice>(500'100); }, "0xf"},
        {"trade now", [](Order& o) { o.append<option::TradeNow>('Y'); }, "0xf"},
        {"random reserve", [](Order& o) { o.append<option::RandomReserves>(10); }, "0xf"},
        {"opening cross while trading", [](Order& o) { o.message().store_cross_type('O'); },
         "0x14"},
        {"retail cross", [](Order& o) { o.message().store_cross_type('R'); }, "0x14"},
    };
    for (const RefusedOption& refusal : refused) {
        Order spoilt = order('B', 50);
        refusal.spoil(spoilt);
        EXPECT_EQ(send(spoilt), (Lines{support::line_of(0, "J", user_ref_num_, refusal.reply)}))
            << refusal.what;
    }
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

TEST_F(OrderConditionsTest, AReplacementMayChangeTheConditions) {
    send(hidden('B', 50));
    ouch50::WithAppendage<ouch50::ReplaceOrderRequest> shown;
    shown.message().store_orig_user_ref_num(1);
    shown.message().store_user_ref_num(++user_ref_num_);
    shown.message().store_quantity(100);
    shown.message().store_price(500'000);
    shown.message().store_time_in_force(ouch50::time_in_force::kDay);
    shown.message().store_display(ouch50::display::kVisible);
    shown.append<option::MaxFloor>(30);
    exchange_.on_order_bytes(kUs, shown.bytes(), kNow);
    EXPECT_EQ(feed(), (Lines{"A 3 B 30 @ 500000"}));
    EXPECT_EQ(exchange_.session_orders(), 1U);
}

TEST_F(OrderConditionsTest, OneSessionDoesNotTradeWithItselfWhenTheVenueSaysSo) {
    ExchangeOptions options = small_options();
    options.self_match = SelfMatch::CancelOldest;
    exchange_ = listing_apple(options);
    send(order('S', 50));
    EXPECT_EQ(send(order('B', 50)),
              (Lines{"0 A 2 B 100 @ 500000 id 3", "0 D 1 100 Q of 100 @ 500000 A O"}));
    EXPECT_EQ(feed(), (Lines{"D 1", "A 3 B 100 @ 500000"}));
    Order other_group = order('S', 50);
    other_group.append<option::GroupId>(7);
    EXPECT_EQ(send(other_group).size(), 3U);
    EXPECT_EQ(exchange_.counters().executions, 1U);
}

TEST_F(OrderConditionsTest, TheOpeningIsCollectedIndicatedAndCrossed) {
    exchange_.set_rules(kApple, {.tick = 100});
    trade(TradingState::QuotationOnly);
    EXPECT_EQ(feed(), (Lines{"H"}));
    send(order('S', 50));
    EXPECT_EQ(feed(), (Lines{"A 1 S 100 @ 500000"}));
    EXPECT_EQ(send(kThem, order('B', 51)), (Lines{"1 A 2 B 100 @ 510000 id 3"}));
    Order on_open = crossing('B', 52, 'O');
    on_open.message().store_price(ouch50::to_long_price4(kMarketPrice));
    EXPECT_EQ(send(on_open).front(), "0 A 3 B 100 @ 2147483647 id 5");
    Order cannot_wait = order('B', 52);
    cannot_wait.message().store_time_in_force(ouch50::time_in_force::kIoc);
    EXPECT_EQ(send(cannot_wait), (Lines{"0 J 4 0x7"}));
    feed();
    const match::CrossRequest opening{
        .instrument = kApple, .kind = CrossKind::Opening, .reference = {505'000}};
    exchange_.indicate(opening, kNow);
    EXPECT_EQ(feed(), (Lines{"I 100 100 B @ 510000"}));
    exchange_.clear_replies();
    EXPECT_EQ(exchange_.cross(opening, kNow), Progress::Done);
    EXPECT_EQ(drain_replies(exchange_),
              (Lines{"0 E 3 100 @ 510000 O #1", "0 E 1 100 @ 510000 O #1"}));
    EXPECT_EQ(feed(), (Lines{"C 1 100 #1 @ 510000 N", "Q 100 @ 510000 O", "H"}));
    EXPECT_EQ(send(order('S', 51)).size(), 3U);  // trades with what is left: the open continues
}

TEST_F(OrderConditionsTest, AHaltOfTheVenuesOwnKeepsOrdersAndEndsInACross) {
    send(order('B', 50));
    trade(TradingState::Halted);
    feed();
    EXPECT_EQ(exchange_.session_orders(), 1U);
    EXPECT_EQ(send(order('S', 50)), (Lines{"0 J 2 0x7"}));
    EXPECT_EQ(send(kThem, crossing('S', 49, 'H')).front(), "1 A 3 S 100 @ 490000 id 3");
    EXPECT_EQ(exchange_.cross({.instrument = kApple, .kind = CrossKind::Halt}, kNow),
              Progress::Done);
    EXPECT_EQ(feed(), (Lines{"C 1 100 #1 @ 490000 N", "Q 100 @ 490000 H", "H"}));
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

TEST_F(OrderConditionsTest, ACrossedBookDoesNotTradeWithoutACross) {
    trade(TradingState::QuotationOnly);
    send(order('B', 51));
    send(kThem, order('S', 50));
    EXPECT_EQ(exchange_.set_trading({kApple, TradingState::Trading}, kNow),
              MatchStatus::NotInThisPhase);
    EXPECT_EQ(exchange_.set_trading({{1}, TradingState::Trading}, kNow),
              MatchStatus::UnknownInstrument);
}

TEST_F(OrderConditionsTest, BandsRefuseAndCancelAndTellTheLimitState) {
    send(order('B', 52));
    EXPECT_EQ(exchange_.set_bands(kApple, {.lower = {450'000}, .upper = {510'000}}, kNow),
              Progress::Done);
    EXPECT_EQ(drain_replies(exchange_), (Lines{"0 C 1 100 K"}));
    EXPECT_EQ(send(order('B', 52)), (Lines{"0 J 2 0x1d"}));
    send(order('B', 51));
    EXPECT_EQ(exchange_.limit_state(kApple), match::LimitState::BidAtUpper);
}

TEST_F(OrderConditionsTest, TheDayEndsForDisplayedAndHiddenOrders) {
    send(order('B', 50));
    send(hidden('B', 50));
    feed();
    EXPECT_EQ(exchange_.end_day(kApple, kNow), Progress::Done);
    EXPECT_EQ(drain_replies(exchange_), (Lines{"0 C 1 100 T", "0 C 2 100 T"}));
    EXPECT_EQ(feed(), (Lines{"D 1"}));
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

class OrderExtensionsTest : public OrderConditionsTest {
  protected:
    OrderExtensionsTest() {
        ExchangeOptions options = small_options();
        options.takes_extensions = true;
        exchange_ = listing_apple(options);
    }
    [[nodiscard]] Order stop(char side, std::uint64_t dollars, std::uint64_t stop_dollars) {
        Order stop = order(side, dollars);
        stop.append<ouch50::extension::StopPrice>(stop_dollars * 10'000);
        return stop;
    }
    [[nodiscard]] Order stop_at_market(char side, std::uint64_t stop_dollars) {
        Order at_market = stop(side, 1, stop_dollars);
        at_market.message().store_price(ouch50::to_long_price4(kMarketPrice));
        return at_market;
    }
    [[nodiscard]] Order good_till_canceled(char side, std::uint64_t dollars) {
        Order kept = order(side, dollars);
        kept.message().store_time_in_force(ouch50::time_in_force::kGtc);
        return kept;
    }
};

TEST_F(OrderConditionsTest, ExtensionsAreRefusedUnlessTheVenueTakesThem) {
    Order kept = order('B', 50);
    kept.message().store_time_in_force(ouch50::time_in_force::kGtc);
    EXPECT_EQ(send(kept), (Lines{"0 J 1 0xf"}));
    Order stop = order('B', 50);
    stop.append<ouch50::extension::StopPrice>(490'000);
    EXPECT_EQ(send(stop), (Lines{"0 J 2 0xf"}));
}

TEST_F(OrderExtensionsTest, AStopWaitsForATradeAtItsPrice) {
    EXPECT_EQ(send(stop('B', 52, 51)), (Lines{"0 A 1 B 100 @ 520000 id 1 200=510000"}));
    EXPECT_EQ(feed(), Lines{}) << "it is not displayed";
    send(kThem, order('S', 51));
    EXPECT_EQ(exchange_.session_orders(), 2U);
    send(kThem, order('S', 52));
    const Lines replies = send(kThem, order('B', 51));
    EXPECT_EQ(replies.front(), "1 A 4 B 100 @ 510000 id 7");
    EXPECT_EQ(exchange_.session_orders(), 0U) << "triggered, it trades with the next";
    EXPECT_EQ(exchange_.counters().executions, 2U);
}

TEST_F(OrderExtensionsTest, AStopAtTheMarketTakesWhatIsThere) {
    send(kThem, order('B', 50));
    send(kThem, order('B', 40));
    send(stop_at_market('S', 50));
    EXPECT_EQ(exchange_.session_orders(), 3U);
    Lines replies = send(kThem, order('S', 50));
    EXPECT_EQ(exchange_.session_orders(), 0U);
    EXPECT_EQ(replies.back(), "0 E 3 100 @ 400000 R #3");
}

TEST_F(OrderExtensionsTest, AStopThatCannotBeIsRefused) {
    EXPECT_EQ(send(stop('B', 52, 0)), (Lines{"0 J 1 0x1d"})) << "no stop price";
    Order between_ticks = order('B', 52);
    between_ticks.append<ouch50::extension::StopPrice>(510'050);
    EXPECT_EQ(send(between_ticks), (Lines{"0 J 2 0x1d"}));
    Order on_open = stop('B', 52, 51);
    on_open.message().store_cross_type('O');
    trade(TradingState::QuotationOnly);
    EXPECT_EQ(send(on_open), (Lines{"0 J 3 0x14"}));
}

TEST_F(OrderExtensionsTest, AStopPriceOfAnotherLengthIsRefusedAndNotIgnored) {
    using ShortStop = ouch50::Option<ouch50::extension::StopPrice::kTag, protocols::Uint32>;
    Order wrong = order('B', 52);
    wrong.append<ShortStop>(510'000);
    EXPECT_EQ(send(wrong), (Lines{"0 J 1 0xf"}));
}

TEST_F(OrderExtensionsTest, AReplacementSaysItsStopAgain) {
    send(stop('B', 52, 51));
    ouch50::WithAppendage<ouch50::ReplaceOrderRequest> moved;
    moved.message().store_orig_user_ref_num(1);
    moved.message().store_user_ref_num(++user_ref_num_);
    moved.message().store_quantity(100);
    moved.message().store_price(530'000);
    moved.message().store_time_in_force(ouch50::time_in_force::kGtc);
    moved.message().store_display(ouch50::display::kVisible);
    moved.append<ouch50::extension::StopPrice>(520'000);
    exchange_.on_order_bytes(kUs, moved.bytes(), kNow);
    EXPECT_EQ(feed(), Lines{}) << "it waits on";
    EXPECT_EQ(exchange_.session_orders(), 1U);
}

TEST_F(OrderExtensionsTest, GoodTillCanceledOutlivesTheDayAndTheConnectionButNotAKill) {
    send(good_till_canceled('B', 50));
    send(order('B', 50));
    send(good_till_canceled('B', 49));
    exchange_.clear_replies();
    EXPECT_EQ(exchange_.end_day(kApple, kNow), Progress::Done);
    EXPECT_EQ(drain_replies(exchange_), (Lines{"0 C 2 100 T"}));
    exchange_.cancel_all(kUs, Canceling::NotGoodTillCanceled, kNow);
    EXPECT_EQ(exchange_.session_orders(), 2U);
    exchange_.cancel_all(kUs, Canceling::Everything, kNow);
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

TEST_F(OrderConditionsTest, ARecordedHaltCancelsWhateverStandsOfSessions) {
    send(order('B', 50));
    send(hidden('B', 50));
    Order iceberg = order('S', 60);
    iceberg.append<option::MaxFloor>(40);
    send(iceberg);
    protocols::nasdaq::itch50::StockTradingAction halt;
    halt.store_stock_locate(kApple.value);
    halt.store_stock(*Symbol::from("AAPL"));
    halt.store_trading_state('H');
    exchange_.publish(halt.bytes());
    EXPECT_EQ(drain_replies(exchange_), (Lines{"0 C 2 100 H", "0 C 1 100 H", "0 C 3 100 H"}));
    EXPECT_EQ(exchange_.session_orders(), 0U);
}

}  // namespace
}  // namespace hotpath::exchange
