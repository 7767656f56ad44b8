#pragma once
/// Trades, quotes or depth of a recording as batches: books are rebuilt on the way, as
/// `hotpath replay` does, and a row is put where replay --parquet puts one.
///
///   MessageStream ─ block ─> FeedBooks ─ on_trade, on_book ─> ParquetBatch ─> Batch
///
/// The batch's columns lie in a slot as Arrow stores them, so that making a batch of them copies
/// nothing (but decimal prices). Threads: one owner. Allocation: the books, two slots of 8 MiB at
/// most while batches are released as they come. Complexity: that of the books, O(levels) a row.

#include <memory>
#include <vector>

#include "hotpath/core/error.hpp"
#include "python/src/arrow/batch.hpp"
#include "python/src/market/selection.hpp"

namespace hotpath::python {

/// The columns of any table of MarketTable.
[[nodiscard]] std::vector<Field> market_fields(MarketTable table, const RowForm& form);

/// The table is Trades, Quotes or Depth.
[[nodiscard]] Expected<std::unique_ptr<BatchSource>> open_market_source(MarketTable table,
                                                                        const Selection& selection,
                                                                        const RowForm& form);

}  // namespace hotpath::python
