#include "hotpath/backtest/report/search_text.hpp"

#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hotpath/text/numbers.hpp"

namespace hotpath::backtest {

namespace {

using Json = nlohmann::ordered_json;

[[nodiscard]] Json number_or_null(const std::optional<double>& number) {
    return number ? Json(*number) : Json(nullptr);
}

[[nodiscard]] double in_dollars(Money amount) {
    return static_cast<double>(amount.value) / 10'000;
}

[[nodiscard]] Json row_json(const SearchRow& row) {
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

}  // namespace

nlohmann::ordered_json search_json(const Search& search) {
    Json neighbours = Json::array();
    for (const SearchNeighbour& neighbour : search.neighbours) {
        Json& json = neighbours.emplace_back(row_json(neighbour.row));
        json["parameter"] = neighbour.parameter;
        json["is_up"] = neighbour.is_up;
    }
    Json rows = Json::array();
    for (const SearchRow& row : search.rows) {
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

std::string stopped_points_text(const Search& search) {
    return search.stopped == 0 ? ""
                               : fmt::format(
                                     "{} of {} points were stopped by the risk check before the "
                                     "end of a day: their "
                                     "results are those of the time that they traded",
                                     search.stopped, search.tried);
}

std::string neighbourhood_text(const Search& search) {
    if (search.neighbours.empty()) {
        return "the best has no neighbour";
    }
    const auto count = static_cast<std::int64_t>(search.neighbours.size());
    Money sum;
    std::int64_t earning = 0;
    for (const SearchNeighbour& neighbour : search.neighbours) {
        sum += neighbour.row.pnl;
        earning += neighbour.row.pnl > Money{} ? 1 : 0;
    }
    return fmt::format("{} of {} neighbours earn; their mean is {}, the best has {}", earning,
                       count, text::dollars(Money{sum.value / count}),
                       text::dollars(search.best.pnl));
}

}  // namespace hotpath::backtest
