#pragma once
/// What SBE messages are made of: the wire types that generated code names.
///
/// Each has `Value`, `kLength`, load and store, as those of hotpath/protocols/message.hpp have, in either
/// byte order. A value is what the bytes say: an enumeration keeps a number without a name, a set a
/// bit without one. Only an optional field looks at its value, for the one that means null.
///
/// Threads: any. Allocation: none. Complexity: a field is one load and at most one byte swap.
/// Source: FIX Simple Binary Encoding 1.0, "Field encoding".

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <type_traits>

#include "hotpath/core/bytes.hpp"

namespace hotpath::protocols::cme::sbe {

/// Unsigned, as wide as T.
template <class T>
using BitsOf = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<sizeof(T) == 2, std::uint16_t,
                       std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// An integer, a character or a floating-point number.
template <class T, std::endian Order>
struct Number {
    using Value = T;
    static constexpr std::size_t kLength = sizeof(T);

    [[nodiscard]] static Value load(const std::byte* p) noexcept {
        if constexpr (Order == std::endian::little) {
            return std::bit_cast<T>(load_le<BitsOf<T>>(p));
        } else {
            return std::bit_cast<T>(load_be<BitsOf<T>>(p));
        }
    }
    static void store(std::byte* p, Value v) noexcept {
        if constexpr (Order == std::endian::little) {
            store_le(p, std::bit_cast<BitsOf<T>>(v));
        } else {
            store_be(p, std::bit_cast<BitsOf<T>>(v));
        }
    }
};

/// A field that may be null: one value of the wire type means so. Every NaN is null if one is.
template <class Wire, typename Wire::Value Null>
struct Optional {
    using Value = std::optional<typename Wire::Value>;
    static constexpr std::size_t kLength = Wire::kLength;

    [[nodiscard]] static Value load(const std::byte* p) noexcept {
        const typename Wire::Value value = Wire::load(p);
        return is_null(value) ? Value{} : Value{value};
    }
    static void store(std::byte* p, const Value& v) noexcept { Wire::store(p, v.value_or(Null)); }

  private:
    [[nodiscard]] static constexpr bool is_null(typename Wire::Value value) noexcept {
        if constexpr (std::floating_point<typename Wire::Value>) {
            return value == Null || (value != value && Null != Null);
        } else {
            return value == Null;
        }
    }
};

/// N values in a row.
template <class Wire, std::size_t N>
struct Array {
    using Value = std::array<typename Wire::Value, N>;
    static constexpr std::size_t kLength = N * Wire::kLength;

    [[nodiscard]] static Value load(const std::byte* p) noexcept {
        Value values;
        for (std::size_t i = 0; i < N; ++i) {
            values[i] = Wire::load(p + i * Wire::kLength);
        }
        return values;
    }
    static void store(std::byte* p, const Value& values) noexcept {
        for (std::size_t i = 0; i < N; ++i) {
            Wire::store(p + i * Wire::kLength, values[i]);
        }
    }
};

/// N characters, the rest zeros. Loaded is a view of the bytes up to the first zero; what is stored
/// is cut at N.
template <std::size_t N>
struct Text {
    using Value = std::string_view;
    static constexpr std::size_t kLength = N;

    [[nodiscard]] static Value load(const std::byte* p) noexcept {
        const Value all(reinterpret_cast<const char*>(p), N);
        return all.substr(0, all.find('\0'));
    }
    static void store(std::byte* p, Value text) noexcept {
        const std::size_t length = std::min(text.size(), N);
        if (length != 0) {
            std::memcpy(p, text.data(), length);
        }
        std::memset(p + length, 0, N - length);
    }
};

/// An enumeration, of the names that the schema gives to some of the numbers.
template <class Enumeration, class Wire>
struct EnumField {
    using Value = Enumeration;
    static constexpr std::size_t kLength = Wire::kLength;

    [[nodiscard]] static Value load(const std::byte* p) noexcept {
        return static_cast<Value>(Wire::load(p));
    }
    static void store(std::byte* p, Value v) noexcept {
        Wire::store(p, static_cast<typename Wire::Value>(v));
    }
};

/// A bit and its name in the schema.
struct NamedChoice {
    unsigned bit;
    std::string_view name;
};

/// A set: each choice is a bit. Bits that the schema does not name are kept.
template <std::unsigned_integral Bits>
struct Set {
    Bits bits = 0;

    [[nodiscard]] constexpr bool has(unsigned choice) const noexcept {
        return ((bits >> choice) & 1U) != 0;
    }
    constexpr void add(unsigned choice) noexcept {
        bits = static_cast<Bits>(bits | (Bits{1} << choice));
    }
    constexpr void remove(unsigned choice) noexcept {
        bits = static_cast<Bits>(bits & ~(Bits{1} << choice));
    }
    friend constexpr bool operator==(const Set&, const Set&) = default;
};

template <class Choices, class Wire>
struct SetField {
    using Value = Choices;
    static constexpr std::size_t kLength = Wire::kLength;

    [[nodiscard]] static Value load(const std::byte* p) noexcept { return Value{{Wire::load(p)}}; }
    static void store(std::byte* p, Value v) noexcept { Wire::store(p, v.bits); }
};

/// A composite: a Message of fixed layout within another. Loaded is a view of it where it lies.
template <class Part>
struct Composite {
    using Value = const Part&;
    static constexpr std::size_t kLength = Part::kLength;

    [[nodiscard]] static Value load(const std::byte* p) noexcept { return Part::at(p); }
    static void store(std::byte* p, Value part) noexcept {
        std::memcpy(p, part.bytes().data(), kLength);
    }
};

}  // namespace hotpath::protocols::cme::sbe
