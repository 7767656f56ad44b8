#pragma once
/// Peers in other languages, as subjects: LMAX Disruptor 4.0.0, Aeron 1.51.0 and Agrona 2.6.0 in a
/// JVM, iceoryx2 0.10.0 in a Rust program (bench/peers/java, bench/peers/rust).
///
/// bench/peers/build-children makes the programs; one that is not there is said so once on stderr
/// and its subjects are left out. Each program lives from its first run to the end of the
/// benchmark: it reads `run TEST COUNT [PARAMETER]`, answers with a line of JSON, and is stopped
/// (SIGSTOP) while others are measured. The first run of a test warms the JVM's compiler up. Both
/// send the messages of bench/messaging/payload.hpp and pin their threads as our subjects do.
/// Threads: call from one. Allocation: yes. Errors: as Measurement::error.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/runner/measurement.hpp"

namespace hotpath::bench::peers {

/// Test a; answer group "spsc".
[[nodiscard]] std::vector<Subject> spsc_throughput(std::uint64_t messages);

/// Test b; answer group "round_trip".
[[nodiscard]] std::vector<Subject> round_trip(std::uint64_t round_trips);

/// Test e; answer group "broadcast"; with the metric `write`, the writer's own time a record.
[[nodiscard]] std::vector<Subject> broadcast(unsigned receivers, std::uint64_t records);

/// What the disruptor tests ask LMAX for: how many events, and the wait strategy or graph.
struct LmaxTest {
    std::string test;
    std::string subject;
    std::string answer_group;
    std::uint64_t events = 0;
    std::string parameter;
};

/// None when the Java program is not there.
[[nodiscard]] std::vector<Subject> lmax(const LmaxTest& test);

}  // namespace hotpath::bench::peers
