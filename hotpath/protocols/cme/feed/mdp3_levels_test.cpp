// Books by price: what each action does to the levels by number and to the books, snapshots, and
// how an instrument recovers by natural refresh.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/feed/mdp3_feed.hpp"
#include "hotpath/protocols/cme/mdp3/packet_writer.hpp"

namespace hotpath::feed {
namespace {

using protocols::cme::mdp3::MDEntryTypeBook;
using protocols::cme::mdp3::MDUpdateAction;

constexpr std::int32_t kES = 5'002;
constexpr InstrumentId kES1{1};
constexpr std::int64_t kMantissa = 100'000;  // of a unit of 1/10,000

struct Entry {
    MDUpdateAction action = MDUpdateAction::New;
    std::uint8_t number = 1;
    std::int64_t price = 0;  // units
    std::optional<std::int32_t> qty = 10;
    std::int32_t orders = 3;
    MDEntryTypeBook type = MDEntryTypeBook::Bid;
    std::uint32_t rpt_seq = 0;  // 0: the next
};

class Mdp3LevelsTest : public ::testing::Test {
  protected:
    explicit Mdp3LevelsTest(bool has_natural_refresh = false)
        : books(*Mdp3Books::create({.orders_max = 64,
                                    .levels_max = 128,
                                    .instruments_max = 4,
                                    .huge_pages = HugePages::Never},
                                   {},
                                   *Mdp3Codec::create({.depth = Mdp3Depth::ByPrice,
                                                       .has_natural_refresh = has_natural_refresh,
                                                       .instruments_max = 4}))) {}

    void SetUp() override { define(3); }

    void define(std::int8_t depth) {
        append([&](MutableBytes room) {
            return protocols::cme::mdp3::MDInstrumentDefinitionFuture::encode(room, [&](auto& m) {
                m.store_security_update_action(protocols::cme::mdp3::SecurityUpdateAction::Add);
                m.store_security_id(kES);
                m.store_symbol("ESZ6");
                m.store_md_security_trading_status(
                    protocols::cme::mdp3::SecurityTradingStatus::ReadyToTrade);
                m.put_no_md_feed_types(2, [&](auto& feed, std::size_t i) {
                    feed.store_md_feed_type(i == 0 ? "GBX" : "GBI");
                    feed.store_market_depth(i == 0 ? depth : std::int8_t{2});
                });
            });
        });
        EXPECT_EQ(books.on_definitions(loop.finish(77), listener), protocols::DecodeStatus::Ok);
    }

    void append(auto&& encode) { EXPECT_TRUE(loop.try_append(encode)); }
    void give(const std::vector<Entry>& entries) {
        EXPECT_TRUE(writer.try_append([&](MutableBytes room) {
            return protocols::cme::mdp3::MDIncrementalRefreshBook::encode(room, [&](auto& m) {
                m.put_no_md_entries(entries.size(), [&](auto& entry, std::size_t i) {
                    rpt_seq = entries[i].rpt_seq == 0 ? rpt_seq + 1 : entries[i].rpt_seq;
                    protocols::cme::mdp3::PriceNull9 price;
                    price.store_mantissa(entries[i].price * kMantissa);
                    entry.store_md_entry_px(price);
                    entry.store_md_entry_size(entries[i].qty);
                    entry.store_security_id(kES);
                    entry.store_rpt_seq(rpt_seq);
                    entry.store_number_of_orders(entries[i].orders);
                    entry.store_md_price_level(entries[i].number);
                    entry.store_md_update_action(entries[i].action);
                    entry.store_md_entry_type(entries[i].type);
                });
            });
        }));
        EXPECT_EQ(books.on_message(writer.finish(77), listener), protocols::DecodeStatus::Ok);
    }
    /// A packet of the recovery feed by price; beside the sequence unless it is a whole loop's.
    [[nodiscard]] Bytes snapshot(std::uint32_t as_of, std::uint32_t seq,
                                 const std::vector<Entry>& levels) {
        append([&](MutableBytes room) {
            return protocols::cme::mdp3::SnapshotFullRefresh::encode(room, [&](auto& m) {
                m.store_last_msg_seq_num_processed(as_of);
                m.store_security_id(kES);
                m.store_rpt_seq(seq);
                m.store_md_security_trading_status(
                    protocols::cme::mdp3::SecurityTradingStatus::ReadyToTrade);
                m.put_no_md_entries(levels.size(), [&](auto& entry, std::size_t i) {
                    protocols::cme::mdp3::PriceNull9 price;
                    price.store_mantissa(levels[i].price * kMantissa);
                    entry.store_md_entry_px(price);
                    entry.store_md_entry_size(levels[i].qty);
                    entry.store_number_of_orders(levels[i].orders);
                    entry.store_md_price_level(static_cast<std::int8_t>(levels[i].number));
                    entry.store_md_entry_type(levels[i].type);
                });
            });
        });
        return loop.finish(77);
    }
    void skip_packet() { static_cast<void>(writer.finish(77)); }

