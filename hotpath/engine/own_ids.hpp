#pragma once
/// OwnIds: the ids that our open orders have in the books, where they are not those of order entry.
///
///   reply   OrderID 7 is ours ──────> under which id do the books have 7? none yet: 0
///   feed    OrderID 7 has this id ──> whose is 7 now? its record and its place in the queue follow
///
/// A feed's id may be a priority, which a replaced order loses, and order entry's a number that it
/// keeps, or the other way round; the number in the replies may be the priority. Where the feed renames
/// and order entry does not, an order is followed from one id to the next (renamed_orders.hpp). A
/// replacement that the feed has not shown yet has no id: its predecessor has. With levels instead of
/// orders nothing is done. Part of Engine, and its friend. Threads: the engine's. Allocation: none.
/// Complexity: O(1).

#include <concepts>
#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::engine {

/// A feed that may name an order otherwise than order entry does.
template <class F>
concept RenamingFeed = requires(const F& feed, InstrumentId instrument, OrderId id) {
    { feed.renames_orders() } noexcept -> std::same_as<bool>;
    // A replaced order has another id, which on_renamed() says.
    { feed.renames_on_replace() } noexcept -> std::same_as<bool>;
    typename F::RenamedOrders;  // renamed_orders.hpp: in it they are followed
    // Finds the id by the number that replacements keep; 0: not in the books.
    { feed.id_in_books(id) } noexcept -> std::same_as<OrderId>;
    // Finds the id by priority, which changes with each replacement.
    { feed.id_of_priority(instrument, id) } noexcept -> std::same_as<OrderId>;
};

/// In an engine whose feed never names an order otherwise.
struct NoRenamedOrders {
    explicit NoRenamedOrders(std::uint32_t) noexcept {}
    void clear() noexcept {}
};
template <class Feed>
struct RenamedOrdersIn {
    using Type = NoRenamedOrders;
};
template <RenamingFeed Feed>
struct RenamedOrdersIn<Feed> {
    using Type = typename Feed::RenamedOrders;
};
template <class Feed>
using RenamedOrdersOf = typename RenamedOrdersIn<Feed>::Type;

template <class Engine>
class OwnIds {
  public:
    /// After each reply about order `id`, when our record has it.
    [[gnu::always_inline]] static void on_report(Engine& engine, ClOrdId id) noexcept {
        if constexpr (RenamingFeed<typename Engine::Feed>) {
            if (engine.feed_.renames_orders()) [[unlikely]] {
                follow(engine, id);
            } else if (const OrderId venue_id = engine.gateway_.venue_id_of(id);
                       venue_id != OrderId{}) [[unlikely]] {
                follow_renamed(engine, id, venue_id);
            }
        }
        keep_place(engine, id);
    }
    /// The feed has added or changed the order that the venue calls `venue_id`.
    static void on_identity(Engine& engine, OrderId venue_id, OrderId id_in_books) noexcept {
        const ClOrdId holder = engine.gateway_.holder_of(venue_id);
        if (holder != ClOrdId{}) [[unlikely]] {
            show(engine, holder, id_in_books);
            keep_place(engine, holder);
        }
    }

    /// The feed has replaced an order by one with another id.
    [[gnu::always_inline]] static void on_renamed(Engine& engine, OrderId from,
                                                  OrderId to) noexcept {
        if (!engine.renamed_.is_empty()) [[unlikely]] {
            rename(engine, from, to);
        }
    }

  private:
    [[gnu::always_inline]] static void keep_place(Engine& engine, ClOrdId id) noexcept {
        if constexpr (strategy::FollowsQueue<typename Engine::Strategy>) {
            if (strategy::follows_queue(engine.strategy_)) {
                engine.places_.on_report(id, engine.orders(), engine.books());
            }
        }
    }
    [[gnu::noinline]] static void rename(Engine& engine, OrderId from, OrderId to) noexcept {
        const OrderId venue_id = engine.renamed_.rename(from, to);
        if (venue_id == OrderId{}) {
            return;
        }
        if (const ClOrdId holder = engine.gateway_.holder_of(venue_id); holder != ClOrdId{}) {
            engine.renamed_.follow(venue_id)->to = holder;
            show(engine, holder, to);
            keep_place(engine, holder);
        }
    }
    /// The report of a replacement may come before the feed shows it. Then the books have the original
    /// under that id: at another price, or with less quantity than the replacement has.
    [[gnu::noinline]] static void follow_renamed(Engine& engine, ClOrdId id,
                                                 OrderId venue_id) noexcept {
        const ClOrdId holder = engine.gateway_.holder_of(venue_id);
        if (!engine.feed_.renames_on_replace() || holder == ClOrdId{}) {
            return engine.renamed_.forget(venue_id);
        }
        const oms::Order* const order = engine.orders().find(id);
        auto* const shown = engine.renamed_.follow(venue_id);
        if (shown == nullptr || id != holder || order == nullptr || !order->is_accepted ||
            !is_open(order->state)) {
            return;
        }
        const auto at = engine.books().find(shown->id);
        const bool is_it = shown->to == id || order->predecessor == ClOrdId{} ||
                           (at && at->price == order->price && at->leaves_qty >= order->leaves_qty);
        shown->to = is_it ? id : shown->to;
        show(engine, id, is_it ? shown->id : OrderId{});
    }
    [[gnu::noinline]] static void follow(Engine& engine, ClOrdId id) noexcept {
        const oms::Order* const order = engine.orders().find(id);
        if (order == nullptr || !order->is_accepted || !is_open(order->state)) {
            return;
        }
        const OrderId venue_id = engine.gateway_.venue_id_of(id);
        show(engine, id,
             venue_id == OrderId{} ? engine.feed_.id_of_priority(order->instrument, order->venue_id)
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
