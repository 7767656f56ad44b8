#pragma once
/// ReferenceTrading: the trading of ReferenceVenueMatcher, in the simplest way.
///
/// Threads: one owner. Allocation: everywhere. Complexity: O(open orders) a trade.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "hotpath/match/venue_events.hpp"
#include "tests/reference/reference_orders.hpp"

namespace hotpath::match {

class ReferenceTrading : public ReferenceOrders {
  public:
    using ReferenceOrders::ReferenceOrders;

  protected:
    template <class Listener>
    void submit_new(const NewOrder& order, const Conditions& asked, Listener& listener) {
        Order incoming{order, asked, order.id, standing_of(asked), order.qty, {}};
        submit(incoming, listener);
        run_until_idle(order.instrument, listener);
    }

    template <class Listener>
    void submit(Order& order, Listener& listener) {
        State& state = states_[order.order.instrument];
        const bool waits =
            order.standing == Standing::Stopped || order.standing == Standing::Crossing;
        if (waits || state.phase != Phase::Continuous) {
            return rest(order, listener);
        }
        const Side side = order.order.side;
        const PegReference reference = reference_of(order.order.instrument);
        std::optional<Price> limit = price_of(order, reference);
        if (limit && state.bands.is_beyond(side, *limit)) {
            if (order.order.type == OrderType::Limit && order.standing != Standing::Pegged) {
                return drop(order, CancelReason::PriceBand, listener);
            }
            limit = state.bands.limit_of(side);
        }
        const auto counterpart = [&]() -> std::optional<std::size_t> {
            const auto at = best(order.order.instrument, opposite(side), trades, reference);
            const bool meets =
                at && limit && crosses(side, *limit, *price_of(orders_[*at], reference));
            return meets ? at : std::nullopt;
        };
        if (order.asked.is_post_only && counterpart()) {
            return drop(order, CancelReason::PostOnly, listener);
        }
        if (order.asked.min_qty != Qty{}) {
            if (const auto reason = refusal_of_minimum(order, limit, reference)) {
                return drop(order, *reason, listener);
            }
        }
        for (auto at = counterpart(); at && order.leaves_qty != Qty{}; at = counterpart()) {
            meet(order, *at, *price_of(orders_[*at], reference), listener);
        }
        if (order.leaves_qty == Qty{}) {
            return;
        }
        const bool may_rest =
            order.order.type == OrderType::Limit && order.order.time_in_force == TimeInForce::Day;
        may_rest ? rest(order, listener) : drop(order, CancelReason::Immediate, listener);
    }

    /// Tried on a copy of the orders: an order of its owner that it meets before the minimum has
    /// traded refuses it, unless that one would be canceled.
    [[nodiscard]] std::optional<CancelReason> refusal_of_minimum(
        const Order& order, std::optional<Price> limit, const PegReference& reference) const {
        ReferenceTrading trial = *this;
        Order incoming = order;
        NullVenueListener unheard;
        unheard.last_place = ~std::uint64_t{0} >> 1U;  // behind every order
        const Qty left_at_minimum =
            order.leaves_qty - std::min(order.leaves_qty, order.asked.min_qty);
        while (limit && incoming.leaves_qty > left_at_minimum) {
            const auto at =
                trial.best(order.order.instrument, opposite(order.order.side), trades, reference);
            if (!at ||
                !crosses(order.order.side, *limit, *price_of(trial.orders_[*at], reference))) {
                return CancelReason::MinQty;
            }
            const bool is_own = order.asked.owner != OwnerId{} &&
                                order.asked.owner == trial.orders_[*at].asked.owner;
            if (is_own && order.asked.self_trade != SelfTrade::CancelOldest) {
                return CancelReason::SelfTrade;
            }
            trial.meet(incoming, *at, *price_of(trial.orders_[*at], reference), unheard);
        }
        return limit ? std::nullopt : std::optional(CancelReason::MinQty);
    }

