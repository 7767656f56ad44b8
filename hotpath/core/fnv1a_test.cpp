#include "hotpath/core/fnv1a.hpp"

#include <gtest/gtest.h>

namespace hotpath {
namespace {

TEST(Fnv1a, HasThePublishedValues) {
    EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325ULL);
    EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cULL);
    EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8ULL);
}

TEST(Fnv1a, ReadsACharacterAboveSevenBitsAsUnsigned) {
    EXPECT_EQ(fnv1a("\xff"), (kFnv1aStart ^ 0xFFU) * 0x100000001b3ULL);
}

TEST(Fnv1a, GoesOnFromAStart) {
    EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar"));
}

}  // namespace
}  // namespace hotpath
