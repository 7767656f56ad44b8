// `hotpath backtest --out DIR`: what it writes, that an interrupted run goes on and gives the same
// result, and that nothing half-written is taken for one.
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include "tests/end_to_end/backtest_workshop.hpp"

namespace hotpath {
namespace {

namespace fs = std::filesystem;
using end_to_end::BacktestWorkshop;
using end_to_end::NamedPython;
using end_to_end::Outcome;
using ::testing::HasSubstr;

/// With the library that writes the tables.
class BacktestOut : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!end_to_end::has_pyarrow(workshop_)) {
            GTEST_SKIP() << end_to_end::parquet_python()
                         << " has no pyarrow: script/bootstrap installs it";
        }
        workshop_.write_config("b.toml", {});
    }

    [[nodiscard]] Outcome backtest(std::vector<std::string> options) const {
        options.insert(options.begin(), {"backtest", "-c", workshop_.name("b.toml")});
        return workshop_.hotpath(options);
    }
    [[nodiscard]] Outcome backtest_to(const std::string& folder,
                                      std::vector<std::string> options = {}) const {
        options.insert(options.end(), {"--out", workshop_.name(folder)});
        return backtest(options);
    }
    /// The result of a run that nothing interrupts, and of which nothing is kept.
    [[nodiscard]] std::string plain_json() const {
        EXPECT_EQ(backtest({"--json", workshop_.name("plain.json")}).exit_code, 0);
        return workshop_.read("plain.json");
    }
    void expect_refusal(const Outcome& outcome, const std::string& part) const {
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.err, HasSubstr(part));
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    }
    /// What the lines of this Python program print, of the tables of all days: `t(name)`.
    [[nodiscard]] std::string of_tables(const std::string& folder,
                                        const std::string& program) const {
        const Outcome outcome =
            workshop_.run(end_to_end::parquet_python(),
                          {"-c",
                           "import sys, pyarrow as pa, pyarrow.parquet as pq, glob\n"
                           "def t(name): return pa.concat_tables(pq.read_table(f) for f in "
                           "sorted(glob.glob(sys.argv[1] + '/day=*/' + name + '.parquet')))\n" +
                               program,
                           workshop_.name(folder)});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome.out;
    }
    [[nodiscard]] std::vector<std::string> names_in(const std::string& folder) const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(workshop_.path(folder))) {
            names.push_back(entry.path().filename().string());
        }
        std::ranges::sort(names);
        return names;
    }
    /// A Python that interrupts its backtest when it is started for this day.
    void write_interrupting_python(int day) const {
        end_to_end::write_program(
            workshop_, "python",
            "#!/bin/sh\necho x >> " + workshop_.name("starts") + "\n[ $(wc -l < " +
                workshop_.name("starts") + ") = " + std::to_string(day) +
                " ] && kill -INT $PPID\nexec " + end_to_end::parquet_python() + " \"$@\"\n");
    }

    BacktestWorkshop workshop_;
};

TEST_F(BacktestOut, TheTablesAddUpToTheResult) {
    const Outcome outcome = backtest_to("out", {"--json", workshop_.name("j.json")});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto json = workshop_.read_json("j.json");
    std::size_t orders = 0;
    for (const auto& day : json["days"]) {
        orders += day["orders"].get<std::size_t>();
    }
    EXPECT_EQ(
        of_tables("out", "print(len(t('orders')), len(t('fills')), len(t('positions')))"),
        std::to_string(orders) + " " + json["fills"].dump() + " " + json["fills"].dump() + "\n");
    ASSERT_GT(json["fills"].get<int>(), 10);
    // The position and the shares of the last row, of each day and symbol, are the sums before it.
    EXPECT_EQ(
        of_tables("out",
                  "for f in sorted(glob.glob(sys.argv[1] + '/day=*')):\n"
                  "  sums = {}\n"
                  "  for r, p in zip(pq.read_table(f + '/fills.parquet').to_pylist(), "
                  "pq.read_table(f + '/positions.parquet').to_pylist()):\n"
                  "    q, c = sums.get(r['symbol'], (0, 0))\n"
                  "    n = r['qty'] if r['side'] == 'B' else -r['qty']\n"
                  "    sums[r['symbol']] = q, c = q + n, c - n * r['price']\n"
                  "    assert (q, c, r['position']) == (p['position'], p['cash'], q)\n"
                  "o = {(r['entered_ns'], r['order_id']): r for r in t('orders').to_pylist()}\n"
                  "places = t('queue_places').to_pylist()\n"
                  "assert len(places) > 100\n"
                  "for r in places: assert "
                  "o[r['entered_ns'], r['order_id']]['queue_ahead_qty'] == "
                  "r['queue_ahead_qty'], r\n"
                  "assert all((r['first_fill_ns'] is None) == (r['filled_qty'] == 0) for r "
                  "in places)\n"
                  "print(sum(r['qty'] for r in t('fills').to_pylist()))"),
        json["shares"]["traded"].dump() + "\n");
}

