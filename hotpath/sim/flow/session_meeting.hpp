#pragma once
/// An incoming order of a recording, known by the execution of a resting one, meets the session
/// orders that are ahead of that.
///
/// Ahead is a better price, or the same price and a lower id. In turn, a displayed order of the background
/// that is first in line ends it: what comes after that is not ahead of it. Threads: the exchange's.
/// Allocation: none. Complexity: O(1) when no session has an order; else O(orders met), out of turn
/// O(orders ahead).

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/exchange.hpp"

namespace hotpath::sim::flow {

/// In place of `resting.id`: after every order of the price.
inline constexpr OrderId kLastOfPrice{~std::uint64_t{0}};

/// `resting`: instrument, side, price and id count. At most `qty` shares trade, each order at its
/// own price. How many did.
Qty meet_session_orders(exchange::Exchange& venue, const book::OrderView& resting, Qty qty,
                        Time now) noexcept;

/// The same when others are ahead of `resting` in the recording, which writes the executions of an
/// instant in another order than the queue's: session orders ahead of it have traded before it, whatever
/// of the background still stands between.
Qty meet_session_orders_out_of_turn(exchange::Exchange& venue, const book::OrderView& resting,
                                    Qty qty, Time now) noexcept;

}  // namespace hotpath::sim::flow
