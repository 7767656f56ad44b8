#include "hotpath/journal/writer.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "hotpath/core/assert.hpp"
#include "hotpath/journal/files.hpp"

namespace hotpath::journal {

namespace {

/// The system is asked to begin writing this much at a time, so that the fdatasync at a segment's
/// end finds little left.
constexpr std::uint64_t kWritebackBytes = std::uint64_t{1} << 20U;
constexpr std::uint64_t kPageBytes = 4'096;
/// A group whose write is cut short or interrupted so often in a row is not going to be written.
constexpr std::uint32_t kRepeatedWritesMax = 100;

}  // namespace

JournalWriter::JournalWriter(Storage& storage, SpareKeeper& spares, const JournalOptions& options)
    : storage_(storage),
      spares_(spares),
      options_(options),
      batches_(options.commits_max + 1),
      order_(options.commits_max + 1) {
    for (Batch& batch : batches_) {
        batch.memory.resize(options.batch_bytes);
    }
}

JournalWriter::~JournalWriter() {
    storage_.close(active_);
    if (next_) {
        storage_.close(next_->file);
    }
}

std::uint64_t JournalWriter::durable_seq() const noexcept {
    switch (options_.ack_mode) {
        case AckMode::Memory:
            return has_failed() ? written_seq_ : next_seq() - 1;
        case AckMode::PageCache:
            return written_seq_;
        case AckMode::Sync:
            break;
    }
    return synced_seq_;
}

bool JournalWriter::is_accepting() const noexcept {
    return !has_failed() && fault_.step == JournalFault::Step::None && spares_.ready() > 0;
}

JournalFault JournalWriter::fault() const noexcept {
    if (fault_.step != JournalFault::Step::None || spares_.failure() == 0) {
        return fault_;
    }
    // A disk that cannot make a segment will not take the records of one.
    const int failure = spares_.failure();
    const bool may_pass = is_full(failure) || is_passing(failure) || is_shortage(failure);
    return {.step = JournalFault::Step::NewSpare,
            .error = failure,
            .file = spares_.failed_number(),
            .bytes = options_.segment_bytes,
            .is_final = !may_pass};
}

/// Records leave at most one record's length unused at the end of a segment.
std::uint64_t JournalWriter::sure_bytes(std::uint64_t free) const noexcept {
    const std::uint64_t unsure = record_bytes(options_.payload_bytes_max) + kSealBytes;
    return free > unsure ? free - unsure : 0;
}

std::uint64_t JournalWriter::free_bytes(Space space) const noexcept {
    if (has_failed() || is_sealed_) {
        return 0;
    }
    const std::uint64_t here = sure_bytes(options_.segment_bytes - end_offset_);
    const std::uint64_t each = sure_bytes(options_.segment_bytes - kSegmentHeaderBytes);
    const std::uint64_t spares = spares_.ready();
    if (space == Space::Reserve) {
        return here + spares * each;
    }
    return is_accepting() ? here + (spares - 1) * each : 0;
}

AppendStatus JournalWriter::append(RecordType type, Time time, Bytes payload, Space space) {
    if (space == Space::Normal && !is_accepting()) {
        return has_failed() ? AppendStatus::Failed : AppendStatus::Full;
    }
    MutableBytes place;
    const AppendStatus status = claim(payload.size(), place);
    if (status == AppendStatus::Done) {
        if (!payload.empty()) {
            std::memcpy(place.data() + kRecordHeaderBytes, payload.data(), payload.size());
        }
        finish(type, time, payload.size());
    }
    return status;
}

AppendStatus JournalWriter::claim(std::size_t payload_bytes, MutableBytes& place) {
    HOTPATH_ASSERT(payload_bytes <= options_.payload_bytes_max,
                   "payload exceeds payload_bytes_max");
    HOTPATH_ASSERT(!is_sealed_ || has_failed() || active_.is_open(), "no claim after close()");
    const std::size_t bytes = record_bytes(payload_bytes);
    if (const AppendStatus status = make_room(bytes); status != AppendStatus::Done) {
        return status;
    }
    Batch* const batch = open_batch();
    place = MutableBytes(batch->memory).subspan(batch->size, bytes);
    return AppendStatus::Done;
}

void JournalWriter::finish(RecordType type, Time time, std::size_t payload_bytes) {
    Batch* const batch = open_batch();
    HOTPATH_ASSERT(batch != nullptr, "claim a record before finishing it");
    const RecordFields fields{.type = type, .time = time, .synced_seq = synced_seq_};
    const std::size_t bytes =
        encoder_.finish(fields, payload_bytes, MutableBytes(batch->memory).subspan(batch->size));
    batch->size += bytes;
    batch->end_seq = encoder_.next_seq() - 1;
    end_offset_ += bytes;
    appended_bytes_ += bytes;
    last_time_ = time;
}

/// Done: the open group has this much room, and so has the segment.
AppendStatus JournalWriter::make_room(std::size_t bytes) {
    if (has_failed()) {
        return AppendStatus::Failed;
    }
    if (is_sealed_ || end_offset_ + bytes + kSealBytes > options_.segment_bytes) {
        if (const AppendStatus status = change_segment(); status != AppendStatus::Done) {
            return status;
        }
    }
    Batch* batch = open_batch();
    if (batch != nullptr && batch->size + bytes > batch->memory.size()) {
        if (!submit_open()) {
            return AppendStatus::Busy;
        }
        batch = nullptr;
    }
    if (batch != nullptr) {
        return AppendStatus::Done;
    }
    const auto free = std::ranges::find(batches_, State::Free, &Batch::state);
    if (free == batches_.end()) {
        return AppendStatus::Busy;
    }
    free->state = State::Open;
    free->size = 0;
    free->offset = end_offset_;
    const bool is_in_order = order_.try_push(static_cast<std::uint32_t>(free - batches_.begin()));
    HOTPATH_ASSERT(is_in_order, "the order queue must have room for every batch");
    return AppendStatus::Done;
}

JournalWriter::Batch* JournalWriter::open_batch() noexcept {
    if (order_.empty()) {
        return nullptr;
    }
    Batch& newest = batches_[order_[order_.size() - 1]];
    return newest.state == State::Open ? &newest : nullptr;
}

bool JournalWriter::submit(Batch& batch) {
    if (under_way_ == options_.commits_max) {
        return false;
    }
    batch.state = State::UnderWay;
    batch.is_synced = options_.ack_mode == AckMode::Sync;
    ++under_way_;
    storage_.begin_commit({.file = active_,
                           .offset = batch.offset,
                           .bytes = Bytes(batch.memory).first(batch.size),
                           .is_synced = batch.is_synced,
                           .ticket = static_cast<std::uint64_t>(&batch - batches_.data())});
    return true;
}

bool JournalWriter::submit_open() {
    Batch* const batch = open_batch();
    return batch != nullptr && batch->size > 0 && storage_.is_ready() && submit(*batch);
}

bool JournalWriter::poll() {
    bool is_any = take_results();
    if (has_failed()) {
        return is_any;
    }
    if (is_sealed_ && active_.is_open()) {  // no spare was ready when this segment was full
        is_any |= begin_segment(last_time_) == AppendStatus::Done;
    }
    for (Batch& batch : batches_) {
        if (batch.state == State::Refused) {
            is_any |= submit(batch);
        }
    }
    is_any |= submit_open();
    return take_results() || is_any;
}

bool JournalWriter::take_results() {
    bool is_any = false;
    while (const auto result = storage_.poll_commit()) {
        on_done(*result);
        is_any = true;
    }
    return is_any;
}

void JournalWriter::on_done(const CommitResult& result) {
    Batch& batch = batches_[static_cast<std::size_t>(result.ticket)];
    --under_way_;
    if (result.error == 0) {
        repeated_writes_ = 0;
        batch.state = State::Written;
        retire_written();
    } else if (result.failed_at == CommitStep::Write && is_passing(result.error) &&
               ++repeated_writes_ <= kRepeatedWritesMax) {
        batch.state = State::Refused;
    } else if (result.failed_at == CommitStep::Write && is_full(result.error)) {
        batch.state = State::Refused;  // nothing is lost: the same bytes, to the same place, again
        note_full(JournalFault::Step::Write, result.error);
    } else {
        fail_for_good(result.failed_at == CommitStep::Write ? JournalFault::Step::Write
                                                            : JournalFault::Step::Sync,
                      result.error);
    }
}

/// In order: a later group may be done first, and counts only after all earlier ones.
void JournalWriter::retire_written() {
    while (!order_.empty() && batches_[order_.front()].state == State::Written) {
        Batch& batch = batches_[order_.front()];
        written_seq_ = batch.end_seq;
        written_offset_ = batch.offset + batch.size;
        if (batch.is_synced) {
            synced_seq_ = batch.end_seq;
        }
        batch.state = State::Free;
        order_.pop();
        if (fault_.step == JournalFault::Step::Write && !fault_.is_final) {
            fault_ = {};
        }
    }
    write_back();
}

void JournalWriter::write_back() {
    const std::uint64_t pages_end = written_offset_ / kPageBytes * kPageBytes;
    if (options_.ack_mode != AckMode::Sync && pages_end >= writeback_offset_ + kWritebackBytes) {
        storage_.start_writeback(active_, writeback_offset_, pages_end - writeback_offset_);
        writeback_offset_ = pages_end;
    }
}

void JournalWriter::note_full(JournalFault::Step step, int error) noexcept {
    fault_ = {
        .step = step, .error = error, .file = header_.first_seq, .bytes = options_.segment_bytes};
}

void JournalWriter::fail_for_good(JournalFault::Step step, int error) noexcept {
    if (!has_failed()) {  // the first reason is the reason
        note_full(step, error);
        fault_.is_final = true;
    }
}

Error JournalWriter::error() const {
    return {fault().sentence(storage_)};
}

Expected<void> JournalWriter::flush() {
    while (written_seq_ + 1 < next_seq()) {
        poll();
        [[maybe_unused]] const bool is_carried_out = storage_.carry_out();
        if (fault_.step != JournalFault::Step::None) {
            return std::unexpected(error());
        }
    }
    return {};
}

Expected<void> JournalWriter::sync() {
    if (auto flushed = flush(); !flushed) {
        return flushed;
    }
    if (synced_seq_ < written_seq_) {
        if (const auto synced = storage_.sync(active_); !synced) {
            fail_for_good(JournalFault::Step::Sync, synced.error());
            return std::unexpected(error());
        }
        synced_seq_ = written_seq_;
    }
    return {};
}

}  // namespace hotpath::journal
