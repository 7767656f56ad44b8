#pragma once
/// LevelPool: the price levels of all books, one cache line each, with an intrusive free list.
///
/// An order points at its level, so that an execution, a reduction or a delete searches nothing.
/// Index is a template parameter so that a test can run the pool to the end of a small index type.
/// Threads: one owner. Allocation: none after construction. Complexity: O(1).

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/core/prefetch.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::book {

/// One price of one side and the ends of its queue (slots of the order table).
struct alignas(kCacheLine) LevelRecord {
    Price price{};
    TotalQty qty{};
    OrderId id_max{};  // no order of the level has a higher id; the one that had it may be gone
    std::uint32_t orders = 0;
    std::uint32_t head = 0;
    std::uint32_t tail = 0;
    InstrumentId instrument{};
    Side side = Side::Buy;
};
static_assert(sizeof(LevelRecord) == kCacheLine);

template <class Index = std::uint32_t>
class LevelPool {
  public:
    static constexpr Index kNone = std::numeric_limits<Index>::max();

    LevelPool(Arena& arena, Index levels_max) : levels_(arena.allocate<LevelRecord>(levels_max)) {}

    [[nodiscard]] static std::size_t arena_bytes(Index levels_max) {
        return Arena::bytes_for<LevelRecord>(levels_max);
    }

    [[nodiscard]] Index in_use() const noexcept { return in_use_; }
    [[nodiscard]] LevelRecord& operator[](Index level) noexcept { return levels_[level]; }
    [[nodiscard]] const LevelRecord& operator[](Index level) const noexcept {
        return levels_[level];
    }

    void prefetch(Index level) const noexcept { prefetch_for_write(&levels_[level]); }

    /// The level that acquire() will give.
    void prefetch_next() const noexcept {
        const Index next = free_ != kNone ? free_ : used_;
        if (next < levels_.size()) {
            prefetch(next);
        }
    }

    /// A level to fill, or kNone when all are in use.
    [[nodiscard]] Index acquire() noexcept {
        Index level = free_;
        if (level != kNone) {
            free_ = static_cast<Index>(levels_[level].head);
        } else if (used_ < levels_.size()) {
            level = used_++;
        } else {
            return kNone;
        }
        ++in_use_;
        return level;
    }

    void release(Index level) noexcept {
        HOTPATH_ASSERT_HOT(in_use_ > 0, "more levels released than acquired");
        levels_[level].orders = 0;
        levels_[level].head = free_;
        free_ = level;
        --in_use_;
    }

  private:
    std::span<LevelRecord> levels_;
    // free_ and in_use_ change together: GCC stores neighbours as a vector, which takes longer to make.
    Index in_use_ = 0;
    Index used_ = 0;  // never handed out yet: this one and all above
    Index free_ = kNone;
};

}  // namespace hotpath::book
