#include "python/src/strategy/python_callbacks.hpp"

#include <utility>

#include "python/src/strategy/views.hpp"

namespace hotpath::python {

namespace nb = nanobind;

namespace {

/// In the order of PythonCallbacks::Method.
constexpr std::array kMethodNames{"on_instrument", "on_book",   "on_timer",      "on_trade",
                                  "on_fill",       "on_reject", "on_books_state"};

/// A view of an event that is over shows nothing for ever; ours is dropped.
void drop(EventView*& view) noexcept {
    if (view != nullptr) {
        view->event = nullptr;
        Py_DECREF(reinterpret_cast<PyObject*>(view));
        view = nullptr;
    }
}

void drop_if_kept(EventView*& view) noexcept {
    if (view != nullptr && Py_REFCNT(reinterpret_cast<PyObject*>(view)) > 1) {
        drop(view);
    }
}

}  // namespace

PythonCallbacks::PythonCallbacks(nb::object strategy, bool follows_queue,
                                 std::shared_ptr<RunControl> control)
    : control_(std::move(control)), strategy_(strategy.release().ptr()) {
    event_.follows_queue = follows_queue;
    const nb::handle self(strategy_);
    const nb::object base = nb::module_::import_("hotpath.strategy").attr("Strategy");
    for (std::size_t n = 0; n < kMethods; ++n) {
        const char* const name = kMethodNames[n];
        const bool is_inherited = nb::handle(self.type()).attr(name).is(base.attr(name));
        methods_[n] = is_inherited ? nullptr : nb::object(self.attr(name)).release().ptr();
    }
}

PythonCallbacks::~PythonCallbacks() {
    const GilHeld held;
    drop(book_);
    drop(context_);
    drop(intents_);
    trade_.clear();
    fill_.clear();
    rejection_.clear();
    for (PyObject* const method : methods_) {
        Py_XDECREF(method);
    }
    for (PyObject* const symbol : event_.symbols) {
        Py_XDECREF(symbol);
    }
    Py_DECREF(strategy_);
}

void PythonCallbacks::show(const Event& event) noexcept {
    event_.book = event.book;
    event_.context = event.context;
    event_.places = event.places;
    event_.intents = event.intents;
}

void PythonCallbacks::hide() noexcept {
    show({});
    drop_if_kept(book_);
    drop_if_kept(context_);
    drop_if_kept(intents_);
}

template <class... Objects>
void PythonCallbacks::call(Method method, Objects*... arguments) noexcept {
    if ((... && (arguments != nullptr))) {
        // The place before the arguments is the callee's, which puts its `self` there.
        std::array<PyObject*, 1 + sizeof...(arguments)> stack{nullptr, arguments...};
        control_->begin_callback();
        PyObject* const done =
            PyObject_Vectorcall(methods_[static_cast<std::size_t>(method)], stack.data() + 1,
                                sizeof...(arguments) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
        control_->end_callback();
        if (done != nullptr) [[likely]] {
            Py_DECREF(done);
            return;
        }
    }
    control_->take_exception();
}

PyObject* PythonCallbacks::view(EventView*& kept, EventView* (*make)() noexcept) noexcept {
    if (kept == nullptr) {
        kept = make();
        if (kept != nullptr) {
            kept->event = &event_;
        }
    }
    return reinterpret_cast<PyObject*>(kept);
}
PyObject* PythonCallbacks::book() noexcept {
    return view(book_, new_book_view);
}
PyObject* PythonCallbacks::context() noexcept {
    return view(context_, new_context_view);
}
PyObject* PythonCallbacks::intents() noexcept {
    return view(intents_, new_intents_view);
}

void PythonCallbacks::on_instrument(const strategy::Instrument& instrument) noexcept {
    const GilHeld held;
    auto& symbols = event_.symbols;
    if (symbols.size() <= instrument.id.value) {
        symbols.resize(std::size_t{instrument.id.value} + 1);
    }
    Py_XDECREF(std::exchange(symbols[instrument.id.value], to_python(instrument.symbol)));
    if (is_wanted(Method::Instrument)) {
        PyObject* const shown = new_value(instrument);
        call(Method::Instrument, shown);
        Py_XDECREF(shown);
    }
}

void PythonCallbacks::on_book(const book::BookView& shown, const Event& event) noexcept {
    if (is_wanted(Method::Book)) {
        const GilHeld held;
        show(event);
        event_.book = &shown;
        call(Method::Book, book(), context(), intents());
        hide();
    }
}

void PythonCallbacks::on_timer(const Event& event) noexcept {
    if (is_wanted(Method::Timer)) {
        const GilHeld held;
        show(event);
        call(Method::Timer, context(), intents());
        hide();
    }
}

void PythonCallbacks::on_trade(const strategy::Trade& trade, const Event& event) noexcept {
    if (is_wanted(Method::Trade)) {
        const GilHeld held;
        show(event);
        call(Method::Trade, trade_.with(trade), context());
        hide();
    }
}

void PythonCallbacks::on_fill(const oms::Fill& fill, const Event& event) noexcept {
    if (is_wanted(Method::Fill)) {
        const GilHeld held;
        show(event);
        call(Method::Fill, fill_.with(fill), context());
        hide();
    }
}

void PythonCallbacks::on_reject(const oms::Rejection& rejection, const Event& event) noexcept {
    if (is_wanted(Method::Reject)) {
        const GilHeld held;
        show(event);
        call(Method::Reject, rejection_.with(rejection), context());
        hide();
    }
}

void PythonCallbacks::on_books_state(strategy::BooksState state, const Event& event) noexcept {
    if (is_wanted(Method::BooksState)) {
        const GilHeld held;
        show(event);
        PyObject* const shown = to_python(state);
        call(Method::BooksState, shown, context());
        Py_XDECREF(shown);
        hide();
    }
}

}  // namespace hotpath::python
