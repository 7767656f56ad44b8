// The books of published messages: what is noted as changed, once and as it was.

#include "hotpath/protocols/fix/venue/data/published_books.hpp"

#include <array>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/listing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::exchange {
namespace {

constexpr InstrumentId kPublishedId{1};

class PublishedBooksTest : public testing::Test {
  protected:
    void SetUp() override {
        protocols::nasdaq::itch50::StockDirectory directory;
        directory.store_stock_locate(1);
        protocols::nasdaq::itch50::fill_directory(directory, *Symbol::from("AAPL"));
        books_.on_message(directory.bytes());
        books_.watch(kPublishedId);
    }
    void add(std::uint64_t id, Side side, std::uint32_t qty, std::uint32_t price) {
        protocols::nasdaq::itch50::AddOrder m;
        m.store_stock_locate(1);
        m.store_order_reference_number(id);
        m.store_buy_sell_indicator(protocols::nasdaq::itch50::to_buy_sell_indicator(side));
        m.store_shares(qty);
        m.store_stock(*Symbol::from("AAPL"));
        m.store_price(price);
        books_.on_message(m.bytes());
    }
    void remove(std::uint64_t id) {
        protocols::nasdaq::itch50::OrderDelete m;
        m.store_stock_locate(1);
        m.store_order_reference_number(id);
        books_.on_message(m.bytes());
    }
    std::vector<std::int64_t> changed(Side side) {
        books_.sort_changes();
        std::vector<std::int64_t> prices;
        for (const LevelChange& change : books_.changes(kPublishedId, side)) {
            prices.push_back(book::price_of(side, change.rank).value);
        }
        return prices;
    }

    PublishedBooks books_ =
        std::move(*PublishedBooks::create({.books = {.orders_max = 16,
                                                     .levels_max = 16,
                                                     .instruments_max = 2,
                                                     .huge_pages = HugePages::Never},
                                           .changes_max = 8,
                                           .trades_max = 4}));
};

using PublishedPrices = std::vector<std::int64_t>;

TEST_F(PublishedBooksTest, ALevelIsNotedOnceAsItWas) {
    add(1, Side::Buy, 10, 100);
    books_.clear_changes();
    add(2, Side::Buy, 5, 100);
    add(3, Side::Buy, 5, 100);
    add(4, Side::Buy, 5, 101);
    add(5, Side::Sell, 5, 103);
    add(6, Side::Sell, 5, 102);
    EXPECT_EQ(changed(Side::Buy), (PublishedPrices{101, 100})) << "the best first";
    EXPECT_EQ(changed(Side::Sell), (PublishedPrices{102, 103}));
    EXPECT_EQ(books_.changes(kPublishedId, Side::Buy)[1].before,
              (book::Level{.price = {100}, .qty = {10}, .orders = 1}));
    EXPECT_EQ(books_.changes(kPublishedId, Side::Buy)[0].before.orders, 0U);
    EXPECT_EQ(books_.changed().size(), 1U);
}

TEST_F(PublishedBooksTest, ALevelThatIsAsItWasHasNotChanged) {
    add(1, Side::Buy, 10, 100);
    remove(1);
    remove(7);  // unknown
    EXPECT_EQ(changed(Side::Buy), PublishedPrices{});
}

TEST_F(PublishedBooksTest, AReplaceChangesTwoLevels) {
    add(1, Side::Sell, 10, 100);
    books_.clear_changes();
    protocols::nasdaq::itch50::OrderReplace m;
    m.store_stock_locate(1);
    m.store_original_order_reference_number(1);
    m.store_new_order_reference_number(2);
    m.store_shares(3);
    m.store_price(99);
    books_.on_message(m.bytes());
    EXPECT_EQ(changed(Side::Sell), (PublishedPrices{99, 100}));
}

TEST_F(PublishedBooksTest, AnExecutionIsATradeAtTheOrdersPrice) {
    add(1, Side::Sell, 10, 100);
    books_.clear_changes();
    protocols::nasdaq::itch50::OrderExecuted m;
    m.store_stock_locate(1);
    m.store_order_reference_number(1);
    m.store_executed_shares(4);
    books_.on_message(m.bytes());
    books_.sort_changes();
    ASSERT_EQ(books_.trades(kPublishedId).size(), 1U);
    EXPECT_EQ(books_.trades(kPublishedId)[0].price, (Price{100}));
    EXPECT_EQ(books_.last_trade(kPublishedId).qty, 4U);
    EXPECT_EQ(changed(Side::Sell), PublishedPrices{100});
}

TEST_F(PublishedBooksTest, OfWhatIsNotWatchedNothingIsNoted) {
    books_.unwatch(kPublishedId);
    add(1, Side::Buy, 10, 100);
    EXPECT_FALSE(books_.has_changes());
    EXPECT_EQ(books_.books().open_orders(), 1U);
}

TEST_F(PublishedBooksTest, ThereIsRoomForSoManyChanges) {
    for (std::uint64_t id = 1; books_.has_room(); ++id) {
        add(id, Side::Buy, 1, 100);
    }
    EXPECT_EQ(books_.books().open_orders(), 7U) << "two are kept for a replace";
    books_.clear_changes();
    EXPECT_TRUE(books_.has_room());
}

TEST_F(PublishedBooksTest, BytesThatAreNoItchAreCounted) {
    const std::array<std::byte, 3> bytes{};
    books_.on_message(bytes);
    EXPECT_EQ(books_.counters().undecodable, 1U);
}

}  // namespace
}  // namespace hotpath::exchange
