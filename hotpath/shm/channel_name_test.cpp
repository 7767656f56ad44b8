#include "hotpath/shm/channel_name.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hotpath::shm {
namespace {

using ::testing::HasSubstr;

TEST(ChannelName, TakesLettersDigitsDotsDashesAndUnderscores) {
    const std::string longest(48, 'x');
    for (const std::string& text :
         {std::string("a"), std::string("Feed-A.itch_50"), std::string("0"), longest}) {
        const auto name = ChannelName::from(text);
        ASSERT_TRUE(name.has_value()) << text;
        EXPECT_EQ(name->str(), text);
    }
}

TEST(ChannelName, RefusesWhatWouldLeaveTheFolderOrHide) {
    for (const char* const text : {"", "/", "..", ".", "../x", "a/b", ".hidden", "-rf", "_x", "a b",
                                   "a\nb", "\xc3\xa4", "a*"}) {
        EXPECT_FALSE(ChannelName::from(text).has_value()) << text;
    }
    EXPECT_FALSE(ChannelName::from(std::string_view("a\0b", 3)).has_value());
    EXPECT_FALSE(ChannelName::from(std::string(49, 'x')).has_value());
}

TEST(ChannelName, SaysInOneLineWhatANameIs) {
    const auto name = ChannelName::from("two\nlines\x1b[31m" + std::string(100, 'y'));
    ASSERT_FALSE(name.has_value());
    EXPECT_THAT(name.error().message, HasSubstr("two?lines?[31m"));
    EXPECT_THAT(name.error().message, HasSubstr("...\" is not a channel name: 1 to 48"));
    EXPECT_EQ(name.error().message.find('\n'), std::string::npos);
}

TEST(Printable, KeepsAsciiFromSpaceToTildeAndReplacesTheRest) {
    EXPECT_EQ(printable(" ~\x1f\x7f\t\x80\xff{}"), " ~?????{}");
    EXPECT_EQ(printable(""), "");
}

TEST(Printable, CutsBehindSixtyFourCharacters) {
    const std::string shown(64, 'x');
    EXPECT_EQ(printable(std::string(63, 'x')), std::string(63, 'x'));
    EXPECT_EQ(printable(shown), shown);
    EXPECT_EQ(printable(shown + "y"), shown + "...");
}

TEST(ChannelName, TakesTheFirstAndLastOfEachRangeAndNotTheirNeighbours) {
    for (const char c : {'a', 'z', 'A', 'Z', '0', '9'}) {
        EXPECT_TRUE(ChannelName::from(std::string(1, c)).has_value()) << c;
    }
    for (const int c : {'a' - 1, 'z' + 1, 'A' - 1, 'Z' + 1, '0' - 1, '9' + 1}) {
        EXPECT_FALSE(ChannelName::from(std::string("x") + static_cast<char>(c)).has_value()) << c;
    }
}

}  // namespace
}  // namespace hotpath::shm
