// RecordedFlow's commands for each message, without a session and with one.

#include "hotpath/sim/flow/recorded_flow.hpp"

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/itch50/stock.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "tests/support/exchange_text.hpp"

namespace hotpath::sim::flow {
namespace {

namespace itch50 = protocols::nasdaq::itch50;
using support::drain_feed;
using support::drain_replies;
using support::Lines;

constexpr std::uint16_t kApple = 13;
constexpr book::BooksOptions kBooks{.orders_max = 1'000,
                                    .levels_max = 1'000,
                                    .instruments_max = 20,
                                    .huge_pages = HugePages::Never};

template <class Message>
Message message() {
    Message m;
    m.store_stock_locate(kApple);
    m.store_timestamp(34'200'000'000'000);
    return m;
}

itch50::AddOrder add(std::uint64_t reference, char side, std::uint32_t shares,
                     std::uint32_t price) {
    auto m = message<itch50::AddOrder>();
    m.store_order_reference_number(reference);
    m.store_buy_sell_indicator(side);
    m.store_shares(shares);
    m.store_stock(*Symbol::from("AAPL"));
    m.store_price(price);
    return m;
}

itch50::OrderExecuted executed(std::uint64_t reference, std::uint32_t shares, std::uint64_t match) {
    auto m = message<itch50::OrderExecuted>();
    m.store_order_reference_number(reference);
    m.store_executed_shares(shares);
    m.store_match_number(match);
    return m;
}

itch50::OrderDelete deleted(std::uint64_t reference) {
    auto m = message<itch50::OrderDelete>();
    m.store_order_reference_number(reference);
    return m;
}

itch50::OrderCancel canceled(std::uint64_t reference, std::uint32_t shares) {
    auto m = message<itch50::OrderCancel>();
    m.store_order_reference_number(reference);
    m.store_cancelled_shares(shares);
    return m;
}

itch50::OrderReplace replaced(std::uint64_t original, std::uint64_t reference, std::uint32_t shares,
                              std::uint32_t price) {
    auto m = message<itch50::OrderReplace>();
    m.store_original_order_reference_number(original);
    m.store_new_order_reference_number(reference);
    m.store_shares(shares);
    m.store_price(price);
    return m;
}

class RecordedFlowTest : public testing::Test {
  protected:
    template <class Message>
    Lines play(const Message& m) {
        EXPECT_EQ(flow_.on_message(m.bytes(), exchange_), protocols::DecodeStatus::Ok);
        return drain_feed(exchange_);
    }

    /// A session's Day order for 100 shares.
    Lines enter_session_order(std::uint32_t user_ref_num, char side, std::uint64_t price) {
        protocols::nasdaq::ouch50::EnterOrder m;
        m.store_user_ref_num(user_ref_num);
        m.store_side(side);
        m.store_quantity(100);
        m.store_symbol(*Symbol::from("AAPL"));
        m.store_price(price);
        m.store_time_in_force('0');
        m.store_display('Y');
        m.store_cross_type('N');
        exchange_.on_order_bytes({}, m.bytes(), {});
        exchange_.clear_replies();
        return drain_feed(exchange_);
    }

    [[nodiscard]] bool has_recorded_books() const {
        return exchange_.books().checksum() == flow_.recording().checksum();
    }

