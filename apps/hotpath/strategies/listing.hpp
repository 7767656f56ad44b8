#pragma once
/// Strategies with their parameters, for people and for programs.
///
/// The JSON is an interface: an array of objects with name, summary, venues and parameters; a
/// parameter has key, kind ("integer", "dollars" or "symbol"), unit, meaning and, unless it is a
/// symbol, least, most and default. Threads: any. Allocation: the text.

#include <span>
#include <string>

#include "hotpath/strategy/registration.hpp"

namespace hotpath::app {

/// A line a strategy, and one a parameter: name, range, default, meaning.
[[nodiscard]] std::string strategies_text(std::span<const strategy::Registration> strategies);

[[nodiscard]] std::string strategies_json(std::span<const strategy::Registration> strategies);

}  // namespace hotpath::app
