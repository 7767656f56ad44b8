#pragma once
/// A search over parameters in words and as JSON.
///
/// Threads: pure functions. Allocation: the texts. Complexity: linear in the rows.

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "hotpath/backtest/sweep/search.hpp"

namespace hotpath::backtest {

/// "12 of 40 points were stopped by the risk check before the end of a day: ..."; "" without one.
[[nodiscard]] std::string stopped_points_text(const Search& search);

[[nodiscard]] nlohmann::ordered_json search_json(const Search& search);

/// "5 of 6 neighbours earn, $120.00 on average: the best earns $200.00"
[[nodiscard]] std::string neighbourhood_text(const Search& search);

}  // namespace hotpath::backtest
