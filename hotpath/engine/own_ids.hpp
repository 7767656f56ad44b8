#pragma once
/// OwnIds: the ids that our open orders have in the books, where they are not those of order entry.
///
///   reply   OrderID 7 is ours ──────> under which id do the books have 7? none yet: 0
///   feed    OrderID 7 has this id ──> whose is 7 now? its record and its place in the queue follow
///
/// In MDP 3.0 by order an id in the books is a priority, which a replaced order loses; over iLink 3
/// it keeps its OrderID. Over OUCH and FIX the number in the replies is the priority at our venue. A
/// replacement that the feed has not shown yet has no id: its predecessor has. With any other feed
/// nothing is done. Part of Engine, and its friend. Threads: the engine's. Allocation: none.
/// Complexity: O(1).

#include <concepts>

#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"

namespace hotpath::engine {

/// A feed that may name an order otherwise than order entry does.
template <class F>
concept RenamingFeed = requires(const F& feed, InstrumentId instrument, OrderId id) {
    { feed.renames_orders() } noexcept -> std::same_as<bool>;
    // By the number that replacements keep; 0: not in the books.
    { feed.id_in_books(id) } noexcept -> std::same_as<OrderId>;
    // By a number that is another one for each replacement.
    { F::id_of_priority(instrument, id) } noexcept -> std::same_as<OrderId>;
};

template <class Engine>
class OwnIds {
  public:
    /// After each reply about order `id`, when our record has it.
    [[gnu::always_inline]] static void on_report(Engine& engine, ClOrdId id) noexcept {
        if constexpr (RenamingFeed<typename Engine::Feed>) {
            if (engine.feed_.renames_orders()) [[unlikely]] {
                follow(engine, id);
            }
        }
        engine.places_.on_report(id, engine.orders(), engine.books());
    }
    /// The feed has added or changed the order that the venue calls `venue_id`.
    static void on_identity(Engine& engine, OrderId venue_id, OrderId id_in_books) noexcept {
        const ClOrdId holder = engine.gateway_.holder_of(venue_id);
        if (holder != ClOrdId{}) [[unlikely]] {
            show(engine, holder, id_in_books);
            engine.places_.on_report(holder, engine.orders(), engine.books());
        }
    }

  private:
    [[gnu::noinline]] static void follow(Engine& engine, ClOrdId id) noexcept {
        const oms::Order* const order = engine.orders().find(id);
        if (order == nullptr || !order->is_accepted || !is_open(order->state)) {
            return;
        }
        const OrderId venue_id = engine.gateway_.venue_id_of(id);
        show(engine, id,
             venue_id == OrderId{}
                 ? Engine::Feed::id_of_priority(order->instrument, order->venue_id)
                 : shown(engine, *order, engine.feed_.id_in_books(venue_id)));
    }
    /// Under that id the books may still have the order that this one has replaced.
    [[nodiscard]] static OrderId shown(const Engine& engine, const oms::Order& order,
                                       OrderId id) noexcept {
        const oms::Order* const original = engine.orders().find(order.predecessor);
        if (id == OrderId{} || original == nullptr || original->venue_id != id) {
            return id;
        }
        const auto at = engine.books().find(id);
        const bool is_it = at && at->price == order.price && at->leaves_qty == order.leaves_qty;
        return is_it ? id : OrderId{};
    }
    static void show(Engine& engine, ClOrdId id, OrderId id_in_books) noexcept {
        if (const oms::Order* const order = engine.orders().find(id);
            order != nullptr && order->venue_id != id_in_books) {
            engine.gateway_.show(id, id_in_books);
        }
    }
};

}  // namespace hotpath::engine
