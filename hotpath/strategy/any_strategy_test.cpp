// AnyStrategy passes every event on to the strategy in it, allocates at construction alone, and
// its dry run changes nothing.
#include "hotpath/strategy/any_strategy.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::strategy {
namespace {

/// Notes the events in the order in which they come.
struct Notes {
    void add(char event) noexcept { text[count++ % sizeof(text)] = event; }
    [[nodiscard]] std::string str() const { return {text, count}; }

    char text[16]{};
    std::size_t count = 0;
};

struct Noting {
    void on_instrument(const Instrument&) noexcept { notes->add('i'); }
    void on_book(const book::BookView&, const Context&, oms::Intents&) noexcept { notes->add('b'); }
    void prefetch(InstrumentId) const noexcept { notes->add('h'); }
    void on_timer(const Context&, oms::Intents&) noexcept { notes->add('t'); }
    void on_trade(const Trade&, const Context&) noexcept { notes->add('x'); }
    void on_fill(const oms::Fill&, const Context&) noexcept { notes->add('f'); }
    void on_reject(const oms::Rejection&, const Context&) noexcept { notes->add('r'); }
    void on_books_state(BooksState, const Context&) noexcept { notes->add('s'); }

    Notes* notes;
};

class AnyStrategies : public testing::Test {
  protected:
    void send_every_event(AnyStrategy& any, const QueueContext& context) {
        oms::Intents intents({1});
        const book::BookView book(books_, InstrumentId{1});
        any.on_instrument({});
        any.on_book(book, context, intents);
        any.prefetch({1});
        any.on_timer(context, intents);
        any.on_trade({}, context);
        any.on_fill({}, context);
        any.on_reject({}, context);
        any.on_books_state(BooksState::Stale, context);
    }
    book::L3Books books_ = *book::L3Books::create({.orders_max = 100,
                                                   .levels_max = 100,
                                                   .instruments_max = 3,
                                                   .huge_pages = HugePages::Never});
    oms::Orders orders_ = *oms::Orders::create({.instruments_max = 3});
    Notes notes_;
};

TEST_F(AnyStrategies, PassEveryEventOn) {
    AnyStrategy any(Noting{&notes_});
    send_every_event(any, {{{}, orders_}, nullptr});
    EXPECT_EQ(notes_.str(), "ibhtxfrs");
}

TEST_F(AnyStrategies, AllocateNothingAfterConstruction) {
    AnyStrategy any(Noting{&notes_});
    const QueueContext context{{{}, orders_}, nullptr};
    const NoAllocScope scope;
    AnyStrategy moved(std::move(any));
    send_every_event(moved, context);
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::strategy
