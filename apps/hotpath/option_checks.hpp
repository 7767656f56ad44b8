#pragma once
/// What a command line's words must be like: each check answers with nothing, or with what is
/// wrong, as CLI11 wants it.
///
/// in_range() checks like CLI::Range without putting the range into the help's type column; the
/// help's text says it in words. Threads: the main one. Allocation: free.

#include <string>

#include <CLI/CLI.hpp>

namespace hotpath::app {

[[nodiscard]] std::string check_symbol(const std::string& text);
/// Of symbols between commas; what an @ file holds is seen when it is read.
[[nodiscard]] std::string check_symbol_list(const std::string& text);
[[nodiscard]] std::string check_time_of_day(const std::string& text);

template <class Number>
[[nodiscard]] CLI::Validator in_range(Number least, Number greatest) {
    return CLI::Range(least, greatest).description("");
}

}  // namespace hotpath::app
