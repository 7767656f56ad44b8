// One suite for all level containers: what each must do, and a million random operations beside a
// std::map.

#include "hotpath/book/level_container.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "lab/levels/level_blocks.hpp"
#include "lab/levels/level_map.hpp"
#include "lab/levels/level_pages.hpp"
#include "lab/levels/level_vector.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

constexpr LevelTotals one_order(std::uint64_t qty) {
    return {TotalQty{qty}, 1};
}

template <class Levels>
bool put(Levels& levels, std::int64_t rank, LevelTotals totals) {
    return levels.insert(levels.find(rank), {.rank = rank, .totals = totals});
}

template <class Levels>
std::vector<LevelEntry> all_of(const Levels& levels) {
    std::vector<LevelEntry> entries;
    levels.visit_from_best([&](const LevelEntry& entry) {
        entries.push_back(entry);
        return true;
    });
    return entries;
}

template <class Levels>
class LevelContainers : public ::testing::Test {
  protected:
    static constexpr LevelBounds kBounds{.levels_max = 64, .tick = 100, .price_max = 1'000'000};

    Levels levels_ = *Levels::create(kBounds);
};

using Containers = ::testing::Types<MapLevels, BestFirstLevels, BestLastLevels, BranchlessLevels,
                                    LinearLevels, BlockLevels, PagedLevels>;
TYPED_TEST_SUITE(LevelContainers, Containers);

TYPED_TEST(LevelContainers, AreEmptyAtFirst) {
    EXPECT_EQ(this->levels_.size(), 0U);
    EXPECT_TRUE(this->levels_.best().totals.is_empty());
    EXPECT_TRUE(this->levels_.level(0).is_empty());
    EXPECT_TRUE(this->levels_.totals(this->levels_.find(500)).is_empty());
    EXPECT_TRUE(all_of(this->levels_).empty());
}

TYPED_TEST(LevelContainers, ShowTheHighestRankFirstWhateverCameFirst) {
    for (const std::int64_t rank : {300, -200, 700, 100, 500, -900}) {
        ASSERT_TRUE(put(this->levels_, rank, one_order(7)));
    }
    const std::vector<LevelEntry> entries = all_of(this->levels_);
    std::vector<std::int64_t> ranks;
    for (const LevelEntry& entry : entries) {
        ranks.push_back(entry.rank);
    }
    EXPECT_EQ(ranks, (std::vector<std::int64_t>{700, 500, 300, 100, -200, -900}));
    EXPECT_EQ(this->levels_.best(), (LevelEntry{.rank = 700, .totals = one_order(7)}));
}

TYPED_TEST(LevelContainers, StopVisitingWhenTheVisitorHasEnough) {
    for (std::int64_t rank = 0; rank < 1'000; rank += 50) {
        ASSERT_TRUE(put(this->levels_, rank, one_order(1)));
    }
    int visited = 0;
    this->levels_.visit_from_best([&](const LevelEntry&) { return ++visited < 5; });
    EXPECT_EQ(visited, 5);
}

