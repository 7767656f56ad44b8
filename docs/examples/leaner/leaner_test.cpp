// What Leaner sends when it sees a book.
#include "leaner.hpp"

#include <cstddef>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/oms/orders.hpp"

namespace own {
namespace {

class LeanerOnABook : public testing::Test {
  protected:
    static constexpr InstrumentId kInstrument{1};

    void quote(Side side, Price price, Qty qty) {
        books_.add({.id = {++orders_in_book_},
                    .instrument = kInstrument,
                    .side = side,
                    .price = price,
                    .leaves_qty = qty});
    }
    /// Shown the book, it has filled `intents_`.
    std::size_t intents_of_book() {
        strategy_.on_book(book::BookView(books_, kInstrument), {{}, orders_}, intents_);
        return intents_.all().size();
    }

    book::L3Books books_ = *book::L3Books::create(
        {.orders_max = 100, .levels_max = 100, .instruments_max = kInstrument.value});
    oms::Orders orders_ = *oms::Orders::create({.instruments_max = kInstrument.value});
    oms::Intents intents_{{1}};
    Leaner strategy_{{.instruments_max = kInstrument.value}};
    std::uint64_t orders_in_book_ = 0;
};

TEST_F(LeanerOnABook, BuysWhenMuchMoreIsBid) {
    quote(Side::Buy, {100'000}, {500});
    quote(Side::Sell, {100'100}, {100});
    ASSERT_EQ(intents_of_book(), 1U);
    EXPECT_EQ(intents_.all()[0].side, Side::Buy);
    EXPECT_EQ(intents_.all()[0].qty, Qty{100});
}

TEST_F(LeanerOnABook, SellsWhenMuchMoreIsOffered) {
    quote(Side::Buy, {100'000}, {100});
    quote(Side::Sell, {100'100}, {500});
    ASSERT_EQ(intents_of_book(), 1U);
    EXPECT_EQ(intents_.all()[0].side, Side::Sell);
}

TEST_F(LeanerOnABook, WaitsWhileTheSidesAreAlike) {
    quote(Side::Buy, {100'000}, {400});
    quote(Side::Sell, {100'100}, {100});
    EXPECT_EQ(intents_of_book(), 0U);
}

}  // namespace
}  // namespace own
