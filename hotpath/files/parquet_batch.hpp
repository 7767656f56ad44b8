#pragma once
/// Rows of one Parquet table on their way to the writer: the columns side by side in shared memory,
/// as Arrow stores them, so that no further copy is needed.
///
///   slot 0 |time_ns ...|symbol ...|price ...|      slot 1 |time_ns ...|symbol ...|price ...|
///          being written by us                            being read by the writer
///
/// A column is an array of its values in the machine's order; a Flag is a bit, a Code the place of
/// its letter among the column's letters; an optional column's values are followed by a bit a row
/// that says which of them are there. A batch becomes a row group. Threads: one owner.
/// Allocation: at construction. Complexity: put() is one store.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hotpath::files {

enum class ColumnKind : std::uint8_t {
    Int64,
    UInt64,
    Symbol,
    Code,
    Flag,
    OptionalInt64,   // may be null
    OptionalDouble,  // may be null
};

/// A column with a second part, a bit a row: the value is there.
[[nodiscard]] constexpr bool is_optional(ColumnKind kind) noexcept {
    return kind == ColumnKind::OptionalInt64 || kind == ColumnKind::OptionalDouble;
}

struct ParquetColumn {
    std::string name;
    ColumnKind kind = ColumnKind::Int64;
    std::string_view unit{};   // empty: none
    std::string_view codes{};  // the letters of a Code
};

class ParquetBatch {
  public:
    static constexpr std::size_t kSlots = 2;
    /// Bounds a row group and the memory: a table takes kSlots of them.
    static constexpr std::size_t kSlotBytesMax = std::size_t{8} << 20U;
    static constexpr std::size_t kRowsMax = 131'072;

    explicit ParquetBatch(const std::vector<ParquetColumn>& columns);

    [[nodiscard]] std::size_t rows_max() const noexcept { return rows_max_; }
    [[nodiscard]] std::size_t slot_bytes() const noexcept { return slot_bytes_; }
    /// The offsets of the columns within their slot.
    [[nodiscard]] std::span<const std::size_t> offsets() const noexcept { return offsets_; }
    [[nodiscard]] std::size_t offset(std::size_t column) const noexcept { return offsets_[column]; }
    /// The offset of an optional column's bits.
    [[nodiscard]] std::size_t offset_of_bits(std::size_t column) const noexcept {
        return offsets_[column] + rows_max_ * sizeof(std::int64_t);
    }
    [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
    [[nodiscard]] std::uint64_t rows_total() const noexcept { return rows_total_ + rows_; }
    [[nodiscard]] bool is_full() const noexcept { return rows_ == rows_max_; }

    /// An empty batch at this memory, of slot_bytes().
    void begin(std::byte* slot) noexcept {
        slot_ = slot;
        rows_total_ += rows_;
        rows_ = 0;
    }

    // The row that end_row() ends, in any order of its columns.
    void put(std::size_t column, std::int64_t value) noexcept { store(column, value); }
    void put(std::size_t column, std::uint64_t value) noexcept { store(column, value); }
    void put(std::size_t column, std::int32_t symbol) noexcept { store(column, symbol); }
    void put(std::size_t column, char code) noexcept {
        store(column, static_cast<std::int8_t>(codes_[column].find(code)));
    }
    void put(std::size_t column, bool flag) noexcept { store_bit(offsets_[column], flag); }
    /// The value of an optional column, or null.
    template <class Value>
        requires(sizeof(Value) == sizeof(std::int64_t))
    void put(std::size_t column, const std::optional<Value>& value) noexcept {
        store(column, value.value_or(Value{}));
        store_bit(offset_of_bits(column), value.has_value());
    }
    void end_row() noexcept { ++rows_; }

  private:
    template <class Value>
    void store(std::size_t column, Value value) noexcept {
        std::memcpy(slot_ + offsets_[column] + rows_ * sizeof value, &value, sizeof value);
    }
    void store_bit(std::size_t bits, bool flag) noexcept {
        std::byte& eight = slot_[bits + rows_ / 8];
        const std::byte bit{static_cast<unsigned char>(1U << (rows_ % 8))};
        eight = flag ? eight | bit : eight & ~bit;
    }

    std::vector<std::size_t> offsets_;
    std::vector<std::string_view> codes_;
    std::size_t rows_max_ = 0;
    std::size_t slot_bytes_ = 0;
    std::byte* slot_ = nullptr;
    std::size_t rows_ = 0;
    std::uint64_t rows_total_ = 0;
};

}  // namespace hotpath::files
