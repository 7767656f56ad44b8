#include "hotpath/core/fixed_hash_map.hpp"

#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath {
namespace {

TEST(FixedHashMap, FindsWhatWasInserted) {
    FixedHashMap<OrderId, Qty> quantities(10);
    ASSERT_NE(quantities.try_insert({7}, {100}), nullptr);
    ASSERT_NE(quantities.find({7}), nullptr);
    EXPECT_EQ(*quantities.find({7}), Qty{100});
    EXPECT_EQ(quantities.find({8}), nullptr);
    EXPECT_EQ(quantities.size(), 1U);
}

TEST(FixedHashMap, ValuesAreChangedInPlace) {
    FixedHashMap<OrderId, Qty> quantities(10);
    *quantities.try_insert({7}, {100}) -= Qty{30};
    EXPECT_EQ(*quantities.find({7}), Qty{70});
    *quantities.find({7}) -= Qty{30};
    const auto& as_const = quantities;
    EXPECT_EQ(*as_const.find({7}), Qty{40});
    EXPECT_EQ(as_const.find({8}), nullptr);
}

TEST(FixedHashMap, ADuplicateIsRefusedAndTheFirstKept) {
    FixedHashMap<OrderId, Qty> quantities(10);
    ASSERT_NE(quantities.try_insert({7}, {100}), nullptr);
    EXPECT_EQ(quantities.try_insert({7}, {200}), nullptr);
    EXPECT_EQ(*quantities.find({7}), Qty{100});
    EXPECT_EQ(quantities.size(), 1U);
}

TEST(FixedHashMap, HoldsExactlyTheCapacityAskedFor) {
    for (std::uint64_t capacity = 0; capacity <= 100; ++capacity) {
        FixedHashMap<std::uint64_t, std::uint64_t> squares(capacity);
        for (std::uint64_t key = 0; key < capacity; ++key) {
            ASSERT_NE(squares.try_insert(key, key * key), nullptr) << key << " of " << capacity;
        }
        EXPECT_TRUE(squares.full());
        EXPECT_EQ(squares.try_insert(capacity, 0), nullptr);
        EXPECT_EQ(squares.find(capacity), nullptr);
        for (std::uint64_t key = 0; key < capacity; ++key) {
            ASSERT_EQ(*squares.find(key), key * key);
        }
    }
}

TEST(FixedHashMap, ErasesEveryEntryThatAPredicateNamesAndNoOther) {
    for (std::uint64_t capacity = 1; capacity <= 60; ++capacity) {
        for (std::uint64_t divisor = 1; divisor <= 4; ++divisor) {
            FixedHashMap<std::uint64_t, std::uint64_t> map(capacity);
            for (std::uint64_t key = 0; key < capacity; ++key) {
                ASSERT_NE(map.try_insert(key, key * 7), nullptr);
            }
            map.erase_if([&](std::uint64_t key, std::uint64_t value) {
                return value == key * 7 && key % divisor == 0;
            });
            for (std::uint64_t key = 0; key < capacity; ++key) {
                ASSERT_EQ(map.find(key) == nullptr, key % divisor == 0) << key << " " << capacity;
            }
            ASSERT_EQ(map.size(), capacity - (capacity + divisor - 1) / divisor);
        }
    }
}

TEST(FixedHashMap, AFullMapStillTellsADuplicateFromANewKey) {
    FixedHashMap<int, int> map(1);
    ASSERT_NE(map.try_insert(1, 10), nullptr);
    EXPECT_EQ(map.try_insert(1, 20), nullptr);
    EXPECT_NE(map.find(1), nullptr);
    EXPECT_EQ(map.try_insert(2, 20), nullptr);
    EXPECT_EQ(map.find(2), nullptr);
}

TEST(FixedHashMap, ErasingMakesRoom) {
    FixedHashMap<int, int> map(1);
    ASSERT_NE(map.try_insert(1, 10), nullptr);
    EXPECT_FALSE(map.erase(2));
    EXPECT_TRUE(map.erase(1));
    EXPECT_FALSE(map.erase(1));
    EXPECT_TRUE(map.empty());
    EXPECT_NE(map.try_insert(2, 20), nullptr);
}

TEST(FixedHashMap, ClearForgetsAll) {
    FixedHashMap<int, int> map(3);
    for (const int key : {1, 2, 3}) {
        ASSERT_NE(map.try_insert(key, key), nullptr);
    }
    map.clear();
    EXPECT_TRUE(map.empty());
    EXPECT_EQ(map.find(2), nullptr);
    EXPECT_NE(map.try_insert(2, 5), nullptr);
}

TEST(FixedHashMap, TakesEveryKeyOfAWordOrLess) {
    FixedHashMap<Symbol, int> by_symbol(3);
    ASSERT_NE(by_symbol.try_insert(*Symbol::from("AAPL"), 1), nullptr);
    ASSERT_NE(by_symbol.try_insert(*Symbol::from("AAPB"), 2), nullptr);
    EXPECT_EQ(*by_symbol.find(*Symbol::from("AAPB")), 2);

    FixedHashMap<Side, int> by_side(2);
    ASSERT_NE(by_side.try_insert(Side::Buy, 1), nullptr);
    EXPECT_EQ(by_side.find(Side::Sell), nullptr);

    FixedHashMap<InstrumentId, int> by_instrument(65'536);
    for (std::uint32_t id = 0; id < 65'536; ++id) {
        ASSERT_NE(by_instrument.try_insert({static_cast<std::uint16_t>(id)}, 0), nullptr);
    }
    EXPECT_TRUE(by_instrument.full());

    FixedHashMap<std::int64_t, int> by_price(3);
    for (const std::int64_t key : {std::numeric_limits<std::int64_t>::min(), std::int64_t{0},
                                   std::numeric_limits<std::int64_t>::max()}) {
        ASSERT_NE(by_price.try_insert(key, 9), nullptr);
        EXPECT_EQ(*by_price.find(key), 9);
    }
}

TEST(FixedHashMap, LivesInAnArenaOfItsSize) {
    using Map = FixedHashMap<std::uint64_t, std::uint64_t>;
    const std::size_t bytes = Map::arena_bytes(1000);
    Arena arena = Arena::create(bytes, HugePages::Never).value();
    const std::size_t before = arena.remaining();
    Map map(arena, 1000);
    EXPECT_EQ(before - arena.remaining(), bytes);
    const NoAllocScope scope;
    for (std::uint64_t key = 0; key < 1000; ++key) {
        ASSERT_NE(map.try_insert(key, key), nullptr);
        map.prefetch(key);
    }
    for (std::uint64_t key = 0; key < 1000; ++key) {
        ASSERT_TRUE(map.erase(key));
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST(FixedHashMap, AThirdOfTheSlotsStaysEmpty) {
    // Slots come in powers of two; what ends every search is that some of them are empty.
    constexpr std::size_t kSlotBytes = 24;
    using Map = FixedHashMap<std::uint64_t, std::uint64_t>;
    EXPECT_EQ(Map::arena_bytes(0), Arena::bytes_for<std::byte>(2 * kSlotBytes));
    EXPECT_EQ(Map::arena_bytes(1), Arena::bytes_for<std::byte>(2 * kSlotBytes));
    EXPECT_EQ(Map::arena_bytes(2), Arena::bytes_for<std::byte>(4 * kSlotBytes));
    EXPECT_EQ(Map::arena_bytes(10), Arena::bytes_for<std::byte>(16 * kSlotBytes));
    EXPECT_EQ(Map::arena_bytes(11), Arena::bytes_for<std::byte>(32 * kSlotBytes));
    EXPECT_EQ(Map::arena_bytes(170), Arena::bytes_for<std::byte>(256 * kSlotBytes));
}

TEST(FixedHashMap, MovesWithItsEntries) {
    FixedHashMap<int, int> map(10);
    const int* const value = map.try_insert(1, 10);
    const FixedHashMap<int, int> moved = std::move(map);
    EXPECT_EQ(moved.find(1), value);
}

TEST(FixedHashMapDeathTest, StopsWhenTheIndexTypeIsTooSmall) {
    using Map = FixedHashMap<int, int, KeyHash<int>, std::uint8_t>;
    EXPECT_EQ(Map(170).capacity(), 170U);
    EXPECT_DEATH(Map(171), "slot's index");
}

}  // namespace
}  // namespace hotpath
