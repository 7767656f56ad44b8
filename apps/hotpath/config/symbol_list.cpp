#include "apps/hotpath/config/symbol_list.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>

#include <fmt/format.h>

namespace hotpath::app {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view word) {
    const std::size_t first = word.find_first_not_of(kBlanks);
    return first == std::string_view::npos
               ? std::string_view()
               : word.substr(first, word.find_last_not_of(kBlanks) - first + 1);
}

/// Adds the word, if it is more than blanks. `place` says where it stands.
Expected<void> add_symbol(std::string_view word, std::string_view place,
                          std::vector<Symbol>& symbols) {
    const std::string_view name = trimmed(word);
    if (name.empty()) {
        return {};
    }
    const auto symbol = Symbol::from(name);
    if (!symbol) {
        return fail(fmt::format("{}: must be a symbol of 1 to 8 characters, got {}", place, name));
    }
    symbols.push_back(*symbol);
    return {};
}

Expected<void> add_words(std::string_view text, std::vector<Symbol>& symbols) {
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const auto added = add_symbol(text.substr(0, comma), "--filter", symbols);
        if (!added) {
            return added;
        }
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return {};
}

Expected<void> add_lines(const std::string& path, std::vector<Symbol>& symbols) {
    errno = 0;
    std::ifstream file(path);
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
        const auto added = add_symbol(line, fmt::format("{}:{}", path, number), symbols);
        if (!added) {
            return added;
        }
    }
    if (!file.eof()) {
        return fail(fmt::format("cannot read {}: {}", path,
                                errno == 0 ? "must be a text file" : std::strerror(errno)));
    }
    return {};
}

}  // namespace

Expected<std::vector<Symbol>> parse_symbols(const std::string& text) {
    std::vector<Symbol> symbols;
    if (text.empty()) {
        return symbols;
    }
    const bool is_file = text.starts_with('@');
    const auto added = is_file ? add_lines(text.substr(1), symbols) : add_words(text, symbols);
    if (!added) {
        return std::unexpected(added.error());
    }
    if (symbols.empty()) {
        return fail(fmt::format("--filter must name at least one symbol; {} has none", text));
    }
    std::ranges::sort(symbols);
    const auto repeated = std::ranges::unique(symbols);
    symbols.erase(repeated.begin(), repeated.end());
    return symbols;
}

}  // namespace hotpath::app
