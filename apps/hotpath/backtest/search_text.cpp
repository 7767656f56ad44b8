#include "apps/hotpath/backtest/search_text.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/console/console.hpp"

namespace hotpath::app {

namespace {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json number_or_null(const std::optional<double>& number) {
    return number ? Json(*number) : Json(nullptr);
}

[[nodiscard]] double in_dollars(Money amount) {
    return static_cast<double>(amount.value) / 10'000;
}

[[nodiscard]] Json row_json(const backtest::SearchRow& row) {
    return {{"point", row.point},
            {"values", row.values},
            {"pnl", in_dollars(row.pnl)},
            {"sharpe", number_or_null(row.sharpe)},
            {"drawdown", in_dollars(row.drawdown)},
            {"round_trips", row.round_trips},
            {"fills", row.fills},
            {"fill_ratio", number_or_null(row.fill_ratio)},
            {"stopped_days", row.stopped_days},
            {"traded_share", row.traded_share}};
}

using Cells = std::vector<std::string>;

[[nodiscard]] Cells head_of(const backtest::Search& search, std::string_view first) {
    Cells head{std::string(first)};
    head.insert(head.end(), search.parameters.begin(), search.parameters.end());
    for (const char* name : {"P&L", "Sharpe", "drawdown", "trips", "fills", "filled", "traded"}) {
        head.emplace_back(name);
    }
    return head;
}

[[nodiscard]] Cells cells_of(const backtest::SearchRow& row, std::string first) {
    Cells cells{std::move(first)};
    cells.insert(cells.end(), row.values.begin(), row.values.end());
    cells.push_back(dollars(row.pnl));
    cells.push_back(row.sharpe ? fmt::format("{:.2f}", *row.sharpe) : "-");
    cells.push_back(dollars(row.drawdown));
    cells.push_back(grouped(row.round_trips));
    cells.push_back(grouped(row.fills));
    cells.push_back(row.fill_ratio ? fmt::format("{:.1f}%", 100 * *row.fill_ratio) : "-");
    cells.push_back(fmt::format("{:.1f}%", 100 * row.traded_share));
    return cells;
}

/// Columns as wide as their widest cell, right-aligned but for the first.
[[nodiscard]] std::string table_text(const std::vector<Cells>& rows) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const Cells& row : rows) {
        for (std::size_t n = 0; n < row.size(); ++n) {
            widths[n] = std::max(widths[n], row[n].size());
        }
    }
    std::string text;
    for (const Cells& row : rows) {
        text += fmt::format("  {:<{}}", row[0], widths[0]);
        for (std::size_t n = 1; n < row.size(); ++n) {
            text += fmt::format("  {:>{}}", row[n], widths[n]);
        }
        text += "\n";
    }
    return text;
}

}  // namespace

nlohmann::ordered_json search_json(const backtest::Search& search) {
    Json neighbours = Json::array();
    for (const backtest::SearchNeighbour& neighbour : search.neighbours) {
        Json& json = neighbours.emplace_back(row_json(neighbour.row));
        json["parameter"] = neighbour.parameter;
        json["is_up"] = neighbour.is_up;
    }
    Json rows = Json::array();
    for (const backtest::SearchRow& row : search.rows) {
        rows.push_back(row_json(row));
    }
    return {{"parameters", search.parameters},
            {"points", search.points},
            {"tried", search.tried},
            {"stopped", search.stopped},
            {"stopped_text", stopped_points_text(search)},
            {"refused", search.refused},
            {"refused_because", search.refused_because},
            {"chosen_by", search.chosen_by},
            {"best", row_json(search.best)},
            {"neighbours", neighbours},
            {"neighbourhood", neighbourhood_text(search)},
            {"rows", rows}};
}

std::string stopped_points_text(const backtest::Search& search) {
    return search.stopped == 0 ? ""
                               : fmt::format(
                                     "{} of {} points were stopped by the risk check before the "
                                     "end of a day: their "
                                     "results are those of the time that they traded",
                                     search.stopped, search.tried);
}

std::string neighbourhood_text(const backtest::Search& search) {
    if (search.neighbours.empty()) {
        return "the best has no neighbour";
    }
    const auto count = static_cast<std::int64_t>(search.neighbours.size());
    Money sum;
    std::int64_t earning = 0;
    for (const backtest::SearchNeighbour& neighbour : search.neighbours) {
        sum += neighbour.row.pnl;
        earning += neighbour.row.pnl > Money{} ? 1 : 0;
    }
    return fmt::format("{} of {} neighbours earn; their mean is {}, the best has {}", earning,
                       count, dollars(Money{sum.value / count}), dollars(search.best.pnl));
}

std::string search_tables(const backtest::Search& search) {
    std::vector<Cells> best{head_of(search, "point")};
    for (const backtest::SearchRow& row : search.rows) {
        best.push_back(cells_of(row, fmt::to_string(row.point)));
    }
    std::vector<Cells> around{head_of(search, "neighbourhood")};
    around.push_back(cells_of(search.best, "the best"));
    for (const backtest::SearchNeighbour& neighbour : search.neighbours) {
        around.push_back(cells_of(neighbour.row, fmt::format("{} {}", neighbour.parameter,
                                                             neighbour.is_up ? "up" : "down")));
    }
    return table_text(best) + "\n" + table_text(around);
}

}  // namespace hotpath::app