    [[nodiscard]] std::vector<std::int64_t> bids() const { return prices(Side::Buy); }
    [[nodiscard]] std::vector<std::int64_t> prices(Side side) const {
        std::array<book::Level, 16> levels{};
        const std::size_t count = books.books().depth(kES1, side, levels);
        std::vector<std::int64_t> prices;
        for (std::size_t i = 0; i < count; ++i) {
            prices.push_back(levels[i].price.value);
        }
        return prices;
    }
    [[nodiscard]] book::TradingState state() const { return books.books().trading_state(kES1); }
    [[nodiscard]] const Mdp3Counters& counters() const { return books.codec().counters(); }

    NullListener listener;
    Mdp3Books books;
    std::array<std::byte, protocols::cme::mdp3::kPacketLengthMax> buffer{};
    std::array<std::byte, protocols::cme::mdp3::kPacketLengthMax> loop_buffer{};
    protocols::cme::mdp3::PacketWriter writer{buffer};
    protocols::cme::mdp3::PacketWriter loop{loop_buffer};
    std::uint32_t rpt_seq = 0;
};

using Prices = std::vector<std::int64_t>;

TEST_F(Mdp3LevelsTest, ANewLevelMovesThoseBelowDownAndTheLastFallsOut) {
    give({{.number = 1, .price = 500}, {.number = 2, .price = 498}, {.number = 1, .price = 502}});
    EXPECT_EQ(bids(), (Prices{502, 500, 498}));
    give({{.number = 2, .price = 501}});
    EXPECT_EQ(bids(), (Prices{502, 501, 500}));
    EXPECT_EQ(books.books().open_orders(), 3U);
    EXPECT_EQ(counters().entries_refused, 0U);
}

TEST_F(Mdp3LevelsTest, ADeletedLevelMovesThoseBelowUp) {
    give({{.number = 1, .price = 502}, {.number = 2, .price = 501}, {.number = 3, .price = 500}});
    give({{.action = MDUpdateAction::Delete, .number = 1, .price = 502},
          {.number = 3, .price = 499}});
    EXPECT_EQ(bids(), (Prices{501, 500, 499}));
    EXPECT_EQ(counters().entries_refused, 0U);
}

TEST_F(Mdp3LevelsTest, AChangeSetsQuantityAndNumberOfOrders) {
    give({{.number = 1, .price = 502, .qty = 10, .orders = 2}});
    give({{.action = MDUpdateAction::Change, .number = 1, .price = 502, .qty = 4, .orders = 1}});
    EXPECT_EQ(books.books().best(kES1, Side::Buy), (book::Level{{502}, {4}, 1}));
    EXPECT_EQ(books.codec().levels().of(kES1, Side::Buy).levels()[0].orders, 1U);
    give({{.action = MDUpdateAction::Change, .number = 1, .price = 502, .qty = 40, .orders = 9}});
    EXPECT_EQ(books.books().best(kES1, Side::Buy), (book::Level{{502}, {40}, 1}));
    EXPECT_EQ(books.codec().levels().of(kES1, Side::Buy).levels()[0].orders, 9U);
}

TEST_F(Mdp3LevelsTest, DeleteThruEmptiesTheSideAndDeleteFromTheRestOfIt) {
    give({{.number = 1, .price = 502}, {.number = 2, .price = 501}, {.number = 3, .price = 500}});
    give({{.number = 1, .price = 503, .type = MDEntryTypeBook::Offer}});
    give({{.action = MDUpdateAction::DeleteFrom, .number = 2}});
    EXPECT_EQ(bids(), (Prices{502}));
    give({{.action = MDUpdateAction::DeleteThru, .number = 1}});
    EXPECT_EQ(bids(), Prices{});
    EXPECT_EQ(prices(Side::Sell), (Prices{503}));
    EXPECT_EQ(counters().entries_refused, 0U);
}

TEST_F(Mdp3LevelsTest, AnOverlayTakesThePlaceOfALevel) {
    give({{.number = 1, .price = 502}, {.number = 2, .price = 501}});
    give({{.action = MDUpdateAction::Overlay, .number = 2, .price = 499},
          {.action = MDUpdateAction::Overlay, .number = 3, .price = 498}});
    EXPECT_EQ(bids(), (Prices{502, 499, 498}));
    EXPECT_EQ(counters().entries_refused, 0U);
}

TEST_F(Mdp3LevelsTest, NumbersThatThereAreNotAreRefusedAndCounted) {
    give({{.number = 1, .price = 502}});
    give({{.number = 3, .price = 500},                                    // after a hole
          {.number = 0, .price = 503},                                    //
          {.number = 4, .price = 499},                                    // below the depth
          {.action = MDUpdateAction::Change, .number = 2, .price = 501},  //
          {.action = MDUpdateAction::Delete, .number = 2, .price = 501},  //
          {.action = MDUpdateAction::DeleteFrom, .number = 3},            //
          {.action = MDUpdateAction{9}, .number = 1, .price = 502}});     // no action
    EXPECT_EQ(counters().entries_refused, 7U);
    EXPECT_EQ(bids(), (Prices{502}));
}

TEST_F(Mdp3LevelsTest, ALevelThatTheBooksCannotHaveKeepsItsNumber) {
    give({{.number = 1, .price = 502}, {.number = 2, .price = -1}, {.number = 3, .price = 500}});
    EXPECT_EQ(counters().prices_refused, 1U);
    EXPECT_EQ(bids(), (Prices{502, 500}));
    give({{.action = MDUpdateAction::Delete, .number = 2, .price = -1}});
    EXPECT_EQ(bids(), (Prices{502, 500}));
    give({{.action = MDUpdateAction::Change, .number = 2, .price = 500, .qty = std::nullopt}});
    EXPECT_EQ(bids(), (Prices{502}));
    EXPECT_EQ(counters().entries_refused, 1U);
    give({{.action = MDUpdateAction::Change, .number = 2, .price = 500}});
    EXPECT_EQ(bids(), (Prices{502, 500}));
}

TEST_F(Mdp3LevelsTest, ImpliedLevelsAreKeptApartAndCounted) {
    give({{.number = 1, .price = 505, .type = MDEntryTypeBook::ImpliedBid},
          {.number = 1, .price = 502},
          {.number = 2, .price = 504, .type = MDEntryTypeBook::ImpliedBid},
          {.number = 3, .price = 503, .type = MDEntryTypeBook::ImpliedBid}});  // two at most
    EXPECT_EQ(counters().implied_entries, 3U);
    EXPECT_EQ(counters().entries_refused, 1U);
    EXPECT_EQ(bids(), (Prices{502}));
    const auto implied =
        books.codec().levels().of(kES1, Side::Buy, Mdp3LevelKind::Implied).levels();
    ASSERT_EQ(implied.size(), 2U);
    EXPECT_EQ(implied[0].price, (Price{505}));
    EXPECT_EQ(implied[1].price, (Price{504}));
}

TEST_F(Mdp3LevelsTest, ABookResetEmptiesTheBook) {
    give(
        {{.number = 1, .price = 502}, {.number = 1, .price = 503, .type = MDEntryTypeBook::Offer}});
    give({{.number = 0, .type = MDEntryTypeBook::BookReset}, {.number = 1, .price = 490}});
    EXPECT_EQ(bids(), (Prices{490}));
    EXPECT_EQ(prices(Side::Sell), Prices{});
}

TEST_F(Mdp3LevelsTest, ASnapshotOfALoopIsTheBookAndOlderPacketsAreInIt) {
    give({{.number = 1, .price = 502}});
    books.begin_snapshot(listener);
    EXPECT_EQ(bids(), Prices{});
    EXPECT_EQ(
        books.on_message(snapshot(3, 9,
                                  {{.number = 1, .price = 500},
                                   {.number = 2, .price = 499},
                                   {.number = 1, .price = 501, .type = MDEntryTypeBook::Offer}}),
                         listener),
        protocols::DecodeStatus::Ok);
    books.end_snapshot();
    give({{.number = 1, .price = 503}});  // packet 2
    EXPECT_EQ(counters().in_snapshot, 1U);
    EXPECT_EQ(bids(), (Prices{500, 499}));
    EXPECT_EQ(prices(Side::Sell), (Prices{501}));
    skip_packet();
    give({{.action = MDUpdateAction::Delete, .number = 1, .price = 500}});  // packet 4
    EXPECT_EQ(bids(), (Prices{499}));
}

class Mdp3NaturalRefreshTest : public Mdp3LevelsTest {
  protected:
    Mdp3NaturalRefreshTest() : Mdp3LevelsTest(true) {}

