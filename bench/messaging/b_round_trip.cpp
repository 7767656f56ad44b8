// The question: how long does one 40-byte message take to the other thread and back, through two
// queues, one message in flight? One sample a round trip, between two readings of the tick counter
// without fences (10 ns grain; what is timed is 100 ns and more). `floor` is the raw ping-pong: one
// word in a cache line of its own there, one back, no queue. A regression means a message needs
// more line transfers than two. It does not show what a thread that was asleep needs to wake:
// both spin, except with `mutex_queue`, which blocks and makes fewer trips for it.

#include <atomic>
#include <memory>
#include <vector>

#include "bench/messaging/messaging_tests.hpp"
#include "bench/messaging/spsc_subjects.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/peers/children.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kSlots = 1024;
constexpr std::uint64_t kRoundTrips = 200'000;
constexpr std::uint64_t kRoundTripsBlocking = 4'000;
constexpr std::uint64_t kQuickPart = 10;

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

template <class Queue>
Measurement run_queues(Trips& trips) {
    auto there = std::make_unique<Queue>(kSlots);
    auto back = std::make_unique<Queue>(kSlots);
    prefault(*there, kSlots);
    prefault(*back, kSlots);
    OtherThread echo([&] {
        auto requests = there->consumer();
        auto replies = back->producer();
        for (std::size_t k = 0; k < trips.samples.size(); ++k) {
            Message message;
            until([&] { return requests.try_pop(message); });
            until([&] { return replies.try_push(message); });
        }
    });
    auto requests = there->producer();
    auto replies = back->consumer();
    echo.start();
    return sample_trips(trips, [&](std::uint64_t k) {
        Message message = message_of(k);
        until([&] { return requests.try_push(message); });
        until([&] { return replies.try_pop(message); });
        return message.words[0];
    });
}

struct alignas(kCacheLine) Line {
    std::atomic<std::uint64_t> word{0};
};

Measurement run_floor(Trips& trips) {
    Line there;
    Line back;
    OtherThread echo([&] {
        for (std::uint64_t k = 1; k <= trips.samples.size(); ++k) {
            until([&] { return there.word.load(std::memory_order_acquire) == k; });
            back.word.store(k, std::memory_order_release);
        }
    });
    echo.start();
    return sample_trips(trips, [&](std::uint64_t k) {
        there.word.store(k + 1, std::memory_order_release);
        std::uint64_t answer = 0;
        until([&] {
            answer = back.word.load(std::memory_order_acquire);
            return answer == k + 1;
        });
        return answer - 1;
    });
}

}  // namespace

Test round_trip_test(const Scale& scale, const timing::TscClock& clock) {
    const std::uint64_t part = scale.quick ? kQuickPart : 1;
    const auto trips = std::make_shared<Trips>(clock, kRoundTrips / part);
    const auto blocking = std::make_shared<Trips>(clock, kRoundTripsBlocking / part);
    Test test{.name = "b_round_trip", .unit = "ns", .subjects = {}};
    test.subjects = {
        {"hotpath", "round_trip", [=] { return run_queues<HotpathSpsc>(*trips); }},
        {"hotpath_packed", "round_trip", [=] { return run_queues<HotpathPackedSpsc>(*trips); }},
        {"floor", "round_trip", [=] { return run_floor(*trips); }},
    };
    for_each_peer([&]<class Queue>() {
        if constexpr (std::is_same_v<Queue, MutexQueue>) {
            test.subjects.push_back({Queue::kName, "round_trip_blocking",
                                     [=] { return run_queues<Queue>(*blocking); }});
        } else {
            test.subjects.push_back(
                {Queue::kName, "round_trip", [=] { return run_queues<Queue>(*trips); }});
        }
    });
    for (Subject& peer : peers::round_trip(trips->samples.size())) {
        test.subjects.push_back(std::move(peer));
    }
    return test;
}

}  // namespace hotpath::bench
