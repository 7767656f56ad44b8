// data.from and data.until: the days of the files, or of the bars in them, that a backtest runs.
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/backtest_workshop.hpp"
#include "tests/support/itch_to_dbn.hpp"

namespace hotpath {
namespace {

using end_to_end::BacktestWorkshop;
using end_to_end::Outcome;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

class BacktestDates : public ::testing::Test {
  protected:
    [[nodiscard]] Outcome backtest() const {
        return workshop_.hotpath(
            {"backtest", "-c", workshop_.name("b.toml"), "--json", workshop_.name("j.json")});
    }
    [[nodiscard]] Json result() const {
        const Outcome outcome = backtest();
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome.exit_code == 0 ? workshop_.read_json("j.json") : Json();
    }
    [[nodiscard]] static std::vector<std::string> days_of(const Json& result) {
        std::vector<std::string> days;
        for (const auto& day : result["days"]) {
            days.push_back(day["day"]);
        }
        return days;
    }
    void expect_refusal(const std::string& part) const {
        const Outcome outcome = backtest();
        EXPECT_EQ(outcome.exit_code, 1);
        EXPECT_THAT(outcome.err, HasSubstr(part));
        EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    }

    /// Three files of days in no order, with other lines of [data].
    void write_files(const std::string& lines, const std::string& files = kFiles) const {
        workshop_.write_config("b.toml", {.data = "files = [" + files + "]\n" + lines});
    }
    /// The example of bars with other lines of [data].
    void write_bars(const std::string& lines, const std::string& bars) const {
        std::ifstream file(HOTPATH_SOURCE_DIR "/docs/examples/bars.toml");
        std::string text = (std::ostringstream() << file.rdbuf()).str();
        text.insert(text.find("bars = "), lines + "\n");
        workshop_.write("b.toml", text);
        workshop_.write("bars.csv", bars);
    }
    [[nodiscard]] static std::string example_bars() {
        std::ifstream file(HOTPATH_SOURCE_DIR "/docs/examples/bars.csv");
        return (std::ostringstream() << file.rdbuf()).str();
    }
    static constexpr const char* kFiles =
        "\"day.20240104.itch\", \"01022024.itch\", \"day-2024-01-03.itch\"";

    BacktestWorkshop workshop_;
};

TEST_F(BacktestDates, FilesAreChosenByTheDatesInTheirNames) {
    workshop_.write_day("01022024.itch", {.seed = 2});
    workshop_.write_day("day-2024-01-03.itch", {.seed = 3});
    workshop_.write_day("day.20240104.itch", {.seed = 4});
    write_files("");
    EXPECT_THAT(days_of(result()),
                ElementsAre("day.20240104.itch", "01022024.itch", "day-2024-01-03.itch"));
    write_files("from = 2024-01-03");
    EXPECT_THAT(days_of(result()), ElementsAre("day.20240104.itch", "day-2024-01-03.itch"));
    write_files("until = 2024-01-03");
    EXPECT_THAT(days_of(result()), ElementsAre("01022024.itch", "day-2024-01-03.itch"));
    write_files("from = \"2024-01-03\"\nuntil = \"2024-01-03\"");
    EXPECT_THAT(days_of(result()), ElementsAre("day-2024-01-03.itch"));
    write_files("from = 2024-01-01");
    expect_refusal(
        "b.toml: data.from must be from 2024-01-02 to 2024-01-04, the dates of the data, "
        "got 2024-01-01");
    write_files("until = 2024-02-01");
    expect_refusal(
        "data.until must be from 2024-01-02 to 2024-01-04, the dates of the data, got "
        "2024-02-01");
    write_files("from = 2024-01-03\nuntil = 2024-01-03",
                "\"day.20240104.itch\", \"01022024.itch\"");
    expect_refusal("no file of data.files has a date from data.from to data.until");
}

TEST_F(BacktestDates, AFileWithoutADateIsRefused) {
    workshop_.write_day("01022024.itch", {.seed = 2});
    workshop_.write_day("day.itch", {.seed = 3});
    write_files("from = 2024-01-02", "\"01022024.itch\", \"day.itch\"");
    expect_refusal("day.itch: data.from and data.until need a date in the file name");
    workshop_.write_config("b.toml", {.data = "generated_days = 2\nfrom = 2024-01-02"});
    expect_refusal("data.from must be absent with generated_days, which have no dates, got a date");
}

TEST_F(BacktestDates, TheDateOfATableOfQuotesIsInIt) {
    std::ifstream file(HOTPATH_SOURCE_DIR "/docs/examples/quotes.toml");
    std::string text = (std::ostringstream() << file.rdbuf()).str();
    const std::string name = "\"quotes.csv\"";
    text.replace(text.find(name), name.size(),
                 "\"" HOTPATH_SOURCE_DIR "/docs/examples/quotes.csv\"");
    text.insert(text.find("files = "), "from = 2024-01-02\nuntil = 2024-01-02\n");
    workshop_.write("b.toml", text);
    EXPECT_EQ(days_of(result()).size(), 1U);
    text.replace(text.find("from = 2024-01-02"), 17, "from = 2024-01-01");
    workshop_.write("b.toml", text);
    expect_refusal("data.from must be from 2024-01-02 to 2024-01-02, the dates of the data");
}

TEST_F(BacktestDates, TheDateOfADbnRecordingIsThatOfItsFirstRecord) {
    support::write_file(workshop_.path("a.dbn"),
                        support::ItchToDbn::file(BacktestWorkshop::frames_of({}),
                                                 {.start = support::kItchToDbnMidnight})
                            .bytes());
    workshop_.write_day("01032024.itch", {.seed = 3});
    write_files("until = 2024-01-02", "\"a.dbn\", \"01032024.itch\"");
    EXPECT_THAT(days_of(result()), ElementsAre("a.dbn"));
}

TEST_F(BacktestDates, BarsOfOtherDatesAreAsIfTheyWereNotThere) {
    const std::string bars = example_bars();
    write_bars("from = 2024-01-10\nuntil = 2024-02-20", bars);
    const Json chosen = result();
    EXPECT_EQ(days_of(chosen).front(), "2024-01-10");
    EXPECT_EQ(days_of(chosen).back(), "2024-02-20");
    const std::size_t begin = bars.find("2024-01-10");
    const std::size_t end = bars.find("2024-02-21");
    write_bars("", bars.substr(0, bars.find('\n') + 1) + bars.substr(begin, end - begin));
    const Json cut = result();
    EXPECT_EQ(days_of(chosen), days_of(cut));
    EXPECT_EQ(chosen["output_hash"], cut["output_hash"]);
    EXPECT_EQ(chosen["pnl"], cut["pnl"]);
    EXPECT_GT(chosen["fills"].get<int>(), 0);
}

TEST_F(BacktestDates, DatesOutsideTheBarsAreRefusedWithThoseOfTheBars) {
    const std::string range = " must be from 2024-01-02 to 2024-03-25, the dates of the data, got ";
    write_bars("from = 2023-12-31", example_bars());
    expect_refusal("data.from" + range + "2023-12-31");
    write_bars("until = 2024-03-26", example_bars());
    expect_refusal("data.until" + range + "2024-03-26");
    write_bars("from = 2024-01-06\nuntil = 2024-01-07", example_bars());
    expect_refusal("no bar has a time from data.from to data.until");
}

}  // namespace
}  // namespace hotpath
