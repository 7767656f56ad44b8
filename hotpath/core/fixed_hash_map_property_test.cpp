// The map against std::unordered_map, event by event, with keys chosen to hurt: colliding all at
// one home, at the last slot so that every run wraps, in one long run; and with the smallest index
// type, which wraps by itself.

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/core/fixed_hash_map.hpp"
#include "tests/support/map_twins.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath {
namespace {

using support::dense_keys;
using support::random_keys;

struct OneHome {
    std::uint64_t operator()(std::uint64_t) const noexcept { return 0x8000'0000'0000'0000ULL; }
};

struct LastSlotIsHome {
    std::uint64_t operator()(std::uint64_t) const noexcept { return ~std::uint64_t{0}; }
};

/// Neighbouring homes: runs of different homes grow together.
struct FourHomes {
    std::uint64_t operator()(std::uint64_t key) const noexcept {
        return (key % 4) << 56U | 0xfe00'0000'0000'0000ULL;
    }
};

/// The number that KeyHash's multiplication undoes: i times it hashes to i, so all homes are 0.
constexpr std::uint64_t inverse_of_golden_ratio() {
    std::uint64_t inverse = 1;
    for (int i = 0; i < 6; ++i) {  // Newton: each step doubles the bits that are right
        inverse *= 2 - KeyHash<std::uint64_t>::kGoldenRatio * inverse;
    }
    return inverse;
}
static_assert(inverse_of_golden_ratio() * KeyHash<std::uint64_t>::kGoldenRatio == 1);

template <class Hash, class Index>
using Map = FixedHashMap<std::uint64_t, std::uint64_t, Hash, Index>;

TEST(FixedHashMapProperty, EqualsUnorderedMapOverAMillionEvents) {
    const std::uint64_t seed = support::seed_of_this_test(1);
    const std::uint64_t events =
        support::rounds_of_this_run({.usual = 1'000'000, .long_run = 20'000'000});
    support::MapTwins<Map<KeyHash<std::uint64_t>, std::uint32_t>> twins(1000, seed);
    twins.run(random_keys(1500, seed), events);
}

TEST(FixedHashMapProperty, EqualsUnorderedMapForOrderReferences) {
    const std::uint64_t seed = support::seed_of_this_test(2);
    for (const std::uint64_t step : {1ULL, 2ULL, 8ULL, 1ULL << 32U, 1ULL << 54U}) {
        SCOPED_TRACE(step);
        support::MapTwins<Map<KeyHash<std::uint64_t>, std::uint32_t>> twins(700, seed);
        twins.run(dense_keys(1000, step), 100'000);
    }
}

TEST(FixedHashMapProperty, EqualsUnorderedMapWhenAnAdversaryChoosesTheKeys) {
    const std::uint64_t seed = support::seed_of_this_test(3);
    support::MapTwins<Map<KeyHash<std::uint64_t>, std::uint8_t>> twins(170, seed);
    twins.run(dense_keys(250, inverse_of_golden_ratio()), 100'000);
}

template <class MapUnderTest>
class CollidingHashMap : public ::testing::Test {};

using Colliding =
    ::testing::Types<Map<OneHome, std::uint8_t>, Map<LastSlotIsHome, std::uint8_t>,
                     Map<FourHomes, std::uint8_t>, Map<KeyHash<std::uint64_t>, std::uint8_t>,
                     Map<OneHome, std::uint32_t>, Map<LastSlotIsHome, std::uint32_t>,
                     Map<FourHomes, std::uint32_t>>;
TYPED_TEST_SUITE(CollidingHashMap, Colliding);

TYPED_TEST(CollidingHashMap, EqualsUnorderedMapAtEveryCapacity) {
    const std::uint64_t seed = support::seed_of_this_test(4);
    for (const std::size_t capacity : {1U, 2U, 3U, 10U, 21U, 84U, 85U, 169U, 170U}) {
        SCOPED_TRACE("capacity " + std::to_string(capacity));
        support::MapTwins<TypeParam> twins(capacity, seed);
        twins.run(random_keys(capacity + capacity / 2 + 2, seed), 20'000);
    }
}

}  // namespace
}  // namespace hotpath
