// Mdp3Codec: what each message does to the books, and what is refused or left aside.

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/feed/mdp3_feed.hpp"
#include "hotpath/protocols/cme/mdp3/packet_writer.hpp"

namespace hotpath::feed {
namespace {

using protocols::cme::mdp3::MatchEventIndicator;
using protocols::cme::mdp3::MDEntryTypeBook;
using protocols::cme::mdp3::MDUpdateAction;
using protocols::cme::mdp3::OrderUpdateAction;
using protocols::cme::mdp3::SecurityTradingStatus;

constexpr std::int32_t kES = 5'002;
constexpr std::int32_t kNQ = 5'003;
constexpr InstrumentId kES1{1};
constexpr InstrumentId kNQ2{2};

struct Entry {
    std::uint64_t order_id = 0;
    std::optional<std::uint64_t> priority = std::nullopt;
    std::optional<std::int64_t> price = 5'000'250'000'000;  // 5,000.25
    std::optional<std::int32_t> qty = 10;
    std::int32_t security_id = kES;
    MDUpdateAction action = MDUpdateAction::New;
    MDEntryTypeBook type = MDEntryTypeBook::Bid;
};

protocols::cme::mdp3::PriceNull9 price9(std::optional<std::int64_t> mantissa) {
    protocols::cme::mdp3::PriceNull9 price;
    price.store_mantissa(mantissa);
    return price;
}

class Mdp3CodecTest : public ::testing::Test {
  protected:
    struct Hearer : NullListener {
        void on_trade(const Trade& trade) { trades.push_back(trade); }
        void on_book(const book::BookUpdate& update, Time) { updates.push_back(update); }
        void on_change(const book::BookChange& change, Time) { changes.push_back(change); }
        void on_trading_state(InstrumentId, book::TradingState, Time) { ++states; }
        void on_end_of_event(Time time) { ends.push_back(time); }

        std::vector<Trade> trades;
        std::vector<book::BookUpdate> updates;
        std::vector<book::BookChange> changes;
        std::vector<Time> ends;
        int states = 0;
    };

    explicit Mdp3CodecTest(const Mdp3Options& options = {.instruments_max = 4, .orders_max = 8})
        : books(*Mdp3Books::create({.orders_max = 8,
                                    .levels_max = 32,
                                    .instruments_max = 4,
                                    .huge_pages = HugePages::Never},
                                   {}, *Mdp3Codec::create(options))) {}

    void SetUp() override {
        EXPECT_EQ(define(kES, "ESZ6", "ES"), protocols::DecodeStatus::Ok);
        EXPECT_EQ(define(kNQ, "NQZ6", "NQ"), protocols::DecodeStatus::Ok);
    }

    protocols::DecodeStatus define(std::int32_t security_id, std::string_view symbol,
                                   std::string_view group, SecurityTradingStatus status = {}) {
        append([&](MutableBytes room) {
            return protocols::cme::mdp3::MDInstrumentDefinitionFuture::encode(room, [&](auto& m) {
                m.store_security_update_action(protocols::cme::mdp3::SecurityUpdateAction::Add);
                m.store_security_id(security_id);
                m.store_symbol(symbol);
                m.store_security_group(group);
                m.store_asset("FUT");
                m.store_md_security_trading_status(status);
            });
        });
        return books.on_definitions(finish(), hearer);
    }

    void append(auto&& encode) { EXPECT_TRUE(writer.try_append(encode)); }
    Bytes finish() { return writer.finish(77); }
    protocols::DecodeStatus give() { return books.on_message(finish(), hearer); }

