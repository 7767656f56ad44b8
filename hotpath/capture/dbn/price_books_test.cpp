#include "hotpath/capture/dbn/price_books.hpp"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/dbn_day.hpp"

namespace hotpath::capture::dbn {
namespace {

using namespace support;
using protocols::dbn::Mbp10Msg;
using protocols::dbn::Mbp1Msg;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
namespace schema = protocols::dbn::schema;

DbnReadBack read_levels(const std::vector<Mbp10Msg>& records) {
    return read_dbn(dbn_file(records, dbn_day_options(schema::kMbp10)));
}

std::vector<std::string> words_of(const std::vector<Mbp10Msg>& records) {
    const DbnReadBack read = read_levels(records);
    EXPECT_EQ(read.error, "");
    return read.words;
}

Mbp10Msg levels(const std::vector<DbnLevel>& bids, const std::vector<DbnLevel>& asks,
                std::uint8_t flags = kLastFlag) {
    return mbp<Mbp10Msg>('A', 'B', {}, bids, asks, flags);
}

Mbp10Msg traded(char aggressor, DbnLevel trade, const std::vector<DbnLevel>& bids,
                const std::vector<DbnLevel>& asks, std::uint8_t flags = 0) {
    return mbp<Mbp10Msg>('T', aggressor, trade, bids, asks, flags);
}

TEST(DbnLevels, EachIsOneOrderWhoseQuantityChanges) {
    EXPECT_THAT(
        words_of({levels({{5000, 10}}, {{5100, 7}}), levels({{5000, 4}}, {{5100, 9}}),
                  levels({}, {{5100, 9}, {5200, 1}})}),
        ElementsAre("A 1 B10@5000", "A 2 S7@5100", "X 1 6", "U 2 3 9@5100", "D 1", "A 4 S1@5200"));
}

TEST(DbnLevels, ALevelThatATradeReducesIsExecuted) {
    EXPECT_THAT(words_of({levels({{5000, 10}}, {{5100, 7}}),
                          traded('A', {5000, 4}, {{5000, 10}}, {{5100, 7}}),
                          levels({{5000, 6}}, {{5100, 7}})}),
                ElementsAre("A 1 B10@5000", "A 2 S7@5100", "E 1 4"));
}

TEST(DbnLevels, ATradeThroughTwoLevelsExecutesBothBestFirst) {
    EXPECT_THAT(
        words_of({levels({}, {{5100, 7}, {5200, 9}}),
                  traded('B', {5100, 7}, {}, {{5100, 7}, {5200, 9}}),
                  traded('B', {5200, 2}, {}, {{5100, 7}, {5200, 9}}), levels({}, {{5200, 6}})}),
        ElementsAre("A 1 S7@5100", "A 2 S9@5200", "E 1 7", "E 2 2", "X 2 1"));
}

TEST(DbnLevels, ATradeThatNoLevelShowsIsATradeMessage) {
    EXPECT_THAT(
        words_of({levels({{5000, 10}}, {}), traded('A', {5050, 4}, {{5000, 10}}, {}, kLastFlag)}),
        ElementsAre("A 1 B10@5000", "P B4@5050"));
}

TEST(DbnLevels, DisplayedSharesTradeBeforeHiddenOnesAndThoseThatRefillALevelAreNew) {
    EXPECT_THAT(words_of({levels({{5000, 10}}, {{5100, 7}}),
                          traded('A', {5000, 3}, {{5000, 10}}, {{5100, 7}}, kLastFlag),
                          traded('A', {5000, 25}, {{5000, 10}}, {{5100, 7}}, kLastFlag),
                          traded('B', {5100, 9}, {{5000, 10}}, {{5100, 7}}),
                          levels({{5000, 10}}, {{5100, 2}})}),
                ElementsAre("A 1 B10@5000", "A 2 S7@5100",           // the book
                            "E 1 3", "U 1 3 10@5000",                // less than displayed
                            "E 3 10", "P B15@5000", "A 4 B10@5000",  // more than displayed
                            "E 2 7", "P S2@5100", "A 5 S2@5100"));
}

TEST(DbnLevels, ATradeWithoutASideMayBeACrossAndExecutesWhatItsEventShowsLessOf) {
    EXPECT_THAT(
        words_of({levels({{5000, 10}}, {}), traded('N', {5000, 3}, {{5000, 10}}, {}, kLastFlag),
                  traded('N', {5000, 6}, {{5000, 10}}, {}), levels({{5000, 8}}, {})}),
        ElementsAre("A 1 B10@5000", "P B3@5000", "E 1 2", "P B4@5000"));
}

TEST(DbnLevels, WithinAnEventAreNotTaken) {
    EXPECT_THAT(words_of({levels({{5000, 10}}, {}, 0), levels({{5000, 11}}, {}, 0),
                          levels({{5000, 12}}, {})}),
                ElementsAre("A 1 B12@5000"));
}

TEST(DbnLevels, ThatLeaveTheViewAreDeletedBeforeTheNewOnes) {
    std::vector<DbnLevel> asks;
    for (int i = 0; i < 10; ++i) {
        asks.push_back({5100 + i, 1});
    }
    std::vector<DbnLevel> better = asks;
    better.insert(better.begin(), {5050, 2});
    better.pop_back();
    const auto words = words_of({levels({}, asks), levels({}, better)});
    ASSERT_EQ(words.size(), 12U);
    EXPECT_EQ(words[10], "D 10");
    EXPECT_EQ(words[11], "A 11 S2@5050");
}

TEST(DbnLevels, AClearedBookIsEmpty) {
    EXPECT_THAT(words_of({levels({{5000, 10}}, {{5100, 7}}), mbp<Mbp10Msg>('R', 'N', {}, {}, {})}),
                ElementsAre("A 1 B10@5000", "A 2 S7@5100", "D 1", "D 2"));
}

TEST(DbnLevels, AreCountedAndCalledByPrice) {
    const DbnReadBack read = read_levels({levels({{5000, 1}}, {}), levels({{5000, 2}}, {}, 0)});
    EXPECT_EQ(read.stats.book_rows, 1U);
    EXPECT_EQ(read.source.basis, BookBasis::ByPrice);
    EXPECT_EQ(read.source.levels, 10U);
}

TEST(DbnLevels, OfMbp1AreOne) {
    const DbnReadBack read = read_dbn(dbn_file<Mbp1Msg>(
        {mbp<Mbp1Msg>('A', 'B', {}, {{5000, 10}}, {}), mbp<Mbp1Msg>('A', 'B', {}, {{5001, 3}}, {})},
        dbn_day_options(schema::kMbp1)));
    EXPECT_THAT(read.words, ElementsAre("A 1 B10@5000", "D 1", "A 2 B3@5001"));
    EXPECT_EQ(read.source.levels, 1U);
}

TEST(DbnLevels, OfTbboAreThoseBeforeEachTradeWithOrWithoutTheEndOfTheEvent) {
    const auto options = dbn_day_options(schema::kTbbo);
    const DbnReadBack read =
        read_dbn(dbn_file<Mbp1Msg>({mbp<Mbp1Msg>('T', 'A', {5000, 4}, {{5000, 10}}, {{5100, 1}}, 0),
                                    mbp<Mbp1Msg>('T', 'B', {5100, 1}, {{5000, 6}}, {{5100, 1}})},
                                   options));
    EXPECT_THAT(read.words, ElementsAre("A 1 B10@5000", "A 2 S1@5100", "E 1 4", "E 2 1"));
}

TEST(DbnLevels, OfTbboThatTradesBeyondTheQuoteAreHiddenTrades) {
    const DbnReadBack read =
        read_dbn(dbn_file<Mbp1Msg>({mbp<Mbp1Msg>('T', 'A', {5000, 14}, {{5000, 10}}, {{5100, 1}}),
                                    mbp<Mbp1Msg>('T', 'A', {5000, 3}, {{5000, 10}}, {{5100, 1}})},
                                   dbn_day_options(schema::kTbbo)));
    EXPECT_THAT(read.words, ElementsAre("A 1 B10@5000", "A 2 S1@5100", "E 1 10", "P B4@5000",
                                        "A 3 B10@5000", "E 3 3"));
}

TEST(DbnTrades, AloneMakeNoBook) {
    auto trade = of_day<protocols::dbn::TradeMsg>();
    trade.store_action('T');
    trade.store_side('B');
    trade.store_price(500'000'000);
    trade.store_size(3);
    const DbnReadBack read =
        read_dbn(dbn_file<protocols::dbn::TradeMsg>({trade}, dbn_day_options(schema::kTrades)));
    EXPECT_THAT(read.words, ElementsAre("P S3@5000"));
    EXPECT_EQ(read.source.basis, BookBasis::ByPrice);
    EXPECT_EQ(read.source.levels, 0U);
}

TEST(DbnLevels, ThatCannotBeAreAnErrorThatNamesTheRecord) {
    const auto error_of = [](const Mbp10Msg& record) { return read_levels({record}).error; };
    EXPECT_THAT(error_of(levels({{5000, 1}, {5000, 1}}, {})),
                HasSubstr("day.dbn: record 1 (mbp-10, instrument 7, byte "));
    EXPECT_THAT(error_of(levels({{5000, 1}, {5001, 1}}, {})),
                HasSubstr("level 1 of the bids: its price is not worse"));
    EXPECT_THAT(error_of(levels({}, {{5000, 1}, {4999, 1}})),
                HasSubstr("level 1 of the asks: its price is not worse"));
    EXPECT_THAT(error_of(levels({{5000, 0}}, {})), HasSubstr("a price and no size"));
    EXPECT_THAT(error_of(levels({{5001, 1}}, {{5000, 1}})),
                HasSubstr("the book of ABC is crossed: bid 0.5001 above ask 0.5"));
    EXPECT_THAT(error_of(levels({{-1, 1}}, {})), HasSubstr("level 0 of the bids: price -0.0001"));
    EXPECT_THAT(error_of(mbp<Mbp10Msg>('Z', 'B', {}, {}, {})), HasSubstr("action 'Z' must be"));
    Mbp10Msg gap = levels({{5000, 1}, {4999, 1}}, {});
    gap.level(0).store_bid_px(protocols::dbn::kUndefinedPrice);
    EXPECT_THAT(error_of(gap), HasSubstr("level 1 of the bids: an empty level is before it"));
    Mbp10Msg scale = levels({{5000, 1}}, {});
    scale.level(0).store_bid_px(500'050'000);
    EXPECT_THAT(error_of(scale), HasSubstr("price 0.50005 is not a multiple of 0.0001"));
}

TEST(DbnLevels, MayBeCrossedBeforeTradingBegins) {
    DbnFile file(dbn_day_options(schema::kMbp10));
    auto status = of_day<protocols::dbn::StatusMsg>();
    status.store_action(protocols::dbn::status_action::kPreOpen);
    file.add(status);
    file.add(levels({{5001, 1}}, {{5000, 1}}));
    EXPECT_EQ(read_dbn(file).error, "");
}

/// The orders of ITCH messages, as levels.
struct LevelsOfMessages : protocols::nasdaq::itch50::NullListener {
    struct Order {
        char side = 'B';
        std::uint32_t price = 0;
        std::uint32_t qty = 0;
    };
    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) {
        orders[m.load_order_reference_number()] = {m.load_buy_sell_indicator(), m.load_price(),
                                                   m.load_shares()};
    }
    void on_order_delete(const protocols::nasdaq::itch50::OrderDelete& m) {
        EXPECT_EQ(orders.erase(m.load_order_reference_number()), 1U);
    }
    void on_order_cancel(const protocols::nasdaq::itch50::OrderCancel& m) {
        take(m.load_order_reference_number(), m.load_cancelled_shares());
    }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) {
        traded += m.load_executed_shares();
        take(m.load_order_reference_number(), m.load_executed_shares());
    }
    void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) {
        Order order = orders.at(m.load_original_order_reference_number());
        EXPECT_EQ(orders.erase(m.load_original_order_reference_number()), 1U);
        order.qty = m.load_shares();
        order.price = m.load_price();
        orders[m.load_new_order_reference_number()] = order;
    }
    void on_trade(const protocols::nasdaq::itch50::Trade& m) { traded += m.load_shares(); }

    void take(std::uint64_t id, std::uint32_t qty) {
        Order& order = orders.at(id);
        ASSERT_LE(qty, order.qty);
        order.qty -= qty;
        if (order.qty == 0) {
            orders.erase(id);
        }
    }
    [[nodiscard]] std::map<std::uint32_t, std::uint32_t> side(char of) const {
        std::map<std::uint32_t, std::uint32_t> side;
        for (const auto& [id, order] : orders) {
            if (order.side == of) {
                EXPECT_TRUE(side.emplace(order.price, order.qty).second) << "one order a level";
            }
        }
        return side;
    }

    std::map<std::uint64_t, Order> orders;
    std::uint64_t traded = 0;
};

