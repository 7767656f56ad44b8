// The question: how many nanoseconds apart do 40-byte messages come out of a queue between two
// threads, when the producer pushes and the consumer pops as fast as they can? Timed from just
// before the first push until the last pop; every word of every message is read. Subjects with
// `batch` or `bulk` in their names move up to 64 messages a call; they are there to be compared
// with each other, so no ratio to `hotpath`, which moves one, is given for them; `packed` in the
// name is Hotpath's ring with its slots packed (hotpath/queue/layout.hpp). A regression means
// the queue got slower or its two ends meet on more cache lines. In a_spsc_throughput each message
// is written field by field just before it is pushed, as programs do; in a_spsc_prepared 64
// messages were written before the first of them is pushed one at a time: the difference is what
// copying a message straight off the stack costs (docs/techniques/store-forwarding.md). It does not
// show latency: in such a stream a message waits behind thousands of others whenever the consumer
// is the slower one.

#include <algorithm>
#include <memory>
#include <vector>

#include "bench/messaging/messaging_tests.hpp"
#include "bench/messaging/spsc_subjects.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/peers/children.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kSlots = 8192;
constexpr std::uint64_t kMessages = 4'000'000;
constexpr std::uint64_t kMessagesQuick = 400'000;

struct Stream {
    timing::TscClock clock;
    std::uint64_t messages;
};

/// produce(producer) runs on core 0, consume(consumer, received) here.
template <class Queue, class Produce, class Consume>
Measurement run_stream(const Stream& stream, Produce&& produce, Consume&& consume) {
    auto queue = std::make_unique<Queue>(kSlots);
    prefault(*queue, kSlots);
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Received received;
    {
        OtherThread other([&] {
            auto producer = queue->producer();
            begin = stream.clock.ticks();
            produce(producer);
        });
        auto consumer = queue->consumer();
        other.start();
        while (received.count() < stream.messages) {
            consume(consumer, received);
        }
        end = stream.clock.ticks();
    }
    return {.answer = received.answer(), .items = stream.messages, .elapsed_ticks = end - begin};
}

void pop_one(auto& consumer, Received& received) {
    if (Message message; consumer.try_pop(message)) {
        received.add(message);
    }
}

template <class Queue>
Measurement run_single(const Stream& stream) {
    return run_stream<Queue>(
        stream,
        [&](auto& producer) {
            // Not read from a line that the consumer's sum may share.
            const std::uint64_t messages = stream.messages;
            for (std::uint64_t k = 0; k < messages; ++k) {
                const Message message = message_of(k);
                until([&] { return producer.try_push(message); });
            }
        },
        [](auto& consumer, Received& received) { pop_one(consumer, received); });
}

/// As run_single, but the message is copied into its place as the compiler copies one that is in
/// memory: by vectors.
Measurement run_vector_copies(const Stream& stream) {
    return run_stream<HotpathSpsc>(
        stream,
        [&](HotpathSpsc::Producer& producer) {
            const std::uint64_t messages = stream.messages;
            for (std::uint64_t k = 0; k < messages; ++k) {
                Message message = message_of(k);
                asm("" : "+m"(message));  // it was in memory
                Message* place = nullptr;
                until([&] { return (place = producer.ring_end().claim()) != nullptr; });
                *place = message;
                producer.ring_end().publish();
            }
        },
        [](auto& consumer, Received& received) { pop_one(consumer, received); });
}

/// Writes all messages, kBatch at a time, and hands each batch over.
template <class HandOver>
void for_each_batch(std::uint64_t messages, HandOver&& hand_over) {
    std::array<Message, kBatch> batch;
    for (std::uint64_t k = 0; k < messages; k += kBatch) {
        for (std::size_t i = 0; i < kBatch; ++i) {
            batch[i] = message_of(k + i);
        }
        hand_over(batch);
    }
}

void push_each(auto& producer, std::span<const Message> messages) {
    for (const Message& message : messages) {
        until([&] { return producer.try_push(message); });
    }
}

