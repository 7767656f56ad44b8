#pragma once
/// Python types made by hand, for what callbacks touch on every event: an attribute is one C function,
/// without a look-up of argument types.
///
///   ValueObject<T>   a copy of a T, such as a fill; attributes are its members
///   EventView        what an event shows: the book, the context, the intents (event.hpp)
///
/// Threads: with the GIL. Allocation: the objects'. Complexity: O(1) an attribute.

#include <cstdint>
#include <string>

#include <nanobind/nanobind.h>

#include "python/src/strategy/event.hpp"
#include "python/src/strategy/python_values.hpp"

namespace hotpath::python {

template <class T>
struct ValueObject {
    PyObject_HEAD T value;
};

struct EventView {
    PyObject_HEAD const Event* event;  // null: of an event that is over for ever
};

/// A getter of one member of a ValueObject<T>.
template <class T, auto Member>
PyObject* value_attribute(PyObject* self, void*) noexcept {
    return to_python(reinterpret_cast<ValueObject<T>*>(self)->value.*Member);
}

struct TypeDescription {
    const char* name = nullptr;     // with its module: hotpath._core.Fill
    const char* meaning = nullptr;  // its docstring
    std::size_t bytes = 0;          // of an instance
    PyGetSetDef* attributes = nullptr;
    PyMethodDef* methods = nullptr;
    bool is_value = false;  // has a repr of its attributes
};

/// A type that Python cannot instantiate, in the module under the last part of its name. Attributes and
/// methods are kept: they must be static.
[[nodiscard]] PyTypeObject* make_type(nanobind::module_& module, const TypeDescription& about);

/// A new object of a type of make_type(); nullptr with an exception set.
template <class Object>
[[nodiscard]] Object* allocate(PyTypeObject* type) noexcept {
    return reinterpret_cast<Object*>(PyType_GenericAlloc(type, 0));
}

}  // namespace hotpath::python
