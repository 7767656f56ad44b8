#pragma once
/// Ctrl-C and SIGTERM of a backtest: a flag that its threads look at.
///
/// Threads: any. Allocation: none. Complexity: two system calls.

#include <atomic>

namespace hotpath::app {

/// From here on these signals set the flag instead of ending the process, and a write beyond a limit
/// of the file size is an error of the write.
[[nodiscard]] const std::atomic<bool>& stop_on_signals();

}  // namespace hotpath::app
