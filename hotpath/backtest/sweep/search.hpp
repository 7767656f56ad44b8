#pragma once
/// A search over parameters as a report shows it: how many points were tried, the best of them, the
/// points one step away from it, and the best points.
///
/// Threads: values. Allocation: the texts.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/units.hpp"

namespace hotpath::backtest {

inline constexpr std::size_t kSearchRowsMax = 20;

struct SearchRow {
    std::size_t point = 0;              // its number, from 1
    std::vector<std::string> values{};  // of the parameters
    Money pnl{};
    Money drawdown{};
    std::optional<double> sharpe{};
    std::optional<double> fill_ratio{};
    std::uint64_t round_trips = 0;
    std::uint64_t fills = 0;
    std::size_t stopped_days = 0;  // by the risk gate, before their end
    double traded_share = 1;       // of the time of all days
};

/// One step from the best on one parameter.
struct SearchNeighbour {
    std::string parameter{};
    bool is_up = false;
    SearchRow row{};
};

struct Search {
    std::vector<std::string> parameters{};
    std::string points{};  // "40 points of a grid", "40 points drawn from 1,000, seed 1"
    std::size_t tried = 0;
    std::size_t refused = 0;  // by the strategy
    std::string refused_because{};
    std::size_t stopped = 0;  // points with a day that the risk gate stopped
    std::string chosen_by{};  // "Sharpe ratio", "P&L"
    SearchRow best{};
    std::vector<SearchNeighbour> neighbours{};
    std::vector<SearchRow> rows{};  // the best first, at most kSearchRowsMax
};

}  // namespace hotpath::backtest
