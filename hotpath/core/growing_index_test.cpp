#include "hotpath/core/growing_index.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/growing_hash_map.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/core/units.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath {
namespace {

/// Records whose key is their number; counts the links that an operation reads or writes.
struct CountedRecords {
    explicit CountedRecords(std::size_t count) : links(count) {}

    [[nodiscard]] std::uint32_t& next(std::uint32_t record) {
        ++visits;
        return links[record];
    }
    [[nodiscard]] const std::uint32_t& next(std::uint32_t record) const {
        ++visits;
        return links[record];
    }
    [[nodiscard]] std::uint32_t hash(std::uint32_t record) const {
        return NeighbourHash<std::uint32_t>{}(record);
    }

    std::vector<std::uint32_t> links;
    mutable std::uint64_t visits = 0;
};

TEST(GrowingIndex, WhatIsTouchedFollowsTheRecordsInUse) {
    constexpr std::uint32_t kRecords = 10'000;
    CountedRecords records(kRecords);
    GrowingIndex index(kRecords);
    for (std::uint32_t record = 0; record < kRecords; ++record) {
        index.insert(record, records);
        ASSERT_GE(index.chains(), index.size() * 2);
        ASSERT_LE(index.chains(), index.size() * 4 + 16);
    }
    for (std::uint32_t record = 0; record < kRecords; ++record) {
        index.erase(record, records);
        ASSERT_GE(index.chains(), index.size() * 2);
        ASSERT_LE(index.chains(), index.size() * 4 + 16);
    }
    EXPECT_EQ(index.chains(), 16U);
}

TEST(GrowingIndex, NoOperationPaysForAWholeTable) {
    constexpr std::uint32_t kRecords = 100'000;
    CountedRecords records(kRecords);
    GrowingIndex index(kRecords);
    std::uint64_t visits_max = 0;
    const auto visits_of = [&](auto&& operation) {
        const std::uint64_t before = records.visits;
        operation();
        visits_max = std::max(visits_max, records.visits - before);
    };
    for (std::uint32_t record = 0; record < kRecords; ++record) {
        visits_of([&] { index.insert(record, records); });
    }
    for (std::uint32_t record = 0; record < kRecords; ++record) {
        visits_of([&] { index.erase(record, records); });
    }
    EXPECT_LE(visits_max, 60U);  // the links of a handful of chains
    EXPECT_LE(records.visits, kRecords * 8);
}

TEST(GrowingIndex, KeysAStepApartDoNotMeetInFewChains) {
    for (std::uint32_t step = 1; step <= 1U << 16U; step *= 2) {
        constexpr std::uint32_t kChains = 1U << 12U;
        std::array<std::uint32_t, kChains> lengths{};
        for (std::uint32_t n = 0; n < kChains / 2; ++n) {
            ++lengths[NeighbourHash<std::uint32_t>{}(n * step) % kChains];
        }
        EXPECT_LE(*std::max_element(lengths.begin(), lengths.end()), 8U) << "step " << step;
    }
}

TEST(GrowingHashMap, AValueStaysWhereItIsUntilItIsErased) {
    GrowingHashMap<OrderId, Qty> quantities(1'000);
    const Qty* const first = quantities.try_insert({1}, {100});
    for (std::uint64_t id = 2; id <= 1'000; ++id) {
        ASSERT_NE(quantities.try_insert({id}, {1}), nullptr);
    }
    EXPECT_EQ(quantities.find({1}), first);
    EXPECT_EQ(*first, Qty{100});
    EXPECT_TRUE(quantities.full());
    EXPECT_EQ(quantities.try_insert({1'001}, {1}), nullptr);
}

TEST(GrowingHashMap, InAnArenaItTakesWhatItSaid) {
    constexpr std::size_t kCapacity = 1'000;
    using Quantities = GrowingHashMap<OrderId, Qty>;
    auto arena = Arena::create(Quantities::arena_bytes(kCapacity), HugePages::Never);
    ASSERT_TRUE(arena.has_value());
    Quantities quantities(*arena, kCapacity);
    const NoAllocScope no_allocation;
    for (std::uint64_t id = 0; id < kCapacity; ++id) {
        ASSERT_NE(quantities.try_insert({id * 3}, {1}), nullptr);
    }
    EXPECT_EQ(no_allocation.allocations(), 0U);
    EXPECT_NE(quantities.find({3}), nullptr);
    EXPECT_EQ(quantities.find({4}), nullptr);
}

}  // namespace
}  // namespace hotpath
