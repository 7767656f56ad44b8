#pragma once
/// The list of every benchmark in the executable.
///
/// A benchmark is one file with a function that returns its Bench; adding one means a line here and
/// a line in benches.cpp. Threads, allocation: as the runner says (bench/runner/runner.hpp).

#include <vector>

#include "bench/runner/measurement.hpp"

namespace hotpath::bench {

[[nodiscard]] Bench feed_bench();
[[nodiscard]] Bench tick_to_order_bench();
[[nodiscard]] Bench messaging_bench();
[[nodiscard]] Bench book_ladder_bench();
[[nodiscard]] Bench exchange_bench();
[[nodiscard]] Bench journal_bench();
[[nodiscard]] Bench telemetry_bench();
[[nodiscard]] Bench tick_to_trade_bench();
[[nodiscard]] Bench warm_path_bench();
[[nodiscard]] Bench venue_bench();
[[nodiscard]] Bench pairs_ladder_bench();
[[nodiscard]] Bench backtest_bench();
[[nodiscard]] Bench growth_bench();
[[nodiscard]] Bench protocols_bench();
[[nodiscard]] Bench xdp_bench();

[[nodiscard]] std::vector<Bench> all_benches();

}  // namespace hotpath::bench
