// The days of a backtest, several at a time: the same results for any number of threads, what an observer
// sees, what is kept, and which error a run has.
#include "hotpath/backtest/days/days.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/sweep/sweep_run.hpp"
#include "hotpath/strategy/registry.hpp"
#include "tests/support/changeable_strategy.hpp"
#include "tests/support/small_backtest.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

using support::Changeable;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

[[nodiscard]] BacktestConfig changeable_days() {
    static const strategy::Registration own = strategy::registration_of<Changeable>();
    static const strategy::Registry registry = *strategy::Registry::create({&own, 1});
    BacktestConfig config = support::small_backtest({.strategy = "changeable"}, registry);
    config.threads = 3;
    return config;
}

/// Everything that a run says.
class Listener final : public RunObserver {
  public:
    void on_progress(std::size_t part, double share, std::uint64_t messages) override {
        const std::scoped_lock one(mutex_);
        shares_[part].push_back(share);
        messages_[part] = messages;
    }
    void on_finished(std::size_t part) override {
        const std::scoped_lock one(mutex_);
        finished_.insert(part);
    }
    void on_warning(const DayWarning& warning) override {
        const std::scoped_lock one(mutex_);
        warnings_.push_back(warning.text);
    }

    [[nodiscard]] const std::map<std::size_t, std::vector<double>>& shares() const {
        return shares_;
    }
    [[nodiscard]] std::uint64_t messages(std::size_t part) const { return messages_.at(part); }
    [[nodiscard]] const std::set<std::size_t>& finished() const { return finished_; }
    [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

  private:
    std::mutex mutex_;
    std::map<std::size_t, std::vector<double>> shares_;
    std::map<std::size_t, std::uint64_t> messages_;
    std::set<std::size_t> finished_;
    std::vector<std::string> warnings_;
};

/// Days in memory, by number; what is asked of them is noted.
class DaysInMemory final : public KeptDays {
  public:
    std::map<std::size_t, DayResult> days{};
    mutable std::vector<std::size_t> loaded{};
    mutable std::vector<std::string> begun{};
    std::string refuses{};  // the name of a day that cannot be kept

    [[nodiscard]] bool has(std::size_t day) const override { return days.contains(day); }
    [[nodiscard]] Expected<DayResult> load(std::size_t day) const override {
        loaded.push_back(day);
        return days.at(day);
    }
    [[nodiscard]] Expected<std::unique_ptr<KeptDay>> begin(std::size_t,
                                                           const std::string& name) const override {
        begun.push_back(name);
        return std::make_unique<Place>(name == refuses);
    }
    [[nodiscard]] bool has_all() const override { return false; }
    [[nodiscard]] Expected<std::unique_ptr<KeptDay>> begin_all(
        const std::string& recording) const override {
        return begin(0, recording);
    }

  private:
    class Place final : public KeptDay {
      public:
        explicit Place(bool refuses) : refuses_(refuses) {}
        [[nodiscard]] Expected<void> commit(const DayResult&) override {
            return refuses_ ? fail("the disk is full") : Expected<void>();
        }
        [[nodiscard]] Expected<void> commit_all(std::span<const DayResult>) override { return {}; }

      private:
        bool refuses_;
    };
};

class Days : public ::testing::Test {
  protected:
    ~Days() override { Changeable::is_out_of_memory = false; }

