#pragma once
/// BlockLevels: one side's levels as two sorted arrays, best last, the ranks by themselves, so that
/// the search compares eight of them at once, from the best: one vector instruction where the
/// target has such (AVX-512), two or four elsewhere.
///
///   ranks   | none x 8 | 98.00 | 99.50 | 99.80 | 99.90 |<- best
///   totals             | 700,3 | 200,1 | 400,2 | 100,1 |
///
/// Threads: one owner. Allocation: create(). Complexity: O(distance from the best / 8) to find,
/// O(distance from the best) to move.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "hotpath/book/level_container.hpp"

namespace hotpath::book {

class BlockLevels {
  public:
    struct Cursor {
        std::size_t at = 0;  // of the level, or where it belongs
        bool is_there = false;
    };

    [[nodiscard]] static Expected<BlockLevels> create(const LevelBounds& bounds) {
        return BlockLevels(bounds);
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] LevelEntry best() const noexcept {
        return size_ == 0 ? LevelEntry{} : entry_at(size_ - 1);
    }
    [[nodiscard]] LevelTotals level(std::int64_t rank) const noexcept {
        return totals(cursor_of(rank));
    }
    template <class Visitor>
    void visit_from_best(Visitor&& visit) const {
        for (std::size_t at = size_; at > 0; --at) {
            if (!visit(entry_at(at - 1))) {
                return;
            }
        }
    }

    [[nodiscard]] Cursor find(std::int64_t rank) noexcept { return cursor_of(rank); }
    [[nodiscard]] LevelTotals totals(const Cursor& cursor) const noexcept {
        return cursor.is_there ? totals_[cursor.at] : LevelTotals{};
    }
    [[nodiscard]] bool insert(const Cursor& cursor, const LevelEntry& entry) noexcept {
        if (size_ == totals_.size()) {
            return false;
        }
        std::int64_t* const ranks = this->ranks();
        std::move_backward(ranks + cursor.at, ranks + size_, ranks + size_ + 1);
        LevelTotals* const totals = totals_.data();
        std::move_backward(totals + cursor.at, totals + size_, totals + size_ + 1);
        ranks[cursor.at] = entry.rank;
        totals[cursor.at] = entry.totals;
        ++size_;
        return true;
    }
    void set(const Cursor& cursor, LevelTotals totals) noexcept { totals_[cursor.at] = totals; }
    void erase(const Cursor& cursor) noexcept {
        std::int64_t* const ranks = this->ranks();
        std::move(ranks + cursor.at + 1, ranks + size_, ranks + cursor.at);
        LevelTotals* const totals = totals_.data();
        std::move(totals + cursor.at + 1, totals + size_, totals + cursor.at);
        --size_;
    }

  private:
    static constexpr std::size_t kBlock = 8;
    static constexpr std::int64_t kNoRank = std::numeric_limits<std::int64_t>::min();

    explicit BlockLevels(const LevelBounds& bounds)
        : padded_ranks_(kBlock + bounds.levels_max, kNoRank), totals_(bounds.levels_max) {}

    // After a block that is below every rank, so that the search needs no other end.
    [[nodiscard]] std::int64_t* ranks() noexcept { return padded_ranks_.data() + kBlock; }
    [[nodiscard]] const std::int64_t* ranks() const noexcept {
        return padded_ranks_.data() + kBlock;
    }
    [[nodiscard]] LevelEntry entry_at(std::size_t at) const noexcept {
        return {.rank = ranks()[at], .totals = totals_[at]};
    }

    [[nodiscard]] Cursor cursor_of(std::int64_t rank) const noexcept {
        const std::int64_t* const first = ranks();
        const std::int64_t* block = first + size_;
        for (;;) {
            block -= kBlock;
            std::size_t not_below = 0;
            for (std::size_t i = 0; i < kBlock; ++i) {
                not_below += block[i] >= rank ? 1U : 0U;
            }
            if (not_below != kBlock) [[likely]] {
                block += kBlock - not_below;
                break;
            }
        }
        const auto at = static_cast<std::size_t>(block - first);
        return {.at = at, .is_there = at < size_ && *block == rank};
    }

    std::vector<std::int64_t> padded_ranks_;
    std::vector<LevelTotals> totals_;
    std::size_t size_ = 0;
};
static_assert(LevelContainer<BlockLevels>);

}  // namespace hotpath::book
