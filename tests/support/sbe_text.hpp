#pragma once
/// A message of generated SBE code as one line of JSON, whatever its schema: what the twin of
/// tests/sbe yields, too.
///
///   SbeText text;
///   visit_message(bytes, [&](const auto& message) { text.add_block(message); });
///
/// Numbers are numbers, characters their codes, enumerations their names or numbers, texts strings,
/// bytes hexadecimal, sets bits and names; what is null or absent is null. Tests only.
/// Threads: a value. Allocation: the text.

#include <array>
#include <cmath>
#include <concepts>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "hotpath/core/bytes.hpp"

namespace hotpath::support {

class SbeText {
  public:
    /// A message, an entry or a composite.
    void add_block(const auto& block) {
        text_ += '{';
        bool is_first = true;
        block.for_each_field([&](std::string_view name, const auto& value) {
            text_ += is_first ? "" : ", ";
            is_first = false;
            add(name);
            text_ += ": ";
            add(value);
        });
        text_ += '}';
    }

    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    void add(std::string_view value) {
        text_ += '"';
        for (const char c : value) {
            const auto code = static_cast<unsigned char>(c);
            if (code < 32 || code > 126) {
                text_ += "\\u00";
                add_hex(code);
            } else {
                text_ += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
            }
        }
        text_ += '"';
    }
    void add(Bytes value) {
        text_ += '"';
        for (const std::byte byte : value) {
            add_hex(static_cast<unsigned char>(byte));
        }
        text_ += '"';
    }
    template <class T>
    void add(const T& value) {
        if constexpr (requires { value.has_value(); }) {
            value ? add(*value) : null();
        } else if constexpr (std::is_pointer_v<T>) {
            value != nullptr ? add_block(*value) : null();
        } else if constexpr (std::is_enum_v<T>) {
            add_enum(value);
        } else if constexpr (std::floating_point<T>) {
            add_floating(static_cast<double>(value));
        } else if constexpr (std::same_as<T, char>) {
            text_ += std::to_string(static_cast<unsigned char>(value));
        } else if constexpr (std::integral<T>) {
            text_ += std::to_string(value);
        } else if constexpr (requires { T::kChoices; }) {
            add_set(value);
        } else if constexpr (requires { value.begin(); }) {
            add_list(value);
        } else {
            add_block(value);
        }
    }
    void add_hex(unsigned char byte) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        text_ += kDigits[byte / 16U];
        text_ += kDigits[byte % 16U];
    }
    void null() { text_ += "null"; }
    void add_floating(double value) {
        if (!std::isfinite(value)) {
            text_ += std::isnan(value) ? "\"nan\"" : "\"inf\"";
            return;
        }
        std::array<char, 32> digits{};
        (void)std::snprintf(digits.data(), digits.size(), "%.17g", value);
        text_ += digits.data();
    }

    void add_enum(auto value) {
        if (const std::string_view known = name(value); !known.empty()) {
            add(known);
        } else {
            add(static_cast<std::underlying_type_t<decltype(value)>>(value));
        }
    }
    void add_set(const auto& set) {
        text_ += "{\"bits\": " + std::to_string(set.bits) + ", \"names\": [";
        bool is_first = true;
        for (const auto& choice : set.kChoices) {
            if (set.has(choice.bit)) {
                text_ += is_first ? "" : ", ";
                is_first = false;
                add(choice.name);
            }
        }
        text_ += "]}";
    }
    /// An array's values or a group's entries.
    void add_list(const auto& list) {
        text_ += '[';
        bool is_first = true;
        for (const auto& element : list) {
            text_ += is_first ? "" : ", ";
            is_first = false;
            add(element);
        }
        text_ += ']';
    }

    std::string text_;
};

}  // namespace hotpath::support
