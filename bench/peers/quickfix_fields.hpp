#pragma once
/// What the subjects of QuickFIX read of a message. C++14, as all of them.
///
/// Threads: any. Allocation: QuickFIX's. Errors: FIX::FieldNotFound.

#include <cmath>
#include <cstdint>

#include <quickfix/FieldMap.h>

namespace hotpath {
namespace bench {
namespace peers {

/// The field of a message or of its header.
template <class Field>
Field field_of(const FIX::FieldMap& fields) {
    Field field;
    fields.getField(field);
    return field;
}

/// A field of digits or one character as an integer.
template <class Field>
std::uint64_t number_of(const FIX::FieldMap& fields) {
    return static_cast<std::uint64_t>(field_of<Field>(fields).getValue());
}

/// A price in units of 1/10,000.
template <class Field>
std::uint64_t units_of(const FIX::FieldMap& fields) {
    return static_cast<std::uint64_t>(std::llround(field_of<Field>(fields).getValue() * 10000));
}

}  // namespace peers
}  // namespace bench
}  // namespace hotpath
