#pragma once
/// Recorded latencies: a CSV file with a line for each message, when it was sent and when it
/// arrived, in nanoseconds since midnight of the day.
///
///   send_ns,receive_ns
///   34200000012345,34200000021345
/// Threads: set-up. Allocation: the samples. Complexity: linear.

#include <filesystem>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/sim/session/latency_model.hpp"

namespace hotpath::backtest {

/// In the order of the file, which must be that of send_ns. The error names file and line.
[[nodiscard]] Expected<std::vector<sim::session::LatencySample>> read_latency_file(
    const std::filesystem::path& file);

}  // namespace hotpath::backtest
