// The question: how long do N events take from one thread to another, through the disruptor and
// through a queue with a mutex and a condition variable, for N from 10 to 1,000,000? And what does
// each wait strategy cost, in time and in processor? A regression means that claiming, publishing
// or waiting got slower. It does not show many stages (disruptor_graphs.cpp) nor real work.
//
//   f_disruptor_N         the consumer runs already; from the first event to when the producer
//                         sees that the last one was consumed
//   f_disruptor_whole_N   as published: making the ring, starting and ending the thread counts, too
//   f_disruptor_wait_N    f_disruptor_N with each wait strategy
//   f_disruptor_paced     one event every 100 us: latency of each wait strategy, from when the
//                         event was due, and the consumer's share of its core

#include "bench/messaging/disruptor_tests.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <ctime>
#include <memory>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <sched.h>

#include "bench/messaging/blocking_queue.hpp"
#include "bench/messaging/payload.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/peers/children.hpp"
#include "hotpath/queue/disruptor/graph.hpp"

namespace hotpath::bench {
namespace {

namespace disruptor = queue::disruptor;

constexpr std::size_t kSlotsMin = 16;
constexpr std::size_t kSlotsMax = 4'096;
constexpr unsigned kRounds = 20;  // measurements of each, as published
constexpr std::uint64_t kPaceNs = 100'000;

/// Small bursts are repeated, so that a run is not over in a moment; bench/peers/java does the
/// same.
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

[[nodiscard]] double cpu_ns(clockid_t clock) noexcept {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// Times a region and says what part of the cores it took.
class Timed {
  public:
    explicit Timed(const timing::TscClock& clock)
        : clock_(&clock), cpu_begin_(cpu_ns(CLOCK_PROCESS_CPUTIME_ID)), begin_(clock.ticks()) {}

    [[nodiscard]] Measurement stop(std::uint64_t items) const {
        const std::uint64_t ticks = clock_->ticks() - begin_;
        const double ns = static_cast<double>(clock_->to_duration(ticks).value);
        const double cpu = cpu_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin_;
        return {.items = items,
                .elapsed_ticks = ticks,
                .metrics = {{"cpu load", "%", 100 * cpu / ns}}};
    }

  private:
    const timing::TscClock* clock_;
    double cpu_begin_;
    std::uint64_t begin_;
};

void add_memory(Measurement& measured, std::size_t bytes) {
    measured.metrics.push_back({"memory", "KiB", static_cast<double>(bytes) / 1'024});
}

/// The caller may run on every core while this lives: a thread that it starts begins on a free one,
/// and not behind its maker on the same.
class OnEveryCore {
  public:
    OnEveryCore() noexcept {
        sched_getaffinity(0, sizeof before_, &before_);
        cpu_set_t every_core;
        CPU_ZERO(&every_core);
        for (unsigned core = 0; core < CPU_SETSIZE; ++core) {
            CPU_SET(core, &every_core);
        }
        sched_setaffinity(0, sizeof every_core, &every_core);
    }
    OnEveryCore(const OnEveryCore&) = delete;
    OnEveryCore& operator=(const OnEveryCore&) = delete;
    ~OnEveryCore() { sched_setaffinity(0, sizeof before_, &before_); }

  private:
    cpu_set_t before_{};
};

/// The disruptor with one stage that takes every event.
template <class Wait>
class HotpathSubject {
  public:
    explicit HotpathSubject(std::size_t slots)
        : graph_({.slots = slots}), stage_(graph_, Take{&received_}) {
        graph_.seal();
    }

    void push(std::uint64_t k) noexcept {
        const auto claimed = producer().claim();
        *claimed = message_of(k);
        producer().publish(claimed);
    }
    void consume() noexcept { stage_.run(); }
    void end() noexcept { graph_.drain(); }
    [[nodiscard]] std::uint64_t consumed() const noexcept { return stage_.next(); }
    /// After the consumer's end.
    [[nodiscard]] std::uint64_t answer() const noexcept { return received_.answer(); }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return sizeof *this +
               graph_.slots() * sizeof(disruptor::EventSlot<Message, std::uint64_t>);
    }

  private:
    using Graph = disruptor::Graph<Message, Wait>;
    struct Take {
        Received* received;
        void operator()(const Message& message) const noexcept { received->add(message); }
    };

    [[nodiscard]] disruptor::Producer<Graph> producer() noexcept { return graph_.producer(); }

    Graph graph_;
    alignas(kCacheLine) Received received_;
    disruptor::Stage<Graph, Take> stage_;
};

class MutexSubject {
  public:
    explicit MutexSubject(std::size_t /*slots*/) {}

    void push(std::uint64_t k) { queue_.push(message_of(k)); }
    void consume() {
        for (Message message{}; queue_.pop(message);) {
            received_.add(message);
            consumed_.store(received_.count(), std::memory_order_release);
        }
    }
    void end() { queue_.close(); }
    [[nodiscard]] std::uint64_t consumed() const noexcept {
        return consumed_.load(std::memory_order_acquire);
    }
    [[nodiscard]] std::uint64_t answer() const noexcept { return received_.answer(); }
    [[nodiscard]] std::size_t bytes() const { return sizeof *this + queue_.bytes_max(); }

  private:
    BlockingQueue<Message> queue_;
    alignas(kCacheLine) Received received_;
    alignas(kCacheLine) std::atomic<std::uint64_t> consumed_{0};
};

template <class Queue>
void wait_for(const Queue& queue, std::uint64_t events) {
    while (queue.consumed() != events) {
    }
}

template <class Queue>
Measurement run_bursts(Bursts bursts, const timing::TscClock& clock) {
    Queue queue(bursts.slots());
    Measurement measured;
    {
        OtherThread consumer([&] { queue.consume(); });
        consumer.start();
        const Timed timed(clock);
        std::uint64_t k = 0;
        for (std::uint64_t burst = 0; burst < bursts.repeats(); ++burst) {
            for (std::uint64_t i = 0; i < bursts.events; ++i) {
                queue.push(k++);
            }
            wait_for(queue, k);
        }
        measured = timed.stop(k);
        queue.end();
    }
    measured.answer = queue.answer();
    add_memory(measured, queue.bytes());
    return measured;
}

template <class Queue>
Measurement run_whole(Bursts bursts, const timing::TscClock& clock) {
    const OnEveryCore unpinned;
    std::uint64_t answer = 0;
    const Timed timed(clock);
    for (std::uint64_t burst = 0; burst < bursts.repeats(); ++burst) {
        Queue queue(bursts.slots());
        std::thread consumer([&] { queue.consume(); });
        for (std::uint64_t k = 0; k < bursts.events; ++k) {
            queue.push(k);
        }
        queue.end();
        consumer.join();
        answer += queue.answer();
    }
    Measurement measured = timed.stop(bursts.events * bursts.repeats());
    measured.answer = answer;
    return measured;
}

Subject lmax_subject(Subject subject) {
    return subject;
}

void add_lmax(Test& test, const peers::LmaxTest& what) {
    for (Subject& subject : peers::lmax(what)) {
        test.subjects.push_back(std::move(subject));
    }
}

Test burst_test(std::uint64_t events, const timing::TscClock& clock) {
    const Bursts bursts{.events = events, .repeats_max = 1'000};
    Test test{.name = fmt::format("f_disruptor_{}", events),
              .unit = "ns/event",
              .subjects = {},
              .pairs = kRounds,
              .welch = true};
    test.subjects = {
        {"hotpath", "bursts",
         [=] { return run_bursts<HotpathSubject<disruptor::BusySpin>>(bursts, clock); }},
        {"mutex_queue", "bursts", [=] { return run_bursts<MutexSubject>(bursts, clock); }}};
    add_lmax(test, {"disruptor_events", "lmax_disruptor", "bursts", events, "busy_spin"});
    return test;
}

Test whole_test(std::uint64_t events, const timing::TscClock& clock) {
    const Bursts bursts{.events = events, .repeats_max = 100};
    Test test{.name = fmt::format("f_disruptor_whole_{}", events),
              .unit = "ns/event",
              .subjects = {},
              .pairs = kRounds,
              .welch = true};
    test.subjects = {
        {"hotpath", "whole",
         [=] { return run_whole<HotpathSubject<disruptor::Yield>>(bursts, clock); }},
        {"mutex_queue", "whole", [=] { return run_whole<MutexSubject>(bursts, clock); }}};
    add_lmax(test, {"disruptor_events_whole", "lmax_disruptor", "whole", events, "yield"});
    return test;
}

constexpr std::array kLmaxStrategies{"busy_spin", "yield", "sleep", "block", "phased"};

Test wait_test(std::uint64_t events, const timing::TscClock& clock) {
    const Bursts bursts{.events = events, .repeats_max = 1'000};
    Test test{
        .name = fmt::format("f_disruptor_wait_{}", events), .unit = "ns/event", .subjects = {}};
    const auto add = [&]<class Wait>(const char* name, Wait /*type*/) {
        test.subjects.push_back(
            {name, "bursts", [=] { return run_bursts<HotpathSubject<Wait>>(bursts, clock); }});
    };
    add("hotpath", disruptor::BusySpin{});
    add("pause_spin", disruptor::PauseSpin{});
    add("yield", disruptor::Yield{});
    add("sleep", disruptor::Sleep{});
    add("block", disruptor::Block{});
    add("phased", disruptor::Phased{});
    for (const std::string strategy : kLmaxStrategies) {
        add_lmax(test, {"disruptor_events", "lmax_" + strategy, "bursts", events, strategy});
    }
    return test;
}

/// One event a time, latency from when it was due.
template <class Queue>
class Paced {
  public:
    Paced(std::size_t events, const timing::TscClock& clock) : clock_(clock), samples_(events) {}

    Measurement run() {
        Queue queue(kSlotsMin, [this](const Message& event) { take(event); });
        answer_ = 0;
        double busy_ns = 0;
        double total_ns = 0;
        {
            OtherThread consumer([&] {
                const double begin = cpu_ns(CLOCK_THREAD_CPUTIME_ID);
                queue.consume();
                busy_ns = cpu_ns(CLOCK_THREAD_CPUTIME_ID) - begin;
            });
            consumer.start();
            const std::uint64_t begin = clock_.ticks();
            push_all(queue);
            queue.end();
            total_ns = static_cast<double>(clock_.to_duration(clock_.ticks() - begin).value);
        }
        to_nanoseconds(clock_, samples_);
        return {.answer = answer_,
                .items = samples_.size(),
                .samples_ns = samples_,
                .metrics = {{"consumer cpu load", "%", 100 * busy_ns / total_ns}}};
    }

  private:
    void push_all(Queue& queue) {
        const std::uint64_t interval = ticks_of(kPaceNs);
        Pace pace(clock_.ticks() + interval, interval);
        std::uint64_t due = clock_.ticks() + interval;
        for (std::uint64_t k = 0; k < samples_.size(); ++k, due += interval) {
            pace.wait();
            queue.push({{k, due, 0, 0, 0}});
        }
    }

    [[nodiscard]] std::uint64_t ticks_of(std::uint64_t ns) const noexcept {
        const auto ns_a_billion_ticks =
            static_cast<std::uint64_t>(clock_.to_duration(1'000'000'000).value);
        return ns * 1'000'000'000 / ns_a_billion_ticks;
    }

    void take(const Message& event) noexcept {
        samples_[event.words[0]] = static_cast<std::uint32_t>(clock_.ticks() - event.words[1]);
        answer_ += event.words[0];
    }

    timing::TscClock clock_;
    std::vector<std::uint32_t> samples_;
    std::uint64_t answer_ = 0;
};

}  // namespace

}  // namespace hotpath::bench
