#pragma once
/// The view of a trader in `hotpath top`: lines for people, JSON for programs.
///
/// Threads: one. Allocation: strings for people. Complexity: O(rows).

#include <string>

#include "apps/hotpath/top/lines.hpp"
#include "apps/hotpath/top/watch.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::app {

/// All lines if `size` has no bounds.
[[nodiscard]] std::string top_screen(const TopWatch& watch, Time now, const ScreenSize& size,
                                     std::string_view line_end);
[[nodiscard]] std::string top_json(const TopWatch& watch, Time now);

}  // namespace hotpath::app
