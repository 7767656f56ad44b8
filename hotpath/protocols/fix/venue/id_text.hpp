#pragma once
/// IdText: the characters of a ClOrdID, in place. Long enough for a UUID.
///
/// Threads: a value. Allocation: none.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hotpath::exchange {

struct IdText {
    static constexpr std::size_t kLengthMax = 36;

    std::array<char, kLengthMax> characters{};
    std::uint8_t length = 0;

    /// Empty when it has no characters, or too many.
    [[nodiscard]] static std::optional<IdText> from(std::string_view text) noexcept {
        if (text.empty() || text.size() > kLengthMax) {
            return std::nullopt;
        }
        IdText id{.length = static_cast<std::uint8_t>(text.size())};
        std::ranges::copy(text, id.characters.begin());
        return id;
    }
    [[nodiscard]] std::string_view view() const noexcept { return {characters.data(), length}; }
};

}  // namespace hotpath::exchange
