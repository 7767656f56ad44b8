#include "hotpath/protocols/fix/store/fix_store.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hotpath/core/state_bytes.hpp"
#include "hotpath/journal/snapshot.hpp"
#include "hotpath/protocols/fix/store/fix_records.hpp"
#include "hotpath/protocols/fix/store/fix_replay.hpp"

namespace hotpath::store {

using journal::AppendStatus;
using journal::JournalFault;
using journal::Space;

FixStore::FixStore(std::unique_ptr<journal::Journal> journal, protocols::fix::MemoryStore kept,
                   const FixStoreOptions& options)
    : journal_(std::move(journal)),
      kept_(std::move(kept)),
      options_(options),
      payload_(options.journal.payload_bytes_max) {}

Expected<FixStore> FixStore::open(std::unique_ptr<journal::Storage> storage,
                                  const FixStoreOptions& options, Time now,
                                  NoteListener* listener) {
    auto kept = protocols::fix::MemoryStore::create(options.kept);
    if (!kept) {
        return std::unexpected(kept.error());
    }
    auto journal = journal::Journal::open(std::move(storage), options.journal, now);
    if (!journal) {
        return std::unexpected(journal.error());
    }
    FixStore store(std::move(*journal), std::move(*kept), options);
    store.time_ = now;
    if (auto recovered = store.recover(listener); !recovered) {
        return std::unexpected(recovered.error());
    }
    return store;
}

Expected<void> FixStore::recover(NoteListener* listener) {
    const journal::Recovery& found = journal_->recovered();
    recovered_.passed_over = found.passed_over;
    recovered_.dropped_bytes = found.dropped_bytes;
    checkpoints_ = found.snapshots;
    FixReplay replay(kept_, listener);
    if (found.snapshot) {
        if (auto loaded = replay.load(found.snapshot->state()); !loaded) {
            return fail("checkpoint after record " + std::to_string(found.snapshot->header.seq) +
                        ": " + loaded.error().message);
        }
    }
    const auto records = replay.run(journal_->storage(), found.first_seq());
    if (!records) {
        return std::unexpected(records.error());
    }
    recovered_.records = *records;
    recovered_.rolled_back = replay.uncommitted();
    records_since_checkpoint_ = *records;
    follow();
    if (recovered_.rolled_back > 0) {
        write(kRollback, time_, {}, Space::Reserve);
        transaction_bytes_ = 0;
    }
    return has_failed() ? fail(error()) : Expected<void>();
}

void FixStore::follow() noexcept {
    next_out_ = kept_.next_out();
    next_in_ = kept_.next_in();
    created_at_ = kept_.created_at();
}

// Writing.

bool FixStore::has_room(std::size_t payload_bytes) noexcept {
    const std::size_t bytes = journal::record_bytes(payload_bytes);
    if (has_failed() || payload_bytes > payload_.size() ||
        transaction_bytes_ + bytes > options_.transaction_bytes_max) {
        return false;
    }
    if (bytes > journal_->free_bytes(Space::Normal)) [[unlikely]] {
        journal_->poll();  // a segment that has become ready since
    }
    return bytes <= journal_->free_bytes(Space::Normal);
}

/// One turn of the journal; false when it cannot go on: the disk has failed, or is full although an
/// accepted record has its room.
bool FixStore::turn() noexcept {
    journal_->poll();
    const JournalFault::Step step = journal_->health().fault.step;
    return !has_failed() && step != JournalFault::Step::Write &&
           step != JournalFault::Step::NewSegment;
}

/// A full ring waits for the disk. A record that is refused ends the store: those behind it would
/// follow a hole.
void FixStore::write(journal::RecordType type, Time time, Bytes payload, Space space) noexcept {
    if (has_failed()) {
        return;
    }
    time_ = time;
    transaction_bytes_ += journal::record_bytes(payload.size());
    ++records_since_checkpoint_;
    AppendStatus status;
    while ((status = journal_->append(type, time, payload, space).status) == AppendStatus::Busy) {
        if (!turn()) {
            break;
        }
    }
    is_whole_ = status == AppendStatus::Done;
}

void FixStore::write_number(journal::RecordType type, std::uint64_t number) noexcept {
    std::array<std::byte, kNumberBytes> payload;
    store_le(payload.data(), number);
    write(type, time_, payload, Space::Reserve);
}

bool FixStore::try_append(const protocols::fix::StoredMessage& message,
                          std::uint64_t keep_from) noexcept {
    const std::size_t bytes = sent_record_bytes(message);
    const std::uint64_t number = next_out_;
    if (!has_room(bytes) || !kept_.try_append(message, keep_from)) {
        return false;
    }
    const MutableBytes payload = payload_.items().first(bytes);
    store_sent({.number = number, .message = message}, payload);
    write(kSent, message.sending_time, payload, Space::Normal);
    follow();
    return true;
}

void FixStore::set_next_in(std::uint64_t number) noexcept {
    kept_.set_next_in(number);
    write_number(kReceived, number);
    follow();
}

void FixStore::set_next_out(std::uint64_t number) noexcept {
    kept_.set_next_out(number);
    write_number(kNextOut, number);
    follow();
}

void FixStore::reset(Time now) noexcept {
    kept_.reset(now);
    write(kReset, now, {}, Space::Reserve);
    follow();
}

bool FixStore::try_note(Bytes note) noexcept {
    if (!has_room(note.size())) {
        return false;
    }
    write(kNote, time_, note, Space::Normal);
    return !has_failed();
}

// Durability.

void FixStore::commit(Time now) noexcept {
    if (transaction_bytes_ > 0) {
        write(kCommit, now, {}, Space::Reserve);
        transaction_bytes_ = has_failed() ? transaction_bytes_ : 0;
    }
}

bool FixStore::is_durable() const noexcept {
    return !has_failed() && transaction_bytes_ == 0 &&
           journal_->durable_seq() >= journal_->appended_seq();
}

bool FixStore::make_durable(Time now) noexcept {
    commit(now);
    while (!is_durable()) {
        if (!turn() && !is_durable()) {
            return false;
        }
    }
    return true;
}

std::string FixStore::error() const {
    return is_whole_ || journal_->has_failed()
               ? journal_->error()
               : "a record was refused; the FIX store has stopped: " + journal_->error();
}

Expected<void> FixStore::sync() {
    const std::uint64_t wanted = journal_->appended_seq();
    journal_->request_sync();
    while (journal_->health().synced_seq < wanted) {
        if (!turn()) {
            return fail(error());
        }
    }
    return {};
}

namespace {

class CheckpointSink final : public StateSink {
  public:
    CheckpointSink(journal::Storage& storage, std::uint64_t seq) : writer_(storage, seq) {}

