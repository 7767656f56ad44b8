#pragma once
/// The symbols of `--filter`: separated by commas, or as the lines of a file after an @.
///
/// Blank lines, spaces around a symbol and repeated symbols are ignored. Threads: any. Allocation:
/// the list. Complexity: O(n log n).

#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"

namespace hotpath::app {

/// "AAPL,MSFT" or "@file"; sorted, each once, at least one. Nothing for an empty text: no filter.
[[nodiscard]] Expected<std::vector<Symbol>> parse_symbols(const std::string& text);

}  // namespace hotpath::app
