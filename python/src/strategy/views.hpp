#pragma once
/// The three views of a callback: book, context and intents. They copy nothing, and belong to one
/// event: later use raises RuntimeError.
///
/// Threads: with the GIL. Allocation: the Python objects that an attribute returns. Complexity: that of
/// the C++ queries.

#include <cstdint>
#include <limits>

#include <nanobind/nanobind.h>

#include "hotpath/book/types.hpp"
#include "python/src/strategy/python_type.hpp"

namespace hotpath::python {

inline constexpr std::int64_t kVenueIdMax = std::numeric_limits<std::int64_t>::max();

void bind_book_view(nanobind::module_& module);
void bind_context_view(nanobind::module_& module);
void bind_intents_view(nanobind::module_& module);

// A new view without an event; nullptr with an exception set.
[[nodiscard]] EventView* new_book_view() noexcept;
[[nodiscard]] EventView* new_context_view() noexcept;
[[nodiscard]] EventView* new_intents_view() noexcept;

/// The Level that books have, too (bind_books()).
[[nodiscard]] PyObject* level_to_python(const book::Level& level) noexcept;

/// A method of METH_FASTCALL in a table of methods.
using FastMethod = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t);
using FastKeywordMethod = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);
[[nodiscard]] inline PyCFunction method_of(FastMethod method) noexcept {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(method));
}
[[nodiscard]] inline PyCFunction method_of(FastKeywordMethod method) noexcept {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(method));
}

}  // namespace hotpath::python
