#pragma once
/// The channels that the tests c_shm_* drive between two processes: 1,024 messages of 40 bytes.
/// Hotpath's is a named channel of hotpath/shm that each process opens, the others lie in memory
/// that was mapped before the fork.
///
/// A channel type has kBytes (of the memory mapped before), make(place) and remove(place), and for
/// each process an attachment, made from the place, and of it the end: Writer(attachment),
/// Reader(attachment).
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
#include <string>
#include <utility>

#include <unistd.h>

#include "bench/messaging/payload.hpp"
#include "bench/messaging/shared_memory.hpp"
#include "bench/messaging/spsc_subjects.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/runner/measurement.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/queue/spsc.hpp"
#include "hotpath/shm/channel_name.hpp"
#include "hotpath/shm/channels.hpp"
#include "hotpath/shm/spsc_channel.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

inline constexpr std::size_t kChannelSlots = 1024;

/// Where the two ends of a run meet: memory that they share already, and a name for those who open
/// by name.
struct ChannelPlace {
    std::span<std::byte> memory;
    std::string name;
};

/// Hotpath's named channel, used as two processes use it: made once, then each opens the file by
/// its name and attaches. The attachment stays where it is; the end that works is a local object of
/// its own (docs/design/queues/spsc.md says why).
template <std::size_t Slots>
struct HotpathChannelOf {
    static constexpr bool kLosesNothing = true;
    static constexpr std::size_t kBytes = 0;
    using Channel = shm::SpscChannel<Message>;

    [[nodiscard]] static bool make(const ChannelPlace& place) {
        return Channel::create(shm::ChannelFolder::standard(), {.name = place.name, .slots = Slots})
            .has_value();
    }
    static void remove(const ChannelPlace& place) {
        [[maybe_unused]] const auto removed =
            shm::remove_channel(shm::ChannelFolder::standard(), *shm::ChannelName::from(place.name),
                                shm::Removal::IfUnused);
    }

    template <class End>
    [[nodiscard]] static End open(const ChannelPlace& place,
                                  Expected<End> (Channel::*attach)(Time) const) {
        const auto channel = Channel::open(shm::ChannelFolder::standard(), {.name = place.name});
        HOTPATH_ASSERT(channel.has_value(), "the channel is made before the run");
        auto end = ((*channel).*attach)({});
        HOTPATH_ASSERT(end.has_value(), "each end of a channel is taken once");
        return std::move(*end);
    }

    struct WriterAttachment {
        explicit WriterAttachment(const ChannelPlace& place)
            : attached(open(place, &Channel::attach_producer)) {}
        Channel::Producer attached;
    };
    class Writer {
      public:
        explicit Writer(WriterAttachment& attachment) : end_(std::move(*attachment.attached)) {}
        [[nodiscard]] bool try_push(const Message& message) noexcept {
            return end_.try_push(message);
        }
        [[nodiscard]] std::size_t push_some(std::span<const Message> messages) noexcept {
            return end_.try_push_batch(messages);
        }
        /// Writes into the places of the coming messages and publishes nothing.
        void keep_warm(std::size_t messages) noexcept {
            for (Message& slot : end_.claim(messages)) {
                slot = message_of(0);
            }
        }

      private:
        queue::SpscProducer<Message> end_;
    };

    struct ReaderAttachment {
        explicit ReaderAttachment(const ChannelPlace& place)
            : attached(open(place, &Channel::attach_consumer)) {}
        Channel::Consumer attached;
    };
    class Reader {
      public:
        explicit Reader(ReaderAttachment& attachment) : end_(std::move(*attachment.attached)) {}
        [[nodiscard]] bool try_pop(Message& into) noexcept { return end_.try_pop(into); }
        template <class Visit>
        std::size_t poll(Visit&& visit, std::size_t messages_max) {
            return end_.poll(visit, messages_max);
        }

      private:
        queue::SpscConsumer<Message> end_;
    };
};
using HotpathChannel = HotpathChannelOf<kChannelSlots>;

struct RawLines {
    static constexpr bool kLosesNothing = false;
    struct alignas(kCacheLine) Line {
        Message message;
        std::atomic<std::uint64_t> count;
    };
    static constexpr std::size_t kBytes = kChannelSlots * sizeof(Line);

    using WriterAttachment = ChannelPlace;
    using ReaderAttachment = ChannelPlace;

    [[nodiscard]] static bool make(const ChannelPlace& place) {
        for (std::size_t i = 0; i < kChannelSlots; ++i) {
            std::construct_at(lines_of(place.memory) + i);
        }
        return true;
    }
    static void remove(const ChannelPlace& /*place*/) {}
    [[nodiscard]] static Line* lines_of(std::span<std::byte> memory) noexcept {
        return reinterpret_cast<Line*>(memory.data());
    }

