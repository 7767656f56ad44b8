// The example of README.md, compiled and run as it stands there.

#include <gtest/gtest.h>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_hash_map.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath {
namespace {

Expected<Qty> leaves_after_an_execution() {
    int refused = 0;
    // clang-format off: the README's own lines
    using Quantities = FixedHashMap<OrderId, Qty>;
    Expected<Arena> arena = Arena::create(Quantities::arena_bytes(1'000'000), HugePages::Try);
    if (!arena) { return std::unexpected(arena.error()); }

    Quantities quantities(*arena, 1'000'000);
    if (quantities.try_insert({42}, {100}) == nullptr) { ++refused; }   // full, or there already
    if (Qty* leaves = quantities.find({42})) { *leaves -= Qty{30}; }
    // clang-format on
    EXPECT_EQ(refused, 0);
    return *quantities.find({42});
}

TEST(ReadmeExample, OfCoreDoesWhatItSays) {
    EXPECT_EQ(leaves_after_an_execution().value(), Qty{70});
}

}  // namespace
}  // namespace hotpath
