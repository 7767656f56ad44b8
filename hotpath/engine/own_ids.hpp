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
/// orders nothing is done. The feed, its books and the gateway are arguments of each call. Threads:
/// the engine's. Allocation: the constructor. Complexity: O(1).

#include <concepts>
#include <cstdint>

#include "hotpath/book/book_change.hpp"
#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/engine/queue_places.hpp"
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

template <strategy::Strategy S, class Feed, class Gateway>
class OwnIds {
  public:
    OwnIds(const EngineOptions& options, bool follows_queue)
        : places_(places_options(options, follows_queue)),
          renamed_(options.orders.open_orders_max),
          follows_queue_(follows_queue) {}

    /// Where our orders are in their queues: empty for a strategy that does not follow them.
    [[nodiscard]] const QueuePlacesOf<S>& places() const noexcept { return places_; }

    /// After each reply about order `id`, when our record has it.
    [[gnu::always_inline]] void on_report(ClOrdId id, const Feed& feed, Gateway& gateway) noexcept {
        if constexpr (RenamingFeed<Feed>) {
            if (feed.renames_orders()) [[unlikely]] {
                follow(id, feed, gateway);
            } else if (const OrderId venue_id = gateway.venue_id_of(id); venue_id != OrderId{})
                [[unlikely]] {
                follow_renamed(id, venue_id, feed, gateway);
            }
        }
        keep_place(id, feed, gateway);
    }
    /// The feed has added or changed the order that the venue calls `venue_id`.
    void on_identity(OrderId venue_id, OrderId id_in_books, const Feed& feed,
                     Gateway& gateway) noexcept {
        const ClOrdId holder = gateway.holder_of(venue_id);
        if (holder != ClOrdId{}) [[unlikely]] {
            show(holder, id_in_books, gateway);
            keep_place(holder, feed, gateway);
        }
    }
    /// The feed has replaced an order by one with another id.
    [[gnu::always_inline]] void on_renamed(OrderId from, OrderId to, const Feed& feed,
                                           Gateway& gateway) noexcept {
        if (!renamed_.is_empty()) [[unlikely]] {
            rename(from, to, feed, gateway);
        }
    }
    /// The books have changed, for a strategy that follows the queue.
    void on_change(const book::BookChange& change, const book::L3Books& books) noexcept {
        places_.on_change(change, books);
    }
    /// The ids are of another session of the feed.
    void forget() noexcept {
        places_.forget();
        renamed_.clear();
    }

  private:
    [[gnu::always_inline]] void keep_place(ClOrdId id, const Feed& feed,
                                           const Gateway& gateway) noexcept {
        if constexpr (strategy::FollowsQueue<S>) {
            if (follows_queue_) {
                places_.on_report(id, gateway.orders(), feed.books());
            }
        }
    }
    [[gnu::noinline]] void rename(OrderId from, OrderId to, const Feed& feed,
                                  Gateway& gateway) noexcept {
        const OrderId venue_id = renamed_.rename(from, to);
        if (venue_id == OrderId{}) {
            return;
        }
        if (const ClOrdId holder = gateway.holder_of(venue_id); holder != ClOrdId{}) {
            renamed_.follow(venue_id)->to = holder;
            show(holder, to, gateway);
            keep_place(holder, feed, gateway);
        }
    }
    /// The report of a replacement may come before the feed shows it. Then the books have the original
    /// under that id: at another price, or with less quantity than the replacement has.
    [[gnu::noinline]] void follow_renamed(ClOrdId id, OrderId venue_id, const Feed& feed,
                                          Gateway& gateway) noexcept {
        const ClOrdId holder = gateway.holder_of(venue_id);
        if (!feed.renames_on_replace() || holder == ClOrdId{}) {
            return renamed_.forget(venue_id);
        }
        const oms::Order* const order = gateway.orders().find(id);
        auto* const followed = renamed_.follow(venue_id);
        if (followed == nullptr || id != holder || order == nullptr || !order->is_accepted ||
            !is_open(order->state)) {
            return;
        }
        const auto at = feed.books().find(followed->id);
        const bool is_it = followed->to == id || order->predecessor == ClOrdId{} ||
                           (at && at->price == order->price && at->leaves_qty >= order->leaves_qty);
        followed->to = is_it ? id : followed->to;
        show(id, is_it ? followed->id : OrderId{}, gateway);
    }
    [[gnu::noinline]] static void follow(ClOrdId id, const Feed& feed, Gateway& gateway) noexcept {
        const oms::Order* const order = gateway.orders().find(id);
        if (order == nullptr || !order->is_accepted || !is_open(order->state)) {
            return;
        }
        const OrderId venue_id = gateway.venue_id_of(id);
        show(id,
             venue_id == OrderId{} ? feed.id_of_priority(order->instrument, order->venue_id)
                                   : shown(*order, feed.id_in_books(venue_id), feed, gateway),
             gateway);
    }
    /// Under that id the books may still have the order that this one has replaced.
    [[nodiscard]] static OrderId shown(const oms::Order& order, OrderId id, const Feed& feed,
                                       const Gateway& gateway) noexcept {
        const oms::Order* const original = gateway.orders().find(order.predecessor);
        if (id == OrderId{} || original == nullptr || original->venue_id != id) {
            return id;
        }
        const auto at = feed.books().find(id);
        const bool is_it = at && at->price == order.price && at->leaves_qty == order.leaves_qty;
        return is_it ? id : OrderId{};
    }
    static void show(ClOrdId id, OrderId id_in_books, Gateway& gateway) noexcept {
        if (const oms::Order* const order = gateway.orders().find(id);
            order != nullptr && order->venue_id != id_in_books) {
            gateway.show(id, id_in_books);
        }
    }

    [[no_unique_address]] QueuePlacesOf<S> places_;
    [[no_unique_address]] RenamedOrdersOf<Feed> renamed_;
    bool follows_queue_;
};

}  // namespace hotpath::engine
