#include "python/src/strategy/event_values.hpp"

#include <array>

#include "python/src/strategy/views.hpp"

namespace hotpath::python {

namespace {

template <class T, auto Member>
constexpr PyGetSetDef attribute(const char* name, const char* meaning) {
    return {name, value_attribute<T, Member>, nullptr, meaning, nullptr};
}

using oms::Fill;
std::array fill_attributes{
    attribute<Fill, &Fill::id>("id", "int: of our order"),
    attribute<Fill, &Fill::instrument>("instrument", "int"),
    attribute<Fill, &Fill::side>("side", "Side: of our order"),
    attribute<Fill, &Fill::last_qty>("qty", "int: shares of this execution"),
    attribute<Fill, &Fill::last_price>("price", "int: in price units"),
    attribute<Fill, &Fill::leaves_qty>("leaves_qty", "int: shares of the order still open"),
    attribute<Fill, &Fill::position>("position", "int: of the instrument, after it"),
    PyGetSetDef{}};

using strategy::Trade;
std::array trade_attributes{
    attribute<Trade, &Trade::instrument>("instrument", "int"),
    attribute<Trade, &Trade::resting_side>(
        "resting_side", "Side: of the resting order; Buy for a hidden order or a cross"),
    attribute<Trade, &Trade::is_cross>("is_cross", "bool: of an auction"),
    attribute<Trade, &Trade::price>("price", "int: in price units"),
    attribute<Trade, &Trade::qty>("qty", "int: shares"),
    attribute<Trade, &Trade::venue_time>("venue_time", "int: nanoseconds since midnight"),
    PyGetSetDef{}};

using oms::Rejection;
std::array rejection_attributes{
    attribute<Rejection, &Rejection::by>("by", "RejectedBy: the part that refused"),
    attribute<Rejection, &Rejection::code>("code", "int: that part's reason"),
    attribute<Rejection, &Rejection::instrument>("instrument", "int"),
    attribute<Rejection, &Rejection::id>("id", "int: of the refused order"),
    attribute<Rejection, &Rejection::original>(
        "original", "int: of a replacement, the order to replace, which may still be open"),
    attribute<Rejection, &Rejection::is_momentary>(
        "is_momentary", "bool: blocked by an order of ours; ask again when it has gone"),
    PyGetSetDef{}};

using strategy::Instrument;
PyObject* units_of(PyObject* self, void*) noexcept {
    return to_python(
        reinterpret_cast<ValueObject<Instrument>*>(self)->value.scale.units_per_currency);
}
std::array instrument_attributes{
    attribute<Instrument, &Instrument::id>("id", "int: the feed's number of it, today"),
    attribute<Instrument, &Instrument::symbol>("symbol", "str"),
    PyGetSetDef{"units_per_currency", units_of, nullptr, "int: price units of a dollar", nullptr},
    PyGetSetDef{}};

using oms::Order;
std::array order_attributes{
    attribute<Order, &Order::id>("id", "int"),
    attribute<Order, &Order::instrument>("instrument", "int"),
    attribute<Order, &Order::side>("side", "Side"),
    attribute<Order, &Order::state>("state", "OrderState"),
    attribute<Order, &Order::time_in_force>("time_in_force", "TimeInForce"),
    attribute<Order, &Order::is_post_only>("is_post_only", "bool: it never takes"),
    attribute<Order, &Order::price>("price", "int: its limit, in price units"),
    attribute<Order, &Order::qty>("qty", "int: in total, with what its predecessors executed"),
    attribute<Order, &Order::cum_qty>("cum_qty", "int: executed, by its predecessors too"),
    attribute<Order, &Order::leaves_qty>("leaves_qty", "int: may still execute"),
    attribute<Order, &Order::predecessor>("predecessor", "int: the order it replaces; 0: none"),
    attribute<Order, &Order::successor>("successor", "int: the order that replaces it; 0: none"),
    attribute<Order, &Order::is_cancel_sent>("is_cancel_sent", "bool"),
    attribute<Order, &Order::venue_id>("venue_id", "int: its number in the feed; 0: not accepted"),
    PyGetSetDef{}};

using oms::Position;
std::array holding_attributes{
    attribute<Position, &Position::position>("position", "int: shares, below 0 short"),
    attribute<Position, &Position::cash>("cash",
                                         "int: received less paid today, in price units x shares"),
    attribute<Position, &Position::fees>("fees", "int: paid less received, not in cash"),
    attribute<Position, &Position::open_cost>("open_cost", "int: paid for the open position"),
    attribute<Position, &Position::mark>("mark", "int: the latest mark; 0 until there is one"),
    attribute<Position, &Position::bought_qty>("bought_qty", "int: shares today"),
    attribute<Position, &Position::sold_qty>("sold_qty", "int: shares today"),
    attribute<Position, &Position::open_orders>("open_orders", "int"),
    PyGetSetDef{}};

template <class T>
void bind_value(nanobind::module_& module, const char* name, const char* meaning,
                PyGetSetDef* attributes) {
    value_type<T> = make_type(module, {.name = name,
                                       .meaning = meaning,
                                       .bytes = sizeof(ValueObject<T>),
                                       .attributes = attributes,
                                       .is_value = true});
}

}  // namespace

PyObject* level_to_python(const book::Level& level) noexcept {
    return nanobind::cast(level).release().ptr();
}

void bind_event_values(nanobind::module_& module) {
    bind_value<Fill>(module, "hotpath._core.Fill", "One of our executions, after booking.",
                     fill_attributes.data());
    bind_value<Trade>(module, "hotpath._core.Trade", "An execution in the market.",
                      trade_attributes.data());
    bind_value<Rejection>(module, "hotpath._core.Rejection", "A refused request.",
                          rejection_attributes.data());
    bind_value<Instrument>(module, "hotpath._core.Instrument",
                           "An instrument that may be traded from here on.",
                           instrument_attributes.data());
    bind_value<Order>(module, "hotpath._core.OwnOrder", "A copy of one of our orders.",
                      order_attributes.data());
    bind_value<Position>(module, "hotpath._core.Holding", "What is held of an instrument.",
                         holding_attributes.data());
}

}  // namespace hotpath::python
