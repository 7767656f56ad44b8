#include "hotpath/files/shown_levels.hpp"

#include <array>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/book_events.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::files {
namespace {

constexpr std::size_t kLevels = 5;
constexpr InstrumentId kInstrument{1};

using Numbers = std::pair<std::int64_t, std::uint64_t>;  // price, quantity
using Row = std::array<std::array<Numbers, kLevels>, 2>;

Numbers numbers_of(const book::Level& level) {
    return {level.price.value, level.qty.value};
}

/// The twin: both sides, read from the book.
Row row_of(const book::L3Books& books) {
    Row row{};
    for (const Side side : {Side::Buy, Side::Sell}) {
        std::array<book::Level, kLevels> levels{};
        const std::size_t filled = books.depth(kInstrument, side, levels);
        for (std::size_t i = 0; i < filled; ++i) {
            row[side_index(side)][i] = numbers_of(levels[i]);
        }
    }
    return row;
}

Row row_of(const ShownLevels& shown) {
    Row row{};
    for (std::size_t i = 0; i < kLevels; ++i) {
        row[side_index(Side::Buy)][i] = numbers_of(shown.cells()[i].bid);
        row[side_index(Side::Sell)][i] = numbers_of(shown.cells()[i].ask);
    }
    return row;
}

class ShownLevelsTest : public testing::Test {
  protected:
    book::L3Books books_ = *book::L3Books::create({.orders_max = 10'000,
                                                   .levels_max = 10'000,
                                                   .instruments_max = 1,
                                                   .huge_pages = HugePages::Never});
    std::vector<book::Level> scratch_ = std::vector<book::Level>(kLevels);
};

TEST_F(ShownLevelsTest, TheChangedSideIsAllThatAnUpdateNeeds) {
    support::RandomBookEvents events({.instruments = 1, .prices = 12, .orders_wanted = 40},
                                     support::seed_of_this_test(1));
    ShownLevels shown(kLevels);
    Row before{};
    std::uint64_t rows = 0;
    const auto rounds = support::rounds_of_this_run({.usual = 200'000, .long_run = 5'000'000});
    for (std::uint64_t i = 0; i < rounds; ++i) {
        events.next(books_, [&](auto command) {
            const book::BookUpdate update = command(books_);
            if (!update.changed_book()) {
                return;
            }
            const Row now = row_of(books_);
            ASSERT_EQ(shown.take(books_, update, scratch_), now != before);
            ASSERT_EQ(row_of(shown), now);
            rows += now != before ? 1U : 0U;
            before = now;
        });
        if (HasFatalFailure()) {
            return;
        }
    }
    EXPECT_GT(rows, rounds / 10);
}

TEST_F(ShownLevelsTest, ABookThatWasThereBeforeIsShownWhole) {
    const auto add = [&](std::uint64_t id, Side side, std::int64_t price) {
        return books_.add({.id = {id},
                           .instrument = kInstrument,
                           .side = side,
                           .price = {price},
                           .leaves_qty = {100}});
    };
    ASSERT_TRUE(add(1, Side::Buy, 100).changed_book());
    ShownLevels shown(kLevels);
    EXPECT_TRUE(shown.take(books_, add(2, Side::Sell, 200), scratch_));
    EXPECT_EQ(row_of(shown), row_of(books_));
    EXPECT_EQ(shown.cells()[0].bid.price, Price{100});
}

}  // namespace
}  // namespace hotpath::files
