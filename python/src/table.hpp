#pragma once
/// Table: rows in memory, made of whole columns; Python gets it as Rows of one batch.
///
///   TableBuilder builder(rows);
///   builder.add("qty", "shares", values);       vectors of integers, of optional ones, of texts
///   Table table = std::move(builder).finish();
///
/// Threads: values. Allocation: the columns'. Complexity: linear in the rows, once.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "python/src/arrow/batch.hpp"
#include "python/src/rows.hpp"

namespace hotpath::python {

struct Table {
    std::vector<Field> fields{};
    Batch batch{};
};

/// As Python reads it, any number of times; the memory is shared.
[[nodiscard]] Rows to_rows(Table table);

class TableBuilder {
  public:
    explicit TableBuilder(std::size_t rows) { table_.batch.rows = rows; }

    /// `unit`: what a value counts, "" for what needs none. A vector must have `rows` values.
    void add(std::string name, std::string unit, std::vector<std::int64_t> values);
    void add(std::string name, std::string unit, std::vector<std::uint64_t> values);
    void add(std::string name, std::string unit,
             const std::vector<std::optional<std::int64_t>>& values);
    void add(std::string name, std::string unit, const std::vector<std::optional<double>>& values);
    /// Text, kept once each: `places` are the rows' in `texts`.
    void add(std::string name, std::vector<std::int32_t> places,
             std::shared_ptr<const Texts> texts);
    void add(std::string name, const std::vector<bool>& values);

    [[nodiscard]] Table finish() && { return std::move(table_); }

  private:
    void add_field(std::string name, const char* format, std::string unit);

    Table table_;
};

}  // namespace hotpath::python
