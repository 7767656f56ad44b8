#include "hotpath/protocols/fix/field_type.hpp"

#include <initializer_list>
#include <string_view>

#include <gtest/gtest.h>

namespace hotpath::protocols::fix {
namespace {

using Texts = std::initializer_list<std::string_view>;

void expect_forms(FieldType type, Texts good, Texts bad) {
    SCOPED_TRACE(name(type));
    for (const std::string_view value : good) {
        EXPECT_TRUE(has_form(type, value)) << value;
    }
    for (const std::string_view value : bad) {
        EXPECT_FALSE(has_form(type, value)) << value;
    }
    EXPECT_FALSE(has_form(type, "")) << "no value has no form";
}

TEST(FixFieldType, TextHasOneCharacterOrAny) {
    expect_forms(FieldType::String, {"a", "a b", "=", "USDT"}, {});
    expect_forms(FieldType::Data, {"a", "\x01"}, {});
    expect_forms(FieldType::Char, {"a", " ", "="}, {"ab"});
    expect_forms(FieldType::Boolean, {"Y", "N"}, {"y", "1", "YN"});
}

TEST(FixFieldType, NumbersAreDigits) {
    expect_forms(FieldType::Int, {"0", "-7", "00023", "99999999999999999999"},
                 {"-", "+7", "1.0", "1 ", "a"});
    for (const FieldType type : {FieldType::Length, FieldType::NumInGroup, FieldType::SeqNum}) {
        expect_forms(type, {"0", "7", "007"}, {"-7", "+7", "1.0", "x"});
    }
    expect_forms(FieldType::Decimal, {"1", "1.5", "-1.5", ".5", "5.", "002000.00"},
                 {"+200.00", "1.2.3", "1e5", ".", "-", "-.", "1,5", "0x1", "nan"});
}

TEST(FixFieldType, SeveralValuesHaveSingleSpacesBetweenThem) {
    expect_forms(FieldType::MultipleChar, {"a", "a b c"}, {"ab", "a  b", " a", "a ", " "});
    expect_forms(FieldType::MultipleString, {"a", "abc de"}, {"a  b", " a", "a ", " "});
}

TEST(FixFieldType, DatesAndTimesExist) {
    expect_forms(FieldType::Date, {"20240229", "00010101"}, {"20230229", "2024022", "2024-2-9"});
    expect_forms(FieldType::Time, {"00:00:00", "23:59:60", "12:34:56.7", "12:34:56.123456789012"},
                 {"24:00:00", "12:34", "12:34:56.", "12:34:56.1234567890123", "1:2:3"});
    expect_forms(
        FieldType::Timestamp, {"20240229-12:34:56", "20240229-12:34:56.789"},
        {"20240229", "20240229-", "20240229 12:34:56", "20230229-12:34:56", "20240229-12:34"});
}

TEST(FixFieldType, MonthsAndDays) {
    expect_forms(FieldType::MonthYear, {"202402", "20240229", "202402w1", "202402w5"},
                 {"202413", "202400", "20230229", "202402w6", "202402w0", "2024", "20240x"});
    expect_forms(FieldType::DayOfMonth, {"1", "01", "31"}, {"0", "32", "001", "-1", "x"});
}

TEST(FixFieldType, TimesWithAZone) {
    expect_forms(FieldType::TzTime,
                 {"07:39Z", "02:39-05", "15:39+08", "13:09+05:30", "07:39", "07:39:01.5Z"},
                 {"24:00Z", "07:60Z", "7:39Z", "07:39z", "07:39+5", "07:39+05:3", "07:39+15",
                  "07:39+05:60", "07:39+05-30", "Z"});
    expect_forms(FieldType::TzTimestamp,
                 {"20060901-07:39Z", "20060901-02:39-05", "20060901-13:09:00.123+05:30"},
                 {"20060931-07:39Z", "20060901", "20060901-", "20060901T07:39Z"});
}

TEST(FixFieldType, EveryTypeHasAName) {
    for (std::size_t i = 0; i < kFieldTypes; ++i) {
        EXPECT_FALSE(name(static_cast<FieldType>(i)).empty());
    }
}

}  // namespace
}  // namespace hotpath::protocols::fix