    void put(const std::vector<Entry>& entries, std::uint8_t indicator = 0x80) {
        append([&](MutableBytes room) {
            return protocols::cme::mdp3::MDIncrementalRefreshOrderBook::encode(room, [&](auto& m) {
                m.store_transact_time(1'234);
                m.store_match_event_indicator(MatchEventIndicator{indicator});
                m.put_no_md_entries(entries.size(), [&](auto& entry, std::size_t i) {
                    entry.store_order_id(entries[i].order_id);
                    entry.store_md_order_priority(entries[i].priority);
                    entry.store_md_entry_px(price9(entries[i].price));
                    entry.store_md_display_qty(entries[i].qty);
                    entry.store_security_id(entries[i].security_id);
                    entry.store_md_update_action(entries[i].action);
                    entry.store_md_entry_type(entries[i].type);
                });
            });
        });
    }
    void give(const std::vector<Entry>& entries) {
        put(entries);
        EXPECT_EQ(give(), protocols::DecodeStatus::Ok);
    }
    void give_status(std::optional<std::int32_t> security_id, std::string_view group,
                     std::string_view asset, SecurityTradingStatus status) {
        append([&](MutableBytes room) {
            return protocols::cme::mdp3::SecurityStatus::encode(room, [&](auto& m) {
                m.store_security_id(security_id);
                m.store_security_group(group);
                m.store_asset(asset);
                m.store_security_trading_status(status);
            });
        });
        EXPECT_EQ(give(), protocols::DecodeStatus::Ok);
    }
    void give_snapshot(std::int32_t security_id, std::uint32_t as_of,
                       const std::vector<Entry>& entries) {
        append([&](MutableBytes room) {
            return protocols::cme::mdp3::SnapshotFullRefreshOrderBook::encode(room, [&](auto& m) {
                m.store_last_msg_seq_num_processed(as_of);
                m.store_security_id(security_id);
                m.put_no_md_entries(entries.size(), [&](auto& entry, std::size_t i) {
                    entry.store_order_id(entries[i].order_id);
                    entry.store_md_order_priority(entries[i].priority);
                    protocols::cme::mdp3::Price9 price;
                    price.store_mantissa(*entries[i].price);
                    entry.store_md_entry_px(price);
                    entry.store_md_display_qty(*entries[i].qty);
                    entry.store_md_entry_type(entries[i].type);
                });
            });
        });
        EXPECT_EQ(give(), protocols::DecodeStatus::Ok);
    }

    [[nodiscard]] book::Level best(InstrumentId id, Side side) const {
        return books.books().best(id, side);
    }
    [[nodiscard]] const Mdp3Counters& counters() const { return books.codec().counters(); }
    /// The OrderIDs, of these, in the order of the queue.
    [[nodiscard]] std::vector<std::uint64_t> queue(const std::vector<std::uint64_t>& ids) const {
        std::vector<std::uint64_t> queued;
        books.books().for_each_order(kES1, Side::Buy, [&](const book::OrderView& order) {
            for (const std::uint64_t id : ids) {
                const OrderId* const place = books.codec().orders().find({id});
                if (place != nullptr && *place == order.id) {
                    queued.push_back(id);
                }
            }
        });
        return queued;
    }

    Hearer hearer;
    Mdp3Books books;
    std::array<std::byte, protocols::cme::mdp3::kPacketLengthMax> buffer{};
    protocols::cme::mdp3::PacketWriter writer{buffer};
};

TEST_F(Mdp3CodecTest, AddsOrdersInTheOrderOfTheirPriority) {
    give({{.order_id = 9, .priority = 30}, {.order_id = 4, .priority = 10}});
    give({{.order_id = 7, .priority = 20}});
    EXPECT_EQ(best(kES1, Side::Buy), (book::Level{{50'002'500}, {30}, 3}));
    EXPECT_EQ(queue({4, 7, 9}), (std::vector<std::uint64_t>{4, 7, 9}));
}

TEST_F(Mdp3CodecTest, AChangeOfQuantityAloneKeepsThePlaceAndIsAReduction) {
    give({{.order_id = 1, .priority = 10}, {.order_id = 2, .priority = 11}});
    give({{.order_id = 1, .priority = 10, .qty = 4, .action = MDUpdateAction::Change}});
    EXPECT_EQ(best(kES1, Side::Buy).qty.value, 14U);
    EXPECT_EQ(queue({1, 2}), (std::vector<std::uint64_t>{1, 2}));
    EXPECT_EQ(hearer.changes.back().verb, book::BookVerb::Reduce);
    give({{.order_id = 1, .priority = 10, .qty = 6, .action = MDUpdateAction::Change}});
    EXPECT_EQ(best(kES1, Side::Buy).qty.value, 16U);
    EXPECT_EQ(queue({1, 2}), (std::vector<std::uint64_t>{1, 2}));
}

TEST_F(Mdp3CodecTest, AChangeOfPriorityMovesTheOrderAndKeepsItsOrderId) {
    give({{.order_id = 1, .priority = 10}, {.order_id = 2, .priority = 11}});
    give({{.order_id = 1, .priority = 12, .action = MDUpdateAction::Change}});
    EXPECT_EQ(queue({1, 2}), (std::vector<std::uint64_t>{2, 1}));
    give({{.order_id = 1, .action = MDUpdateAction::Delete}});
    EXPECT_EQ(queue({1, 2}), (std::vector<std::uint64_t>{2}));
    EXPECT_EQ(books.codec().orders().size(), 1U);
}

TEST_F(Mdp3CodecTest, AChangeThatChangesNothingIsNone) {
    give({{.order_id = 1, .priority = 10}});
    give({{.order_id = 1, .priority = 10, .action = MDUpdateAction::Change}});
    EXPECT_EQ(hearer.updates.size(), 1U);
}

TEST_F(Mdp3CodecTest, BookMessagesCarryOrdersBesideTheirLevels) {
    append([&](MutableBytes room) {
        return protocols::cme::mdp3::MDIncrementalRefreshBook::encode(room, [&](auto& m) {
            m.put_no_md_entries(2, [&](auto& level, std::size_t i) {
                level.store_md_entry_px(price9(i == 0 ? 4'000'000'000'000 : 5'000'000'000'000));
                level.store_md_entry_size(7);
                level.store_security_id(i == 0 ? kES : kNQ);
                level.store_md_entry_type(i == 0 ? MDEntryTypeBook::Bid : MDEntryTypeBook::Offer);
            });
            m.put_no_order_id_entries(3, [&](auto& order, std::size_t i) {
                order.store_order_id(100 + i);
                order.store_md_order_priority(200 + i);
                order.store_md_display_qty(7);
                order.store_order_update_action(OrderUpdateAction::New);
                if (i < 2) {  // the third names no level
                    order.store_reference_id(static_cast<std::uint8_t>(i + 1));
                }
            });
        });
    });
    EXPECT_EQ(give(), protocols::DecodeStatus::Ok);
    EXPECT_EQ(best(kES1, Side::Buy), (book::Level{{40'000'000}, {7}, 1}));
    EXPECT_EQ(best(kNQ2, Side::Sell), (book::Level{{50'000'000}, {7}, 1}));
    EXPECT_EQ(counters().entries_refused, 1U);
}

TEST_F(Mdp3CodecTest, ATradeIsReportedAndTheBookChangesByWhatFollows) {
    give({{.order_id = 1, .priority = 10}});
    append([&](MutableBytes room) {
        return protocols::cme::mdp3::MDIncrementalRefreshTradeSummary::encode(room, [&](auto& m) {
            m.store_transact_time(50);
            m.put_no_md_entries(2, [&](auto& trade, std::size_t i) {
                protocols::cme::mdp3::Price9 price;
                price.store_mantissa(5'000'250'000'000);
                trade.store_md_entry_px(price);
                trade.store_md_entry_size(3);
                trade.store_security_id(kES);
                trade.store_aggressor_side(protocols::cme::mdp3::AggressorSide::Sell);
                trade.store_md_update_action(i == 0 ? MDUpdateAction::New : MDUpdateAction::Delete);
                trade.store_md_trade_entry_id(99);
            });
        });
    });
    EXPECT_EQ(give(), protocols::DecodeStatus::Ok);
    ASSERT_EQ(hearer.trades.size(), 1U);
    EXPECT_EQ(hearer.trades[0], (Trade{.kind = TradeKind::Displayed,
                                       .resting_side = Side::Buy,
                                       .instrument = kES1,
                                       .price = {50'002'500},
                                       .qty = {3},
                                       .match_id = {99},
                                       .venue_time = {50}}));
    EXPECT_EQ(counters().trades_corrected, 1U);
    EXPECT_EQ(best(kES1, Side::Buy).qty.value, 10U);
}

TEST_F(Mdp3CodecTest, OnlyTheLastMessageOfAnEventEndsIt) {
    put({{.order_id = 1, .priority = 1}}, 0);
    put({{.order_id = 2, .priority = 2}}, 0x80);
    EXPECT_EQ(give(), protocols::DecodeStatus::Ok);
    EXPECT_EQ(hearer.ends, (std::vector<Time>{{1'234}}));
}

TEST_F(Mdp3CodecTest, PricesThatAreNoWholeUnitsAreRefused) {
    give({{.order_id = 1, .priority = 1, .price = 110'484'375'000}});  // 110.484375
    give({{.order_id = 2, .priority = 2, .price = -1'000'000'000}});
    give({{.order_id = 3, .priority = 3, .price = std::nullopt}});
    give({{.order_id = 4, .priority = 4, .price = std::numeric_limits<std::int64_t>::max() - 1}});
    EXPECT_EQ(counters().prices_refused, 4U);
    EXPECT_EQ(books.books().open_orders(), 0U);
}

TEST_F(Mdp3CodecTest, AnOrderLeavesTheBookWhenItsNewPriceCannotBeInIt) {
    give({{.order_id = 1, .priority = 1}});
    give({{.order_id = 1, .priority = 2, .price = 1, .action = MDUpdateAction::Change}});
    EXPECT_EQ(books.books().open_orders(), 0U);
    EXPECT_EQ(books.codec().orders().size(), 0U);
}

TEST_F(Mdp3CodecTest, EntriesThatContradictWhatIsKnownAreRefusedAndCounted) {
    give({{.order_id = 1, .priority = 1}});
    const std::vector<Entry> bad{
        {.order_id = 1, .priority = 2},                                       // twice
        {.order_id = 2, .priority = std::nullopt},                            // no place
        {.order_id = 3, .priority = std::uint64_t{1} << 48U},                 // one too high
        {.order_id = 4, .priority = 4, .qty = std::nullopt},                  // no quantity
        {.order_id = 5, .priority = 5, .qty = -1},                            //
        {.order_id = 6, .priority = 6, .action = MDUpdateAction::Change},     // unknown
        {.order_id = 7, .priority = 7, .action = MDUpdateAction::Delete},     // unknown
        {.order_id = 1, .priority = 1, .action = MDUpdateAction::DeleteThru}  // about a level
    };
    give(bad);
    EXPECT_EQ(counters().entries_refused, bad.size());
    EXPECT_EQ(books.books().open_orders(), 1U);
    EXPECT_EQ(books.books().counters().duplicate_orders, 0U);
}

TEST_F(Mdp3CodecTest, ImpliedAndUnknownInstrumentsAreLeftAside) {
    give({{.order_id = 1, .priority = 1, .type = MDEntryTypeBook::ImpliedBid},
          {.order_id = 2, .priority = 2, .security_id = 1}});
    EXPECT_EQ(counters().implied_entries, 1U);
    EXPECT_EQ(counters().unknown_securities, 1U);
    EXPECT_EQ(books.books().open_orders(), 0U);
}

TEST_F(Mdp3CodecTest, AStatusIsOfOneInstrumentOrOfAGroup) {
    give_status(kES, "", "", SecurityTradingStatus::ReadyToTrade);
    EXPECT_EQ(books.books().trading_state(kES1), book::TradingState::Trading);
    EXPECT_EQ(books.books().trading_state(kNQ2), book::TradingState::Unknown);
    give_status(std::nullopt, "NQ", "", SecurityTradingStatus::PreOpen);
    EXPECT_EQ(books.books().trading_state(kNQ2), book::TradingState::QuotationOnly);
    give_status(std::nullopt, "NQ", "OPT", SecurityTradingStatus::TradingHalt);
    EXPECT_EQ(books.books().trading_state(kNQ2), book::TradingState::QuotationOnly);
    give_status(std::nullopt, "NQ", "FUT", SecurityTradingStatus::TradingHalt);
    EXPECT_EQ(books.books().trading_state(kNQ2), book::TradingState::Halted);
    give_status(kES, "", "", SecurityTradingStatus::NoChange);
    EXPECT_EQ(books.books().trading_state(kES1), book::TradingState::Trading);
    EXPECT_EQ(hearer.states, 3);
}

TEST_F(Mdp3CodecTest, AChannelResetEmptiesEveryBook) {
    give({{.order_id = 1, .priority = 1}, {.order_id = 2, .priority = 2, .security_id = kNQ}});
    append([](MutableBytes room) {
        return protocols::cme::mdp3::ChannelReset::encode(room, [](auto&) {});
    });
    put({{.order_id = 1, .priority = 1, .qty = 3}});  // sent again
    EXPECT_EQ(give(), protocols::DecodeStatus::Ok);
    EXPECT_EQ(books.books().open_orders(), 1U);
    EXPECT_EQ(best(kES1, Side::Buy).qty.value, 3U);
    EXPECT_EQ(books.codec().orders().size(), 1U);
    EXPECT_EQ(counters().channel_resets, 1U);
}

TEST_F(Mdp3CodecTest, PacketsThatAnInstrumentsSnapshotHasAreNotAppliedToIt) {
    books.begin_snapshot(hearer);
    give_snapshot(kES, 6, {{.order_id = 1, .priority = 1}});
    give_snapshot(kNQ, 4, {});
    give({{.order_id = 3, .priority = 3}});  // ignored while a snapshot is loaded
    books.end_snapshot();
    ASSERT_EQ(writer.msg_seq_num(), 6U);
    const Entry es{.order_id = 1, .action = MDUpdateAction::Delete};
    const Entry nq{.order_id = 5, .priority = 5, .security_id = kNQ};
    give({es, nq});  // packet 6: in the one, not in the other
    EXPECT_EQ(counters().in_snapshot, 1U);
    EXPECT_EQ(best(kES1, Side::Buy).orders, 1U);
    EXPECT_EQ(best(kNQ2, Side::Buy).orders, 1U);
    give({es});  // packet 7
    EXPECT_EQ(best(kES1, Side::Buy).orders, 0U);
}

TEST_F(Mdp3CodecTest, ADamagedMessageLeavesThePacketsOthersAside) {
    put({{.order_id = 1, .priority = 1}});
    put({{.order_id = 2, .priority = 2}});
    const Bytes packet = finish();
    std::vector<std::byte> damaged(packet.begin(), packet.end());
    const std::size_t second =
        protocols::cme::mdp3::PacketHeader::kLength + (packet.size() - 12) / 2;
    store_le(damaged.data() + second + 2, std::uint16_t{500});  // its block length
    EXPECT_EQ(books.on_message(damaged, hearer), protocols::DecodeStatus::Truncated);
    EXPECT_EQ(books.books().open_orders(), 0U);
    EXPECT_EQ(books.counters().decode_errors, 1U);
}

TEST_F(Mdp3CodecTest, MessagesOfOtherTemplatesAndSchemasAreSteppedOver) {
    put({{.order_id = 1, .priority = 1}});
    put({{.order_id = 2, .priority = 2}});
    const Bytes packet = finish();
    std::vector<std::byte> other(packet.begin(), packet.end());
    store_le(other.data() + protocols::cme::mdp3::PacketHeader::kLength + 4, std::uint16_t{51});
    EXPECT_EQ(books.on_message(other, hearer), protocols::DecodeStatus::Ok);
    EXPECT_EQ(counters().other_messages, 1U);
    EXPECT_EQ(queue({1, 2}), (std::vector<std::uint64_t>{2}));
    EXPECT_EQ(books.counters().by_type[51], 1U);
    std::vector<std::byte> foreign(packet.begin(), packet.begin() + 12 + 2 + 8 + 11 + 3 + 40);
    store_le(foreign.data() + protocols::cme::mdp3::PacketHeader::kLength + 6, std::uint16_t{9});
    EXPECT_EQ(books.on_message(foreign, hearer), protocols::DecodeStatus::UnknownType);
}

/// A receiver finds the groups behind the block by the length of its version.
TEST_F(Mdp3CodecTest, ADefinitionSaysTheVersionThatItsBlockHas) {
    std::array<std::byte, 512> room{};
    const auto encoded =
        protocols::cme::mdp3::MDInstrumentDefinitionFuture::encode(room, [](auto&) {});
    const auto& header = protocols::cme::mdp3::MessageHeader::at(encoded.bytes.data());
    EXPECT_EQ(header.load_version(), 9U);
    EXPECT_EQ(header.load_block_length(), 216U);
}

TEST_F(Mdp3CodecTest, DefinitionsBeyondTheBoundsAreRefusedAndCounted) {
    define(1, "ESZ6-ESH7", "ES");  // nine characters
    define(2, "AAA", "A");
    define(3, "BBB", "B");
    define(4, "CCC", "C");  // the fifth of four
    EXPECT_EQ(books.codec().definition_counters().defined, 4U);
    EXPECT_EQ(books.codec().definition_counters().refused, 2U);
    EXPECT_EQ(books.directory()[{4}].symbol.view(), "BBB");
}

class Mdp3SelectedSymbols : public Mdp3CodecTest {
  protected:
    Mdp3SelectedSymbols() : Mdp3CodecTest({.symbols = {*Symbol::from("NQZ6")}, .orders_max = 8}) {}
};

TEST_F(Mdp3SelectedSymbols, OnlyTheyHaveBooks) {
    give({{.order_id = 1, .priority = 1}, {.order_id = 2, .priority = 2, .security_id = kNQ}});
    EXPECT_EQ(books.codec().definition_counters().unwanted, 1U);
    EXPECT_EQ(counters().unknown_securities, 1U);
    EXPECT_EQ(books.directory()[{1}].symbol.view(), "NQZ6");
    EXPECT_EQ(best({1}, Side::Buy).orders, 1U);
}

TEST(Mdp3Options, ThatCannotBeAreRefused) {
    EXPECT_FALSE(Mdp3Codec::create({.units_per_currency = 0}));
    EXPECT_FALSE(Mdp3Codec::create({.units_per_currency = 3}));
    EXPECT_FALSE(Mdp3Codec::create({.instruments_max = 0}));
    EXPECT_TRUE(Mdp3Codec::create({.units_per_currency = 1'000'000}));
}

TEST(Mdp3Scale, IsExactOrNothing) {
    const Mdp3Scale cents(100);
    EXPECT_EQ(cents.price_of(12'340'000'000), Price{1'234});
    EXPECT_EQ(cents.price_of(12'345'000'000), std::nullopt);
    EXPECT_EQ(cents.price_of(0), Price{0});
    const Mdp3Scale all(Mdp3Scale::kMantissasPerCurrency);
    EXPECT_EQ(all.price_of(book::kPriceMax.value), book::kPriceMax);
    EXPECT_EQ(all.price_of(book::kPriceMax.value + 1), std::nullopt);
}

}  // namespace
}  // namespace hotpath::feed
