#include <array>
#include <cstring>
#include <span>

#include "python/src/strategy/views.hpp"

namespace hotpath::python {

namespace {

[[nodiscard]] oms::Intents* intents_of(PyObject* self) noexcept {
    const Event* const event = reinterpret_cast<EventView*>(self)->event;
    if (event == nullptr || event->intents == nullptr) {
        PyErr_SetString(PyExc_RuntimeError,
                        "the intents are valid only inside the on_book() or on_timer() that "
                        "received them");
        return nullptr;
    }
    return event->intents;
}

/// The arguments of one call, by position or by keyword, in the order of the names.
template <std::size_t Count>
class Arguments {
  public:
    using Names = std::array<const char*, Count>;

    Arguments(const char* method, const Names& names) : method_(method), names_(names) {}

    /// The first `required` must be there.
    [[nodiscard]] bool read(PyObject* const* values, Py_ssize_t positional, PyObject* keywords,
                            std::size_t required) noexcept {
        if (static_cast<std::size_t>(positional) > Count) {
            PyErr_Format(PyExc_TypeError, "%s() takes at most %zu arguments, got %zd", method_,
                         Count, positional);
            return false;
        }
        for (Py_ssize_t n = 0; n < positional; ++n) {
            values_[static_cast<std::size_t>(n)] = values[n];
        }
        const Py_ssize_t named = keywords == nullptr ? 0 : PyTuple_Size(keywords);
        for (Py_ssize_t n = 0; n < named; ++n) {
            if (!take(PyTuple_GetItem(keywords, n), values[positional + n])) {
                return false;
            }
        }
        for (std::size_t n = 0; n < required; ++n) {
            if (values_[n] == nullptr) {
                PyErr_Format(PyExc_TypeError, "%s() lacks the argument %s", method_, names_[n]);
                return false;
            }
        }
        return true;
    }
    /// Null: not given.
    [[nodiscard]] PyObject* operator[](std::size_t n) const noexcept { return values_[n]; }

  private:
    [[nodiscard]] bool take(PyObject* keyword, PyObject* value) noexcept {
        for (std::size_t n = 0; n < Count; ++n) {
            if (PyUnicode_CompareWithASCIIString(keyword, names_[n]) != 0) {
                continue;
            }
            if (values_[n] != nullptr) {
                PyErr_Format(PyExc_TypeError, "%s() got the argument %s twice", method_, names_[n]);
                return false;
            }
            values_[n] = value;
            return true;
        }
        PyErr_Format(PyExc_TypeError, "%s() has no argument %U", method_, keyword);
        return false;
    }

