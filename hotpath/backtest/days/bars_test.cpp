// A backtest over bars: every date of the files is a day of one run, and what the files lack is an error.
#include "hotpath/backtest/days/bars.hpp"

#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/days/days.hpp"
#include "tests/support/small_backtest.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view kHeader = "date,symbol,open,high,low,close,volume\n";

/// Three dates of both symbols.
constexpr std::string_view kRows =
    "2024-01-02,ACME,10.00,11.00,9.00,10.50,100000\n"
    "2024-01-02,BETA,20.00,21.00,19.00,20.50,100000\n"
    "2024-01-03,ACME,10.50,11.50,9.50,11.00,100000\n"
    "2024-01-03,BETA,20.50,21.50,19.50,21.00,100000\n"
    "2024-01-04,ACME,11.00,12.00,10.00,11.50,100000\n"
    "2024-01-04,BETA,21.00,22.00,20.00,21.50,100000\n";

[[nodiscard]] capture::Date date(std::string_view text) {
    return *capture::to_date(text);
}

class BarRuns : public ::testing::Test {
  protected:
    [[nodiscard]] BacktestConfig config_of(
        const std::vector<std::pair<std::string, std::string>>& files) const {
        BacktestConfig config = support::small_backtest({.strategy = "null"});
        config.trade.trader.engine.symbols = {*Symbol::from("ACME"), *Symbol::from("BETA")};
        config.trade.strategies.front().symbols = config.trade.trader.engine.symbols;
        config.bars.emplace();
        config.days.clear();
        for (const auto& [name, rows] : files) {
            std::ofstream(folder_ / name) << kHeader << rows;
            config.days.push_back({.name = name, .file = folder_ / name});
        }
        return config;
    }
    [[nodiscard]] BacktestConfig config_of(std::string_view rows) const {
        return config_of({{"bars.csv", std::string(rows)}});
    }
    [[nodiscard]] std::string error_of(const BacktestConfig& config) const {
        const auto result = run_bars(config, stop_);
        return result ? "" : result.error().message;
    }
    [[nodiscard]] static std::vector<std::string> days_of(const BacktestResult& result) {
        std::vector<std::string> days;
        for (const DayResult& day : result.days) {
            days.push_back(day.day);
        }
        return days;
    }

    support::TemporaryDirectory folder_;
    std::atomic<bool> stop_{false};
};

TEST_F(BarRuns, EachDateIsADay) {
    const auto result = run_bars(config_of(kRows), stop_);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_THAT(days_of(*result), ElementsAre("2024-01-02", "2024-01-03", "2024-01-04"));
}

TEST_F(BarRuns, FilesAreMergedByTime) {
    const auto together = run_bars(config_of(kRows), stop_);
    std::string acme;
    std::string beta;
    for (std::size_t begin = 0; begin < kRows.size();) {
        const std::size_t end = kRows.find('\n', begin) + 1;
        const std::string_view row = kRows.substr(begin, end - begin);
        (row.contains("ACME") ? acme : beta) += row;
        begin = end;
    }
    const auto apart = run_bars(config_of({{"acme.csv", acme}, {"beta.csv", beta}}), stop_);
    ASSERT_TRUE(together && apart);
    EXPECT_EQ(days_of(*together), days_of(*apart));
    EXPECT_EQ(input_hash(*together), input_hash(*apart));
}

TEST_F(BarRuns, DatesChooseTheDays) {
    BacktestConfig config = config_of(kRows);
    config.dates.from = date("2024-01-03");
    const auto later = run_bars(config, stop_);
    ASSERT_TRUE(later);
    EXPECT_THAT(days_of(*later), ElementsAre("2024-01-03", "2024-01-04"));
    config.dates.until = date("2024-01-03");
    const auto one = run_bars(config, stop_);
    ASSERT_TRUE(one);
    EXPECT_THAT(days_of(*one), ElementsAre("2024-01-03"));
}

TEST_F(BarRuns, ACutHasItsFirstDays) {
    const auto cut = run_bars(config_of(kRows), stop_, {.days = 2});
    ASSERT_TRUE(cut);
    EXPECT_THAT(days_of(*cut), ElementsAre("2024-01-02", "2024-01-03"));
}

TEST_F(BarRuns, AScrambledMarketGoesOnAtOtherPrices) {
    const auto whole = run_bars(config_of(kRows), stop_);
    const auto other = run_bars(config_of(kRows), stop_, {.days = 2, .is_scrambled_after = true});
    ASSERT_TRUE(whole && other);
    ASSERT_EQ(other->days.size(), 3U);
    EXPECT_EQ(other->days[1].input_hash, whole->days[1].input_hash);
    EXPECT_NE(other->days[2].input_hash, whole->days[2].input_hash);
}

