#include <array>

#include "hotpath/shm/spsc_channel.hpp"
#include "tests/crash/ends.hpp"
#include "tests/crash/payload.hpp"

namespace hotpath::crash {

namespace {

struct Message {
    std::array<std::uint64_t, kWordsMax> words;
};
using Channel = shm::SpscChannel<Message>;
using Producer = queue::SpscProducer<Message>;

void fill(Message& message, Identity id) {
    const auto store = [&](std::size_t i, std::uint64_t word) { message.words[i] = word; };
    scribble(id.seq, store);
    write_words(id, store);
}

/// Writes the next messages in one of three ways; false when there was no room.
class Writing {
  public:
    Writing(Producer& producer, WriterEvidence& evidence, Identity next)
        : producer_(producer), evidence_(evidence), next_(next) {}

    bool write_some() {
        switch (mixed(next_, 3) % 3) {
            case 0:
                return write_in_place();
            case 1:
                return write_a_copy();
            default:
                return write_batch();
        }
    }

  private:
    bool write_in_place() {
        Message* const place = producer_.claim();
        if (place == nullptr) {
            return false;
        }
        Publication publication(evidence_, next_.seq);
        fill(*place, next_);
        publication.begin_publish();
        producer_.publish();
        publication.acknowledge();
        ++next_.seq;
        return true;
    }

    bool write_a_copy() {
        fill(copy_, next_);
        Publication publication(evidence_, next_.seq);
        publication.begin_publish();
        if (!producer_.try_push(copy_)) {
            return false;
        }
        publication.acknowledge();
        ++next_.seq;
        return true;
    }

    bool write_batch() {
        const auto places = producer_.claim(1 + mixed(next_, 4) % 4);
        if (places.empty()) {
            return false;
        }
        Publication publication(evidence_, next_.seq + places.size() - 1);
        for (Message& place : places) {
            fill(place, next_);
            ++next_.seq;
        }
        publication.begin_publish();
        producer_.publish(places.size());
        publication.acknowledge();
        return true;
    }

    Producer& producer_;
    WriterEvidence& evidence_;
    Identity next_;
    Message copy_{};
};

Delivery delivery_of(const Message& message, std::uint64_t reader_epoch) {
    return {.reader_epoch = reader_epoch,
            .writer_epoch = message.words[0],
            .seq = message.words[1],
            .channel_seq = message.words[1],
            .lost = 0};
}

/// One message, looked at in its place: journalled before it is popped. False when there is none.
bool read_one(queue::SpscConsumer<Message>& consumer, Evidence& evidence) {
    ReaderEvidence& reader = evidence.reader;
    const Message* const message = consumer.front();
    if (message == nullptr) {
        return false;
    }
    reader.phase.store(Phase::Holding, std::memory_order_release);
    if (!is_whole(message->words)) {
        reader.torn.fetch_add(1, std::memory_order_relaxed);
    }
    journal(evidence, delivery_of(*message, reader.epoch.load(std::memory_order_relaxed)));
    // Ours until it is popped: a second look, which also gives kills time to fall in between.
    if (!is_whole(message->words)) {
        reader.torn.fetch_add(1, std::memory_order_relaxed);
    }
    reader.phase.store(Phase::Popping, std::memory_order_release);
    consumer.pop();
    reader.popped.store(reader.journalled.load(std::memory_order_relaxed),
                        std::memory_order_release);
    reader.phase.store(Phase::Idle, std::memory_order_release);
    return true;
}

}  // namespace

Expected<void> write_spsc(const Stage& stage) {
    const auto channel = Channel::create(
        stage.place, {.name = kChannel, .slots = kSlots, .if_present = shm::IfPresent::Resume});
    if (!channel) {
        return std::unexpected(channel.error());
    }
    auto producer = channel->attach_producer({});
    if (!producer) {
        return std::unexpected(producer.error());
    }
    WriterEvidence& evidence = stage.evidence->writer;
    // A producer cannot find out whether its last, unacknowledged message was published: it is sent
    // again, and the test expects exactly that.
    const Identity first{.epoch = producer->attachment().epoch(),
                         .seq = evidence.acknowledged.load(std::memory_order_acquire) + 1};
    evidence.first_seq.store(first.seq, std::memory_order_release);
    evidence.attempted.store(first.seq - 1, std::memory_order_release);
    evidence.is_after_crash.store(producer->attachment().is_after_crash() ? 1 : 0);
    evidence.epoch.store(first.epoch, std::memory_order_release);
    evidence.phase.store(Phase::Idle, std::memory_order_release);
    Writing writing(**producer, evidence, first);
    while (!stage.evidence->is_writer_stopped.load(std::memory_order_acquire)) {
        if (!writing.write_some()) {
            evidence.phase.store(Phase::Idle, std::memory_order_release);
            pause_a_little();
        }
    }
    return {};
}

Expected<void> read_spsc(const Stage& stage) {
    const auto channel = Channel::open(stage.place, {.name = kChannel});
    if (!channel) {
        return std::unexpected(channel.error());
    }
    auto consumer = channel->attach_consumer({});
    if (!consumer) {
        return std::unexpected(consumer.error());
    }
    ReaderEvidence& evidence = stage.evidence->reader;
    evidence.is_after_crash.store(consumer->attachment().is_after_crash() ? 1 : 0);
    evidence.epoch.store(consumer->attachment().epoch(), std::memory_order_release);
    evidence.phase.store(Phase::Idle, std::memory_order_release);
    while (!stage.evidence->is_reader_stopped.load(std::memory_order_acquire)) {
        if (!read_one(**consumer, *stage.evidence)) {
            pause_a_little();
        }
    }
    return {};
}

}  // namespace hotpath::crash
