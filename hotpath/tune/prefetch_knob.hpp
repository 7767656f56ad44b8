#pragma once
/// Into which caches a prefetch brings the line of a record that is changed soon, as candidates.
///
/// A run changes records at random in more memory than the caches hold, each asked for some records
/// before; its answer is the sum of what they were. Threads: one. Allocation: the records, once.
/// Complexity: a run is kChanges records.

#include "hotpath/tune/choice.hpp"

namespace hotpath::tune {

/// The first is what prefetch_for_write does.
[[nodiscard]] Knob prefetch_locality();

}  // namespace hotpath::tune
