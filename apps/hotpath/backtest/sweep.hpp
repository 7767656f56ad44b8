#pragma once
/// `hotpath backtest sweep`: the same days with many values of a strategy's parameters, and what the
/// best of them is worth after that many trials.
///
///   DIR/run.json        what the sweep is of: program, configuration, parameters, recordings
///   DIR/points.jsonl    a line a point that is done: what an interrupted sweep goes on from
///   DIR/sweep.parquet   a row a point
///   DIR/summary.json    the result of the best point, with the search
///
/// Threads: the main one, and run.threads. Allocation: free. Complexity: that of the backtests.

#include <CLI/CLI.hpp>

#include "apps/hotpath/commands.hpp"

namespace hotpath::app {

void add_sweep(CLI::App& backtest, Run& chosen, const strategy::Registry& strategies);

}  // namespace hotpath::app
