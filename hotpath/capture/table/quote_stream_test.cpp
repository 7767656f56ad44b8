#include "hotpath/capture/table/quote_stream.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/dbn_day.hpp"

namespace hotpath::capture {
namespace {

using support::DbnReadBack;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kQuoteColumns = "time,symbol,bid,bid_size,ask,ask_size,price,size\n";

DbnReadBack read_table(const std::string& text) {
    return support::read_dbn(Bytes(reinterpret_cast<const std::byte*>(text.data()), text.size()));
}
DbnReadBack read_quotes(const std::string& rows) {
    return read_table(std::string(kQuoteColumns) + rows);
}
std::string error_of(const std::string& rows) {
    return read_quotes(rows).error;
}

TEST(QuoteStream, AQuoteIsABookOfOneLevelASide) {
    const DbnReadBack read = read_quotes(
        "2024-01-02 09:30:00,ABC,0.5,10,0.51,7,,\n"
        "2024-01-02 09:30:00.5,ABC,0.5,4,0.51,9,,\n"
        "2024-01-02 09:30:01,ABC,,,0.52,1,,\n");
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.words, ElementsAre("A 1 B10@5000", "A 2 S7@5100", "X 1 6", "U 2 3 9@5100",
                                        "D 1", "D 3", "A 4 S1@5200"));
    EXPECT_EQ(read.times[2], 34'200'500'000'000U);
    EXPECT_EQ(read.source.basis, BookBasis::ByPrice);
    EXPECT_EQ(read.source.levels, 1U);
}

TEST(QuoteStream, ATradeExecutesWhatIsDisplayedAtItsPriceAtItsTime) {
    const DbnReadBack read = read_quotes(
        "2024-01-02 09:30:00,ABC,0.5,10,0.51,7,,\n"
        "2024-01-02 09:30:01,ABC,,,,,0.5,4\n"
        "2024-01-02 09:30:02,ABC,0.5,5,0.51,7,,\n");
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.words, ElementsAre("A 1 B10@5000", "A 2 S7@5100", "E 1 4", "X 1 1"));
    EXPECT_EQ(read.times[2], 34'201'000'000'000U);
}

TEST(QuoteStream, WhatTradesBeyondTheQuoteIsHiddenAndTheNextQuoteIsNewBehindIt) {
    const DbnReadBack read = read_quotes(
        "2024-01-02 09:30:00,ABC,0.5,10,0.51,7,,\n"
        "2024-01-02 09:30:02,ABC,,,,,0.5,25\n"
        "2024-01-02 09:30:03,ABC,,,,,0.5,20\n"
        "2024-01-02 09:30:03,ABC,,,,,0.51,3\n"
        "2024-01-02 09:30:05,ABC,0.5,10,0.51,7,,\n");
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.words, ElementsAre("A 1 B10@5000", "A 2 S7@5100", "E 1 10", "P B15@5000",
                                        "P B20@5000", "E 2 3", "A 3 B10@5000", "U 2 4 7@5100"));
    EXPECT_EQ(read.times[3], 34'202'000'000'000U);
    EXPECT_EQ(read.times[4], 34'203'000'000'000U);
}

TEST(QuoteStream, ATradeAtAPriceThatNoQuoteShowsIsATradeMessage) {
    const DbnReadBack read = read_quotes(
        "2024-01-02 09:30:00,ABC,0.5,10,0.51,7,0.505,3\n"
        "2024-01-02 09:30:02,ABC,,,,,0.499,4\n");
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.words, ElementsAre("P B3@5050", "A 1 B10@5000", "A 2 S7@5100", "P B4@4990"));
}

TEST(QuoteStream, EmptySidesAndSizesOfZeroAreNoQuote) {
    const DbnReadBack read = read_quotes(
        "2024-01-02 09:30:00,ABC,0.5,10,,0,,\n"
        "2024-01-02 09:30:01,ABC,,,,,,\n");
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.words, ElementsAre("A 1 B10@5000", "D 1"));
}

TEST(QuoteStream, ColumnsAreFoundByNameInAnyOrder) {
    const DbnReadBack read = read_table(
        "Ask_Size,\"ask\",venue,bid,BID_SIZE,symbol,Time\n"
        "7,0.5100,Q,0.50,10.0,\"ABC\",2024-01-02T09:30:00\n");
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.words, ElementsAre("A 1 B10@5000", "A 2 S7@5100"));
}

TEST(QuoteStream, AMissingColumnIsNamed) {
    EXPECT_EQ(read_table("time,symbol,bid,bid_size,ask\n").error,
              "day.dbn: has no column ask_size; its columns are time, symbol, bid, bid_size, ask");
    EXPECT_EQ(read_table("time,symbol,bid,bid_size,ask,ask_size,price\n").error,
              "day.dbn: must have both of the columns price and size, or neither");
    EXPECT_EQ(read_table("time,symbol,bid,bid_size,ask,ask_size,bid\n").error,
              "day.dbn: has two columns bid");
}

