#include <array>
#include <span>
#include <utility>

#include "hotpath/shm/broadcast_channel.hpp"
#include "tests/crash/ends.hpp"
#include "tests/crash/payload.hpp"

namespace hotpath::crash {

namespace {

using queue::BroadcastResult;
using queue::BroadcastStatus;
using queue::RecordWords;
using Record = std::array<std::uint64_t, kWordsMax>;

constexpr std::size_t kBatch = 3;
/// A reader that is no more behind than this has not been lapped: half the ring of longest records.
constexpr std::uint64_t kBehindMax =
    kCapacityBytes / 2 / (kWordsMax * sizeof(std::uint64_t) + sizeof(std::uint64_t));

void fill(RecordWords& place, Identity id) {
    const auto store = [&](std::size_t i, std::uint64_t word) {
        place.store_value(i * sizeof(std::uint64_t), word);
    };
    scribble(id.seq, store);
    write_words(id, store);
}

std::span<const std::byte> filled(Record& record, Identity id) {
    write_words(id, [&](std::size_t i, std::uint64_t word) { record[i] = word; });
    return std::as_bytes(std::span(record).first(words_of(id.seq)));
}

/// Writes the next records in one of four ways.
class Writing {
  public:
    Writing(queue::BroadcastWriter& writer, WriterEvidence& evidence, Identity next)
        : writer_(writer), evidence_(evidence), next_(next) {}

    [[nodiscard]] std::uint64_t next_seq() const noexcept { return next_.seq; }

    void write_some() {
        switch (mixed(next_, 3) % 4) {
            case 0:
                return write_in_place();
            case 1:
                return write_a_copy();
            case 2:
                return write_batch();
            default:
                return claim_and_publish();
        }
    }

  private:
    [[nodiscard]] static std::size_t bytes_of(std::uint64_t seq) {
        return words_of(seq) * sizeof(std::uint64_t);
    }

    void write_in_place() {
        Publication publication(evidence_, next_.seq);
        writer_.write(bytes_of(next_.seq), [&](RecordWords& place) {
            fill(place, next_);
            publication.begin_publish();
        });
        publication.acknowledge();
        ++next_.seq;
    }

    void write_a_copy() {
        const auto record = filled(records_[0], next_);
        Publication publication(evidence_, next_.seq);
        publication.begin_publish();
        writer_.write(record);
        publication.acknowledge();
        ++next_.seq;
    }

    void write_batch() {
        std::array<std::span<const std::byte>, kBatch> batch;
        Publication publication(evidence_, next_.seq + kBatch - 1);
        for (std::size_t i = 0; i < kBatch; ++i) {
            batch[i] = filled(records_[i], next_);
            ++next_.seq;
        }
        publication.begin_publish();
        writer_.write_batch(batch);
        publication.acknowledge();
    }

    void claim_and_publish() {
        Publication publication(evidence_, next_.seq + kBatch - 1);
        for (std::size_t i = 0; i < kBatch; ++i) {
            RecordWords place = writer_.claim(bytes_of(next_.seq));
            fill(place, next_);
            ++next_.seq;
        }
        publication.begin_publish();
        writer_.publish();
        publication.acknowledge();
    }

    queue::BroadcastWriter& writer_;
    WriterEvidence& evidence_;
    Identity next_;
    std::array<Record, kBatch> records_{};
};

/// The reader's own memory of where it was is in the evidence: it goes on from there.
class Reading {
  public:
    Reading(queue::BroadcastReader& reader, Evidence& evidence)
        : reader_(reader),
          evidence_(evidence),
          last_seq_(evidence.reader.last_seq.load(std::memory_order_acquire)) {}

    bool read_one() {
        ReaderEvidence& own = evidence_.reader;
        own.phase.store(Phase::Holding, std::memory_order_release);
        const BroadcastResult result = reader_.try_read(std::as_writable_bytes(std::span(record_)));
        if (result.status == BroadcastStatus::Record) {
            deliver(result);
        } else if (result.status == BroadcastStatus::Lapped) {
            lost_ += result.lost;
        } else if (result.status != BroadcastStatus::Empty) {
            own.torn.fetch_add(1, std::memory_order_relaxed);
        }
        own.phase.store(Phase::Idle, std::memory_order_release);
        return result.status == BroadcastStatus::Record;
    }

