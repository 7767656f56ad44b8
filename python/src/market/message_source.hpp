#pragma once
/// The messages of a recording as batches, without books: one row a message.
///
/// Columns are arrays side by side in a slot; which fields a row has is a byte until the batch is
/// full, then a bit a row and column (packed eight at a time). Threads: one owner. Allocation: two
/// slots of 60 bytes a row while batches are released as they come. Complexity: O(1) a message.

#include <memory>

#include "hotpath/core/error.hpp"
#include "python/src/arrow/batch.hpp"
#include "python/src/market/selection.hpp"

namespace hotpath::python {

[[nodiscard]] Expected<std::unique_ptr<BatchSource>> open_message_source(const Selection& selection,
                                                                         const RowForm& form);

}  // namespace hotpath::python