    /// An incoming order and the next resting one: they trade, unless both are one owner's.
    template <class Listener>
    void meet(Order& incoming, std::size_t at, Price price, Listener& listener) {
        Order& resting = orders_[at];
        const Qty qty = std::min(incoming.leaves_qty, resting.leaves_qty);
        const Conditions& asked = incoming.asked;
        if (asked.owner == OwnerId{} || asked.owner != resting.asked.owner) {
            return execute(incoming, at, price, listener);
        }
        listener.on_trade_prevented(
            {incoming.order.id, resting.order.id, resting.standing, asked.self_trade, price, qty});
        if (asked.self_trade == SelfTrade::CancelOldest) {
            return remove(at, CancelReason::SelfTrade, listener);
        }
        if (asked.self_trade == SelfTrade::Decrement) {
            lose(at, qty, listener);
        }
        if (asked.self_trade == SelfTrade::CancelNewest || qty == incoming.leaves_qty) {
            return drop(incoming, CancelReason::SelfTrade, listener);
        }
        listener.on_incoming_reduced({entered(incoming), qty, CancelReason::SelfTrade});
        incoming.leaves_qty -= qty;
    }

    template <class Listener>
    void execute(Order& incoming, std::size_t at, Price price, Listener& listener) {
        Order& resting = orders_[at];
        const Order before = resting;
        const Qty qty = std::min(incoming.leaves_qty, resting.leaves_qty);
        incoming.leaves_qty -= qty;
        resting.leaves_qty -= qty;
        states_[incoming.order.instrument].trades.push_back(price);
        const Execution execution{resting.order.id,
                                  incoming.order.id,
                                  before.order.instrument,
                                  before.order.side,
                                  price,
                                  qty,
                                  resting.leaves_qty,
                                  incoming.leaves_qty,
                                  before.order.tag};
        if (is_plain(before)) {
            listener.on_executed(execution);
        } else {
            listener.on_held_executed(execution, held(before));
        }
        go_on(at, listener);
    }

    /// Decremented, without a trade.
    template <class Listener>
    void lose(std::size_t at, Qty qty, Listener& listener) {
        Order& order = orders_[at];
        if (qty == order.leaves_qty && order.reserve_qty == Qty{}) {
            return remove(at, CancelReason::SelfTrade, listener);
        }
        const Order before = order;
        order.leaves_qty -= qty;
        listener.on_held_reduced(
            {held(before), qty, is_displayed(before) ? qty : Qty{}, CancelReason::SelfTrade});
        go_on(at, listener);
    }

    /// An order with nothing left at its place shows more of its reserve, or ends.
    template <class Listener>
    void go_on(std::size_t at, Listener& listener) {
        Order& order = orders_[at];
        if (order.leaves_qty != Qty{}) {
            return;
        }
        if (order.reserve_qty == Qty{}) {
            return erase(at);
        }
        order.place = listener.next_place();
        order.leaves_qty = std::min(order.asked.display_qty, order.reserve_qty);
        order.reserve_qty -= order.leaves_qty;
        listener.on_refreshed(held(order));
    }

    template <class Listener>
    void rest(const Order& order, Listener& listener) {
        Order& resting = orders_.emplace_back(order);
        if (order.standing != Standing::Displayed) {
            return listener.on_held(held(order));
        }
        if (order.asked.display_qty != Qty{}) {
            resting.leaves_qty = std::min(order.leaves_qty, order.asked.display_qty);
            resting.reserve_qty = order.leaves_qty - resting.leaves_qty;
        }
        listener.on_added(view(resting));
    }

    template <class Listener>
    void drop(Order& order, CancelReason reason, Listener& listener) {
        listener.on_canceled({entered(order), order.leaves_qty, reason});
        order.leaves_qty = {};
    }

    template <class Listener>
    void remove(std::size_t at, CancelReason reason, Listener& listener) {
        const Order order = orders_[at];
        erase(at);
        if (is_plain(order)) {
            return listener.on_canceled({view(order), order.leaves_qty, reason});
        }
        listener.on_held_canceled({held(order), order.leaves_qty + order.reserve_qty,
                                   is_displayed(order) ? order.leaves_qty : Qty{}, reason});
    }

    template <class Listener>
    void run_until_idle(InstrumentId instrument, Listener& listener) {
        State& state = states_[instrument];
        if (state.phase == Phase::Continuous) {
            do {
                while (trade_unshown(instrument, listener)) {
                }
            } while (trigger_next(instrument, listener));
        }
        LimitState now = LimitState::None;
        if (state.phase == Phase::Continuous && state.bands.are_set()) {
            const auto bid = best(instrument, Side::Buy, is_displayed, {});
            const auto ask = best(instrument, Side::Sell, is_displayed, {});
            if (bid && limit(*bid) == state.bands.upper) {
                now = LimitState::BidAtUpper;
            } else if (ask && limit(*ask) == state.bands.lower) {
                now = LimitState::AskAtLower;
            }
        }
        if (now != state.limit_state) {
            state.limit_state = now;
            listener.on_limit_state(instrument, now);
        }
    }

