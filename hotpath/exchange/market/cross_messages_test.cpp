// The venue's messages before, in and after a cross: every field of I, Q, C and H, and the reports
// to the sessions.

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/venue.hpp"
#include "hotpath/exchange/orders/order_report.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"

namespace hotpath::exchange {
namespace {

namespace itch50 = protocols::nasdaq::itch50;

/// The last message of each kind.
struct LastMessages : itch50::NullListener {
    void on_noii(const itch50::Noii& m) { noii = m; }
    void on_cross_trade(const itch50::CrossTrade& m) { cross = m; }
    void on_stock_trading_action(const itch50::StockTradingAction& m) { action = m; }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) {
        executed.push_back(m);
    }
    void on_add_order(const itch50::AddOrder&) { ++adds; }

    itch50::Noii noii;
    itch50::CrossTrade cross;
    itch50::StockTradingAction action;
    std::vector<itch50::OrderExecutedWithPrice> executed;
    int adds = 0;
};

class CrossMessages : public testing::Test {
  protected:
    static constexpr InstrumentId kStock{2};
    static constexpr Time kCrossAt{34'199'000'000'123};

    CrossMessages() {
        EXPECT_EQ(exchange_.assign(*Symbol::from("ACME"), kStock), kStock);
        collect();
    }

    void collect() { set(book::TradingState::QuotationOnly); }
    void set(book::TradingState state) {
        EXPECT_EQ(exchange_.set_trading({.instrument = kStock, .state = state}, kCrossAt),
                  match::MatchStatus::Ok);
        drain();
    }
    void enter(OrderSide side, std::uint32_t qty, std::int64_t price,
               OrderCross cross = OrderCross::None, OrderDisplay display = OrderDisplay::Visible) {
        exchange_.apply({0},
                        {.kind = OrderRequest::Kind::Enter,
                         .number = {++number_},
                         .symbol = *Symbol::from("ACME"),
                         .qty = {qty},
                         .price = {price},
                         .terms = {.side = side, .display = display, .cross = cross}},
                        kCrossAt);
        drain();
    }
    LastMessages drain() {
        LastMessages messages;
        for (const Bytes bytes : exchange_.feed_packets()) {
            protocols::nasdaq::moldudp64::PacketReader packet;
            EXPECT_EQ(packet.open(bytes), protocols::DecodeStatus::Ok);
            protocols::FrameCursor frames = packet.messages();
            for (Bytes message; frames.next(message);) {
                EXPECT_EQ(itch50::decode(message, messages), protocols::DecodeStatus::Ok);
            }
        }
        reports_.assign(exchange_.reports().begin(), exchange_.reports().end());
        exchange_.clear_feed();
        exchange_.clear_reports();
        return messages;
    }
    itch50::Noii indicate(match::CrossKind kind = match::CrossKind::Opening,
                          std::int64_t reference = 0) {
        exchange_.indicate({.instrument = kStock, .kind = kind, .reference = {reference}},
                           kCrossAt);
        return drain().noii;
    }
    LastMessages cross(match::CrossKind kind) {
        EXPECT_EQ(exchange_.cross({.instrument = kStock, .kind = kind}, kCrossAt),
                  match::Progress::Done);
        return drain();
    }

