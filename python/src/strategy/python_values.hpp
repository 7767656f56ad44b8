#pragma once
/// The core's values as Python objects: integers stay integers, in the same units.
///
/// Enumerations are members of Python's own (bind_enumerations()). A function that returns nullptr has
/// set a Python exception. Threads: with the GIL. Allocation: the objects'; Python keeps small integers.
/// Complexity: O(1).

#include <array>
#include <cstdint>
#include <limits>

#include <nanobind/nanobind.h>

#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/strategy/strategy.hpp"

namespace hotpath::python {

[[nodiscard]] inline PyObject* to_python(std::int64_t value) noexcept {
    return PyLong_FromLongLong(value);
}
[[nodiscard]] inline PyObject* to_python(std::uint64_t value) noexcept {
    return PyLong_FromUnsignedLongLong(value);
}
[[nodiscard]] inline PyObject* to_python(std::uint32_t value) noexcept {
    return PyLong_FromLongLong(value);
}
[[nodiscard]] inline PyObject* to_python(std::uint16_t value) noexcept {
    return PyLong_FromLong(value);
}
[[nodiscard]] inline PyObject* to_python(bool value) noexcept {
    return PyBool_FromLong(value);
}
[[nodiscard]] inline PyObject* to_python(const Symbol& symbol) noexcept {
    const std::string_view text = symbol.view();
    return PyUnicode_DecodeLatin1(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
}
/// Price, Qty, Money, Time, the ids: their integer.
template <class T>
    requires requires(const T& wrapper) { wrapper.value; }
[[nodiscard]] PyObject* to_python(const T& wrapper) noexcept {
    return to_python(wrapper.value);
}

/// The members of an enumeration, by value, once bind_enumerations() was called.
template <class E>
struct EnumerationMembers {
    static constexpr std::size_t kMax = 16;
    static inline std::array<PyObject*, kMax> members{};  // null: no such value
};
template <class E>
    requires std::is_enum_v<E>
[[nodiscard]] PyObject* to_python(E value) noexcept {
    PyObject* const member = EnumerationMembers<E>::members[static_cast<std::size_t>(value)];
    return Py_XNewRef(member);
}

/// Side, TimeInForce, Liquidity, OrderState, RejectedBy, BooksState.
void bind_enumerations(nanobind::module_& module);

/// An integer from `least` to `most`, of the argument `name`; otherwise an exception is set, and it is
/// below `least`.
template <class T>
struct IntegerArgument {
    const char* name;
    std::int64_t least = 0;
    std::int64_t most = std::numeric_limits<T>::max();

    [[nodiscard]] bool read(PyObject* from, T& value) const noexcept {
        const long long read = PyLong_AsLongLong(from);
        if (read == -1 && PyErr_Occurred() != nullptr) {
            return false;
        }
        if (read < least || read > most) {
            PyErr_Format(PyExc_ValueError, "%s must be from %lld to %lld, got %lld", name,
                         static_cast<long long>(least), static_cast<long long>(most), read);
            return false;
        }
        value = static_cast<T>(read);
        return true;
    }
};

}  // namespace hotpath::python
