#pragma once
/// Values of wire fields as words: codes by a table, characters that a terminal can show, prices in
/// dollars.
///
/// Threads: any. Allocation: the texts. Complexity: linear in the table.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "apps/hotpath/console.hpp"
#include "hotpath/wire/ascii_fields.hpp"

namespace hotpath::app {

struct CodeWord {
    char code;
    std::string_view word;
};

[[nodiscard]] constexpr bool is_printable(char c) {
    return c >= ' ' && c <= '~';
}

/// Clients may send any bytes: zeros at the end are left out, what else JSON and a terminal do not
/// take is shown as '?'.
[[nodiscard]] inline std::string printable(std::string text) {
    text.erase(text.find_last_not_of('\0') + 1);
    std::ranges::replace_if(text, [](char c) { return !is_printable(c); }, '?');
    return text;
}

/// A code without a word is shown as it is, a space as nothing.
[[nodiscard]] inline std::string code_text(char code) {
    return code == ' '          ? std::string()
           : is_printable(code) ? std::string(1, code)
                                : fmt::format("{:#04x}", static_cast<unsigned char>(code));
}

template <std::size_t N>
[[nodiscard]] std::string word_of(char code, const std::array<CodeWord, N>& words) {
    const auto found = std::ranges::find(words, code, &CodeWord::code);
    return found != words.end() ? std::string(found->word) : code_text(code);
}

[[nodiscard]] inline std::string dollars_of(std::uint64_t price) {
    return price_text({static_cast<std::int64_t>(price)});
}

template <std::size_t N>
[[nodiscard]] std::string text_of(const std::array<char, N>& characters) {
    return printable(std::string(wire::without_padding(characters)));
}

inline constexpr std::array kYesNo{CodeWord{'Y', "yes"}, CodeWord{'N', "no"},
                                   CodeWord{' ', "not available"}};
/// Of OUCH and of ITCH.
inline constexpr std::array kCrosses{
    CodeWord{'N', "continuous market"}, CodeWord{'O', "opening"},          CodeWord{'C', "closing"},
    CodeWord{'H', "halt or IPO"},       CodeWord{'S', "supplemental"},     CodeWord{'R', "retail"},
    CodeWord{'E', "extended life"},     CodeWord{'A', "after hours close"}};

}  // namespace hotpath::app
