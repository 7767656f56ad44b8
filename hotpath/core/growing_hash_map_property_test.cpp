// The map against std::unordered_map, event by event, while it grows, stands still and shrinks; with
// keys of every pattern that ids have, and with all keys in one chain.

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/core/growing_hash_map.hpp"
#include "tests/support/map_twins.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath {
namespace {

using support::dense_keys;
using support::Keys;
using support::random_keys;

struct OneGrowingChain {
    std::uint32_t operator()(std::uint64_t) const noexcept { return 0xffff'ffffU; }
};
/// Chains that are split from each other at every size.
struct HighBitsOnly {
    std::uint32_t operator()(std::uint64_t key) const noexcept {
        return static_cast<std::uint32_t>(key) << 3U;
    }
};

template <class Hash>
using GrowingMap = GrowingHashMap<std::uint64_t, std::uint64_t, Hash>;
using GrowingTwins = support::MapTwins<GrowingMap<NeighbourHash<std::uint64_t>>>;

/// From empty to nearly all keys and back, several times.
template <class AnyTwins>
void breathe(AnyTwins& twins, const Keys& keys, std::uint64_t events) {
    for (int breath = 0; breath < 4; ++breath) {
        twins.run(keys, events, {.inserts = 3, .erases = 0});
        const std::size_t grown = twins.size();
        twins.run(keys, events, {.inserts = 2, .erases = 2});
        constexpr int kRunsMax = 100;  // under a sanitizer a run has a tenth of the events
        for (int runs = 0; runs < kRunsMax && twins.size() * 2 >= grown; ++runs) {
            twins.run(keys, events, {.inserts = 0, .erases = 3});
        }
        ASSERT_LT(twins.size() * 2, grown);
    }
}

TEST(GrowingHashMapProperty, EqualsUnorderedMapOverAMillionEvents) {
    const std::uint64_t seed = support::seed_of_this_test(1);
    const std::uint64_t events =
        support::rounds_of_this_run({.usual = 1'000'000, .long_run = 20'000'000});
    GrowingTwins twins(1000, seed);
    twins.run(random_keys(1500, seed), events);
}

TEST(GrowingHashMapProperty, EqualsUnorderedMapWhileItGrowsAndShrinks) {
    const std::uint64_t seed = support::seed_of_this_test(2);
    const std::uint64_t events =
        support::rounds_of_this_run({.usual = 60'000, .long_run = 1'000'000});
    GrowingTwins twins(20'000, seed);
    breathe(twins, random_keys(25'000, seed), events);
    twins.clear();
    breathe(twins, random_keys(200, seed + 1), events / 50);
}

TEST(GrowingHashMapProperty, EqualsUnorderedMapForOrderReferences) {
    const std::uint64_t seed = support::seed_of_this_test(3);
    for (const std::uint64_t step : {1ULL, 2ULL, 16ULL, 1'000ULL, 1ULL << 32U, 1ULL << 54U}) {
        SCOPED_TRACE(step);
        GrowingTwins twins(700, seed);
        breathe(twins, dense_keys(1000, step), 5'000);
    }
}

template <class MapUnderTest>
class CollidingGrowingHashMap : public ::testing::Test {};

using CollidingGrowing = ::testing::Types<GrowingMap<OneGrowingChain>, GrowingMap<HighBitsOnly>>;
TYPED_TEST_SUITE(CollidingGrowingHashMap, CollidingGrowing);

TYPED_TEST(CollidingGrowingHashMap, EqualsUnorderedMapAtEveryCapacity) {
    const std::uint64_t seed = support::seed_of_this_test(4);
    for (const std::size_t capacity : {1U, 2U, 3U, 7U, 8U, 9U, 31U, 32U, 33U, 170U}) {
        SCOPED_TRACE("capacity " + std::to_string(capacity));
        support::MapTwins<TypeParam> twins(capacity, seed);
        twins.run(dense_keys(capacity + capacity / 2 + 2, 7), 5'000);
        breathe(twins, dense_keys(capacity * 4, 7), 40 * capacity);
    }
}

}  // namespace
}  // namespace hotpath
