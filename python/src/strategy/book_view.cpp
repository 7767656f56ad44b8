#include <array>

#include "python/src/strategy/views.hpp"

namespace hotpath::python {

namespace {

using book::BookView;
using book::Level;

[[nodiscard]] const BookView* book_of(PyObject* self) noexcept {
    const Event* const event = reinterpret_cast<EventView*>(self)->event;
    if (event == nullptr || event->book == nullptr) {
        PyErr_SetString(PyExc_RuntimeError,
                        "the book is valid only inside the on_book() that received it: keep its "
                        "values, not the book");
        return nullptr;
    }
    return event->book;
}

/// None without orders.
[[nodiscard]] PyObject* level_or_none(const Level& level) noexcept {
    return level.orders == 0 ? Py_NewRef(Py_None) : level_to_python(level);
}

template <auto Get>
PyObject* book_attribute(PyObject* self, void*) noexcept {
    const BookView* const book = book_of(self);
    return book == nullptr ? nullptr : Get(*book);
}

PyObject* symbol_of(PyObject* self, void*) noexcept {
    const BookView* const book = book_of(self);
    if (book == nullptr) {
        return nullptr;
    }
    const auto& symbols = reinterpret_cast<EventView*>(self)->event->symbols;
    const std::size_t id = book->instrument().value;
    PyObject* const symbol = id < symbols.size() ? symbols[id] : nullptr;
    return Py_NewRef(symbol == nullptr ? Py_None : symbol);
}

/// All four at once: what most decisions begin with.
[[nodiscard]] PyObject* touch_of(const BookView& book) noexcept {
    const Level bid = book.best_bid();
    const Level ask = book.best_ask();
    const std::array values{to_python(bid.price), to_python(bid.qty), to_python(ask.price),
                            to_python(ask.qty)};
    PyObject* const tuple = PyTuple_New(static_cast<Py_ssize_t>(values.size()));
    for (std::size_t n = 0; n < values.size(); ++n) {
        PyTuple_SetItem(tuple, static_cast<Py_ssize_t>(n), values[n]);
    }
    return tuple;
}

std::array book_attributes{
    PyGetSetDef{"instrument",
                book_attribute<[](const BookView& b) { return to_python(b.instrument()); }>,
                nullptr, "int: the feed's number of the instrument", nullptr},
    PyGetSetDef{"symbol", symbol_of, nullptr, "str: its symbol", nullptr},
    PyGetSetDef{"bid_price",
                book_attribute<[](const BookView& b) { return to_python(b.best_bid().price); }>,
                nullptr, "int: of the best bid, in price units; 0 without one", nullptr},
    PyGetSetDef{"bid_qty",
                book_attribute<[](const BookView& b) { return to_python(b.best_bid().qty); }>,
                nullptr, "int: shares at the best bid", nullptr},
    PyGetSetDef{"ask_price",
                book_attribute<[](const BookView& b) { return to_python(b.best_ask().price); }>,
                nullptr, "int: of the best ask, in price units; 0 without one", nullptr},
    PyGetSetDef{"ask_qty",
                book_attribute<[](const BookView& b) { return to_python(b.best_ask().qty); }>,
                nullptr, "int: shares at the best ask", nullptr},
    PyGetSetDef{"touch", book_attribute<touch_of>, nullptr,
                "(bid_price, bid_qty, ask_price, ask_qty): one call for the four", nullptr},
    PyGetSetDef{"best_bid",
                book_attribute<[](const BookView& b) { return level_or_none(b.best_bid()); }>,
                nullptr, "Level | None: price, qty, orders", nullptr},
    PyGetSetDef{"best_ask",
                book_attribute<[](const BookView& b) { return level_or_none(b.best_ask()); }>,
                nullptr, "Level | None: price, qty, orders", nullptr},
    PyGetSetDef{
        "units_per_currency",
        book_attribute<[](const BookView& b) { return to_python(b.scale().units_per_currency); }>,
        nullptr, "int: price units of a dollar", nullptr},
    PyGetSetDef{}};

PyObject* tick_at(PyObject* self, PyObject* argument) noexcept {
    const BookView* const book = book_of(self);
    Price price;
    if (book == nullptr || !IntegerArgument<std::int64_t>{"price"}.read(argument, price.value)) {
        return nullptr;
    }
    return to_python(book->tick(price));
}

/// The side among a method's arguments.
[[nodiscard]] bool read_side(PyObject* argument, Side& side) noexcept {
    std::uint8_t value = 0;
    const bool is_read = IntegerArgument<std::uint8_t>{"side", 0, 1}.read(argument, value);
    side = static_cast<Side>(value);
    return is_read;
}

[[nodiscard]] bool has_arguments(const char* method, Py_ssize_t given, Py_ssize_t wanted) noexcept {
    if (given != wanted) {
        PyErr_Format(PyExc_TypeError, "%s() takes %zd arguments, got %zd", method, wanted, given);
    }
    return given == wanted;
}

PyObject* level_at(PyObject* self, PyObject* const* arguments, Py_ssize_t count) noexcept {
    const BookView* const book = book_of(self);
    book::LevelKey key;
    if (book == nullptr || !has_arguments("level", count, 2) ||
        !read_side(arguments[0], key.side) ||
        !IntegerArgument<std::int64_t>{"price"}.read(arguments[1], key.price.value)) {
        return nullptr;
    }
    return level_or_none(book->level(key));
}

PyObject* depth_of(PyObject* self, PyObject* const* arguments, Py_ssize_t count) noexcept {
    constexpr std::size_t kLevelsMax = 1'000;
    const BookView* const book = book_of(self);
    Side side{};
    std::uint32_t wanted = 0;
    if (book == nullptr || !has_arguments("depth", count, 2) || !read_side(arguments[0], side) ||
        !IntegerArgument<std::uint32_t>{"count", 1, kLevelsMax}.read(arguments[1], wanted)) {
        return nullptr;
    }
    std::array<Level, kLevelsMax> levels;
    const std::size_t found = book->depth(side, std::span(levels).first(wanted));
    PyObject* const list = PyList_New(static_cast<Py_ssize_t>(found));
    for (std::size_t n = 0; list != nullptr && n < found; ++n) {
        PyList_SetItem(list, static_cast<Py_ssize_t>(n), level_to_python(levels[n]));
    }
    return list;
}

PyObject* queue_ahead_of(PyObject* self, PyObject* argument) noexcept {
    const BookView* const book = book_of(self);
    OrderId id;
    if (book == nullptr ||
        !IntegerArgument<std::uint64_t>{"venue_id", 0, kVenueIdMax}.read(argument, id.value)) {
        return nullptr;
    }
    return book->find(id) ? to_python(book->queue_ahead_qty(id)) : Py_NewRef(Py_None);
}

PyObject* find_order(PyObject* self, PyObject* argument) noexcept {
    const BookView* const book = book_of(self);
    OrderId id;
    if (book == nullptr ||
        !IntegerArgument<std::uint64_t>{"venue_id", 0, kVenueIdMax}.read(argument, id.value)) {
        return nullptr;
    }
    const auto order = book->find(id);
    return order ? nanobind::cast(*order).release().ptr() : Py_NewRef(Py_None);
}

std::array book_methods{
    PyMethodDef{"tick", tick_at, METH_O,
                "tick(price: int) -> int\n\nThe smallest step between prices at this one, in price "
                "units."},
    PyMethodDef{"level", method_of(level_at), METH_FASTCALL,
                "level(side: Side, price: int) -> Level | None\n\nThe orders at a price."},
    PyMethodDef{"depth", method_of(depth_of), METH_FASTCALL,
                "depth(side: Side, count: int) -> list[Level]\n\nUp to `count` levels (at most "
                "1,000), the best first."},
    PyMethodDef{
        "queue_ahead_qty", queue_ahead_of, METH_O,
        "queue_ahead_qty(venue_id: int) -> int | None\n\nThe shares that execute before this "
        "order; walks the queue. None: it is not in the book."},
    PyMethodDef{
        "find", find_order, METH_O,
        "find(venue_id: int) -> Order | None\n\nAn order of the books, of any instrument, ours "
        "or others', by the venue's number."},
    PyMethodDef{}};

PyTypeObject* book_type = nullptr;

}  // namespace

void bind_book_view(nanobind::module_& module) {
    book_type = make_type(module, {.name = "hotpath._core.Book",
                                   .meaning = "The book of one instrument, inside on_book().",
                                   .bytes = sizeof(EventView),
                                   .attributes = book_attributes.data(),
                                   .methods = book_methods.data()});
}

EventView* new_book_view() noexcept {
    return allocate<EventView>(book_type);
}

}  // namespace hotpath::python
