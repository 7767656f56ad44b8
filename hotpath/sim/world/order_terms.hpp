#pragma once
/// The terms of an order in an OUCH message with all of them: Enter Order, Order Accepted, Order
/// Replaced. For the observers, which share no code with `oms`, `risk` and `gateway`.
///
/// Threads: functions of a message. Allocation: none. Complexity: O(instruments).

#include <cstdint>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/sim/world/venue_host.hpp"

namespace hotpath::sim::world {

struct OrderTerms {
    std::uint16_t instrument = 0;
    bool is_buy = true;
    std::int64_t price = 0;
    std::int64_t qty = 0;
};

template <class Message>
[[nodiscard]] OrderTerms terms_of(const Message& message) {
    return {.instrument = instrument_of(message.load_symbol()).value,
            .is_buy = message.load_side() == protocols::nasdaq::ouch50::side::kBuy,
            .price = static_cast<std::int64_t>(message.load_price()),
            .qty = message.load_quantity()};
}

/// For Order Accepted and Order Replaced: the order is in the book.
template <class Message>
[[nodiscard]] bool is_live(const Message& message) {
    return message.load_order_state() == protocols::nasdaq::ouch50::order_state::kLive;
}

/// The change of the position by this quantity.
[[nodiscard]] constexpr std::int64_t signed_qty(bool is_buy, std::int64_t qty) noexcept {
    return is_buy ? qty : -qty;
}

}  // namespace hotpath::sim::world
