#include <array>

#include "python/src/strategy/event_values.hpp"
#include "python/src/strategy/views.hpp"

namespace hotpath::python {

namespace {

using strategy::Context;

[[nodiscard]] const Context* context_of(PyObject* self) noexcept {
    const Event* const event = reinterpret_cast<EventView*>(self)->event;
    if (event == nullptr || event->context == nullptr) {
        PyErr_SetString(PyExc_RuntimeError,
                        "the context is valid only inside the callback that received it: keep its "
                        "values, not the context");
        return nullptr;
    }
    return event->context;
}

PyObject* now_of(PyObject* self, void*) noexcept {
    const Context* const context = context_of(self);
    return context == nullptr ? nullptr : to_python(context->now);
}

PyObject* open_orders_of(PyObject* self, void*) noexcept {
    const Context* const context = context_of(self);
    if (context == nullptr) {
        return nullptr;
    }
    const std::span<const ClOrdId> open = context->orders.open_orders();
    PyObject* const list = PyList_New(static_cast<Py_ssize_t>(open.size()));
    for (std::size_t n = 0; list != nullptr && n < open.size(); ++n) {
        PyList_SetItem(list, static_cast<Py_ssize_t>(n), to_python(open[n]));
    }
    return list;
}

std::array context_attributes{
    PyGetSetDef{"now", now_of, nullptr, "int: nanoseconds since midnight of the venue's day",
                nullptr},
    PyGetSetDef{"open_orders", open_orders_of, nullptr, "list[int]: the ids of our open orders",
                nullptr},
    PyGetSetDef{}};

/// What is held of the instrument in the argument.
[[nodiscard]] const oms::Position* position_at(PyObject* self, PyObject* argument) noexcept {
    const Context* const context = context_of(self);
    if (context == nullptr) {
        return nullptr;
    }
    InstrumentId id;
    const IntegerArgument<std::uint16_t> instrument{"instrument", 0,
                                                    context->orders.instruments_max()};
    return instrument.read(argument, id.value) ? &context->orders.position(id) : nullptr;
}

PyObject* position_of(PyObject* self, PyObject* argument) noexcept {
    const oms::Position* const held = position_at(self, argument);
    return held == nullptr ? nullptr : to_python(held->position);
}

PyObject* holding_of(PyObject* self, PyObject* argument) noexcept {
    const oms::Position* const held = position_at(self, argument);
    return held == nullptr ? nullptr : new_value(*held);
}

[[nodiscard]] bool read_order_id(PyObject* argument, ClOrdId& id) noexcept {
    return IntegerArgument<std::uint32_t>{"id"}.read(argument, id.value);
}

PyObject* order_of(PyObject* self, PyObject* argument) noexcept {
    const Context* const context = context_of(self);
    ClOrdId id;
    if (context == nullptr || !read_order_id(argument, id)) {
        return nullptr;
    }
    const oms::Order* const order = context->orders.find(id);
    return order == nullptr ? Py_NewRef(Py_None) : new_value(*order);
}

PyObject* is_order_open(PyObject* self, PyObject* argument) noexcept {
    const Context* const context = context_of(self);
    ClOrdId id;
    if (context == nullptr || !read_order_id(argument, id)) {
        return nullptr;
    }
    const oms::Order* const order = context->orders.find(id);
    return to_python(order != nullptr && oms::is_open(order->state));
}

PyObject* queue_ahead_qty(PyObject* self, PyObject* argument) noexcept {
    const Context* const context = context_of(self);
    ClOrdId id;
    if (context == nullptr || !read_order_id(argument, id)) {
        return nullptr;
    }
    const Event& event = *reinterpret_cast<EventView*>(self)->event;
    if (!event.follows_queue) {
        PyErr_SetString(PyExc_RuntimeError,
                        "the places in the queue are not kept: set follows_queue = True in the "
                        "strategy's class");
        return nullptr;
    }
    const auto ahead = event.places == nullptr ? std::nullopt : event.places->queue_ahead_qty(id);
    return ahead ? to_python(*ahead) : Py_NewRef(Py_None);
}

std::array context_methods{
    PyMethodDef{"position", position_of, METH_O,
                "position(instrument: int) -> int\n\nShares held, below 0 short."},
    PyMethodDef{
        "holding", holding_of, METH_O,
        "holding(instrument: int) -> Holding\n\nPosition, cash and fees of an instrument, in "
        "price units x shares."},
    PyMethodDef{
        "order", order_of, METH_O,
        "order(id: int) -> OwnOrder | None\n\nA copy of one of our orders; None: never ours, or "
        "no longer stored."},
    PyMethodDef{"is_open", is_order_open, METH_O,
                "is_open(id: int) -> bool\n\nThe order is ours and may still execute."},
    PyMethodDef{"queue_ahead_qty", queue_ahead_qty, METH_O,
                "queue_ahead_qty(id: int) -> int | None\n\nShares that execute before our order at "
                "its price; None: unknown. The class must have follows_queue = True."},
    PyMethodDef{}};

PyTypeObject* context_type = nullptr;

}  // namespace

void bind_context_view(nanobind::module_& module) {
    context_type =
        make_type(module, {.name = "hotpath._core.Context",
                           .meaning = "The time and our orders and positions, inside a callback.",
                           .bytes = sizeof(EventView),
                           .attributes = context_attributes.data(),
                           .methods = context_methods.data()});
}

EventView* new_context_view() noexcept {
    return allocate<EventView>(context_type);
}

}  // namespace hotpath::python
