// The points of a sweep: what a --param may say, and which points it gives.
#include "hotpath/backtest/sweep/sweep_grid.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/strategy/registry.hpp"

namespace hotpath::backtest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Symbol kKo = *Symbol::from("KO");
const Symbol kPep = *Symbol::from("PEP");

BacktestTrader trade_of(const std::vector<std::string>& names) {
    static const strategy::Registry registry = *strategy::Registry::create();
    BacktestTrader trade;
    for (const std::string& name : names) {
        trade.strategies.push_back({.choice = *registry.choice_of(name), .symbols = {kKo, kPep}});
    }
    return trade;
}

std::vector<SweepAxis> axes_of(const std::vector<std::string>& words,
                               const std::vector<std::string>& names = {"market_maker"}) {
    auto axes = read_axes(words, trade_of(names));
    EXPECT_TRUE(axes) << axes.error().message;
    return axes ? std::move(*axes) : std::vector<SweepAxis>{};
}

std::string refusal(const std::vector<std::string>& words,
                    const std::vector<std::string>& names = {"market_maker"}) {
    const auto axes = read_axes(words, trade_of(names));
    return axes ? "taken" : axes.error().message;
}

TEST(SweepGrid, ARangeAListAndDollarsGiveTheirValues) {
    EXPECT_EQ(axes_text(axes_of({"quote_qty=1..4", "inventory_max=100..1000/400",
                                 "half_spread_dollars=0.01..0.03/0.005", "spread_bps_max=50,20"})),
              "quote_qty=1,2,3,4;inventory_max=100,500,900;"
              "half_spread_dollars=0.01,0.015,0.02,0.025,0.03;spread_bps_max=50,20");
    EXPECT_EQ(axes_text(axes_of({"first=KO,PEP"}, {"pairs"})), "first=KO,PEP");
}

TEST(SweepGrid, AnUnknownNameListsWhatIsAllowed) {
    const std::string said = refusal({"quote=1..4"});
    EXPECT_THAT(said, HasSubstr("--param quote: market_maker has no such parameter; it has "
                                "quote_qty (1 to 999,999), inventory_max (1 to 1,000,000,000), "
                                "half_spread_dollars (0 to 10,000)"));
    EXPECT_EQ(said.find('\n'), std::string::npos);
    EXPECT_THAT(refusal({"x=1"}, {"null"}), HasSubstr("null has no such parameter; it has none"));
}

TEST(SweepGrid, AValueOutOfRangeSaysTheRangeAndTheMeaning) {
    EXPECT_EQ(refusal({"quote_qty=0..10"}),
              "--param quote_qty must be a whole number from 1 to 999,999, got '0' (market_maker: "
              "shares on each side)");
    for (const char* word : {"quote_qty=5,1000000", "quote_qty=1..1e3", "quote_qty=1.5",
                             "quote_qty=1,,2", "quote_qty=..5", "quote_qty=5.."}) {
        EXPECT_THAT(refusal({word}), HasSubstr("must be a whole number from 1 to 999,999, got '"))
            << word;
    }
    EXPECT_THAT(refusal({"half_spread_dollars=0.00001,1"}), HasSubstr("with up to 4 decimals"));
    EXPECT_THAT(refusal({"first=KO,XYZ"}, {"pairs"}),
                HasSubstr("must be one of its symbols, got 'XYZ'"));
}

TEST(SweepGrid, AStepMustBeThereOfDollarsAndAboveZero) {
    EXPECT_THAT(refusal({"half_spread_dollars=0.01..0.05"}), HasSubstr("needs a step"));
    EXPECT_THAT(refusal({"quote_qty=1..5/0"}), HasSubstr("needs a step"));
    EXPECT_THAT(refusal({"quote_qty=1..5/-1"}), HasSubstr("needs a step"));
    EXPECT_THAT(refusal({"quote_qty=5..1"}),
                HasSubstr("must not end before it begins, got '5..1'"));
    EXPECT_THAT(refusal({"first=KO..PEP"}, {"pairs"}), HasSubstr("must be a list of symbols"));
}

TEST(SweepGrid, NothingMayBeGivenTwice) {
    EXPECT_EQ(refusal({"quote_qty=1", "quote_qty=2"}), "--param quote_qty must be given once");
    EXPECT_THAT(refusal({"quote_qty=1,2,1"}), HasSubstr("must have each value once, got '1'"));
}

