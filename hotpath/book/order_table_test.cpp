// SparseOrders and OrderTable: against std::unordered_map, with dense, sparse and hostile ids, to
// the last order and around the ring.

#include "hotpath/book/order_table.hpp"

#include <array>
#include <cstdint>
#include <span>
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

/// Sparse orders alone, with the records that their table would give them.
struct SparseFixture {
    explicit SparseFixture(std::uint32_t orders_max)
        : arena(arena_of(
              Arena::bytes_for<OrderRecord>(kFirst + SparseOrders::slot_count(orders_max)) +
              SparseOrders::arena_bytes(orders_max))),
          records(arena.allocate<OrderRecord>(kFirst + SparseOrders::slot_count(orders_max))),
          orders(arena, records, kFirst, orders_max) {}

    static constexpr std::uint32_t kFirst = 2;

    Arena arena;
    std::span<OrderRecord> records;
    SparseOrders orders;
};

TEST(SparseOrders, AgreeWithAnUnorderedMapOverRandomInsertsAndErases) {
    constexpr std::uint32_t kOpenMax = 500;
    SparseFixture fixture(kOpenMax);
    SparseOrders& orders = fixture.orders;
    std::unordered_map<std::uint64_t, std::uint32_t> twin;
    Random random(support::seed_of_this_test(1));
    for (std::uint32_t i = 0; i < 400'000; ++i) {
        // Few ids, so that they meet again; strides, so that hashes collide.
        const OrderId id{random.below(1'000) << (4 * random.below(8))};
        const std::uint32_t slot = orders.find(id);
        ASSERT_EQ(slot != kNoSlot, twin.contains(id.value));
        if (slot != kNoSlot) {
            ASSERT_EQ(orders.id_of(slot), id);
            ASSERT_EQ(fixture.records[slot].leaves_qty.value, twin.at(id.value));
            orders.erase(slot);
            twin.erase(id.value);
            ASSERT_EQ(orders.find(id), kNoSlot);
        } else if (twin.size() < kOpenMax) {
            fixture.records[orders.insert(id)] = {.leaves_qty = {i}};
            twin.emplace(id.value, i);
        }
        ASSERT_EQ(orders.is_empty(), twin.empty());
    }
    for (const auto& [id, qty] : twin) {
        ASSERT_EQ(fixture.records[orders.find({id})].leaves_qty.value, qty);
    }
}

TEST(SparseOrders, FindEveryOrderAfterEachOfTheInsertsThatMakeThemGrow) {
    constexpr std::uint32_t kOpenMax = 400;
    SparseFixture fixture(kOpenMax);
    for (std::uint64_t n = 0; n < kOpenMax; ++n) {
        static_cast<void>(fixture.orders.insert({n * 32}));
        for (std::uint64_t before = 0; before <= n; ++before) {
            ASSERT_EQ(fixture.orders.id_of(fixture.orders.find({before * 32})).value, before * 32);
        }
        ASSERT_EQ(fixture.orders.find({(n + 1) * 32}), kNoSlot);
    }
}

TEST(OrderTable, FindsWhatWasAcquiredUntilItIsReleased) {
    Arena arena = arena_of(OrderTable::arena_bytes({.orders_max = 16}));
    OrderTable table(arena, {.orders_max = 16});
    EXPECT_FALSE(table.find({5}));
    const std::uint32_t slot = table.acquire({5});
    table[slot] = {.leaves_qty = {100}};
    EXPECT_TRUE(table.find({5}));
    EXPECT_EQ(table.find({5}).slot, slot);
    EXPECT_EQ(table.id_of(slot), OrderId{5});
    EXPECT_FALSE(table.find({4}));
    EXPECT_FALSE(table.find({6}));
    table.release(slot);
    EXPECT_FALSE(table.find({5}));
    EXPECT_EQ(table.size(), 0U);
}

TEST(OrderTable, FourConsecutiveDenseIdsLieSideBySide) {
    constexpr OrderTableOptions kOptions{.orders_max = 16, .dense_ids = 1'000};
    Arena arena = arena_of(OrderTable::arena_bytes(kOptions));
    OrderTable table(arena, kOptions);
    for (std::uint64_t id = 800; id < 804; ++id) {
        const std::uint32_t slot = table.acquire({id});
        table[slot] = {.leaves_qty = {1}, .place = table.place_of({id}, 0)};
        EXPECT_EQ(slot % 4, id - 800);
        EXPECT_EQ(slot, table.find({800}).slot + (id - 800));
    }
}

TEST(OrderTable, AnOrderWhosePlaceInTheRingIsTakenIsFoundAmongTheSparse) {
    constexpr OrderTableOptions kOptions{.orders_max = 16, .dense_ids = 1'000, .ring_max = 64};
    Arena arena = arena_of(OrderTable::arena_bytes(kOptions));
    OrderTable table(arena, kOptions);
    const auto add = [&](std::uint64_t id) {
        const std::uint32_t slot = table.acquire({id});
        table[slot] = {.leaves_qty = {1}, .place = table.place_of({id}, 0)};
    };
    constexpr std::array<std::uint64_t, 3> kInOnePlace{7, 7 + 64, 7 + 128};
    for (const std::uint64_t id : kInOnePlace) {
        add(id);
    }
    for (const std::uint64_t id : kInOnePlace) {
        const OrderCursor cursor = table.find({id});
        ASSERT_TRUE(cursor);
        EXPECT_EQ(table.id_of(cursor.slot).value, id);
    }
    table.release(table.find({7}).slot);
    EXPECT_FALSE(table.find({7}));
    EXPECT_TRUE(table.find({7 + 64}));
    add(7);
    EXPECT_EQ(table.id_of(table.find({7}).slot).value, 7U);
    EXPECT_EQ(table.size(), 3U);
}

/// Ids `stride` apart: 1 fills blocks, 8 and more is one order a block, the largest are all alike
/// in their low bits. And how many ids go through the array: none, some, all of the small strides.
class OrderTableStrides
    : public ::testing::TestWithParam<std::tuple<std::uint64_t, std::uint32_t>> {};

TEST_P(OrderTableStrides, HoldsAsManyOrdersAsPromisedWhateverTheirIds) {
    constexpr std::uint32_t kCapacity = 1'000;
    const auto [stride, dense_ids] = GetParam();
    const OrderTableOptions options{
        .orders_max = kCapacity, .dense_ids = dense_ids, .ring_max = 1'024};
    Arena arena = arena_of(OrderTable::arena_bytes(options));
    OrderTable table(arena, options);
    for (std::uint64_t round = 0; round < 3; ++round) {
        for (std::uint64_t n = 0; n < kCapacity; ++n) {
            ASSERT_FALSE(table.is_full());
            const OrderId id{(round + n) * stride};
            table[table.acquire(id)] = {.leaves_qty = {1}, .place = table.place_of(id, 0)};
        }
        ASSERT_TRUE(table.is_full());
        for (std::uint64_t n = 0; n < kCapacity; ++n) {
            const OrderCursor cursor = table.find({(round + n) * stride});
            ASSERT_TRUE(cursor);
            ASSERT_EQ(table.id_of(cursor.slot).value, (round + n) * stride);
            table.release(cursor.slot);
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
    constexpr OrderTableOptions kOptions{
        .orders_max = kCapacity, .dense_ids = 20'000, .ring_max = 2'048};
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
            ASSERT_EQ(table.id_of(cursor.slot), id);
            table.release(cursor.slot);
            twin.erase(id.value);
        } else if (!table.is_full()) {
            table[table.acquire(id)] = {.leaves_qty = {i}, .place = table.place_of(id, 0)};
            twin.emplace(id.value, i);
        }
        ASSERT_EQ(table.size(), twin.size());
    }
}

}  // namespace
}  // namespace hotpath::book
