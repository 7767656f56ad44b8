#pragma once
/// A table of bars: daily ones, or of so many minutes.
///
///   time (or date)             of the bar's begin, or end; times never descend
///   symbol                     without the column, the file's name up to its first point
///   open, high, low, close     prices
///   volume                     shares
///
/// Exact to 1/10,000 of the currency, unless a tick rounds. A bar whose high and low do not enclose
/// its open and close is refused. Threads: one owner. Allocation: as TableReader. Complexity: O(1) a
/// row.

#include <array>
#include <cstdint>
#include <string_view>

#include "hotpath/capture/table/table_reader.hpp"
#include "hotpath/capture/table/table_values.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::capture {

inline constexpr std::array<std::string_view, 8> kBarColumnNames{
    "time", "date", "symbol", "open", "high", "low", "close", "volume"};

struct BarTableOptions {
    std::int64_t minutes = 0;  // 0: daily
    bool time_is_end = false;  // of bars of minutes
    Price tick{};              // prices are rounded to its multiples; 0: they are exact
};

/// Daily bars are of this part of their date.
inline constexpr Time kDayOpen{34'200 * kNanosPerSecond};   // 09:30
inline constexpr Time kDayClose{57'600 * kNanosPerSecond};  // 16:00

struct BarRow {
    Date date{};
    Time begin{};  // since midnight
    Time end{};
    Symbol symbol{};
    Price open{};
    Price high{};
    Price low{};
    Price close{};
    TotalQty volume{};
};

class BarTable {
  public:
    [[nodiscard]] static Expected<BarTable> open(ReadBuffer input, const BarTableOptions& options);

    /// The next bar; false at the end.
    [[nodiscard]] Expected<bool> next();
    [[nodiscard]] const BarRow& bar() const { return bar_; }
    /// Where the bar is: an error of the caller about it.
    [[nodiscard]] Error refusal(std::string_view reason) const { return table_.refusal(reason); }

  private:
    BarTable(TableReader table, const BarTableOptions& options, Symbol symbol)
        : table_(std::move(table)), options_(options), symbol_(symbol) {}

    [[nodiscard]] Expected<void> read_time();
    [[nodiscard]] Expected<void> read_symbol();
    [[nodiscard]] Expected<void> read_prices();

    TableReader table_;
    BarTableOptions options_;
    Symbol symbol_;  // by the file's name
    BarRow bar_;
    bool has_row_ = false;
};

}  // namespace hotpath::capture
