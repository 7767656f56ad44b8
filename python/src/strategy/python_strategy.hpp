#pragma once
/// PythonStrategy: a strategy written in Python, as the Strategy concept; and its options, as the
/// registry has those of every strategy.
///
///   class Leaner(hotpath.Strategy)  ──>  PythonClass  ──>  Registration  ──>  a strategy a day
///
/// Threads: set-up and the engine's, one of them; the GIL is taken where Python is called. Allocation:
/// Python's. Complexity: PythonCallbacks'.

#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "hotpath/strategy/registration.hpp"
#include "python/src/run_control.hpp"
#include "python/src/strategy/python_callbacks.hpp"

namespace hotpath::python {

/// EventContext: QueueContext of a class with follows_queue = True, else Context.
template <class EventContext>
class PythonStrategy {
  public:
    static constexpr bool kFollowsQueue = std::same_as<EventContext, strategy::QueueContext>;
    using Context = EventContext;

    explicit PythonStrategy(std::unique_ptr<PythonCallbacks> callbacks)
        : callbacks_(std::move(callbacks)) {}

    void on_instrument(const strategy::Instrument& instrument) noexcept {
        callbacks_->on_instrument(instrument);
    }
    void on_book(const book::BookView& book, const Context& context,
                 oms::Intents& intents) noexcept {
        callbacks_->on_book(book, event_of(context, &intents));
    }
    void on_timer(const Context& context, oms::Intents& intents) noexcept {
        callbacks_->on_timer(event_of(context, &intents));
    }
    void on_trade(const strategy::Trade& trade, const Context& context) noexcept {
        callbacks_->on_trade(trade, event_of(context, nullptr));
    }
    void on_fill(const oms::Fill& fill, const Context& context) noexcept {
        callbacks_->on_fill(fill, event_of(context, nullptr));
    }
    void on_reject(const oms::Rejection& rejection, const Context& context) noexcept {
        callbacks_->on_reject(rejection, event_of(context, nullptr));
    }
    void on_books_state(strategy::BooksState state, const Context& context) noexcept {
        callbacks_->on_books_state(state, event_of(context, nullptr));
    }

  private:
    [[nodiscard]] static Event event_of(const Context& context, oms::Intents* intents) noexcept {
        Event event{.context = &context, .intents = intents};
        if constexpr (kFollowsQueue) {
            event.places = context.places;
        }
        return event;
    }

    std::unique_ptr<PythonCallbacks> callbacks_;  // the views in it point at each other
};

static_assert(strategy::Strategy<PythonStrategy<strategy::Context>>);
static_assert(strategy::QueueAwareStrategy<PythonStrategy<strategy::QueueContext>>);

/// A strategy of Python's as the package describes it (hotpath/strategy.py).
struct PythonClass {
    std::string_view name{};     // interned
    std::string_view summary{};  // interned
    bool follows_queue = false;
    std::vector<strategy::Parameter> parameters{};  // at their defaults, their texts interned
    nanobind::object make{};                        // make(values: dict) -> Strategy
};

/// Reads the description: an object with these attributes.
[[nodiscard]] PythonClass python_class(nanobind::handle description);

/// What one run makes of Python strategies: its control, and the strategies, in order.
struct PythonRun {
    std::shared_ptr<RunControl> control = std::make_shared<RunControl>();
    std::vector<nanobind::object> made{};
};

/// A class's registration, and what it refers to.
struct PythonRegistration {
    std::unique_ptr<const strategy::StrategyOptions> defaults{};
    strategy::Registration registration{};
};

/// With the GIL. The strategies of a choice of it are made for `run`.
[[nodiscard]] PythonRegistration registration_of(PythonClass about, std::shared_ptr<PythonRun> run);

}  // namespace hotpath::python
