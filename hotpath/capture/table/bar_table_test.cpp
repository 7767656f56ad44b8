#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/table/adjustment_table.hpp"
#include "hotpath/capture/table/bar_intervals.hpp"
#include "tests/support/memory_source.hpp"

namespace hotpath::capture {
namespace {

using ::testing::ElementsAre;

ReadBuffer input_of(const std::string& text, const std::string& name) {
    return ReadBuffer(std::make_unique<MemorySource>(
        name, Bytes(reinterpret_cast<const std::byte*>(text.data()), text.size())));
}

/// Tables as text, and the bars of their intervals as words.
struct BarTexts {
    std::vector<std::pair<std::string, std::string>> tables;  // name, text
    BarTableOptions options{};
    std::vector<Symbol> symbols{};
    std::string error{};

    std::vector<std::string> words() {
        std::vector<BarTable> opened;
        for (const auto& [name, text] : tables) {
            auto table = BarTable::open(input_of(text, name), options);
            if (!table) {
                error = table.error().message;
                return {};
            }
            opened.push_back(std::move(*table));
        }
        auto intervals = BarIntervals::create(std::move(opened), symbols);
        if (!intervals) {
            error = intervals.error().message;
            return {};
        }
        return words_of(*intervals);
    }

  private:
    std::vector<std::string> words_of(BarIntervals& intervals) {
        std::vector<std::string> words;
        for (;;) {
            const auto more = intervals.next();
            if (!more || !*more) {
                error = more ? "" : more.error().message;
                return words;
            }
            std::string word = date_text(intervals.bars().front().date);
            for (const BarRow& bar : intervals.bars()) {
                word += " " + bar.symbol.str() + " " + std::to_string(bar.close.value);
            }
            words.push_back(word + (intervals.is_last_of_day() ? " last" : ""));
        }
    }
};

TEST(BarIntervals, MergesTablesByTimeAndNamesSymbolsByFile) {
    BarTexts texts{.tables = {{"GS.csv",
                               "Date,Open,High,Low,Close,Adj Close,Volume\n"
                               "2024-01-02,1,3,1,2,9,100\n2024-01-04,1,3,1,2,9,100\n"},
                              {"MS.csv",
                               "Date,Open,High,Low,Close,Adj Close,Volume\n"
                               "2024-01-02,1,3,1,1.5,9,100\n2024-01-03,1,3,1,3,9,100.0\n"}}};
    EXPECT_THAT(texts.words(), ElementsAre("2024-01-02 GS 20000 MS 15000 last",
                                           "2024-01-03 MS 30000 last", "2024-01-04 GS 20000 last"));
    EXPECT_EQ(texts.error, "");
    texts.symbols = {*Symbol::from("MS")};
    EXPECT_THAT(texts.words(), ElementsAre("2024-01-02 MS 15000 last", "2024-01-03 MS 30000 last"));
}

TEST(BarIntervals, Case23BarsOfOneTimeHaveTheOrderOfTheirSymbols) {
    const std::string names = "date,symbol,open,high,low,close,volume\n";
    const std::string b_and_c = names + "2024-01-02,C,3,3,3,3,1\n2024-01-02,B,2,2,2,2,1\n";
    const std::string a = names + "2024-01-02,A,1,1,1,1,1\n";
    for (const auto& tables :
         {std::vector<std::pair<std::string, std::string>>{{"1", a}, {"2", b_and_c}},
          {{"2", b_and_c}, {"1", a}}}) {
        BarTexts texts{.tables = tables};
        EXPECT_THAT(texts.words(), ElementsAre("2024-01-02 A 10000 B 20000 C 30000 last"));
    }
}

TEST(BarIntervals, BarsOfMinutesHaveABeginAndAnEnd) {
    const std::string rows =
        "time,symbol,open,high,low,close,volume\n"
        "2024-01-02 09:31,A,1,1,1,1,1\n2024-01-02 09:32,A,1,1,1,1,1\n";
    BarTexts texts{.tables = {{"a.csv", rows}}, .options = {.minutes = 1, .time_is_end = true}};
    EXPECT_THAT(texts.words(), ElementsAre("2024-01-02 A 10000", "2024-01-02 A 10000 last"));
    auto table = BarTable::open(input_of(rows, "a.csv"), texts.options);
    ASSERT_TRUE(table && *table->next());
    EXPECT_EQ(table->bar().begin, kDayOpen);
    EXPECT_EQ(table->bar().end, kDayOpen + Nanos{60 * kNanosPerSecond});
}

TEST(BarIntervals, PricesAreExactUnlessATickRoundsThem) {
    BarTexts texts{.tables = {{"A.csv",
                               "date,open,high,low,close,volume\n"
                               "2024-01-02,257.769989,257.910004,253.919998,255.669998,1\n"}}};
    EXPECT_THAT(texts.words(), ElementsAre());
    EXPECT_EQ(texts.error,
              "A.csv: row 1, column open: must be a price above 0 with up to 4 decimals "
              "(data.bar_tick rounds others), got \"257.769989\"");
    texts.options.tick = {100};
    EXPECT_THAT(texts.words(), ElementsAre("2024-01-02 A 2556700 last"));
}

TEST(BarIntervals, ASecondBarOfASymbolAtOneTimeIsRefused) {
    const std::string row = "2024-01-02,A,1,1,1,1,1\n";
    const std::string names = "date,symbol,open,high,low,close,volume\n";
    BarTexts texts{.tables = {{"a.csv", names + row}, {"b.csv", names + row}}};
    EXPECT_THAT(texts.words(), ElementsAre());
    EXPECT_EQ(texts.error, "b.csv: row 1: is the second bar of A at this time");
}

TEST(AdjustmentTable, ASplitIsNewSharesOfOneOldShare) {
    const auto rows = read_adjustments(
        input_of("date,symbol,split,dividend\n2024-01-02,A,2,\n2024-01-03,B,0.1,0.25\n"
                 "2024-01-04,A,1.5,\n",
                 "splits.csv"));
    ASSERT_TRUE(rows) << rows.error().message;
    ASSERT_EQ(rows->size(), 3U);
    EXPECT_EQ((*rows)[0].new_shares, 2U);
    EXPECT_EQ((*rows)[0].old_shares, 1U);
    EXPECT_EQ((*rows)[1].new_shares, 1U);
    EXPECT_EQ((*rows)[1].old_shares, 10U);
    EXPECT_EQ((*rows)[1].dividend, Price{2'500});
    EXPECT_EQ((*rows)[2].new_shares, 3U);
    EXPECT_EQ((*rows)[2].old_shares, 2U);
}

TEST(AdjustmentTable, MistakesNameRowAndColumn) {
    const auto said = [](const std::string& rows) {
        const auto read = read_adjustments(input_of("date,symbol,split\n" + rows, "splits.csv"));
        return read ? "" : read.error().message;
    };
    EXPECT_EQ(
        said("2024-01-02,A,0\n"),
        "splits.csv: row 1, column split: must be new shares of one old share, from 0.0001 to "
        "10000 with up to 4 decimals, got \"0\"");
    EXPECT_EQ(said("2024-01-02,A,2:1\n").substr(0, 34), "splits.csv: row 1, column split: m");
    EXPECT_EQ(said("2024-01-03,A,2\n2024-01-02,A,2\n").substr(0, 33),
              "splits.csv: row 2, column date: m");
}

}  // namespace
}  // namespace hotpath::capture
