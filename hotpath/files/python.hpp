#pragma once
/// The Python that runs hotpath's own programs for Parquet: it has the package pyarrow.
///
/// Threads: any. Allocation: the name. Complexity: a look at the file system.

#include <string>

namespace hotpath::files {

/// $HOTPATH_PYTHON; else the one that script/bootstrap put beside the builds, when this program is
/// one of them: build/release/bin/hotpath finds build/python; else the system's.
[[nodiscard]] std::string python();

}  // namespace hotpath::files
