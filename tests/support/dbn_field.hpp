#pragma once
/// One field of a DBN record without its type, so that a test visits every field of every record in
/// plain loops. The tables stand in dbn_fields.hpp.
///
/// Threads: constants. Allocation: texts. Tests only.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "hotpath/protocols/dbn/fields.hpp"

namespace hotpath::support {

struct DbnField {
    std::string_view name;
    bool is_number = false;
    void (*copy)(const std::byte* from, std::byte* to) = nullptr;  // loads and stores
    void (*fill)(std::byte* record, std::uint8_t byte) = nullptr;  // each byte of it
    void (*store_one)(std::byte* record) = nullptr;                // of a number
    std::string (*text)(const std::byte* record) = nullptr;
};

/// What a test does with the value of a field of this type.
template <class Value>
struct DbnValue;

template <std::integral Value>
struct DbnValue<Value> {
    static constexpr bool kIsNumber = true;
    static Value filled(std::uint8_t byte) {
        std::make_unsigned_t<Value> value = 0;
        for (std::size_t i = 0; i < sizeof value; ++i) {
            value = static_cast<decltype(value)>(value | (std::uint64_t{byte} << (8 * i)));
        }
        return static_cast<Value>(value);
    }
    static Value one() { return 1; }
    static std::string text(Value value) { return std::to_string(value); }
};

template <>
struct DbnValue<char> {
    static constexpr bool kIsNumber = false;
    static char filled(std::uint8_t byte) { return static_cast<char>(byte); }
    static char one() { return 1; }
    /// As a number: a code that is not printable is a value too.
    static std::string text(char value) {
        return std::to_string(static_cast<unsigned>(static_cast<unsigned char>(value)));
    }
};

template <std::size_t N>
struct DbnValue<std::array<char, N>> {
    static constexpr bool kIsNumber = false;
    static std::array<char, N> filled(std::uint8_t byte) {
        std::array<char, N> value;
        value.fill(static_cast<char>(byte));
        return value;
    }
    static std::array<char, N> one() { return {}; }
    static std::string text(const std::array<char, N>& value) {
        return std::string(protocols::dbn::text_of(value));
    }
};

template <auto kLoad, auto kStore, class M, class Value>
constexpr DbnField dbn_field_of(std::string_view name, Value (M::*)() const noexcept) {
    using V = DbnValue<Value>;
    return {.name = name,
            .is_number = V::kIsNumber,
            .copy = [](const std::byte* from,
                       std::byte* to) { (M::at(to).*kStore)((M::at(from).*kLoad)()); },
            .fill = [](std::byte* record,
                       std::uint8_t byte) { (M::at(record).*kStore)(V::filled(byte)); },
            .store_one = [](std::byte* record) { (M::at(record).*kStore)(V::one()); },
            .text = [](const std::byte* record) { return V::text((M::at(record).*kLoad)()); }};
}

template <auto kLoad, auto kStore>
constexpr DbnField dbn_field(std::string_view name) {
    return dbn_field_of<kLoad, kStore>(name, kLoad);
}

/// The fields of record type M in their order, a std::array of DbnField.
template <class M>
inline constexpr auto kDbnFields = nullptr;

template <class M>
constexpr auto dbn_fields(auto... own) {
    return std::array{dbn_field<&M::load_length, &M::store_length>("length"),
                      dbn_field<&M::load_rtype, &M::store_rtype>("rtype"),
                      dbn_field<&M::load_publisher_id, &M::store_publisher_id>("publisher_id"),
                      dbn_field<&M::load_instrument_id, &M::store_instrument_id>("instrument_id"),
                      dbn_field<&M::load_ts_event, &M::store_ts_event>("ts_event"),
                      own...};
}

}  // namespace hotpath::support
