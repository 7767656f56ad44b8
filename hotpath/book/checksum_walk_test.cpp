// A checksum made in steps is the checksum, and no step visits more than it may.
#include "hotpath/book/checksum_walk.hpp"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

constexpr std::uint16_t kInstruments = 3;

L3Books books_of(std::uint32_t dense_ids) {
    return *L3Books::create({.orders_max = 20'000,
                             .levels_max = 20'000,
                             .instruments_max = kInstruments,
                             .dense_ids = dense_ids,
                             .huge_pages = HugePages::Never});
}

/// An event in a book of up to 300 prices a side.
void change(L3Books& books, Random& random, std::uint64_t id) {
    const InstrumentId instrument{static_cast<std::uint16_t>(1 + random.below(kInstruments))};
    const Side side = random.one_in(2) ? Side::Buy : Side::Sell;
    books.add({.id = {id},
               .instrument = instrument,
               .side = side,
               .price = {static_cast<std::int64_t>(random.below(300))},
               .leaves_qty = {static_cast<std::uint32_t>(1 + random.below(100))}});
    books.execute({random.below(id)}, {static_cast<std::uint32_t>(1 + random.below(60))});
    if (random.one_in(3)) {
        books.remove({random.below(id)});
    }
}

std::uint32_t size_of(const L3Books& books, InstrumentId instrument) {
    std::uint32_t orders = 0;
    std::uint32_t levels = 0;
    for (const Side side : {Side::Buy, Side::Sell}) {
        books.for_each_order(instrument, side, [&](const OrderView&) { ++orders; });
        levels += static_cast<std::uint32_t>(books.level_count(instrument, side));
    }
    return orders + levels;
}

/// In steps of so many visits; fails when one makes more, or they are not the book's size together.
std::uint64_t walked(const L3Books& books, InstrumentId instrument, std::uint32_t visits_max) {
    const std::uint32_t size = size_of(books, instrument);
    std::uint32_t visits = 0;
    ChecksumWalk walk;
    walk.begin(books, instrument);
    while (!walk.is_done()) {
        const std::uint32_t made = walk.step(books, visits_max);
        EXPECT_LE(made, visits_max);
        EXPECT_TRUE(made == visits_max || walk.is_done());
        visits += made;
        if (visits > size) {
            ADD_FAILURE() << "more visits than levels and orders";
            break;
        }
    }
    EXPECT_EQ(visits, size);
    return walk.value();
}

TEST(ChecksumWalk, IsTheChecksumForEveryLengthOfStep) {
    for (const std::uint32_t dense_ids : {0U, 30'000U}) {
        Random random(support::seed_of_this_test(dense_ids + 1));
        L3Books books = books_of(dense_ids);
        for (std::uint64_t id = 1; id <= 20'000; ++id) {
            change(books, random, id);
            if (id % 2'000 != 0) {
                continue;
            }
            for (std::uint16_t instrument = 1; instrument <= kInstruments; ++instrument) {
                for (const std::uint32_t visits_max : {1U, 2U, 7U, 8U, 1'000U, 1'000'000U}) {
                    ASSERT_EQ(walked(books, {instrument}, visits_max), books.checksum({instrument}))
                        << instrument << " after " << id << " in steps of " << visits_max;
                }
            }
        }
        EXPECT_GT(books.open_orders(), 1'000U);
    }
}

TEST(ChecksumWalk, OfABookWithoutOrdersIsZeroAtOnce) {
    const L3Books books = books_of(0);
    for (const InstrumentId instrument : {InstrumentId{1}, InstrumentId{0}, InstrumentId{999}}) {
        ChecksumWalk walk;
        walk.begin(books, instrument);
        EXPECT_TRUE(walk.is_done());
        EXPECT_EQ(walk.value(), books.checksum(instrument));
        EXPECT_EQ(walk.step(books, 8), 0U);
    }
}

TEST(ChecksumWalk, OfABookWithOneSideIsTheChecksum) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        L3Books books = books_of(0);
        for (std::uint64_t id = 1; id <= 40; ++id) {
            books.add({.id = {id},
                       .instrument = {1},
                       .side = side,
                       .price = {static_cast<std::int64_t>(id % 20)},
                       .leaves_qty = {10}});
        }
        EXPECT_EQ(walked(books, {1}, 3), books.checksum({1}));
    }
}

TEST(ChecksumWalk, BegunAgainAfterAChangeIsTheChecksumOfTheNewBook) {
    Random random(support::seed_of_this_test(7));
    L3Books books = books_of(0);
    ChecksumWalk walk;
    for (std::uint64_t id = 1; id <= 2'000; ++id) {
        change(books, random, id);
        walk.begin(books, {1});
        if (id % 100 == 0) {
            while (!walk.is_done()) {
                walk.step(books, 5);
            }
            ASSERT_EQ(walk.value(), books.checksum({1}));
        } else {
            walk.step(books, 5);
        }
    }
}

TEST(ChecksumWalk, AllocatesNothing) {
    Random random(support::seed_of_this_test(8));
    L3Books books = books_of(0);
    for (std::uint64_t id = 1; id <= 500; ++id) {
        change(books, random, id);
    }
    const std::uint64_t expected = books.checksum({2});
    const NoAllocScope scope;
    ChecksumWalk walk;
    walk.begin(books, {2});
    while (!walk.is_done()) {
        walk.step(books, 8);
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(walk.value(), expected);
}

}  // namespace
}  // namespace hotpath::book