TEST(SweepGrid, OfSeveralStrategiesTheNameSaysWhich) {
    const std::vector<std::string> both{"market_maker", "momentum"};
    EXPECT_EQ(axes_of({"lookback=5,6"}, both).front().part, 1U) << "one alone has it";
    const std::vector<std::string> twice{"momentum", "momentum"};
    EXPECT_EQ(refusal({"qty=1,2"}, twice),
              "--param qty: several strategies have it, name one: strategies[1].qty");
    EXPECT_EQ(axes_of({"strategies[2].qty=1,2"}, twice).front().part, 1U);
    EXPECT_EQ(refusal({"strategies[2].qty=1", "strategies[2].qty=2"}, twice),
              "--param strategies[2].qty must be given once");
}

TEST(SweepGrid, TheWholeGridHasEveryCombinationOnce) {
    const auto axes = axes_of({"quote_qty=1..2", "spread_bps_max=10,20,30"});
    EXPECT_THAT(*sweep_points(axes, std::nullopt),
                ElementsAre(SweepPoint{0, 0}, SweepPoint{0, 1}, SweepPoint{0, 2}, SweepPoint{1, 0},
                            SweepPoint{1, 1}, SweepPoint{1, 2}));
    EXPECT_EQ(grid_size(axes), 6U);
}

TEST(SweepGrid, TooManyPointsAreRefusedAndDrawnFrom) {
    const auto axes = axes_of({"quote_qty=1..1000", "spread_bps_max=1..1000",
                               "inventory_max=1..10000", "hysteresis_percent=1..1000"});
    EXPECT_EQ(grid_size(axes), kSweepPointsMax + 1);
    EXPECT_THAT(sweep_points(axes, std::nullopt).error().message,
                HasSubstr("the grid must have at most 20,000 points"));
    EXPECT_EQ(sweep_points(axes, RandomSearch{.points = 100})->size(), 100U);
    EXPECT_THAT(refusal({"quote_qty=1..20000"}), HasSubstr("must have at most 10,000 values"));
}

TEST(SweepGrid, DrawnPointsDifferAndAreThoseOfTheSeed) {
    const auto axes = axes_of({"quote_qty=1..10", "spread_bps_max=1..10"});
    const auto drawn = *sweep_points(axes, RandomSearch{.points = 60, .seed = 7});
    EXPECT_EQ(std::set<SweepPoint>(drawn.begin(), drawn.end()).size(), 60U);
    EXPECT_EQ(drawn, *sweep_points(axes, RandomSearch{.points = 60, .seed = 7}));
    EXPECT_NE(drawn, *sweep_points(axes, RandomSearch{.points = 60, .seed = 8}));
    EXPECT_EQ(sweep_points(axes, RandomSearch{.points = 100})->size(), 100U) << "all there are";
    EXPECT_EQ(sweep_points(axes, RandomSearch{.points = 101})->size(), 100U);
}

TEST(SweepGrid, APointChangesItsParametersAndNoOther) {
    const BacktestTrader trade = trade_of({"market_maker"});
    const auto axes = axes_of({"quote_qty=7,8", "half_spread_dollars=0.5"});
    const auto before = trade.strategies[0].choice.parameters();
    const auto after = trade_at(trade, axes, {1, 0}).strategies[0].choice.parameters();
    for (std::size_t n = 0; n < before.size(); ++n) {
        const std::int64_t wanted = before[n].key == "quote_qty"             ? 8
                                    : before[n].key == "half_spread_dollars" ? 5'000
                                                                             : before[n].value;
        EXPECT_EQ(after[n].value, wanted) << before[n].key;
    }
}

TEST(SweepGrid, APointThatTheStrategyRefusesIsFound) {
    const BacktestTrader trade = trade_of({"trend_following"});
    const auto axes = axes_of({"fast=10,50", "slow=40"}, {"trend_following"});
    EXPECT_TRUE(check_point(trade_at(trade, axes, {0, 0})));
    EXPECT_FALSE(check_point(trade_at(trade, axes, {1, 0}))) << "fast above slow";
}

TEST(SweepGrid, NeighboursAreOneStepAwayOnOneAxisInsideTheGrid) {
    const auto axes = axes_of({"quote_qty=1..3", "spread_bps_max=10,20", "inventory_max=100"});
    const auto around = neighbours(axes, {1, 1, 0});
    ASSERT_EQ(around.size(), 3U);
    EXPECT_EQ(around[0].point, (SweepPoint{0, 1, 0}));
    EXPECT_FALSE(around[0].is_up);
    EXPECT_EQ(around[1].point, (SweepPoint{2, 1, 0}));
    EXPECT_TRUE(around[1].is_up);
    EXPECT_EQ(around[2].point, (SweepPoint{1, 0, 0}));
    EXPECT_EQ(around[2].axis, 1U);
}

}  // namespace
}  // namespace hotpath::backtest
