#pragma once
/// The version of this program and the commit it was built from.
///
/// cmake/version.cmake writes the source at each build. Threads: any. Allocation: none.
/// Complexity: constant.

namespace hotpath::app {

/// "0.1.0 (commit 0123456789ab)"; the commit is followed by ", with uncommitted changes" when
/// tracked files differ from it, and is "commit unknown" outside a git checkout.
[[nodiscard]] const char* version_text() noexcept;

}  // namespace hotpath::app
