// A slow consumer sees each changed instrument once, newest state, and how much was folded.

#include "lab/conflation/conflator.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "tests/support/book_events.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

BookUpdate update_of(std::uint16_t instrument, bool bbo_changed = true) {
    return {.instrument = {instrument}, .bbo_changed = bbo_changed};
}

TEST(Conflator, NamesEachChangedInstrumentOnceLongestWaitingFirst) {
    Conflator conflator({.instruments_max = 9});
    for (const std::uint16_t instrument : std::array<std::uint16_t, 6>{3, 1, 3, 3, 9, 1}) {
        conflator.on_book(update_of(instrument));
    }
    EXPECT_EQ(conflator.dirty(), 3U);
    const auto news = [](std::uint16_t instrument, std::uint64_t updates) {
        return Conflated{.instrument = {instrument}, .bbo_changed = true, .updates = updates};
    };
    EXPECT_EQ(conflator.next(), news(3, 3));
    EXPECT_EQ(conflator.next(), news(1, 2));
    conflator.on_book(update_of(3));
    EXPECT_EQ(conflator.next(), news(9, 1));
    EXPECT_EQ(conflator.next(), news(3, 1));
    EXPECT_EQ(conflator.next(), std::nullopt);
}

TEST(Conflator, SaysWhetherTheBestPricesWereAmongTheChanges) {
    Conflator conflator({.instruments_max = 2});
    conflator.on_book(update_of(1, false));
    conflator.on_book(update_of(2, false));
    conflator.on_book(update_of(2, true));
    conflator.on_book(update_of(2, false));
    EXPECT_FALSE(conflator.next()->bbo_changed);
    EXPECT_TRUE(conflator.next()->bbo_changed);
}

TEST(Conflator, BestPricesOnlySkipsOtherLevels) {
    Conflator conflator({.instruments_max = 2, .bbo_only = true});
    conflator.on_book(update_of(1, false));
    EXPECT_EQ(conflator.dirty(), 0U);
    conflator.on_book(update_of(1, true));
    conflator.on_book(update_of(1, false));
    EXPECT_EQ(conflator.next()->updates, 1U);
}

TEST(Conflator, IgnoresInstrumentsBeyondItsBound) {
    Conflator conflator({.instruments_max = 2});
    conflator.on_book(update_of(3));
    EXPECT_EQ(conflator.dirty(), 0U);
}

TEST(Conflator, DrainsNoMoreThanItIsAskedFor) {
    L3Books books = *L3Books::create(
        {.orders_max = 10, .levels_max = 10, .instruments_max = 3, .huge_pages = HugePages::Never});
    Conflator conflator({.instruments_max = 3});
    for (std::uint16_t id = 1; id <= 3; ++id) {
        conflator.on_book(books.add({.id = {id},
                                     .instrument = {id},
                                     .side = Side::Sell,
                                     .price = {id * 100},
                                     .leaves_qty = {5}}));
    }
    std::vector<std::int64_t> asks;
    const auto take = [&](const Conflated&, const BookDepth<1>& depth) {
        asks.push_back(depth.bbo().ask.price.value);
        EXPECT_TRUE(depth.side(Side::Buy).empty());
        EXPECT_EQ(depth.side(Side::Sell).size(), 1U);
    };
    EXPECT_EQ(drain<1>(conflator, books, 2, take), 2U);
    EXPECT_EQ(asks, (std::vector<std::int64_t>{100, 200}));
    EXPECT_EQ(drain<1>(conflator, books, 2, take), 1U);
    EXPECT_EQ(drain<1>(conflator, books, 2, take), 0U);
}

/// The consumer that hears every update and copies the levels each time.
struct EveryUpdate {
    static constexpr std::size_t kLevels = 4;
    std::vector<BookDepth<kLevels>> newest;
    std::vector<std::uint64_t> updates;
};

TEST(ConflatorProperty, AfterADrainASlowConsumerHasTheStateOfACompleteOne) {
    constexpr std::uint16_t kInstruments = 30;
    support::RandomBookEvents events({.instruments = kInstruments, .prices = 20},
                                     support::seed_of_this_test(1));
    L3Books books = *L3Books::create({.orders_max = 4'000,
                                      .levels_max = 4'000,
                                      .instruments_max = kInstruments,
                                      .huge_pages = HugePages::Never});
    Conflator conflator({.instruments_max = kInstruments});
    EveryUpdate all{.newest = std::vector<BookDepth<4>>(kInstruments + 1U),
                    .updates = std::vector<std::uint64_t>(kInstruments + 1U)};
    EveryUpdate slow = all;
    for (int i = 0; i < 200'000; ++i) {
        events.next(books, [&](auto verb) {
            const BookUpdate update = verb(books);
            if (update.changed_book()) {
                conflator.on_book(update);
                all.newest[update.instrument.value] = depth_of<4>(books, update.instrument);
                ++all.updates[update.instrument.value];
            }
        });
        if (events.random().one_in(100)) {
            const NoAllocScope scope;
            drain<4>(conflator, books, 1 + events.random().below(2 * kInstruments),
                     [&](const Conflated& news, const BookDepth<4>& depth) {
                         slow.newest[news.instrument.value] = depth;
                         slow.updates[news.instrument.value] += news.updates;
                     });
            ASSERT_EQ(scope.allocations(), 0U);
            if (conflator.dirty() == 0) {
                ASSERT_EQ(slow.newest, all.newest) << "event " << i;
                ASSERT_EQ(slow.updates, all.updates) << "event " << i;
            }
        }
    }
    EXPECT_GT(all.updates[1], 1'000U);
}

}  // namespace
}  // namespace hotpath::book
