#include "apps/hotpath/console/console.hpp"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

namespace hotpath::app {

namespace {

Style make_style() {
    const bool is_plain = ::isatty(STDOUT_FILENO) == 0 || std::getenv("NO_COLOR") != nullptr;
    if (is_plain) {
        return {};
    }
    return {.bold = "\033[1m",
            .dim = "\033[2m",
            .good = "\033[32m",
            .bad = "\033[31m",
            .reset = "\033[0m"};
}

}  // namespace

const Style& style() {
    static const Style kStyle = make_style();
    return kStyle;
}

void print_heading(std::string_view text) {
    fmt::print("\n{}{}{}\n", style().bold, text, style().reset);
}

void print_line(std::string_view name, std::string_view value) {
    fmt::print("  {}{:<15} {}{}\n", style().dim, name, style().reset, value);
}

}  // namespace hotpath::app
