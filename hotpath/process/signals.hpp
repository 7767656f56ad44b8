#pragma once
/// Signals of a process: stop requests go to a handler or set a flag; a file size limit and a closed peer
/// become errors of the calls.
///
/// Threads: set-up, before other threads are started; the flag any. Allocation: none. Complexity: a
/// system call each.

#include <atomic>
#include <initializer_list>

#include "hotpath/core/error.hpp"

namespace hotpath::process {

/// `handler` does only what a signal handler may: it stores an atomic. SIGXFSZ and SIGPIPE are ignored.
void set_signals(std::initializer_list<int> wishes, void (*handler)(int));

/// Ctrl-C and SIGTERM of a command that makes a result: from here on these signals set the flag instead of
/// ending the process. Its threads look at the flag and end with stopped().
[[nodiscard]] const std::atomic<bool>& stop_on_signals();

/// The error of a command that was stopped: one line, and no result that could be taken for a whole one.
[[nodiscard]] inline std::unexpected<Error> stopped() {
    return fail("stopped before the end; no result was written");
}

}  // namespace hotpath::process
