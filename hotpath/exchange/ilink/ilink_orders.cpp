#include "hotpath/exchange/ilink/ilink_orders.hpp"

namespace hotpath::exchange {

void IlinkOrders::begin_day(const SessionOrders& open_orders) noexcept {
    orders_.for_each([&](IlinkOrder& order) {
        if (!open_orders.has(order.session, order.user_ref_num)) {
            remove(order);
        }
    });
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
