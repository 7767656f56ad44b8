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

}  // namespace
}  // namespace hotpath::shm
