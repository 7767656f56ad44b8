#pragma once
/// Every strategy with its parameters, as text.
///
/// Threads: any. Allocation: the text.

#include <string>

namespace hotpath::app {

/// A line a strategy, and one a parameter: name, range, default, meaning.
[[nodiscard]] std::string strategies_text();

}  // namespace hotpath::app
