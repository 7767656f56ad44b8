#pragma once
/// Checks of the texts on a command line: each returns an empty string, or what
/// must hold and what was given, as CLI11 expects it.
///
/// Numbers, choices and file names are checked by command_options.hpp, and an empty text is refused
/// there. Threads: the main one. Allocation: free.

#include <string>

#include "hotpath/config/strategy_table.hpp"

namespace hotpath::app {

using config::check_symbol;

/// Any text is fine.
[[nodiscard]] std::string check_nothing(const std::string& text);
/// Symbols separated by commas; an @ file is checked when it is read.
[[nodiscard]] std::string check_symbol_list(const std::string& text);
[[nodiscard]] std::string check_time_of_day(const std::string& text);
/// A user name in a configuration: 1 to 6 characters.
[[nodiscard]] std::string check_user(const std::string& text);
/// The reason of a halt: 1 to 4 characters.
[[nodiscard]] std::string check_reason(const std::string& text);
[[nodiscard]] std::string check_endpoint(const std::string& text);
/// A channel name in shared memory.
[[nodiscard]] std::string check_channel(const std::string& text);
/// KEY=VALUE, neither of them empty.
[[nodiscard]] std::string check_setting(const std::string& text);
/// A checksum of configuration and program: 16 hexadecimal digits.
[[nodiscard]] std::string check_identity(const std::string& text);

}  // namespace hotpath::app
