#pragma once
/// MapLevels: one side's levels in a std::map, best first: the reference of all other containers,
/// and the usual textbook design.
///
/// Threads: one owner. Allocation: a node a level, so never on a hot path. Complexity: O(log n),
/// each step a separate cache line.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

#include "hotpath/book/level_container.hpp"

namespace hotpath::book {

class MapLevels {
    using Map = std::map<std::int64_t, LevelTotals, std::greater<>>;

  public:
    struct Cursor {
        Map::iterator at;  // the level, or the next worse one
        bool is_there = false;
    };

    [[nodiscard]] static Expected<MapLevels> create(const LevelBounds& bounds) {
        return MapLevels(bounds);
    }

    [[nodiscard]] std::size_t size() const noexcept { return levels_.size(); }
    [[nodiscard]] LevelEntry best() const noexcept {
        return levels_.empty() ? LevelEntry{} : entry_of(*levels_.begin());
    }
    [[nodiscard]] LevelTotals level(std::int64_t rank) const noexcept {
        const auto found = levels_.find(rank);
        return found == levels_.end() ? LevelTotals{} : found->second;
    }
    template <class Visitor>
    void visit_from_best(Visitor&& visit) const {
        for (const auto& level : levels_) {
            if (!visit(entry_of(level))) {
                return;
            }
        }
    }

    [[nodiscard]] Cursor find(std::int64_t rank) noexcept {
        const auto at = levels_.lower_bound(rank);
        return {.at = at, .is_there = at != levels_.end() && at->first == rank};
    }
    [[nodiscard]] LevelTotals totals(const Cursor& cursor) const noexcept {
        return cursor.is_there ? cursor.at->second : LevelTotals{};
    }
    [[nodiscard]] bool insert(const Cursor& cursor, const LevelEntry& entry) noexcept {
        if (levels_.size() == levels_max_) {
            return false;
        }
        levels_.emplace_hint(cursor.at, entry.rank, entry.totals);
        return true;
    }
    void set(const Cursor& cursor, LevelTotals totals) noexcept { cursor.at->second = totals; }
    void erase(const Cursor& cursor) noexcept { levels_.erase(cursor.at); }

  private:
    explicit MapLevels(const LevelBounds& bounds) : levels_max_(bounds.levels_max) {}

    [[nodiscard]] static LevelEntry entry_of(const Map::value_type& level) noexcept {
        return {.rank = level.first, .totals = level.second};
    }

    std::size_t levels_max_;
    Map levels_;
};
static_assert(LevelContainer<MapLevels>);

}  // namespace hotpath::book
