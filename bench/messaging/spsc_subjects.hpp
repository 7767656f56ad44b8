#pragma once
/// The queues that tests a, b and d drive, behind one interface: Hotpath's spsc and the peers that
/// are C++ headers.
///
/// producer() and consumer() give the ends; an end has try_push(message) and push_some(messages),
/// or try_pop(message) and poll(visit, messages_max). Each peer as its documentation recommends:
/// memory taken at construction, ConcurrentQueue with explicit tokens, batches through the peer's
/// own batch calls. Peers whose headers are not installed are left out. Threads: one producer, one
/// consumer. Sources: Boost 1.74, readerwriterqueue 1.0.6, concurrentqueue 1.0.3 (Debian 12).

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <queue>
#include <span>

#include "bench/messaging/payload.hpp"
#include "hotpath/queue/spsc.hpp"
#if __has_include(<boost/lockfree/spsc_queue.hpp>)
#include <boost/lockfree/spsc_queue.hpp>
#endif
#if __has_include(<readerwriterqueue/readerwriterqueue.h>)
#include <readerwriterqueue/readerwriterqueue.h>
#endif
#if __has_include(<concurrentqueue/concurrentqueue.h>)
#include <concurrentqueue/concurrentqueue.h>
#endif

namespace hotpath::bench {

/// Messages in one call of a batch subject of test a.
inline constexpr std::size_t kBatch = 64;

template <queue::RingLayout Layout>
class HotpathSpscOf {
  public:
    using RingEnd = queue::SpscProducer<Message, std::uint64_t, Layout>;

    class Producer {
      public:
        explicit Producer(RingEnd end) : end_(std::move(end)) {}
        [[nodiscard]] bool try_push(const Message& message) noexcept {
            return end_.try_push(message);
        }
        [[nodiscard]] std::size_t push_some(std::span<const Message> messages) noexcept {
            return end_.try_push_batch(messages);
        }
        /// For writing in place.
        [[nodiscard]] RingEnd& ring_end() noexcept { return end_; }

      private:
        RingEnd end_;
    };

    explicit HotpathSpscOf(std::size_t slots) : queue_(slots) {}
    [[nodiscard]] Producer producer() { return Producer(queue_.producer()); }
    /// Has try_pop and poll.
    [[nodiscard]] auto consumer() { return queue_.consumer(); }

  private:
    queue::SpscQueue<Message, std::uint64_t, Layout> queue_;
};
using HotpathSpsc = HotpathSpscOf<queue::OwnLine>;
using HotpathPackedSpsc = HotpathSpscOf<queue::Packed>;

/// std::queue, a mutex and two condition variables: what one writes without a library. It has room
/// for as many messages as the others.
class MutexQueue {
  public:
    static constexpr const char* kName = "mutex_queue";

    class End {
      public:
        explicit End(MutexQueue& queue) : queue_(&queue) {}
        [[nodiscard]] bool try_push(const Message& message) { return queue_->push(message); }
        [[nodiscard]] bool try_pop(Message& into) { return queue_->pop(into); }

      private:
        MutexQueue* queue_;
    };

    explicit MutexQueue(std::size_t slots) : slots_(slots) {}
    [[nodiscard]] End producer() { return End(*this); }
    [[nodiscard]] End consumer() { return End(*this); }

  private:
    bool push(const Message& message) {
        {
            std::unique_lock lock(mutex_);
            not_full_.wait(lock, [this] { return messages_.size() < slots_; });
            messages_.push(message);
        }
        not_empty_.notify_one();
        return true;
    }

    bool pop(Message& into) {
        {
            std::unique_lock lock(mutex_);
            not_empty_.wait(lock, [this] { return !messages_.empty(); });
            into = messages_.front();
            messages_.pop();
        }
        not_full_.notify_one();
        return true;
    }

    std::size_t slots_;
    std::mutex mutex_;
    std::condition_variable not_empty_;
    std::condition_variable not_full_;
    std::queue<Message> messages_;
};

#if __has_include(<boost/lockfree/spsc_queue.hpp>)
class BoostSpsc {
  public:
    static constexpr const char* kName = "boost_spsc";
    static constexpr const char* kBatchName = "boost_spsc_batch";
    using Queue = boost::lockfree::spsc_queue<Message>;

    class End {
      public:
        explicit End(Queue& queue) : queue_(&queue) {}
        [[nodiscard]] bool try_push(const Message& message) { return queue_->push(message); }
        [[nodiscard]] std::size_t push_some(std::span<const Message> messages) {
            return queue_->push(messages.data(), messages.size());
        }
        [[nodiscard]] bool try_pop(Message& into) { return queue_->pop(into); }
        template <class Visit>
        std::size_t poll(Visit&& visit, std::size_t /*messages_max*/) {
            return queue_->consume_all(visit);
        }

