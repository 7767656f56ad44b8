#pragma once
/// A table of bars, CSV or Parquet, as batches.
///
///   begin end symbol open high low close volume
///
/// Times are timestamps by the exchange's clock, without a zone, because a table of bars has dates.
/// Threads: one owner. Allocation: the columns of a batch. Complexity: linear.

#include <memory>
#include <vector>

#include "hotpath/capture/table/bar_table.hpp"
#include "hotpath/core/error.hpp"
#include "python/src/arrow/batch.hpp"
#include "python/src/market/selection.hpp"

namespace hotpath::python {

/// The names of the file's columns are those of a table of bars; false for other files, and for one
/// that cannot be read.
[[nodiscard]] bool is_bar_table(const std::filesystem::path& file);

[[nodiscard]] std::vector<Field> bar_fields(const RowForm& form);

/// The selection's times are not used.
[[nodiscard]] Expected<std::unique_ptr<BatchSource>> open_bar_source(
    const Selection& selection, const RowForm& form, const capture::BarTableOptions& options);

}  // namespace hotpath::python
