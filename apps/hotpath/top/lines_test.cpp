#include "apps/hotpath/top/lines.hpp"

#include <gtest/gtest.h>

namespace hotpath::app {
namespace {

[[nodiscard]] std::string one_line(const ScreenSize& size, std::string_view text) {
    TopLines lines(size);
    lines.add(text);
    lines.end_line();
    return lines.text("|");
}

TEST(TopLines, AreCutToTheScreensWidthByCharactersNotBytes) {
    EXPECT_EQ(one_line({.rows = 2, .columns = 4}, "abcdef"), "abcd|");
    EXPECT_EQ(one_line({.rows = 2, .columns = 4}, "█▌█▌█▌"), "█▌█▌|");
    EXPECT_EQ(one_line({.rows = 2, .columns = 0}, "abc"), "|");
    EXPECT_EQ(one_line({}, "abcdef"), "abcdef|");
}

TEST(TopLines, StylesTakeNoRoom) {
    TopLines lines({.rows = 1, .columns = 6});
    lines.add("abc", "\x1b[1m").add("defghi", "\x1b[2m");
    lines.end_line();
    EXPECT_EQ(lines.text(""), "\x1b[1mabc\x1b[2mdef");  // no terminal: nothing to reset to
}

TEST(TopLines, ColumnsArePaddedOnTheOtherSide) {
    TopLines lines({});
    lines.left("ab", 4).right("cd", 4).right("too long", 3);
    lines.end_line();
    EXPECT_EQ(lines.text(""), "ab    cdtoo long");
}

TEST(TopLines, NoMoreThanTheScreenHas) {
    TopLines lines({.rows = 2, .columns = 9});
    EXPECT_EQ(lines.rows_left(), 2U);
    for (const char* text : {"one", "two", "three"}) {
        lines.add(text);
        lines.end_line();
    }
    EXPECT_EQ(lines.rows_left(), 0U);
    EXPECT_EQ(lines.text("|"), "one|two|");
}

}  // namespace
}  // namespace hotpath::app
