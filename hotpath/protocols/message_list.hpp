#pragma once
/// All message types of one protocol and direction, and what can be asked of them by their type
/// byte.
///
/// length and name are tables of 256 entries made at compile time: one load, no branch. for_each
/// calls fn.template operator()<M>() for each message type, which is how the tests visit them all.
/// Threads: constants. Allocation: none. Complexity: O(1) by type.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hotpath::protocols {

template <class... Messages>
struct MessageList {
    static constexpr std::size_t kCount = sizeof...(Messages);

    /// Bytes of the fixed part of a message of this type; 0 for a type the protocol does not have.
    [[nodiscard]] static constexpr std::size_t length(char type) noexcept {
        return kLengths[static_cast<unsigned char>(type)];
    }

    /// The specification's name of the type; empty for a type the protocol does not have.
    [[nodiscard]] static constexpr std::string_view name(char type) noexcept {
        return kNames[static_cast<unsigned char>(type)];
    }

    template <class Fn>
    static constexpr void for_each(Fn&& fn) {
        (fn.template operator()<Messages>(), ...);
    }

  private:
    static constexpr std::array<std::uint8_t, 256> kLengths = [] {
        std::array<std::uint8_t, 256> lengths{};
        ((lengths[static_cast<unsigned char>(Messages::kType)] = Messages::kLength), ...);
        return lengths;
    }();
    static constexpr std::array<std::string_view, 256> kNames = [] {
        std::array<std::string_view, 256> names{};
        ((names[static_cast<unsigned char>(Messages::kType)] = Messages::kName), ...);
        return names;
    }();
};

}  // namespace hotpath::protocols
