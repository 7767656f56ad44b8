#pragma once
/// The orders that a LOBSTER message file has added and not yet taken away: an estimate of the book
/// where no order book file is at hand.
///
/// The message file holds only events at its N best levels, so an order that leaves them may be
/// deleted without an event. Such a forgotten order shows when a later event cannot be while it
/// rests: an execution behind it in its queue, or an order of the other side that would have traded
/// with it. Until then it stays in the book: docs/guide/replay.md says how often the best prices
/// are wrong. Threads: one owner. Allocation: a node an order. Complexity: O(log n).

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "hotpath/capture/lobster.hpp"

namespace hotpath::capture {

class LobsterOrders {
  public:
    /// Empty if it is unknown.
    [[nodiscard]] std::optional<LobsterOrder> find(OrderId id) const;

    /// The order that must be gone if one of this side and price rests now: it would have traded.
    [[nodiscard]] std::optional<OrderId> forgotten_against(Side side, Price price) const;

    /// The order that must be gone if this one is executed now: it was before it in the queue.
    [[nodiscard]] std::optional<OrderId> forgotten_before(const LobsterOrder& executed) const;

    void add(const LobsterOrder& order);
    /// The order is gone when nothing of it is left.
    void reduce(OrderId id, Qty qty);
    void remove(OrderId id);

  private:
    /// Best price first on both sides.
    [[nodiscard]] static std::int64_t rank(Side side, Price price) {
        return -sign(side) * price.value;
    }
    [[nodiscard]] std::optional<LobsterOrder> front(Side side) const;

    using Levels =
        std::map<std::int64_t, std::set<std::uint64_t>>;  // by rank: the ids, first in queue first
    std::unordered_map<std::uint64_t, LobsterOrder> orders_;
    std::array<Levels, 2> levels_;
};

}  // namespace hotpath::capture
