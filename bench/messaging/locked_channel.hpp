#pragma once
/// The simplest shared-memory queue: a ring, a mutex that processes share, a condition
/// variable for each end. The "original, with lock" of "Low-Latency Inter-Process Communication"
/// (tables 4.1 and 4.2) rebuilt, as a channel of shm_channels.hpp.
///
/// try_push waits while the ring is full, try_pop sleeps while it is empty. Threads: one writer,
/// one reader, in two processes. Allocation: none. Complexity: O(1) and two calls of the kernel
/// when the other end sleeps.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <pthread.h>

#include "bench/messaging/payload.hpp"
#include "bench/messaging/shm_channels.hpp"

namespace hotpath::bench {

struct LockedChannel {
    static constexpr bool kLosesNothing = true;

    class Ring {
      public:
        Ring() {
            pthread_mutexattr_t mutex;
            pthread_mutexattr_init(&mutex);
            pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
            pthread_mutex_init(&mutex_, &mutex);
            pthread_condattr_t condition;
            pthread_condattr_init(&condition);
            pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
            pthread_cond_init(&not_empty_, &condition);
            pthread_cond_init(&not_full_, &condition);
        }
        void push(const Message& message) noexcept {
            pthread_mutex_lock(&mutex_);
            while (pushed_ - popped_ == kChannelSlots) {
                pthread_cond_wait(&not_full_, &mutex_);
            }
            messages_[pushed_++ % kChannelSlots] = message;
            pthread_mutex_unlock(&mutex_);
            pthread_cond_signal(&not_empty_);
        }
        void pop(Message& into) noexcept {
            pthread_mutex_lock(&mutex_);
            while (pushed_ == popped_) {
                pthread_cond_wait(&not_empty_, &mutex_);
            }
            into = messages_[popped_++ % kChannelSlots];
            pthread_mutex_unlock(&mutex_);
            pthread_cond_signal(&not_full_);
        }

      private:
        pthread_mutex_t mutex_{};
        pthread_cond_t not_empty_{};
        pthread_cond_t not_full_{};
        std::uint64_t pushed_ = 0;
        std::uint64_t popped_ = 0;
        std::array<Message, kChannelSlots> messages_{};
    };
    static constexpr std::size_t kBytes = sizeof(Ring);

    using WriterAttachment = ChannelPlace;
    using ReaderAttachment = ChannelPlace;

    [[nodiscard]] static bool make(const ChannelPlace& place) {
        std::construct_at(ring_of(place.memory));
        return true;
    }
    static void remove(const ChannelPlace& /*place*/) {}
    [[nodiscard]] static Ring* ring_of(std::span<std::byte> memory) noexcept {
        return reinterpret_cast<Ring*>(memory.data());
    }

    class Writer {
      public:
        explicit Writer(const ChannelPlace& place) : ring_(ring_of(place.memory)) {}
        [[nodiscard]] bool try_push(const Message& message) noexcept {
            ring_->push(message);
            return true;
        }

      private:
        Ring* ring_;
    };
    class Reader {
      public:
        explicit Reader(const ChannelPlace& place) : ring_(ring_of(place.memory)) {}
        [[nodiscard]] bool try_pop(Message& into) noexcept {
            ring_->pop(into);
            return true;
        }

      private:
        Ring* ring_;
    };
};

}  // namespace hotpath::bench