    exchange::OuchExchange exchange_ = std::move(*exchange::OuchExchange::create(
        {.books = kBooks, .session_orders_max = 100, .executions_per_command_max = 100}));
    RecordedFlow flow_ = std::move(*RecordedFlow::create(kBooks));
};

TEST_F(RecordedFlowTest, ARecordingComesBackInTheVenuesNumbers) {
    EXPECT_EQ(play(add(1, 'B', 100, 500'000)), (Lines{"A 2 B 100 @ 500000"}));
    EXPECT_EQ(play(executed(1, 30, 7)), (Lines{"E 2 30 #14"}));
    EXPECT_EQ(play(canceled(1, 20)), (Lines{"X 2 20"}));
    EXPECT_EQ(play(replaced(1, 2, 80, 490'000)), (Lines{"U 2 4 80 @ 490000"}));
    EXPECT_EQ(play(deleted(2)), (Lines{"D 4"}));
    EXPECT_TRUE(has_recorded_books());
}

TEST_F(RecordedFlowTest, TheFirstInLineIsMatchedAndOneOutOfTurnIsOrderedDirectly) {
    play(add(1, 'S', 100, 500'000));
    play(add(2, 'S', 100, 500'000));
    EXPECT_EQ(play(executed(2, 30, 7)), (Lines{"E 4 30 #14"}));
    EXPECT_EQ(flow_.counters().executions_out_of_turn, 1U);
    EXPECT_EQ(play(executed(1, 30, 8)), (Lines{"E 2 30 #16"}));
    EXPECT_EQ(flow_.counters().executions_out_of_turn, 1U);
    EXPECT_TRUE(has_recorded_books());
}

/// Session orders, however many, are ahead of an order of the market that comes after them, and the recording's
/// other messages find that order.
TEST_F(RecordedFlowTest, ALaterOrderIsBehindEverySessionOrder) {
    play(add(1, 'B', 100, 400'000));
    for (std::uint32_t n = 1; n <= 5; ++n) {
        enter_session_order(n, 'B', 500'000);  // 3, 5, 7, 9, 11
    }
    EXPECT_EQ(play(add(2, 'B', 100, 500'000)), (Lines{"A 12 B 100 @ 500000"}));
    EXPECT_EQ(play(add(3, 'B', 100, 500'000)), (Lines{"A 14 B 100 @ 500000"}));
    EXPECT_EQ(play(executed(2, 30, 7)), (Lines{"E 3 30 #1"}));
    EXPECT_EQ(play(canceled(3, 20)), (Lines{"X 14 20"}));
    EXPECT_EQ(play(replaced(3, 4, 60, 490'000)), (Lines{"U 14 16 60 @ 490000"}));
    EXPECT_EQ(play(deleted(4)), (Lines{"D 16"}));
    EXPECT_EQ(play(add(30, 'B', 100, 500'000)), (Lines{"A 60 B 100 @ 500000"}))
        << "the recording's number is above theirs again";
    EXPECT_EQ(flow_.counters().impossible + flow_.counters().orders_gone, 0U);
}

TEST_F(RecordedFlowTest, TheNumbersOfLaterOrdersAreSavedWithTheFlow) {
    play(add(1, 'B', 100, 400'000));
    enter_session_order(1, 'B', 500'000);
    enter_session_order(2, 'B', 500'000);  // 3, 5
    EXPECT_EQ(play(add(2, 'B', 100, 500'000)), (Lines{"A 6 B 100 @ 500000"}));
    StateWriter writer;
    flow_.save(writer);
    flow_ = std::move(*RecordedFlow::create(kBooks));
    StateReader reader(writer.bytes());
    flow_.load(reader);
    ASSERT_TRUE(reader.is_done());
    EXPECT_EQ(play(deleted(2)), (Lines{"D 6"}));
}

TEST_F(RecordedFlowTest, AnOrderPublishedLateWithAnOldReferenceIsMatchedAheadOfTheOthers) {
    play(add(9, 'S', 100, 500'000));
    play(add(3, 'S', 100, 500'000));
    EXPECT_EQ(play(executed(3, 100, 7)), (Lines{"E 6 100 #14"}));
    EXPECT_EQ(flow_.counters().executions_out_of_turn, 0U);
}

TEST_F(RecordedFlowTest, AnExecutionWithPriceTakesTheOrderItNames) {
    play(add(1, 'S', 100, 500'000));
    play(add(2, 'S', 100, 510'000));
    auto m = message<itch50::OrderExecutedWithPrice>();
    m.store_order_reference_number(2);
    m.store_executed_shares(100);
    m.store_match_number(7);
    m.store_printable('N');
    m.store_execution_price(505'000);
    EXPECT_EQ(play(m), (Lines{"C 4 100 #14 @ 505000 N"}));
    EXPECT_TRUE(has_recorded_books());
}

TEST_F(RecordedFlowTest, AnAddThatTheRecordingLetRestOnABookItCrossesRests) {
    play(add(1, 'S', 100, 500'000));
    EXPECT_EQ(play(add(2, 'B', 100, 510'000)), (Lines{"A 4 B 100 @ 510000"}));
    EXPECT_EQ(play(add(3, 'B', 100, 520'000)), (Lines{"A 6 B 100 @ 520000"}));
    EXPECT_EQ(play(replaced(3, 4, 60, 530'000)), (Lines{"D 6", "A 8 B 60 @ 530000"}));
    EXPECT_EQ(flow_.counters().crossing_orders, 3U);
    EXPECT_TRUE(has_recorded_books());
}

TEST_F(RecordedFlowTest, ImpossibleMessagesHaveNoEffect) {
    play(add(1, 'B', 100, 500'000));
    for (const Lines& published :
         {play(add(1, 'B', 50, 400'000)), play(add(2, 'B', 0, 400'000)), play(executed(9, 10, 1)),
          play(executed(1, 0, 1)), play(canceled(9, 10)), play(deleted(9)),
          play(replaced(9, 10, 1, 1)), play(replaced(1, 3, 0, 500'000)),
          play(add(~std::uint64_t{0}, 'B', 50, 400'000)), play(deleted(~std::uint64_t{0}))}) {
        EXPECT_EQ(published, Lines{});
    }
    EXPECT_EQ(flow_.counters().impossible, 10U);
    EXPECT_TRUE(has_recorded_books());
}

TEST_F(RecordedFlowTest, AnExecutionForMoreThanIsLeftTakesWhatIsLeftAndNotTheNextInLine) {
    play(add(1, 'B', 100, 500'000));
    play(add(2, 'B', 100, 500'000));
    EXPECT_EQ(play(executed(1, 150, 7)), (Lines{"E 2 100 #14"}));
    EXPECT_EQ(flow_.counters().impossible, 1U);
    EXPECT_TRUE(has_recorded_books());
}

TEST_F(RecordedFlowTest, OtherMessagesPassThroughWithTheirNumbersBroughtIntoTheVenues) {
    EXPECT_EQ(play(message<itch50::StockDirectory>()), (Lines{"R"}));
    auto trade = message<itch50::Trade>();
    trade.store_match_number(7);
    EXPECT_EQ(play(trade), (Lines{"P 0 @ 0 #14"}));
    EXPECT_EQ(flow_.counters().passed_through, 2U);
    const std::byte unknown[] = {std::byte{'?'}};
    EXPECT_EQ(flow_.on_message(unknown, exchange_), protocols::DecodeStatus::UnknownType);
    EXPECT_EQ(flow_.counters().decode_errors, 1U);
}

TEST_F(RecordedFlowTest, FlowThatFillsTheSessionFirstRemovesTheOrderThatTheRecordingFilled) {
    play(add(1, 'B', 100, 500'000));
    enter_session_order(1, 'B', 500'100);
    EXPECT_EQ(play(executed(1, 100, 7)), (Lines{"E 3 100 #1", "D 2"}));
    EXPECT_EQ(flow_.counters().orders_withdrawn, 1U);
    EXPECT_TRUE(has_recorded_books());
}

TEST_F(RecordedFlowTest, AnOrderTheRecordingExecutedInPartStaysAsLongAsTheRecordingHasIt) {
    play(add(1, 'B', 100, 500'000));
    enter_session_order(1, 'B', 500'100);
    EXPECT_EQ(play(executed(1, 60, 7)), (Lines{"E 3 60 #1"}));
    EXPECT_EQ(exchange_.books().find({2})->leaves_qty, Qty{100});
    EXPECT_EQ(play(canceled(1, 40)), (Lines{"X 2 40", "D 2"}));
    EXPECT_EQ(flow_.counters().orders_withdrawn, 1U);
}

TEST_F(RecordedFlowTest, AnOrderThatTheSessionExecutedIsGoneForLaterMessages) {
    play(add(1, 'S', 100, 500'000));
    play(add(2, 'S', 100, 500'000));
    EXPECT_EQ(enter_session_order(1, 'B', 500'000), (Lines{"E 2 100 #1"}));
    EXPECT_EQ(play(canceled(1, 50)), Lines{});
    EXPECT_EQ(play(deleted(1)), Lines{});
    EXPECT_EQ(flow_.counters().orders_gone, 2U);
    EXPECT_EQ(flow_.counters().impossible, 0U);
}

TEST_F(RecordedFlowTest, ARecordedExecutionsIncomingOrderArrivesEvenIfItsTargetIsGone) {
    play(add(1, 'S', 100, 500'000));
    play(add(2, 'S', 100, 500'000));
    enter_session_order(1, 'B', 500'000);
    EXPECT_EQ(play(executed(1, 70, 7)), (Lines{"E 4 70 #3"}));
    EXPECT_EQ(play(executed(2, 100, 8)), (Lines{"E 4 30 #16"}));
    EXPECT_EQ(exchange_.books().open_orders(), 0U);
}

TEST_F(RecordedFlowTest, AReplaceWhoseOriginalIsGoneEntersItsNewOrder) {
    play(add(1, 'S', 100, 500'000));
    enter_session_order(1, 'B', 500'000);
    EXPECT_EQ(play(replaced(1, 2, 80, 510'000)), (Lines{"A 4 S 80 @ 510000"}));
    EXPECT_EQ(flow_.counters().orders_gone, 1U);
    EXPECT_TRUE(has_recorded_books());
}

TEST_F(RecordedFlowTest, ARecordedAddTradesWithTheSessionOrderItCrosses) {
    play(add(1, 'B', 100, 490'000));
    enter_session_order(1, 'B', 500'000);
    EXPECT_EQ(play(add(2, 'S', 150, 500'000)), (Lines{"E 3 100 #1", "A 4 S 50 @ 500000"}));
    EXPECT_EQ(drain_replies(exchange_), (Lines{"0 E 1 100 @ 500000 A #1"}));
}

/// The venue lists AAPL under 1; the recording has locates of its own.
class InstrumentsOfARecording : public RecordedFlowTest {
  protected:
    InstrumentsOfARecording() { EXPECT_EQ(exchange_.assign(kAapl, {1}), InstrumentId{1}); }

    template <class Message>
    [[nodiscard]] static Message on(std::uint16_t locate, std::string_view symbol, Message m = {}) {
        m.store_stock_locate(locate);
        m.store_stock(*Symbol::from(symbol));
        return m;
    }
    static itch50::StockDirectory listing(std::uint16_t locate, std::string_view symbol) {
        return on<itch50::StockDirectory>(locate, symbol);
    }

    /// "LOCATE SYMBOL" of each message of the feed that names a symbol.
    template <class Message>
    Lines published(const Message& m) {
        EXPECT_EQ(flow_.on_message(m.bytes(), exchange_), protocols::DecodeStatus::Ok);
        Lines lines;
        for (const Bytes bytes : exchange_.feed_packets()) {
            protocols::nasdaq::moldudp64::PacketReader packet;
            EXPECT_EQ(packet.open(bytes), protocols::DecodeStatus::Ok);
            protocols::FrameCursor messages = packet.messages();
            for (Bytes message; messages.next(message);) {
                const auto symbol = itch50::stock_in(message);
                lines.push_back(std::to_string(itch50::locate_in(message)) + " " +
                                (symbol ? symbol->str() : "-"));
            }
        }
        exchange_.clear_feed();
        return lines;
    }
    [[nodiscard]] Price best_bid(std::uint16_t instrument) const {
        return exchange_.books().best({instrument}, Side::Buy).price;
    }

    const Symbol kAapl = *Symbol::from("AAPL");
};

TEST_F(InstrumentsOfARecording, ASymbolOnATakenLocateGetsAnother) {
    EXPECT_EQ(published(listing(1, "ZVZZT")), (Lines{"2 ZVZZT"}));
    EXPECT_EQ(published(on(1, "ZVZZT", add(1, 'B', 100, 500'000))), (Lines{"2 ZVZZT"}));
    EXPECT_EQ(published(deleted(1)), (Lines{"2 -"}));
    EXPECT_EQ(exchange_.symbol({1}), kAapl);
    EXPECT_EQ(exchange_.books().open_orders(), 0U);
}

TEST_F(InstrumentsOfARecording, ASymbolThatTheVenueListsIsThatInstrument) {
    EXPECT_EQ(published(listing(7, "AAPL")), (Lines{"1 AAPL"}));
    EXPECT_EQ(published(on(7, "AAPL", add(1, 'B', 100, 500'000))), (Lines{"1 AAPL"}));
    EXPECT_EQ(published(on<itch50::Noii>(7, "AAPL")), (Lines{"1 AAPL"}));
    EXPECT_EQ(best_bid(1), Price{500'000});
    EXPECT_EQ(exchange_.symbol({7}), Symbol{});
    itch50::BrokenTrade broken;
    broken.store_stock_locate(7);
    EXPECT_EQ(published(broken), (Lines{"1 -"}));
}

TEST_F(InstrumentsOfARecording, ALocateListedAgainDoesNotMergeTheBooks) {
    published(listing(3, "ZVZZT"));
    published(on(3, "ZVZZT", add(1, 'B', 100, 500'000)));
    EXPECT_EQ(published(listing(3, "AAPL")), (Lines{"1 AAPL"}));
    EXPECT_EQ(published(on(3, "AAPL", add(2, 'B', 100, 600'000))), (Lines{"1 AAPL"}));
    EXPECT_EQ(best_bid(3), Price{500'000});
    EXPECT_EQ(best_bid(1), Price{600'000});
    EXPECT_EQ(published(deleted(1)), (Lines{"3 -"}));
    EXPECT_TRUE(has_recorded_books());
}

TEST_F(InstrumentsOfARecording, AMessageOfAnotherSymbolThanItsLocatesIsDropped) {
    published(listing(3, "ZVZZT"));
    EXPECT_EQ(published(on(3, "AAPL", add(1, 'B', 100, 500'000))), Lines{});
    EXPECT_EQ(published(on<itch50::StockTradingAction>(3, "AAPL")), Lines{});
    itch50::BrokenTrade unknown;
    unknown.store_stock_locate(9);
    EXPECT_EQ(published(unknown), Lines{});
    EXPECT_EQ(flow_.counters().symbol_mismatches, 3U);
    EXPECT_EQ(exchange_.books().open_orders(), 0U);
}

TEST_F(InstrumentsOfARecording, InstrumentsWithoutRoomAreDroppedAndCounted) {
    for (std::uint16_t locate = 1; locate <= 19; ++locate) {
        EXPECT_EQ(published(listing(locate, "Z" + std::to_string(locate))).size(), 1U);
    }
    EXPECT_EQ(published(listing(20, "LAST")), Lines{});
    EXPECT_EQ(flow_.counters().refused, 1U);
}

TEST_F(InstrumentsOfARecording, AreSavedWithTheFlow) {
    published(listing(1, "ZVZZT"));
    StateWriter writer;
    flow_.save(writer);
    RecordedFlow other = std::move(*RecordedFlow::create(kBooks));
    StateReader reader(writer.bytes());
    other.load(reader);
    ASSERT_TRUE(reader.is_done());
    itch50::BrokenTrade broken;
    broken.store_stock_locate(1);
    EXPECT_EQ(other.on_message(broken.bytes(), exchange_), protocols::DecodeStatus::Ok);
    EXPECT_EQ(other.counters().symbol_mismatches, 0U);
}

}  // namespace
}  // namespace hotpath::sim::flow
