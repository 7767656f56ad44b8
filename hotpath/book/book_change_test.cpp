// BookChange: the change of orders and levels, and a book by price kept from changes alone.

#include "hotpath/book/book_change.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "lab/levels/l2_book.hpp"
#include "tests/reference/reference_books.hpp"
#include "tests/support/book_events.hpp"
#include "tests/support/last_change.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

constexpr InstrumentId kFollowed{1};

OrderView buy(std::uint64_t id, std::int64_t price, std::uint32_t qty) {
    return {.id = {id},
            .instrument = kFollowed,
            .side = Side::Buy,
            .price = {price},
            .leaves_qty = {qty}};
}

class BookChangeTest : public ::testing::Test {
  protected:
    const BookChange& last() const { return recorder.last(); }
    std::vector<Level> levels() const {
        const auto levels = levels_changed(books, last());
        return {levels.begin(), levels.end()};
    }

    L3Books books = *L3Books::create(
        {.orders_max = 10, .levels_max = 10, .instruments_max = 2, .huge_pages = HugePages::Never});
    support::LastChange<L3Books> recorder{books};
};

TEST_F(BookChangeTest, AnAddChangesItsLevel) {
    recorder.add(buy(1, 100, 50));
    recorder.add(buy(2, 100, 30));
    EXPECT_EQ(last().verb, BookVerb::Add);
    EXPECT_EQ(last().before.leaves_qty, Qty{0});
    EXPECT_EQ(last().after, buy(2, 100, 30));
    EXPECT_EQ(levels(), std::vector{(Level{.price = {100}, .qty = {80}, .orders = 2})});
    EXPECT_TRUE(last().bbo_changed());
}

TEST_F(BookChangeTest, AChangeBehindTheBestLeavesTheBestBidAlone) {
    recorder.add(buy(1, 100, 50));
    recorder.add(buy(2, 90, 30));
    EXPECT_FALSE(last().bbo_changed());
    recorder.reduce({2}, {10});
    EXPECT_FALSE(last().bbo_changed());
    EXPECT_EQ(last().before, buy(2, 90, 30));
    EXPECT_EQ(last().after, buy(2, 90, 20));
    recorder.remove({1});
    EXPECT_TRUE(last().bbo_changed());
}

TEST_F(BookChangeTest, TheLastOrderOfALevelTakesTheLevelWithIt) {
    recorder.add(buy(1, 100, 50));
    recorder.execute({1}, {20});
    EXPECT_EQ(last().after, buy(1, 100, 30));
    recorder.execute({1}, {70});
    EXPECT_EQ(last().update.status, BookStatus::OverExecution);
    EXPECT_EQ(last().after, buy(1, 100, 0));
    EXPECT_EQ(levels(), std::vector{(Level{.price = {100}})});
}

TEST_F(BookChangeTest, AReplaceChangesTheLevelLeftAndTheLevelJoined) {
    recorder.add(buy(1, 100, 50));
    recorder.replace({1}, {.id = {2}, .qty = {40}, .price = {110}});
    EXPECT_EQ(last().before, buy(1, 100, 50));
    EXPECT_EQ(last().after, buy(2, 110, 40));
    EXPECT_EQ(levels(), (std::vector{Level{.price = {100}},
                                     Level{.price = {110}, .qty = {40}, .orders = 1}}));
    recorder.replace({2}, {.id = {3}, .qty = {60}, .price = {110}});
    EXPECT_EQ(levels(), std::vector{(Level{.price = {110}, .qty = {60}, .orders = 1})});
}

TEST_F(BookChangeTest, ARefusedCommandChangesNothing) {
    recorder.add(buy(1, 100, 50));
    recorder.execute({9}, {10});
    EXPECT_FALSE(last().changed_book());
    recorder.add(buy(1, 100, 50));
    EXPECT_FALSE(last().changed_book());
    recorder.reduce({1}, {0});
    EXPECT_FALSE(last().changed_book());
    recorder.replace({1}, {.id = {2}, .qty = {0}, .price = {100}});
    EXPECT_FALSE(last().changed_book());
    recorder.replace({8}, {.id = {9}, .qty = {10}, .price = {100}});
    EXPECT_FALSE(last().changed_book());
    EXPECT_EQ(books.best(kFollowed, Side::Buy), (Level{.price = {100}, .qty = {50}, .orders = 1}));
}

