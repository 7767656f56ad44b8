#include "hotpath/core/restored.hpp"

#include <gtest/gtest.h>

namespace hotpath {
namespace {

TEST(Restored, IsAgainWhatItWas) {
    int value = 1;
    {
        const Restored kept(value);
        value = 2;
    }
    EXPECT_EQ(value, 1);
}

TEST(Restored, CanBeSomethingElseMeanwhile) {
    int value = 1;
    {
        const Restored kept(value, 7);
        EXPECT_EQ(value, 7);
        value = 8;
    }
    EXPECT_EQ(value, 1);
}

/// A place may be kept twice: an order that is its own original.
TEST(Restored, TwiceTheSamePlaceIsAgainWhatItWasFirst) {
    int value = 1;
    {
        const Restored first(value);
        const Restored second(value);
        value = 2;
    }
    EXPECT_EQ(value, 1);
}

}  // namespace
}  // namespace hotpath
