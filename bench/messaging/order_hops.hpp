#pragma once
/// The ways for orders from the core that sends to the core that works, behind one interface:
/// send(order) waits for room, poll(visit, orders_max) visits what is there.
///
/// SpscHop is Hotpath's queue, SeedHop the queue printed in Mishra's paper (order_stages.hpp),
/// 4.1, BlockingHop std::queue with a mutex and a condition variable, whose poll() sleeps while
/// nothing is there. Threads: one sends, one polls. Allocation: SpscHop and SeedHop at construction
/// only.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "bench/messaging/blocking_queue.hpp"
#include "bench/messaging/order_stages.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/queue/spsc.hpp"

namespace hotpath::bench {

class SpscHop {
  public:
    explicit SpscHop(std::size_t slots)
        : queue_(slots), producer_(queue_.producer()), consumer_(queue_.consumer()) {}

    void send(const WireOrder& order) noexcept {
        while (!producer_.try_push(order)) {
        }
    }
    template <class Visit>
    std::size_t poll(Visit&& visit, std::size_t orders_max) {
        return consumer_.poll(visit, orders_max);
    }

  private:
    queue::SpscQueue<WireOrder> queue_;
    alignas(kCacheLine) queue::SpscProducer<WireOrder> producer_;
    alignas(kCacheLine) queue::SpscConsumer<WireOrder> consumer_;
};

/// As published, word for word in what it does: two shared indices, no cached copies of them.
class SeedHop {
  public:
    static constexpr std::size_t kSlots = 8'192;

    explicit SeedHop(std::size_t /*slots*/) : ring_(std::make_unique<Ring>()) {}

    void send(const WireOrder& order) noexcept {
        const std::size_t head = ring_->head.load(std::memory_order_relaxed);
        const std::size_t next = (head + 1) & (kSlots - 1);
        while (next == ring_->tail.load(std::memory_order_acquire)) {
        }
        ring_->orders[head] = order;
        ring_->head.store(next, std::memory_order_release);
    }
    template <class Visit>
    std::size_t poll(Visit&& visit, std::size_t /*orders_max*/) {
        const std::size_t tail = ring_->tail.load(std::memory_order_relaxed);
        if (tail == ring_->head.load(std::memory_order_acquire)) {
            return 0;
        }
        WireOrder order = ring_->orders[tail];
        ring_->tail.store((tail + 1) & (kSlots - 1), std::memory_order_release);
        visit(order);
        return 1;
    }

  private:
    struct Ring {
        alignas(kCacheLine) std::atomic<std::size_t> head{0};
        alignas(kCacheLine) std::atomic<std::size_t> tail{0};
        alignas(kCacheLine) std::array<WireOrder, kSlots> orders{};
    };
    std::unique_ptr<Ring> ring_;
};

/// No bound, as published.
class BlockingHop {
  public:
    explicit BlockingHop(std::size_t /*slots*/) {}

    void send(const WireOrder& order) { orders_.push(order); }
    template <class Visit>
    std::size_t poll(Visit&& visit, std::size_t /*orders_max*/) {
        WireOrder order;
        if (!orders_.pop(order)) {
            return 0;
        }
        visit(order);
        return 1;
    }

  private:
    BlockingQueue<WireOrder> orders_;
};

}  // namespace hotpath::bench