TEST_F(BarRuns, KeepTheCapital) {
    BacktestConfig config = config_of(kRows);
    config.capital = Money{10'000'000};
    const auto result = run_bars(config, stop_);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->capital, Money{10'000'000});
}

TEST_F(BarRuns, ATradedSymbolWithoutABarIsAnError) {
    const std::string_view acme = kRows.substr(0, kRows.find('\n') + 1);
    EXPECT_EQ(error_of(config_of(acme)), "no bar of BETA in bars.csv");
    EXPECT_EQ(error_of(config_of({{"a.csv", std::string(acme)}, {"b.csv", ""}})),
              "no bar of BETA in data.files");
}

TEST_F(BarRuns, AWrongRowIsNamed) {
    EXPECT_THAT(error_of(config_of(std::string(kRows) + "2024-01-05,ACME,1,2,3,4,5,6,7\n")),
                HasSubstr("bars.csv"));
    EXPECT_THAT(error_of(config_of("2024-01-02,ACME,10,9,11,10,1000\n")), HasSubstr("bars.csv"))
        << "a high below the low";
}

TEST_F(BarRuns, AFileThatIsNotThereIsNamed) {
    BacktestConfig config = config_of(kRows);
    config.days.front().file = folder_ / "none.csv";
    EXPECT_THAT(error_of(config), HasSubstr("none.csv"));
}

TEST_F(BarRuns, AStopIsAnError) {
    stop_ = true;
    EXPECT_EQ(error_of(config_of(kRows)), "stopped before the end; no result was written");
}

TEST_F(BarRuns, DatesOutsideTheDataAreRefused) {
    BacktestConfig config = config_of(kRows);
    EXPECT_TRUE(check_bar_dates(config)) << "no dates are all dates";
    config.dates.from = date("2024-01-01");
    auto checked = check_bar_dates(config);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message,
              "data.from must be from 2024-01-02 to 2024-01-04, the dates of the data, got "
              "2024-01-01");
    config.dates = {.until = date("2024-01-05")};
    checked = check_bar_dates(config);
    ASSERT_FALSE(checked);
    EXPECT_THAT(checked.error().message, StartsWith("data.until must be from "));
}

TEST_F(BarRuns, DatesBetweenTwoBarsHaveNone) {
    BacktestConfig config =
        config_of("2024-01-02,ACME,10,11,9,10,1000\n2024-01-08,ACME,10,11,9,10,1000\n");
    config.dates = {.from = date("2024-01-04"), .until = date("2024-01-05")};
    const auto checked = check_bar_dates(config);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message, "no bar has a time from data.from to data.until");
}

/// A store that notes what it was given, all days at once.
class AllDays final : public KeptDays {
  public:
    bool is_there = false;
    mutable std::vector<std::string> begun{};
    mutable std::size_t kept = 0;

    [[nodiscard]] bool has(std::size_t) const override { return false; }
    [[nodiscard]] Expected<DayResult> load(std::size_t) const override { return fail("none"); }
    [[nodiscard]] Expected<std::unique_ptr<KeptDay>> begin(std::size_t,
                                                           const std::string&) const override {
        return fail("bars have no day alone");
    }
    [[nodiscard]] bool has_all() const override { return is_there; }
    [[nodiscard]] Expected<std::unique_ptr<KeptDay>> begin_all(
        const std::string& recording) const override {
        begun.push_back(recording);
        return std::make_unique<Place>(kept);
    }

  private:
    class Place final : public KeptDay {
      public:
        explicit Place(std::size_t& kept) : kept_(kept) {}
        [[nodiscard]] Expected<void> commit(const DayResult&) override { return fail("one day"); }
        [[nodiscard]] Expected<void> commit_all(std::span<const DayResult> days) override {
            kept_ = days.size();
            return {};
        }

      private:
        std::size_t& kept_;
    };
};

TEST_F(BarRuns, AllDaysAreKeptTogether) {
    AllDays store;
    ASSERT_TRUE(run_days(config_of(kRows), stop_, {.kept = &store}));
    EXPECT_THAT(store.begun, ElementsAre("bars.csv"));
    EXPECT_EQ(store.kept, 3U);
}

TEST_F(BarRuns, DaysThatAreKeptAreRunAgainAndNotKeptTwice) {
    AllDays store;
    store.is_there = true;
    const auto result = run_days(config_of(kRows), stop_, {.kept = &store});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->days.size(), 3U);
    EXPECT_TRUE(store.begun.empty());
}

}  // namespace
}  // namespace hotpath::backtest
