#include "hotpath/backtest/statistics/mark_outs.hpp"

namespace hotpath::backtest {

namespace {

/// Sums of the moves of some fills, in integers.
struct MoveSums {
    TotalQty qty{};
    Money traded{};
    Money moved{};

    void add(const FillRecord& fill, Price from, Price to) {
        qty += fill.qty;
        traded += fill.price * fill.qty;
        moved += Price{to - from} * signed_qty(fill.side, fill.qty);
    }
    [[nodiscard]] std::optional<MeanMove> mean() const {
        if (qty.value == 0 || traded <= Money{}) {
            return std::nullopt;
        }
        const auto units = static_cast<double>(moved.value);
        return MeanMove{
            .ticks = units / static_cast<double>(qty.value) / static_cast<double>(kCentUnits),
            .basis_points =
                units / static_cast<double>(traded.value) * static_cast<double>(kWholePrice.value)};
    }
};

MarkOut mark_out(const BacktestResult& result, std::size_t horizon,
                 std::optional<oms::Liquidity> kind) {
    MarkOut mark_out{.horizon = kMarkOutHorizons[horizon]};
    MoveSums from_price;
    MoveSums from_mid;
    for (const DayResult& day : result.days) {
        for (const FillRecord& fill : day.fills) {
            const Price later = fill.mid_after[horizon];
            if (later == Price{} || (kind && fill.liquidity != *kind)) {
                continue;
            }
            ++mark_out.fills;
            from_price.add(fill, fill.price, later);
            if (fill.mid != Price{}) {
                from_mid.add(fill, fill.mid, later);
            }
        }
    }
    mark_out.from_price = from_price.mean();
    mark_out.from_mid = from_mid.mean();
    return mark_out;
}

}  // namespace

MarkOuts mark_outs(const BacktestResult& result, std::optional<oms::Liquidity> kind) {
    MarkOuts all;
    for (std::size_t horizon = 0; horizon < all.size(); ++horizon) {
        all[horizon] = mark_out(result, horizon, kind);
    }
    return all;
}

}  // namespace hotpath::backtest