    /// One step between two that a moved peg brought together.
    template <class Listener>
    bool trade_unshown(InstrumentId instrument, Listener& listener) {
        const PegReference reference = reference_of(instrument);
        const auto buy = best(instrument, Side::Buy, is_unshown, reference);
        const auto sell = best(instrument, Side::Sell, is_unshown, reference);
        if (!buy || !sell ||
            *price_of(orders_[*buy], reference) < *price_of(orders_[*sell], reference)) {
            return false;
        }
        const bool is_buy_newer = orders_[*buy].place > orders_[*sell].place;
        const OrderId newer = orders_[is_buy_newer ? *buy : *sell].order.id;
        const OrderId older = orders_[is_buy_newer ? *sell : *buy].order.id;
        const Price price = *price_of(orders_[*find(older)], reference);
        const Conditions asked = orders_[*find(newer)].asked;
        const Qty qty = std::min(orders_[*buy].leaves_qty, orders_[*sell].leaves_qty);
        if (asked.owner == OwnerId{} || asked.owner != orders_[*find(older)].asked.owner) {
            Order incoming = orders_[*find(newer)];
            execute(incoming, *find(older), price, listener);
            orders_[*find(newer)].leaves_qty = incoming.leaves_qty;
            go_on(*find(newer), listener);
            return true;
        }
        listener.on_trade_prevented(
            {newer, older, orders_[*find(older)].standing, asked.self_trade, price, qty});
        if (asked.self_trade == SelfTrade::CancelNewest) {
            remove(*find(newer), CancelReason::SelfTrade, listener);
        } else if (asked.self_trade == SelfTrade::CancelOldest) {
            remove(*find(older), CancelReason::SelfTrade, listener);
        } else {
            lose(*find(older), qty, listener);
            lose(*find(newer), qty, listener);
        }
        return true;
    }

    template <class Listener>
    bool trigger_next(InstrumentId instrument, Listener& listener) {
        State& state = states_[instrument];
        const auto is_reached = [&](const Order& order) {
            return order.standing == Standing::Stopped && order.order.instrument == instrument &&
                   std::ranges::any_of(state.trades, [&](Price trade) {
                       return crosses(order.order.side, trade, order.asked.stop_price);
                   });
        };
        std::optional<Order> first[2];  // per side: the nearest stop price, then the first
        for (const Order& order : orders_) {
            std::optional<Order>& of_side = first[side_index(order.order.side)];
            const auto rank = [](const Order& stop) {
                return std::tuple(sign(stop.order.side) * stop.asked.stop_price.value, stop.place);
            };
            if (is_reached(order) && (!of_side || rank(order) < rank(*of_side))) {
                of_side = order;
            }
        }
        if (!first[0] && !first[1]) {
            state.trades.clear();
            return false;
        }
        const bool is_buy = first[0] && (!first[1] || first[0]->place < first[1]->place);
        Order order = is_buy ? *first[0] : *first[1];
        listener.on_triggered(held(order));
        erase(*find(order.order.id));
        order.place = listener.next_place();
        order.asked.stop_price = {};
        order.standing = standing_of(order.asked);
        submit(order, listener);
        return true;
    }

    template <class Listener>
    Qty trade_in_cross(std::size_t buy, std::size_t sell, Price price, Listener& listener) {
        Order& buyer = orders_[buy];
        Order& seller = orders_[sell];
        const Qty qty = std::min(buyer.leaves_qty, seller.leaves_qty);
        buyer.leaves_qty -= qty;
        seller.leaves_qty -= qty;
        const auto party = [](const Order& order) {
            return CrossParty{order.order.id, order.place, order.standing, order.leaves_qty,
                              order.order.tag};
        };
        const OrderId seller_id = seller.order.id;
        listener.on_crossed({buyer.order.instrument, price, qty, party(buyer), party(seller)});
        go_on(buy, listener);
        go_on(*find(seller_id), listener);
        return qty;
    }
};

}  // namespace hotpath::match
