// Every level container on the updates of every recording: the same books by price as the L3 books,
// update by update.
#include <array>
#include <filesystem>

#include <gtest/gtest.h>

#include "hotpath/book/book_change.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "lab/levels/l2_book.hpp"
#include "lab/levels/level_blocks.hpp"
#include "lab/levels/level_map.hpp"
#include "lab/levels/level_vector.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

constexpr std::uint32_t kInstrumentsMax = 2'000;

/// By both ways of an update: the level as it is now, and what the order did to it.
template <class Levels>
class FollowerByPrice : public feed::NullListener {
  public:
    explicit FollowerByPrice(const book::L3Books& books) : books_(books) {}

    void on_change(const book::BookChange& change, Time) noexcept {
        if (instrument_ == InstrumentId{}) {
            instrument_ = change.instrument();
        }
        if (change.instrument() != instrument_) {
            return;
        }
        for (const book::Level& level : book::levels_changed(books_, change)) {
            ASSERT_TRUE(set_.set_level(change.side(), level));
        }
        apply(change.before, change.after);
        ++changes;
        compare(set_, change.side());
        compare(changed_, change.side());
    }

    std::uint64_t changes = 0;

  private:
    using Book = book::BasicL2Book<Levels>;

    void apply(const book::OrderView& before, const book::OrderView& after) {
        const bool is_other_order = before.id != after.id;
        const book::LevelKey from{.side = before.side, .price = before.price};
        if (before.leaves_qty > Qty{} && (is_other_order || after.leaves_qty == Qty{})) {
            ASSERT_TRUE(changed_.remove(from, before.leaves_qty));
        } else if (before.leaves_qty > after.leaves_qty) {
            ASSERT_TRUE(changed_.reduce(from, before.leaves_qty - after.leaves_qty));
        }
        if (after.leaves_qty > Qty{} && (is_other_order || before.leaves_qty == Qty{})) {
            ASSERT_TRUE(changed_.add({.side = after.side, .price = after.price}, after.leaves_qty));
        }
    }

    void compare(const Book& book, Side side) const {
        ASSERT_EQ(book.best(side), books_.best(instrument_, side)) << "change " << changes;
        ASSERT_EQ(book.level_count(side), books_.level_count(instrument_, side));
        std::array<book::Level, 16> levels{};
        std::array<book::Level, 16> expected{};
        ASSERT_EQ(book.depth(side, levels), books_.depth(instrument_, side, expected));
        ASSERT_EQ(levels, expected) << "change " << changes;
    }

    const book::L3Books& books_;
    InstrumentId instrument_{};
    Book set_ = *Book::create({.levels_max = 4'096});
    Book changed_ = *Book::create({.levels_max = 4'096});
};

template <class Levels>
class LevelContainersOnRecordings : public ::testing::Test {};

using EveryContainer = ::testing::Types<book::MapLevels, book::BestFirstLevels,
                                        book::BestLastLevels, book::BranchlessLevels,
                                        book::LinearLevels, book::BlockLevels, book::PagedLevels>;
TYPED_TEST_SUITE(LevelContainersOnRecordings, EveryContainer);

TYPED_TEST(LevelContainersOnRecordings, AgreeWithTheBooksByOrderAfterEveryChange) {
    std::size_t found = 0;
    for (const char* const name :
         {end_to_end::kApple, end_to_end::kGoogle, end_to_end::kSynthetic}) {
        const auto file = support::licensed_data(name);
        if (!file) {
            continue;
        }
        ++found;
        SCOPED_TRACE(name);
        auto feed = *feed::ItchBooks::create({.instruments_max = kInstrumentsMax});
        FollowerByPrice<TypeParam> follower(feed.books());
        end_to_end::for_each_message(
            *file, [&](Bytes message) { (void)feed.on_message(message, follower); });
        EXPECT_GT(follower.changes, 1'000U);
    }
    if (found == 0) {
        GTEST_SKIP() << support::missing_data(end_to_end::kGoogle);
    }
}

}  // namespace
}  // namespace hotpath
