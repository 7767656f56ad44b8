// A search over parameters in words and as JSON.
#include "hotpath/backtest/report/search_text.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hotpath::backtest {
namespace {

[[nodiscard]] Search search_with(std::vector<std::int64_t> neighbours_dollars) {
    Search search{.parameters = {"quote_qty"},
                  .points = "grid",
                  .tried = 40,
                  .chosen_by = "Sharpe ratio",
                  .best = {.point = 4, .values = {"200"}, .pnl = {2'000'000}, .sharpe = 1.5}};
    for (const std::int64_t dollars : neighbours_dollars) {
        search.neighbours.push_back(
            {.parameter = "quote_qty", .is_up = dollars > 0, .row = {.pnl = {dollars * 10'000}}});
    }
    search.rows = {search.best};
    return search;
}

TEST(SearchText, SaysHowManyNeighboursEarn) {
    EXPECT_EQ(neighbourhood_text(search_with({120, -60})),
              "1 of 2 neighbours earn; their mean is $30.00, the best has $200.00");
    EXPECT_EQ(neighbourhood_text(search_with({})), "the best has no neighbour");
    EXPECT_EQ(neighbourhood_text(search_with({0})),
              "0 of 1 neighbours earn; their mean is $0.00, the best has $200.00")
        << "nothing is not earned";
}

TEST(SearchText, SaysHowManyPointsWereStopped) {
    Search search = search_with({});
    EXPECT_EQ(stopped_points_text(search), "");
    search.stopped = 12;
    EXPECT_TRUE(stopped_points_text(search).starts_with(
        "12 of 40 points were stopped by the risk check before the end of a day: "));
}

TEST(SearchJson, HasTheBestItsNeighboursAndTheRows) {
    const auto json = search_json(search_with({120, -60}));
    EXPECT_EQ(json["tried"], 40);
    EXPECT_EQ(json["best"]["point"], 4);
    EXPECT_EQ(json["best"]["pnl"], 200.0);
    EXPECT_EQ(json["best"]["sharpe"], 1.5);
    ASSERT_EQ(json["neighbours"].size(), 2U);
    EXPECT_EQ(json["neighbours"][0]["parameter"], "quote_qty");
    EXPECT_EQ(json["neighbours"][0]["is_up"], true);
    EXPECT_EQ(json["neighbours"][1]["is_up"], false);
    EXPECT_EQ(json["rows"][0]["values"][0], "200");
}

TEST(SearchJson, ARowHasAllOfItsFigures) {
    Search search = search_with({});
    search.best = {.point = 3,
                   .values = {"200", "KO"},
                   .pnl = {12'345},
                   .drawdown = {6'700},
                   .sharpe = -0.5,
                   .fill_ratio = 0.25,
                   .round_trips = 8,
                   .fills = 9,
                   .stopped_days = 2,
                   .traded_share = 0.75};
    EXPECT_EQ(search_json(search)["best"], nlohmann::ordered_json({{"point", 3},
                                                                   {"values", {"200", "KO"}},
                                                                   {"pnl", 1.2345},
                                                                   {"sharpe", -0.5},
                                                                   {"drawdown", 0.67},
                                                                   {"round_trips", 8},
                                                                   {"fills", 9},
                                                                   {"fill_ratio", 0.25},
                                                                   {"stopped_days", 2},
                                                                   {"traded_share", 0.75}}));
}

TEST(SearchJson, SaysWhatWasTriedAndRefused) {
    Search search = search_with({5});
    search.refused = 2;
    search.refused_because = "fast must be below slow";
    search.stopped = 1;
    const auto json = search_json(search);
    EXPECT_EQ(json["parameters"], nlohmann::ordered_json({"quote_qty"}));
    EXPECT_EQ(json["points"], "grid");
    EXPECT_EQ(json["refused"], 2);
    EXPECT_EQ(json["refused_because"], "fast must be below slow");
    EXPECT_EQ(json["stopped"], 1);
    EXPECT_EQ(json["stopped_text"], stopped_points_text(search));
    EXPECT_EQ(json["chosen_by"], "Sharpe ratio");
    EXPECT_EQ(json["neighbourhood"],
              "1 of 1 neighbours earn; their mean is $5.00, the best has $200.00");
}

TEST(SearchJson, OfARowWithoutARatioHasNull) {
    Search search = search_with({});
    search.best.sharpe = std::nullopt;
    EXPECT_TRUE(search_json(search)["best"]["sharpe"].is_null());
    EXPECT_TRUE(search_json(search)["best"]["fill_ratio"].is_null());
}

}  // namespace
}  // namespace hotpath::backtest
