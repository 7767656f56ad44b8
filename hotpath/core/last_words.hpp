#pragma once
/// Which of several threads says why the program ends: the first, so that there is one line.
///
/// Threads: any. Allocation: none.

namespace hotpath {

/// Returns to the first thread that ends the program; another that comes here waits for the end.
void await_end_unless_first() noexcept;

}  // namespace hotpath
