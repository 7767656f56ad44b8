#include "hotpath/capture/lobster_estimate.hpp"

namespace hotpath::capture {

void LobsterEstimate::apply(const LobsterEvent& event) {
    switch (event.type) {
        case LobsterType::Add:
            return add(event);
        case LobsterType::PartialCancel:
            return cancel(event);
        case LobsterType::Delete:
            return remove(event);
        default:
            return execute(event);
    }
}

void LobsterEstimate::add(const LobsterEvent& event) {
    while (const auto forgotten = orders_.forgotten_against(event.side, event.price)) {
        forget(*forgotten);
    }
    const LobsterOrder order{
        .id = event.order_id, .side = event.side, .price = event.price, .leaves_qty = event.size};
    orders_.add(order);
    out_.add(order, Origin::Event);
}

void LobsterEstimate::cancel(const LobsterEvent& event) {
    const auto order = orders_.find(event.order_id);
    if (!order) {
        out_.skip("events of unknown orders", event.order_id);
        return;
    }
    orders_.reduce(order->id, event.size);
    if (event.size >= order->leaves_qty) {
        out_.remove(order->id, Origin::Event);
    } else {
        out_.reduce(order->id, event.size, Origin::Event);
    }
}

void LobsterEstimate::remove(const LobsterEvent& event) {
    if (!orders_.find(event.order_id)) {
        out_.skip("events of unknown orders", event.order_id);
        return;
    }
    orders_.remove(event.order_id);
    out_.remove(event.order_id, Origin::Event);
}

void LobsterEstimate::execute(const LobsterEvent& event) {
    const LobsterOrder executed{
        .id = event.order_id, .side = event.side, .price = event.price, .leaves_qty = event.size};
    for (;;) {
        auto forgotten = orders_.forgotten_before(executed);
        if (!forgotten) {
            forgotten = orders_.forgotten_against(event.side, event.price);
        }
        if (!forgotten) {
            break;
        }
        forget(*forgotten);
    }
    if (!orders_.find(executed.id)) {
        orders_.add(executed);
        out_.add(executed, Origin::Implied);
    }
    orders_.reduce(executed.id, event.size);
    out_.execute(executed.id, event.size);
}

void LobsterEstimate::forget(OrderId id) {
    orders_.remove(id);
    out_.remove(id, Origin::Implied);
}

}  // namespace hotpath::capture
