#pragma once
/// SessionNumbers: what a protocol's session of order entry keeps in a NumberFile, beyond the process.
///
/// Functions of their arguments. Threads: the file's owner. Allocation: none. Complexity: O(1).

#include "hotpath/protocols/trader/session_start.hpp"
#include "hotpath/store/number_file.hpp"

namespace hotpath::store {

struct SessionNumbers {
    NumberFileKind kind{};
    /// Returns the start of a connection at the time `utc`.
    protocols::SessionStart (*start_at)(NumberFile& file, Time utc) = nullptr;
    /// Keeps the start of the next connection.
    void (*keep)(NumberFile& file, const protocols::SessionStart& next) = nullptr;
};

}  // namespace hotpath::store
