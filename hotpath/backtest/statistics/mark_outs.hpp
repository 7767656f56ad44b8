#pragma once
/// Where the market went after our fills.
///
/// A mark-out is the profit of a share at the mid some time later: positive is good for us, whatever
/// the side. From the fill's price it includes the spread that was earned or paid; from the mid at
/// the fill it is the drift alone, whose negative is the adverse selection. Both are means weighted
/// by quantity. Threads: pure functions. Allocation: none. Complexity: linear in fills.

#include <array>
#include <cstdint>
#include <optional>

#include "hotpath/backtest/result.hpp"

namespace hotpath::backtest {

/// One tick of a mark-out: a cent.
inline constexpr std::int64_t kCentUnits = 100;

struct MeanMove {
    double ticks = 0;         // of a cent
    double basis_points = 0;  // of the fill's price
};

struct MarkOut {
    Nanos horizon{};
    std::uint64_t fills = 0;  // with a mid at the horizon
    std::optional<MeanMove> from_price{};
    std::optional<MeanMove> from_mid{};
};

using MarkOuts = std::array<MarkOut, kMarkOutHorizons.size()>;

/// Only fills of one kind, or all.
[[nodiscard]] MarkOuts mark_outs(const BacktestResult& result,
                                 std::optional<oms::Liquidity> kind = std::nullopt);

}  // namespace hotpath::backtest
