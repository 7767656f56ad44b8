// SnapshotBooks piece by piece: copying, waiting for the journal, and the messages.

#include "hotpath/exchange/market/snapshot_books.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"

namespace hotpath::exchange {
namespace {

using protocols::nasdaq::glimpse50::PieceKind;
using protocols::nasdaq::glimpse50::SnapshotPiece;

class SnapshotBooksTest : public testing::Test {
  protected:
    using Words = std::vector<std::string>;

    struct Text : protocols::nasdaq::itch50::NullListener {
        void on_stock_directory(const protocols::nasdaq::itch50::StockDirectory& m) {
            word = "R " + std::to_string(m.load_stock_locate());
        }
        void on_stock_trading_action(const protocols::nasdaq::itch50::StockTradingAction& m) {
            word = std::string("H ") + m.load_trading_state();
        }
        void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) {
            word = "A " + std::to_string(m.load_order_reference_number()) + " " +
                   m.load_buy_sell_indicator() + " " + std::to_string(m.load_shares()) + "@" +
                   std::to_string(m.load_price()) + " at " + std::to_string(m.load_timestamp());
        }
        std::string word;
    };

    static constexpr book::BooksOptions kFew{
        .orders_max = 10, .levels_max = 10, .instruments_max = 2, .huge_pages = HugePages::Never};

    SnapshotBooksTest() {
        EXPECT_EQ(exchange_.assign(*Symbol::from("ACME"), {2}), InstrumentId{2});
        enter(2, Side::Buy, 490'000);
        enter(4, Side::Buy, 500'000);
        enter(6, Side::Sell, 510'000);
    }
    void enter(std::uint64_t id, Side side, std::int64_t price) {
        const FlowOrder order{
            .id = {id}, .instrument = {2}, .side = side, .qty = {100}, .price = {price}};
        EXPECT_EQ(exchange_.enter(order, Time{}), match::MatchStatus::Ok);
        follow();
    }
    /// The input's packets leave.
    void follow() {
        if (books_.is_copying()) {
            books_.follow(exchange_, exchange_.feed_packets());
        }
        exchange_.clear_feed();
    }
    void step(std::uint64_t last_seq, std::uint64_t durable_seq) {
        books_.begin_step({.exchange = &exchange_,
                           .now = Time{77},
                           .last_seq = last_seq,
                           .durable_seq = durable_seq});
    }
    SnapshotPiece next() { return books_.next_piece(room_); }
    /// Until the copy is whole.
    void copy() {
        while (books_.is_copying()) {
            EXPECT_EQ(next().kind, PieceKind::Nothing);
        }
    }
    /// The messages of the rest of the snapshot.
    Words words() {
        Words all;
        for (SnapshotPiece piece = next(); piece.kind != PieceKind::End; piece = next()) {
            EXPECT_NE(piece.kind, PieceKind::Wait);
            if (piece.kind == PieceKind::Message) {
                Text text;
                EXPECT_EQ(protocols::nasdaq::itch50::decode(Bytes(room_).first(piece.length), text),
                          protocols::DecodeStatus::Ok);
                all.push_back(text.word);
            }
        }
        return all;
    }

    Exchange exchange_ =
        std::move(*Exchange::create({.books = kFew, .sessions_max = 1, .session_orders_max = 4}));
    SnapshotBooks books_ = std::move(*SnapshotBooks::create(kFew));
    std::array<std::byte, SnapshotBooks::kMessageMax> room_{};
};

TEST_F(SnapshotBooksTest, WaitsUntilItsInputIsDurable) {
    step(7, 5);
    EXPECT_FALSE(books_.is_copying());
    books_.begin_snapshot();
    EXPECT_TRUE(books_.is_copying());
    EXPECT_FALSE(books_.is_waiting(5)) << "it is not fixed yet";
    copy();
    EXPECT_TRUE(books_.is_fixed());
    EXPECT_EQ(books_.next_sequence_number(), exchange_.next_seq());
    EXPECT_TRUE(books_.is_waiting(6));
    EXPECT_FALSE(books_.is_waiting(7));
    EXPECT_EQ(next().kind, PieceKind::Wait);
    step(9, 7);
    EXPECT_EQ(words(), (Words{"R 2", "A 4 B 100@500000 at 77", "A 2 B 100@490000 at 77",
                              "A 6 S 100@510000 at 77"}))
        << "a state that is not known is not said";
    EXPECT_EQ(next().kind, PieceKind::End);
}

TEST_F(SnapshotBooksTest, IsOfTheMomentAtWhichTheCopyIsWhole) {
    EXPECT_EQ(exchange_.set_trading({{2}, book::TradingState::Trading}, Time{}),
              match::MatchStatus::Ok);
    exchange_.clear_feed();
    step(1, 1);
    books_.begin_snapshot();
    while (books_.is_copying()) {
        static_cast<void>(next());
        if (exchange_.books().find({4})) {  // behind or ahead of the cursor, as it comes
            EXPECT_EQ(exchange_.cancel({4}, Time{}), match::MatchStatus::Ok);
            follow();
            EXPECT_EQ(exchange_.reduce({2}, {30}, Time{}), match::MatchStatus::Ok);
            follow();
            enter(8, Side::Buy, 505'000);
        }
    }
    enter(10, Side::Buy, 501'000);  // too late
    EXPECT_EQ(words(), (Words{"R 2", "H T", "A 8 B 100@505000 at 77", "A 2 B 70@490000 at 77",
                              "A 6 S 100@510000 at 77"}));
}

TEST_F(SnapshotBooksTest, ADayThatTurnsBreaksACopy) {
    step(1, 1);
    books_.begin_snapshot();
    EXPECT_EQ(next().kind, PieceKind::Nothing);
    for (int day = 1; day <= 2; ++day) {  // the first begins in the session that is there
        while (exchange_.start_day({}, Time{}) == match::Progress::More) {
            exchange_.clear_reports();
            follow();
        }
        follow();
    }
    EXPECT_EQ(next().kind, PieceKind::Broken);
}

TEST(SnapshotRoom, IsForEveryOrderAndTwoMessagesOfEachInstrument) {
    const auto room = SnapshotBooks::room({.orders_max = 10, .instruments_max = 3});
    EXPECT_EQ(room.messages_max, 10U + 2 * 3 + 1);
    EXPECT_EQ(room.bytes_max, 10U * 36 + 3 * (39 + 25) + 21);
    EXPECT_EQ(room.message_length_max, 50U);
}

}  // namespace
}  // namespace hotpath::exchange
