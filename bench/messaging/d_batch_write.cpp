// The question: what does it cost the writing thread to hand over 1,024 messages of 40 bytes at
// once, for each of them? Only the writing is timed; the next batch begins when the reader has
// taken all of the last, so the writer meets lines that the reader has had, and never a full queue.
// The metric `through` is the whole, a batch written, read and the next begun. `hotpath` copies the
// messages from an array as the peers do, `hotpath_claim` writes them in place, `hotpath_packed`
// and `hotpath_packed_claim` are the same with the ring's slots packed, `hotpath_processes` is
// `hotpath` over a named channel with the reader in a process of its own, as are
// `boost_spsc_processes` (in a mapping made before the fork), `aeron_ipc` and `iceoryx2`, message
// by message, `aeron_ipc_block`, Aeron's call for many frames, and `iceoryx2_slice`, where the
// whole batch is one sample. `floor` copies the same bytes into a flat
// buffer that the reader then reads. A regression means the batch path lost its one look ahead, or
// lines go back and forth within a batch. It does not show a reader that lags behind.

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <vector>

#include "bench/messaging/messaging_tests.hpp"
#include "bench/messaging/shm_channels.hpp"
#include "bench/messaging/spsc_subjects.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/peers/children.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kSlots = 8192;
constexpr std::size_t kBatchMessages = 1024;
constexpr std::uint64_t kBatches = 1000;
constexpr std::uint64_t kBatchesQuick = 100;
using Batch = std::array<Message, kBatchMessages>;

struct Plan {
    timing::TscClock clock;
    std::uint64_t batches;

    [[nodiscard]] std::uint64_t messages() const { return batches * kBatchMessages; }
};

/// write(batch) hands one batch over.
template <class Write>
Measurement write_batches(const Plan& plan, ChannelProgress& progress, Write&& write) {
    auto batch = std::make_unique<Batch>();
    std::uint64_t writing = 0;
    const std::uint64_t first = plan.clock.ticks();
    for (std::uint64_t k = 0; k < plan.messages(); k += kBatchMessages) {
        for (std::size_t i = 0; i < kBatchMessages; ++i) {
            (*batch)[i] = message_of(k + i);
        }
        const std::uint64_t begin = Stopwatch::begin();
        write(*batch);
        writing += Stopwatch::end() - begin;
        until([&] { return progress.taken.load(std::memory_order_acquire) == k + kBatchMessages; });
    }
    const auto whole = plan.clock.to_duration(plan.clock.ticks() - first).value;
    const double through = static_cast<double>(whole) / static_cast<double>(plan.messages());
    return {.answer = progress.answer.load(std::memory_order_acquire),
            .items = plan.messages(),
            .elapsed_ticks = writing,
            .metrics = {{"through", "ns/message", through}}};
}

/// take(received) takes what is there. The sum is given up with the last batch.
template <class Take>
void read_batches(std::uint64_t messages, ChannelProgress& progress, Take&& take) {
    Received received;
    for (std::uint64_t until_count = kBatchMessages; until_count <= messages;
         until_count += kBatchMessages) {
        while (received.count() < until_count) {
            take(received);
        }
        progress.answer.store(received.answer(), std::memory_order_relaxed);
        progress.taken.store(received.count(), std::memory_order_release);
    }
}

void take_some(auto& consumer, Received& received) {
    const auto add = [&](const Message& message) { received.add(message); };
    if constexpr (requires { consumer.poll(add, kBatch); }) {
        consumer.poll(add, kBatch);
    } else if (Message message; consumer.try_pop(message)) {
        received.add(message);
    }
}

void push_batch(auto& producer, std::span<const Message> batch) {
    if constexpr (requires { producer.push_some(batch); }) {
        while (!batch.empty()) {
            batch = batch.subspan(producer.push_some(batch));
        }
    } else {
        for (const Message& message : batch) {
            until([&] { return producer.try_push(message); });
        }
    }
}

