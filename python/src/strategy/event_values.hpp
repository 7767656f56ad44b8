#pragma once
/// What callbacks receive by value, as Python objects that may be kept: trades, fills, rejections,
/// instruments; and what queries return: orders, holdings, levels.
///
/// ReusedValue holds one object for the next event as long as Python has not kept it. Threads: with
/// the GIL. Allocation: an object, unless it is reused. Complexity: O(1).

#include <nanobind/nanobind.h>

#include "hotpath/book/types.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/position.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "python/src/strategy/python_type.hpp"

namespace hotpath::python {

void bind_event_values(nanobind::module_& module);

/// The Python type of a ValueObject<T>, once bind_event_values() was called.
template <class T>
inline PyTypeObject* value_type = nullptr;

/// A new object; nullptr with an exception set.
template <class T>
[[nodiscard]] PyObject* new_value(const T& value) noexcept {
    auto* const object = allocate<ValueObject<T>>(value_type<T>);
    if (object != nullptr) {
        object->value = value;
    }
    return reinterpret_cast<PyObject*>(object);
}

/// The object of the last event again, unless Python has kept it.
template <class T>
class ReusedValue {
  public:
    ReusedValue() = default;
    ReusedValue(const ReusedValue&) = delete;
    ReusedValue& operator=(const ReusedValue&) = delete;
    ~ReusedValue() = default;

    /// Borrowed; nullptr with an exception set.
    [[nodiscard]] PyObject* with(const T& value) noexcept {
        if (object_ != nullptr && Py_REFCNT(object_) == 1) {
            reinterpret_cast<ValueObject<T>*>(object_)->value = value;
            return object_;
        }
        Py_XDECREF(object_);
        object_ = new_value(value);
        return object_;
    }
    void clear() noexcept { Py_CLEAR(object_); }

  private:
    PyObject* object_ = nullptr;
};

}  // namespace hotpath::python