  private:
    void deliver(const BroadcastResult& result) {
        last_seq_ = result.seq + 1;
        enter(result, std::exchange(lost_, 0));
    }

    void enter(const BroadcastResult& result, std::uint64_t lost) {
        ReaderEvidence& own = evidence_.reader;
        const std::size_t words = result.length / sizeof(std::uint64_t);
        if (!is_whole(std::span(record_).first(words))) {
            own.torn.fetch_add(1, std::memory_order_relaxed);
        }
        journal(evidence_, {.reader_epoch = own.epoch.load(std::memory_order_relaxed),
                            .writer_epoch = record_[0],
                            .seq = record_[1],
                            .channel_seq = last_seq_,
                            .lost = lost});
        own.last_seq.store(last_seq_, std::memory_order_release);
        own.popped.store(own.journalled.load(std::memory_order_relaxed), std::memory_order_release);
    }

    queue::BroadcastReader& reader_;
    Evidence& evidence_;
    std::uint64_t last_seq_;
    std::uint64_t lost_ = 0;
    Record record_{};
};

bool is_too_far_ahead(const Stage& stage, const Writing& writing) {
    const std::uint64_t read = stage.evidence->reader.last_seq.load(std::memory_order_acquire);
    return stage.scenario == Scenario::Paced && writing.next_seq() > read + kBehindMax - kBatch;
}

void swear_in(WriterEvidence& evidence, const shm::BroadcastChannel::Writer& writer,
              Identity first) {
    evidence.first_seq.store(first.seq, std::memory_order_release);
    evidence.attempted.store(first.seq - 1, std::memory_order_release);
    evidence.acknowledged.store(first.seq - 1, std::memory_order_release);
    evidence.is_after_crash.store(writer.attachment().is_after_crash() ? 1 : 0);
    evidence.epoch.store(first.epoch, std::memory_order_release);
    evidence.phase.store(Phase::Idle, std::memory_order_release);
}

}  // namespace

Expected<void> write_broadcast(const Stage& stage) {
    const auto channel = shm::BroadcastChannel::create(
        stage.place,
        {.name = kChannel, .capacity_bytes = kCapacityBytes, .if_present = shm::IfPresent::Resume});
    if (!channel) {
        return std::unexpected(channel.error());
    }
    auto writer = channel->attach_writer({});
    if (!writer) {
        return std::unexpected(writer.error());
    }
    WriterEvidence& evidence = stage.evidence->writer;
    // The ring counts its published records; the test compares.
    const Identity first{.epoch = writer->attachment().epoch(), .seq = (*writer)->seq() + 1};
    swear_in(evidence, *writer, first);
    Writing writing(**writer, evidence, first);
    while (!stage.evidence->is_writer_stopped.load(std::memory_order_acquire)) {
        if (is_too_far_ahead(stage, writing)) {
            pause_a_little();
        } else {
            writing.write_some();
        }
    }
    return {};
}

Expected<void> read_broadcast(const Stage& stage) {
    const auto channel = shm::BroadcastChannel::open(stage.place, {.name = kChannel});
    if (!channel) {
        return std::unexpected(channel.error());
    }
    // Counted from 0 by the channel: the number of the last one delivered is that of the next.
    const queue::ResumeAt next{stage.evidence->reader.last_seq.load(std::memory_order_acquire)};
    auto reader = channel->attach_reader({}, next);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    ReaderEvidence& evidence = stage.evidence->reader;
    evidence.epoch.fetch_add(1, std::memory_order_acq_rel);
    evidence.phase.store(Phase::Idle, std::memory_order_release);
    Reading reading(**reader, *stage.evidence);
    while (!stage.evidence->is_reader_stopped.load(std::memory_order_acquire)) {
        if (!reading.read_one()) {
            pause_a_little();
        }
    }
    return {};
}

}  // namespace hotpath::crash
