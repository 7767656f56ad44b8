#pragma once
/// CopiedOrders: open orders of other protocols, with what a report of FIX says about them: a drop
/// copy has the orders of every protocol, and the venue's reports do not repeat an order's terms.
///
/// Threads: one owner. Allocation: the constructor, save(). Complexity: O(1) expected; begin_day()
/// and save() O(orders_max).

#include "hotpath/exchange/orders/open_orders.hpp"
#include "hotpath/protocols/fix/venue/fix_orders.hpp"

namespace hotpath::exchange {

class CopiedOrders : public OpenOrders<FixOrder> {
  public:
    using OpenOrders::OpenOrders;

    /// Only orders that are open at the venue stay.
    void begin_day(const SessionOrders& open_orders) noexcept {
        for_each_gone(open_orders, [this](FixOrder& order) { remove(order); });
    }
    void load(StateReader& reader) {
        OpenOrders::load(reader, {.is_of_other_protocol = true}, [](FixOrder&) {});
    }
};

}  // namespace hotpath::exchange
