#pragma once
/// Round trips between the two cores, one sample each: what tests b and i share.
///
/// Timed between two readings of the tick counter without fences (10 ns grain; what is timed is
/// 100 ns and more). Threads: the caller's, and an OtherThread that answers. Allocation: Trips.

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "bench/messaging/spsc_subjects.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/runner/measurement.hpp"
#include "hotpath/queue/disruptor/wait_strategy.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

inline constexpr std::uint64_t kRoundTrips = 200'000;

struct Trips {
    explicit Trips(const timing::TscClock& tsc_clock, std::uint64_t round_trips)
        : clock(tsc_clock), samples(round_trips) {}

    timing::TscClock clock;
    std::vector<std::uint32_t> samples;  // touched: the timed loop meets no page fault
};
using SharedTrips = std::shared_ptr<Trips>;

/// trip(k) sends message k and returns the first word of what came back.
template <class Trip>
Measurement sample_trips(Trips& trips, Trip&& trip) {
    std::uint64_t sum = 0;
    std::uint64_t k = 0;
    for (std::uint32_t& sample : trips.samples) {
        const std::uint64_t begin = trips.clock.ticks();
        sum += trip(k++);
        const std::uint64_t end = trips.clock.ticks();
        sample = static_cast<std::uint32_t>(trips.clock.to_duration(end - begin).value);
    }
    return {.answer = sum, .items = k, .elapsed_ticks = 0, .samples_ns = trips.samples};
}

struct alignas(kCacheLine) BareLine {
    std::atomic<std::uint64_t> word{0};
};

/// Between two looks of a thread that waits.
enum class Between : std::uint8_t { Nothing, Pause };

template <Between BetweenLooks, class Attempt>
void wait_until(Attempt&& attempt) {
    while (!attempt()) {
        if constexpr (BetweenLooks == Between::Pause) {
            queue::disruptor::pause_core();
        }
    }
}

/// The raw ping-pong: one word in a cache line of its own there, one back, no queue.
template <Between BetweenLooks = Between::Nothing>
Measurement run_bare_lines(Trips& trips) {
    BareLine there;
    BareLine back;
    OtherThread echo([&] {
        for (std::uint64_t k = 1; k <= trips.samples.size(); ++k) {
            wait_until<BetweenLooks>(
                [&] { return there.word.load(std::memory_order_acquire) == k; });
            back.word.store(k, std::memory_order_release);
        }
    });
    echo.start();
    return sample_trips(trips, [&](std::uint64_t k) {
        there.word.store(k + 1, std::memory_order_release);
        std::uint64_t answer = 0;
        wait_until<BetweenLooks>([&] {
            answer = back.word.load(std::memory_order_acquire);
            return answer == k + 1;
        });
        return answer - 1;
    });
}

}  // namespace hotpath::bench