    void on_piece(Bytes piece) override { writer_.add(piece); }
    [[nodiscard]] Expected<void> finish(const journal::SnapshotHeader& header) {
        return writer_.finish(header);
    }

  private:
    journal::SnapshotWriter writer_;
};

}  // namespace

Expected<void> FixStore::checkpoint(Time now, Bytes application_state) {
    if (records_since_checkpoint_ == 0) {
        return {};
    }
    commit(now);
    if (has_failed()) {
        return fail(error());
    }
    if (auto synced = sync(); !synced) {
        return synced;
    }
    const journal::JournalHealth health = journal_->health();
    CheckpointSink sink(journal_->storage(), health.chained_seq);
    StateWriter state(sink);
    save(kept_, application_state, state);
    state.finish();
    auto written = sink.finish({.seq = health.chained_seq, .created = now, .chain = health.chain});
    if (!written) {
        return written;
    }
    checkpoints_.push_back(health.chained_seq);
    records_since_checkpoint_ = 0;
    const auto retired = journal::retire(journal_->storage(), checkpoints_);
    if (checkpoints_.size() > journal::kSnapshotsKept) {
        checkpoints_.erase(checkpoints_.begin(), checkpoints_.end() - journal::kSnapshotsKept);
    }
    return retired ? Expected<void>() : std::unexpected(retired.error());
}

Expected<void> FixStore::close(Time now) {
    commit(now);
    return has_failed() ? fail(error()) : journal_->close(now);
}

}  // namespace hotpath::store