      private:
        Queue* queue_;
    };

    explicit BoostSpsc(std::size_t slots) : queue_(slots) {}
    [[nodiscard]] End producer() { return End(queue_); }
    [[nodiscard]] End consumer() { return End(queue_); }

  private:
    Queue queue_;
};
#endif

#if __has_include(<readerwriterqueue/readerwriterqueue.h>)
/// No batch calls; its blocks of 512 elements are the default.
class MoodycamelReaderWriter {
  public:
    static constexpr const char* kName = "moodycamel_readerwriter";
    using Queue = moodycamel::ReaderWriterQueue<Message>;

    class End {
      public:
        explicit End(Queue& queue) : queue_(&queue) {}
        [[nodiscard]] bool try_push(const Message& message) { return queue_->try_enqueue(message); }
        [[nodiscard]] bool try_pop(Message& into) { return queue_->try_dequeue(into); }

      private:
        Queue* queue_;
    };

    explicit MoodycamelReaderWriter(std::size_t slots) : queue_(slots) {}
    [[nodiscard]] End producer() { return End(queue_); }
    [[nodiscard]] End consumer() { return End(queue_); }

  private:
    Queue queue_;
};
#endif

#if __has_include(<concurrentqueue/concurrentqueue.h>)
/// Many producers, many consumers: it does more than is asked here. Sized for one of each.
class MoodycamelConcurrent {
  public:
    static constexpr const char* kName = "moodycamel_concurrent";
    static constexpr const char* kBatchName = "moodycamel_concurrent_bulk";
    using Queue = moodycamel::ConcurrentQueue<Message>;

    class Producer {
      public:
        explicit Producer(Queue& queue) : queue_(&queue), token_(queue) {}
        [[nodiscard]] bool try_push(const Message& message) {
            return queue_->try_enqueue(token_, message);
        }
        [[nodiscard]] std::size_t push_some(std::span<const Message> messages) {
            return queue_->try_enqueue_bulk(token_, messages.data(), messages.size())
                       ? messages.size()
                       : 0;
        }

      private:
        Queue* queue_;
        moodycamel::ProducerToken token_;
    };

    class Consumer {
      public:
        explicit Consumer(Queue& queue) : queue_(&queue), token_(queue) {}
        [[nodiscard]] bool try_pop(Message& into) { return queue_->try_dequeue(token_, into); }
        template <class Visit>
        std::size_t poll(Visit&& visit, std::size_t messages_max) {
            std::array<Message, kBatch> taken;
            const std::size_t count =
                queue_->try_dequeue_bulk(token_, taken.data(), std::min(messages_max, kBatch));
            for (std::size_t i = 0; i < count; ++i) {
                visit(taken[i]);
            }
            return count;
        }

      private:
        Queue* queue_;
        moodycamel::ConsumerToken token_;
    };

    explicit MoodycamelConcurrent(std::size_t slots) : queue_(slots, 1, 0) {}
    [[nodiscard]] Producer producer() { return Producer(queue_); }
    [[nodiscard]] Consumer consumer() { return Consumer(queue_); }

  private:
    Queue queue_;
};
#endif

/// Calls visit.template operator()<Queue>() for every peer that is installed.
template <class Visit>
void for_each_peer(Visit&& visit) {
#if __has_include(<boost/lockfree/spsc_queue.hpp>)
    visit.template operator()<BoostSpsc>();
#endif
#if __has_include(<readerwriterqueue/readerwriterqueue.h>)
    visit.template operator()<MoodycamelReaderWriter>();
#endif
#if __has_include(<concurrentqueue/concurrentqueue.h>)
    visit.template operator()<MoodycamelConcurrent>();
#endif
    visit.template operator()<MutexQueue>();
}

template <class Queue>
concept HasBatches = requires { Queue::kBatchName; };

/// Waits in the only way these tests wait for a lock-free queue: asks again at once.
template <class Attempt>
void until(Attempt&& attempt) {
    while (!attempt()) {
    }
}

/// Fills and empties the queue twice from one thread: its memory is mapped and was written.
template <class Queue>
void prefault(Queue& queue, std::size_t slots) {
    auto producer = queue.producer();
    auto consumer = queue.consumer();
    Message message = message_of(0);
    for (std::size_t lap = 0; lap < 2; ++lap) {
        for (std::size_t i = 0; i < slots / 2; ++i) {
            until([&] { return producer.try_push(message); });
        }
        for (std::size_t i = 0; i < slots / 2; ++i) {
            until([&] { return consumer.try_pop(message); });
        }
    }
}

}  // namespace hotpath::bench
