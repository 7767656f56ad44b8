// The question: how long does one 40-byte message take to the other thread and back, through two
// queues, one message in flight? `floor` is the raw ping-pong: one word in a cache line of its own
// there, one back, no queue. A regression means a message needs
// more line transfers than two. It does not show what a thread that was asleep needs to wake:
// both spin, except with `mutex_queue`, which blocks and makes fewer trips for it. All look again
// at once, but for `hotpath_pause` and `floor_pause`: there is a pause instruction between looks.

#include <memory>
#include <type_traits>

#include "bench/messaging/messaging_tests.hpp"
#include "bench/messaging/round_trips.hpp"
#include "bench/messaging/spsc_subjects.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/peers/children.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kSlots = 1024;
constexpr std::uint64_t kRoundTripsBlocking = 4'000;
constexpr std::uint64_t kQuickPart = 10;

template <class Queue, Between BetweenLooks = Between::Nothing>
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
            wait_until<BetweenLooks>([&] { return requests.try_pop(message); });
            wait_until<BetweenLooks>([&] { return replies.try_push(message); });
        }
    });
    auto requests = there->producer();
    auto replies = back->consumer();
    echo.start();
    return sample_trips(trips, [&](std::uint64_t k) {
        Message message = message_of(k);
        wait_until<BetweenLooks>([&] { return requests.try_push(message); });
        wait_until<BetweenLooks>([&] { return replies.try_pop(message); });
        return message.words[0];
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
        {"hotpath_pause", "round_trip",
         [=] { return run_queues<HotpathSpsc, Between::Pause>(*trips); }},
        {"floor", "round_trip", [=] { return run_bare_lines(*trips); }},
        {"floor_pause", "round_trip", [=] { return run_bare_lines<Between::Pause>(*trips); }},
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