    Exchange exchange_ = std::move(
        *Exchange::create({.books = {.orders_max = 100, .levels_max = 100, .instruments_max = 3},
                           .sessions_max = 1,
                           .session_orders_max = 50}));
    std::vector<OrderReport> reports_;
    std::uint32_t number_ = 0;
};

TEST_F(CrossMessages, AnIndicationOfNothingHasNoPrices) {
    const itch50::Noii empty = indicate();
    EXPECT_EQ(empty.load_stock_locate(), kStock.value);
    EXPECT_EQ(empty.load_timestamp(), 34'199'000'000'123U);
    EXPECT_EQ(empty.load_stock(), *Symbol::from("ACME"));
    EXPECT_EQ(empty.load_paired_shares(), 0U);
    EXPECT_EQ(empty.load_imbalance_shares(), 0U);
    EXPECT_EQ(empty.load_imbalance_direction(), 'O') << "insufficient orders";
    EXPECT_EQ(empty.load_far_price(), 0U);
    EXPECT_EQ(empty.load_near_price(), 0U);
    EXPECT_EQ(empty.load_current_reference_price(), 0U);
    EXPECT_EQ(empty.load_price_variation_indicator(), ' ');
    EXPECT_EQ(indicate(match::CrossKind::Opening, 500'000).load_price_variation_indicator(), ' ')
        << "a reference without a near price";
}

TEST_F(CrossMessages, AnIndicationHasThePricesAndTheImbalance) {
    enter(OrderSide::Buy, 300, 510'000, OrderCross::Opening);
    enter(OrderSide::Sell, 200, 500'000, OrderCross::Opening);
    enter(OrderSide::Sell, 60, 490'000);
    const itch50::Noii more_to_buy = indicate(match::CrossKind::Opening, 505'000);
    EXPECT_EQ(more_to_buy.load_paired_shares(), 260U);
    EXPECT_EQ(more_to_buy.load_imbalance_shares(), 40U);
    EXPECT_EQ(more_to_buy.load_imbalance_direction(), 'B');
    EXPECT_EQ(more_to_buy.load_far_price(), 510'000U) << "of the orders on open alone";
    EXPECT_EQ(more_to_buy.load_near_price(), 510'000U);
    EXPECT_EQ(more_to_buy.load_current_reference_price(), 510'000U);
    EXPECT_EQ(more_to_buy.load_price_variation_indicator(), 'L');

    enter(OrderSide::SellShort, 40, 500'000);
    const itch50::Noii balanced = indicate(match::CrossKind::Opening, 505'000);
    EXPECT_EQ(balanced.load_paired_shares(), 300U);
    EXPECT_EQ(balanced.load_imbalance_shares(), 0U);
    EXPECT_EQ(balanced.load_imbalance_direction(), 'N');

    enter(OrderSide::Sell, 7, 500'000, OrderCross::Opening);
    const itch50::Noii more_to_sell = indicate(match::CrossKind::Opening, 505'000);
    EXPECT_EQ(more_to_sell.load_paired_shares(), 300U);
    EXPECT_EQ(more_to_sell.load_imbalance_shares(), 7U);
    EXPECT_EQ(more_to_sell.load_imbalance_direction(), 'S');
}

TEST_F(CrossMessages, AnIndicationSaysOfWhichCrossItIs) {
    EXPECT_EQ(indicate(match::CrossKind::Opening).load_cross_type(), 'O');
    EXPECT_EQ(indicate(match::CrossKind::Closing).load_cross_type(), 'C');
    EXPECT_EQ(indicate(match::CrossKind::Halt).load_cross_type(), 'H');
}

struct Variation {
    std::int64_t near;
    char indicator;
};

// The quote is 100 at 100.00 to 101.00 dollars; orders on open of ten times that pull the near
// price away from it. ITCH 5.0, Price Variation Indicator: L below 1 %, 1 to 9, A from 10 %, B from
// 20 %, C from 30 %.
TEST_F(CrossMessages, TheVariationIsInPercentOfTheReferencePrice) {
    enter(OrderSide::Buy, 100, 1'000'000);
    enter(OrderSide::Sell, 100, 1'010'000);
    for (const Variation& of :
         {Variation{1'010'000, 'L'}, Variation{1'020'000, 'L'}, Variation{1'020'100, '1'},
          Variation{1'110'900, '9'}, Variation{1'111'000, 'A'}, Variation{1'211'900, 'A'},
          Variation{1'212'000, 'B'}, Variation{1'312'900, 'B'}, Variation{1'313'000, 'C'},
          Variation{9'000'000, 'C'}, Variation{990'100, 'L'}, Variation{990'000, '1'},
          Variation{900'100, '9'}, Variation{900'000, 'A'}}) {
        enter(OrderSide::Buy, 1'000, of.near, OrderCross::Opening);
        enter(OrderSide::Sell, 1'000, of.near, OrderCross::Opening);
        const itch50::Noii noii = indicate();
        EXPECT_EQ(noii.load_near_price(), of.near);
        EXPECT_EQ(noii.load_current_reference_price(),
                  of.near > 1'000'000 ? 1'010'000U : 1'000'000U)
            << "within the quote";
        EXPECT_EQ(noii.load_price_variation_indicator(), of.indicator) << of.near;
        for (const std::uint32_t number : {number_ - 1, number_}) {
            exchange_.apply({0}, {.kind = OrderRequest::Kind::Reduce, .number = {number}},
                            kCrossAt);
        }
        drain();
    }
}

TEST_F(CrossMessages, EachKindOfCrossHasItsTypeAndItsLiquidity) {
    const struct {
        match::CrossKind kind;
        OrderCross order;
        char type;
        Liquidity liquidity;
    } kinds[] = {{match::CrossKind::Opening, OrderCross::Opening, 'O', Liquidity::OpeningCross},
                 {match::CrossKind::Closing, OrderCross::Closing, 'C', Liquidity::ClosingCross},
                 {match::CrossKind::Halt, OrderCross::HaltOrIpo, 'H', Liquidity::HaltCross}};
    std::uint64_t match_number = 1;
    for (const auto& of : kinds) {
        collect();
        enter(OrderSide::Buy, 100, 500'000, of.order);
        enter(OrderSide::Sell, 100, 500'000, of.order);
        const LastMessages messages = cross(of.kind);
        EXPECT_EQ(messages.cross.load_cross_type(), of.type);
        EXPECT_EQ(messages.cross.load_shares(), 100U);
        EXPECT_EQ(messages.cross.load_cross_price(), 500'000U);
        EXPECT_EQ(messages.cross.load_stock(), *Symbol::from("ACME"));
        EXPECT_EQ(messages.cross.load_match_number(), match_number + 2) << "behind its trade's";
        EXPECT_TRUE(messages.executed.empty()) << "orders for a cross are on no feed";
        ASSERT_EQ(reports_.size(), 2U);
        for (const OrderReport& report : reports_) {
            const auto& executed = std::get<report::Executed>(report.event);
            EXPECT_EQ(executed.liquidity, of.liquidity);
            EXPECT_EQ(executed.match.value, match_number);
            EXPECT_EQ(executed.price, Price{500'000});
        }
        match_number += 4;
    }
}

TEST_F(CrossMessages, DisplayedOrdersLeaveTheFeedWithoutPrinting) {
    enter(OrderSide::Buy, 100, 500'000);
    enter(OrderSide::Sell, 60, 500'000, OrderCross::None, OrderDisplay::Hidden);
    const LastMessages messages = cross(match::CrossKind::Opening);
    ASSERT_EQ(messages.executed.size(), 1U) << "the hidden one is not there";
    const itch50::OrderExecutedWithPrice& executed = messages.executed[0];
    EXPECT_EQ(executed.load_order_reference_number(), 1U);
    EXPECT_EQ(executed.load_executed_shares(), 60U);
    EXPECT_EQ(executed.load_execution_price(), 500'000U);
    EXPECT_EQ(executed.load_printable(), 'N');
    EXPECT_EQ(executed.load_match_number(), 1U);
    EXPECT_EQ(messages.action.load_trading_state(), 'T') << "it trades now";
    EXPECT_EQ(exchange_.books().trading_state(kStock), book::TradingState::Trading);
    EXPECT_EQ(exchange_.session_orders(), 1U) << "40 are left";
    EXPECT_EQ(exchange_.counters().executions, 1U);
    EXPECT_EQ(exchange_.counters().session_executions, 1U);
}

TEST_F(CrossMessages, ATradeOfTheBackgroundAloneIsNotASessions) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        const FlowOrder order{.id = {side == Side::Buy ? 2U : 4U},
                              .instrument = kStock,
                              .side = side,
                              .qty = {100},
                              .price = {500'000}};
        EXPECT_EQ(exchange_.enter(order, kCrossAt), match::MatchStatus::Ok);
    }
    EXPECT_EQ(cross(match::CrossKind::Opening).executed.size(), 2U);
    EXPECT_EQ(exchange_.counters().executions, 1U);
    EXPECT_EQ(exchange_.counters().session_executions, 0U);
    EXPECT_TRUE(reports_.empty());
}

TEST_F(CrossMessages, ACrossWithoutATradeIsPublishedAtNoPrice) {
    enter(OrderSide::Buy, 100, 500'000, OrderCross::Opening);
    const LastMessages messages = cross(match::CrossKind::Opening);
    EXPECT_EQ(messages.cross.load_shares(), 0U);
    EXPECT_EQ(messages.cross.load_cross_price(), 0U);
    EXPECT_EQ(messages.cross.load_cross_type(), 'O');
    ASSERT_EQ(reports_.size(), 1U);
    const auto& canceled = std::get<report::Canceled>(reports_[0].event);
    EXPECT_EQ(canceled.reason, CancelReason::System) << "its cross is over";
    EXPECT_EQ(canceled.qty, Qty{100});
}

TEST_F(CrossMessages, ATradingActionHasItsStateAndItsReason) {
    const struct {
        book::TradingState state;
        char code;
    } states[] = {{book::TradingState::Halted, 'H'},
                  {book::TradingState::Paused, 'P'},
                  {book::TradingState::QuotationOnly, 'Q'},
                  {book::TradingState::Trading, 'T'},
                  {book::TradingState::Unknown, 'T'}};
    for (const auto& of : states) {
        EXPECT_EQ(exchange_.set_trading({kStock, of.state, {'L', 'U', 'D', 'P'}}, kCrossAt),
                  match::MatchStatus::Ok);
        const itch50::StockTradingAction action = drain().action;
        EXPECT_EQ(action.load_trading_state(), of.code);
        EXPECT_EQ(action.load_reason(), (std::array<char, 4>{'L', 'U', 'D', 'P'}));
        EXPECT_EQ(action.load_stock(), *Symbol::from("ACME"));
        EXPECT_EQ(action.load_stock_locate(), kStock.value);
    }
}

TEST_F(CrossMessages, APriceOfACrossWaitsForBandsButTheClosingOnesDoesNot) {
    const auto cross_price = [this](match::CrossKind kind, OrderCross order) {
        collect();
        enter(OrderSide::Buy, 100, 500'000, order);
        enter(OrderSide::Sell, 100, 500'000, order);
        cross(kind);
        return exchange_.venue().limits[kStock].cross_price;
    };
    EXPECT_EQ(cross_price(match::CrossKind::Opening, OrderCross::Opening), Price{500'000});
    EXPECT_EQ(exchange_.set_bands(kStock, {.lower = {450'000}, .upper = {550'000}}, kCrossAt),
              match::Progress::Done);
    EXPECT_EQ(exchange_.venue().limits[kStock].cross_price, Price{});
    EXPECT_EQ(cross_price(match::CrossKind::Halt, OrderCross::HaltOrIpo), Price{500'000});
    EXPECT_EQ(cross_price(match::CrossKind::Closing, OrderCross::Closing), Price{});
}

}  // namespace
}  // namespace hotpath::exchange
