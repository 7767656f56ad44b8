#pragma once
/// A table of text (CSV): a first line with the names of the columns, then a line a row.
///
///   time,symbol,bid,bid_size,ask,ask_size
///   2024-01-02 09:30:00.000000001,AAPL,185.14,300,185.16,200
///
/// Columns are found by name, in any order and letter case; others are left alone. A field may be in
/// double quotes, but contains no comma. An error is one line: file, row, column, what must hold and
/// what was given; rows count from 1, after the names. Threads: one owner. Allocation: the window of
/// TextLines; none a row. Complexity: linear.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/capture/read_buffer.hpp"
#include "hotpath/capture/text_lines.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::capture {

struct TableColumn {
    std::string_view name;
    std::string_view alias{};  // another name it may have; empty: none
    bool is_required = true;
};

class TableReader {
  public:
    /// Reads the names. `wanted` must outlive the reader; fields are named by their index in it.
    [[nodiscard]] static Expected<TableReader> open(ReadBuffer input,
                                                    std::span<const TableColumn> wanted);

    /// The next row; false at the end.
    [[nodiscard]] Expected<bool> next();

    [[nodiscard]] bool has_column(std::size_t column) const { return places_[column] != kNowhere; }
    /// A field of the row; empty when the table has no such column.
    [[nodiscard]] std::string_view field(std::size_t column) const {
        return has_column(column) ? fields_[places_[column]] : std::string_view{};
    }
    /// The number of the row, from 1.
    [[nodiscard]] std::uint64_t row() const { return row_; }
    [[nodiscard]] const ReadBuffer& input() const { return lines_.input(); }

    /// "FILE: row 7, column bid: must be a price, got "x""
    [[nodiscard]] Error refusal(std::size_t column, std::string_view allowed) const;
    /// "FILE: row 7: reason"
    [[nodiscard]] Error refusal(std::string_view reason) const;

  private:
    static constexpr std::size_t kNowhere = ~std::size_t{0};
    static constexpr std::size_t kLineLengthMax = 65'536;

    TableReader(ReadBuffer input, std::span<const TableColumn> wanted)
        : lines_(std::move(input), kLineLengthMax), wanted_(wanted) {}

    [[nodiscard]] Expected<void> find_columns();
    void split(std::string_view line);

    TextLines lines_;
    std::span<const TableColumn> wanted_;
    std::vector<std::size_t> places_;  // of the wanted columns in a row
    std::size_t columns_ = 0;
    std::vector<std::string_view> fields_;  // of the row
    std::uint64_t row_ = 0;
};

/// The line has a column of this name, in any letter case.
[[nodiscard]] bool names_column(std::string_view line, std::string_view name);

}  // namespace hotpath::capture
