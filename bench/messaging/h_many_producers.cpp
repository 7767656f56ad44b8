// The question: how many nanoseconds apart do 40-byte messages come out of a queue that one
// consumer reads and 1, 3, 10, 20 or 40 producers fill? Timed from the start of the producers until the last
// pop; every word is read, the order of each producer's messages is checked. The producers share
// core 0 and yield when the queue is full: more of them than cores is what a venue's gateways are
// here. So one of them runs at a time, and one that is put to sleep between claim and publish
// holds the consumer until it runs again (docs/design/queues/mpsc.md): that is in the number.
// `spsc_each` is what we recommend where the order between producers does not matter: a ring each,
// asked in turn. A regression means that a claim got dearer or the ends meet on more lines. It does
// not show producers that run at the same time: this machine has one core for them. `first done` is
// when the first producer was through, in % of the time until the last message was read: near 100%
// when all advance alike.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <numeric>
#include <thread>
#include <vector>

#include "bench/messaging/messaging_tests.hpp"
#include "bench/messaging/spsc_subjects.hpp"
#include "bench/messaging/two_cores.hpp"
#include "hotpath/queue/mpsc.hpp"
#if __has_include(<boost/lockfree/queue.hpp>)
#include <boost/lockfree/queue.hpp>
#endif

namespace hotpath::bench {
namespace {

constexpr std::size_t kSlots = 8192;
constexpr std::array<std::size_t, 5> kProducers{1, 3, 10, 20, 40};
constexpr std::size_t kProducersMax = kProducers.back();
constexpr std::uint64_t kMessages = 3'000'000;
constexpr std::uint64_t kMessagesQuick = 300'000;
static_assert(std::ranges::all_of(kProducers, [](std::size_t producers) {
    return kMessages % producers == 0 && kMessagesQuick % producers == 0;
}));

struct Plan {
    timing::TscClock clock;
    std::uint64_t messages;  // of all producers together
    std::size_t producers;
};

/// Message k of producer p has the number k * producers + p.
class alignas(kCacheLine) ReceivedOfAll {
  public:
    explicit ReceivedOfAll(std::size_t producers) : producers_(producers) {}

    void add(const Message& message) noexcept {
        const std::uint64_t number = message.words[0];
        std::uint64_t& next = next_[number % producers_];
        out_of_order_ |= next ^ (number / producers_);
        next = number / producers_ + 1;
        ++count_;
        sum_ += std::accumulate(message.words.begin(), message.words.end(), std::uint64_t{0});
    }
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
    [[nodiscard]] std::uint64_t answer() const noexcept {
        return out_of_order_ == 0 ? sum_ : ~sum_;
    }

  private:
    std::size_t producers_;
    std::array<std::uint64_t, kProducersMax> next_{};
    std::uint64_t count_ = 0;
    std::uint64_t sum_ = 0;
    std::uint64_t out_of_order_ = 0;
};

class HotpathMpsc {
  public:
    static constexpr const char* kName = "hotpath";
    explicit HotpathMpsc(std::size_t /*producers*/) : queue_(kSlots) {}
    [[nodiscard]] auto producer() { return queue_.producer(); }
    [[nodiscard]] auto consumer() { return queue_.consumer(); }

  private:
    queue::MpscQueue<Message> queue_;
};

/// A ring for each producer; the consumer asks them in turn.
class SpscEach {
  public:
    static constexpr const char* kName = "spsc_each";
    using Ring = queue::SpscQueue<Message>;

    class Consumer {
      public:
        explicit Consumer(std::deque<Ring>& rings) {
            for (Ring& ring : rings) {
                ends_.push_back(ring.consumer());
            }
        }
        [[nodiscard]] bool try_pop(Message& into) noexcept {
            for (std::size_t tries = 0; tries < ends_.size(); ++tries) {
                at_ = at_ + 1 < ends_.size() ? at_ + 1 : 0;
                if (ends_[at_].try_pop(into)) {
                    return true;
                }
            }
            return false;
        }

      private:
        std::vector<queue::SpscConsumer<Message>> ends_;
        std::size_t at_ = 0;
    };

    explicit SpscEach(std::size_t producers) {
        for (std::size_t i = 0; i < producers; ++i) {
            rings_.emplace_back(kSlots);
        }
    }
    [[nodiscard]] auto producer() { return rings_[taken_++ % rings_.size()].producer(); }
    [[nodiscard]] Consumer consumer() { return Consumer(rings_); }

  private:
    std::deque<Ring> rings_;
    std::size_t taken_ = 0;
};

#if __has_include(<boost/lockfree/queue.hpp>)
class BoostQueue {
  public:
    static constexpr const char* kName = "boost_queue";
    using Queue = boost::lockfree::queue<Message>;

