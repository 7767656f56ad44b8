#pragma once
/// The base of every fixed-layout wire message: N bytes, each field at its specification's offset.
///
/// A message type is both the view and the storage. at(p) looks at bytes where they lie (zero-copy,
/// any alignment, the caller has checked the length); a default-constructed message is N zero bytes
/// to fill with store_ and send with bytes(). HOTPATH_FIELD declares one field: its wire type, its
/// offset and its name from the specification, as load_name() and store_name(value).
///
///   const auto& add = itch50::AddOrder::at(bytes.data());
///   book.add(add.load_order_reference_number(), add.load_price());
///
/// Threads: any. Allocation: none. Complexity: a field is one load and one byte swap.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"

namespace hotpath::protocols {

/// The wire types. Each has `Value`, `kLength`, load and store.
template <std::unsigned_integral T>
struct BigEndian {
    using Value = T;
    static constexpr std::size_t kLength = sizeof(T);
    [[nodiscard]] static Value load(const std::byte* p) noexcept { return load_be<T>(p); }
    static void store(std::byte* p, Value v) noexcept { store_be<T>(p, v); }
};
using Uint16 = BigEndian<std::uint16_t>;
using Uint32 = BigEndian<std::uint32_t>;
using Uint64 = BigEndian<std::uint64_t>;
/// Unsigned prices: four or eight bytes, the implied decimals are the specification's.
using Price4 = BigEndian<std::uint32_t>;
using Price8 = BigEndian<std::uint64_t>;

/// Six bytes: an ITCH timestamp, nanoseconds since midnight.
struct Uint48 {
    using Value = std::uint64_t;
    static constexpr std::size_t kLength = 6;
    [[nodiscard]] static Value load(const std::byte* p) noexcept { return load_be48(p); }
    static void store(std::byte* p, Value v) noexcept { store_be48(p, v); }
};

/// Four bytes, two's complement: a distance that may be negative.
struct Int32 {
    using Value = std::int32_t;
    static constexpr std::size_t kLength = 4;
    [[nodiscard]] static Value load(const std::byte* p) noexcept {
        return static_cast<Value>(load_be<std::uint32_t>(p));
    }
    static void store(std::byte* p, Value v) noexcept {
        store_be(p, static_cast<std::uint32_t>(v));
    }
};

/// One ASCII character.
struct Char {
    using Value = char;
    static constexpr std::size_t kLength = 1;
    [[nodiscard]] static Value load(const std::byte* p) noexcept {
        return std::to_integer<char>(*p);
    }
    static void store(std::byte* p, Value v) noexcept { *p = static_cast<std::byte>(v); }
};

/// N ASCII characters, left-justified, padded with spaces.
template <std::size_t N>
struct Alpha {
    using Value = std::array<char, N>;
    static constexpr std::size_t kLength = N;
    [[nodiscard]] static Value load(const std::byte* p) noexcept {
        Value value;
        std::memcpy(value.data(), p, N);
        return value;
    }
    static void store(std::byte* p, const Value& v) noexcept { std::memcpy(p, v.data(), N); }
};

/// A ticker symbol: eight ASCII characters.
struct Stock {
    using Value = Symbol;
    static constexpr std::size_t kLength = Symbol::kLength;
    [[nodiscard]] static Value load(const std::byte* p) noexcept {
        Symbol symbol;
        std::memcpy(symbol.characters.data(), p, kLength);
        return symbol;
    }
    static void store(std::byte* p, const Value& v) noexcept {
        std::memcpy(p, v.characters.data(), kLength);
    }
};

/// `text` as an Alpha field carries it: left-justified, padded with spaces, cut at N characters.
template <std::size_t N>
[[nodiscard]] constexpr std::array<char, N> to_alpha(std::string_view text) noexcept {
    std::array<char, N> padded;
    for (std::size_t i = 0; i < N; ++i) {
        padded[i] = i < text.size() ? text[i] : ' ';
    }
    return padded;
}

/// An Alpha field without its padding; views the array given.
template <std::size_t N>
[[nodiscard]] constexpr std::string_view trimmed(const std::array<char, N>& alpha) noexcept {
    const std::string_view all(alpha.data(), N);
    return all.substr(0, all.find_last_not_of(' ') + 1);
}

template <class Derived, std::size_t Length>
class Message {
  public:
    static constexpr std::size_t kLength = Length;

    /// Views the message that begins at `p`; at least kLength bytes are there.
    [[nodiscard]] static const Derived& at(const std::byte* p) noexcept {
        static_assert(sizeof(Derived) == Length && alignof(Derived) == 1);
        static_assert(std::is_trivially_copyable_v<Derived>);
        return *reinterpret_cast<const Derived*>(p);
    }
    [[nodiscard]] static Derived& at(std::byte* p) noexcept {
        return *reinterpret_cast<Derived*>(p);
    }

    [[nodiscard]] std::span<const std::byte, Length> bytes() const noexcept { return bytes_; }

  protected:
    std::array<std::byte, Length> bytes_{};
};

}  // namespace hotpath::protocols

#define HOTPATH_FIELD(WireType, offset, name)                                       \
    [[nodiscard]] WireType::Value load_##name() const noexcept {                    \
        static_assert((offset) + WireType::kLength <= kLength, "field in message"); \
        return WireType::load(this->bytes_.data() + (offset));                      \
    }                                                                               \
    void store_##name(const WireType::Value& value) noexcept {                      \
        WireType::store(this->bytes_.data() + (offset), value);                     \
    }
