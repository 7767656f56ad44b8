#pragma once
/// What the disruptor tests drive, behind one interface: Hotpath's disruptor with one stage, and
/// std::queue with a mutex and a condition variable; and how they time it.
///
/// push(message) by the producer; consume() is the consumer's life, in which it hands each message
/// to `take`, until end(); consumed() says how many, to any thread. consume_pushed(n) takes n events
/// that were pushed before by the same thread. Threads: one producer, one
/// consumer. Allocation: at construction, and BlockingQueue's.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <utility>

#include <sched.h>

#include "bench/messaging/blocking_queue.hpp"
#include "bench/messaging/payload.hpp"
#include "bench/runner/measurement.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/disruptor/graph.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

template <class Wait, class Take, queue::RingLayout Layout = queue::OwnLine>
class DisruptorSubject {
  public:
    DisruptorSubject(std::size_t slots, Take take)
        : graph_({.slots = slots}), stage_(graph_, std::move(take)) {
        graph_.seal();
    }

    void push(const Message& message) noexcept {
        auto producer = graph_.producer();
        const auto claimed = producer.claim();
        *claimed = message;
        producer.publish(claimed);
    }
    void consume() noexcept { stage_.run(); }
    void consume_pushed(std::size_t events) noexcept {
        while (events != 0) {
            events -= stage_.poll();
        }
    }
    void end() noexcept { graph_.drain(); }
    [[nodiscard]] std::uint64_t consumed() const noexcept { return stage_.next(); }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return sizeof *this + Ring::Memory::bytes(graph_.slots());
    }

  private:
    using Graph = queue::disruptor::Graph<Message, Wait, queue::disruptor::SingleProducer, Layout>;
    using Ring = queue::disruptor::EventRing<Message, std::uint64_t, Layout>;

    Graph graph_;
    queue::disruptor::Stage<Graph, Take> stage_;
};

template <class Take>
class MutexSubject {
  public:
    MutexSubject(std::size_t /*slots*/, Take take) : take_(std::move(take)) {}

    void push(const Message& message) { queue_.push(message); }
    void consume() {
        std::uint64_t consumed = 0;
        for (Message message{}; queue_.pop(message);) {
            take_(message);
            consumed_.store(++consumed, std::memory_order_release);
        }
    }
    void consume_pushed(std::size_t events) {
        for (Message message{}; events != 0 && queue_.pop(message); --events) {
            take_(message);
        }
    }
    void end() { queue_.close(); }
    [[nodiscard]] std::uint64_t consumed() const noexcept {
        return consumed_.load(std::memory_order_acquire);
    }
    [[nodiscard]] std::size_t bytes() const { return sizeof *this + queue_.bytes_max(); }

  private:
    BlockingQueue<Message> queue_;
    alignas(kCacheLine) Take take_;
    alignas(kCacheLine) std::atomic<std::uint64_t> consumed_{0};
};

[[nodiscard]] inline double cpu_ns(clockid_t clock) noexcept {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// Times a region and says what part of the cores the process took in it: 200% is two.
class TimedRegion {
  public:
    explicit TimedRegion(const timing::TscClock& clock)
        : clock_(&clock), cpu_begin_(cpu_ns(CLOCK_PROCESS_CPUTIME_ID)), begin_(clock.ticks()) {}

    [[nodiscard]] Measurement stop(std::uint64_t items) const {
        const std::uint64_t ticks = clock_->ticks() - begin_;
        const auto ns = static_cast<double>(clock_->to_duration(ticks).value);
        const double cpu = cpu_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin_;
        return {
            .items = items, .elapsed_ticks = ticks, .metrics = {{"cpu load", "%", 100 * cpu / ns}}};
    }

  private:
    const timing::TscClock* clock_;
    double cpu_begin_;
    std::uint64_t begin_;
};

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

}  // namespace hotpath::bench
