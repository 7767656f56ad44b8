#include "hotpath/capture/lobster_orders.hpp"

namespace hotpath::capture {

std::optional<LobsterOrder> LobsterOrders::find(OrderId id) const {
    const auto found = orders_.find(id.value);
    return found == orders_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<LobsterOrder> LobsterOrders::front(Side side) const {
    const Levels& levels = levels_[static_cast<std::size_t>(side)];
    return levels.empty() ? std::nullopt : find(OrderId{*levels.begin()->second.begin()});
}

std::optional<OrderId> LobsterOrders::forgotten_against(Side side, Price price) const {
    const auto first = front(opposite(side));
    return first && crosses(side, price, first->price) ? std::optional(first->id) : std::nullopt;
}

std::optional<OrderId> LobsterOrders::forgotten_before(const LobsterOrder& executed) const {
    const auto first = front(executed.side);
    if (!first) {
        return std::nullopt;
    }
    const bool is_before = is_better(executed.side, first->price, executed.price) ||
                           (first->price == executed.price && first->id < executed.id);
    return is_before ? std::optional(first->id) : std::nullopt;
}

void LobsterOrders::add(const LobsterOrder& order) {
    remove(order.id);
    orders_.emplace(order.id.value, order);
    levels_[static_cast<std::size_t>(order.side)][rank(order.side, order.price)].insert(
        order.id.value);
}

void LobsterOrders::reduce(OrderId id, Qty qty) {
    const auto found = orders_.find(id.value);
    if (found == orders_.end()) {
        return;
    }
    if (found->second.leaves_qty <= qty) {
        return remove(id);
    }
    found->second.leaves_qty -= qty;
}

void LobsterOrders::remove(OrderId id) {
    const auto found = orders_.find(id.value);
    if (found == orders_.end()) {
        return;
    }
    Levels& levels = levels_[static_cast<std::size_t>(found->second.side)];
    const auto level = levels.find(rank(found->second.side, found->second.price));
    level->second.erase(id.value);
    if (level->second.empty()) {
        levels.erase(level);
    }
    orders_.erase(found);
}

}  // namespace hotpath::capture
