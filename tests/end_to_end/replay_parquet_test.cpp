// `hotpath replay --parquet`: the tables, read back by pyarrow, are the CSV exports row by row; and
// whatever stands in their way is one line.
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/command_line.hpp"
#include "tests/end_to_end/parquet_python.hpp"

namespace hotpath {
namespace {

namespace fs = std::filesystem;
using end_to_end::NamedPython;
using end_to_end::Outcome;
using end_to_end::parquet_python;
using end_to_end::Workshop;
using ::testing::HasSubstr;

std::string without_header(const std::string& csv) {
    return csv.substr(csv.find('\n') + 1);
}

std::string header_of(const std::string& csv) {
    return csv.substr(0, csv.find('\n'));
}

class ReplayToParquet : public ::testing::Test {
  protected:
    void SetUp() override { generate("day.itch", "20000", "11"); }

    void generate(const std::string& file, const std::string& messages,
                  const std::string& seed) const {
        const Outcome made = workshop_.hotpath({"generate", "--messages", messages, "--instruments",
                                                "4", "--seed", seed, workshop_.name(file)});
        ASSERT_EQ(made.exit_code, 0) << made.err;
    }

    [[nodiscard]] Outcome replay(std::vector<std::string> options) const {
        options.insert(options.begin(), {"replay", workshop_.name("day.itch")});
        return workshop_.hotpath(options);
    }
    void expect_failure(const std::vector<std::string>& options, const std::string& part) const {
        const Outcome outcome = replay(options);
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.err, HasSubstr(part));
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    }
    void write_program(const std::string& name, const std::string& text) const {
        end_to_end::write_program(workshop_, name, text);
    }

    Workshop workshop_;
};

/// Those that need the library.
class ParquetTables : public ReplayToParquet {
  protected:
    void SetUp() override {
        if (!end_to_end::has_pyarrow(workshop_)) {
            GTEST_SKIP() << parquet_python() << " has no pyarrow: script/bootstrap installs it";
        }
        ReplayToParquet::SetUp();
    }

