// The threads of a backtest: what one of them cannot do is an error of the run, not the program's end.
#include "hotpath/backtest/days/days.hpp"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "apps/hotpath/backtest/config.hpp"
#include "hotpath/backtest/sweep/sweep_run.hpp"
#include "hotpath/strategy/registry.hpp"
#include "tests/support/backtest_config.hpp"
#include "tests/support/changeable_strategy.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

using support::Changeable;

class BacktestThreads : public ::testing::Test {
  protected:
    ~BacktestThreads() override { Changeable::is_out_of_memory = false; }

    [[nodiscard]] backtest::BacktestConfig config() const {
        static const strategy::Registration own = strategy::registration_of<Changeable>();
        static const strategy::Registry registry = *strategy::Registry::create({&own, 1});
        std::ofstream(folder_ / "days.toml")
            << support::backtest_config({.name = "changeable", .run = "threads = 3"});
        auto config = read_backtest_config(folder_ / "days.toml", registry);
        EXPECT_TRUE(config) << config.error().message;
        return config ? std::move(*config) : backtest::BacktestConfig{};
    }

    support::TemporaryDirectory folder_;
    std::atomic<bool> stop_{false};
};

TEST_F(BacktestThreads, ADayWithoutMemoryIsAnErrorOfTheRun) {
    const backtest::BacktestConfig days = config();
    Changeable::is_out_of_memory = true;
    const auto result = backtest::run_days(days, stop_);
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error().message.ends_with(": out of memory")) << result.error().message;
}

TEST_F(BacktestThreads, APointOfASweepWithoutMemoryIsAnErrorOfTheSweep) {
    const backtest::BacktestConfig days = config();
    const std::vector<std::string> words{"part=0..4"};
    auto axes = backtest::read_axes(words, days.trade);
    ASSERT_TRUE(axes) << axes.error().message;
    const auto plan = backtest::make_plan(std::move(*axes), std::nullopt, days.trade);
    ASSERT_TRUE(plan) << plan.error().message;
    auto points = backtest::PointFile::open(folder_ / "points.jsonl");
    ASSERT_TRUE(points);
    Changeable::is_out_of_memory = true;
    const auto result = backtest::run_points(days, *plan, 0, *points, stop_);
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.error().message.starts_with("point ")) << result.error().message;
    EXPECT_TRUE(result.error().message.ends_with(": out of memory")) << result.error().message;
}

}  // namespace
}  // namespace hotpath::app
