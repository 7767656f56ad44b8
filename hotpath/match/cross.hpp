#pragma once
/// The price of a cross: at which most trades, then at which least is left over, then nearest to a
/// reference, then the lowest.
///
///   price  buys at or above   sells at or below   trades   left over
///    10.02       100                 400            100      300
///    10.01       300                 400            300      100    <- here
///    10.00       700                 200            200      500
///
/// Supply and demand change only at prices of orders, so the best price is one of them, or a tick
/// beside one, or a tick at the reference. Threads: one owner. Allocation: in the constructor.
/// Complexity: O(n log n) in the levels given, levels_max a side; what exceeds it (the least
/// aggressive levels of a source) is left out. Source: the rule of Nasdaq's opening cross (rule
/// 4752(d)), without its tie-break by market orders' imbalance.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>

#include "hotpath/book/types.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::match {

/// What would trade in a cross at this price, and what would be left over on one side.
struct CrossVolume {
    Price price;
    TotalQty paired;
    TotalQty imbalance;
    Side imbalance_side = Side::Buy;  // meaningless without an imbalance

    friend constexpr bool operator==(const CrossVolume&, const CrossVolume&) = default;
};

[[nodiscard]] constexpr CrossVolume cross_volume(Price price, TotalQty buys, TotalQty sells) {
    const auto [less, more] = std::minmax(buys.value, sells.value);
    return {.price = price,
            .paired = {less},
            .imbalance = {more - less},
            .imbalance_side = sells > buys ? Side::Sell : Side::Buy};
}

/// How a cross chooses: the tick of its prices, and what it stays near to (nothing if not above 0).
struct CrossTarget {
    std::int64_t tick = 1;
    Price reference{};
};

/// True when a cross is better held at `a` than at `b`.
[[nodiscard]] constexpr bool is_better_cross(const CrossVolume& a, const CrossVolume& b,
                                             Price reference) {
    const auto distance = [&](Price price) {
        return reference > Price{} ? std::max(price - reference, reference - price) : 0;
    };
    return std::tuple(b.paired, a.imbalance, distance(a.price), a.price) <
           std::tuple(a.paired, b.imbalance, distance(b.price), b.price);
}

class CrossCurves {
  public:
    explicit CrossCurves(std::uint32_t levels_max)
        : buys_(levels_max), sells_(levels_max), prices_(std::size_t{levels_max} * 6 + 2) {}

    void clear() noexcept { buy_count_ = sell_count_ = 0; }

    void add(Side side, const book::Level& level) noexcept {
        std::size_t& count = side == Side::Buy ? buy_count_ : sell_count_;
        FixedArray<book::Level>& levels = side == Side::Buy ? buys_ : sells_;
        if (count < levels.size()) {
            levels[count++] = level;
        }
    }

    /// None when no two orders meet.
    [[nodiscard]] std::optional<CrossVolume> best(const CrossTarget& target) noexcept {
        const std::span<book::Level> buys = buys_.items().first(buy_count_);
        const std::span<book::Level> sells = sells_.items().first(sell_count_);
        std::ranges::sort(buys, {}, &book::Level::price);
        std::ranges::sort(sells, {}, &book::Level::price);
        TotalQty demand = sum(buys);
        TotalQty supply;
        std::size_t below = 0;  // buys below the price, which no longer count
        std::size_t up_to = 0;  // sells up to the price
        std::optional<CrossVolume> best;
        for (const Price price : candidates(target)) {
            for (; below < buys.size() && buys[below].price < price; ++below) {
                demand.value -= buys[below].qty.value;
            }
            for (; up_to < sells.size() && sells[up_to].price <= price; ++up_to) {
                supply.value += sells[up_to].qty.value;
            }
            const CrossVolume volume = cross_volume(price, demand, supply);
            if (!best || is_better_cross(volume, *best, target.reference)) {
                best = volume;
            }
        }
        return best && best->paired != TotalQty{} ? best : std::nullopt;
    }

    [[nodiscard]] CrossVolume at(Price price) const noexcept {
        TotalQty demand;
        TotalQty supply;
        for (const book::Level& level : buys_.items().first(buy_count_)) {
            demand.value += level.price >= price ? level.qty.value : 0;
        }
        for (const book::Level& level : sells_.items().first(sell_count_)) {
            supply.value += level.price <= price ? level.qty.value : 0;
        }
        return cross_volume(price, demand, supply);
    }

  private:
    [[nodiscard]] static TotalQty sum(std::span<const book::Level> levels) noexcept {
        TotalQty sum;
        for (const book::Level& level : levels) {
            sum.value += level.qty.value;
        }
        return sum;
    }

    /// Ascending. Prices 0 and kPriceMax are those of market orders, and no price to trade at.
    [[nodiscard]] std::span<const Price> candidates(const CrossTarget& target) noexcept {
        std::size_t count = 0;
        const auto note = [&](Price price) {
            if (price > Price{} && price < book::kPriceMax) {
                prices_[count++] = price;
            }
        };
        const auto note_around = [&](Price price) {
            if (price > Price{} && price < book::kPriceMax) {
                note(price - target.tick);
                note(price);
                note(price + target.tick);
            }
        };
        for (const book::Level& level : buys_.items().first(buy_count_)) {
            note_around(level.price);
        }
        for (const book::Level& level : sells_.items().first(sell_count_)) {
            note_around(level.price);
        }
        const std::int64_t above_tick = target.reference.value % target.tick;
        note(target.reference - above_tick);
        note(target.reference - above_tick + target.tick);
        std::ranges::sort(prices_.items().first(count));
        return prices_.items().first(count);
    }

    FixedArray<book::Level> buys_;
    FixedArray<book::Level> sells_;
    FixedArray<Price> prices_;
    std::size_t buy_count_ = 0;
    std::size_t sell_count_ = 0;
};

}  // namespace hotpath::match