TEST_F(BookChangeTest, AReplaceThatFindsNoLevelIsAChangeAllTheSame) {
    L3Books tight = *L3Books::create(
        {.orders_max = 10, .levels_max = 1, .instruments_max = 1, .huge_pages = HugePages::Never});
    support::LastChange<L3Books> change(tight);
    change.add(buy(1, 100, 50));
    change.add(buy(2, 100, 50));
    change.replace({1}, {.id = {3}, .qty = {40}, .price = {110}});
    EXPECT_EQ(change.last().update.status, BookStatus::LevelsFull);
    EXPECT_TRUE(change.last().changed_book());
    EXPECT_EQ(change.last().after, buy(1, 100, 0));
    ASSERT_EQ(change.last().level_keys().size(), 1U);
    EXPECT_EQ(change.last().level_keys()[0], (LevelKey{.side = Side::Buy, .price = {100}}));
}

/// The follower: levels by price, from nothing but what changes say.
class Follower {
  public:
    explicit Follower(std::uint16_t instruments) {
        for (unsigned id = 0; id <= instruments; ++id) {
            books_.push_back(*L2Book::create({.levels_max = 256}));
        }
    }

    void on_change(const BookChange& change, const L3Books& books) {
        for (const Level& level : levels_changed(books, change)) {
            ASSERT_TRUE(books_[change.instrument().value].set_level(change.side(), level));
        }
    }
    [[nodiscard]] const L2Book& operator[](InstrumentId id) const { return books_[id.value]; }

  private:
    std::vector<L2Book> books_;
};

TEST(BookChangeProperty, ABookByPriceFollowsFromTheChangedLevelsAlone) {
    constexpr support::BookFlow kFlow{.instruments = 3, .prices = 40, .orders_wanted = 300};
    support::RandomBookEvents events(kFlow, support::seed_of_this_test(1));
    L3Books books = *L3Books::create({.orders_max = 2'000,
                                      .levels_max = 2'000,
                                      .instruments_max = 3,
                                      .huge_pages = HugePages::Never});
    support::LastChange<L3Books> recorder(books);
    Follower follower(kFlow.instruments);
    for (int i = 0; i < 200'000; ++i) {
        const Bbo before = books.bbo(kFollowed);
        events.next(books, [&](auto verb) { verb(recorder); });
        const BookChange& change = recorder.last();
        if (change.changed_book()) {
            follower.on_change(change, books);
        }
        const InstrumentId instrument = change.instrument();
        std::array<Level, 64> expected{};
        std::array<Level, 64> followed{};
        const std::size_t levels = books.depth(instrument, change.side(), expected);
        ASSERT_EQ(follower[instrument].depth(change.side(), followed), levels);
        ASSERT_EQ(followed, expected) << "event " << i;
        if (!change.bbo_changed() || instrument != kFollowed) {
            ASSERT_EQ(books.bbo(kFollowed), before) << "event " << i;
        }
    }
}

TEST(BookChangeProperty, EveryChangeIsWhatTheTwinShowsBeforeAndAfter) {
    support::RandomBookEvents events({}, support::seed_of_this_test(2));
    const BooksOptions bounds{.orders_max = 3'000,
                              .levels_max = 1'000,
                              .instruments_max = 4,
                              .huge_pages = HugePages::Never};
    L3Books books = *L3Books::create(bounds);
    ReferenceBooks twin = *ReferenceBooks::create(bounds);
    support::LastChange<L3Books> recorder(books);
    for (int i = 0; i < 100'000; ++i) {
        events.next(books, [&](auto verb) {
            const NoAllocScope scope;
            verb(recorder);
            ASSERT_EQ(scope.allocations(), 0U);
            const BookChange& change = recorder.last();
            if (change.verb != BookVerb::Add && change.changed_book()) {
                ASSERT_EQ(twin.find(change.before.id), change.before);
            }
            verb(twin);
            if (change.changed_book()) {
                const auto after = twin.find(change.after.id);
                ASSERT_EQ(after.has_value(), change.after.leaves_qty.value != 0);
                ASSERT_TRUE(!after || *after == change.after);
            }
        });
        ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "event " << i;
    }
}

}  // namespace
}  // namespace hotpath::book
