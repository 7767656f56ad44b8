// The effect of each ITCH message on books, directory and listener; undecodable bytes have none.

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::feed {
namespace {

namespace itch = protocols::nasdaq::itch50;

constexpr InstrumentId kApple{13};

/// Remembers everything it hears, in order.
struct Recorder : NullListener {
    void on_decoded(Time) noexcept { ++decoded; }
    void on_trade(const Trade& trade) noexcept {
        heard.push_back('t');
        trades.push_back(trade);
    }
    void on_book(const book::BookUpdate& update, Time time) noexcept {
        heard.push_back('b');
        updates.push_back(update);
        last_time = time;
    }
    void on_refused(const book::BookUpdate& update, Time) noexcept {
        heard.push_back('r');
        refused.push_back(update.status);
    }
    void on_trading_state(InstrumentId, book::TradingState state, Time) noexcept {
        heard.push_back('s');
        states.push_back(state);
    }
    void on_system_event(char event_code, Time) noexcept { heard.push_back(event_code); }

    std::string heard;
    int decoded = 0;
    std::vector<Trade> trades;
    std::vector<book::BookUpdate> updates;
    std::vector<book::BookStatus> refused;
    std::vector<book::TradingState> states;
    Time last_time{};
};

template <class Message>
Message of_apple(std::uint64_t time) {
    Message message;
    message.store_stock_locate(kApple.value);
    message.store_timestamp(time);
    if constexpr (requires { message.load_stock(); }) {
        message.store_stock(*Symbol::from("AAPL"));
    }
    return message;
}

template <class Message = itch::AddOrder>
Message add(std::uint64_t id, char side, std::uint32_t price4, std::uint32_t shares) {
    auto message = of_apple<Message>(id * 10);
    message.store_order_reference_number(id);
    message.store_buy_sell_indicator(side);
    message.store_shares(shares);
    message.store_price(price4);
    return message;
}

template <class Message>
Message executed(std::uint64_t id, std::uint32_t shares, std::uint64_t match) {
    auto message = of_apple<Message>(500);
    message.store_order_reference_number(id);
    message.store_executed_shares(shares);
    message.store_match_number(match);
    return message;
}

class ItchBooksTest : public ::testing::Test {
  protected:
    protocols::DecodeStatus report(const auto& message) {
        return feed.on_message(message.bytes(), recorder);
    }

    ItchBooks feed = *ItchBooks::create({.orders_max = 100,
                                         .levels_max = 100,
                                         .instruments_max = 20,
                                         .huge_pages = HugePages::Never});
    Recorder recorder;
};

TEST_F(ItchBooksTest, BothKindsOfAddJoinTheBook) {
    report(add(1, 'B', 1'000'000, 100));
    report(add<itch::AddOrderMpid>(2, 'S', 1'010'000, 200));
    EXPECT_EQ(feed.books().best(kApple, Side::Buy),
              (book::Level{.price = {1'000'000}, .qty = {100}, .orders = 1}));
    EXPECT_EQ(feed.books().best(kApple, Side::Sell),
              (book::Level{.price = {1'010'000}, .qty = {200}, .orders = 1}));
    EXPECT_EQ(recorder.heard, "bb");
    EXPECT_EQ(recorder.last_time, Time{20});
    EXPECT_EQ(recorder.decoded, 2);
}

TEST_F(ItchBooksTest, AnExecutionIsATradeAtTheRestingPriceAndThenABookUpdate) {
    report(add(1, 'S', 1'000'000, 100));
    report(executed<itch::OrderExecuted>(1, 40, 77));
    EXPECT_EQ(recorder.heard, "btb");
    EXPECT_EQ(recorder.trades.back(), (Trade{.kind = TradeKind::Displayed,
                                             .resting_side = Side::Sell,
                                             .printable = true,
                                             .instrument = kApple,
                                             .price = {1'000'000},
                                             .qty = {40},
                                             .resting_id = {1},
                                             .match_id = {77},
                                             .venue_time = {500}}));
    EXPECT_EQ(recorder.updates.back().qty, Qty{40});
    EXPECT_EQ(feed.books().find({1})->leaves_qty, Qty{60});
}

TEST_F(ItchBooksTest, AnExecutionWithPriceTradesAtThatPriceAndMayNotBePrintable) {
    report(add(1, 'B', 1'000'000, 100));
    auto message = executed<itch::OrderExecutedWithPrice>(1, 100, 78);
    message.store_printable('N');
    message.store_execution_price(999'900);
    report(message);
    EXPECT_EQ(recorder.trades.back().kind, TradeKind::DisplayedAtPrice);
    EXPECT_EQ(recorder.trades.back().price, Price{999'900});
    EXPECT_FALSE(recorder.trades.back().printable);
    EXPECT_EQ(recorder.updates.back().price, Price{1'000'000});
    EXPECT_EQ(feed.books().open_orders(), 0U);
}

TEST_F(ItchBooksTest, CancelDeleteAndReplaceChangeTheBookWithoutATrade) {
    report(add(1, 'B', 1'000'000, 100));
    auto cancel = of_apple<itch::OrderCancel>(1);
    cancel.store_order_reference_number(1);
    cancel.store_cancelled_shares(30);
    report(cancel);
    EXPECT_EQ(feed.books().find({1})->leaves_qty, Qty{70});

    auto replace = of_apple<itch::OrderReplace>(2);
    replace.store_original_order_reference_number(1);
    replace.store_new_order_reference_number(5);
    replace.store_shares(90);
    replace.store_price(990'000);
    report(replace);
    EXPECT_EQ(feed.books().find({5}), (book::OrderView{.id = {5},
                                                       .instrument = kApple,
                                                       .side = Side::Buy,
                                                       .price = {990'000},
                                                       .leaves_qty = {90}}));

    auto remove = of_apple<itch::OrderDelete>(3);
    remove.store_order_reference_number(5);
    report(remove);
    EXPECT_EQ(feed.books().open_orders(), 0U);
    EXPECT_EQ(recorder.heard, "bbbb");
}

TEST_F(ItchBooksTest, AMessageRefusedByTheBooksIsReportedAndNotATrade) {
    report(executed<itch::OrderExecuted>(9, 40, 77));
    report(add(1, 'B', 1'000'000, 100));
    report(add(1, 'B', 1'000'000, 100));
    EXPECT_EQ(recorder.heard, "rbr");
    EXPECT_EQ(recorder.refused,
              (std::vector{book::BookStatus::UnknownOrder, book::BookStatus::DuplicateOrder}));
    EXPECT_EQ(feed.counters().messages, 3U);
}

TEST_F(ItchBooksTest, TradesOfHiddenOrdersAndCrossesLeaveTheBookAlone) {
    auto trade = of_apple<itch::Trade>(600);
    trade.store_buy_sell_indicator('B');
    trade.store_shares(10);
    trade.store_price(1'000'100);
    trade.store_match_number(5);
    report(trade);
    auto cross = of_apple<itch::CrossTrade>(700);
    cross.store_shares(5'000'000'000);
    cross.store_cross_price(1'000'200);
    cross.store_match_number(6);
    report(cross);
    cross.store_shares(0);
    report(cross);
    ASSERT_EQ(recorder.heard, "tt");
    EXPECT_EQ(recorder.trades[0].kind, TradeKind::Hidden);
    EXPECT_EQ(recorder.trades[0].qty, TotalQty{10});
    EXPECT_EQ(recorder.trades[1].kind, TradeKind::Cross);
    EXPECT_EQ(recorder.trades[1].qty, TotalQty{5'000'000'000});
    EXPECT_EQ(recorder.trades[1].venue_time, Time{700});
}

TEST_F(ItchBooksTest, TheDirectoryNamesInstrumentsAndTheirTradingStateFollowsTheVenue) {
    report(of_apple<itch::StockDirectory>(1));
    EXPECT_EQ(feed.directory().find(*Symbol::from("AAPL")), kApple);
    EXPECT_EQ(feed.directory()[kApple].symbol.view(), "AAPL");

    auto action = of_apple<itch::StockTradingAction>(2);
    for (const char state : {'H', 'P', 'Q', 'T', '?'}) {
        action.store_trading_state(state);
        report(action);
    }
    using enum book::TradingState;
    EXPECT_EQ(recorder.states, (std::vector{Halted, Paused, QuotationOnly, Trading, Unknown}));
    auto halt = of_apple<itch::OperationalHalt>(3);
    halt.store_operational_halt_action('H');
    report(halt);
    EXPECT_EQ(feed.books().trading_state(kApple), Halted);
}

TEST_F(ItchBooksTest, WithoutADirectoryTheFirstAddNamesItsInstrument) {
    report(add(1, 'B', 1'000'000, 100));
    EXPECT_EQ(feed.directory().size(), 1U);
    EXPECT_EQ(feed.directory()[kApple].symbol.view(), "AAPL");
}

/// The same message of another symbol.
template <class Message>
Message of_other(Message message) {
    message.store_stock(*Symbol::from("MSFT"));
    return message;
}

TEST_F(ItchBooksTest, ALocateListedAgainWithAnotherSymbolDoesNotMergeTheirBooks) {
    report(of_apple<itch::StockDirectory>(1));
    report(add(1, 'B', 1'000'000, 100));
    report(of_other(of_apple<itch::StockDirectory>(2)));
    report(of_other(add(2, 'B', 2'000'000, 100)));
    report(of_other(add<itch::AddOrderMpid>(3, 'S', 3'000'000, 100)));
    EXPECT_EQ(recorder.heard, "brrr");
    EXPECT_EQ(recorder.refused, std::vector(3, book::BookStatus::UnknownInstrument));
    EXPECT_EQ(feed.directory()[kApple].symbol.view(), "AAPL");
    EXPECT_EQ(feed.directory().symbol_mismatches(), 3U);
    EXPECT_EQ(feed.books().open_orders(), 1U);
    report(add(4, 'B', 1'010'000, 100));
    EXPECT_EQ(feed.books().open_orders(), 2U);
}

TEST_F(ItchBooksTest, TradesAndTradingStatesOfAnotherSymbolAreNotThoseOfTheLocate) {
    report(of_apple<itch::StockDirectory>(1));
    auto trade = of_apple<itch::Trade>(600);
    trade.store_shares(10);
    report(of_other(trade));
    auto cross = of_apple<itch::CrossTrade>(700);
    cross.store_shares(10);
    report(of_other(cross));
    auto action = of_apple<itch::StockTradingAction>(2);
    action.store_trading_state('H');
    report(of_other(action));
    auto halt = of_apple<itch::OperationalHalt>(3);
    halt.store_operational_halt_action('H');
    report(of_other(halt));
    EXPECT_EQ(recorder.heard, "rrrr");
    EXPECT_EQ(feed.books().trading_state(kApple), book::TradingState::Unknown);
    EXPECT_EQ(feed.directory().symbol_mismatches(), 4U);
}

TEST_F(ItchBooksTest, ASymbolOnASecondLocateIsRefusedThere) {
    report(add(1, 'B', 1'000'000, 100));
    auto elsewhere = add(2, 'B', 1'000'000, 100);
    elsewhere.store_stock_locate(14);
    report(elsewhere);
    EXPECT_EQ(recorder.heard, "br");
    EXPECT_EQ(feed.books().open_orders(), 1U);
    EXPECT_EQ(feed.directory().symbol_mismatches(), 1U);
}

TEST_F(ItchBooksTest, LocatesOfAnotherSessionMayBeOtherSymbols) {
    report(add(1, 'B', 1'000'000, 100));
    feed.remove_all(recorder);
    feed.begin_session();
    report(of_other(add(2, 'B', 2'000'000, 100)));
    EXPECT_EQ(feed.directory()[kApple].symbol.view(), "MSFT");
    EXPECT_EQ(feed.directory().symbol_mismatches(), 0U);
}

TEST_F(ItchBooksTest, SystemEventsArePassedOn) {
    itch::SystemEvent event;
    for (const char code : {'O', 'S', 'Q', 'M', 'E', 'C'}) {
        event.store_event_code(code);
        report(event);
    }
    EXPECT_EQ(recorder.heard, "OSQMEC");
}

TEST_F(ItchBooksTest, MessagesAreCountedByTypeWithTheirFirstAndLastTime) {
    report(of_apple<itch::Noii>(100));
    report(of_apple<itch::RegShoRestriction>(200));
    report(of_apple<itch::Noii>(300));
    const FeedCounters& counters = feed.counters();
    EXPECT_EQ(counters.messages, 3U);
    EXPECT_EQ(counters.by_type['I'], 2U);
    EXPECT_EQ(counters.by_type['Y'], 1U);
    EXPECT_EQ(counters.first_time, Time{100});
    EXPECT_EQ(counters.last_time, Time{300});
    EXPECT_EQ(recorder.heard, "");
}

TEST_F(ItchBooksTest, BytesThatAreNoMessageAreCountedAndChangeNothing) {
    const itch::AddOrder good = add(1, 'B', 1'000'000, 100);
    std::array<std::byte, 40> room{};
    EXPECT_EQ(feed.on_message({}, recorder), protocols::DecodeStatus::Truncated);
    EXPECT_EQ(feed.on_message(good.bytes().first(35), recorder),
              protocols::DecodeStatus::Truncated);
    std::ranges::copy(good.bytes(), room.begin());
    EXPECT_EQ(feed.on_message(room, recorder), protocols::DecodeStatus::Oversized);
    room[0] = std::byte{'z'};
    EXPECT_EQ(feed.on_message(room, recorder), protocols::DecodeStatus::UnknownType);
    EXPECT_EQ(feed.counters().decode_errors, 3U);
    EXPECT_EQ(feed.counters().unknown_types, 1U);
    EXPECT_EQ(feed.counters().messages, 0U);
    EXPECT_EQ(feed.books().open_orders(), 0U);
}

TEST_F(ItchBooksTest, AnInstrumentBeyondTheBoundIsRefusedAndCounted) {
    auto message = add(1, 'B', 1'000'000, 100);
    message.store_stock_locate(21);
    report(message);
    EXPECT_EQ(recorder.refused, std::vector{book::BookStatus::UnknownInstrument});
    EXPECT_EQ(feed.directory().size(), 0U);
}

}  // namespace
}  // namespace hotpath::feed