    class Writer {
      public:
        explicit Writer(const ChannelPlace& place) : lines_(lines_of(place.memory)) {}
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
        explicit Reader(const ChannelPlace& place) : lines_(lines_of(place.memory)) {}
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
template <std::size_t Slots>
struct BoostChannelOf {
    static constexpr bool kLosesNothing = true;
    using Queue = boost::lockfree::spsc_queue<Message, boost::lockfree::capacity<Slots>>;
    static constexpr std::size_t kBytes = sizeof(Queue);

    using WriterAttachment = ChannelPlace;
    using ReaderAttachment = ChannelPlace;

    [[nodiscard]] static bool make(const ChannelPlace& place) {
        std::construct_at(queue_of(place.memory));
        return true;
    }
    static void remove(const ChannelPlace& /*place*/) {}
    [[nodiscard]] static Queue* queue_of(std::span<std::byte> memory) noexcept {
        return reinterpret_cast<Queue*>(memory.data());
    }

    class Writer {
      public:
        explicit Writer(const ChannelPlace& place) : queue_(queue_of(place.memory)) {}
        [[nodiscard]] bool try_push(const Message& message) { return queue_->push(message); }
        [[nodiscard]] std::size_t push_some(std::span<const Message> messages) {
            return queue_->push(messages.data(), messages.size());
        }

      private:
        Queue* queue_;
    };
    class Reader {
      public:
        explicit Reader(const ChannelPlace& place) : queue_(queue_of(place.memory)) {}
        [[nodiscard]] bool try_pop(Message& into) { return queue_->pop(into); }
        template <class Visit>
        std::size_t poll(Visit&& visit, std::size_t /*messages_max*/) {
            return queue_->consume_all(visit);
        }

      private:
        Queue* queue_;
    };
};
using BoostChannel = BoostChannelOf<kChannelSlots>;
#endif

/// Beside the channel, in the same mapping.
struct ChannelProgress {
    alignas(kCacheLine) std::atomic<std::uint64_t> answer{0};
    alignas(kCacheLine) std::atomic<bool> is_reader_there{false};
    alignas(kCacheLine) std::atomic<bool> is_done{false};
    alignas(kCacheLine) std::atomic<std::uint64_t> groups_asked{0};
    alignas(kCacheLine) std::atomic<std::uint64_t> groups_written{0};
    alignas(kCacheLine) std::atomic<std::uint64_t> taken{0};
    alignas(kCacheLine) std::atomic<std::uint64_t> end_ticks{0};
};

/// A channel for one run, made before the other process is started. Of channels side by side each
/// has a number.
template <class Channel>
class RunChannel {
  public:
    explicit RunChannel(std::size_t number = 0)
        : mapping_(sizeof(ChannelProgress) + Channel::kBytes) {
        if (mapping_.is_mapped()) {
            mapping_.construct_first<ChannelProgress>();
            place_ = {mapping_.after<ChannelProgress>(),
                      "bench-" + std::to_string(getpid()) + "-" + std::to_string(number)};
            is_made_ = Channel::make(place_);
        }
    }
    RunChannel(const RunChannel&) = delete;
    RunChannel& operator=(const RunChannel&) = delete;
    ~RunChannel() {
        if (is_made_) {
            Channel::remove(place_);
        }
    }

    [[nodiscard]] bool is_made() const noexcept { return is_made_; }
    /// A copy: some channels' attachments are their place.
    [[nodiscard]] ChannelPlace place() const { return place_; }
    [[nodiscard]] ChannelProgress& progress() const noexcept {
        return mapping_.first<ChannelProgress>();
    }

  private:
    SharedMemory mapping_;
    ChannelPlace place_;
    bool is_made_ = false;
};

[[nodiscard]] inline Measurement no_channel() {
    return {.error = "cannot make a channel or start a process"};
}

/// What `received` proves.
template <class Channel>
[[nodiscard]] std::uint64_t answer_of(const Received& received) {
    return Channel::kLosesNothing ? received.answer() : 0;
}

/// Reads up to message number `messages` and gives the answer up; the other process does this.
template <class Channel>
void read_all(const RunChannel<Channel>& channel, std::uint64_t messages) {
    typename Channel::ReaderAttachment attachment(channel.place());
    typename Channel::Reader end(attachment);
    Received received;
    while (received.next() < messages) {
        if (Message message; end.try_pop(message)) {
            received.add(message);
        }
    }
    channel.progress().answer.store(answer_of<Channel>(received), std::memory_order_release);
}

}  // namespace hotpath::bench
