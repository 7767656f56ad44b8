#pragma once
/// PythonCallbacks: a strategy object of Python as the engine calls it.
///
/// Methods are looked up once. One that the class does not override is never called, and its events
/// never take the GIL. Views and values are objects of the event before, unless Python has kept them;
/// a view that was kept stays without an event. An exception of a callback stops the run (RunControl);
/// no callback follows it. Threads: the engine's; the GIL is taken for each callback and for the
/// construction. Allocation: what Python does. Complexity: a call of Python an overridden event.

#include <array>
#include <memory>

#include <nanobind/nanobind.h>

#include "hotpath/strategy/strategy.hpp"
#include "python/src/run_control.hpp"
#include "python/src/strategy/event.hpp"
#include "python/src/strategy/event_values.hpp"

namespace hotpath::python {

class PythonCallbacks {
  public:
    /// With the GIL. Keeps the methods that the class overrides.
    PythonCallbacks(nanobind::object strategy, bool follows_queue,
                    std::shared_ptr<RunControl> control);
    PythonCallbacks(const PythonCallbacks&) = delete;
    PythonCallbacks& operator=(const PythonCallbacks&) = delete;
    ~PythonCallbacks();

    void on_instrument(const strategy::Instrument& instrument) noexcept;
    void on_book(const book::BookView& shown, const Event& event) noexcept;
    void on_timer(const Event& event) noexcept;
    void on_trade(const strategy::Trade& trade, const Event& event) noexcept;
    void on_fill(const oms::Fill& fill, const Event& event) noexcept;
    void on_reject(const oms::Rejection& rejection, const Event& event) noexcept;
    void on_books_state(strategy::BooksState state, const Event& event) noexcept;

  private:
    enum class Method : std::uint8_t { Instrument, Book, Timer, Trade, Fill, Reject, BooksState };
    static constexpr std::size_t kMethods = 7;

    [[nodiscard]] bool is_wanted(Method method) const noexcept {
        return methods_[static_cast<std::size_t>(method)] != nullptr && !control_->is_stopped();
    }
    void show(const Event& event) noexcept;
    void hide() noexcept;
    /// Each argument is borrowed; null: its making has failed.
    template <class... Objects>
    void call(Method method, Objects*... arguments) noexcept;
    [[nodiscard]] PyObject* view(EventView*& kept, EventView* (*make)() noexcept) noexcept;
    [[nodiscard]] PyObject* book() noexcept;
    [[nodiscard]] PyObject* context() noexcept;
    [[nodiscard]] PyObject* intents() noexcept;

    std::shared_ptr<RunControl> control_;
    PyObject* strategy_;
    std::array<PyObject*, kMethods> methods_{};  // bound; null: not overridden
    Event event_{};                              // what the views show
    EventView* book_ = nullptr;
    EventView* context_ = nullptr;
    EventView* intents_ = nullptr;
    ReusedValue<strategy::Trade> trade_;
    ReusedValue<oms::Fill> fill_;
    ReusedValue<oms::Rejection> rejection_;
};

}  // namespace hotpath::python
