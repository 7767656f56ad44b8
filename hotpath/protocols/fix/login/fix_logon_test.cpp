// The Logon of a FIX connection before its password is checked: its end, its fields, another password.

#include "hotpath/protocols/fix/login/fix_logon.hpp"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace hotpath::protocols::fix {
namespace {

/// With SOH for each bar.
[[nodiscard]] std::string fix(std::string text) {
    std::ranges::replace(text, '|', '\x01');
    return text;
}

const std::string kLogon =
    fix("8=FIX.4.4|9=71|35=A|34=1|49=ALICE-FIX|52=20260101-00:00:00|56=HOTPATH|98=0|554=SECRET|10="
        "000|");

TEST(FixLogon, EndsWhereItsBodyLengthSays) {
    for (std::size_t length = 0; length < kLogon.size(); ++length) {
        EXPECT_EQ(fix_message_length(kLogon.substr(0, length)), 0U) << length;
    }
    EXPECT_EQ(fix_message_length(kLogon), kLogon.size());
    EXPECT_EQ(fix_message_length(kLogon + "8=FIX.4.4"), kLogon.size()) << "what follows is another";
}

TEST(FixLogon, WhatIsNoMessageIsNone) {
    for (const std::string& text :
         {std::string("GET / HTTP/1.1"), fix("9=5|8=FIX.4.4|"), fix("8=FIX.4.4|35=A|9=5|"),
          fix("8=FIX.4.4|9=x|"), fix("8=FIX.4.4|9=4097|"), fix("8=FIX.4.4|9=|"),
          fix("8=FIX.4.4|9=-1|"), "8=FIX" + std::string(40, '.')}) {
        EXPECT_EQ(fix_message_length(text), std::nullopt) << text;
    }
}

TEST(FixLogon, ItsFieldsAreThoseOfTheSession) {
    const login::Logon logon = read_fix_logon(kLogon);
    EXPECT_EQ(logon.names.version, "FIX.4.4");
    EXPECT_EQ(logon.names.client, "ALICE-FIX");
    EXPECT_EQ(logon.names.venue, "HOTPATH");
    EXPECT_EQ(logon.password, "SECRET");
    EXPECT_EQ(read_fix_logon(fix("8=FIX.4.4|9=5|1554=X|")).password, "") << "another number";
}

TEST(FixLogon, WithAnotherPasswordItHasItsOwnLengthAndCheckSum) {
    const std::string changed = with_fix_password(kLogon, "ANOTHERONE");
    EXPECT_EQ(read_fix_logon(changed).password, "ANOTHERONE");
    EXPECT_EQ(fix_message_length(changed), changed.size());
    EXPECT_NE(changed.find(fix("|9=75|")), std::string::npos) << "four more";
    unsigned sum = 0;
    for (const char c : changed.substr(0, changed.size() - 7)) {
        sum += static_cast<unsigned char>(c);
    }
    EXPECT_EQ(std::stoul(changed.substr(changed.size() - 4, 3)), sum % 256);
    const std::string without = fix("8=FIX.4.4|9=5|35=A|10=000|");
    EXPECT_EQ(with_fix_password(without, "X"), without);
    const std::string behind_the_body = fix("8=FIX.4.4|9=5|35=A|554=AB|");
    EXPECT_EQ(with_fix_password(behind_the_body, "X"), behind_the_body);
}

}  // namespace
}  // namespace hotpath::protocols::fix
