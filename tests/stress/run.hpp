#pragma once
/// One stress run: a queue, its producers and consumers as threads, calls of every kind mixed at
/// random, stalls in between, and a Checker on every consumer. The same code for every queue.
///
/// A queue takes part through an adapter of a few lines that satisfies StressQueue. Threads:
/// run() starts one for each end and joins them. Allocation: at the start. Same seed, same calls
/// and stalls; how the threads interleave is the machine's.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <thread>
#include <vector>

#include "hotpath/core/cpu.hpp"
#include "tests/stress/checker.hpp"
#include "tests/stress/payload.hpp"
#include "tests/stress/stalls.hpp"

namespace hotpath::stress {

/// The ways to pass messages; an adapter without one of them takes the next best.
enum class Call : std::uint8_t { Copy, InPlace, CopyBatch, InPlaceBatch };
inline constexpr std::uint64_t kCalls = 4;

/// One call's kind, and how many messages it is for: 1 for the first two kinds.
struct Request {
    Call call = Call::Copy;
    std::size_t messages = 1;
};

/// The payloads that a producer sends next.
struct Source {
    Tag next;
    Lengths lengths;

    [[nodiscard]] std::size_t length(std::size_t i) const noexcept {
        return lengths.of(next.number + i);
    }
    /// `into` is as long as length(i).
    void write(MutableBytes into, std::size_t i) const noexcept {
        write_payload(into, {.producer = next.producer, .number = next.number + i});
    }
};

/// kLossy: the writer never waits, readers get their number of lost records. Then `slots` is
/// roughly how many messages a reader may be behind.
template <class Q>
concept StressQueue =
    requires(Q queue, std::size_t i, const Source& source, Request request, Checker& checker) {
        requires Q::kProducers >= 1 && Q::kProducers <= kProducersMax&& Q::kConsumers >= 1;
        { Q::kLossy } -> std::convertible_to<bool>;
        { Q::kLengths } -> std::convertible_to<Lengths>;
        { Q::kSlots } -> std::convertible_to<std::size_t>;
        // How many messages of the request went: 0 when the queue is full.
        { queue.producer(i).send(source, request) } -> std::same_as<std::size_t>;
        // False when the queue is empty, else messages went to checker.take(), gaps to lost().
        { queue.consumer(i).receive(checker, request) } -> std::same_as<bool>;
    };

struct Plan {
    std::uint64_t messages = 0;  // of all producers together, at least
    std::uint64_t seed = 0;
    bool pinned = false;  // each thread on a separate core, while there are cores
};

struct Report {
    std::uint64_t sent = 0;       // by all producers
    std::uint64_t delivered = 0;  // to all consumers together
    std::uint64_t lost = 0;       // as the queue reported it
    std::uint64_t gaps = 0;
    std::uint64_t full = 0;  // calls refused
    std::uint64_t empty = 0;
    std::uint64_t stalls = 0;
    std::uint64_t milliseconds = 0;
    Faults faults;
};

/// One thread's share of a run.
struct Side {
    Stalls stalls;
    std::uint64_t messages = 0;
    std::uint64_t refused = 0;
};

/// Draws the kind of the next calls: some of a kind in a row, so that each kind also meets the
/// queue in the state that its own kind leaves.
class Requests {
  public:
    static constexpr std::uint64_t kMessagesMax = 48;

    [[nodiscard]] Request next(Random& random) noexcept {
        if (repeats_ == 0) {
            repeats_ = 1 + random.below(32);
            const auto call = static_cast<Call>(random.below(kCalls));
            const bool batch = call == Call::CopyBatch || call == Call::InPlaceBatch;
            request_ = {.call = call, .messages = batch ? 1 + random.below(kMessagesMax) : 1};
        }
        --repeats_;
        return request_;
    }

  private:
    Request request_;
    std::uint64_t repeats_ = 0;
};

template <StressQueue Q, class Producer>
void produce(Producer&& producer, Tag first, std::uint64_t messages, Side& side, Edges& edges) {
    Source source{.next = first, .lengths = Q::kLengths};
    Requests requests;
    while (source.next.number < messages) {
        Request request = requests.next(side.stalls.random());
        request.messages = std::min(request.messages, messages - source.next.number);
        const std::size_t sent = producer.send(source, request);
        source.next.number += sent;
        const bool lapped =
            Q::kLossy && source.next.number / Q::kSlots != (source.next.number - sent) / Q::kSlots;
        if (sent == 0) {
            ++side.refused;
            side.stalls.after_refusal();
        } else {
            side.stalls.after_success();
        }
        if (sent == 0 || lapped) {
            edges.note(Edge::Full);
        }
        side.stalls.after_call();
    }
    side.messages = source.next.number;
}

/// `is_closed`: nothing more comes, once the queue is empty.
template <class Consumer, class IsClosed>
void consume(Consumer&& consumer, Checker& checker, Side& side, Edges& edges, IsClosed is_closed) {
    Requests requests;
    while (true) {
        const bool closed = is_closed();  // before the call: then "empty" is for good
        if (consumer.receive(checker, requests.next(side.stalls.random()))) {
            side.stalls.after_success();
        } else if (closed) {
            return;
        } else {
            ++side.refused;
            edges.note(Edge::Empty);
            side.stalls.after_refusal();
        }
        side.stalls.after_call();
    }
}

/// Starts every thread at once, so that the first messages meet the others, too.
class StartingLine {
  public:
    explicit StartingLine(std::size_t threads) noexcept : missing_(threads) {}
    void wait(const Plan& plan, std::size_t thread) noexcept {
        if (plan.pinned) {
            const auto core = static_cast<std::uint32_t>(thread % cpu_count());
            static_cast<void>(pin_this_thread(core));  // a machine that refuses runs unpinned
        }
        missing_.fetch_sub(1);
        while (missing_.load() != 0) {
            std::this_thread::yield();
        }
    }

