#pragma once
/// The channels that the tests c_shm_* drive between two processes: 1,024 messages of 40 bytes in
/// memory that both map.
///
/// A channel type has kBytes, format(memory) and the ends Writer(memory) and Reader(memory).
/// `RawLines` is the floor: a message and its number in one cache line, no word about who may write
/// when. It is right only as long as the reader keeps up, which a host that takes a core away for a
/// millisecond prevents: it loses messages then, and its answer is not compared.
/// Threads: one writer, one reader. Allocation: none.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "bench/messaging/payload.hpp"
#include "bench/messaging/shared_memory.hpp"
#include "bench/messaging/spsc_subjects.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/runner/measurement.hpp"
#include "hotpath/queue/spsc.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

inline constexpr std::size_t kChannelSlots = 1024;

struct HotpathChannel {
    static constexpr bool kLosesNothing = true;
    using Ring = queue::SpscRing<Message>;
    static constexpr std::size_t kBytes = Ring::bytes(kChannelSlots);

    static void format(std::span<std::byte> memory) {
        [[maybe_unused]] const Ring ring = Ring::format(memory, kChannelSlots);
    }

    class Writer {
      public:
        explicit Writer(std::span<std::byte> memory) : end_(Ring::attach(memory, kChannelSlots)) {}
        [[nodiscard]] bool try_push(const Message& message) noexcept {
            return end_.try_push(message);
        }
        /// Writes into the places of the coming messages and publishes nothing.
        void keep_warm(std::size_t messages) noexcept {
            for (Message& place : end_.claim(messages)) {
                place = message_of(0);
            }
        }

      private:
        queue::SpscProducer<Message> end_;
    };

    class Reader {
      public:
        explicit Reader(std::span<std::byte> memory) : end_(Ring::attach(memory, kChannelSlots)) {}
        [[nodiscard]] bool try_pop(Message& into) noexcept { return end_.try_pop(into); }

      private:
        queue::SpscConsumer<Message> end_;
    };
};

struct RawLines {
    static constexpr bool kLosesNothing = false;
    struct alignas(kCacheLine) Line {
        Message message;
        std::atomic<std::uint64_t> count;
    };
    static constexpr std::size_t kBytes = kChannelSlots * sizeof(Line);

    static void format(std::span<std::byte> memory) {
        for (std::size_t i = 0; i < kChannelSlots; ++i) {
            std::construct_at(lines_of(memory) + i);
        }
    }
    [[nodiscard]] static Line* lines_of(std::span<std::byte> memory) noexcept {
        return reinterpret_cast<Line*>(memory.data());
    }

    class Writer {
      public:
        explicit Writer(std::span<std::byte> memory) : lines_(lines_of(memory)) {}
        [[nodiscard]] bool try_push(const Message& message) noexcept {
            Line& line = lines_[count_ % kChannelSlots];
            line.message = message;
            line.count.store(++count_, std::memory_order_release);
            return true;
        }

      private:
        Line* lines_;
        std::uint64_t count_ = 0;
    };

    class Reader {
      public:
        explicit Reader(std::span<std::byte> memory) : lines_(lines_of(memory)) {}
        [[nodiscard]] bool try_pop(Message& into) noexcept {
            const Line& line = lines_[count_ % kChannelSlots];
            const std::uint64_t count = line.count.load(std::memory_order_acquire);
            if (count <= count_) {
                return false;
            }
            into = line.message;
            count_ = count;  // more than one further when it was lapped
            return true;
        }

      private:
        Line* lines_;
        std::uint64_t count_ = 0;
    };
};

#if __has_include(<boost/lockfree/spsc_queue.hpp>)
/// With a capacity known at compile time boost's queue has no pointers and may lie in shared
/// memory.
struct BoostChannel {
    static constexpr bool kLosesNothing = true;
    using Queue = boost::lockfree::spsc_queue<Message, boost::lockfree::capacity<kChannelSlots>>;
    static constexpr std::size_t kBytes = sizeof(Queue);

    static void format(std::span<std::byte> memory) { std::construct_at(queue_of(memory)); }
    [[nodiscard]] static Queue* queue_of(std::span<std::byte> memory) noexcept {
        return reinterpret_cast<Queue*>(memory.data());
    }

    class Writer {
      public:
        explicit Writer(std::span<std::byte> memory) : queue_(queue_of(memory)) {}
        [[nodiscard]] bool try_push(const Message& message) { return queue_->push(message); }

      private:
        Queue* queue_;
    };
    class Reader {
      public:
        explicit Reader(std::span<std::byte> memory) : queue_(queue_of(memory)) {}
        [[nodiscard]] bool try_pop(Message& into) { return queue_->pop(into); }

      private:
        Queue* queue_;
    };
};
#endif

/// Beside the channel, in the same mapping.
struct ChannelProgress {
    alignas(kCacheLine) std::atomic<std::uint64_t> answer{0};
    alignas(kCacheLine) std::atomic<bool> is_done{false};
    alignas(kCacheLine) std::atomic<std::uint64_t> groups_asked{0};
    alignas(kCacheLine) std::atomic<std::uint64_t> groups_written{0};
};

template <class Channel>
struct ChannelMemory {
    ChannelMemory() : mapping(sizeof(ChannelProgress) + Channel::kBytes) {
        if (mapping.is_mapped()) {
            mapping.construct_first<ChannelProgress>();
            Channel::format(memory());
        }
    }

    [[nodiscard]] std::span<std::byte> memory() const noexcept {
        return mapping.after<ChannelProgress>();
    }
    [[nodiscard]] ChannelProgress& progress() const noexcept {
        return mapping.first<ChannelProgress>();
    }

    SharedMemory mapping;
};

[[nodiscard]] inline Measurement no_channel() {
    return {.error = "cannot map shared memory or start a process"};
}

/// What `received` proves.
template <class Channel>
[[nodiscard]] std::uint64_t answer_of(const Received& received) {
    return Channel::kLosesNothing ? received.answer() : 0;
}

/// Reads up to message number `messages` and gives the answer up; the other process does this.
template <class Channel>
void read_all(const ChannelMemory<Channel>& channel, std::uint64_t messages) {
    typename Channel::Reader end(channel.memory());
    Received received;
    while (received.next() < messages) {
        if (Message message; end.try_pop(message)) {
            received.add(message);
        }
    }
    channel.progress().answer.store(answer_of<Channel>(received), std::memory_order_release);
}

/// How many ticks so many nanoseconds are.
[[nodiscard]] inline std::uint64_t ticks_of(const timing::TscClock& clock, std::uint64_t nanos) {
    constexpr std::uint64_t kManyTicks = 1ULL << 32U;
    return nanos * kManyTicks / static_cast<std::uint64_t>(clock.to_duration(kManyTicks).value);
}

}  // namespace hotpath::bench