    const char* method_;
    const Names& names_;
    std::array<PyObject*, Count> values_{};
};

constexpr std::array kEnterNames{"instrument", "side",          "qty",
                                 "price",      "time_in_force", "is_post_only"};
constexpr std::array kReplaceNames{"id", "qty", "price"};
constexpr std::array kReduceNames{"id", "open_qty"};

/// Shares of an order, 0 excluded: the venue takes none of 0.
[[nodiscard]] bool read_qty(PyObject* from, Qty& qty) noexcept {
    return IntegerArgument<std::uint32_t>{"qty", 1}.read(from, qty.value);
}
[[nodiscard]] bool read_price(PyObject* from, Price& price) noexcept {
    return IntegerArgument<std::int64_t>{"price", 0, book::kPriceMax.value}.read(from, price.value);
}

[[nodiscard]] bool read_order(const Arguments<6>& arguments, oms::NewOrder& order) noexcept {
    std::uint8_t side = 0;
    std::uint8_t time_in_force = 0;
    std::uint8_t is_post_only = 0;
    const bool is_read =
        IntegerArgument<std::uint16_t>{"instrument"}.read(arguments[0], order.instrument.value) &&
        IntegerArgument<std::uint8_t>{"side", 0, 1}.read(arguments[1], side) &&
        read_qty(arguments[2], order.qty) && read_price(arguments[3], order.price) &&
        (arguments[4] == nullptr ||
         IntegerArgument<std::uint8_t>{"time_in_force", 0, 2}.read(arguments[4], time_in_force)) &&
        (arguments[5] == nullptr ||
         IntegerArgument<std::uint8_t>{"is_post_only", 0, 1}.read(arguments[5], is_post_only));
    order.side = static_cast<Side>(side);
    order.time_in_force = static_cast<TimeInForce>(time_in_force);
    order.is_post_only = is_post_only != 0;
    return is_read;
}

PyObject* enter(PyObject* self, PyObject* const* values, Py_ssize_t count,
                PyObject* keywords) noexcept {
    oms::Intents* const intents = intents_of(self);
    Arguments<6> arguments("enter", kEnterNames);
    oms::NewOrder order;
    if (intents == nullptr || !arguments.read(values, count, keywords, 4) ||
        !read_order(arguments, order)) {
        return nullptr;
    }
    return to_python(intents->enter(order));
}

PyObject* replace(PyObject* self, PyObject* const* values, Py_ssize_t count,
                  PyObject* keywords) noexcept {
    oms::Intents* const intents = intents_of(self);
    Arguments<3> arguments("replace", kReplaceNames);
    ClOrdId id;
    Qty qty;
    Price price;
    if (intents == nullptr || !arguments.read(values, count, keywords, 3) ||
        !IntegerArgument<std::uint32_t>{"id"}.read(arguments[0], id.value) ||
        !read_qty(arguments[1], qty) || !read_price(arguments[2], price)) {
        return nullptr;
    }
    return to_python(intents->replace(id, qty, price));
}

PyObject* reduce(PyObject* self, PyObject* const* values, Py_ssize_t count,
                 PyObject* keywords) noexcept {
    oms::Intents* const intents = intents_of(self);
    Arguments<2> arguments("reduce", kReduceNames);
    ClOrdId id;
    Qty open_qty;
    if (intents == nullptr || !arguments.read(values, count, keywords, 2) ||
        !IntegerArgument<std::uint32_t>{"id"}.read(arguments[0], id.value) ||
        !IntegerArgument<std::uint32_t>{"open_qty", 1}.read(arguments[1], open_qty.value)) {
        return nullptr;
    }
    return to_python(intents->reduce(id, open_qty));
}

PyObject* cancel(PyObject* self, PyObject* argument) noexcept {
    oms::Intents* const intents = intents_of(self);
    ClOrdId id;
    if (intents == nullptr || !IntegerArgument<std::uint32_t>{"id"}.read(argument, id.value)) {
        return nullptr;
    }
    return to_python(intents->cancel(id));
}

std::array intents_attributes{PyGetSetDef{}};

std::array intents_methods{
    PyMethodDef{
        "enter", method_of(enter), METH_FASTCALL | METH_KEYWORDS,
        "enter(instrument: int, side: Side, qty: int, price: int, time_in_force: TimeInForce "
        "= TimeInForce.Day, is_post_only: bool = False) -> int\n\nA new order; its id, or 0 "
        "when this event has 64 requests already. One that is post-only never takes: the "
        "venue cancels it if it would on arrival."},
    PyMethodDef{
        "replace", method_of(replace), METH_FASTCALL | METH_KEYWORDS,
        "replace(id: int, qty: int, price: int) -> int\n\nA new price and open quantity for "
        "an order; the id of the order that takes its place, or 0 as in enter()."},
    PyMethodDef{
        "reduce", method_of(reduce), METH_FASTCALL | METH_KEYWORDS,
        "reduce(id: int, open_qty: int) -> bool\n\nLowers the open quantity of an order, which "
        "keeps its id and its place in the queue. False when this event has 64 requests "
        "already."},
    PyMethodDef{"cancel", cancel, METH_O,
                "cancel(id: int) -> bool\n\nFalse when this event has 64 requests already."},
    PyMethodDef{}};

PyTypeObject* intents_type = nullptr;

}  // namespace

void bind_intents_view(nanobind::module_& module) {
    intents_type = make_type(
        module, {.name = "hotpath._core.Intents",
                 .meaning = "What the strategy asks for, inside on_book() and on_timer().",
                 .bytes = sizeof(EventView),
                 .attributes = intents_attributes.data(),
                 .methods = intents_methods.data()});
}

EventView* new_intents_view() noexcept {
    return allocate<EventView>(intents_type);
}

}  // namespace hotpath::python