TEST(QuoteStream, EveryMistakeNamesItsRowAndColumn) {
    const std::string first = "2024-01-02 09:30:00,ABC,0.5,10,0.51,7,,\n";
    EXPECT_EQ(
        error_of(first + "2024-01-02 09:30:00,ABC,0.50001,10,0.51,7,,\n"),
        "day.dbn: row 2, column bid: must be a price above 0 with up to 4 decimals, or empty, "
        "got \"0.50001\"");
    EXPECT_EQ(error_of("2024-01-02 09:30:00,ABC,0.5,ten,0.51,7,,\n"),
              "day.dbn: row 1, column bid_size: must be a whole number from 1 to 4,294,967,295, or "
              "empty, got \"ten\"");
    EXPECT_EQ(error_of("2024-01-02 09:30:00,ABC,,,,,-1,7\n"),
              "day.dbn: row 1, column price: must be a price above 0 with up to 4 decimals, or "
              "empty, got \"-1\"");
    EXPECT_EQ(
        error_of("09:30:00,ABC,0.5,10,0.51,7,,\n"),
        "day.dbn: row 1, column time: must be a date and time of the exchange without a zone, "
        "as 2024-01-02 09:30:00.000000001, got \"09:30:00\"");
    EXPECT_EQ(error_of(first + "2024-01-02 09:29:59,ABC,0.5,10,0.51,7,,\n"),
              "day.dbn: row 2, column time: must be at or after that of the row before: sort the "
              "file by time, got \"2024-01-02 09:29:59\"");
    EXPECT_EQ(error_of(first + "2024-01-03 09:30:00,ABC,0.5,10,0.51,7,,\n"),
              "day.dbn: row 2, column time: must be of 2024-01-02, as the row before: give a file "
              "a day, got \"2024-01-03 09:30:00\"");
    EXPECT_EQ(error_of("2024-01-02 09:30:00,TOOLONGER,0.5,10,0.51,7,,\n"),
              "day.dbn: row 1, column symbol: must be a symbol of 1 to 8 characters, got "
              "\"TOOLONGER\"");
    EXPECT_EQ(error_of(first + "2024-01-02 09:30:01,ABC,0.5\n"),
              "day.dbn: row 2: must have 8 fields, one a column, got 3");
}

TEST(QuoteStream, ACrossedQuoteIsRefused) {
    EXPECT_THAT(error_of("2024-01-02 09:30:00,ABC,0.52,10,0.51,7,,\n"),
                HasSubstr("day.dbn: row 1: "));
}

TEST(QuoteStream, WhatCameBeforeAMistakeIsHandedOut) {
    const DbnReadBack read = read_quotes(
        "2024-01-02 09:30:00,ABC,0.5,10,0.51,7,,\n"
        "2024-01-02 09:30:00,ABC,x,10,0.51,7,,\n");
    EXPECT_THAT(read.words, ElementsAre("A 1 B10@5000", "A 2 S7@5100"));
    EXPECT_NE(read.error, "");
}

TEST(TableValues, ZoneSecondsAndLeapDaysAreCheckedAsDatesAre) {
    EXPECT_TRUE(to_table_time("2024-02-29"));
    EXPECT_FALSE(to_table_time("2023-02-29"));
    EXPECT_FALSE(to_table_time("2024-01-02T09:30:00Z"));
    EXPECT_FALSE(to_table_time("2024-01-02 24:00:00"));
    EXPECT_FALSE(to_table_time("2024-01-02 09:30:00.1234567891"));
    EXPECT_EQ(to_table_time("2024-01-02 09:30")->time, Time{34'200'000'000'000});
    EXPECT_EQ(date_text(to_table_time("2024-02-29")->date), "2024-02-29");
}

TEST(TableValues, APriceIsExactUnlessATickRoundsIt) {
    EXPECT_EQ(to_table_price("257.7700"), Price{2'577'700});
    EXPECT_EQ(to_table_price("257.769989"), std::nullopt);
    EXPECT_EQ(to_table_price("257.769989", {100}), Price{2'577'700});
    EXPECT_EQ(to_table_price("0.0150", {100}), Price{200});  // halves up
    EXPECT_EQ(to_table_price("1e2"), std::nullopt);
    EXPECT_EQ(to_table_price("0"), std::nullopt);
    EXPECT_EQ(to_table_price("999999999"), std::nullopt);
    EXPECT_EQ(to_decimal("-0.25", 4), -2'500);
    EXPECT_EQ(to_whole("100.0"), 100U);
    EXPECT_EQ(to_whole("100.5"), std::nullopt);
}

}  // namespace
}  // namespace hotpath::capture
