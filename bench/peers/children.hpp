#pragma once
/// Peers in other languages, as subjects: LMAX Disruptor 4.0.0, Aeron 1.51.0 and Agrona 2.6.0 in a
/// JVM, iceoryx2 0.10.0 in a Rust program (bench/peers/java, bench/peers/rust).
///
/// bench/peers/build-children makes the programs; one that is not there is said so once on stderr
/// and its subjects are left out. Each program lives from its first run to the end of the
/// benchmark: it reads `run TEST COUNT [PARAMETER]`, answers with a line of JSON, and is stopped
/// (SIGSTOP) while others are measured; tests between two processes ask two of the same program.
/// The first run of a test warms the JVM's compiler up. Both send the messages of
/// bench/messaging/payload.hpp and pin their threads as our subjects do. Threads: call from one.
/// Allocation: yes. Errors: as Measurement::error.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/runner/measurement.hpp"

namespace hotpath::bench::peers {

/// Test a; answer group "spsc".
[[nodiscard]] std::vector<Subject> spsc_throughput(std::uint64_t messages);

/// Test b; answer group "round_trip".
[[nodiscard]] std::vector<Subject> round_trip(std::uint64_t round_trips);

/// Tests c and d are between two processes of each peer. Writes: `singles` are sampled, `messages`
/// are all that are written; answer group "messages". With the peers' own timers.
[[nodiscard]] std::vector<Subject> shm_write(std::uint64_t singles, std::uint64_t messages);

/// Reads: `samples` of them, of `messages` that come at a pace or of `groups` of 512 on request;
/// answer groups "steady" and "backlog".
struct ReadCounts {
    std::uint64_t samples = 0;
    std::uint64_t messages = 0;
    std::uint64_t groups = 0;
};
[[nodiscard]] std::vector<Subject> shm_read(const ReadCounts& counts);

/// Bursts of 64, `messages` in all; answer group "messages". With the peers' own timers.
[[nodiscard]] std::vector<Subject> shm_burst(std::uint64_t bursts, std::uint64_t messages);

/// Batches of 1,024, `messages` in all; answer group "batches".
[[nodiscard]] std::vector<Subject> batch_write(std::uint64_t batches, std::uint64_t messages);

/// Test e; answer group "broadcast"; with the metric `write`, the writer's own time a record.
[[nodiscard]] std::vector<Subject> broadcast(unsigned receivers, std::uint64_t records);

/// The disruptor tests' requests to LMAX: number of events, and the wait strategy or graph.
struct LmaxTest {
    std::string test;
    std::string subject;
    std::string answer_group;
    std::uint64_t events = 0;
    std::string parameter;
};

/// None when the Java program is not there.
[[nodiscard]] std::vector<Subject> lmax(const LmaxTest& test);

/// exchange-core 0.5.3's direct order book in a JVM of its own (bench/peers/java-exchange), on a
/// file of commands (bench/exchange/matching_flow.hpp): "throughput" or "latency"; answer group
/// "trades". None when the program is not there.
[[nodiscard]] std::vector<Subject> exchange_core(const std::string& test, std::uint64_t commands,
                                                 const std::string& flow_file);

/// "split", "decode" and "order_decode" of the messages of a file of FIX 4.4, "encode" and
/// "report_encode" of so many, `passes` times. Of split messages MsgSeqNum alone is read.
struct FixWork {
    std::string test;
    std::string answer_group;
    std::uint64_t passes = 0;
    std::string messages;  // the file, or how many
};

/// QuickFIX/J 3.0.0 and Artio 0.175 in a JVM of their own (bench/peers/java-fix). None when the
/// program is not there.
[[nodiscard]] std::vector<Subject> fix_codecs(const FixWork& work);

}  // namespace hotpath::bench::peers
