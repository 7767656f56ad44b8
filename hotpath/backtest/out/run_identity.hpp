#pragma once
/// The identity of a backtest or a sweep, so that an interrupted run is continued only as itself:
/// checksums of program and configuration, and each recording's size and time of modification.
///
/// Comments, the order of keys and run.threads are no part of it. Threads: set-up. Allocation: free.
/// Complexity: reads the program's file once.

#include <filesystem>
#include <string>
#include <string_view>

#include "hotpath/backtest/backtest_config.hpp"
#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::backtest {

/// The identity as JSON: {"program", "configuration", "days": [{"day", "bytes", "modified_ns"}]};
/// `search` is the sweep's part, "" for a single backtest.
[[nodiscard]] Expected<std::string> run_identity(const BacktestConfig& config,
                                                 std::string_view search = "");

/// Makes the folder with this identity in its run.json, or checks that it has the same; locks it
/// until the descriptor is closed.
[[nodiscard]] Expected<Descriptor> claim_folder(const std::filesystem::path& folder,
                                                const std::string& identity);

/// Removes what a process that was killed has left: everything named NAME.part-PID-N.
void remove_parts_in(const std::filesystem::path& folder);

}  // namespace hotpath::backtest
