#pragma once
/// Terminal output for people: headings and lines, and the numbers of hotpath/text in
/// them. Styles appear only on a terminal, and not when NO_COLOR is set:
/// a pipe gets plain text.
///
/// Threads: the main one. Allocation: strings for people. Not used where time matters.

#include <string>
#include <string_view>

#include "hotpath/text/numbers.hpp"

namespace hotpath::app {

using text::bytes_text;
using text::dollars;
using text::duration_text;
using text::grouped;
using text::parse_time_of_day;
using text::price_text;
using text::time_of_day;

/// Text styles for standard output; empty strings when it is not a terminal.
struct Style {
    std::string_view bold, dim, good, bad, reset;
};
[[nodiscard]] const Style& style();

/// Prints the heading of a report's section.
void print_heading(std::string_view text);

/// Prints a name and its value; the values of a report are aligned.
void print_line(std::string_view name, std::string_view value);

}  // namespace hotpath::app
