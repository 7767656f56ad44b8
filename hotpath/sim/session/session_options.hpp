#pragma once
/// SessionOptions: the latencies of a Session's wires, its timer, and the events of a live session.
///
/// Values. Threads: any. Allocation: the recorded times.

#include <optional>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/sim/session/latency_model.hpp"

namespace hotpath::sim::session {

/// The events of a live session besides messages.
struct LiveEvents {
    std::vector<Time> timers{};     // in order
    std::optional<Time> opened{};   // its order entry; nothing is sent before, as after a restart
    std::optional<Time> stopped{};  // it cancels everything and sends nothing more
    std::optional<Time> ended{};    // it receives nothing more: what was on its way is lost
};

struct SessionOptions {
    LatencyOptions feed_latency{.base = {10'000}};      // venue -> trader, market data
    LatencyOptions entry_latency{.base = {10'000}};     // trader -> venue, orders
    LatencyOptions response_latency{.base = {10'000}};  // venue -> trader, replies
    Nanos timer_interval{kNanosPerSecond};              // kForever: only on_timer()
    std::optional<LiveEvents> live{};  // then the interval is the least between two engine timers
};

}  // namespace hotpath::sim::session
