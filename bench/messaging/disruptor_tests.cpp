// The question: how long do N events take from one thread to another, through the disruptor and
// through a queue with a mutex and a condition variable, for N from 10 to 1,000,000? And what does
// each wait strategy cost, in time and in processor? A regression means that claiming, publishing
// or waiting got slower. It does not show many stages (disruptor_graphs.cpp) nor real work.
//
//   f_disruptor_N         the consumer runs already; from the first event to when the producer
//                         sees that the last one was consumed
//   f_disruptor_whole_N   as published: making the ring, starting and ending the thread counts, too
//   f_disruptor_wait_N    f_disruptor_N with each wait strategy

#include "bench/messaging/disruptor_tests.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "bench/messaging/disruptor_subjects.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/peers/children.hpp"

namespace hotpath::bench {
namespace {

namespace disruptor = queue::disruptor;

constexpr std::size_t kSlotsMin = 16;
constexpr std::size_t kSlotsMax = 4'096;
constexpr unsigned kRounds = 20;  // measurements of each, as published
constexpr std::uint64_t kRepeatsMax = 1'000;
constexpr std::uint64_t kWholeRepeatsMax = 100;
constexpr std::uint64_t kEventsOfWaitTest = 100'000;

/// Small bursts are repeated, so that a run is not over in a moment; the peers do the same.
struct Bursts {
    std::uint64_t events;
    std::uint64_t repeats_max;

    [[nodiscard]] std::uint64_t repeats() const noexcept {
        return std::clamp<std::uint64_t>(20'000 / events, 1, repeats_max);
    }
    [[nodiscard]] std::size_t slots() const noexcept {
        return std::clamp(std::bit_ceil(static_cast<std::size_t>(events)), kSlotsMin, kSlotsMax);
    }
};

struct AddTo {
    Received* received;
    void operator()(const Message& message) const noexcept { received->add(message); }
};

template <class Wait, queue::RingLayout Layout = queue::OwnLine>
using Hotpath = DisruptorSubject<Wait, AddTo, Layout>;
using MutexQueue = MutexSubject<AddTo>;

template <class Queue>
Measurement run_bursts(Bursts bursts, const timing::TscClock& clock) {
    Received received;
    Queue queue(bursts.slots(), AddTo{&received});
    Measurement measured;
    {
        OtherThread consumer([&] { queue.consume(); });
        consumer.start();
        const TimedRegion timed(clock);
        std::uint64_t k = 0;
        for (std::uint64_t burst = 0; burst < bursts.repeats(); ++burst) {
            for (std::uint64_t i = 0; i < bursts.events; ++i) {
                queue.push(message_of(k++));
            }
            while (queue.consumed() != k) {
            }
        }
        measured = timed.stop(k);
        queue.end();
    }
    measured.answer = received.answer();
    measured.metrics.push_back({"memory", "KiB", static_cast<double>(queue.bytes()) / 1'024});
    return measured;
}

template <class Queue>
Measurement run_whole(Bursts bursts, const timing::TscClock& clock) {
    const OnEveryCore unpinned;
    std::uint64_t answer = 0;
    const TimedRegion timed(clock);
    for (std::uint64_t burst = 0; burst < bursts.repeats(); ++burst) {
        Received received;
        Queue queue(bursts.slots(), AddTo{&received});
        std::thread consumer([&] { queue.consume(); });
        for (std::uint64_t k = 0; k < bursts.events; ++k) {
            queue.push(message_of(k));
        }
        queue.end();
        consumer.join();
        answer += received.answer();
    }
    Measurement measured = timed.stop(bursts.events * bursts.repeats());
    measured.answer = answer;
    return measured;
}

Test burst_test(std::uint64_t events, const timing::TscClock& clock) {
    const Bursts bursts{.events = events, .repeats_max = kRepeatsMax};
    Test test{.name = fmt::format("f_disruptor_{}", events),
              .unit = "ns/event",
              .subjects = {},
              .pairs = kRounds,
              .welch = true};
    test.subjects = {
        {"hotpath", "bursts",
         [=] { return run_bursts<Hotpath<disruptor::BusySpin>>(bursts, clock); }},
        {"hotpath_packed", "bursts",
         [=] { return run_bursts<Hotpath<disruptor::BusySpin, queue::Packed>>(bursts, clock); }},
        {"mutex_queue", "bursts", [=] { return run_bursts<MutexQueue>(bursts, clock); }}};
    std::ranges::move(
        peers::lmax({"disruptor_events", "lmax_disruptor", "bursts", events, "busy_spin"}),
        std::back_inserter(test.subjects));
    return test;
}

/// With yielding waits, as published.
Test whole_test(std::uint64_t events, const timing::TscClock& clock) {
    const Bursts bursts{.events = events, .repeats_max = kWholeRepeatsMax};
    Test test{.name = fmt::format("f_disruptor_whole_{}", events),
              .unit = "ns/event",
              .subjects = {},
              .pairs = kRounds,
              .welch = true};
    test.subjects = {
        {"hotpath", "whole", [=] { return run_whole<Hotpath<disruptor::Yield>>(bursts, clock); }},
        {"mutex_queue", "whole", [=] { return run_whole<MutexQueue>(bursts, clock); }}};
    std::ranges::move(
        peers::lmax({"disruptor_events_whole", "lmax_disruptor", "whole", events, "yield"}),
        std::back_inserter(test.subjects));
    return test;
}

template <class Wait>
Subject strategy(const char* name, const timing::TscClock& clock) {
    const Bursts bursts{.events = kEventsOfWaitTest, .repeats_max = kRepeatsMax};
    return {name, "bursts", [=] { return run_bursts<Hotpath<Wait>>(bursts, clock); }};
}

Test wait_test(const timing::TscClock& clock) {
    Test test{.name = fmt::format("f_disruptor_wait_{}", kEventsOfWaitTest),
              .unit = "ns/event",
              .subjects = {strategy<disruptor::BusySpin>("hotpath", clock),
                           strategy<disruptor::PauseSpin>("pause_spin", clock),
                           strategy<disruptor::Yield>("yield", clock),
                           strategy<disruptor::Sleep>("sleep", clock),
                           strategy<disruptor::Block>("block", clock),
                           strategy<disruptor::Phased>("phased", clock)}};
    for (const std::string name : {"busy_spin", "yield", "sleep", "block", "phased"}) {
        std::ranges::move(
            peers::lmax({"disruptor_events", "lmax_" + name, "bursts", kEventsOfWaitTest, name}),
            std::back_inserter(test.subjects));
    }
    return test;
}

constexpr std::array<std::uint64_t, 6> kEvents{10, 100, 1'000, 10'000, 100'000, 1'000'000};

}  // namespace

std::vector<Test> disruptor_tests(const Scale& scale, const timing::TscClock& clock) {
    std::vector<Test> tests;
    for (const std::uint64_t events : kEvents) {
        tests.push_back(burst_test(events, clock));
        tests.push_back(whole_test(events, clock));
    }
    tests.push_back(wait_test(clock));
    tests.push_back(disruptor_paced_test(scale, clock));
    for (Test& graph : disruptor_graph_tests(scale, clock)) {
        tests.push_back(std::move(graph));
    }
    if (scale.quick) {
        for (Test& test : tests) {
            test.pairs = 0;
        }
    }
    return tests;
}

}  // namespace hotpath::bench
