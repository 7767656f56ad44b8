#pragma once
/// L2Book: one instrument by price only, for feeds that publish levels, for consumers of book
/// changes, and for reference checks.
///
///   Expected<L2Book> book = L2Book::create({.levels_max = 500});
///   if (book->add({.side = Side::Buy, .price = {1'000'000}}, {300})) { quote(book->bbo()); }
/// A level is set as a whole, or changed by one order's effect. An impossible change is refused and
/// changes nothing. The level container is the template parameter. Threads: one owner. Allocation:
/// create(), but for MapLevels. Complexity: the container's. Bounds: levels_max a side;
/// LevelTotals::kQtyMax shares and kOrdersMax orders a level.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "hotpath/book/level_container.hpp"
#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "lab/levels/level_pages.hpp"

namespace hotpath::book {

template <LevelContainer Levels>
class BasicL2Book {
  public:
    [[nodiscard]] static Expected<BasicL2Book> create(const LevelBounds& bounds) {
        auto bids = Levels::create(bounds);
        auto asks = Levels::create(bounds);
        if (!bids || !asks) {
            return std::unexpected(bids ? asks.error() : bids.error());
        }
        return BasicL2Book(std::move(*bids), std::move(*asks));
    }

    [[nodiscard]] std::size_t level_count(Side side) const noexcept {
        return levels_of(side).size();
    }
    [[nodiscard]] Level best(Side side) const noexcept {
        const LevelEntry best = levels_of(side).best();
        return best.totals.is_empty() ? Level{} : to_level(side, best);
    }
    [[nodiscard]] Bbo bbo() const noexcept {
        return {.bid = best(Side::Buy), .ask = best(Side::Sell)};
    }
    /// Fills `levels` from the best; how many there were.
    [[nodiscard]] std::size_t depth(Side side, std::span<Level> levels) const noexcept {
        std::size_t count = 0;
        levels_of(side).visit_from_best([&](const LevelEntry& entry) {
            if (count == levels.size()) {
                return false;
            }
            levels[count++] = to_level(side, entry);
            return true;
        });
        return count;
    }
    /// A level without orders when there is none at this price.
    [[nodiscard]] Level level(LevelKey key) const noexcept {
        const std::int64_t rank = rank_of(key);
        return to_level(key.side, {.rank = rank, .totals = levels_of(key.side).level(rank)});
    }

    /// Replaces the level at level.price; quantity 0 removes it. False when the side is full, or
    /// the level beyond a level's bounds.
    [[nodiscard]] bool set_level(Side side, const Level& level) noexcept {
        if (!LevelTotals::fits(level.qty, level.orders)) {
            return false;
        }
        Levels& levels = levels_of(side);
        const std::int64_t rank = rank_of({.side = side, .price = level.price});
        const auto cursor = levels.find(rank);
        const LevelTotals totals =
            level.qty == TotalQty{} ? LevelTotals{} : LevelTotals{level.qty, level.orders};
        return put(levels, cursor, {.rank = rank, .totals = totals});
    }

    /// One more order of this quantity, not 0. False when the side is full, or the level would be
    /// beyond a level's bounds.
    [[nodiscard]] bool add(LevelKey key, Qty qty) noexcept {
        return qty.value != 0 && change(key, LevelChange::add(qty));
    }
    /// Quantity, not 0, goes, its order stays. False when the level has not more than that.
    [[nodiscard]] bool reduce(LevelKey key, Qty qty) noexcept {
        return qty.value != 0 && change(key, LevelChange::reduce(qty));
    }
    /// Quantity goes and its order with it. False when the level has less than that, or would be
    /// left with orders and no quantity or the other way round.
    [[nodiscard]] bool remove(LevelKey key, Qty qty) noexcept {
        return change(key, LevelChange::remove(qty));
    }

    /// The three above, with a change already computed.
    [[nodiscard]] bool change(LevelKey key, LevelChange change) noexcept {
        Levels& levels = levels_of(key.side);
        const std::int64_t rank = rank_of(key);
        const auto cursor = levels.find(rank);
        const LevelTotals after = change.applied_to(levels.totals(cursor));
        if (!after.is_consistent()) [[unlikely]] {
            return false;
        }
        return put(levels, cursor, {.rank = rank, .totals = after});
    }

  private:
    BasicL2Book(Levels bids, Levels asks) : sides_{std::move(bids), std::move(asks)} {}

    [[nodiscard]] const Levels& levels_of(Side side) const noexcept {
        return sides_[side_index(side)];
    }
    [[nodiscard]] Levels& levels_of(Side side) noexcept { return sides_[side_index(side)]; }

    /// Sets the entry at the cursor. False when the side is full.
    [[nodiscard]] static bool put(Levels& levels, const typename Levels::Cursor& cursor,
                                  const LevelEntry& entry) noexcept {
        if (entry.totals.is_empty()) {
            if (cursor.is_there) {
                levels.erase(cursor);
            }
            return true;
        }
        if (!cursor.is_there) {
            return levels.insert(cursor, entry);
        }
        levels.set(cursor, entry.totals);
        return true;
    }

    /// Higher is nearer to the touch, on both sides; its own inverse.
    [[nodiscard]] static std::int64_t rank_of(LevelKey key) noexcept {
        return sign(key.side) * key.price.value;
    }
    [[nodiscard]] static Level to_level(Side side, const LevelEntry& entry) noexcept {
        return {.price = {sign(side) * entry.rank},
                .qty = entry.totals.qty(),
                .orders = entry.totals.orders()};
    }

    std::array<Levels, 2> sides_;  // by side_index()
};

using L2Book = BasicL2Book<PagedLevels>;

}  // namespace hotpath::book