/// Reading on core 0, writing here.
template <class Queue, class Write>
Measurement run_threads(const Plan& plan, Write&& write) {
    auto queue = std::make_unique<Queue>(kSlots);
    prefault(*queue, kSlots);
    ChannelProgress progress;
    OtherThread reader([&] {
        auto consumer = queue->consumer();
        read_batches(plan.messages(), progress,
                     [&](Received& received) { take_some(consumer, received); });
    });
    auto producer = queue->producer();
    reader.start();
    return write_batches(plan, progress, [&](const Batch& batch) { write(producer, batch); });
}

template <class Queue>
Measurement run_claims(const Plan& plan) {
    return run_threads<Queue>(plan, [](typename Queue::Producer& producer, const Batch& batch) {
        for (std::size_t written = 0; written < batch.size();) {
            auto slots = producer.ring_end().claim(batch.size() - written);
            for (Message& message : slots) {
                message = batch[written++];
            }
            producer.ring_end().publish(slots.size());
        }
    });
}

template <class Channel>
Measurement run_processes(const Plan& plan) {
    const RunChannel<Channel> channel;
    if (!channel.is_made()) {
        return no_channel();
    }
    const OtherProcess reader([&] {
        typename Channel::ReaderAttachment attachment(channel.place());
        typename Channel::Reader end(attachment);
        channel.progress().is_reader_there.store(true, std::memory_order_release);
        read_batches(plan.messages(), channel.progress(),
                     [&](Received& received) { take_some(end, received); });
    });
    if (!reader.is_started()) {
        return no_channel();
    }
    typename Channel::WriterAttachment attachment(channel.place());
    typename Channel::Writer writer(attachment);
    until([&] { return channel.progress().is_reader_there.load(std::memory_order_acquire); });
    return write_batches(plan, channel.progress(),
                         [&](const Batch& batch) { push_batch(writer, batch); });
}

/// A flat buffer and a count beside it.
Measurement run_floor(const Plan& plan) {
    auto buffer = std::make_unique<Batch>();
    ChannelProgress progress;
    alignas(kCacheLine) std::atomic<std::uint64_t> written{0};
    const auto take_written = [&](Received& received) {
        if (written.load(std::memory_order_acquire) > received.count()) {
            std::ranges::for_each(*buffer, [&](const Message& each) { received.add(each); });
        }
    };
    OtherThread reader([&] { read_batches(plan.messages(), progress, take_written); });
    reader.start();
    return write_batches(plan, progress, [&](const Batch& batch) {
        std::memcpy(buffer->data(), batch.data(), sizeof batch);
        written.store(written.load(std::memory_order_relaxed) + kBatchMessages,
                      std::memory_order_release);
    });
}

template <class Queue>
Measurement run_peer(const Plan& plan) {
    return run_threads<Queue>(
        plan, [](auto& producer, const Batch& batch) { push_batch(producer, batch); });
}

}  // namespace

Test batch_write_test(const Scale& scale, const timing::TscClock& clock) {
    const Plan plan{.clock = clock, .batches = scale.quick ? kBatchesQuick : kBatches};
    Test test{.name = "d_batch_write", .unit = "ns/message", .subjects = {}};
    test.subjects = {
        {"hotpath", "batches", [=] { return run_peer<HotpathSpsc>(plan); }},
        {"hotpath_claim", "batches", [=] { return run_claims<HotpathSpsc>(plan); }},
        {"hotpath_packed", "batches", [=] { return run_peer<HotpathPackedSpsc>(plan); }},
        {"hotpath_packed_claim", "batches", [=] { return run_claims<HotpathPackedSpsc>(plan); }},
        {"hotpath_processes", "batches",
         [=] { return run_processes<HotpathChannelOf<kSlots>>(plan); }},
        {"floor", "batches", [=] { return run_floor(plan); }},
#if __has_include(<boost/lockfree/spsc_queue.hpp>)
        {"boost_spsc_processes", "batches",
         [=] { return run_processes<BoostChannelOf<kSlots>>(plan); }},
#endif
    };
    for_each_peer([&]<class Queue>() {
        test.subjects.push_back({Queue::kName, "batches", [=] { return run_peer<Queue>(plan); }});
    });
    std::ranges::move(peers::batch_write(plan.batches, plan.messages()),
                      std::back_inserter(test.subjects));
    return test;
}

}  // namespace hotpath::bench
