#pragma once
/// The dictionary of each dialect, made at its first use and kept until the process ends.
///
/// Threads: any. Allocation: the first call for a dialect. Complexity: O(1) from the second call on.

#include "hotpath/protocols/fix/dialect.hpp"
#include "hotpath/protocols/fix/dictionary.hpp"

namespace hotpath::protocols::fix {

/// The process shares it: a session, which only reads it, needs no copy.
[[nodiscard]] const Dictionary& dictionary_of(const Dialect& dialect);

}  // namespace hotpath::protocols::fix
