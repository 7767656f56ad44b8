// BlockMap and OrderTable: against std::unordered_map, with dense, sparse and hostile ids, to the
// last order.

#include "hotpath/book/order_table.hpp"

#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::book {
namespace {

Arena arena_of(std::size_t bytes) {
    return *Arena::create(bytes, HugePages::Never);
}

TEST(BlockMap, AgreesWithAnUnorderedMapOverRandomInsertsAndErases) {
    constexpr std::uint32_t kBlocks = 500;
    Arena arena = arena_of(BlockMap::arena_bytes(kBlocks));
    BlockMap map(arena, kBlocks);
    std::unordered_map<std::uint64_t, std::uint32_t> twin;
    Random random(support::seed_of_this_test(1));
    for (std::uint32_t i = 0; i < 400'000; ++i) {
        // Few keys, so that they meet again; strides, so that homes collide.
        const std::uint64_t key = random.below(1'000) << (4 * random.below(8));
        const std::uint32_t entry = map.find(key);
        ASSERT_EQ(entry != BlockMap::kNone, twin.contains(key));
        if (entry != BlockMap::kNone) {
            ASSERT_EQ(map[entry].block, twin.at(key));
            map.erase(entry);
            twin.erase(key);
            ASSERT_EQ(map[map.probe(key)].block, 0U);
        } else if (twin.size() < kBlocks) {
            ASSERT_EQ(map[map.probe(key)].block, 0U);
            ASSERT_EQ(map[map.insert(key, i)].block, i);
            twin.emplace(key, i);
        }
    }
    for (const auto& [key, block] : twin) {
        ASSERT_EQ(map[map.find(key)].block, block);
    }
}

TEST(BlockMap, NeighbouringKeysShareACacheLine) {
    Arena arena = arena_of(BlockMap::arena_bytes(1'000));
    BlockMap map(arena, 1'000);
    const std::uint32_t first = map.insert(4'000, 1);
    EXPECT_EQ(map.insert(4'001, 2), first + 1);
    EXPECT_EQ(map.insert(4'003, 3), first + 3);
    EXPECT_EQ(first % 4, 0U);
}

TEST(OrderTable, FindsWhatWasAcquiredUntilItIsReleased) {
    Arena arena = arena_of(OrderTable::arena_bytes({.orders_max = 16}));
    OrderTable table(arena, {.orders_max = 16});
    EXPECT_FALSE(table.find({5}));
    const OrderCursor cursor = table.acquire({5});
    table[cursor.slot] = {.leaves_qty = {100}};
    EXPECT_TRUE(table.find({5}));
    EXPECT_EQ(table.find({5}).slot, cursor.slot);
    EXPECT_EQ(table.id_of(cursor.slot), OrderId{5});
    EXPECT_FALSE(table.find({4}));
    table.release(table.find({5}));
    EXPECT_FALSE(table.find({5}));
    EXPECT_EQ(table.size(), 0U);
}

TEST(OrderTable, EightConsecutiveIdsLieSideBySide) {
    Arena arena = arena_of(OrderTable::arena_bytes({.orders_max = 16}));
    OrderTable table(arena, {.orders_max = 16});
    for (std::uint64_t id = 800; id < 808; ++id) {
        const OrderCursor cursor = table.acquire({id});
        table[cursor.slot] = {.leaves_qty = {1}};
        EXPECT_EQ(cursor.slot, table.find({800}).slot + (id - 800));
    }
}

/// Ids `stride` apart: 1 fills blocks, 8 and more is one order a block, the largest are all alike
/// in their low bits. And how many ids go through the array: none, some, all of the small strides.
class OrderTableStrides
    : public ::testing::TestWithParam<std::tuple<std::uint64_t, std::uint32_t>> {};

TEST_P(OrderTableStrides, HoldsAsManyOrdersAsPromisedWhateverTheirIds) {
    constexpr std::uint32_t kCapacity = 1'000;
    const auto [stride, dense_ids] = GetParam();
    const OrderTableOptions options{.orders_max = kCapacity, .dense_ids = dense_ids};
    Arena arena = arena_of(OrderTable::arena_bytes(options));
    OrderTable table(arena, options);
    for (std::uint64_t round = 0; round < 3; ++round) {
        for (std::uint64_t n = 0; n < kCapacity; ++n) {
            ASSERT_FALSE(table.is_full());
            table[table.acquire({(round + n) * stride}).slot] = {.leaves_qty = {1}};
        }
        ASSERT_TRUE(table.is_full());
        for (std::uint64_t n = 0; n < kCapacity; ++n) {
            const OrderCursor cursor = table.find({(round + n) * stride});
            ASSERT_TRUE(cursor);
            ASSERT_EQ(table.id_of(cursor.slot).value, (round + n) * stride);
            table.release(cursor);
        }
        ASSERT_EQ(table.size(), 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(Strides, OrderTableStrides,
                         ::testing::Combine(::testing::Values(1, 3, 8, 32, 4'096, 1ULL << 32U,
                                                              1ULL << 54U),
                                            ::testing::Values(0, 1'000, 40'000)));

TEST(OrderTable, AgreesWithAnUnorderedMapOverAMillionEvents) {
    constexpr std::uint32_t kCapacity = 2'000;
    constexpr OrderTableOptions kOptions{.orders_max = kCapacity, .dense_ids = 20'000};
    Arena arena = arena_of(OrderTable::arena_bytes(kOptions));
    OrderTable table(arena, kOptions);
    std::unordered_map<std::uint64_t, std::uint32_t> twin;
    Random random(support::seed_of_this_test(2));
    for (std::uint32_t i = 1; i <= 1'000'000; ++i) {
        const OrderId id{random.below(3'000) * (random.one_in(2) ? 1 : 997)};
        const OrderCursor cursor = table.find(id);
        ASSERT_EQ(static_cast<bool>(cursor), twin.contains(id.value));
        if (cursor) {
            ASSERT_EQ(table[cursor.slot].leaves_qty.value, twin.at(id.value));
            table.release(cursor);
            twin.erase(id.value);
        } else if (!table.is_full()) {
            table[table.acquire(id).slot] = {.leaves_qty = {i}};
            twin.emplace(id.value, i);
        }
        ASSERT_EQ(table.size(), twin.size());
    }
}

}  // namespace
}  // namespace hotpath::book