    void give_snapshot(std::uint32_t as_of, std::uint32_t seq, const std::vector<Entry>& levels) {
        EXPECT_EQ(books.on_definitions(snapshot(as_of, seq, levels), listener),
                  protocols::DecodeStatus::Ok);
    }
    [[nodiscard]] Mdp3Certainty certainty() const {
        return books.codec().instruments()[kES1].certainty;
    }
};

TEST_F(Mdp3NaturalRefreshTest, AnInstrumentIsDoubtfulUntilItsFirstEntryIsSeen) {
    EXPECT_EQ(certainty(), Mdp3Certainty::Doubtful);
    EXPECT_EQ(state(), book::TradingState::Unknown);
    give({{.number = 1, .price = 502}});  // RptSeq 1
    EXPECT_EQ(certainty(), Mdp3Certainty::Certain);
    EXPECT_EQ(state(), book::TradingState::Trading);
}

TEST_F(Mdp3NaturalRefreshTest, AGapThatMissedNothingOfItIsForgotten) {
    give({{.number = 1, .price = 502}});
    skip_packet();
    give({});
    EXPECT_EQ(certainty(), Mdp3Certainty::Doubtful);
    EXPECT_EQ(state(), book::TradingState::Unknown);
    give({{.number = 2, .price = 501}});
    EXPECT_EQ(certainty(), Mdp3Certainty::Certain);
    EXPECT_EQ(state(), book::TradingState::Trading);
    EXPECT_EQ(bids(), (Prices{502, 501}));
    EXPECT_EQ(counters().books_confirmed, 2U);
}

TEST_F(Mdp3NaturalRefreshTest, AfterAMissedEntryEveryLevelMustBeSentAgain) {
    give({{.number = 1, .price = 502}});
    skip_packet();
    give({{.number = 2, .price = 501, .rpt_seq = 5}});
    EXPECT_EQ(certainty(), Mdp3Certainty::Refreshing);
    EXPECT_EQ(bids(), (Prices{501}));
    give({{.action = MDUpdateAction::Change, .number = 1, .price = 503},
          {.action = MDUpdateAction::Change, .number = 3, .price = 500}});
    EXPECT_EQ(certainty(), Mdp3Certainty::Refreshing);  // the offers
    give({{.action = MDUpdateAction::DeleteThru, .type = MDEntryTypeBook::Offer}});
    EXPECT_EQ(certainty(), Mdp3Certainty::Certain);
    EXPECT_EQ(bids(), (Prices{503, 501, 500}));
    EXPECT_EQ(counters().books_refreshed, 1U);
    EXPECT_EQ(state(), book::TradingState::Trading);
    give({{.action = MDUpdateAction::Delete, .number = 1, .price = 503}});
    EXPECT_EQ(bids(), (Prices{501, 500}));
    EXPECT_EQ(certainty(), Mdp3Certainty::Certain);
}

TEST_F(Mdp3NaturalRefreshTest, WhileItRefreshesADeletedLevelLeavesAnUnknownOneAtTheEnd) {
    give({{.number = 1, .price = 502}});
    skip_packet();
    give({{.action = MDUpdateAction::Delete, .number = 1, .rpt_seq = 5},
          {.number = 3, .price = 499},
          {.action = MDUpdateAction::DeleteThru, .type = MDEntryTypeBook::Offer},
          {.action = MDUpdateAction::Change, .number = 1, .price = 501}});
    EXPECT_EQ(certainty(), Mdp3Certainty::Refreshing);
    give({{.action = MDUpdateAction::Change, .number = 2, .price = 500}});
    EXPECT_EQ(certainty(), Mdp3Certainty::Certain);
    EXPECT_EQ(bids(), (Prices{501, 500, 499}));
}

TEST_F(Mdp3NaturalRefreshTest, ASnapshotAfterTheGapEndsIt) {
    give({{.number = 1, .price = 502}});                 // packet 1
    skip_packet();                                       // 2
    give({{.number = 1, .price = 503, .rpt_seq = 5}});   // 3
    give_snapshot(1, 9, {{.number = 1, .price = 400}});  // before the gap
    give_snapshot(2, 4, {{.number = 1, .price = 401}});  // before the last entry
    EXPECT_EQ(certainty(), Mdp3Certainty::Refreshing);
    give_snapshot(5, 7, {{.number = 1, .price = 500}, {.number = 2, .price = 499}});
    EXPECT_EQ(certainty(), Mdp3Certainty::Certain);
    EXPECT_EQ(bids(), (Prices{500, 499}));
    give({{.action = MDUpdateAction::Delete, .number = 1, .rpt_seq = 6}});  // 4: in the snapshot
    EXPECT_EQ(bids(), (Prices{500, 499}));
    EXPECT_EQ(counters().in_snapshot, 1U);
    skip_packet();                                                          // 5: in it, too
    give({{.action = MDUpdateAction::Delete, .number = 1, .rpt_seq = 8}});  // 6
    EXPECT_EQ(bids(), (Prices{499}));
    EXPECT_EQ(certainty(), Mdp3Certainty::Certain);
    EXPECT_EQ(counters().books_recovered, 1U);
}

TEST_F(Mdp3NaturalRefreshTest, ASnapshotOfACertainBookChangesNothing) {
    give({{.number = 1, .price = 502}});
    give_snapshot(1, 1, {{.number = 1, .price = 400}});
    EXPECT_EQ(bids(), (Prices{502}));
}

TEST(Mdp3LevelOptions, NaturalRefreshIsOfBooksByPrice) {
    EXPECT_FALSE(Mdp3Codec::create({.has_natural_refresh = true}));
    EXPECT_TRUE(Mdp3Codec::create({.depth = Mdp3Depth::ByPrice, .has_natural_refresh = true}));
}

}  // namespace
}  // namespace hotpath::feed
