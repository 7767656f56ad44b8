#pragma once
/// Mdp3Levels: which price a level's number is, and its id in the books.
///
///   number     1    2    3              New at 2       1    2    3    4      Delete at 1
///   price     502  501  499    ──>       ...          502 501.5 501  499    ──>   501.5 501 499
///
/// CME's books by price speak of levels by number, which move when a level comes or goes. In the
/// books a level is one order, which stays while its number changes: its id is the instrument, the
/// side and a slot that goes with the level. Implied levels are kept in separate tables and are
/// never in the books. Threads: one owner. Allocation: the constructor. Complexity: O(depth) an
/// entry. Source: CME Group, MDP 3.0 Market by Price, Multiple Depth Book.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::feed {

struct Mdp3Level {
    Price price{};
    Qty qty{};
    std::uint32_t orders = 0;
    std::uint8_t slot = 0;     // of its id in the books
    bool is_known = false;     // false: natural refresh has not come to it
    bool is_in_books = false;  // false: unknown, implied, or the books cannot have it
};

/// One side of one instrument, by number.
class Mdp3LevelSide {
  public:
    static constexpr std::size_t kDepthMax = 10;

    Mdp3LevelSide() noexcept {
        for (std::size_t i = 0; i < kDepthMax; ++i) {
            levels_[i].slot = static_cast<std::uint8_t>(i);
        }
    }

    /// From the best.
    [[nodiscard]] std::span<const Mdp3Level> levels() const noexcept {
        return std::span(levels_).first(count_);
    }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
    [[nodiscard]] bool has(std::size_t number) const noexcept {
        return number - 1 < count_;  // 0 wraps around
    }
    /// A new level may be the last, or among the others.
    [[nodiscard]] bool may_insert(std::size_t number) const noexcept {
        return number - 1 < depth_ && number - 1 <= count_;
    }
    [[nodiscard]] bool is_full() const noexcept { return count_ == depth_; }
    /// Every level is known.
    [[nodiscard]] bool is_whole() const noexcept {
        return std::ranges::all_of(levels(), &Mdp3Level::is_known);
    }

    /// For a number that it has.
    [[nodiscard]] Mdp3Level& at(std::size_t number) noexcept { return levels_[number - 1]; }
    [[nodiscard]] Mdp3Level& last() noexcept { return levels_[count_ - 1]; }

    /// The levels from `number` on move down; of a full side the last is given up, and must have
    /// left the books. The new one is unknown.
    Mdp3Level& insert(std::size_t number) noexcept {
        const std::size_t end = count_ < depth_ ? ++count_ : count_;
        std::rotate(levels_.begin() + static_cast<std::ptrdiff_t>(number) - 1,
                    levels_.begin() + static_cast<std::ptrdiff_t>(end) - 1,
                    levels_.begin() + static_cast<std::ptrdiff_t>(end));
        return forget(at(number));
    }
    /// The levels after `number`, which has left the books, move up.
    void remove(std::size_t number) noexcept {
        std::rotate(levels_.begin() + static_cast<std::ptrdiff_t>(number) - 1,
                    levels_.begin() + static_cast<std::ptrdiff_t>(number),
                    levels_.begin() + static_cast<std::ptrdiff_t>(count_));
        forget(last());
        count_ -= is_open_ ? 0U : 1U;
    }
    /// Forgets the levels from `number` on, which have left the books.
    void cut(std::size_t number) noexcept {
        while (count_ >= number) {
            forget(last());
            --count_;
        }
        is_open_ = false;
    }

    /// Natural refresh: no level is known, not even how many there are.
    void begin_refresh() noexcept {
        cut(1);
        count_ = depth_;
        is_open_ = true;
    }
    /// The levels are those of the venue.
    void end_refresh() noexcept { is_open_ = false; }

    /// A definition that comes again with another depth counts once the side is empty.
    void set_depth(std::size_t depth) noexcept {
        depth_ = count_ == 0 ? std::clamp<std::size_t>(depth, 1, kDepthMax) : depth_;
    }

  private:
    static Mdp3Level& forget(Mdp3Level& level) noexcept { return level = {.slot = level.slot}; }

    std::array<Mdp3Level, kDepthMax> levels_;  // the slots are a permutation
    std::size_t count_ = 0;
    std::size_t depth_ = kDepthMax;
    bool is_open_ = false;  // levels may be there that were never sent
};

/// Levels of the instrument's own orders, or implied by those of others.
enum class Mdp3LevelKind : std::uint8_t { Outright, Implied };

class Mdp3Levels {
  public:
    static constexpr std::size_t kSidesOfInstrument = 4;

    /// 0: no tables, for books by order.
    explicit Mdp3Levels(std::uint16_t instruments_max)
        : sides_((std::size_t{instruments_max} + 1) * kSidesOfInstrument) {}

    [[nodiscard]] Mdp3LevelSide& of(InstrumentId instrument, Side side,
                                    Mdp3LevelKind kind) noexcept {
        return sides_[index(instrument, side, kind)];
    }
    [[nodiscard]] const Mdp3LevelSide& of(
        InstrumentId instrument, Side side,
        Mdp3LevelKind kind = Mdp3LevelKind::Outright) const noexcept {
        return sides_[index(instrument, side, kind)];
    }
    /// The id in the books of a level's order.
    [[nodiscard]] static constexpr OrderId id_of(InstrumentId instrument, Side side,
                                                 const Mdp3Level& level) noexcept {
        return {std::uint64_t{instrument.value} << 48U |
                std::uint64_t{side == Side::Sell ? 1U : 0U} << 8U | level.slot};
    }
    /// Sets both sides.
    void set_depth(InstrumentId instrument, Mdp3LevelKind kind, std::size_t depth) noexcept {
        of(instrument, Side::Buy, kind).set_depth(depth);
        of(instrument, Side::Sell, kind).set_depth(depth);
    }
    /// visit(Mdp3LevelSide&) for all four of an instrument.
    void for_each_side(InstrumentId instrument, auto&& visit) noexcept {
        for (std::size_t i = 0; i < kSidesOfInstrument; ++i) {
            visit(sides_[std::size_t{instrument.value} * kSidesOfInstrument + i]);
        }
    }
    /// The books are empty.
    void remove_all() noexcept {
        for (Mdp3LevelSide& side : sides_.items()) {
            side.cut(1);
        }
    }

  private:
    [[nodiscard]] static std::size_t index(InstrumentId instrument, Side side,
                                           Mdp3LevelKind kind) noexcept {
        return std::size_t{instrument.value} * kSidesOfInstrument +
               (kind == Mdp3LevelKind::Implied ? 2U : 0U) + (side == Side::Sell ? 1U : 0U);
    }

    FixedArray<Mdp3LevelSide> sides_;
};

}  // namespace hotpath::feed