    class End {
      public:
        explicit End(Queue& queue) : queue_(&queue) {}
        [[nodiscard]] bool try_push(const Message& message) {
            return queue_->bounded_push(message);
        }
        [[nodiscard]] bool try_pop(Message& into) { return queue_->pop(into); }

      private:
        Queue* queue_;
    };

    explicit BoostQueue(std::size_t /*producers*/) : queue_(kSlots) {}
    [[nodiscard]] End producer() { return End(queue_); }
    [[nodiscard]] End consumer() { return End(queue_); }

  private:
    Queue queue_;
};
#endif

#if __has_include(<concurrentqueue/concurrentqueue.h>)
/// A producer keeps the blocks it has once filled, and one could take all of them: each fills its
/// share beforehand.
class MoodycamelOfMany {
  public:
    static constexpr const char* kName = MoodycamelConcurrent::kName;
    using Queue = MoodycamelConcurrent::Queue;

    explicit MoodycamelOfMany(std::size_t producers)
        : queue_(kSlots, producers, 0), share_(kSlots / producers) {}
    [[nodiscard]] auto producer() {
        MoodycamelConcurrent::Producer end(queue_);
        Message message = message_of(0);
        for (std::size_t i = 0; i < share_; ++i) {
            until([&] { return end.try_push(message); });
        }
        while (queue_.try_dequeue(message)) {
        }
        return end;
    }
    [[nodiscard]] auto consumer() { return MoodycamelConcurrent::Consumer(queue_); }

  private:
    Queue queue_;
    std::size_t share_;
};
#endif

class MutexOfMany : public MutexQueue {
  public:
    explicit MutexOfMany(std::size_t /*producers*/) : MutexQueue(kSlots) {}
};

void send_all(auto& producer, const Plan& plan, std::size_t who) {
    for (std::uint64_t number = who; number < plan.messages; number += plan.producers) {
        const Message message = message_of(number);
        while (!producer.try_push(message)) {
            std::this_thread::yield();
        }
    }
}

/// Many threads wait on one core for the start, and each must get that core to be there: they yield.
class Start {
  public:
    void wait() const noexcept {
        while (!is_given_.load(std::memory_order_acquire)) {
            std::this_thread::yield();
        }
    }
    void give() noexcept { is_given_.store(true, std::memory_order_release); }

  private:
    std::atomic<bool> is_given_{false};
};

template <class Queue>
Measurement run_producers(const Plan& plan) {
    auto queue = std::make_unique<Queue>(plan.producers);
    std::deque<decltype(queue->producer())> ends;
    std::vector<std::uint64_t> end_ticks(plan.producers);
    Start start;
    std::deque<OtherThread> threads;
    for (std::size_t who = 0; who < plan.producers; ++who) {
        ends.push_back(queue->producer());
        threads.emplace_back([&plan, &start, &end = ends.back(), &ended = end_ticks[who], who] {
            start.wait();
            send_all(end, plan, who);
            ended = plan.clock.ticks();
        });
        threads.back().start();
    }
    auto consumer = queue->consumer();
    ReceivedOfAll received(plan.producers);
    const std::uint64_t begin = plan.clock.ticks();
    start.give();
    while (received.count() < plan.messages) {
        if (Message message; consumer.try_pop(message)) {
            received.add(message);
        }
    }
    const std::uint64_t elapsed = plan.clock.ticks() - begin;
    threads.clear();  // joins them
    const std::uint64_t first = *std::ranges::min_element(end_ticks) - begin;
    return {.answer = received.answer(),
            .items = plan.messages,
            .elapsed_ticks = elapsed,
            .metrics = {{"first done", "%",
                         100 * static_cast<double>(first) / static_cast<double>(elapsed)}}};
}

template <class Queue>
Subject subject(const Plan& plan) {
    return {Queue::kName, "producers", [plan] { return run_producers<Queue>(plan); }};
}

Test producers_test(const Plan& plan) {
    Test test{.name = "h_many_producers_" + std::to_string(plan.producers),
              .unit = "ns/message",
              .subjects = {}};
    test.subjects = {subject<HotpathMpsc>(plan), subject<SpscEach>(plan)};
#if __has_include(<boost/lockfree/queue.hpp>)
    test.subjects.push_back(subject<BoostQueue>(plan));
#endif
#if __has_include(<concurrentqueue/concurrentqueue.h>)
    test.subjects.push_back(subject<MoodycamelOfMany>(plan));
#endif
    test.subjects.push_back(subject<MutexOfMany>(plan));
    return test;
}

}  // namespace

std::vector<Test> many_producers_tests(const Scale& scale, const timing::TscClock& clock) {
    const std::uint64_t messages = scale.quick ? kMessagesQuick : kMessages;
    std::vector<Test> tests;
    tests.reserve(kProducers.size());
    for (const std::size_t producers : kProducers) {
        tests.push_back(
            producers_test({.clock = clock, .messages = messages, .producers = producers}));
    }
    return tests;
}

}  // namespace hotpath::bench