TEST_F(BacktestOut, EquityEndsWithTheProfitOfTheDay) {
    ASSERT_EQ(backtest_to("out", {"--json", workshop_.name("j.json")}).exit_code, 0);
    double pnl = 0;
    const auto json = workshop_.read_json("j.json");
    for (const auto& day : json["days"]) {
        pnl += day["pnl"].get<double>();
    }
    const std::string sum =
        of_tables("out",
                  "s = 0\n"
                  "for f in glob.glob(sys.argv[1] + '/day=*/equity.parquet'):\n"
                  "  last = {r['symbol']: r['pnl'] for r in pq.read_table(f).to_pylist()}\n"
                  "  s += sum(last.values())\n"
                  "print(s / 10000)");
    EXPECT_NEAR(std::stod(sum), pnl, 0.001);
}

TEST_F(BacktestOut, MissingValuesAreNullAndColumnsHaveUnits) {
    ASSERT_EQ(backtest_to("out").exit_code, 0);
    EXPECT_EQ(of_tables("out",
                        "s = t('orders').schema\n"
                        "print(s.field('closed_ns').type, s.field('closed_ns').nullable, "
                        "s.field('qty').nullable)\n"
                        "print(s.field('price').metadata, s.metadata)\n"
                        "print(t('queue_places')['first_fill_ns'].null_count > 0, "
                        "t('orders')['queue_ahead_qty'].null_count > 0)"),
              "int64 True False\n"
              "{b'unit': b'1/10000 dollar'} {b'creator': b'hotpath backtest', b'recording': "
              "b'seed 1'}\n"
              "True True\n");
}

TEST_F(BacktestOut, FillsHaveTheMidsAfterThem) {
    ASSERT_EQ(backtest_to("out").exit_code, 0);
    EXPECT_EQ(of_tables("out", "print(*t('fills').column_names[-7:])"),
              "mid mid_1_ms mid_10_ms mid_100_ms mid_1000_ms mid_10000_ms mid_60000_ms\n");
}

TEST_F(BacktestOut, TheSummaryIsTheJson) {
    ASSERT_EQ(backtest_to("out", {"--json", workshop_.name("j.json")}).exit_code, 0);
    EXPECT_EQ(workshop_.read("out/summary.json"), workshop_.read("j.json"));
    EXPECT_EQ(workshop_.read("j.json"), plain_json());
    EXPECT_EQ(names_in("out"),
              (std::vector<std::string>{"day=1", "day=2", "day=3", "run.json", "summary.json"}));
}

TEST_F(BacktestOut, AnInterruptedRunSaysHowItGoesOnAndGivesTheSameResult) {
    const std::string whole = plain_json();
    for (const std::string threads : {"1", "2", "4"}) {
        const std::string folder = "out" + threads;
        fs::remove(workshop_.path("starts"));
        write_interrupting_python(3);
        {
            const NamedPython interrupting(workshop_.name("python"));
            const Outcome stopped = backtest_to(folder, {"--threads", "1"});
            expect_refusal(stopped, "stopped: 2 of 3 days are done; the same command with --out " +
                                        workshop_.name(folder) + " goes on");
            EXPECT_EQ(stopped.out, "");
        }
        EXPECT_EQ(names_in(folder), (std::vector<std::string>{"day=1", "day=2", "run.json"}));
        const auto first = fs::last_write_time(workshop_.path(folder + "/day=1/day.result"));
        const Outcome rest =
            backtest_to(folder, {"--threads", threads, "--json", workshop_.name("j.json")});
        ASSERT_EQ(rest.exit_code, 0) << rest.err;
        EXPECT_EQ(workshop_.read("j.json"), whole);
        EXPECT_EQ(fs::last_write_time(workshop_.path(folder + "/day=1/day.result")), first);
    }
}

TEST_F(BacktestOut, DaysThatAreDoneAreNotRunAgain) {
    ASSERT_EQ(backtest_to("out").exit_code, 0);
    const NamedPython none(workshop_.name("no_python"));  // a day that runs would need it
    const Outcome again = backtest_to("out", {"--json", workshop_.name("j.json")});
    ASSERT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(workshop_.read("j.json"), plain_json());
}

