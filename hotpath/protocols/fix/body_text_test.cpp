// The text of a body: its MsgType, its fields, the value of one.

#include "hotpath/protocols/fix/body_text.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/fix_messages.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::with_soh;

TEST(BodyText, IsAMsgTypeAndTheFieldsBehindIt) {
    const std::string text = with_soh("35=AE|11=17|38=100|");
    const auto body = split_body(text);
    ASSERT_TRUE(body.has_value());
    EXPECT_EQ(body->msg_type, "AE");
    EXPECT_EQ(body->fields, with_soh("11=17|38=100|"));
    const std::string alone = with_soh("35=0|");
    ASSERT_TRUE(split_body(alone).has_value());
    EXPECT_EQ(split_body(alone)->fields, "");
}

TEST(BodyText, WithoutAMsgTypeIsNone) {
    for (const char* text : {"", "35=", "35=D", "35=|11=17|", "|"}) {
        EXPECT_FALSE(split_body(with_soh(text)).has_value()) << text;
    }
}

TEST(BodyText, AValueIsThatOfTheFirstFieldThatBeginsWithTheTag) {
    const std::string fields = with_soh("111=1|11=17|58=11=2|11=18|60=");
    EXPECT_EQ(first_value(fields, "11="), "17");
    EXPECT_EQ(first_value(fields, "58="), "11=2");
    EXPECT_NE(first_value(fields, "60=").data(), nullptr) << "there, without characters";
    EXPECT_EQ(first_value(fields, "60="), "");
    EXPECT_EQ(first_value(fields, "1=").data(), nullptr);
    EXPECT_EQ(first_value("", "11=").data(), nullptr);
}

}  // namespace
}  // namespace hotpath::protocols::fix
