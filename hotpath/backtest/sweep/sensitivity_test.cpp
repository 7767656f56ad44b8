// The same days with other latencies, sizes and fill models: which runs a configuration has, and which of them
// are not made again.
#include "hotpath/backtest/sweep/sensitivity.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/fill_models.hpp"
#include "tests/support/small_backtest.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

/// A run that only notes what it was asked for, and earns its number in dollars.
class NotedRuns {
  public:
    [[nodiscard]] RunVariation runner() {
        return [this](const BacktestConfig& config,
                      const std::string& label) -> Expected<BacktestResult> {
            labels_.push_back(label);
            configs_.push_back(config);
            if (label == fails_) {
                return fail("no memory");
            }
            BacktestResult result;
            const auto number = static_cast<std::int64_t>(labels_.size());
            result.days.push_back({.instruments = {{.gross = {number * 10'000}}}});
            return result;
        };
    }
    void fail_at(std::string label) { fails_ = std::move(label); }
    [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }
    [[nodiscard]] const std::vector<BacktestConfig>& configs() const { return configs_; }

  private:
    std::vector<std::string> labels_;
    std::vector<BacktestConfig> configs_;
    std::string fails_;
};

[[nodiscard]] BacktestConfig with_latencies() {
    BacktestConfig config = support::small_backtest({.days = 1});
    for (auto* const latency : {&config.session.feed_latency, &config.session.entry_latency,
                                &config.session.response_latency}) {
        *latency = {.base = {10'000}};
    }
    return config;
}

[[nodiscard]] BacktestConfig without_latencies() {
    BacktestConfig config = support::small_backtest({.days = 1});
    for (auto* const latency : {&config.session.feed_latency, &config.session.entry_latency,
                                &config.session.response_latency}) {
        *latency = {};
    }
    return config;
}

TEST(Variations, AreLatenciesSizesAndFillModels) {
    NotedRuns runs;
    const auto rows = run_variations(with_latencies(), {}, runs.runner());
    ASSERT_TRUE(rows) << rows.error().message;
    EXPECT_THAT(runs.labels(),
                ElementsAre("0.5x latency", "2x latency", "5x latency", "0.5x size", "2x size",
                            "5x size", "fill model matched", "fill model back_of_line"));
    EXPECT_EQ(rows->size(), 11U) << "the result itself is a row of each table";
}

TEST(Variations, ScaleEachLatency) {
    NotedRuns runs;
    ASSERT_TRUE(run_variations(with_latencies(), {}, runs.runner()));
    EXPECT_EQ(runs.configs()[0].session.feed_latency.base, Nanos{5'000});
    EXPECT_EQ(runs.configs()[0].session.entry_latency.base, Nanos{5'000});
    EXPECT_EQ(runs.configs()[2].session.response_latency.base, Nanos{50'000});
    EXPECT_EQ(runs.configs()[3].session.feed_latency.base, Nanos{10'000}) << "a size leaves them";
}

TEST(Variations, OfNoLatencyAreNone) {
    NotedRuns runs;
    ASSERT_TRUE(run_variations(without_latencies(), {}, runs.runner()));
    EXPECT_THAT(runs.labels(), Not(::testing::Contains(::testing::HasSubstr("latency"))));
}

TEST(Variations, OfAStrategyWithoutASizeHaveNoSizes) {
    BacktestConfig config = without_latencies();
    config.trade.strategies = support::small_backtest({.strategy = "null"}).trade.strategies;
    NotedRuns runs;
    ASSERT_TRUE(run_variations(config, {}, runs.runner()));
    EXPECT_THAT(runs.labels(), ElementsAre("fill model matched", "fill model back_of_line"));
}

TEST(Variations, OfARecordingByPriceHaveModelsByPrice) {
    BacktestConfig config = without_latencies();
    config.trade.strategies = support::small_backtest({.strategy = "null"}).trade.strategies;
    config.fills = fill_model(3);
    NotedRuns runs;
    ASSERT_TRUE(run_variations(config, {}, runs.runner()));
    EXPECT_THAT(runs.labels(), ElementsAre("fill model back_of_line", "fill model logarithmic"));
}

TEST(Variations, OfBarsHaveNoFillModels) {
    BacktestConfig config = without_latencies();
    config.trade.strategies = support::small_backtest({.strategy = "null"}).trade.strategies;
    config.bars.emplace();
    NotedRuns runs;
    const auto rows = run_variations(config, {}, runs.runner());
    ASSERT_TRUE(rows);
    EXPECT_THAT(*rows, IsEmpty());
}

TEST(Variations, TheResultItselfIsMarkedAndNotRun) {
    NotedRuns runs;
    BacktestResult result;
    result.days.push_back({.instruments = {{.gross = {770'000}}}});
    const auto rows = run_variations(with_latencies(), result, runs.runner());
    ASSERT_TRUE(rows);
    std::size_t own = 0;
    for (const VariedRun& row : *rows) {
        own += row.is_result ? 1U : 0U;
        EXPECT_EQ(row.is_result, row.gross == Money{770'000});
    }
    EXPECT_EQ(own, 3U);
}

TEST(Variations, ThatAreKeptAreNotRunAgain) {
    const support::TemporaryDirectory folder;
    auto kept = PointFile::open(folder / "variations.jsonl");
    ASSERT_TRUE(kept);
    NotedRuns first;
    first.fail_at("2x size");
    const auto failed = run_variations(with_latencies(), {}, first.runner(), &*kept);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message, "no memory");
    EXPECT_EQ(kept->size(), 4U) << "those before it";
    NotedRuns second;
    const auto rows = run_variations(with_latencies(), {}, second.runner(), &*kept);
    ASSERT_TRUE(rows);
    EXPECT_THAT(second.labels(),
                ElementsAre("2x size", "5x size", "fill model matched", "fill model back_of_line"));
    EXPECT_EQ(rows->front().gross, Money{10'000}) << "as the first run had it";
}

}  // namespace
}  // namespace hotpath::backtest