  private:
    std::atomic<std::size_t> missing_;
};

template <StressQueue Q>
class Run {
  public:
    explicit Run(const Plan& plan) : plan_(plan), line_(Q::kProducers + Q::kConsumers) {
        SplitMix64 seeds(plan.seed);
        for (std::size_t i = 0; i < Q::kProducers; ++i) {
            producers_.push_back(side(seeds.next(), Edge::Empty));
        }
        for (std::size_t i = 0; i < Q::kConsumers; ++i) {
            consumers_.push_back(side(seeds.next(), Edge::Full));
            checkers_.emplace_back(Q::kProducers, Q::kLengths);
        }
    }

    [[nodiscard]] Report go() {
        const auto start = std::chrono::steady_clock::now();
        std::vector<std::jthread> consumers;
        for (std::size_t i = 0; i < Q::kConsumers; ++i) {
            consumers.emplace_back([this, i] { consumer_thread(i); });
        }
        std::vector<std::jthread> producers;
        for (std::size_t i = 0; i < Q::kProducers; ++i) {
            producers.emplace_back([this, i] { producer_thread(i); });
        }
        producers.clear();  // joins
        edges_.close();
        consumers.clear();
        Report report = sum();
        report.milliseconds =
            static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                           std::chrono::steady_clock::now() - start)
                                           .count());
        return report;
    }

  private:
    // A writer that never waits stands still more often: else readers would do nothing but resume.
    static constexpr std::uint64_t kStretches = 14;
    static constexpr std::uint64_t kStretchesLossy = 7;

    [[nodiscard]] Side side(std::uint64_t seed, Edge awaited) noexcept {
        const bool hurries = Q::kLossy && awaited == Edge::Empty;
        return {.stalls = Stalls({.seed = seed,
                                  .stretches = hurries ? kStretchesLossy : kStretches,
                                  .awaited = awaited},
                                 edges_)};
    }

    // Consumers exist before the first message is sent: a lossy queue would else lose it for them
    // unannounced. The line is crossed when all are there.
    void consumer_thread(std::size_t i) {
        auto&& consumer = queue_.consumer(i);
        line_.wait(plan_, Q::kProducers + i);
        // A consumer may be behind those before it: it is not done before they are.
        consume(consumer, checkers_[i], consumers_[i], edges_, [this, i] {
            return edges_.is_closed() && ended_.load(std::memory_order_acquire) == i;
        });
        ended_.store(i + 1, std::memory_order_release);
    }
    void producer_thread(std::size_t i) {
        auto&& producer = queue_.producer(i);
        line_.wait(plan_, i);
        produce<Q>(producer, {.producer = i, .number = 0}, share(plan_.messages), producers_[i],
                   edges_);
    }

    [[nodiscard]] static std::uint64_t share(std::uint64_t messages) noexcept {
        return (messages + Q::kProducers - 1) / Q::kProducers;
    }

    [[nodiscard]] Report sum() {
        Report report;
        std::vector<std::uint64_t> sent;
        for (const Side& side : producers_) {
            sent.push_back(side.messages);
            report.sent += side.messages;
            report.full += side.refused;
            report.stalls += side.stalls.count();
        }
        for (std::size_t i = 0; i < Q::kConsumers; ++i) {
            Checker& checker = checkers_[i];
            checker.finish(sent);
            report.delivered += checker.delivered();
            report.lost += checker.lost();
            report.gaps += checker.gaps();
            report.empty += consumers_[i].refused;
            report.stalls += consumers_[i].stalls.count();
            report.faults.add(checker.faults());
        }
        return report;
    }

    Plan plan_;
    Edges edges_;
    StartingLine line_;
    std::atomic<std::size_t> ended_ = 0;  // consumers
    Q queue_;
    std::deque<Side> producers_;
    std::deque<Side> consumers_;
    std::deque<Checker> checkers_;
};

template <StressQueue Q>
[[nodiscard]] Report run(const Plan& plan) {
    return Run<Q>(plan).go();
}

}  // namespace hotpath::stress
