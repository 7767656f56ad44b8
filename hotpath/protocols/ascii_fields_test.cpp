#include "hotpath/protocols/ascii_fields.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "hotpath/protocols/message.hpp"

namespace hotpath::protocols {
namespace {

constexpr std::uint64_t kHighest = std::numeric_limits<std::uint64_t>::max();

TEST(AsciiFields, PaddingOnEitherSideIsNoPartOfAName) {
    EXPECT_EQ(without_padding(to_alpha<10>("")), "");
    EXPECT_EQ(without_padding(to_alpha<10>("S1")), "S1");
    EXPECT_EQ(without_padding(to_right_justified<10>("S1")), "S1");
    EXPECT_EQ(without_padding(to_alpha<10>("  a b ")), "a b");
}

TEST(AsciiFields, ATextIsRightJustifiedAndCutAtTheFieldsLength) {
    EXPECT_EQ(std::string_view(to_right_justified<5>("ab").data(), 5), "   ab");
    EXPECT_EQ(std::string_view(to_right_justified<5>("abcde").data(), 5), "abcde");
    EXPECT_EQ(std::string_view(to_right_justified<5>("abcdef").data(), 5), "abcde");
}

TEST(AsciiFields, ANumberWrittenIsTheNumberRead) {
    for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{10},
                                       std::uint64_t{1'234'567'890}, kHighest}) {
        EXPECT_EQ(to_number(to_digits<20>(number)), number);
    }
    EXPECT_EQ(std::string_view(to_digits<20>(42).data(), 20), "                  42");
}

TEST(AsciiFields, TextThatIsNotANumberGivesNone) {
    for (const std::string_view text : {"", "x", "1x", "1 2", "-1", "+1", "18446744073709551616"}) {
        EXPECT_EQ(to_number(to_alpha<20>(text)), std::nullopt) << text;
    }
}

}  // namespace
}  // namespace hotpath::protocols
