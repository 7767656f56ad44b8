#pragma once
/// One row of a Parquet table, its values in the order of the columns; it ends with the object.
///
///   ParquetRow(*writer, kTrades) << time_ns << symbol << price;
///
/// Threads: the writer's owner. Allocation: none. Complexity: a store a value.

#include <cstddef>

#include "hotpath/files/parquet_writer.hpp"

namespace hotpath::files {

class ParquetRow {
  public:
    ParquetRow(ParquetWriter& writer, std::size_t table)
        : writer_(writer), batch_(writer.batch(table)) {}
    ~ParquetRow() { writer_.end_row(batch_); }
    ParquetRow(const ParquetRow&) = delete;
    ParquetRow& operator=(const ParquetRow&) = delete;

    template <class Value>
        requires requires(ParquetBatch& batch, Value value) { batch.put(0, value); }
    ParquetRow& operator<<(Value value) {
        batch_.put(column_++, value);
        return *this;
    }

  private:
    ParquetWriter& writer_;
    ParquetBatch& batch_;
    std::size_t column_ = 0;
};

}  // namespace hotpath::files
