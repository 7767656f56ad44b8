#pragma once
/// LevelContainer: holds the levels of one side of an L2Book; the book's policy, so that one book,
/// one suite and one benchmark serve all of them (docs/techniques/order-book.md).
///
/// A container uses ranks, not sides: a rank is a price with the side's sign, higher is nearer to
/// the touch, so buy and sell are written once, in L2Book. A level is found once, and the result of
/// find() is then used to read, set, erase or insert. Threads: one owner. Allocation: create()
/// only, MapLevels excepted. Complexity: each container's own.

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// Sizes of a container. One that does not index prices uses only levels_max and has its memory
/// touched anyway.
struct LevelBounds {
    std::uint32_t levels_max = 1'000;    // of one side
    std::int64_t tick = 100;             // price units between neighbouring prices
    std::int64_t price_max = 1LL << 31;  // of either sign; ITCH's highest is 2,000,000,000 units
    bool prefault = false;  // touch all memory at create(), so that no update meets a page fault
};

/// Quantity and number of orders of one level, in one word, so that what an order does to a level
/// is one addition:
///
///   | guard | quantity: 43 bits | guard | orders: 19 bits |
///
/// A field that runs over or below its range sets the guard bit above it, whichever way it went.
/// The word 0 is no level.
class LevelTotals {
  public:
    static constexpr std::uint64_t kQtyMax = (std::uint64_t{1} << 43U) - 1;
    static constexpr std::uint32_t kOrdersMax = (1U << 19U) - 1;

    constexpr LevelTotals() = default;
    /// Within the two bounds.
    constexpr LevelTotals(TotalQty qty, std::uint32_t orders)
        : word_(qty.value << kQtyShift | orders) {}

    [[nodiscard]] static constexpr bool fits(TotalQty qty, std::uint32_t orders) {
        return qty.value <= kQtyMax && orders <= kOrdersMax;
    }

    [[nodiscard]] constexpr TotalQty qty() const { return {word_ >> kQtyShift}; }
    [[nodiscard]] constexpr std::uint32_t orders() const {
        return static_cast<std::uint32_t>(word_ & kOrdersField);
    }
    [[nodiscard]] constexpr bool is_empty() const { return word_ == 0; }
    /// No field left its range, and there are orders if and only if there is quantity.
    [[nodiscard]] constexpr bool is_consistent() const {
        return (word_ & kGuards) == 0 && (orders() == 0) == (qty().value == 0);
    }

    /// No field ran over: is_consistent() of what was consistent before an order was added.
    [[nodiscard]] constexpr bool is_within_bounds() const { return (word_ & kGuards) == 0; }

    friend constexpr bool operator==(LevelTotals, LevelTotals) = default;

  private:
    friend struct LevelChange;
    static constexpr unsigned kQtyShift = 20;
    static constexpr std::uint64_t kOrdersField = kOrdersMax;
    static constexpr std::uint64_t kGuards = std::uint64_t{1} << 63U | std::uint64_t{1} << 19U;

    std::uint64_t word_ = 0;
};

/// One order's effect on its level: one addition, modulo 2^64.
struct LevelChange {
    std::uint64_t word = 0;

    [[nodiscard]] static constexpr LevelChange add(Qty qty) { return {one_order(qty)}; }
    [[nodiscard]] static constexpr LevelChange reduce(Qty qty) {
        return {0 - (std::uint64_t{qty.value} << LevelTotals::kQtyShift)};
    }
    [[nodiscard]] static constexpr LevelChange remove(Qty qty) { return {0 - one_order(qty)}; }
    /// reduce(qty), or remove(qty) when that is all of the order: without a branch.
    [[nodiscard]] static constexpr LevelChange take(Qty qty, bool is_all) {
        return {reduce(qty).word - (is_all ? 1U : 0U)};
    }

    [[nodiscard]] constexpr LevelTotals applied_to(LevelTotals totals) const {
        totals.word_ += word;
        return totals;
    }

  private:
    [[nodiscard]] static constexpr std::uint64_t one_order(Qty qty) {
        return (std::uint64_t{qty.value} << LevelTotals::kQtyShift) + 1;
    }
};

struct LevelEntry {
    std::int64_t rank = 0;
    LevelTotals totals;

    friend constexpr bool operator==(const LevelEntry&, const LevelEntry&) = default;
};

/// A Cursor is valid until the next insert or erase. set() and erase() need one that has a level,
/// insert() one that has none, and entry.rank the rank it was found for.
template <class Levels>
concept LevelContainer =
    requires(Levels levels, const Levels& view, const LevelBounds& bounds, std::int64_t rank,
             typename Levels::Cursor cursor, const LevelEntry& entry, LevelTotals totals) {
        { Levels::create(bounds) } -> std::same_as<Expected<Levels>>;
        { view.size() } noexcept -> std::same_as<std::size_t>;
        /// Empty totals when there is none.
        { view.best() } noexcept -> std::same_as<LevelEntry>;
        { view.level(rank) } noexcept -> std::same_as<LevelTotals>;
        /// visit(const LevelEntry&), best first, until it returns false.
        view.visit_from_best([](const LevelEntry&) { return true; });
        { levels.find(rank) } noexcept -> std::same_as<typename Levels::Cursor>;
        { cursor.is_there } -> std::convertible_to<bool>;
        /// Empty where there is no level.
        { levels.totals(cursor) } noexcept -> std::same_as<LevelTotals>;
        /// False when the side is full.
        { levels.insert(cursor, entry) } noexcept -> std::same_as<bool>;
        { levels.set(cursor, totals) } noexcept;
        { levels.erase(cursor) } noexcept;
    };

}  // namespace hotpath::book
