// The file of a sweep's results: what was appended is there again, half a line is not.
#include "hotpath/backtest/sweep/sweep_points.hpp"

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "hotpath/backtest/sweep/sweep_run.hpp"
#include "hotpath/strategy/registry.hpp"
#include "tests/support/synthetic_backtest.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SweepPoints : public ::testing::Test {
  protected:
    [[nodiscard]] PointFile open() const {
        auto file = PointFile::open(path_);
        EXPECT_TRUE(file) << file.error().message;
        return std::move(*file);
    }
    [[nodiscard]] std::string text() const {
        std::ifstream file(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }

    support::TemporaryDirectory folder_;
    fs::path path_ = folder_ / "points.jsonl";
};

TEST_F(SweepPoints, AreReadBackExactly) {
    const PointResult result = point_result(3, support::synthetic_backtest({.days = 12}));
    ASSERT_TRUE(result.sharpe);
    ASSERT_EQ(result.days.size(), 12U);
    ASSERT_TRUE(open().append(result));
    const PointFile again = open();
    EXPECT_EQ(again.size(), 1U);
    EXPECT_FALSE(again.has(2));
    const PointResult& read = *again.find(3);
    EXPECT_EQ(read.sharpe, result.sharpe) << "to the last bit";
    EXPECT_EQ(read.sortino, result.sortino);
    EXPECT_EQ(read.fill_ratio, result.fill_ratio);
    EXPECT_EQ(read.days, result.days);
    EXPECT_EQ(read.pnl(), result.pnl());
    EXPECT_EQ(read.drawdown, result.drawdown);
    EXPECT_EQ(read.output_hash, result.output_hash);
    EXPECT_EQ(read.win_rate(), result.win_rate());
}

TEST_F(SweepPoints, KeepWhatWasStopped) {
    PointResult result{.point = 1, .stopped_days = 3, .traded_share = 0.25};
    ASSERT_TRUE(open().append(result));
    EXPECT_EQ(open().find(1)->stopped_days, 3U);
    EXPECT_EQ(open().find(1)->traded_share, 0.25);
}

TEST_F(SweepPoints, SumsAreThoseOfTheResult) {
    const BacktestResult result = support::synthetic_backtest({.days = 3});
    const PointResult point = point_result(0, result);
    Money days;
    for (const Money day : point.days) {
        days += day;
    }
    EXPECT_EQ(point.pnl(), pnl(result));
    EXPECT_EQ(days, point.pnl());
    EXPECT_EQ(point.fills, fill_count(result));
    EXPECT_EQ(point.output_hash, output_hash(result));
}

TEST_F(SweepPoints, ALineWithoutItsEndIsDroppedAndWrittenAgain) {
    {
        PointFile file = open();
        ASSERT_TRUE(file.append({.point = 0}));
        ASSERT_TRUE(file.append({.point = 1}));
    }
    const std::string whole = text();
    write(whole.substr(0, whole.size() - 5));
    PointFile file = open();
    EXPECT_TRUE(file.has(0));
    EXPECT_FALSE(file.has(1));
    ASSERT_TRUE(file.append({.point = 1}));
    EXPECT_EQ(text(), whole);
}

TEST_F(SweepPoints, ADamagedLineIsNamed) {
    ASSERT_TRUE(open().append({.point = 0}));
    for (const char* wrong : {"{\"point\": 1}\n", "nonsense\n", "\n", "[1]\n"}) {
        write(text().substr(0, text().find('\n') + 1) + wrong);
        const auto file = PointFile::open(path_);
        ASSERT_FALSE(file) << wrong;
        EXPECT_THAT(file.error().message, HasSubstr("points.jsonl: line 2 is damaged"));
    }
}

TEST_F(SweepPoints, AFullDiskIsAnErrorAndLeavesWholeLines) {
    PointFile file = open();
    ASSERT_TRUE(file.append({.point = 0}));
    const std::string before = text();
    rlimit usual{};
    ::getrlimit(RLIMIT_FSIZE, &usual);
    auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limited{.rlim_cur = before.size() + 10, .rlim_max = usual.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limited);
    const auto appended = file.append({.point = 1});
    ::setrlimit(RLIMIT_FSIZE, &usual);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(appended);
    EXPECT_THAT(appended.error().message, HasSubstr("cannot write " + path_.string() + ": "));
    EXPECT_EQ(text(), before);
    EXPECT_FALSE(file.has(1));
}

TEST(SweepRanking, IsBySharpeWhereThereIsOneElseByProfit) {
    const std::vector<PointResult> by_sharpe{{.gross = {9}, .sharpe = 1.0},
                                             {.gross = {1}, .sharpe = 2.0},
                                             {.gross = {99}},
                                             {.gross = {5}, .sharpe = 1.0}};
    EXPECT_THAT(ranking(by_sharpe), ElementsAre(1, 0, 3, 2));
    EXPECT_EQ(best_point(by_sharpe), 1U);
    const std::vector<PointResult> by_profit{
        {.gross = {9}, .fees = {5}}, {.gross = {6}}, {.gross = {6}}};
    EXPECT_THAT(ranking(by_profit), ElementsAre(1, 2, 0)) << "the first of equals";
}

}  // namespace
}  // namespace hotpath::backtest
