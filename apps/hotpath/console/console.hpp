#pragma once
/// Terminal output for people: numbers with thousands separators, money, times of day,
/// headings and a progress bar. Styles and the bar appear only on a terminal (and styles not when
/// NO_COLOR is set): a pipe gets plain text.
///
/// Threads: the main one. Allocation: strings for people. Not used where time matters.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hotpath/core/units.hpp"

namespace hotpath::app {

/// Formats 1234567 as 1,234,567.
[[nodiscard]] std::string grouped(std::int64_t number);
[[nodiscard]] inline std::string grouped(std::uint64_t number) {
    return grouped(static_cast<std::int64_t>(number));
}

/// Dollars and cents with the sign before the currency, from 1/10,000 dollar: -$1,234.56
[[nodiscard]] std::string dollars(Money amount);

/// Formats a price with four decimals, or two for whole cents: 579.0250, 579.02.
[[nodiscard]] std::string price_text(Price price);

/// Formats nanoseconds since midnight as HH:MM:SS.nnnnnnnnn.
[[nodiscard]] std::string time_of_day(Time since_midnight);

/// Parses a time of day with up to nine decimals; nullopt if the text is not a time of day.
[[nodiscard]] std::optional<Time> parse_time_of_day(std::string_view text);

/// Formats a duration with three digits and a unit: 847 ns, 12.3 us, 4.56 ms, 1.23 s; from two
/// minutes on in minutes and hours: 12 min, 3 h 58 min.
[[nodiscard]] std::string duration_text(Nanos duration);

/// Formats a size: 12.3 MB.
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

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

    struct State {
        std::uint64_t done = 0;
        std::uint64_t total = 0;  // 0: unknown
        std::uint64_t messages = 0;
    };
    void update(const State& state);

  private:
    using Clock = std::chrono::steady_clock;

    std::string label_;
    bool enabled_;
    bool drawn_ = false;
    Clock::time_point begun_;
    Clock::time_point next_draw_;
};

}  // namespace hotpath::app
