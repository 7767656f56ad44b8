#include "hotpath/book/l2_book.hpp"

#include <algorithm>

namespace hotpath::book {

L2Book::L2Book(std::uint32_t levels_max_per_side) : levels_max_(levels_max_per_side) {
    for (Levels& levels : sides_) {
        levels.reserve(levels_max_);
    }
}

Level L2Book::best(Side side) const noexcept {
    return levels_of(side).empty() ? Level{} : levels_of(side).back();
}

std::size_t L2Book::depth(Side side, std::span<Level> levels) const noexcept {
    const Levels& all = levels_of(side);
    const std::size_t count = std::min(levels.size(), all.size());
    std::copy_n(all.rbegin(), count, levels.begin());
    return count;
}

Level L2Book::level(LevelKey key) const noexcept {
    const std::size_t at = position(key);
    return has_level(key, at) ? levels_of(key.side)[at] : Level{.price = key.price};
}

bool L2Book::set_level(Side side, const Level& level) noexcept {
    const LevelKey key{.side = side, .price = level.price};
    const std::size_t at = position(key);
    Levels& levels = levels_of(side);
    const auto place = levels.begin() + static_cast<std::ptrdiff_t>(at);
    if (has_level(key, at)) {
        if (level.qty == TotalQty{}) {
            levels.erase(place);
        } else {
            *place = level;
        }
        return true;
    }
    if (level.qty == TotalQty{}) {
        return true;
    }
    if (levels.size() == levels_max_) {
        return false;
    }
    levels.insert(place, level);
    return true;
}

bool L2Book::add(LevelKey key, Qty qty) noexcept {
    if (qty.value == 0) {
        return false;
    }
    Level changed = level(key);
    changed.qty += qty;
    ++changed.orders;
    return set_level(key.side, changed);
}

bool L2Book::reduce(LevelKey key, Qty qty) noexcept {
    Level changed = level(key);
    if (changed.qty.value <= qty.value) {
        return false;
    }
    changed.qty -= qty;
    return set_level(key.side, changed);
}

bool L2Book::remove(LevelKey key, Qty qty) noexcept {
    Level changed = level(key);
    const bool is_last_order = changed.orders == 1;
    const bool is_all_qty = changed.qty.value == qty.value;
    if (changed.qty.value < qty.value || changed.orders == 0 || is_last_order != is_all_qty) {
        return false;
    }
    changed.qty -= qty;
    --changed.orders;
    return set_level(key.side, changed);
}

/// Where a level of this price is or belongs: behind all worse ones.
std::size_t L2Book::position(LevelKey key) const noexcept {
    const Levels& levels = levels_of(key.side);
    std::size_t at = levels.size();
    while (at > 0 && !is_better(key.side, key.price, levels[at - 1].price)) {
        --at;
    }
    return at;
}

bool L2Book::has_level(LevelKey key, std::size_t at) const noexcept {
    const Levels& levels = levels_of(key.side);
    return at < levels.size() && levels[at].price == key.price;
}

}  // namespace hotpath::book
