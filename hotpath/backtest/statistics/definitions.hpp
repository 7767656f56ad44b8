#pragma once
/// Every number of a backtest's report in words: name, formula, unit, source.
///
/// The report shows them beside the numbers, and docs/reference/backtest-statistics.md lists them; a
/// test holds the page against this table. Threads: constants. Allocation: none. Complexity: linear.

#include <span>
#include <string_view>

namespace hotpath::backtest {

struct Definition {
    std::string_view key;  // of the JSON and of the page
    std::string_view name;
    std::string_view formula;
    std::string_view unit;
    std::string_view source;  // who defined it; "" for what needs none
};

[[nodiscard]] std::span<const Definition> definitions() noexcept;

}  // namespace hotpath::backtest
