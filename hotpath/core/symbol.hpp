#pragma once
/// A ticker symbol as the wire carries it: eight ASCII characters, left-justified, padded with
/// spaces.
///
/// Trivially copyable; equality is one 64-bit comparison. from() refuses text of more than eight
/// characters. Threads: a value. Allocation: str() only. Source: ITCH 5.0
/// "Stock", OUCH 5.0 "Symbol".

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hotpath {

struct Symbol {
    static constexpr std::size_t kLength = 8;

    std::array<char, kLength> characters{' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '};

    /// Returns nothing for text that is empty or has more than kLength characters.
    [[nodiscard]] static constexpr std::optional<Symbol> from(std::string_view text) noexcept {
        if (text.empty() || text.size() > kLength) {
            return std::nullopt;
        }
        Symbol symbol;
        std::ranges::copy(text, symbol.characters.begin());
        return symbol;
    }

    /// The symbol without padding; a view of this object's bytes.
    [[nodiscard]] constexpr std::string_view view() const noexcept {
        const std::string_view all(characters.data(), characters.size());
        return all.substr(0, all.find_last_not_of(' ') + 1);
    }

    /// Returns a copy of view().
    [[nodiscard]] std::string str() const { return std::string(view()); }

    friend constexpr auto operator<=>(const Symbol&, const Symbol&) = default;
    friend constexpr bool operator==(const Symbol& a, const Symbol& b) noexcept {
        return std::bit_cast<std::uint64_t>(a.characters) ==
               std::bit_cast<std::uint64_t>(b.characters);
    }
};

}  // namespace hotpath
