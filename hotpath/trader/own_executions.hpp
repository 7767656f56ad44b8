#pragma once
/// note_own: the reconciliation gets the position after an execution that the engine has booked.
///
/// Threads: the trader's. Allocation: none. Complexity: O(1).

#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/protocols/trader/own_execution.hpp"
#include "hotpath/trader/reconciliation.hpp"

namespace hotpath::trader {

template <class Engine>
void note_own(const protocols::OwnExecution& own, const Engine& engine, Reconciliation& of,
              Time now) noexcept {
    const oms::Order* const order = engine.orders().find(own.order);
    if (order != nullptr) {
        of.on_own({.number = own.number,
                   .symbol = engine.feed().market().directory()[order->instrument].symbol,
                   .position = engine.orders().position(order->instrument).position,
                   .at = now});
    }
}

}  // namespace hotpath::trader
