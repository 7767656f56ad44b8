#pragma once
/// The price of a cross: the one with most volume, then least imbalance, then the price of the
/// unmatched orders, then nearest to a reference, then the lowest.
///
///   price  buys at or above   sells at or below   trades   left over
///    10.02       100                 400            100      300
///    10.01       300                 400            300      100    <- here
///    10.00       700                 200            200      500
///
/// It is a price on the grid of sessions' orders (the instrument's tick and the usual one), within
/// the bands, and no further out than the limits of the orders and the reference: a limit order
/// does not move it beyond itself, and market orders alone have none. Supply and demand change only
/// at prices of orders, so the best price is one of them, or a tick beside one, or at an end of the
/// range, or a tick at the reference.
///
/// Threads: one owner. Allocation: in the constructor. Complexity: O(n log n) in the levels given,
/// levels_max a side; what exceeds it (the least aggressive levels of a source) is left out.
/// Source: Nasdaq's opening cross (rule 4752(d)(2)(A) to (D), the reference in the place of the
/// inside quotation's middle) without its thresholds (E), for which bands are there.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>

#include "hotpath/book/types.hpp"
#include "hotpath/book/usual_tick.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/match/instrument_rules.hpp"

namespace hotpath::match {

/// Volume of a cross at this price, and the imbalance on one side.
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

/// The prices a cross may have: on an instrument's tick and on the usual one.
class CrossTicks {
  public:
    explicit constexpr CrossTicks(std::int64_t tick) : tick_(tick) {}

    [[nodiscard]] constexpr Price at_or_below(Price price) const {
        const Price found{price.value - price.value % step_at(price)};
        return is_fine(found) == is_fine(price) ? found : at_or_below(kDollar - 1);
    }
    [[nodiscard]] constexpr Price at_or_above(Price price) const {
        const std::int64_t step = step_at(price);
        const Price found{(price.value + step - 1) / step * step};
        return is_fine(found) == is_fine(price) ? found : at_or_above(kDollar);
    }

  private:
    static constexpr Price kDollar{PriceScale{}.units_per_currency};

    /// Where the usual tick is its smallest.
    [[nodiscard]] static constexpr bool is_fine(Price price) { return price < kDollar; }
    [[nodiscard]] constexpr std::int64_t step_at(Price price) const {
        return std::lcm(tick_, book::usual_tick(price));
    }

    std::int64_t tick_;
};

/// How a cross chooses: the tick and the bands of its prices, and what it stays near to (nothing if
/// not above 0).
struct CrossTarget {
    std::int64_t tick = 1;
    PriceBands bands{};
    Price reference{};
};

/// True when a cross is better held at `a` than at `b`; an order of prices that ascend.
[[nodiscard]] constexpr bool is_better_cross(const CrossVolume& a, const CrossVolume& b,
                                             Price reference) {
    if (a.paired != b.paired) {
        return a.paired > b.paired;
    }
    if (a.imbalance != b.imbalance) {
        return a.imbalance < b.imbalance;
    }
    if (a.imbalance != TotalQty{} && a.imbalance_side == b.imbalance_side) {
        return is_better(a.imbalance_side, a.price, b.price);
    }
    const auto distance = [&](Price price) {
        return reference > Price{} ? std::max(price - reference, reference - price) : 0;
    };
    return distance(a.price) != distance(b.price) ? distance(a.price) < distance(b.price)
                                                  : a.price < b.price;
}

class CrossCurves {
  public:
    explicit CrossCurves(std::uint32_t levels_max)
        : buys_(levels_max), sells_(levels_max), prices_(std::size_t{levels_max} * 6 + 9) {}

    void clear() noexcept { buy_count_ = sell_count_ = 0; }

    void add(Side side, const book::Level& level) noexcept {
        std::size_t& count = side == Side::Buy ? buy_count_ : sell_count_;
        FixedArray<book::Level>& levels = side == Side::Buy ? buys_ : sells_;
        if (count < levels.size()) {
            levels[count++] = level;
        }
    }

    /// Empty if no two orders meet.
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

    struct PriceRange {
        Price lowest = book::kPriceMax;
        Price highest{};

        constexpr void include(Price price) {
            lowest = std::min(lowest, price);
            highest = std::max(highest, price);
        }
        [[nodiscard]] constexpr bool includes(Price price) const {
            return lowest <= price && price <= highest;
        }
    };

    /// Prices 0 and kPriceMax are those of market orders, and no price to trade at.
    [[nodiscard]] static constexpr bool is_of_limit(Price price) {
        return price > Price{} && price < book::kPriceMax;
    }

    /// call(Price) for every limit of an order, and the reference.
    template <class Call>
    void for_each_limit(const CrossTarget& target, Call&& call) const {
        const auto look_at = [&](Price price) {
            if (is_of_limit(price)) {
                call(price);
            }
        };
        for (const book::Level& level : buys_.items().first(buy_count_)) {
            look_at(level.price);
        }
        for (const book::Level& level : sells_.items().first(sell_count_)) {
            look_at(level.price);
        }
        look_at(target.reference);
    }

    /// Empty of market orders alone without a reference. What is beyond the bands trades at them.
    [[nodiscard]] PriceRange range(const CrossTarget& target) const noexcept {
        PriceRange limits;
        for_each_limit(target, [&](Price price) { limits.include(price); });
        if (limits.highest == Price{}) {
            return limits;
        }
        const CrossTicks ticks(target.tick);
        const auto within_bands = [&](Price price) {
            return std::min(std::max(price, target.bands.lower), target.bands.upper);
        };
        return {.lowest = within_bands(ticks.at_or_below(limits.lowest)),
                .highest = within_bands(ticks.at_or_above(limits.highest))};
    }

    /// Ascending.
    [[nodiscard]] std::span<const Price> candidates(const CrossTarget& target) noexcept {
        const CrossTicks ticks(target.tick);
        const PriceRange allowed = range(target);
        std::size_t count = 0;
        const auto note = [&](Price price) {
            if (is_of_limit(price) && allowed.includes(price)) {
                prices_[count++] = price;
            }
        };
        const auto note_around = [&](Price price) {
            note(ticks.at_or_below(price - 1));
            note(ticks.at_or_below(price));
            note(ticks.at_or_above(price + 1));
        };
        for_each_limit(target, note_around);
        note(ticks.at_or_above(allowed.lowest));
        note(ticks.at_or_below(allowed.highest));
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
