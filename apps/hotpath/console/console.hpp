#pragma once
/// Terminal output for people: headings, lines and a progress bar, and the numbers of hotpath/text in
/// them. Styles and the bar appear only on a terminal (and styles not when
/// NO_COLOR is set): a pipe gets plain text.
///
/// Threads: the main one. Allocation: strings for people. Not used where time matters.

#include <chrono>
#include <string>
#include <string_view>

#include "hotpath/core/read_progress.hpp"
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

/// A progress line on standard error, rewritten while a long file is read; shown only on a terminal
/// and after half a second.
class Progress {
  public:
    explicit Progress(std::string label);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void update(const ReadProgress& state);

  private:
    using Clock = std::chrono::steady_clock;

    std::string label_;
    bool enabled_;
    bool drawn_ = false;
    Clock::time_point begun_;
    Clock::time_point next_draw_;
};

}  // namespace hotpath::app
