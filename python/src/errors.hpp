#pragma once
/// The C++ side's errors as Python exceptions: hotpath.Error with the one line that a command of the
/// program prints.
///
/// Exceptions exist only in this folder: libraries return Expected. Threads: raise() with the GIL.
/// Allocation: the message.

#include <stdexcept>
#include <utility>

#include "hotpath/core/error.hpp"

namespace hotpath::python {

/// hotpath.Error in Python.
class RunError : public std::runtime_error {
  public:
    explicit RunError(const Error& error) : std::runtime_error(error.message) {}
};

template <class T>
T value_of(Expected<T>&& result) {
    if (!result) {
        throw RunError(result.error());
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

}  // namespace hotpath::python
