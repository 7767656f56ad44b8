#pragma once
/// The forms that columns of a market take on their way to Arrow: fields from the columns of the
/// Parquet export, times as timestamps, prices as decimals.
///
/// Threads: any. Allocation: fields; 16 bytes a decimal price. Complexity: linear in the rows.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hotpath/core/symbol.hpp"
#include "hotpath/files/parquet_batch.hpp"
#include "python/src/arrow/batch.hpp"
#include "python/src/market/selection.hpp"

namespace hotpath::python {

/// The names of symbols, as a dictionary that only grows: a symbol keeps its place.
class SymbolNames {
  public:
    [[nodiscard]] std::int32_t add(const Symbol& symbol) {
        symbols_.push_back(symbol);
        return static_cast<std::int32_t>(symbols_.size() - 1);
    }
    /// All of them now.
    [[nodiscard]] std::shared_ptr<const Texts> dictionary();

  private:
    std::vector<Symbol> symbols_;
    std::shared_ptr<const Texts> dictionary_ = std::make_shared<const Texts>();
};

/// A text a letter.
[[nodiscard]] std::shared_ptr<const Texts> letters(std::string_view codes);

[[nodiscard]] Field field_of(const files::ParquetColumn& column, const RowForm& form);
[[nodiscard]] bool is_time(const files::ParquetColumn& column);
[[nodiscard]] bool is_price(const files::ParquetColumn& column);

/// Turns ns since midnight into the form's times, in place.
void set_times(std::span<std::int64_t> times, const RowForm& form);
/// The values of the prices as the form has them: themselves, or a copy as decimals.
void set_prices(Column& column, std::size_t rows, const RowForm& form);

}  // namespace hotpath::python
