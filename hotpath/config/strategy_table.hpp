#pragma once
/// The parameters of a strategy as TOML keys, read and written; and how a parameter is worded in
/// lists and errors.
///
/// Threads: set-up. Allocation: free. Complexity: O(parameters).

#include <span>
#include <string>
#include <string_view>

#include "hotpath/config/number_range.hpp"
#include "hotpath/config/toml_table.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/strategy/registration.hpp"

namespace hotpath::config {

/// Every parameter of the choice from the table, each checked; a symbol is one of `symbols`, and
/// `symbols_key` says in an error where those are.
void read_parameters(TomlTable& table, std::span<const Symbol> symbols,
                     std::string_view symbols_key, strategy::StrategyChoice& choice);

/// A line for the name and one for each parameter, as read_parameters() takes them.
[[nodiscard]] std::string to_toml(const strategy::StrategyChoice& choice);

[[nodiscard]] RealRange dollar_range(const strategy::Parameter& parameter);
/// "1 to 1,000,000", "0.0001 to 10,000", "one of trading.symbols"
[[nodiscard]] std::string range_text(const strategy::Parameter& parameter);
/// "100", "0.005", "(required)" for a blank symbol
[[nodiscard]] std::string value_text(const strategy::Parameter& parameter);
/// "ms", "dollars"; "shares" of a size; "" of other counts and of symbols
[[nodiscard]] std::string_view unit_text(const strategy::Parameter& parameter);
/// "between samples, in ms"
[[nodiscard]] std::string meaning_with_unit(const strategy::Parameter& parameter);

/// The value of the text; or what must hold and what was given.
[[nodiscard]] Expected<void> read_value(strategy::Parameter& parameter, const std::string& text);
/// Empty, or what must hold of a symbol and what was given.
[[nodiscard]] std::string check_symbol(const std::string& text);

}  // namespace hotpath::config
