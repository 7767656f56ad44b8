#include "hotpath/text/nearest_name.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace hotpath::text {
namespace {

constexpr std::array<std::string_view, 4> kKnown{"files", "from", "generated_days", "seed"};

TEST(NearestName, IsTheKnownOneWithTheFewestWrongLetters) {
    EXPECT_EQ(nearest_name("generated_dayz", kKnown), "generated_days");
    EXPECT_EQ(nearest_name("generate_days", kKnown), "generated_days");
    EXPECT_EQ(nearest_name("file", kKnown), "files");
    EXPECT_EQ(nearest_name("form", kKnown), "from");
    EXPECT_EQ(nearest_name("seeed", kKnown), "seed");
}

TEST(NearestName, IsNoneWhenEveryKnownOneIsAnotherWord) {
    EXPECT_EQ(nearest_name("latency", kKnown), std::nullopt);
    EXPECT_EQ(nearest_name("x", kKnown), std::nullopt);
    EXPECT_EQ(nearest_name("", kKnown), std::nullopt);
    EXPECT_EQ(nearest_name("files", std::array<std::string_view, 0>{}), std::nullopt);
}

TEST(NearestName, CountsChangesAdditionsOmissionsAndSwaps) {
    EXPECT_EQ(letters_between("", ""), 0U);
    EXPECT_EQ(letters_between("abc", "abc"), 0U);
    EXPECT_EQ(letters_between("abc", ""), 3U);
    EXPECT_EQ(letters_between("", "abc"), 3U);
    EXPECT_EQ(letters_between("abc", "abd"), 1U);
    EXPECT_EQ(letters_between("abc", "abcd"), 1U);
    EXPECT_EQ(letters_between("abc", "ac"), 1U);
    EXPECT_EQ(letters_between("abcd", "acbd"), 1U);
    EXPECT_EQ(letters_between("kitten", "sitting"), 3U);
}

TEST(NearestName, IsSaidInASentence) {
    EXPECT_EQ(nearest_text("generated_dayz", kKnown), "; the nearest is generated_days");
    EXPECT_EQ(nearest_text("latency", kKnown), "");
}

}  // namespace
}  // namespace hotpath::text
