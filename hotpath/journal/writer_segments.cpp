// The segments of a JournalWriter: continuing a recovered journal, changing to a spare, sealing.
#include <array>
#include <cerrno>
#include <cstring>

#include "hotpath/core/assert.hpp"
#include "hotpath/journal/files.hpp"
#include "hotpath/journal/writer.hpp"

namespace hotpath::journal {

namespace {

const char* step_name(JournalFault::Step step) noexcept {
    switch (step) {
        case JournalFault::Step::Sync:
            return "made durable";
        case JournalFault::Step::NewSegment:
            return "begun as a segment";
        case JournalFault::Step::NewSpare:
            return "created as a spare segment";
        case JournalFault::Step::Write:
        case JournalFault::Step::None:
            break;
    }
    return "written";
}

}  // namespace

std::string JournalFault::sentence(const Storage& storage) const {
    if (step == Step::None) {
        return "no error";
    }
    const std::string name = step == Step::NewSpare ? spare_name(file) : segment_name(file);
    const bool is_gone = error == ESTALE || error == ENOENT;
    const std::string what =
        storage.path_of(name) + ": cannot be " + step_name(step) + " (" + std::to_string(bytes) +
        " bytes): " +
        (is_gone ? "it or its folder has been removed or replaced" : std::strerror(error));
    if (is_final) {
        return what + "; what is on disk is unknown, the journal has stopped";
    }
    return what + "; no new orders are accepted until there is room";
}

Expected<std::unique_ptr<JournalWriter>> JournalWriter::open(Storage& storage, SpareKeeper& spares,
                                                             const Recovery& recovery,
                                                             const JournalOptions& options,
                                                             Time now) {
    if (auto checked = options.check(); !checked) {
        return std::unexpected(checked.error());
    }
    HOTPATH_ASSERT(options.segment_bytes == spares.segment_bytes(),
                   "spares and journal must have the same segment_bytes");
    std::unique_ptr<JournalWriter> writer(new JournalWriter(storage, spares, options));
    if (auto begun = writer->begin(recovery, now); !begun) {
        return std::unexpected(begun.error());
    }
    return writer;
}

Expected<void> JournalWriter::begin(const Recovery& recovery, Time now) {
    if (auto adopted = spares_.adopt(); !adopted) {
        return adopted;
    }
    if (auto sealed = seal_recovered(recovery, now); !sealed) {
        return sealed;
    }
    while (spares_.poll()) {
    }
    header_ = {.epoch = recovery.epoch,
               .first_seq = recovery.next_seq,
               .created = now,
               .build_id = options_.build_id,
               .segment_bytes = options_.segment_bytes,
               .prev_chain = recovery.chain};
    ++header_.epoch;
    written_seq_ = recovery.next_seq - 1;
    synced_seq_ = written_seq_;
    if (begin_segment(now) != AppendStatus::Done) {
        return std::unexpected(error());
    }
    while (spares_.poll()) {  // the one that was taken
    }
    return {};
}

/// The last segment of the epoch before ends where its last record does.
Expected<void> JournalWriter::seal_recovered(const Recovery& recovery, Time now) {
    if (!recovery.last || recovery.last->is_sealed || recovery.last->records == 0) {
        return {};
    }
    const SegmentView& last = *recovery.last;
    JournalEncoder encoder;
    std::array<std::byte, kSealBytes> seal{};
    encoder.resume(
        last.header,
        {.next_seq = recovery.next_seq, .records = last.records, .chain = recovery.chain});
    encoder.seal({.time = now, .synced_seq = 0}, seal);
    const std::string name = segment_name(last.header.first_seq);
    const auto file = storage_.open(name);
    if (!file) {
        return fail_on(storage_, name, "opened", file.error());
    }
    const OpenFile open(storage_, *file);
    auto done = storage_.write(*file, last.end_offset, seal);
    if (done) {
        done = storage_.sync(*file);
    }
    if (done) {
        done = storage_.truncate(*file, last.end_offset + kSealBytes);
    }
    return done ? Expected<void>{} : fail_on(storage_, name, "sealed", done.error());
}

/// The groups of the full segment are done first.
AppendStatus JournalWriter::change_segment() {
    if (!order_.empty()) {
        (void)submit_open();
        return AppendStatus::Busy;
    }
    if (!is_sealed_) {
        if (const AppendStatus status = seal_segment(last_time_); status != AppendStatus::Done) {
            return status;
        }
    }
    return begin_segment(last_time_);
}

AppendStatus JournalWriter::seal_segment(Time now) {
    std::array<std::byte, kSealBytes> seal{};
    encoder_.seal({.time = now, .synced_seq = synced_seq_}, seal);
    if (const auto written = storage_.write(active_, end_offset_, seal); !written) {
        return refuse(JournalFault::Step::Write, written.error());
    }
    if (const auto synced = storage_.sync(active_); !synced) {
        fail_for_good(JournalFault::Step::Sync, synced.error());
        return AppendStatus::Failed;
    }
    end_offset_ += kSealBytes;
    is_sealed_ = true;
    synced_seq_ = written_seq_;
    header_.first_seq = encoder_.next_seq();
    header_.prev_chain = encoder_.chain();
    return AppendStatus::Done;
}

/// Full when the disk is, which may pass; else Failed for good.
AppendStatus JournalWriter::refuse(JournalFault::Step step, int error) noexcept {
    if (is_full(error)) {
        note_full(step, error);
        return AppendStatus::Full;
    }
    fail_for_good(step, error);
    return AppendStatus::Failed;
}

AppendStatus JournalWriter::begin_segment(Time now) {
    if (!next_) {
        next_ = spares_.take();
    }
    if (!next_) {
        note_full(JournalFault::Step::NewSegment,
                  spares_.failure() != 0 ? spares_.failure() : ENOSPC);
        return AppendStatus::Full;
    }
    header_.created = now;
    if (const auto installed = install(*next_); !installed) {
        return refuse(JournalFault::Step::NewSegment, installed.error());
    }
    storage_.close(active_);
    active_ = next_->file;
    next_.reset();
    is_sealed_ = false;
    end_offset_ = kSegmentHeaderBytes;
    written_offset_ = end_offset_;
    writeback_offset_ = 0;
    fault_ = {};
    return AppendStatus::Done;
}

/// The header is durable before the name is, and both before the first record.
Io<void> JournalWriter::install(const Spare& spare) {
    const SegmentHeaderBytes header = encoder_.begin_segment(header_);
    auto done = storage_.write(spare.file, 0, header);
    if (done) {
        done = storage_.sync(spare.file);
    }
    if (done) {
        done = storage_.rename(spare_name(spare.number), segment_name(header_.first_seq));
    }
    if (done) {
        done = storage_.sync_folder();
    }
    return done;
}

Expected<void> JournalWriter::close(Time now) {
    if (auto synced = sync(); !synced) {
        return synced;
    }
    if (!is_sealed_ && seal_segment(now) != AppendStatus::Done) {
        return std::unexpected(error());
    }
    // Room given back; when that fails, the room is merely not given back.
    [[maybe_unused]] const auto truncated = storage_.truncate(active_, end_offset_);
    storage_.close(active_);
    active_ = {};
    return {};
}

}  // namespace hotpath::journal
