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

#include "hotpath/text/numbers.hpp"
#include "hotpath/wire/ascii_fields.hpp"

namespace hotpath::messages {

template <class Code>
struct CodeWord {
    Code code;
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

[[nodiscard]] inline std::string character_text(char c) {
    return is_printable(c) ? std::string(1, c)
                           : fmt::format("{:#04x}", static_cast<unsigned char>(c));
}

/// A code without a word is shown as it is, a space as nothing.
[[nodiscard]] inline std::string code_text(char code) {
    return code == ' ' ? std::string() : character_text(code);
}

/// Empty for an unknown code.
template <class Code, std::size_t N>
[[nodiscard]] constexpr std::string_view find_word(Code code,
                                                   const std::array<CodeWord<Code>, N>& words) {
    const auto found = std::ranges::find(words, code, &CodeWord<Code>::code);
    return found != words.end() ? found->word : std::string_view();
}

template <std::size_t N>
[[nodiscard]] std::string word_of(char code, const std::array<CodeWord<char>, N>& words) {
    const std::string_view word = find_word(code, words);
    return word.empty() ? code_text(code) : std::string(word);
}

[[nodiscard]] inline std::string dollars_of(std::uint64_t price) {
    return text::price_text({static_cast<std::int64_t>(price)});
}

template <std::size_t N>
[[nodiscard]] std::string text_of(const std::array<char, N>& characters) {
    return printable(std::string(wire::without_padding(characters)));
}

inline constexpr std::array kYesNo{CodeWord{'Y', "yes"}, CodeWord{'N', "no"},
                                   CodeWord{' ', "not available"}};
/// Used by OUCH and ITCH.
inline constexpr std::array kCrosses{
    CodeWord{'N', "continuous market"}, CodeWord{'O', "opening"},          CodeWord{'C', "closing"},
    CodeWord{'H', "halt or IPO"},       CodeWord{'S', "supplemental"},     CodeWord{'R', "retail"},
    CodeWord{'E', "extended life"},     CodeWord{'A', "after hours close"}};

}  // namespace hotpath::messages
