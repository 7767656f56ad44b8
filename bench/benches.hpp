#pragma once
/// The list of every benchmark in the executable, and the entry to the functions whose instructions
/// are counted.
///
/// A benchmark is one file with a function that returns its Bench; adding one means a line here and
/// a line in benches.cpp. Threads, allocation: as the runner says (bench/runner/runner.hpp).

#include <string>
#include <vector>

#include "bench/runner/measurement.hpp"

namespace hotpath::bench {

[[nodiscard]] Bench feed_bench();
[[nodiscard]] Bench tick_to_order_bench();
[[nodiscard]] Bench messaging_bench();

[[nodiscard]] std::vector<Bench> all_benches();

/// Runs one hot function on a small fixed input; prints the number of items. 2 when there is no
/// such function.
[[nodiscard]] int run_counted(const std::string& name);

}  // namespace hotpath::bench
