#pragma once
/// The orders of a session, derived from its replies: which are open, the number of
/// the next one, how many were rejected.
///
///   orders.on_open(3, {.side = 'B', .open_qty = 100, ...});   orders.open().at(3).open_qty
///
/// A reader of each protocol reports the contents of its replies to it. Threads: the caller's. Allocation: nodes.
/// Complexity: O(log orders) a reply.

#include <algorithm>
#include <cstdint>
#include <map>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::order_entry {

struct OpenOrder {
    char side = 'B';  // of OUCH
    std::uint32_t open_qty = 0;
    Symbol symbol{};
    Price price{};
};

/// Complete when it has every reply of the session, the first included.
class OrderBookkeeping {
  public:
    [[nodiscard]] const std::map<std::uint32_t, OpenOrder>& open() const { return open_; }
    /// Shares of it that are open; 0 also of an order that is not.
    [[nodiscard]] std::uint32_t open_qty(std::uint32_t number) const {
        const auto order = open_.find(number);
        return order == open_.end() ? 0 : order->second.open_qty;
    }
    [[nodiscard]] std::uint32_t next_number() const { return next_number_; }
    [[nodiscard]] std::uint64_t rejected() const { return rejected_; }

    void on_open(std::uint32_t number, const OpenOrder& order) {
        open_[number] = order;
        on_left(number, order.open_qty);
    }
    void on_replaced(std::uint32_t original) { open_.erase(original); }
    void on_taken(std::uint32_t number, std::uint32_t qty) {
        const std::uint32_t before = open_qty(number);
        on_left(number, before - std::min(qty, before));
    }
    void on_left(std::uint32_t number, std::uint32_t qty) {
        if (const auto order = open_.find(number); order != open_.end()) {
            order->second.open_qty = qty;
            if (qty == 0) {
                open_.erase(order);
            }
        }
    }
    void on_modified(std::uint32_t number, char side, std::uint32_t qty) {
        if (const auto order = open_.find(number); order != open_.end()) {
            order->second.side = side;
            order->second.open_qty = qty;
        }
    }
    void on_rejected() { ++rejected_; }
    void on_next_number(std::uint32_t number) { next_number_ = number; }

  private:
    std::map<std::uint32_t, OpenOrder> open_;  // by number
    std::uint32_t next_number_ = 1;
    std::uint64_t rejected_ = 0;
};

}  // namespace hotpath::order_entry
