#include "hotpath/book/books_state.hpp"

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "tests/reference/reference_books.hpp"

namespace hotpath::book {
namespace {

constexpr BooksOptions kBooks{
    .orders_max = 1'000, .levels_max = 1'000, .instruments_max = 5, .huge_pages = HugePages::Never};

L3Books random_books(std::uint64_t seed) {
    auto books = L3Books::create(kBooks);
    Random random(seed);
    for (std::uint64_t id = 1; id <= 600; ++id) {
        const OrderView order{.id = {id},
                              .instrument = {static_cast<std::uint16_t>(1 + random.below(5))},
                              .side = random.one_in(2) ? Side::Buy : Side::Sell,
                              .price = {static_cast<std::int64_t>(100 + random.below(20))},
                              .leaves_qty = {static_cast<std::uint32_t>(1 + random.below(500))}};
        EXPECT_EQ(books->add(order).status, BookStatus::Ok);
        static_cast<void>(books->remove({1 + random.below(id)}));
    }
    books->set_trading_state({3}, TradingState::Halted);
    books->set_trading_state({4}, TradingState::Trading);
    return std::move(*books);
}

TEST(BooksState, BooksThatAreLoadedAreTheBooksSaved) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        const L3Books saved = random_books(seed);
        StateWriter writer;
        save_books(writer, saved);
        auto loaded = L3Books::create(kBooks);
        StateReader reader(writer.bytes());
        load_books(reader, *loaded);
        ASSERT_TRUE(reader.is_done());
        EXPECT_EQ(loaded->checksum(), saved.checksum());
        EXPECT_EQ(loaded->open_orders(), saved.open_orders());
        EXPECT_EQ(loaded->trading_state({3}), TradingState::Halted);
        EXPECT_EQ(loaded->trading_state({4}), TradingState::Trading);
        EXPECT_EQ(loaded->trading_state({5}), TradingState::Unknown);
        StateWriter again;
        save_books(again, *loaded);
        EXPECT_TRUE(std::ranges::equal(again.bytes(), writer.bytes()));
    }
}

TEST(BooksState, CutAnywhereItIsRefused) {
    StateWriter writer;
    save_books(writer, random_books(1));
    for (std::size_t length = 0; length < writer.bytes().size(); length += 7) {
        auto loaded = L3Books::create(kBooks);
        StateReader reader(writer.bytes().first(length));
        load_books(reader, *loaded);
        EXPECT_FALSE(reader.is_ok()) << length;
    }
}

TEST(BooksState, BooksTooSmallRefuseIt) {
    StateWriter writer;
    save_books(writer, random_books(1));
    BooksOptions small = kBooks;
    small.orders_max = 10;
    auto loaded = L3Books::create(small);
    StateReader reader(writer.bytes());
    load_books(reader, *loaded);
    EXPECT_FALSE(reader.is_ok());

    BooksOptions other = kBooks;
    other.instruments_max = 6;
    auto more = L3Books::create(other);
    StateReader same(writer.bytes());
    load_books(same, *more);
    EXPECT_FALSE(same.is_ok());
}

}  // namespace
}  // namespace hotpath::book
