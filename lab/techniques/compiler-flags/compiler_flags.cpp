// What optimisation levels make of a message that is written into memory which another process reads.

#include <array>
#include <memory>
#include <span>
#include <utility>

#include "hotpath/queue/spsc.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/rings/published.hpp"
#include "lab/techniques/technique.hpp"
#include "lab/techniques/two_threads.hpp"

namespace hotpath::lab {
namespace {

using Message = rings::BufferData;

constexpr std::size_t kSlots = rings::kBufferSlots;

// [primitive]
/// No word about who may write when: the copy alone, which is the least that a channel can do.
class Primitive {
  public:
    void write(const Message& message) { slots_[next_++ % kSlots] = message; }
    void read(Message& message) { message = slots_[read_++ % kSlots]; }

  private:
    std::array<Message, kSlots> slots_{};
    std::size_t next_ = 0;
    std::size_t read_ = 0;
};
// [end]

/// Claims, sets and commits, as published.
class Published {
  public:
    void write(const Message& message) { bus_.write(message); }
    void read(Message& message) {
        spin_until([&] { return bus_.try_read(next_, message); });
        ++next_;
    }

  private:
    rings::LockFreeBus bus_;
    std::int64_t next_ = 0;
};

/// The system's queue, the one in its channels.
class Hotpath {
  public:
    void write(const Message& message) {
        spin_until([&] { return producer_.try_push(message); });
    }
    void read(Message& message) {
        spin_until([&] { return consumer_.try_pop(message); });
    }

  private:
    using Queue = queue::PackedSpscQueue<Message>;

    Queue queue_{kSlots};
    decltype(std::declval<Queue&>().producer()) producer_ = queue_.producer();
    decltype(std::declval<Queue&>().consumer()) consumer_ = queue_.consumer();
};

Message message_of(std::uint64_t i) {
    Message message;
    message.text.fill(static_cast<char>('a' + i % 16));
    message.payload = static_cast<std::int64_t>(i * 7);
    return message;
}

std::uint64_t mixed(std::uint64_t sum, const Message& message) {
    return sum * 3 + static_cast<std::uint64_t>(message.payload) +
           static_cast<unsigned char>(message.text[39]);
}

// [alone]
/// Writes a message and reads it in the same thread: no line goes from core to core, so that what is left is instructions.
template <class Channel>
std::uint64_t alone(std::uint64_t items) {
    const auto channel = std::make_unique<Channel>();
    std::uint64_t sum = 0;
    Message out;
    for (std::uint64_t i = 0; i < items; ++i) {
        const Message in = message_of(i);
        channel->write(in);
        channel->read(out);
        keep(out);
        sum = mixed(sum, out);
    }
    return sum;
}
// [end]

/// From one core to the other, as fast as they go.
template <class Channel>
std::uint64_t between_cores(std::uint64_t items) {
    const auto channel = std::make_unique<Channel>();
    std::uint64_t sum = 0;
    {
        const SecondThread reader([&, items] {
            Message message;
            for (std::uint64_t i = 0; i < items; ++i) {
                channel->read(message);
                sum = mixed(sum, message);
            }
        });
        for (std::uint64_t i = 0; i < items; ++i) {
            channel->write(message_of(i));
        }
    }
    return sum;
}

std::uint32_t ticks_of_write(auto& channel, const Message& message) {
    const std::uint64_t begin = ticks();
    channel.write(message);
    return static_cast<std::uint32_t>(ticks() - begin);
}

/// The copy alone: what was written is read by the same thread, outside of the time.
std::uint64_t primitive_writes(std::span<std::uint32_t> took) {
    static Primitive memory;
    std::uint64_t sum = 0;
    Message out;
    std::uint64_t i = 0;
    for (std::uint32_t& each : took) {
        each = ticks_of_write(memory, message_of(i++));
        memory.read(out);
        sum = mixed(sum, out);
    }
    return sum;
}

/// Through the ring, with a reader that takes each message at once.
std::uint64_t ring_writes(std::span<std::uint32_t> took) {
    const auto channel = std::make_unique<Published>();
    std::uint64_t sum = 0;
    {
        const SecondThread reader([&, items = took.size()] {
            Message message;
            for (std::size_t i = 0; i < items; ++i) {
                channel->read(message);
                sum = mixed(sum, message);
            }
        });
        std::uint64_t i = 0;
        for (std::uint32_t& each : took) {
            each = ticks_of_write(*channel, message_of(i++));
        }
    }
    return sum;
}

// A message made, two reads of the counter, a copy of 48 bytes in two vectors or more.
constexpr std::array kPublished{
    Variant{.name = "shm_primitive", .timed_work = primitive_writes, .instructions_min = 22},
    Variant{.name = "lock_free", .timed_work = ring_writes, .instructions_min = 45}};

// A message made, copied in and copied out.
constexpr std::array kAlone{
    Variant{.name = "copy", .work = alone<Primitive>, .instructions_min = 22},
    Variant{.name = "published_ring", .work = alone<Published>, .instructions_min = 45},
    Variant{.name = "hotpath", .work = alone<Hotpath>, .instructions_min = 45}};

constexpr std::array kBetweenCores{
    Variant{.name = "published_ring", .work = between_cores<Published>, .instructions_min = 45},
    Variant{.name = "hotpath", .work = between_cores<Hotpath>, .instructions_min = 45}};

constexpr std::array kComparisons{
    Comparison{.name = "published",
               .unit = "ns/write",
               .items = 20'000,
               .variants = kPublished,
               .published_ratio = 152.558 / 108.315,  // table 4.1, means
               .items_counted = 400},
    Comparison{.name = "alone", .unit = "ns/message", .items = 100'000, .variants = kAlone},
    Comparison{.name = "between_cores",
               .unit = "ns/message",
               .items = 50'000,
               .variants = kBetweenCores,
               .items_counted = 1'000}};

constexpr Technique kTechnique{
    .name = "compiler-flags",
    .question = "what does a level of optimisation gain for a message through shared memory?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}
