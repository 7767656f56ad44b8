// Names in a sentence.

#include "hotpath/text/listed.hpp"

#include <array>

#include <gtest/gtest.h>

namespace hotpath::text {
namespace {

TEST(Listed, TheLastNameFollowsAWord) {
    constexpr std::array<std::string_view, 3> kColours{"red", "green", "blue"};
    const std::span<const std::string_view> all(kColours);
    EXPECT_EQ(listed(all, " or "), "red, green or blue");
    EXPECT_EQ(listed(all.first(2), " and "), "red and green");
    EXPECT_EQ(listed(all.first(1), " or "), "red");
    EXPECT_EQ(listed({}, " or "), "");
}

}  // namespace
}  // namespace hotpath::text
