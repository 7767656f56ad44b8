#include "hotpath/core/assert.hpp"

#include <gtest/gtest.h>

namespace hotpath {
namespace {

TEST(AssertDeathTest, SaysWhatWasFalseAndWhere) {
    const int leaves = -1;
    EXPECT_DEATH(HOTPATH_ASSERT(leaves >= 0, "leaves are never negative"),
                 "assert_test.cpp:[0-9]+: assertion failed: leaves are never negative "
                 "\\(leaves >= 0\\)");
}

TEST(Assert, EvaluatesItsExpressionOnce) {
    int evaluations = 0;
    HOTPATH_ASSERT(++evaluations == 1, "evaluated once");
    EXPECT_EQ(evaluations, 1);
}

TEST(Assert, IsAnExpressionThatFitsAnywhere) {
    const auto checked = [](int value) { return HOTPATH_ASSERT(value > 0, "positive"), value; };
    EXPECT_EQ(checked(3), 3);
    static_assert((HOTPATH_ASSERT(true, "also at compile time"), true));
}

}  // namespace
}  // namespace hotpath