TYPED_TEST(LevelContainers, FindNextBestWhenTheBestGoesHoweverFarItIs) {
    for (const std::int64_t rank : {-1'000'000, 0, 999'900, 1'000'000}) {
        ASSERT_TRUE(put(this->levels_, rank, one_order(1)));
    }
    for (const std::int64_t best : {1'000'000, 999'900, 0, -1'000'000}) {
        ASSERT_EQ(this->levels_.best().rank, best);
        this->levels_.erase(this->levels_.find(best));
    }
    EXPECT_TRUE(this->levels_.best().totals.is_empty());
}

TYPED_TEST(LevelContainers, TakeRanksThatNoTickHas) {
    for (const std::int64_t rank : {101, 100, 99, 2'000'000, -2'000'001}) {
        ASSERT_TRUE(
            put(this->levels_, rank, one_order(static_cast<std::uint64_t>(rank + 3'000'000))));
    }
    EXPECT_EQ(this->levels_.best().rank, 2'000'000);
    EXPECT_EQ(this->levels_.level(101).qty().value, 3'000'101U);
    EXPECT_TRUE(this->levels_.level(102).is_empty());
    this->levels_.erase(this->levels_.find(2'000'000));
    EXPECT_EQ(this->levels_.best().rank, 101);
    this->levels_.set(this->levels_.find(101), one_order(5));
    EXPECT_EQ(this->levels_.best().totals, one_order(5));
    this->levels_.erase(this->levels_.find(101));
    EXPECT_EQ(this->levels_.best().rank, 100);
    EXPECT_EQ(all_of(this->levels_).size(), 3U);
}

TYPED_TEST(LevelContainers, RefuseALevelBeyondTheirBoundAndKeepTheOthers) {
    for (std::int64_t rank = 0; rank < 64; ++rank) {
        ASSERT_TRUE(put(this->levels_, rank * (rank % 2 == 0 ? 100 : 101), one_order(1)));
    }
    EXPECT_FALSE(put(this->levels_, 100'000, one_order(1)));
    EXPECT_FALSE(put(this->levels_, 100'001, one_order(1)));
    EXPECT_EQ(this->levels_.size(), 64U);
    EXPECT_EQ(all_of(this->levels_).size(), 64U);
    this->levels_.erase(this->levels_.find(0));
    EXPECT_TRUE(put(this->levels_, 100'000, one_order(1)));
    EXPECT_EQ(this->levels_.best().rank, 100'000);
}

/// Where the ranks of a random run lie.
struct Ranks {
    const char* name;
    std::uint64_t count;
    std::int64_t step;
    LevelBounds bounds;
};

constexpr Ranks kRanks[] = {
    {"near each other", 40, 100, {.levels_max = 64, .tick = 100, .price_max = 100'000}},
    {"a thousand levels", 2'000, 100, {.levels_max = 4'000, .tick = 100, .price_max = 200'000}},
    {"far apart", 60, 64 * 64 * 100, {.levels_max = 64}},
    {"half of them between ticks", 300, 50, {.levels_max = 400, .tick = 100, .price_max = 20'000}},
    {"an odd tick, prices beyond the highest",
     300,
     7,
     {.levels_max = 400, .tick = 7, .price_max = 700}},
    {"full as often as not", 60, 100, {.levels_max = 20, .tick = 100, .price_max = 100'000}},
};

/// A container and its twin.
template <class Levels>
class ContainerAndMap {
  public:
    explicit ContainerAndMap(const LevelBounds& bounds)
        : bounds_(bounds), levels_(*Levels::create(bounds)) {}

    /// There: gone or changed; not there: inserted.
    void operate(std::int64_t rank, Random& random) {
        const auto cursor = levels_.find(rank);
        const auto found = twin_.find(rank);
        ASSERT_EQ(levels_.totals(cursor), found == twin_.end() ? LevelTotals{} : found->second);
        ASSERT_EQ(levels_.level(rank), levels_.totals(cursor));
        ASSERT_EQ(cursor.is_there, found != twin_.end());
        const LevelTotals totals{{1 + random.below(1'000)}, 1};
        if (found == twin_.end()) {
            const bool has_room = twin_.size() < bounds_.levels_max;
            ASSERT_EQ(levels_.insert(cursor, {.rank = rank, .totals = totals}), has_room);
            if (has_room) {
                twin_.emplace(rank, totals);
            }
        } else if (random.one_in(3)) {
            levels_.set(cursor, totals);
            found->second = totals;
        } else {
            levels_.erase(cursor);
            twin_.erase(found);
        }
        ASSERT_EQ(levels_.size(), twin_.size());
        ASSERT_EQ(levels_.best(), twin_.empty() ? levels_.best() : entry_of(*twin_.begin()));
        ASSERT_EQ(levels_.best().totals.is_empty(), twin_.empty());
    }

    void compare_all() const {
        std::vector<LevelEntry> expected;
        for (const auto& level : twin_) {
            expected.push_back(entry_of(level));
        }
        ASSERT_EQ(all_of(levels_), expected);
    }

  private:
    using Twin = std::map<std::int64_t, LevelTotals, std::greater<>>;

    static LevelEntry entry_of(const Twin::value_type& level) {
        return {.rank = level.first, .totals = level.second};
    }

    LevelBounds bounds_;
    Levels levels_;
    Twin twin_;
};

TYPED_TEST(LevelContainers, AgreeWithAMapOverAMillionRandomOperations) {
    constexpr int kOperations = 1'000'000 / static_cast<int>(std::size(kRanks)) + 1;
    Random random(support::seed_of_this_test(1));
    for (const Ranks& ranks : kRanks) {
        SCOPED_TRACE(ranks.name);
        ContainerAndMap<TypeParam> twins(ranks.bounds);
        for (int i = 0; i < kOperations; ++i) {
            const auto step = static_cast<std::int64_t>(random.below(ranks.count)) -
                              static_cast<std::int64_t>(ranks.count / 2);
            ASSERT_NO_FATAL_FAILURE(twins.operate(step * ranks.step, random)) << "operation " << i;
            if (i % 1'024 == 0) {
                ASSERT_NO_FATAL_FAILURE(twins.compare_all()) << "operation " << i;
            }
        }
        twins.compare_all();
    }
}

TYPED_TEST(LevelContainers, AllocateNothingAfterCreation) {
    if constexpr (std::same_as<TypeParam, MapLevels>) {
        GTEST_SKIP() << "a std::map allocates by nature";
    } else {
        const NoAllocScope scope;
        for (int round = 0; round < 3; ++round) {
            for (std::int64_t rank = 0; rank < 64; ++rank) {
                (void)put(this->levels_, rank * 6'450, one_order(1));
            }
            for (std::int64_t rank = 0; rank < 64; ++rank) {
                this->levels_.erase(this->levels_.find(rank * 6'450));
            }
        }
        EXPECT_EQ(scope.allocations(), 0U);
        EXPECT_EQ(this->levels_.size(), 0U);
    }
}

}  // namespace
}  // namespace hotpath::book
