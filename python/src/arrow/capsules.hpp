#pragma once
/// The PyCapsules of the Arrow PyCapsule interface: a schema, a batch, a stream of batches. pyarrow,
/// Polars, DuckDB, pandas and others ask for them by __arrow_c_schema__ and its siblings.
///
/// A capsule that no consumer has emptied releases what it holds. A stream's batches are made while
/// they are asked for, without the GIL; Ctrl-C ends it with an error, and raises KeyboardInterrupt
/// once Python runs again. Threads: a stream's consumer, one at a time. Allocation: the structs.

#include <memory>
#include <vector>

#include <nanobind/nanobind.h>

#include "python/src/arrow/batch.hpp"

namespace hotpath::python {

[[nodiscard]] nanobind::capsule schema_capsule(const std::vector<Field>& fields);
[[nodiscard]] nanobind::capsule array_capsule(const Batch& batch);
/// `progress` as for PythonWatcher.
[[nodiscard]] nanobind::capsule stream_capsule(std::vector<Field> fields,
                                               std::unique_ptr<BatchSource> source,
                                               nanobind::object progress);

}  // namespace hotpath::python
