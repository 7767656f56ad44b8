// The models of a run as a report names them.
#include "hotpath/backtest/report/context.hpp"

#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/fill_models.hpp"
#include "hotpath/protocols/all.hpp"
#include "tests/support/small_backtest.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

[[nodiscard]] BacktestConfig with_fills(std::size_t model) {
    BacktestConfig config = support::small_backtest({.days = 1});
    config.fills = fill_model(model);
    return config;
}

TEST(ReportContexts, NameTheStrategyAndItsParameters) {
    const ReportContext context = context_of(support::small_backtest());
    EXPECT_EQ(context.strategy, "market_maker");
    ASSERT_EQ(context.strategies.size(), 1U);
    EXPECT_EQ(context.strategies.front().name, "market_maker");
    EXPECT_EQ(context.strategies.front().symbols.size(), 2U);
    EXPECT_EQ(context.strategies.front().parameters.front().key, "quote_qty");
}

TEST(ReportContexts, NameSeveralStrategiesTogether) {
    BacktestConfig config = support::small_backtest();
    config.trade.strategies.push_back(
        support::small_backtest({.strategy = "momentum"}).trade.strategies.front());
    EXPECT_EQ(context_of(config).strategy, "market_maker+momentum");
    EXPECT_EQ(context_of(config).strategies.size(), 2U);
}

TEST(ReportContexts, SayWhetherTheMarketIsGenerated) {
    BacktestConfig config = support::small_backtest();
    EXPECT_TRUE(context_of(config).is_generated);
    EXPECT_EQ(context_of(config).source, "3 generated days of 6,000 messages, from seed 1");
    for (BacktestDay& day : config.days) {
        day.file = day.name;
    }
    EXPECT_FALSE(context_of(config).is_generated);
    EXPECT_EQ(context_of(config).source, "seed 1 to seed 3, 3 files");
    config.days.resize(1);
    EXPECT_EQ(context_of(config).source, "seed 1") << "one file has its name alone";
}

TEST(ReportContexts, NameTheLatencyOfEachWire) {
    BacktestConfig config = support::small_backtest();
    config.session.feed_latency = {.base = {12'500}};
    config.session.entry_latency = {.base = {20'000}, .service = {1'000}};
    config.session.response_latency = {.recorded = {{.sent = {1}, .latency = {2}}}};
    EXPECT_EQ(context_of(config).models.latency,
              "feed 12.5 us; orders 20 us, 1 us a message; replies 1 recorded");
}

TEST(ReportContexts, NameTheProtocolsOfSessions) {
    BacktestConfig config = support::small_backtest();
    for (auto* wire : {&config.session.feed_latency, &config.session.entry_latency,
                       &config.session.response_latency}) {
        *wire = {.base = {1'000}};
    }
    EXPECT_EQ(context_of(config).models.latency, "feed 1 us; orders 1 us; replies 1 us");
    config.sessions = {.orders = protocols::OrderEntries::index_of("fix"),
                       .feed = protocols::MarketFeeds::index_of("mdp3")};
    EXPECT_EQ(context_of(config).models.latency,
              "feed 1 us; orders 1 us; replies 1 us; sessions of FIX, MDP 3.0");
}

TEST(ReportContexts, NameTheJitterOfAWire) {
    BacktestConfig config = support::small_backtest();
    config.session.feed_latency = {
        .base = {10'000}, .jitter = sim::session::Jitter::Uniform, .spread = {5'000}};
    config.session.entry_latency = {.base = {10'000},
                                    .jitter = sim::session::Jitter::LogNormal,
                                    .spread = {3'000},
                                    .sigma = 0.5};
    const std::string latency = context_of(config).models.latency;
    EXPECT_THAT(latency, StartsWith("feed 10 us + uniform to 5 us; "));
    EXPECT_THAT(latency, HasSubstr("orders 10 us + log-normal, median 3 us, sigma 0.5; "));
}

TEST(ReportContexts, NameEachFillModel) {
    const std::array<std::string, kFillModels.size()> queues{
        "exact, by order",
        "exact, by order",
        "by price, cancels at the back of the line first",
        "by price, cancels in proportion",
        "by price, cancels by power ",
        "by price, cancels by logarithm"};
    for (std::size_t n = 0; n < kFillModels.size(); ++n) {
        EXPECT_THAT(context_of(with_fills(n)).models.queue, StartsWith(queues[n]))
            << kFillModels[n];
    }
    EXPECT_THAT(context_of(with_fills(0)).models.impact, StartsWith("none"));
    EXPECT_THAT(context_of(with_fills(1)).models.impact, StartsWith("matched"));
}

TEST(ReportContexts, OfBarsNameTheirModel) {
    BacktestConfig config = support::small_backtest();
    config.bars.emplace();
    config.bars->options.half_spread = {150};
    config.bars->options.volume_share = {250};
    const BacktestModels models = context_of(config).models;
    EXPECT_EQ(models.queue,
              "at the next open and beyond limits, half a spread of $0.015, at most 2.5% of a "
              "bar's volume");
    EXPECT_EQ(models.marks, "the close");
    EXPECT_EQ(models.data, "bars");
}

TEST(ReportContexts, OfASearchHaveItsTrialsInDollars) {
    const std::array trials{PointResult{.point = 0, .days = {{10'000}, {-5'000}}},
                            PointResult{.point = 1, .days = {{0}, {25'000}}}};
    const ReportContext context =
        sweep_context(support::small_backtest(), {.points = "grid", .tried = 2}, trials);
    ASSERT_TRUE(context.search);
    EXPECT_EQ(context.search->tried, 2U);
    EXPECT_EQ(context.trials, (std::vector<std::vector<double>>{{1, -0.5}, {0, 2.5}}));
}

}  // namespace
}  // namespace hotpath::backtest
