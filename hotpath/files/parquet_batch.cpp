#include "hotpath/files/parquet_batch.hpp"

#include <algorithm>

namespace hotpath::files {

namespace {

/// Arrow's recommended alignment of a buffer.
constexpr std::size_t kColumnAlignment = 64;

std::size_t bits_of(ColumnKind kind) {
    switch (kind) {
        case ColumnKind::Int64:
        case ColumnKind::UInt64:
            return 64;
        case ColumnKind::OptionalInt64:
        case ColumnKind::OptionalDouble:
            return 64 + 1;
        case ColumnKind::Symbol:
            return 32;
        case ColumnKind::Code:
            return 8;
        case ColumnKind::Flag:
            return 1;
    }
    return 0;
}

std::size_t aligned(std::size_t bytes) {
    return (bytes + kColumnAlignment - 1) / kColumnAlignment * kColumnAlignment;
}

}  // namespace

ParquetBatch::ParquetBatch(const std::vector<ParquetColumn>& columns) {
    std::size_t row_bits = 0;
    for (const ParquetColumn& column : columns) {
        row_bits += bits_of(column.kind);
        codes_.push_back(column.codes);
    }
    // A multiple of 64, so that every column fills whole bytes and ends aligned.
    const std::size_t rows = std::min(kSlotBytesMax * 8 / row_bits, kRowsMax);
    rows_max_ = std::max<std::size_t>(rows / kColumnAlignment, 1) * kColumnAlignment;
    for (const ParquetColumn& column : columns) {
        offsets_.push_back(slot_bytes_);
        slot_bytes_ = aligned(slot_bytes_ + rows_max_ * bits_of(column.kind) / 8);
    }
}

}  // namespace hotpath::files
