// data.from and data.until: the date of a file by its name, and what is refused.
#include "hotpath/backtest/days/date_range.hpp"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

using capture::Date;

[[nodiscard]] std::string in_name(std::string_view name) {
    const auto date = date_in_name(name);
    return date ? capture::date_text(*date) : "none";
}

TEST(DateRange, ANameHasItsDateInAnyOfThreeForms) {
    EXPECT_EQ(in_name("01302020.NASDAQ_ITCH50.gz"), "2020-01-30");
    EXPECT_EQ(in_name("Nasdaq.Equities.TotalView.Itch.v5.0.20230822.pcap"), "2023-08-22");
    EXPECT_EQ(in_name("LOBSTER_SampleFile_GOOG_2012-06-21_5.zip"), "2012-06-21");
    EXPECT_EQ(in_name("GOOG_2012-06-21_34200000_57600000_message_5.csv"), "2012-06-21");
    EXPECT_EQ(in_name("12312019"), "2019-12-31");
    EXPECT_EQ(in_name("S083019-20190830.itch"), "2019-08-30");
    EXPECT_EQ(in_name("a2024-01-02b2024-01-03"), "2024-01-02") << "the first of several";
}

TEST(DateRange, OtherDigitsAreNoDate) {
    for (const char* name :
         {"", "day.itch", "day-1.itch", "20241301.itch", "2024-02-30.csv", "120240102.itch",
          "2024-01-023", "34200000.csv", "18000102.itch", "2024-1-02.csv", "2024-01-0"}) {
        EXPECT_EQ(in_name(name), "none") << name;
    }
}

TEST(DateRange, HasItsEnds) {
    const DateRange range{.from = Date{10}, .until = Date{12}};
    EXPECT_FALSE(range.has({9}));
    EXPECT_TRUE(range.has({10}));
    EXPECT_TRUE(range.has({12}));
    EXPECT_FALSE(range.has({13}));
    EXPECT_TRUE(DateRange{.from = Date{10}}.has({1'000}));
    EXPECT_TRUE(DateRange{.until = Date{10}}.has({-1'000}));
}

TEST(DateRange, AnEndOutsideTheDataIsRefusedWithTheirDates) {
    const DateSpan data{.first = {19'724}, .last = {19'730}};
    EXPECT_TRUE(check_date_range({.from = data.first, .until = data.last}, data));
    EXPECT_TRUE(check_date_range({}, data));
    const auto said = [&](const DateRange& range) {
        const auto checked = check_date_range(range, data);
        return checked ? "nothing" : checked.error().message;
    };
    const std::string dates = "must be from 2024-01-02 to 2024-01-08, the dates of the data, got ";
    EXPECT_EQ(said({.from = Date{19'723}}), "data.from " + dates + "2024-01-01");
    EXPECT_EQ(said({.from = Date{19'731}}), "data.from " + dates + "2024-01-09");
    EXPECT_EQ(said({.until = Date{19'723}}), "data.until " + dates + "2024-01-01");
    EXPECT_EQ(said({.until = Date{19'731}}), "data.until " + dates + "2024-01-09");
}

TEST(DateRange, TheDateOfAFileIsThatOfItsNameOrOfItsData) {
    const support::TemporaryDirectory folder;
    const std::string rows =
        "time,symbol,bid,bid_size,ask,ask_size\n2024-03-05 09:30:00,ACME,10,1,11,1\n";
    std::ofstream(folder / "quotes.csv") << rows;
    const auto by_data = date_of_file(folder / "quotes.csv");
    ASSERT_TRUE(by_data) << by_data.error().message;
    EXPECT_EQ(capture::date_text(*by_data), "2024-03-05");
    const auto by_name = date_of_file(folder / "2024-03-06.itch");  // is not opened
    ASSERT_TRUE(by_name) << by_name.error().message;
    EXPECT_EQ(capture::date_text(*by_name), "2024-03-06");
    EXPECT_FALSE(date_of_file(folder / "none.itch"));
}

}  // namespace
}  // namespace hotpath::backtest
