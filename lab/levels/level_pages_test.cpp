// PagedLevels: its bounds; TickGrid and LevelBitmap, the parts it is made of; LevelTotals.

#include "lab/levels/level_pages.hpp"

#include <cstdint>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

TEST(TickGrid, GivesEveryMultipleOfItsTickTheNextSlotAndNoSlotToAnythingElse) {
    for (const std::int64_t tick : {1, 2, 7, 50, 100, 96, 12'500}) {
        const TickGrid grid(tick, 1'000);
        std::uint64_t slot = 0;
        for (std::int64_t rank = -1'000; rank <= 1'000; ++rank) {
            if (rank % tick != 0) {
                ASSERT_FALSE(grid.is_slot(grid.slot_of(rank))) << rank << " by " << tick;
                continue;
            }
            ASSERT_EQ(grid.slot_of(rank), ++slot) << rank << " by " << tick;
            ASSERT_TRUE(grid.is_slot(slot));
            ASSERT_EQ(grid.rank_of(slot), rank);
        }
        EXPECT_EQ(grid.slot_max(), slot);
    }
}

TEST(TickGrid, HasNoSlotBeyondItsEnds) {
    const TickGrid grid(100, 2'000'000'000);
    for (const std::int64_t beyond : {2'000'000'100L, 1L << 40U, 1L << 60U}) {
        EXPECT_FALSE(grid.is_slot(grid.slot_of(beyond / 100 * 100)));
        EXPECT_FALSE(grid.is_slot(grid.slot_of(-(beyond / 100 * 100))));
    }
    EXPECT_EQ(grid.rank_of(grid.slot_of(2'000'000'000)), 2'000'000'000);
    EXPECT_EQ(grid.rank_of(grid.slot_of(-2'000'000'000)), -2'000'000'000);
}

TEST(LevelBitmap, AgreesWithASetAboutTheNextBelow) {
    constexpr std::uint64_t kSlots = 1'000'000;
    Arena arena = *Arena::create(LevelBitmap::arena_bytes(kSlots), HugePages::Never);
    LevelBitmap bitmap(arena, kSlots);
    std::set<std::uint64_t> twin;
    Random random(support::seed_of_this_test(1));
    for (int i = 0; i < 100'000; ++i) {
        // Few in one corner, so that words become empty again, many elsewhere.
        const std::uint64_t slot = 1 + random.below(random.one_in(2) ? 200 : kSlots - 1);
        const auto in_word = [&] {
            const auto first = twin.lower_bound(slot / 64 * 64);
            return first != twin.end() && *first / 64 == slot / 64;
        };
        if (twin.contains(slot)) {
            twin.erase(slot);
            ASSERT_EQ(bitmap.clear(slot), !in_word());
        } else {
            ASSERT_EQ(bitmap.set(slot), !in_word());
            twin.insert(slot);
        }
        const std::uint64_t from = 1 + random.below(kSlots - 1);
        const auto above = twin.lower_bound(from);
        ASSERT_EQ(bitmap.next_below(from), above == twin.begin() ? 0 : *std::prev(above));
    }
}

TEST(PagedLevels, RefusesBoundsWithoutATickOrBeyondItsBitmap) {
    EXPECT_FALSE(PagedLevels::create({.tick = 0}).has_value());
    EXPECT_FALSE(PagedLevels::create({.tick = 100, .price_max = 99}).has_value());
    EXPECT_FALSE(PagedLevels::create({.tick = 1, .price_max = 1LL << 29U}).has_value());
    EXPECT_TRUE(PagedLevels::create({.tick = 1, .price_max = (1LL << 29U) - 1}).has_value());
}

TEST(PagedLevels, IsAsEmptyWithItsMemoryTouchedAsWithout) {
    PagedLevels levels = *PagedLevels::create({.price_max = 10'000'000, .prefault = true});
    EXPECT_EQ(levels.size(), 0U);
    EXPECT_TRUE(levels.best().totals.is_empty());
    ASSERT_TRUE(levels.insert(levels.find(500), {500, {{1}, 1}}));
    EXPECT_EQ(levels.best().rank, 500);
}

TEST(PagedLevels, GivesPagesBackSoThatAWanderingPriceNeedsNoMoreThanItsLevels) {
    PagedLevels levels = *PagedLevels::create({.levels_max = 2});
    for (std::int64_t rank = 0; rank < 100'000'000; rank += 6'400) {
        for (const std::int64_t each : {rank, -rank - 100}) {
            ASSERT_TRUE(levels.insert(levels.find(each), {each, {{1}, 1}}));
        }
        ASSERT_EQ(levels.best().rank, rank);
        levels.erase(levels.find(rank));
        ASSERT_EQ(levels.best().rank, -rank - 100);
        levels.erase(levels.find(-rank - 100));
    }
    EXPECT_EQ(levels.size(), 0U);
}

TEST(LevelTotals, CountWhatOrdersDoInOneWord) {
    LevelTotals totals;
    totals = LevelChange::add({300}).applied_to(totals);
    totals = LevelChange::add({4'294'967'295}).applied_to(totals);
    EXPECT_EQ(totals, (LevelTotals{{4'294'967'595}, 2}));
    totals = LevelChange::reduce({100}).applied_to(totals);
    totals = LevelChange::remove({4'294'967'295}).applied_to(totals);
    EXPECT_EQ(totals.qty().value, 200U);
    EXPECT_EQ(totals.orders(), 1U);
    EXPECT_TRUE(LevelChange::remove({200}).applied_to(totals).is_empty());
}

TEST(LevelTotals, SayWhenAChangeWasNotPossible) {
    const LevelTotals one{{300}, 1};
    EXPECT_TRUE(one.is_consistent());
    EXPECT_FALSE(LevelChange::reduce({300}).applied_to(one).is_consistent());
    EXPECT_FALSE(LevelChange::reduce({301}).applied_to(one).is_consistent());
    EXPECT_FALSE(LevelChange::remove({299}).applied_to(one).is_consistent());
    EXPECT_FALSE(LevelChange::remove({301}).applied_to(one).is_consistent());
    EXPECT_FALSE(LevelChange::remove({300}).applied_to({{300}, 2}).is_consistent());
    for (const LevelChange change : {LevelChange::reduce({1}), LevelChange::remove({1}),
                                     LevelChange::reduce({4'294'967'295})}) {
        EXPECT_FALSE(change.applied_to({}).is_consistent());
    }
    const LevelTotals most{{LevelTotals::kQtyMax - 1}, LevelTotals::kOrdersMax - 1};
    const LevelTotals full = LevelChange::add({1}).applied_to(most);
    EXPECT_TRUE(full.is_consistent());
    EXPECT_FALSE(LevelChange::add({1}).applied_to(full).is_consistent());
    EXPECT_FALSE(LevelChange::add({1'000}).applied_to(most).is_consistent());
    EXPECT_FALSE(LevelChange::add({1}).applied_to({{1}, LevelTotals::kOrdersMax}).is_consistent());
}

}  // namespace
}  // namespace hotpath::book
