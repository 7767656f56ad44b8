// The order oracle over a recording: by order everything is given back, by price not, and what cannot be
// played is an error.
#include "hotpath/backtest/oracle_models.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/message_writer.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class OracleModels : public ::testing::Test {
  protected:
    void SetUp() override {
        auto market =
            sim::market::MarketGenerator::create({.seed = 1, .messages = 6'000, .instruments = 2});
        ASSERT_TRUE(market) << market.error().message;
        auto file = capture::create(day_);
        ASSERT_TRUE(file) << file.error().message;
        for (Bytes message = market->next(); !message.empty(); message = market->next()) {
            ASSERT_TRUE((*file)->write(message));
        }
        ASSERT_TRUE((*file)->close());
    }

    support::TemporaryDirectory folder_;
    std::filesystem::path day_ = folder_ / "day.itch";
    std::atomic<bool> stop_{false};
};

TEST_F(OracleModels, ByOrderEveryExecutionIsGivenBack) {
    const auto results = run_oracle_models({.file = day_, .one_in = 3}, stop_);
    ASSERT_TRUE(results) << results.error().message;
    const ModelResult& exact = results->front();
    EXPECT_EQ(exact.model.name, "exact");
    EXPECT_GT(exact.counts.executions, 0U) << "a day without an execution shows nothing";
    EXPECT_TRUE(exact.counts.is_all_given_back()) << exact.first_difference;
    EXPECT_TRUE(exact.first_difference.empty());
}

TEST_F(OracleModels, EveryFillModelHasAResultAndThePowerModelOneAnExponent) {
    const auto results = run_oracle_models({.file = day_, .one_in = 10}, stop_);
    ASSERT_TRUE(results);
    std::vector<std::string> names;
    std::ranges::transform(*results, std::back_inserter(names),
                           [](const ModelResult& result) { return result.model.name; });
    for (const char* name : {"exact", "matched", "back_of_line", "proportional", "logarithmic",
                             "power 0.25", "power 100"}) {
        EXPECT_THAT(names, Contains(name));
    }
    for (const ModelResult& result : *results) {
        EXPECT_EQ(result.counts.orders, results->front().counts.orders)
            << result.model.name << " replays the same orders";
    }
}

TEST_F(OracleModels, SeveralRunsReplayOtherOrders) {
    const auto one = run_oracle_models({.file = day_, .one_in = 4, .runs = 1}, stop_);
    const auto all = run_oracle_models({.file = day_, .one_in = 4, .runs = 4}, stop_);
    const auto every = run_oracle_models({.file = day_, .one_in = 1, .runs = 1}, stop_);
    ASSERT_TRUE(one && all && every);
    EXPECT_LT(one->front().counts.orders, all->front().counts.orders);
    EXPECT_TRUE(all->front().counts.is_all_given_back());
    EXPECT_GE(all->front().counts.orders, every->front().counts.orders)
        << "four runs of every fourth order have each order once";
}

TEST_F(OracleModels, TheCalibratedExponentHasTheSmallestBrierScore) {
    const auto results = run_oracle_models({.file = day_, .one_in = 3}, stop_);
    ASSERT_TRUE(results);
    const ModelResult& best = calibrated(*results);
    for (const ModelResult& result : *results) {
        if (result.model.name.starts_with("power") || result.model.name == "proportional") {
            EXPECT_LE(best.scores.brier_score(), result.scores.brier_score()) << result.model.name;
        }
    }
    EXPECT_GT(exponent_of(best), 0);
}

TEST_F(OracleModels, ProportionalIsThePowerModelOfExponentOne) {
    EXPECT_EQ(exponent_of({.model = {.name = "proportional",
                                     .fills = {.queue = sim::flow::QueueModel::Proportional}}}),
              1.0);
}

TEST_F(OracleModels, ProgressIsToldUntilTheEnd) {
    std::vector<ReadProgress> told;
    ASSERT_TRUE(run_oracle_models({.file = day_}, stop_,
                                  [&](const ReadProgress& progress) { told.push_back(progress); }));
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.back().done, told.back().total);
}

TEST_F(OracleModels, AStopIsAnError) {
    stop_ = true;
    const auto results = run_oracle_models({.file = day_}, stop_);
    ASSERT_FALSE(results);
    EXPECT_EQ(results.error().message, "stopped before the end; no result was written");
}

TEST_F(OracleModels, AFileThatIsNotThereIsNamed) {
    const auto results = run_oracle_models({.file = folder_ / "none.itch"}, stop_);
    ASSERT_FALSE(results);
    EXPECT_THAT(results.error().message, HasSubstr("none.itch"));
}

}  // namespace
}  // namespace hotpath::backtest
