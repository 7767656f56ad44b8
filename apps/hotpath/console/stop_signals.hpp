#pragma once
/// Ctrl-C and SIGTERM of a command that makes a result: a flag that its threads look at. They end it with
/// stopped(): one line, exit code 1, and nothing that could be taken for a result.
///
/// Threads: any. Allocation: none. Complexity: two system calls.

#include <atomic>

#include "hotpath/core/error.hpp"

namespace hotpath::app {

/// From here on these signals set the flag instead of ending the process, and a write beyond a limit
/// of the file size is an error of the write.
[[nodiscard]] const std::atomic<bool>& stop_on_signals();

/// The error of a command that was stopped.
[[nodiscard]] inline std::unexpected<Error> stopped() {
    return fail("stopped before the end; no result was written");
}

}  // namespace hotpath::app