    /// The file as CSV, of one symbol or of all.
    [[nodiscard]] std::string rows(const std::string& file, const std::string& symbol = "") const {
        std::vector<std::string> arguments{HOTPATH_SOURCE_DIR "/tests/end_to_end/parquet_rows.py",
                                           workshop_.name(file)};
        if (!symbol.empty()) {
            arguments.push_back(symbol);
        }
        const Outcome outcome = workshop_.run(parquet_python(), arguments);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome.out;
    }
    [[nodiscard]] std::vector<std::string> symbols() const {
        const Outcome outcome = workshop_.run(
            parquet_python(),
            {"-c",
             "import sys, pyarrow.parquet as pq\n"
             "for s in sorted(set(pq.read_table(sys.argv[1])['symbol'].to_pylist())): "
             "print(s)",
             workshop_.name("tables/depth.parquet")});
        std::istringstream lines(outcome.out);
        std::vector<std::string> symbols;
        for (std::string line; std::getline(lines, line);) {
            symbols.push_back(line);
        }
        return symbols;
    }
    /// The CSV that --out writes of this symbol.
    [[nodiscard]] std::string depth_csv(const std::string& symbol,
                                        const std::string& levels) const {
        const Outcome outcome =
            replay({"--symbol", symbol, "--levels", levels, "--out", workshop_.name("book.csv")});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return workshop_.read("book.csv");
    }
    void write_tables(std::vector<std::string> options) const {
        options.insert(options.end(), {"--parquet", workshop_.name("tables")});
        const Outcome outcome = replay(options);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    }
};

TEST_F(ParquetTables, TradesAreThoseOfTheCsv) {
    write_tables({"--trades", workshop_.name("t.csv")});
    EXPECT_GT(std::ranges::count(workshop_.read("t.csv"), '\n'), 500);
    EXPECT_TRUE(rows("tables/trades.parquet") == workshop_.read("t.csv"));
}

TEST_F(ParquetTables, DepthAndBestOfEveryInstrumentAreThoseOfItsCsv) {
    write_tables({"--levels", "3"});
    ASSERT_EQ(symbols().size(), 4U);
    for (const std::string& symbol : symbols()) {
        EXPECT_TRUE(rows("tables/depth.parquet", symbol) == depth_csv(symbol, "3")) << symbol;
        const std::string best = rows("tables/bbo.parquet", symbol);
        EXPECT_EQ(header_of(best), "time_ns,ask_price,ask_qty,bid_price,bid_qty");
        EXPECT_TRUE(without_header(best) == without_header(depth_csv(symbol, "1"))) << symbol;
    }
}

TEST_F(ParquetTables, ManyRowGroupsAreOneTable) {
    generate("day.itch", "200000", "12");
    write_tables({"--levels", "20", "--trades", workshop_.name("t.csv")});
    for (const std::string& symbol : symbols()) {
        EXPECT_TRUE(rows("tables/depth.parquet", symbol) == depth_csv(symbol, "20")) << symbol;
    }
    EXPECT_TRUE(rows("tables/trades.parquet") == workshop_.read("t.csv"));
    const Outcome groups = workshop_.run(
        parquet_python(), {"-c",
                           "import sys, pyarrow.parquet as pq\n"
                           "print(pq.ParquetFile(sys.argv[1]).metadata.num_row_groups)",
                           workshop_.name("tables/depth.parquet")});
    EXPECT_GT(std::stoi(groups.out), 4) << "the rows did not fit into one batch";
}

TEST_F(ParquetTables, AreOfTheSymbolOrOfTheFilter) {
    write_tables({});
    const std::vector<std::string> all = symbols();
    write_tables({"--filter", all[0] + "," + all[2]});
    EXPECT_EQ(symbols(), (std::vector{all[0], all[2]}));
    write_tables({"--symbol", all[3]});
    EXPECT_EQ(symbols(), std::vector{all[3]});
}

TEST_F(ParquetTables, SayWhatTheirColumnsAre) {
    write_tables({});
    const Outcome schema =
        workshop_.run(parquet_python(),
                      {"-c",
                       "import sys, pyarrow as pa, pyarrow.parquet as pq\n"
                       "t = pq.read_table(sys.argv[1])\n"
                       "print(t.schema.field('time_ns').type, t.schema.field('time_ns').metadata)\n"
                       "print(t.schema.field('price').type, t.schema.field('price').metadata)\n"
                       "print(t.schema.field('symbol').type, t.schema.metadata)\n"
                       "print(t['time_ns'].cast(pa.timestamp('ns')).type)\n",
                       workshop_.name("tables/trades.parquet")});
    EXPECT_EQ(schema.out,
              "int64 {b'unit': b\"ns since midnight of the venue's day\"}\n"
              "int64 {b'unit': b'1/10000 dollar'}\n"
              "dictionary<values=string, indices=int32, ordered=0> "
              "{b'creator': b'hotpath replay', b'recording': b'day.itch'}\n"
              "timestamp[ns]\n");
}

TEST_F(ParquetTables, ChannelsHaveFoldersOfTheirOwn) {
    generate("other.itch", "5000", "13");
    const Outcome outcome =
        replay({workshop_.name("other.itch"), "--threads", "2", "--trades", workshop_.name("t.csv"),
                "--parquet", workshop_.name("tables")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(rows("tables/channel=1/trades.parquet") == workshop_.read("t.1.csv"));
    EXPECT_TRUE(rows("tables/channel=2/trades.parquet") == workshop_.read("t.2.csv"));
}

TEST_F(ParquetTables, OfAnUnknownSymbolLeaveTheOlderOnes) {
    write_tables({});
    const std::string before = workshop_.read("tables/bbo.parquet");
    expect_failure({"--symbol", "NOTHERE", "--parquet", workshop_.name("tables")}, "NOTHERE");
    EXPECT_TRUE(workshop_.read("tables/bbo.parquet") == before);
    for (const auto& entry : fs::directory_iterator(workshop_.path("tables"))) {
        EXPECT_EQ(entry.path().extension(), ".parquet") << entry.path();
    }
}

TEST_F(ParquetTables, AFileThatOnlyLooksLikeAPartIsLeftAlone) {
    fs::create_directories(workshop_.path("tables"));
    workshop_.write("tables/bbo.parquet.part", "mine");
    write_tables({});
    EXPECT_EQ(workshop_.read("tables/bbo.parquet.part"), "mine");
    expect_failure({"--symbol", "NOTHERE", "--parquet", workshop_.name("tables")}, "NOTHERE");
    EXPECT_EQ(workshop_.read("tables/bbo.parquet.part"), "mine");
}

TEST_F(ParquetTables, ADirectoryInAFilesPlaceIsAnError) {
    fs::create_directories(workshop_.path("tables/bbo.parquet"));
    expect_failure({"--parquet", workshop_.name("tables")},
                   "cannot write " + workshop_.name("tables") + ": Is a directory");
}

TEST_F(ParquetTables, AFullDiskIsOneLineAndLeavesNothing) {
    write_program("python", "#!/bin/sh\nulimit -f 100\nexec " + parquet_python() + " \"$@\"\n");
    const NamedPython limited(workshop_.name("python"));
    generate("day.itch", "200000", "12");
    expect_failure({"--parquet", workshop_.name("tables")},
                   "cannot write " + workshop_.name("tables") + ": ");
    EXPECT_TRUE(fs::is_empty(workshop_.path("tables")));
}

TEST_F(ReplayToParquet, APlaceThatCannotBeWrittenIsNamedBeforeAnythingIsRead) {
    workshop_.write("file", "no directory");
    expect_failure({"--parquet", workshop_.name("file")},
                   "cannot write " + workshop_.name("file") + ": Not a directory");
    expect_failure({"--parquet", "/proc/tables"}, "cannot write /proc/tables: ");
    EXPECT_EQ(replay({"--parquet", "/proc/tables"}).out, "");
}

TEST_F(ReplayToParquet, WithoutPythonOrThePackageTheWayOutIsNamed) {
    const std::string tables = workshop_.name("tables");
    {
        const NamedPython none(workshop_.name("no_python"));
        expect_failure({"--parquet", tables}, "script/bootstrap installs it");
    }
    write_program("python", "#!/bin/sh\nexec /usr/bin/python3 -S \"$@\"\n");  // without packages
    const NamedPython bare(workshop_.name("python"));
    expect_failure({"--parquet", tables}, "--parquet needs the Python package pyarrow");
}

TEST_F(ReplayToParquet, AWriterThatDiesIsOneLineAndLeavesNothing) {
    const NamedPython dying(workshop_.name("python"));
    // Says that it is ready, as the real one does, and dies of the first rows.
    write_program("python",
                  "#!/usr/bin/python3\n"
                  "import os, socket\n"
                  "s = socket.socket(fileno=3)\n"
                  "lines = s.makefile('r')\n"
                  "next(lines)\n"
                  "s.sendall(b'{\"ready\": true}\\n')\n"
                  "next(lines)\n"
                  "os.kill(os.getpid(), 9)\n");
    expect_failure({"--parquet", workshop_.name("tables")}, "was ended by signal 9");
    EXPECT_TRUE(fs::is_empty(workshop_.path("tables")));

    write_program("python", "#!/bin/sh\nexit 7\n");
    expect_failure({"--parquet", workshop_.name("tables")}, "ended with exit code 7");
}

TEST_F(ReplayToParquet, AnAnswerThatIsNoneIsAnError) {
    const NamedPython babbling(workshop_.name("python"));
    write_program("python", "#!/bin/sh\necho hello >&3\nsleep 60\n");
    expect_failure({"--parquet", workshop_.name("tables")}, "must answer in JSON objects");
}

}  // namespace
}  // namespace hotpath
