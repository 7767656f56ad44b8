#pragma once
/// What `hotpath-counted record_input` counts: a packet with one message into a trader's journal,
/// as the hot thread pays it, ring included.
///
/// Threads: one. Allocation: the ring, before the counting.

#include <cstdint>

#include "bench/counted_time.hpp"
#include "bench/telemetry/recorder_ring.hpp"

namespace hotpath::bench {

inline constexpr std::uint64_t kCountedInputs = 20'000;  // two lines each

[[gnu::noinline]] inline std::uint64_t measured_record_input(
    trader::InputRecorder<RecorderRing>& recorder, Bytes packet, std::uint64_t inputs) {
    for (std::uint64_t number = 1; number <= inputs; ++number) {
        recorder.on_input(recorded_input(number, packet));
    }
    return recorder.must_stop() ? 0 : inputs;
}

[[nodiscard]] inline std::uint64_t counted_record_input() {
    RecorderQueue queue(std::size_t{1} << 16U);
    auto producer = queue.producer();
    trader::InputRecorder<RecorderRing> recorder({&producer});
    const RecordedPacket packet{};
    return timed([&] { return measured_record_input(recorder, packet, kCountedInputs); });
}

}  // namespace hotpath::bench
