#pragma once
/// Test `two_processes` of the benchmark tick_to_trade: a packet out over UDP multicast, the order
/// back over TCP, both on loopback, from another process.
///
/// Threads: forks a process for each run, so it is called while this one has one thread.
/// Allocation: outside the timed parts.

#include <memory>

#include "bench/runner/measurement.hpp"
#include "bench/tick_to_trade/recordings.hpp"

namespace hotpath::bench::tick_to_trade {

/// Over the first `packets` of the recording of one strategy.
[[nodiscard]] Expected<Test> two_processes_test(std::shared_ptr<const Recording> recording,
                                                std::size_t packets, const Ticks& clock);

}  // namespace hotpath::bench::tick_to_trade
