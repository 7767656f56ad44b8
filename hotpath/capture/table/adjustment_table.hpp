#pragma once
/// A table of splits and dividends, by ex-date.
///
///   date, symbol
///   split        new shares of one old share: 2 is two for one, 0.1 one for ten; empty: none
///   dividend     of one share held before the split, in the currency; empty: none
///
/// Threads: any. Allocation: the rows. Complexity: linear.

#include <cstdint>
#include <vector>

#include "hotpath/capture/read_buffer.hpp"
#include "hotpath/capture/table/table_values.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::capture {

struct AdjustmentRow {
    Date date{};
    Symbol symbol{};
    std::uint32_t new_shares = 1;
    std::uint32_t old_shares = 1;
    Price dividend{};
};

/// All rows, in their order; dates never descend.
[[nodiscard]] Expected<std::vector<AdjustmentRow>> read_adjustments(ReadBuffer input);

}  // namespace hotpath::capture
