#pragma once
/// Event: what the callback that runs now may look at. All of it is null between two callbacks, so a
/// view that Python has kept raises instead of reading what is gone.
///
/// Threads: the engine's. Allocation: none. Complexity: none.

#include <vector>

#include <nanobind/nanobind.h>

#include "hotpath/book/book_view.hpp"
#include "hotpath/oms/intent.hpp"
#include "hotpath/strategy/queue_places.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::python {

struct Event {
    const book::BookView* book = nullptr;
    const strategy::Context* context = nullptr;
    const strategy::QueuePlaces* places = nullptr;  // also null while the books are not current
    oms::Intents* intents = nullptr;

    // The strategy's, the same for every event.
    bool follows_queue = false;
    std::vector<PyObject*> symbols{};  // text by InstrumentId; null: never announced
};

}  // namespace hotpath::python
