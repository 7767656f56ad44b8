#pragma once
/// How much was traded, and which orders were filled: in all, by the age they reached, by their
/// place in the queue.
///
/// Threads: pure functions. Allocation: the returned rows and sorted copies of ids. Complexity:
/// n log n in orders and fills.

#include <cstdint>
#include <optional>
#include <vector>

#include "hotpath/backtest/result.hpp"

namespace hotpath::backtest {

struct Turnover {
    Money value{};  // sum of price x quantity, both sides
    TotalQty qty{};
    TotalQty added{};    // by orders that rested
    TotalQty removed{};  // by orders that crossed
    std::uint64_t fills = 0;
};

[[nodiscard]] Turnover turnover(const BacktestResult& result);

struct FillRatio {
    std::uint64_t orders = 0;
    std::uint64_t orders_filled = 0;  // at least in part
    TotalQty qty{};
    TotalQty filled{};

    void add(const OrderRecord& order);
    [[nodiscard]] std::optional<double> by_qty() const;
    [[nodiscard]] std::optional<double> by_order() const;
};

[[nodiscard]] FillRatio fill_ratio(const BacktestResult& result);

/// The shares still open when their orders reached the age `from`, and those of them filled before
/// `to`.
struct AgeRow {
    Nanos from{};
    Nanos to{};  // kForever: without an end
    std::uint64_t orders = 0;
    TotalQty open{};
    TotalQty filled{};

    [[nodiscard]] std::optional<double> ratio() const;
};

/// A row a decade from 1 ms to 10 s, and more than a minute. An order that is open at the end
/// counts for the ages it reached by then. Ids of orders are unique within a day.
[[nodiscard]] std::vector<AgeRow> fill_ratio_by_age(const BacktestResult& result);

/// Orders with `ahead_min` to `ahead_max` shares ahead when the venue accepted them; without both:
/// orders that never had a place, as they crossed or were not accepted.
struct PlaceRow {
    std::optional<TotalQty> ahead_min{};
    std::optional<TotalQty> ahead_max{};
    FillRatio ratio{};
};

/// The orders in quarters of equal number by shares ahead, the nearest first. Orders with equally
/// many ahead stay together, so that there can be fewer than four rows.
[[nodiscard]] std::vector<PlaceRow> fill_ratio_by_place(const BacktestResult& result);

}  // namespace hotpath::backtest
