#pragma once
/// The bars of one interval, as a BarRun takes them.
///
/// Values. Threads: any. Allocation: the list of adjustments.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::backtest {

struct SymbolBar {
    Symbol symbol{};
    Price open{};
    Price high{};
    Price low{};
    Price close{};
    TotalQty volume{};
};

/// A split or dividend of a symbol on its ex-date: see oms::Adjustment.
struct SymbolAdjustment {
    Symbol symbol{};
    std::uint32_t new_shares = 1;
    std::uint32_t old_shares = 1;
    Price dividend{};

    [[nodiscard]] bool is_split() const noexcept { return new_shares != old_shares; }
};

struct BarDay {
    std::string name{};                           // 2024-01-02
    std::int32_t date = 0;                        // days since 1970-01-01, ascending
    std::vector<SymbolAdjustment> adjustments{};  // with this ex-date
};

/// Bars of one interval, a symbol at most once. `begin` and `end` are since midnight; the market of
/// the next interval begins at `end` or later.
struct BarGroup {
    Time begin{};
    Time end{};
    std::span<const SymbolBar> bars{};
    bool is_last = false;  // of its day
};

}  // namespace hotpath::backtest
