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

/// 1,234,567
[[nodiscard]] std::string grouped(std::int64_t number);
[[nodiscard]] inline std::string grouped(std::uint64_t number) {
    return grouped(static_cast<std::int64_t>(number));
}

/// Dollars and cents with the sign before the currency, from 1/10,000 dollar: -$1,234.56
[[nodiscard]] std::string dollars(Money amount);

/// A price with its four decimals, trailing zeros beyond the cent cut: 579.0250, 579.02
[[nodiscard]] std::string price_text(Price price);

/// HH:MM:SS.nnnnnnnnn of nanoseconds since midnight.
[[nodiscard]] std::string time_of_day(Time since_midnight);

/// The reverse, with one to nine decimals or none; nullopt when the text is no time of day.
[[nodiscard]] std::optional<Time> parse_time_of_day(std::string_view text);

/// 847 ns, 12.3 us, 4.56 ms, 1.23 s: three digits and a unit.
[[nodiscard]] std::string duration_text(Nanos duration);

/// 12.3 MB
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

/// The styles of standard output: empty strings when it is not a terminal.
struct Style {
    std::string_view bold, dim, good, bad, reset;
};
[[nodiscard]] const Style& style();

/// A line of headings over a report's section.
void print_heading(std::string_view text);

/// A name and its value, the values of a report one under the other.
void print_line(std::string_view name, std::string_view value);

/// One line on standard error, rewritten while a long file is read; only on a terminal and after
/// half a second.
class Progress {
  public:
    explicit Progress(std::string label);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    struct State {
        std::uint64_t done = 0;
        std::uint64_t total = 0;  // 0: not known
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