    support::TemporaryDirectory folder_;
    std::atomic<bool> stop_{false};
};

TEST_F(Days, AnyNumberOfThreadsGivesTheSameDays) {
    BacktestConfig config = support::small_backtest();
    const auto one = run_days(config, stop_);
    config.threads = 4;
    const auto four = run_days(config, stop_);
    ASSERT_TRUE(one && four);
    ASSERT_EQ(one->days.size(), 3U);
    EXPECT_EQ(one->days[0].day, "seed 1");
    EXPECT_EQ(output_hash(*one), output_hash(*four));
    EXPECT_EQ(input_hash(*one), input_hash(*four));
    EXPECT_NE(one->days[0].input_hash, one->days[1].input_hash) << "each has another market";
}

TEST_F(Days, ADayAloneIsTheDayAmongOthers) {
    const BacktestConfig config = support::small_backtest();
    const auto all = run_days(config, stop_);
    const auto alone = run_day(config, config.days[1], stop_);
    ASSERT_TRUE(all && alone);
    EXPECT_EQ(alone->output_hash, all->days[1].output_hash);
    EXPECT_GT(alone->counts.entered, 0U) << "a day without an order shows nothing";
}

TEST_F(Days, AnObserverSeesHowFarEachDayIs) {
    const BacktestConfig config = support::small_backtest({.days = 2});
    Listener listener;
    ASSERT_TRUE(run_days(config, stop_, {.observer = &listener}));
    EXPECT_THAT(listener.finished(), ElementsAre(0U, 1U));
    EXPECT_TRUE(listener.warnings().empty());
    for (const auto& [day, shares] : listener.shares()) {
        EXPECT_TRUE(std::ranges::is_sorted(shares)) << day;
        EXPECT_EQ(shares.back(), 1.0) << day;
        EXPECT_EQ(listener.messages(day), 6'000U) << day;
    }
}

TEST_F(Days, ADayThatIsKeptIsNotRunAgain) {
    const BacktestConfig config = support::small_backtest();
    DaysInMemory kept;
    kept.days[1] = {.day = "from the store"};
    Listener listener;
    const auto result = run_days(config, stop_, {.kept = &kept, .observer = &listener});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->days[1].day, "from the store");
    EXPECT_THAT(kept.loaded, ElementsAre(1U));
    EXPECT_THAT(kept.begun, ElementsAre("seed 1", "seed 3"));
    EXPECT_THAT(listener.finished(), ElementsAre(0U, 2U));
}

TEST_F(Days, ADayThatCannotBeKeptIsTheErrorOfTheRun) {
    const BacktestConfig config = support::small_backtest();
    DaysInMemory kept;
    kept.refuses = "seed 2";
    const auto result = run_days(config, stop_, {.kept = &kept});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "the disk is full");
    EXPECT_THAT(kept.begun, ElementsAre("seed 1", "seed 2")) << "no day begins after an error";
}

TEST_F(Days, AStoppedRunIsAnErrorThatNamesTheDay) {
    stop_ = true;
    const auto result = run_days(support::small_backtest(), stop_);
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, StartsWith("seed 1: stopped before the end"));
}

TEST_F(Days, ACutDayHasItsFirstMessagesOnly) {
    const BacktestConfig config = support::small_backtest({.days = 1});
    BacktestDay day = config.days.front();
    day.messages_max = 4'000;
    const auto cut = run_day(config, day, stop_);
    ASSERT_TRUE(cut) << cut.error().message;
    EXPECT_EQ(cut->messages, 4'000U);
}

TEST_F(Days, AFileThatIsNotThereIsNamed) {
    BacktestConfig config = support::small_backtest({.days = 1});
    config.days.front() = {.name = "none.itch", .file = folder_ / "none.itch"};
    const auto result = run_days(config, stop_);
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, HasSubstr("none.itch"));
}

TEST_F(Days, ARunHasNoMoreMemoryThanItsMarketNeeds) {
    BacktestConfig config = support::small_backtest({.days = 1, .messages = 2'000});
    config.trade.trader.engine.books.orders_max = 50'000'000;
    config.trade.trader.engine.books.levels_max = 50'000'000;
    const RunOptions bounded = run_options(config, config.days.front());
    EXPECT_LT(bounded.engine.books.orders_max, 100'000U);
    EXPECT_LT(bounded.engine.books.levels_max, 200'000U);
    config.trade.trader.engine.books.orders_max = 1'000;
    EXPECT_EQ(run_options(config, config.days.front()).engine.books.orders_max, 1'000U);
}

TEST_F(Days, ADayWithoutMemoryIsAnErrorOfTheRun) {
    const BacktestConfig days = changeable_days();
    Changeable::is_out_of_memory = true;
    const auto result = run_days(days, stop_);
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error().message.ends_with(": out of memory")) << result.error().message;
}

TEST_F(Days, APointOfASweepWithoutMemoryIsAnErrorOfTheSweep) {
    const BacktestConfig days = changeable_days();
    const std::vector<std::string> words{"part=0..4"};
    auto axes = read_axes(words, days.trade);
    ASSERT_TRUE(axes) << axes.error().message;
    const auto plan = make_plan(std::move(*axes), std::nullopt, days.trade);
    ASSERT_TRUE(plan) << plan.error().message;
    auto points = PointFile::open(folder_ / "points.jsonl");
    ASSERT_TRUE(points);
    Changeable::is_out_of_memory = true;
    const auto result = run_points(days, {*plan, 0}, *points, stop_);
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error().message.starts_with("point ")) << result.error().message;
    EXPECT_TRUE(result.error().message.ends_with(": out of memory")) << result.error().message;
}

TEST(RunObservers, TheShareOfAnInputOfUnknownLengthIsNone) {
    EXPECT_EQ(share_of({.done = 7, .total = 0}), 0);
    EXPECT_EQ(share_of({.done = 5, .total = 10}), 0.5);
    EXPECT_EQ(share_of({.done = 11, .total = 10}), 1) << "a file that grows while it is read";
}

}  // namespace
}  // namespace hotpath::backtest
