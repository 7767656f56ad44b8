#pragma once
/// Wire messages as tables, so that a test visits every field of every message in plain loops.
///
///   for (const Field& field : kFields<itch50::AddOrder>) { field.load(bytes.data()); }
///   for (const MessageType& type : kItch50Messages) { type.fields[0].name; }
///
/// The tables stand in itch50_fields.hpp and ouch50_fields.hpp. The types end here: a template in a
/// test would be compiled for each of hundreds of fields. Threads: constants.

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hotpath/core/symbol.hpp"
#include "hotpath/protocols/message_list.hpp"

namespace hotpath::support {

/// A field's value, whatever its type: an integer, or characters with their padding.
struct FieldValue {
    std::uint64_t integer = 0;
    std::array<char, 20> characters{};
};

enum class FieldKind : std::uint8_t { Integer, Character, Text };

struct Field {
    std::string_view name;
    FieldKind kind = FieldKind::Integer;
    std::size_t characters = 0;  // of a Character or Text
    FieldValue (*load)(const std::byte* message) = nullptr;
    void (*store)(std::byte* message, const FieldValue& value) = nullptr;
};

struct MessageType {
    char type = 0;
    std::string_view name;
    std::size_t length = 0;
    std::span<const Field> fields;
    std::vector<std::byte> (*make)() = nullptr;  // the bytes of a new message
};

/// The tables' view of an accessor's type.
template <class Value>
struct ValueType;

template <std::integral Value>
struct ValueType<Value> {
    static constexpr FieldKind kKind = FieldKind::Integer;
    static constexpr std::size_t kCharacters = 0;
    static FieldValue erase(Value value) { return {.integer = static_cast<std::uint64_t>(value)}; }
    static Value restore(const FieldValue& value) { return static_cast<Value>(value.integer); }
};

template <>
struct ValueType<char> {
    static constexpr FieldKind kKind = FieldKind::Character;
    static constexpr std::size_t kCharacters = 1;
    static FieldValue erase(char value) { return {.characters = {value}}; }
    static char restore(const FieldValue& value) { return value.characters[0]; }
};

template <std::size_t N>
struct ValueType<std::array<char, N>> {
    static constexpr FieldKind kKind = FieldKind::Text;
    static constexpr std::size_t kCharacters = N;
    static FieldValue erase(const std::array<char, N>& text) {
        FieldValue value;
        std::ranges::copy(text, value.characters.begin());
        return value;
    }
    static std::array<char, N> restore(const FieldValue& value) {
        std::array<char, N> text;
        std::copy_n(value.characters.begin(), N, text.begin());
        return text;
    }
};

template <>
struct ValueType<Symbol> {
    using Characters = ValueType<decltype(Symbol::characters)>;
    static constexpr FieldKind kKind = Characters::kKind;
    static constexpr std::size_t kCharacters = Characters::kCharacters;
    static FieldValue erase(const Symbol& symbol) { return Characters::erase(symbol.characters); }
    static Symbol restore(const FieldValue& value) { return {Characters::restore(value)}; }
};

template <auto kLoad, auto kStore, class M, class Value>
constexpr Field field_of(std::string_view name, Value (M::*)() const noexcept) {
    using Type = ValueType<Value>;
    return {name, Type::kKind, Type::kCharacters,
            [](const std::byte* message) { return Type::erase((M::at(message).*kLoad)()); },
            [](std::byte* message, const FieldValue& value) {
                (M::at(message).*kStore)(Type::restore(value));
            }};
}

template <auto kLoad, auto kStore>
constexpr Field field(std::string_view name) {
    return field_of<kLoad, kStore>(name, kLoad);
}

/// The fields of message type M in their order, a std::array of Field.
template <class M>
inline constexpr auto kFields = nullptr;

template <class M>
inline constexpr MessageType kMessageType{M::kType, M::kName, M::kLength, kFields<M>, [] {
                                              const M message;
                                              return std::vector<std::byte>(message.bytes().begin(),
                                                                            message.bytes().end());
                                          }};

template <class... Messages>
constexpr auto message_types(protocols::MessageList<Messages...>) {
    return std::array{kMessageType<Messages>...};
}

/// The type of `types` with this first byte; nullptr when there is none.
inline const MessageType* find_type(std::span<const MessageType> types, char type) {
    const auto found = std::ranges::find(types, type, &MessageType::type);
    return found == types.end() ? nullptr : &*found;
}

/// A new message into which each field of `message` is stored as it is loaded.
inline std::vector<std::byte> stored_again(const MessageType& type, const std::byte* message) {
    std::vector<std::byte> copy = type.make();
    for (const Field& field : type.fields) {
        field.store(copy.data(), field.load(message));
    }
    return copy;
}

/// A value for a field of any kind, made of random bits: an integer is cut to what the field holds.
inline FieldValue random_value(std::uint64_t random) {
    FieldValue value{.integer = random};
    for (char& c : value.characters) {
        c = static_cast<char>('A' + random % 26);
        random /= 26;
    }
    return value;
}

}  // namespace hotpath::support