TEST_F(BacktestOut, AFolderOfAnotherConfigurationIsRefused) {
    ASSERT_EQ(backtest_to("out").exit_code, 0);
    const std::string before = workshop_.read("out/summary.json");
    workshop_.write_config("b.toml", {.fills = "matched"});
    expect_refusal(backtest_to("out"), "holds a run of another configuration (checksum 0x");
    workshop_.write_config("b.toml", {.strategy = "quote_qty = 200"});
    expect_refusal(backtest_to("out"), "of another configuration");
    EXPECT_EQ(workshop_.read("out/summary.json"), before);
}

TEST_F(BacktestOut, CommentsThreadsAndTheOrderOfKeysAreNoOtherConfiguration) {
    ASSERT_EQ(backtest_to("out").exit_code, 0);
    workshop_.write_config("b.toml", {.run = "threads = 3"});
    const std::string config = workshop_.read("b.toml");
    const std::size_t fills = config.find("[fills]");  // the first table becomes the last
    workshop_.write("b.toml", "# the same\n" + config.substr(fills) + config.substr(0, fills));
    const Outcome outcome = backtest_to("out");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST_F(BacktestOut, ARecordingThatHasChangedIsRefused) {
    ASSERT_EQ(workshop_
                  .hotpath({"generate", "--messages", "20000", "--instruments", "1",
                            workshop_.name("day.itch")})
                  .exit_code,
              0);
    workshop_.write_config("b.toml", {.data = "files = [\"day.itch\"]", .symbols = "\"TAKAC\""});
    const Outcome first = backtest_to("out");
    ASSERT_EQ(first.exit_code, 0) << first.err;
    using namespace std::chrono_literals;
    const fs::path day = workshop_.path("day.itch");
    fs::last_write_time(day, fs::last_write_time(day) + 1s);
    expect_refusal(backtest_to("out"),
                   "holds a run of another day.itch (size or time of modification differ)");
}

TEST_F(BacktestOut, AFolderWithOtherFilesIsLeftAlone) {
    fs::create_directories(workshop_.path("mine"));
    workshop_.write("mine/letter.txt", "dear");
    expect_refusal(backtest_to("mine"),
                   "--out must be a new or empty folder, or that of an "
                   "interrupted run, got " +
                       workshop_.name("mine"));
    EXPECT_EQ(names_in("mine"), std::vector<std::string>{"letter.txt"});
}

TEST_F(BacktestOut, ADamagedDayIsNamedAndNotTakenForAResult) {
    ASSERT_EQ(backtest_to("out").exit_code, 0);
    std::string bytes = workshop_.read("out/day=2/day.result");
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    workshop_.write("out/day=2/day.result", bytes);
    expect_refusal(backtest_to("out"),
                   "day=2/day.result: is damaged, or belongs to another run; remove " +
                       workshop_.name("out/day=2"));
    fs::remove_all(workshop_.path("out/day=2"));
    ASSERT_EQ(backtest_to("out", {"--json", workshop_.name("j.json")}).exit_code, 0);
    EXPECT_EQ(workshop_.read("j.json"), plain_json());
}

TEST_F(BacktestOut, ADayOfAnotherRunIsNotTaken) {
    ASSERT_EQ(backtest_to("out").exit_code, 0);
    workshop_.write_config("b.toml", {.fills = "matched"});
    ASSERT_EQ(backtest_to("other").exit_code, 0);
    fs::remove_all(workshop_.path("other/day=2"));
    fs::copy(workshop_.path("out/day=2"), workshop_.path("other/day=2"));
    expect_refusal(backtest_to("other"), "belongs to another run");
}

TEST_F(BacktestOut, LeftoversOfAKilledProcessAreRemovedAndRunAgain) {
    ASSERT_EQ(backtest_to("out").exit_code, 0);
    fs::rename(workshop_.path("out/day=3"), workshop_.path("out/day=3.part-1-0"));
    ASSERT_EQ(backtest_to("out").exit_code, 0);
    EXPECT_EQ(names_in("out"),
              (std::vector<std::string>{"day=1", "day=2", "day=3", "run.json", "summary.json"}));
}

TEST_F(BacktestOut, AFolderInUseIsRefused) {
    ASSERT_EQ(backtest_to("out").exit_code, 0);
    const int lock = ::open(workshop_.name("out").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ASSERT_EQ(::flock(lock, LOCK_EX | LOCK_NB), 0);
    expect_refusal(backtest_to("out"), "is in use by another hotpath backtest");
    ::close(lock);
}

TEST_F(BacktestOut, AFullDiskIsOneLineAndLeavesNoDay) {
    const std::string python = end_to_end::parquet_python();
    end_to_end::write_program(workshop_, "python",
                              "#!/bin/sh\nulimit -f 20\nexec " + python + " \"$@\"\n");
    {
        const NamedPython limited(workshop_.name("python"));
        expect_refusal(backtest_to("out"),
                       "cannot write " + workshop_.name("out/day=1") + ": File too large");
        EXPECT_EQ(names_in("out"), std::vector<std::string>{"run.json"});
    }
    // No file of hotpath itself.
    const Outcome none =
        workshop_.run("sh", {"-c", "ulimit -f 0; exec \"$@\"", "sh", HOTPATH_EXECUTABLE, "backtest",
                             "-c", workshop_.name("b.toml"), "--out", workshop_.name("none")});
    EXPECT_NE(none.exit_code, 0);
    EXPECT_TRUE(!fs::exists(workshop_.path("none")) || fs::is_empty(workshop_.path("none")));
    // With room again it goes on.
    EXPECT_EQ(backtest_to("out", {"--json", workshop_.name("j.json")}).exit_code, 0);
    EXPECT_EQ(workshop_.read("j.json"), plain_json());
}

TEST_F(BacktestOut, AnUnusableFolderIsOneLineBeforeAnyDayRuns) {
    workshop_.write("file", "no folder");
    const Outcome file = backtest_to("file");
    EXPECT_NE(file.exit_code, 0);
    EXPECT_THAT(file.err, HasSubstr(workshop_.name("file") + ": Not a directory"));
    const NamedPython none(workshop_.name("no_python"));
    expect_refusal(backtest_to("out"), "--out needs Python with pyarrow");
}

TEST_F(BacktestOut, WithoutATerminalAShortRunSaysNothingOfItsProgress) {
    const Outcome outcome = backtest_to("out");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.err, "");
}

TEST_F(BacktestOut, OnATerminalItShowsDaysRateAndTheEstimateOfTheEnd) {
    if (workshop_.run("script", {"--version"}).exit_code != 0) {
        GTEST_SKIP() << "script (bsdutils) is not here";
    }
    workshop_.write_config("b.toml",  // for longer than the half second before it draws
                           {.data = "generated_days = 12\nmessages = 100_000\ninstruments = 2"});
    const Outcome outcome =
        workshop_.run("script", {"-qec",
                                 HOTPATH_EXECUTABLE " backtest -c " + workshop_.name("b.toml") +
                                     " --out " + workshop_.name("out"),
                                 "/dev/null"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.out;
    EXPECT_THAT(outcome.out, HasSubstr(" of 12 days, "));
    EXPECT_THAT(outcome.out, HasSubstr(" M messages/s, ends in about "));
}

TEST_F(BacktestOut, TheTablesOfSensitivityAreKeptToo) {
    ASSERT_EQ(backtest({"--sensitivity", "--json", workshop_.name("plain.json")}).exit_code, 0);
    ASSERT_EQ(backtest_to("out", {"--sensitivity"}).exit_code, 0);
    EXPECT_EQ(workshop_.read("out/summary.json"), workshop_.read("plain.json"));
    // As a process leaves it that was ended within the fourth row.
    const std::string lines = workshop_.read("out/variations.jsonl");
    EXPECT_EQ(std::ranges::count(lines, '\n'), 8) << "three latencies, three sizes, two models";
    std::size_t end = 0;
    for (int line = 0; line < 3; ++line) {
        end = lines.find('\n', end) + 1;
    }
    workshop_.write("out/variations.jsonl", lines.substr(0, end + 9));
    ASSERT_EQ(backtest_to("out", {"--sensitivity"}).exit_code, 0);
    EXPECT_EQ(workshop_.read("out/variations.jsonl"), lines);
    EXPECT_EQ(workshop_.read("out/summary.json"), workshop_.read("plain.json"));
}

/// Ctrl-C of a run that keeps nothing.
TEST_F(BacktestOut, WithoutAFolderAnInterruptedRunWritesNothing) {
    workshop_.write_config("b.toml", {.data = "generated_days = 1\nmessages = 50_000_000"});
    for (const char* signal : {"INT", "TERM"}) {
        const Outcome outcome =
            workshop_.interrupted(signal, {"backtest", "-c", workshop_.name("b.toml")});
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_EQ(outcome.err,
                  "hotpath backtest: seed 1: stopped before the end; no result was written (--out "
                  "DIR keeps the days that are done)\n");
        EXPECT_EQ(outcome.out, "");
    }
}

}  // namespace
}  // namespace hotpath
