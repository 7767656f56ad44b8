// A bar's fields at their limits, and the order that rows must have.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/table/bar_intervals.hpp"
#include "hotpath/capture/table/bar_table.hpp"
#include "tests/support/memory_source.hpp"

namespace hotpath::capture {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

ReadBuffer bars_in(const std::string& text, const std::string& name) {
    return ReadBuffer(std::make_unique<MemorySource>(
        name, Bytes(reinterpret_cast<const std::byte*>(text.data()), text.size())));
}

/// The last row's bar, or the error that ends the table.
struct LastBar {
    BarRow bar{};
    std::string error{};
};

LastBar last_bar(const std::string& rows, const BarTableOptions& options = {},
                 const std::string& names = "time,open,high,low,close,volume\n") {
    const std::string text = names + rows;
    auto table = BarTable::open(bars_in(text, "ABC.csv"), options);
    if (!table) {
        return {.error = table.error().message};
    }
    LastBar last;
    for (auto more = table->next();; more = table->next()) {
        if (!more || !*more) {
            last.error = more ? "" : more.error().message;
            return last;
        }
        last.bar = table->bar();
    }
}

TEST(BarTable, ADailyBarIsOfTheTradingDayAndHasItsFilesSymbol) {
    const LastBar last = last_bar("2024-01-02,2,4,1,3,500\n");
    EXPECT_EQ(last.error, "");
    EXPECT_EQ(last.bar.date, *to_date("2024-01-02"));
    EXPECT_EQ(last.bar.begin.value, 34'200'000'000'000);
    EXPECT_EQ(last.bar.end.value, 57'600'000'000'000);
    EXPECT_EQ(last.bar.symbol, *Symbol::from("ABC"));
    EXPECT_EQ(last.bar.open.value, 20'000);
    EXPECT_EQ(last.bar.high.value, 40'000);
    EXPECT_EQ(last.bar.low.value, 10'000);
    EXPECT_EQ(last.bar.close.value, 30'000);
    EXPECT_EQ(last.bar.volume.value, 500U);
}

TEST(BarTable, HighAndLowEncloseOpenAndClose) {
    EXPECT_EQ(last_bar("2024-01-02,3,3,3,3,0\n").error, "") << "all the same";
    EXPECT_EQ(last_bar("2024-01-02,1,3,1,3,0\n").error, "");
    EXPECT_EQ(last_bar("2024-01-02,3.0001,3,1,2,0\n").error,
              "ABC.csv: row 1, column high: must be at least open, low and close, got \"3\"");
    EXPECT_EQ(last_bar("2024-01-02,2,3,1,3.0001,0\n").error,
              "ABC.csv: row 1, column high: must be at least open, low and close, got \"3\"");
    EXPECT_EQ(last_bar("2024-01-02,1,3,4,1,0\n").error,
              "ABC.csv: row 1, column high: must be at least open, low and close, got \"3\"");
    EXPECT_EQ(last_bar("2024-01-02,1,3,1.0001,2,0\n").error,
              "ABC.csv: row 1, column low: must be at most open and close, got \"1.0001\"");
    EXPECT_EQ(last_bar("2024-01-02,2,3,1.0001,1,0\n").error,
              "ABC.csv: row 1, column low: must be at most open and close, got \"1.0001\"");
}

TEST(BarTable, EachPriceAndTheVolumeAreNamedWhenTheyAreNone) {
    const auto error = [](const char* row) { return last_bar(std::string(row) + "\n").error; };
    EXPECT_THAT(error("2024-01-02,x,3,1,2,0"), StartsWith("ABC.csv: row 1, column open: must be a "
                                                          "price above 0 with up to 4 decimals"));
    EXPECT_THAT(error("2024-01-02,2,0,1,2,0"), StartsWith("ABC.csv: row 1, column high: "));
    EXPECT_THAT(error("2024-01-02,2,3,,2,0"), StartsWith("ABC.csv: row 1, column low: "));
    EXPECT_THAT(error("2024-01-02,2,3,1,-2,0"), StartsWith("ABC.csv: row 1, column close: "));
    EXPECT_EQ(error("2024-01-02,2,3,1,2,1.5"),
              "ABC.csv: row 1, column volume: must be a whole number from 0, got \"1.5\"");
    EXPECT_EQ(last_bar("2024-01-02,2,3,x,2,0\n", {.tick = {100}}).error,
              "ABC.csv: row 1, column low: must be a price above 0, got \"x\"");
}

TEST(BarTable, BarsOfMinutesLieWithinADay) {
    const auto times = [](const char* time, bool time_is_end) {
        const LastBar last = last_bar("2024-01-02 " + std::string(time) + ",1,1,1,1,1\n",
                                      {.minutes = 5, .time_is_end = time_is_end});
        return last.error.empty() ? std::to_string(last.bar.begin.value / 60'000'000'000) + "-" +
                                        std::to_string(last.bar.end.value / 60'000'000'000)
                                  : last.error;
    };
    constexpr const char* kOutside = "ABC.csv: row 1, column time: must be of a bar within one day";
    EXPECT_EQ(times("09:30", false), "570-575");
    EXPECT_EQ(times("09:35", true), "570-575");
    EXPECT_EQ(times("00:00", false), "0-5");
    EXPECT_EQ(times("00:05", true), "0-5");
    EXPECT_EQ(times("23:55", false), "1435-1440");
    EXPECT_THAT(times("00:04", true), StartsWith(kOutside));
    EXPECT_THAT(times("23:56", false), StartsWith(kOutside));
    EXPECT_THAT(last_bar("2024-01-02,1,1,1,1,1\n", {.minutes = 5}).error,
                StartsWith("ABC.csv: row 1, column time: must be a date and time of the exchange"));
    EXPECT_THAT(last_bar("today,1,1,1,1,1\n").error,
                StartsWith("ABC.csv: row 1, column time: must be a date as 2024-01-02"));
}

TEST(BarTable, TimesNeverDescend) {
    const BarTableOptions minutes{.minutes = 1};
    EXPECT_EQ(last_bar("2024-01-02 09:31,1,1,1,1,1\n2024-01-02 09:31,1,1,1,1,1\n", minutes).error,
              "");
    EXPECT_EQ(last_bar("2024-01-02 09:31,1,1,1,1,1\n2024-01-03 09:30,1,1,1,1,1\n", minutes).error,
              "");
    for (const char* const second : {"2024-01-02 09:30", "2024-01-01 09:32"}) {
        EXPECT_EQ(
            last_bar("2024-01-02 09:31,1,1,1,1,1\n" + std::string(second) + ",1,1,1,1,1\n", minutes)
                .error,
            "ABC.csv: row 2, column time: must be at or after that of the row before: sort the "
            "file "
            "by time, or give each symbol a file, got \"" +
                std::string(second) + "\"");
    }
}

TEST(BarTable, ASymbolIsTheColumnsOrTheFilesUpToItsFirstPoint) {
    constexpr const char* kNames = "time,symbol,open,high,low,close,volume\n";
    EXPECT_EQ(last_bar("2024-01-02,XYZ,1,1,1,1,1\n", {}, kNames).bar.symbol, *Symbol::from("XYZ"));
    EXPECT_EQ(last_bar("2024-01-02,,1,1,1,1,1\n", {}, kNames).error,
              "ABC.csv: row 1, column symbol: must be a symbol of 1 to 8 characters, got \"\"");
    const std::string text = "time,open,high,low,close,volume\n";
    const auto table = BarTable::open(bars_in(text, "much_too_long.csv"), {});
    ASSERT_FALSE(table.has_value());
    EXPECT_EQ(table.error().message,
              "much_too_long.csv: has no column symbol, and its name is none: name it SYMBOL.csv");
    EXPECT_TRUE(BarTable::open(bars_in(text, "A.B.csv"), {}).has_value());
}

/// Intervals as "date minutes: symbols".
std::vector<std::string> intervals_of(const std::vector<std::string>& texts, std::string& error) {
    std::vector<BarTable> tables;
    for (const std::string& text : texts) {
        tables.push_back(std::move(*BarTable::open(bars_in(text, "T.csv"), {.minutes = 1})));
    }
    std::vector<std::string> words;
    auto intervals = BarIntervals::create(std::move(tables), {});
    if (!intervals) {
        error = intervals.error().message;
        return words;
    }
    for (auto more = intervals->next();; more = intervals->next()) {
        if (!more || !*more) {
            error = more ? "" : more.error().message;
            return words;
        }
        std::string word = std::to_string(intervals->bars()[0].begin.value / 60'000'000'000) + ":";
        for (const BarRow& bar : intervals->bars()) {
            word += " " + bar.symbol.str();
        }
        words.push_back(word + (intervals->is_last_of_day() ? " last" : ""));
    }
}

TEST(BarIntervals, OfSeveralTablesComeInTheOrderOfTheirTime) {
    constexpr const char* kNames = "time,symbol,open,high,low,close,volume\n";
    const auto row = [](const char* time, const char* symbol) {
        return "2024-01-" + std::string(time) + "," + symbol + ",1,1,1,1,1\n";
    };
    std::string error;
    EXPECT_THAT(intervals_of({kNames + row("02 09:31", "B") + row("02 09:33", "B"),
                              kNames + row("02 09:30", "A") + row("02 09:31", "A") +
                                  row("02 09:31", "C") + row("03 09:30", "A")},
                             error),
                ElementsAre("570: A", "571: A B C", "573: B last", "570: A last"));
    EXPECT_EQ(error, "");
    EXPECT_THAT(intervals_of({kNames}, error), ElementsAre());
    EXPECT_EQ(error, "");
    EXPECT_THAT(intervals_of({kNames + row("02 09:31", "B"), kNames + row("02 0x:31", "A")}, error),
                ElementsAre());
    EXPECT_THAT(error, StartsWith("T.csv: row 1, column time: "));
    EXPECT_THAT(intervals_of({kNames + row("02 09:31", "B"),
                              kNames + row("02 09:30", "A") + row("02 09:31", "NINECHARS")},
                             error),
                ElementsAre());
    EXPECT_THAT(error, StartsWith("T.csv: row 2, column symbol: "));
}

}  // namespace
}  // namespace hotpath::capture
