#pragma once
/// Fields and batches as the structs of the Arrow C data interface.
///
/// Nothing is copied but names: an exported array shares the batch's memory and keeps it alive until
/// its release, also a child that its consumer has moved out of the parent. Threads: release may be
/// called by any. Allocation: a few small blocks a column. Complexity: O(columns).

#include <span>

#include "python/src/arrow/batch.hpp"
#include "python/src/arrow/c_data.hpp"

namespace hotpath::python {

/// A struct type with these children.
void export_schema(std::span<const Field> fields, ArrowSchema& out);
/// A struct array: the batch.
void export_batch(const Batch& batch, ArrowArray& out);

}  // namespace hotpath::python
