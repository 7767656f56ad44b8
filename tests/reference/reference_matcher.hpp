#pragma once
/// ReferenceMatcher: the simplest matcher, the reference for Matcher in tests. All open orders are
/// in one unordered vector; the next one is found by a scan. The same commands, events and statuses
/// as Matcher, but no bound on orders, levels or executions. Threads: one owner. Allocation: on
/// every add. Complexity: O(open orders) a command and a trade.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "hotpath/match/types.hpp"

namespace hotpath::match {

class ReferenceMatcher {
  public:
    explicit ReferenceMatcher(std::uint16_t instruments_max) : instruments_max_(instruments_max) {}

    [[nodiscard]] const std::vector<book::OrderView>& orders() const { return orders_; }

    template <class Listener>
    MatchStatus enter(const NewOrder& order, Listener& listener) {
        const bool may_rest =
            order.type == OrderType::Limit && order.time_in_force == TimeInForce::Day;
        if (order.instrument.value == 0 || order.instrument.value > instruments_max_) {
            return MatchStatus::UnknownInstrument;
        }
        if (order.qty.value == 0) {
            return MatchStatus::ZeroQty;
        }
        if (may_rest && find(order.id) != orders_.end()) {
            return MatchStatus::DuplicateOrder;
        }
        if (order.time_in_force == TimeInForce::Fok) {
            return MatchStatus::BadConditions;
        }
        book::OrderView incoming{order.id,    order.instrument, order.side,
                                 order.price, order.qty,        order.tag};
        trade(order, incoming, listener);
        if (incoming.leaves_qty.value == 0) {
            return MatchStatus::Ok;
        }
        if (may_rest) {
            orders_.push_back(incoming);
            listener.on_added(incoming);
        } else {
            listener.on_canceled({incoming, incoming.leaves_qty, CancelReason::Immediate});
        }
        return MatchStatus::Ok;
    }

    template <class Listener>
    MatchStatus cancel(OrderId id, Listener& listener) {
        const auto at = find(id);
        if (at == orders_.end()) {
            return MatchStatus::UnknownOrder;
        }
        const book::OrderView order = *at;
        orders_.erase(at);
        listener.on_canceled({order, order.leaves_qty, CancelReason::Requested});
        return MatchStatus::Ok;
    }

    template <class Listener>
    MatchStatus reduce(OrderId id, Qty qty, Listener& listener) {
        const auto at = find(id);
        if (at == orders_.end()) {
            return MatchStatus::UnknownOrder;
        }
        if (qty.value == 0) {
            return MatchStatus::ZeroQty;
        }
        if (qty >= at->leaves_qty) {
            return cancel(id, listener);
        }
        const book::OrderView order = *at;
        at->leaves_qty -= qty;
        listener.on_reduced({order, qty, CancelReason::Requested});
        return MatchStatus::Ok;
    }

    template <class Listener>
    MatchStatus replace(OrderId original, const book::Replacement& replacement,
                        Listener& listener) {
        const auto at = find(original);
        if (at == orders_.end()) {
            return MatchStatus::UnknownOrder;
        }
        if (replacement.qty.value == 0) {
            return MatchStatus::ZeroQty;
        }
        if (replacement.id != original && find(replacement.id) != orders_.end()) {
            return MatchStatus::DuplicateOrder;
        }
        const book::OrderView before = *at;
        orders_.erase(at);
        listener.on_replaced(before, {replacement.id, before.instrument, before.side,
                                      replacement.price, replacement.qty, replacement.tag});
        return enter({.id = replacement.id,
                      .instrument = before.instrument,
                      .side = before.side,
                      .qty = replacement.qty,
                      .price = replacement.price,
                      .tag = replacement.tag},
                     listener);
    }

    template <class Listener>
    MatchStatus execute_at(const DirectedExecution& execution, Listener& listener) {
        const auto at = find(execution.id);
        if (at == orders_.end()) {
            return MatchStatus::UnknownOrder;
        }
        if (execution.qty.value == 0) {
            return MatchStatus::ZeroQty;
        }
        const book::OrderView order = *at;
        const Qty qty = std::min(execution.qty, order.leaves_qty);
        take(order, qty);
        listener.on_executed({order.id, OrderId{}, order.instrument, order.side, execution.price,
                              qty, order.leaves_qty - qty, Qty{}, order.tag});
        return MatchStatus::Ok;
    }

  private:
    using Orders = std::vector<book::OrderView>;

    [[nodiscard]] Orders::iterator find(OrderId id) {
        return std::ranges::find(orders_, id, &book::OrderView::id);
    }

    [[nodiscard]] static bool is_ahead(const book::OrderView& a, const book::OrderView& b) {
        return a.price == b.price ? a.id < b.id : is_better(a.side, a.price, b.price);
    }

    /// The order of the other side that is ahead of all others there.
    [[nodiscard]] std::optional<book::OrderView> first_against(const NewOrder& order) const {
        std::optional<book::OrderView> first;
        for (const book::OrderView& open : orders_) {
            const bool is_other_side =
                open.instrument == order.instrument && open.side == opposite(order.side);
            if (is_other_side && (!first || is_ahead(open, *first))) {
                first = open;
            }
        }
        return first;
    }

    template <class Listener>
    void trade(const NewOrder& order, book::OrderView& incoming, Listener& listener) {
        while (incoming.leaves_qty.value != 0) {
            const std::optional<book::OrderView> resting = first_against(order);
            if (!resting || (order.type == OrderType::Limit &&
                             !crosses(order.side, order.price, resting->price))) {
                return;
            }
            const Qty qty = std::min(incoming.leaves_qty, resting->leaves_qty);
            take(*resting, qty);
            incoming.leaves_qty -= qty;
            listener.on_executed({resting->id, order.id, order.instrument, resting->side,
                                  resting->price, qty, resting->leaves_qty - qty,
                                  incoming.leaves_qty, resting->tag});
        }
    }

    void take(const book::OrderView& order, Qty qty) {
        const auto at = find(order.id);
        at->leaves_qty -= qty;
        if (at->leaves_qty.value == 0) {
            orders_.erase(at);
        }
    }

    std::uint16_t instruments_max_;
    Orders orders_;
};

}  // namespace hotpath::match
