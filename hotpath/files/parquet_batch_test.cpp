#include "hotpath/files/parquet_batch.hpp"

#include <cstring>

#include <gtest/gtest.h>

namespace hotpath::files {
namespace {

std::vector<ParquetColumn> one_of_each() {
    return {{.name = "time", .kind = ColumnKind::Int64},
            {.name = "flag", .kind = ColumnKind::Flag},
            {.name = "code", .kind = ColumnKind::Code, .codes = "BSN"},
            {.name = "symbol", .kind = ColumnKind::Symbol},
            {.name = "id", .kind = ColumnKind::UInt64}};
}

template <class Value>
Value value_at(const std::vector<std::byte>& slot, std::size_t offset, std::size_t row) {
    Value value{};
    std::memcpy(&value, slot.data() + offset + row * sizeof value, sizeof value);
    return value;
}

TEST(ParquetBatch, ColumnsAreAlignedAndDoNotOverlap) {
    const ParquetBatch batch(one_of_each());
    EXPECT_EQ(batch.rows_max(), ParquetBatch::kRowsMax);
    const std::size_t rows = batch.rows_max();
    const std::size_t bytes[] = {rows * 8, rows / 8, rows, rows * 4, rows * 8};
    std::size_t end = 0;
    for (std::size_t column = 0; column < 5; ++column) {
        EXPECT_EQ(batch.offset(column) % 64, 0U);
        EXPECT_GE(batch.offset(column), end);
        end = batch.offset(column) + bytes[column];
    }
    EXPECT_LE(end, batch.slot_bytes());
    EXPECT_LE(batch.slot_bytes(), ParquetBatch::kSlotBytesMax);
}

TEST(ParquetBatch, AnOptionalColumnHasItsBitsAfterItsValues) {
    ParquetBatch batch({{.name = "fill", .kind = ColumnKind::OptionalInt64},
                        {.name = "ratio", .kind = ColumnKind::OptionalDouble}});
    EXPECT_EQ(batch.offset_of_bits(0), batch.offset(0) + batch.rows_max() * 8);
    EXPECT_GE(batch.offset(1), batch.offset_of_bits(0) + batch.rows_max() / 8);
    EXPECT_GE(batch.slot_bytes(), batch.offset_of_bits(1) + batch.rows_max() / 8);
    EXPECT_LE(batch.slot_bytes(), ParquetBatch::kSlotBytesMax);
    std::vector<std::byte> slot(batch.slot_bytes(), std::byte{0xff});
    batch.begin(slot.data());
    for (std::int64_t row = 0; row < 16; ++row) {
        batch.put(0, row % 3 == 0 ? std::optional(row) : std::nullopt);
        batch.put(1, row % 2 == 0 ? std::optional(0.5) : std::nullopt);
        batch.end_row();
    }
    EXPECT_EQ(value_at<std::int64_t>(slot, batch.offset(0), 9), 9);
    EXPECT_EQ(value_at<std::int64_t>(slot, batch.offset(0), 10), 0);
    EXPECT_EQ(value_at<std::uint16_t>(slot, batch.offset_of_bits(0), 0), 0b1001'0010'0100'1001);
    EXPECT_EQ(value_at<double>(slot, batch.offset(1), 4), 0.5);
    EXPECT_EQ(value_at<std::uint16_t>(slot, batch.offset_of_bits(1), 0), 0b0101'0101'0101'0101);
}

TEST(ParquetBatch, AWideTableHasFewerRowsAndNeverNone) {
    const std::vector<ParquetColumn> wide(4'002, {.name = "qty", .kind = ColumnKind::Int64});
    const ParquetBatch batch(wide);
    EXPECT_EQ(batch.rows_max() % 64, 0U);
    EXPECT_LE(batch.slot_bytes(), ParquetBatch::kSlotBytesMax);
    const std::vector<ParquetColumn> widest(1'000'000, {.name = "qty", .kind = ColumnKind::Int64});
    EXPECT_EQ(ParquetBatch(widest).rows_max(), 64U);
}

TEST(ParquetBatch, ValuesLieAsArrowKeepsThem) {
    ParquetBatch batch(one_of_each());
    std::vector<std::byte> slot(batch.slot_bytes(), std::byte{0xff});
    batch.begin(slot.data());
    for (std::int64_t row = 0; row < 100; ++row) {
        batch.put(0, row - 50);
        batch.put(1, row % 3 == 0);
        batch.put(2, "BSN"[row % 3]);
        batch.put(3, static_cast<std::int32_t>(row));
        batch.put(4, ~static_cast<std::uint64_t>(row));
        batch.end_row();
    }
    for (std::size_t row = 0; row < 100; ++row) {
        EXPECT_EQ(value_at<std::int64_t>(slot, batch.offset(0), row),
                  static_cast<std::int64_t>(row) - 50);
        const auto eight = value_at<std::uint8_t>(slot, batch.offset(1), row / 8);
        EXPECT_EQ((eight >> (row % 8)) & 1U, row % 3 == 0 ? 1U : 0U);
        EXPECT_EQ(value_at<std::int8_t>(slot, batch.offset(2), row), static_cast<int>(row % 3));
        EXPECT_EQ(value_at<std::int32_t>(slot, batch.offset(3), row), static_cast<int>(row));
        EXPECT_EQ(value_at<std::uint64_t>(slot, batch.offset(4), row), ~std::uint64_t{row});
    }
}

TEST(ParquetBatch, CountsTheRowsOfAllItsBatches) {
    ParquetBatch batch(
        std::vector<ParquetColumn>(20'000, {.name = "q", .kind = ColumnKind::Int64}));
    std::vector<std::byte> slot(batch.slot_bytes());
    batch.begin(slot.data());
    for (std::uint64_t row = 1; row <= 200; ++row) {
        batch.end_row();
        EXPECT_EQ(batch.rows_total(), row);
        if (batch.is_full()) {
            batch.begin(slot.data());
            EXPECT_EQ(batch.rows(), 0U);
        }
    }
}

}  // namespace
}  // namespace hotpath::files
