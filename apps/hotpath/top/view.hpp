#pragma once
/// The view of a trader in `hotpath top`: lines for people.
///
/// Threads: one. Allocation: strings for people. Complexity: O(rows).

#include <string>

#include "apps/hotpath/top/lines.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/telemetry/channel_watch.hpp"

namespace hotpath::app {

/// All lines if `size` has no bounds.
[[nodiscard]] std::string top_screen(const telemetry::ChannelWatch& watch, Time now,
                                     const ScreenSize& size, std::string_view line_end);

}  // namespace hotpath::app
