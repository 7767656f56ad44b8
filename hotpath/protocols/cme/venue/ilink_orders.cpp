#include "hotpath/protocols/cme/venue/ilink_orders.hpp"

namespace hotpath::exchange {

void IlinkOrders::begin_day(const SessionOrders& open_orders) noexcept {
    orders_.for_each_gone(open_orders, [this](IlinkOrder& order) { remove(order); });
}

void IlinkOrders::load(StateReader& reader) {
    orders_.load(reader, {}, [&](IlinkOrder& order) {
        if (by_id_.find(order.order_id.value) != nullptr) {
            return reader.refuse();
        }
        link(order);
    });
}

}  // namespace hotpath::exchange
