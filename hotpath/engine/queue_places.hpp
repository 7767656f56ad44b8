#pragma once
/// The engine's part of strategy::QueuePlaces: an object that keeps them for a strategy that follows
/// the queue, and an empty one for every other.
///
/// Threads: the engine's. Allocation: at construction. Complexity: that of QueuePlaces, or none.

#include <type_traits>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/book/queue_positions.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/engine/engine_options.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::engine {

struct NoQueuePlaces {
    explicit NoQueuePlaces(const book::QueuePositionsOptions&) noexcept {}
    void forget() noexcept {}
};

template <class S>
using QueuePlacesOf =
    std::conditional_t<strategy::FollowsQueue<S>, strategy::QueuePlaces, NoQueuePlaces>;

/// One of each where no place is kept.
[[nodiscard]] inline book::QueuePositionsOptions places_options(const EngineOptions& options,
                                                                bool follows_queue) {
    if (!follows_queue) {
        return {.instruments_max = 1, .orders_max = 1};
    }
    return {.instruments_max = options.books.instruments_max,
            .orders_max = options.orders.open_orders_max};
}

}  // namespace hotpath::engine
