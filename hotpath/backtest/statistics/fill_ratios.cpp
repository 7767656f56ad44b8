#include "hotpath/backtest/statistics/fill_ratios.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace hotpath::backtest {

namespace {

constexpr std::array<Nanos, 8> kAges{Nanos{0},
                                     Nanos{1'000'000},
                                     Nanos{10'000'000},
                                     Nanos{100'000'000},
                                     Nanos{kNanosPerSecond},
                                     Nanos{10 * kNanosPerSecond},
                                     Nanos{60 * kNanosPerSecond},
                                     kForever};

std::optional<double> share_of(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? std::nullopt
                      : std::optional(static_cast<double>(part) / static_cast<double>(whole));
}

/// A fill as a part of its order's life.
struct AgedFill {
    ClOrdId order{};
    Nanos age{};
    Qty qty{};
};

std::vector<AgedFill> aged_fills(const DayResult& day) {
    std::vector<AgedFill> fills;
    fills.reserve(day.fills.size());
    for (const FillRecord& fill : day.fills) {
        fills.push_back(
            {.order = fill.order, .age = fill.at - fill.order_entered, .qty = fill.qty});
    }
    std::ranges::stable_sort(fills, {}, &AgedFill::order);
    return fills;
}

void add_order(std::vector<AgeRow>& rows, const OrderRecord& order, Nanos age_at_end,
               std::span<const AgedFill> fills) {
    std::uint64_t filled_before = 0;
    for (AgeRow& row : rows) {
        const std::uint64_t leaves =
            order.qty.value > filled_before ? order.qty.value - filled_before : 0;
        if (leaves == 0 || row.from > age_at_end) {
            return;
        }
        std::uint64_t filled = 0;
        for (const AgedFill& fill : fills) {
            filled += fill.age >= row.from && fill.age < row.to ? fill.qty.value : 0;
        }
        ++row.orders;
        row.open.value += leaves;
        row.filled.value += filled;
        filled_before += filled;
    }
}

/// Nearest rank: the value below or at which a share of `quarters` / 4 lies.
TotalQty quartile(const std::vector<TotalQty>& sorted, std::size_t quarters) {
    const std::size_t rank = (sorted.size() * quarters + 3) / 4;
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

std::vector<TotalQty> sorted_places(const BacktestResult& result) {
    std::vector<TotalQty> places;
    for (const DayResult& day : result.days) {
        for (const OrderRecord& order : day.orders) {
            if (order.queue_ahead) {
                places.push_back(*order.queue_ahead);
            }
        }
    }
    std::ranges::sort(places);
    return places;
}

/// Up to four rows, each beginning after the end of the one before.
std::vector<PlaceRow> empty_place_rows(const std::vector<TotalQty>& places) {
    std::vector<PlaceRow> rows;
    for (std::size_t quarters = 1; !places.empty() && quarters <= 4; ++quarters) {
        const TotalQty end = quartile(places, quarters);
        if (rows.empty() || end > *rows.back().ahead_max) {
            const TotalQty begin = rows.empty()
                                       ? places.front()
                                       : *std::ranges::upper_bound(places, *rows.back().ahead_max);
            rows.push_back({.ahead_min = begin, .ahead_max = end});
        }
    }
    return rows;
}

}  // namespace

Turnover turnover(const BacktestResult& result) {
    Turnover sum;
    for (const DayResult& day : result.days) {
        for (const FillRecord& fill : day.fills) {
            sum.value += fill.price * fill.qty;
            sum.qty += fill.qty;
            sum.added.value += fill.liquidity == oms::Liquidity::Added ? fill.qty.value : 0;
            sum.removed.value += fill.liquidity == oms::Liquidity::Removed ? fill.qty.value : 0;
            ++sum.fills;
        }
    }
    return sum;
}

void FillRatio::add(const OrderRecord& order) {
    ++orders;
    orders_filled += order.filled > Qty{} ? 1U : 0U;
    qty += order.qty;
    filled += order.filled;
}

std::optional<double> FillRatio::by_qty() const {
    return share_of(filled.value, qty.value);
}

std::optional<double> FillRatio::by_order() const {
    return share_of(orders_filled, orders);
}

FillRatio fill_ratio(const BacktestResult& result) {
    FillRatio ratio;
    for (const DayResult& day : result.days) {
        for (const OrderRecord& order : day.orders) {
            ratio.add(order);
        }
    }
    return ratio;
}

std::optional<double> AgeRow::ratio() const {
    return share_of(filled.value, open.value);
}

std::vector<AgeRow> fill_ratio_by_age(const BacktestResult& result) {
    std::vector<AgeRow> rows;
    for (std::size_t i = 0; i + 1 < kAges.size(); ++i) {
        rows.push_back({.from = kAges[i], .to = kAges[i + 1]});
    }
    for (const DayResult& day : result.days) {
        const std::vector<AgedFill> fills = aged_fills(day);
        for (const OrderRecord& order : day.orders) {
            const auto own = std::ranges::equal_range(fills, order.id, {}, &AgedFill::order);
            const Time end = std::min(order.closed, std::max(day.end, order.entered));
            add_order(rows, order, end - order.entered, {own.begin(), own.end()});
        }
    }
    return rows;
}

std::vector<PlaceRow> fill_ratio_by_place(const BacktestResult& result) {
    std::vector<PlaceRow> rows = empty_place_rows(sorted_places(result));
    PlaceRow placeless;
    for (const DayResult& day : result.days) {
        for (const OrderRecord& order : day.orders) {
            const auto row = std::ranges::find_if(rows, [&](const PlaceRow& candidate) {
                return order.queue_ahead && *order.queue_ahead <= *candidate.ahead_max;
            });
            (row == rows.end() ? placeless : *row).ratio.add(order);
        }
    }
    if (placeless.ratio.orders > 0) {
        rows.push_back(placeless);
    }
    return rows;
}

}  // namespace hotpath::backtest
