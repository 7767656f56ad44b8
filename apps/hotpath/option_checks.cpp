#include "apps/hotpath/option_checks.hpp"

#include <fmt/format.h>

#include "apps/hotpath/console.hpp"
#include "apps/hotpath/symbol_list.hpp"
#include "hotpath/core/symbol.hpp"

namespace hotpath::app {

std::string check_symbol(const std::string& text) {
    return Symbol::from(text) ? "" : fmt::format("{} is no symbol: one to eight characters", text);
}

std::string check_symbol_list(const std::string& text) {
    if (text.starts_with('@')) {
        return "";
    }
    const auto symbols = parse_symbols(text);
    return symbols ? "" : symbols.error().message;
}

std::string check_time_of_day(const std::string& text) {
    return parse_time_of_day(text)
               ? ""
               : fmt::format("{} is no time of day: HH:MM:SS or HH:MM:SS.nnnnnnnnn", text);
}

}  // namespace hotpath::app
