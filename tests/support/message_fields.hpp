#pragma once
/// What tests need to visit all fields of a wire message: name, load and store of each, in order.
///
///   for_each_field<itch50::AddOrder>([&](const auto& field) { field.load(message); });
///
/// The lists stand in itch50_fields.hpp and ouch50_fields.hpp. Threads: constants.

#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "hotpath/core/symbol.hpp"

namespace hotpath::support {

/// One field; its accessors are part of the type, so that calls are direct.
template <auto kLoad, auto kStore>
struct Field {
    std::string_view name;

    [[nodiscard]] auto load(const auto& message) const { return (message.*kLoad)(); }
    void store(auto& message, const auto& value) const { (message.*kStore)(value); }
};

template <auto kLoad, auto kStore>
constexpr Field<kLoad, kStore> field(std::string_view name) {
    return {name};
}

/// The fields of message type M, a std::tuple of Field.
template <class M>
inline constexpr auto kFields = nullptr;

template <class M, class Visit>
void for_each_field(Visit visit) {
    std::apply([&](const auto&... fields) { (visit(fields), ...); }, kFields<M>);
}

/// A value of a field's type made of random bytes, cut to what the wire type holds.
template <class Value>
Value random_value(std::uint64_t random) {
    if constexpr (std::is_integral_v<Value>) {
        return static_cast<Value>(random);
    } else {
        Value value;
        auto& characters = [&]() -> auto& {
            if constexpr (std::is_same_v<Value, Symbol>) {
                return value.characters;
            } else {
                return value;
            }
        }();
        for (char& c : characters) {
            c = static_cast<char>('A' + random % 26);
            random /= 26;
        }
        return value;
    }
}

}  // namespace hotpath::support