/// Ten levels at most of a side, at random.
std::vector<DbnLevel> random_side(Random& random, char side) {
    std::vector<DbnLevel> levels;
    std::int64_t price = 5000;
    while (levels.size() < 10 && !random.one_in(6)) {
        price += (side == 'B' ? -1 : 1) * static_cast<std::int64_t>(1 + random.below(3));
        levels.push_back({price, static_cast<std::uint32_t>(1 + random.below(4))});
    }
    return levels;
}

TEST(DbnLevels, TheBookAfterEachEventHasExactlyTheLevelsOfItsRecord) {
    Random random(20'240'102);
    LevelsOfMessages book;
    std::vector<Mbp10Msg> records;
    std::vector<std::pair<std::vector<DbnLevel>, std::vector<DbnLevel>>> rows;
    std::uint64_t traded_size = 0;
    for (int event = 0; event < 400; ++event) {
        rows.emplace_back(random_side(random, 'B'), random_side(random, 'A'));
        for (std::uint64_t trades = random.below(3); trades > 0; --trades) {
            const DbnLevel trade{static_cast<std::int64_t>(4996 + random.below(9)), 2};
            records.push_back(traded(random.one_in(2) ? 'A' : 'B', trade, {}, {}));
            traded_size += trade.size;
        }
        records.push_back(levels(rows.back().first, rows.back().second));
        // The messages up to here, of a file cut here.
        const DbnFile file = dbn_file(records, dbn_day_options(schema::kMbp10));
        if (event % 40 != 39) {
            continue;
        }
        book = {};
        auto stream = capture::open(std::make_unique<MemorySource>("day.dbn", file.bytes()));
        ASSERT_TRUE(stream);
        for (auto block = (*stream)->next_block(); block && !block->empty();
             block = (*stream)->next_block()) {
            protocols::FrameCursor frames(*block);
            for (Bytes message; frames.next(message);) {
                static_cast<void>(protocols::nasdaq::itch50::decode(message, book));
            }
        }
        for (const char side : {'B', 'S'}) {
            std::map<std::uint32_t, std::uint32_t> expected;
            for (const DbnLevel& level : side == 'B' ? rows.back().first : rows.back().second) {
                expected.emplace(static_cast<std::uint32_t>(level.price), level.size);
            }
            ASSERT_EQ(book.side(side), expected) << "event " << event;
        }
        ASSERT_EQ(book.traded, traded_size) << "each trade is handed out once";
    }
}

}  // namespace
}  // namespace hotpath::capture::dbn
