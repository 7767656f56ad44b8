// `hotpath backtest` over tables: the examples of docs/guide/backtest.md run, the same table as Parquet
// gives the same result, and what a user gets wrong is one line.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/parquet_python.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath::end_to_end {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

const fs::path kExampleFolder = fs::path(HOTPATH_SOURCE_DIR) / "docs" / "examples";

[[nodiscard]] std::string text_of_example(const std::string& name) {
    std::ifstream file(kExampleFolder / name);
    return (std::ostringstream() << file.rdbuf()).str();
}

[[nodiscard]] std::string replaced(std::string text, const std::string& from,
                                   const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

class BacktestTables : public testing::Test {
  protected:
    nlohmann::ordered_json result_of(const std::string& config) {
        const Outcome outcome =
            files_.hotpath({"backtest", "-c", config, "--json", files_.name("result.json")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome.exit_code == 0 ? files_.read_json("result.json") : nullptr;
    }
    /// The example with other data; the one line that is said of it.
    std::string said_of(const std::string& example, const std::string& data) {
        files_.write(example + ".toml", text_of_example(example + ".toml"));
        files_.write(example + ".csv", data);
        const Outcome outcome = files_.hotpath({"backtest", "-c", files_.name(example + ".toml")});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
        return outcome.err;
    }

    Workshop files_;
};

TEST_F(BacktestTables, TheExampleOfBarsTradesOverManyDays) {
    const auto result = result_of((kExampleFolder / "bars.toml").string());
    ASSERT_TRUE(result.is_object());
    EXPECT_EQ(result["days"].size(), 60U);
    EXPECT_GT(result["fills"].get<int>(), 2) << result.dump(1).substr(0, 2'000);
}

TEST_F(BacktestTables, TheGuardCutsTheExampleOfBarsByItsDays) {
    const Outcome outcome =
        files_.hotpath({"backtest", "-c", (kExampleFolder / "bars.toml").string(), "--guard"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("4 runs, shortened or with another market after the cut"));
    EXPECT_THAT(outcome.out, HasSubstr("every decision before the cut is the same"));
}

TEST_F(BacktestTables, Case23TheOrderOfTheFilesChangesNothing) {
    // A file a symbol, merged by time: bars of one time have the order of their symbols.
    std::map<std::string, std::string> files;
    std::istringstream rows(text_of_example("bars.csv"));
    std::string names;
    std::getline(rows, names);
    for (std::string row; std::getline(rows, row);) {
        std::string& file = files[row.substr(11, 4)];
        file += (file.empty() ? names + "\n" : "") + row + "\n";
    }
    ASSERT_EQ(files.size(), 2U);
    files_.write("acme.csv", files["ACME"]);
    files_.write("beta.csv", files["BETA"]);
    const auto run = [&](const std::string& order) {
        files_.write("files.toml", replaced(text_of_example("bars.toml"), "\"bars.csv\"", order));
        return result_of(files_.name("files.toml"));
    };
    const auto one = run("\"acme.csv\", \"beta.csv\"");
    ASSERT_GT(one["fills"].get<int>(), 2);
    EXPECT_EQ(run("\"beta.csv\", \"acme.csv\"")["output_hash"], one["output_hash"]);
    EXPECT_EQ(result_of((kExampleFolder / "bars.toml").string())["output_hash"],
              one["output_hash"]);
}

TEST_F(BacktestTables, TheDaysOfARunOverBarsAreKeptToo) {
    if (!has_pyarrow(files_)) {
        GTEST_SKIP() << parquet_python() << " has no pyarrow: script/bootstrap installs it";
    }
    const std::string config = (kExampleFolder / "bars.toml").string();
    for (int time = 0; time < 2; ++time) {  // again over a folder that is complete
        const Outcome outcome =
            files_.hotpath({"backtest", "-c", config, "--out", files_.name("out")});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    const Outcome fills = files_.run(
        parquet_python(), {"-c",
                           "import sys, pyarrow.parquet as p\n"
                           "fills, equity = [p.ParquetFile(f'{sys.argv[1]}/days/{name}.parquet')"
                           ".read() for name in ('fills', 'equity')]\n"
                           "dates = equity['date'].to_pylist()\n"
                           "print(len(fills), len(set(dates)), dates == sorted(dates), dates[0])",
                           files_.name("out")});
    const auto summary = files_.read_json("out/summary.json");
    // The equity of a symbol begins with its first trade.
    EXPECT_EQ(fills.out, summary["fills"].dump() + " 55 True 20240109\n") << fills.err;
}

TEST_F(BacktestTables, TheExampleOfQuotesTradesThroughADay) {
    const auto result = result_of((kExampleFolder / "quotes.toml").string());
    ASSERT_TRUE(result.is_object());
    EXPECT_EQ(result["days"].size(), 1U);
    EXPECT_GT(result["fills"].get<int>(), 2) << result.dump(1).substr(0, 2'000);
}

TEST_F(BacktestTables, ParquetGivesTheResultOfCsv) {
    const char* const python = HOTPATH_PARQUET_PYTHON;
    if (!fs::exists(python)) {
        GTEST_SKIP() << "no Python with pyarrow is here: script/bootstrap installs it";
    }
    ::setenv("HOTPATH_PYTHON", python, 1);
    for (const std::string example : {"bars", "quotes"}) {
        const auto csv = result_of((kExampleFolder / (example + ".toml")).string());
        const Outcome made =
            files_.run(python, {"-c",
                                "import sys, pyarrow.csv as c, pyarrow.parquet as p; "
                                "p.write_table(c.read_csv(sys.argv[1]), sys.argv[2])",
                                (kExampleFolder / (example + ".csv")).string(),
                                files_.name(example + ".parquet")});
        ASSERT_EQ(made.exit_code, 0) << made.err;
        files_.write("parquet.toml", replaced(text_of_example(example + ".toml"), example + ".csv",
                                              example + ".parquet"));
        const auto parquet = result_of(files_.name("parquet.toml"));
        EXPECT_EQ(csv["output_hash"], parquet["output_hash"]) << example;
        EXPECT_EQ(csv["pnl"], parquet["pnl"]) << example;
    }
    files_.write("bars.parquet", "PAR1 and nothing of it");
    files_.write("broken.toml", replaced(text_of_example("bars.toml"), "bars.csv", "bars.parquet"));
    const Outcome broken = files_.hotpath({"backtest", "-c", files_.name("broken.toml")});
    EXPECT_EQ(broken.exit_code, 1);
    EXPECT_THAT(broken.err, HasSubstr("bars.parquet: cannot be read as Parquet: "));
    EXPECT_EQ(std::ranges::count(broken.err, '\n'), 1) << broken.err;
}

TEST_F(BacktestTables, AParquetTableOfOtherColumnsOrTypesIsRefusedInOneLine) {
    const char* const python = HOTPATH_PARQUET_PYTHON;
    if (!fs::exists(python)) {
        GTEST_SKIP() << "no Python with pyarrow is here: script/bootstrap installs it";
    }
    ::setenv("HOTPATH_PYTHON", python, 1);
    const auto said_of_table = [&](const std::string& columns) {
        const Outcome made = files_.run(
            python, {"-c",
                     "import sys, datetime, pyarrow as a, pyarrow.parquet as p\n"
                     "day = [datetime.date(2024, 1, 2)]\n"
                     "table = dict(date=day, symbol=['ACME'], open=[10.0], high=[11.0], low=[9.0], "
                     "close=[10.0], volume=[1000])\n" +
                         columns + "\np.write_table(a.table(table), sys.argv[1])",
                     files_.name("bars.parquet")});
        EXPECT_EQ(made.exit_code, 0) << made.err;
        files_.write("b.toml", replaced(text_of_example("bars.toml"), "bars.csv", "bars.parquet"));
        const Outcome outcome = files_.hotpath({"backtest", "-c", files_.name("b.toml")});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
        return outcome.err;
    };
    EXPECT_THAT(
        said_of_table("del table['volume']"),
        HasSubstr("bars.parquet: has no column volume; its columns are date, symbol, open"));
    EXPECT_THAT(said_of_table("table = dict(bid=[1.0], ask=[2.0])"),
                HasSubstr("bars.parquet: has none of the columns "));
    EXPECT_THAT(said_of_table("table['close'] = [True]"),
                HasSubstr("bars.parquet: column close: must be numbers, got bool"));
    EXPECT_THAT(said_of_table("table['symbol'] = [7]"),
                HasSubstr("bars.parquet: column symbol: must be text, got int64"));
    EXPECT_THAT(said_of_table("table['date'] = [20240102]"),
                HasSubstr("bars.parquet: column date: must be timestamps, dates or text, got "));
    EXPECT_THAT(said_of_table("table['high'] = ['eleven']"),
                HasSubstr("bars.parquet: row 1, column high: must be a price"));
}

TEST_F(BacktestTables, FiveYearsOfRealDaysAreOneRun) {
    const auto folder = support::licensed_data("seed1_gs_ms");
    if (!folder) {
        GTEST_SKIP() << support::missing_data("seed1_gs_ms");
    }
    std::string config = text_of_example("bars.toml");
    config = replaced(
        config, "\"bars.csv\"",
        "\"" + (*folder / "GS.csv").string() + "\", \"" + (*folder / "MS.csv").string() + "\"");
    config = replaced(config, "\"ACME\", \"BETA\"", "\"GS\", \"MS\"");
    config = replaced(config, "# bar_tick", "bar_tick");  // adjusted prices have six decimals
    files_.write("real.toml", config);
    const auto result = result_of(files_.name("real.toml"));
    ASSERT_TRUE(result.is_object());
    EXPECT_EQ(result["days"].size(), 1'256U);
    EXPECT_EQ(result["days"][0]["day"], "2018-06-25");
    EXPECT_GT(result["fills"].get<int>(), 100);
    EXPECT_EQ(result["output_hash"], result_of(files_.name("real.toml"))["output_hash"]);
}

TEST_F(BacktestTables, WhatIsWrongInATableIsNamedByRowAndColumn) {
    const std::string names = "date,symbol,open,high,low,close,volume\n";
    const std::string first = "2024-01-02,ACME,10,11,9,10,1000\n2024-01-02,BETA,10,11,9,10,1000\n";
    EXPECT_THAT(said_of("bars", "date,symbol,open,high,low,close\n"),
                HasSubstr("bars.csv: has no column volume; its columns are date, symbol, open, "
                          "high, low, close"));
    EXPECT_THAT(said_of("bars", names + first + "2024-01-01,ACME,10,11,9,10,1000\n"),
                HasSubstr("bars.csv: row 3, column time: must be at or after that of the row "
                          "before"));
    EXPECT_THAT(said_of("bars", names + "2024-01-02,ACME,10.00001,11,9,10,1000\n"),
                HasSubstr("bars.csv: row 1, column open: must be a price above 0 with up to 4 "
                          "decimals (data.bar_tick rounds others), got \"10.00001\""));
    EXPECT_THAT(said_of("bars", names + "2024-01-02,ACME,10,9,9,10,1000\n"),
                HasSubstr("bars.csv: row 1, column high: must be at least open, low and close"));
    EXPECT_THAT(said_of("bars", names + first + "2024-01-02,ACME,10,11,9,10,1000\n"),
                HasSubstr("bars.csv: row 3: is the second bar of ACME at this time"));
    EXPECT_THAT(said_of("bars", names + "2024-01-02,ACME,10,11,9,10,1000\n"),
                HasSubstr("no bar of BETA in bars.csv"));
    EXPECT_THAT(said_of("bars", names), HasSubstr("no bar of any traded symbol"));
    EXPECT_THAT(said_of("quotes",
                        "time,symbol,bid,bid_size,ask,ask_size\n"
                        "2024-01-02 09:30:00,ACME,10,1,ten,1\n"),
                HasSubstr("quotes.csv: row 1, column ask: must be a price"));
}

}  // namespace
}  // namespace hotpath::end_to_end
