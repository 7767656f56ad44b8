#pragma once
/// VectorLevels: one side's levels as a sorted array of 16-byte entries, best first or best last,
/// searched by bisection, by bisection without branches, or one by one from the best.
///
///   best last:  | 98.00 | 99.50 | 99.80 | 99.90 |<- best      what happens here moves little
///
/// Threads: one owner. Allocation: create(). Complexity: the search's, and a move of all levels
/// between the end and the one that comes or goes: O(distance from the best) with the best last,
/// O(distance from the worst) with the best first.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/book/level_container.hpp"

namespace hotpath::book {

/// How many of the ascending keys are below `key`: what every search here answers.
template <class Search>
concept KeySearch = requires(const Search& search, std::size_t count,
                             std::int64_t (*key_at)(std::size_t), std::int64_t key) {
    { search(count, key_at, key) } -> std::same_as<std::size_t>;
};

/// Like std::lower_bound: a branch a step, mispredicted every other time.
struct Bisection {
    [[nodiscard]] std::size_t operator()(std::size_t count, auto key_at, std::int64_t key) const {
        std::size_t first = 0;
        while (count > 0) {
            const std::size_t half = count / 2;
            if (key_at(first + half) < key) {
                first += half + 1;
                count -= half + 1;
            } else {
                count = half;
            }
        }
        return first;
    }
};

/// As many steps for every key, none of which depends on a prediction.
struct BranchlessBisection {
    [[nodiscard]] std::size_t operator()(std::size_t count, auto key_at, std::int64_t key) const {
        std::size_t first = 0;
        while (count > 0) {
            const std::size_t half = count / 2;
            // The product makes GCC add instead of branch.
            first += static_cast<std::size_t>(key_at(first + half) < key) * (count - half);
            count = half;
        }
        return first;
    }
};

/// From the highest key down.
struct LinearFromLast {
    [[nodiscard]] std::size_t operator()(std::size_t count, auto key_at, std::int64_t key) const {
        while (count > 0 && key_at(count - 1) >= key) {
            --count;
        }
        return count;
    }
};

enum class BestAt : std::uint8_t { Front, Back };

template <BestAt Best, class Search>
class VectorLevels {
  public:
    struct Cursor {
        std::size_t at = 0;  // of the level, or where it belongs
        bool is_there = false;
    };

    [[nodiscard]] static Expected<VectorLevels> create(const LevelBounds& bounds) {
        return VectorLevels(bounds);
    }

    [[nodiscard]] std::size_t size() const noexcept { return levels_.size(); }
    [[nodiscard]] LevelEntry best() const noexcept {
        if (levels_.empty()) {
            return {};
        }
        return Best == BestAt::Front ? levels_.front() : levels_.back();
    }
    [[nodiscard]] LevelTotals level(std::int64_t rank) const noexcept {
        return totals(cursor_of(rank));
    }
    template <class Visitor>
    void visit_from_best(Visitor&& visit) const {
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            const std::size_t at = Best == BestAt::Front ? i : levels_.size() - 1 - i;
            if (!visit(levels_[at])) {
                return;
            }
        }
    }

    [[nodiscard]] Cursor find(std::int64_t rank) noexcept { return cursor_of(rank); }
    [[nodiscard]] LevelTotals totals(const Cursor& cursor) const noexcept {
        return cursor.is_there ? levels_[cursor.at].totals : LevelTotals{};
    }
    /// For an existing level, until the next insert or erase.
    [[nodiscard]] LevelTotals* totals_at(const Cursor& cursor) noexcept {
        return &levels_[cursor.at].totals;
    }
    [[nodiscard]] bool insert(const Cursor& cursor, const LevelEntry& entry) noexcept {
        if (levels_.size() == levels_max_) {
            return false;
        }
        levels_.insert(iterator_at(cursor), entry);
        return true;
    }
    void set(const Cursor& cursor, LevelTotals totals) noexcept {
        levels_[cursor.at].totals = totals;
    }
    void erase(const Cursor& cursor) noexcept { levels_.erase(iterator_at(cursor)); }

  private:
    explicit VectorLevels(const LevelBounds& bounds) : levels_max_(bounds.levels_max) {
        levels_.reserve(levels_max_);
    }

    /// Ascends along the array.
    [[nodiscard]] static std::int64_t key_of(std::int64_t rank) noexcept {
        return Best == BestAt::Front ? -rank : rank;
    }
    [[nodiscard]] Cursor cursor_of(std::int64_t rank) const noexcept {
        const LevelEntry* const levels = levels_.data();
        const std::size_t at = Search{}(
            levels_.size(), [levels](std::size_t i) { return key_of(levels[i].rank); },
            key_of(rank));
        return {.at = at, .is_there = at < levels_.size() && levels[at].rank == rank};
    }
    [[nodiscard]] auto iterator_at(const Cursor& cursor) noexcept {
        return levels_.begin() + static_cast<std::ptrdiff_t>(cursor.at);
    }

    std::size_t levels_max_;
    std::vector<LevelEntry> levels_;  // never beyond the capacity reserved
};

/// In the order of the talk.
using BestFirstLevels = VectorLevels<BestAt::Front, Bisection>;
using BestLastLevels = VectorLevels<BestAt::Back, Bisection>;
using BranchlessLevels = VectorLevels<BestAt::Back, BranchlessBisection>;
using LinearLevels = VectorLevels<BestAt::Back, LinearFromLast>;
static_assert(LevelContainer<BestFirstLevels> && LevelContainer<BestLastLevels> &&
              LevelContainer<BranchlessLevels> && LevelContainer<LinearLevels>);

}  // namespace hotpath::book
