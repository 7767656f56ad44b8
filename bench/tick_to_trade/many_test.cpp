// Several strategies as one: each decides in turn and gets every event.

#include "bench/tick_to_trade/many.hpp"

#include <gtest/gtest.h>

#include "hotpath/oms/orders.hpp"

namespace hotpath::strategy {
namespace {

struct Counting : NullStrategy {
    explicit Counting(std::int64_t at) : price(at) {}

    void on_book(const book::BookView& book, const Context&, oms::Intents& intents) noexcept {
        last = intents.enter({.instrument = book.instrument(), .qty = {100}, .price = {price}});
    }
    void on_timer(const Context&, oms::Intents&) noexcept { ++told; }
    void on_trade(const Trade&, const Context&) noexcept { ++told; }
    void on_fill(const oms::Fill&, const Context&) noexcept { ++told; }
    void on_reject(const oms::Rejection&, const Context&) noexcept { ++told; }
    void on_books_state(BooksState, const Context&) noexcept { ++told; }
    void on_instrument(const Instrument&) noexcept { ++told; }

    std::int64_t price;
    ClOrdId last{};
    int told = 0;
};

TEST(Many, EachDecidesInTurnAndHearsEverything) {
    const book::L3Books books = *book::L3Books::create(
        {.orders_max = 1, .levels_max = 1, .instruments_max = 1, .huge_pages = HugePages::Never});
    const oms::Orders orders = *oms::Orders::create({.instruments_max = 1});
    const Context context{{}, orders};
    Many<Counting> many({Counting(10), Counting(20)});
    oms::Intents intents({7});
    many.on_book({books, {1}}, context, intents);
    ASSERT_EQ(intents.all().size(), 2U);
    EXPECT_EQ(intents.all()[0].price, Price{10});
    EXPECT_EQ(many.strategies()[1].last, ClOrdId{8});
    many.on_timer(context, intents);
    many.on_trade({}, context);
    many.on_fill({}, context);
    many.on_reject({}, context);
    many.on_books_state(BooksState::Stale, context);
    many.on_instrument({});
    for (const Counting& each : many.strategies()) {
        EXPECT_EQ(each.told, 6);
    }
}

}  // namespace
}  // namespace hotpath::strategy
