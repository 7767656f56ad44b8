#pragma once
/// The state of a watched trader as JSON: mode, feed, orders, money, queues, rates, stage latencies and
/// positions, as `hotpath top --json` writes it and hotpath.top() of Python returns it.
///
/// Threads: the watch's owner. Allocation: the text. Complexity: O(rows).

#include <string>

#include "hotpath/core/units.hpp"
#include "hotpath/telemetry/channel_watch.hpp"

namespace hotpath::telemetry {

/// One object and a line end. Without a state (has_state is false) it has the channel alone.
[[nodiscard]] std::string watch_json(const ChannelWatch& watch, Time now);

}  // namespace hotpath::telemetry
