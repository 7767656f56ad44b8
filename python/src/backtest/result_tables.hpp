#pragma once
/// The tables of a backtest's result: those of `hotpath backtest --out`, with all days in one.
///
///   orders         a row an order, replacements too
///   fills          a row a fill, with the mids after it
///   positions      a row a change of a position, with the day's cash and fees so far
///   equity         a row a sample of an instrument
///   queue_places   a row an order that joined a queue
///   days           a row a day: profit and loss, counts, checksums
///
/// Columns are those of docs/guide/backtest-files.md after `day`. Threads: pure functions. Allocation:
/// the columns. Complexity: linear in the rows.

#include <string_view>

#include "hotpath/backtest/result.hpp"
#include "hotpath/core/error.hpp"
#include "python/src/table.hpp"

namespace hotpath::python {

/// An error lists the names.
[[nodiscard]] Expected<Table> result_table(const backtest::BacktestResult& result,
                                           std::string_view name);

}  // namespace hotpath::python