/// As run_single, but the messages were written long before they are pushed.
template <class Queue>
Measurement run_prepared(const Stream& stream) {
    return run_stream<Queue>(
        stream,
        [&](auto& producer) {
            for_each_batch(stream.messages,
                           [&](std::span<const Message> batch) { push_each(producer, batch); });
        },
        [](auto& consumer, Received& received) { pop_one(consumer, received); });
}

void push_all(auto& producer, std::span<const Message> batch) {
    while (!batch.empty()) {
        batch = batch.subspan(producer.push_some(batch));
    }
}

template <class Queue>
Measurement run_batches(const Stream& stream) {
    return run_stream<Queue>(
        stream,
        [&](auto& producer) {
            for_each_batch(stream.messages,
                           [&](std::span<const Message> batch) { push_all(producer, batch); });
        },
        [](auto& consumer, Received& received) {
            consumer.poll([&](const Message& message) { received.add(message); }, kBatch);
        });
}

/// Hotpath's batch in place: claimed, written where it stays, published at once.
template <class Queue>
Measurement run_claimed_batches(const Stream& stream) {
    return run_stream<Queue>(
        stream,
        [&](typename Queue::Producer& producer) {
            const std::uint64_t messages = stream.messages;
            for (std::uint64_t k = 0; k < messages;) {
                auto batch = producer.ring_end().claim(std::min<std::size_t>(kBatch, messages - k));
                for (Message& message : batch) {
                    message = message_of(k++);
                }
                producer.ring_end().publish(batch.size());
            }
        },
        [](auto& consumer, Received& received) {
            consumer.poll([&](const Message& message) { received.add(message); }, kBatch);
        });
}

template <class Queue>
void add_subjects(const Stream& stream, std::vector<Subject>& subjects) {
    subjects.push_back({Queue::kName, "spsc", [=] { return run_single<Queue>(stream); }});
    if constexpr (HasBatches<Queue>) {
        subjects.push_back(
            {Queue::kBatchName, "spsc", [=] { return run_batches<Queue>(stream); }, false});
    }
}

}  // namespace

Test spsc_throughput_test(const Scale& scale, const timing::TscClock& clock) {
    const Stream stream{.clock = clock, .messages = scale.quick ? kMessagesQuick : kMessages};
    Test test{.name = "a_spsc_throughput", .unit = "ns/message", .subjects = {}};
    test.subjects = {
        {"hotpath", "spsc", [=] { return run_single<HotpathSpsc>(stream); }},
        {"hotpath_packed", "spsc", [=] { return run_single<HotpathPackedSpsc>(stream); }},
        {"hotpath_vector_copy", "spsc", [=] { return run_vector_copies(stream); }},
        {"hotpath_batch", "spsc", [=] { return run_claimed_batches<HotpathSpsc>(stream); }, false},
        {"hotpath_packed_batch", "spsc",
         [=] { return run_claimed_batches<HotpathPackedSpsc>(stream); }, false},
    };
    for_each_peer([&]<class Queue>() { add_subjects<Queue>(stream, test.subjects); });
    for (Subject& peer : peers::spsc_throughput(stream.messages)) {
        test.subjects.push_back(std::move(peer));
    }
    return test;
}

Test spsc_prepared_test(const Scale& scale, const timing::TscClock& clock) {
    const Stream stream{.clock = clock, .messages = scale.quick ? kMessagesQuick : kMessages};
    Test test{.name = "a_spsc_prepared", .unit = "ns/message", .subjects = {}};
    test.subjects = {{"hotpath", "spsc", [=] { return run_prepared<HotpathSpsc>(stream); }}};
    for_each_peer([&]<class Queue>() {
        test.subjects.push_back(
            {Queue::kName, "spsc", [=] { return run_prepared<Queue>(stream); }});
    });
    return test;
}

}  // namespace hotpath::bench
