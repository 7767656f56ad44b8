// A table of text: columns by name, fields by column, and errors with row and column.
#include "hotpath/capture/table/table_reader.hpp"

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hotpath/capture/table/adjustment_table.hpp"
#include "tests/support/memory_source.hpp"

namespace hotpath::capture {
namespace {

constexpr std::array<TableColumn, 3> kWanted{
    {{.name = "time", .alias = "date"}, {.name = "bid"}, {.name = "note", .is_required = false}}};

/// A table in memory; the text outlives the reader.
struct TextTable {
    explicit TextTable(std::string contents) : text(std::move(contents)) {}

    [[nodiscard]] ReadBuffer input() const {
        return ReadBuffer(std::make_unique<MemorySource>(
            "t.csv", Bytes(reinterpret_cast<const std::byte*>(text.data()), text.size())));
    }
    [[nodiscard]] Expected<TableReader> open() const { return TableReader::open(input(), kWanted); }
    [[nodiscard]] std::string open_error() const {
        const auto table = open();
        return table ? "" : table.error().message;
    }

    std::string text;
};

TEST(TableReader, FindsColumnsInAnyOrderCaseAndQuotes) {
    for (const char* const names :
         {"time,bid,note", "note,bid,time", "TIME,Bid,nOtE", "\"time\",\"bid\",\"note\"",
          " time , bid , note ", "date,bid,note", "x,time,y,bid,note,z"}) {
        const TextTable text(std::string(names) + "\n");
        const auto table = text.open();
        ASSERT_TRUE(table.has_value()) << names << table.error().message;
        EXPECT_TRUE(table->has_column(0));
        EXPECT_TRUE(table->has_column(1));
        EXPECT_TRUE(table->has_column(2));
        EXPECT_EQ(table->row(), 0U);
    }
}

TEST(TableReader, GivesTheFieldsOfEachRowByColumn) {
    const TextTable text("bid,x,date\n 1.5 ,,\"two words\"\n\"\",\"y\",\"\n");
    auto table = text.open();
    ASSERT_TRUE(table.has_value());
    ASSERT_TRUE(*table->next());
    EXPECT_EQ(table->row(), 1U);
    EXPECT_EQ(table->field(0), "two words");
    EXPECT_EQ(table->field(1), "1.5");
    EXPECT_FALSE(table->has_column(2));
    EXPECT_EQ(table->field(2), "");
    ASSERT_TRUE(*table->next());
    EXPECT_EQ(table->row(), 2U);
    EXPECT_EQ(table->field(0), "\"") << "one quote is no pair";
    EXPECT_EQ(table->field(1), "");
    EXPECT_FALSE(*table->next());
    EXPECT_FALSE(*table->next());
}

TEST(TableReader, RefusesAMissingOrARepeatedColumn) {
    EXPECT_EQ(TextTable("time,ask\n").open_error(),
              "t.csv: has no column bid; its columns are time, ask");
    EXPECT_EQ(TextTable("time,bid,BID\n").open_error(), "t.csv: has two columns bid");
    EXPECT_EQ(TextTable("time,date,bid\n").open_error(), "t.csv: has two columns time");
    EXPECT_EQ(TextTable("time,bid,note,note\n").open_error(), "t.csv: has two columns note");
    EXPECT_EQ(TextTable("").open_error(),
              "t.csv: must begin with the names of its columns, but is empty");
    EXPECT_EQ(TextTable("\n\r\n").open_error(),
              "t.csv: must begin with the names of its columns, but is empty");
    EXPECT_EQ(TextTable("timex,bid\n").open_error(),
              "t.csv: has no column time; its columns are timex, bid");
    EXPECT_EQ(TextTable("tim,bid\n").open_error(),
              "t.csv: has no column time; its columns are tim, bid");
}

TEST(TableReader, RefusesARowWithMoreOrFewerFieldsThanColumns) {
    for (const auto& [row, fields] :
         {std::pair<std::string, int>{"1", 1}, {"1,2,3", 3}, {",,", 3}}) {
        const TextTable text("time,bid\n1,2\n" + row + "\n");
        auto table = text.open();
        ASSERT_TRUE(*table->next());
        const auto refused = table->next();
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().message,
                  "t.csv: row 2: must have 2 fields, one a column, got " + std::to_string(fields));
    }
}

TEST(TableReader, ARefusalHasRowColumnRuleAndAtMostSixtyCharacters) {
    const std::string longest(60, 'x');
    const TextTable text("time,bid\n1," + longest + "y\n");
    auto table = text.open();
    ASSERT_TRUE(*table->next());
    EXPECT_EQ(table->refusal(1, "a price").message,
              "t.csv: row 1, column bid: must be a price, got \"" + longest + "\"");
    EXPECT_EQ(table->refusal(0, "a time").message,
              "t.csv: row 1, column time: must be a time, got \"1\"");
    EXPECT_EQ(table->refusal("is odd").message, "t.csv: row 1: is odd");
}

TEST(TableReader, NamesAColumnWhereverItStands) {
    EXPECT_TRUE(names_column("bid", "bid"));
    EXPECT_TRUE(names_column("time,BID,ask", "bid"));
    EXPECT_TRUE(names_column("time,ask,\"bid\"", "bid"));
    EXPECT_FALSE(names_column("bids,bi,b id", "bid"));
    EXPECT_FALSE(names_column("", "bid"));
    EXPECT_TRUE(names_column("Z@[`{", "z@[`{")) << "only letters have a case";
    EXPECT_FALSE(names_column("@", "`"));
    EXPECT_FALSE(names_column("[", "{"));
}

std::string adjustment(const std::string& split, const std::string& dividend) {
    const TextTable text("date,symbol,split,dividend\n2024-01-02,A," + split + "," + dividend +
                         "\n");
    const auto rows = read_adjustments(text.input());
    if (!rows) {
        return rows.error().message;
    }
    const AdjustmentRow& row = rows->front();
    return std::to_string(row.new_shares) + ":" + std::to_string(row.old_shares) + " " +
           std::to_string(row.dividend.value);
}

TEST(AdjustmentTable, SplitsAndDividendsAreTakenUpToTheirLimits) {
    EXPECT_EQ(adjustment("", ""), "1:1 0");
    EXPECT_EQ(adjustment("0.0001", ""), "1:10000 0");
    EXPECT_EQ(adjustment("10000", ""), "10000:1 0");
    EXPECT_EQ(adjustment("1", "0"), "1:1 0");
    EXPECT_EQ(adjustment("0.25", "10000"), "1:4 100000000");
    EXPECT_EQ(adjustment("3", "0.0001"), "3:1 1");
    constexpr const char* kSplit =
        "t.csv: row 1, column split: must be new shares of one old "
        "share, from 0.0001 to 10000 with up to 4 decimals, got ";
    for (const char* const split : {"0", "0.00001", "-1", "10000.0001", "2/1"}) {
        EXPECT_EQ(adjustment(split, ""), kSplit + ("\"" + std::string(split) + "\""));
    }
    constexpr const char* kDividend =
        "t.csv: row 1, column dividend: must be an amount of one "
        "share, from 0 to 10000 with up to 4 decimals, got ";
    for (const char* const dividend : {"-0.01", "10000.0001", "0.00001", "x"}) {
        EXPECT_EQ(adjustment("", dividend), kDividend + ("\"" + std::string(dividend) + "\""));
    }
}

TEST(AdjustmentTable, RowsHaveADateAndASymbolAndMayShareADay) {
    const auto error = [](const std::string& rows) {
        const TextTable text("time,symbol\n" + rows);
        const auto read = read_adjustments(text.input());
        return read ? std::to_string(read->size()) : read.error().message;
    };
    EXPECT_EQ(error(""), "0");
    EXPECT_EQ(error("2024-01-02,A\n2024-01-02,B\n2024-01-03,A\n"), "3");
    EXPECT_EQ(error("2024-01-02 09:30,A\n"), "1") << "a time of day is left out";
    EXPECT_EQ(error("2024-01-02,\n"),
              "t.csv: row 1, column symbol: must be a symbol of 1 to 8 characters, got \"\"");
    EXPECT_EQ(error("2024-01-02,NINECHARS\n"),
              "t.csv: row 1, column symbol: must be a symbol of 1 to 8 characters, got "
              "\"NINECHARS\"");
    EXPECT_EQ(error("yesterday,A\n"),
              "t.csv: row 1, column date: must be a date as 2024-01-02, got \"yesterday\"");
    EXPECT_EQ(
        error("2024-01-03,A\n2024-01-02,A\n"),
        "t.csv: row 2, column date: must be at or after that of the row before: sort the file "
        "by date, got \"2024-01-02\"");
}

}  // namespace
}  // namespace hotpath::capture
