#pragma once
/// Appends records to segments: gathers them into groups, commits a group by one write and, in mode
/// sync, one fdatasync; takes a spare segment when one is full; stops permanently after a failed
/// sync.
///
///   claim / append   into the open group                      nothing on disk yet
///   poll             commits the open group, takes results       -> written_seq, synced_seq
/// A group holds the records that came while the previous commit was in progress. Order on disk: a
/// group is reported done only after all earlier groups; a segment is sealed and durable before the
/// next begins; a segment has its header and its name, both durable, before its first record. Disk
/// full: is_accepting() is false while no spare is ready, and append() accepts only records that
/// may use the reserve (cancels), until the segment is full. Nothing is ever overwritten. A failed
/// fdatasync, or a write or a spare that fails for a reason other than room, is final, as is a file
/// or folder that is no longer there. A write that was cut short is repeated, 100 times at most.
/// Threads: one owner.
/// Allocation: at open(), and names when a segment changes. Complexity: linear in the bytes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_queue.hpp"
#include "hotpath/journal/append_status.hpp"
#include "hotpath/journal/encoder.hpp"
#include "hotpath/journal/options.hpp"
#include "hotpath/journal/recovery.hpp"
#include "hotpath/journal/spares.hpp"
#include "hotpath/journal/storage.hpp"

namespace hotpath::journal {

class JournalWriter {
  public:
    /// Continues the recovered journal, in a new epoch and a new segment. Creates all spares; with
    /// room for the segment only, the journal opens and is not accepting.
    [[nodiscard]] static Expected<std::unique_ptr<JournalWriter>> open(
        Storage& storage, SpareKeeper& spares, const Recovery& recovery,
        const JournalOptions& options, Time now);
    JournalWriter(const JournalWriter&) = delete;
    JournalWriter& operator=(const JournalWriter&) = delete;
    /// Leaves everything as after a crash: call close() for an orderly end.
    ~JournalWriter();

    [[nodiscard]] std::uint64_t next_seq() const noexcept { return encoder_.next_seq(); }
    /// The journal's chain after the last record, stored in a snapshot of the state there.
    [[nodiscard]] std::uint32_t chain() const noexcept {
        return encoder_.records() == 0 ? header_.prev_chain : encoder_.chain();
    }
    [[nodiscard]] std::uint64_t written_seq() const noexcept { return written_seq_; }
    [[nodiscard]] std::uint64_t synced_seq() const noexcept { return synced_seq_; }
    /// The last record that is durable in the chosen mode.
    [[nodiscard]] std::uint64_t durable_seq() const noexcept;
    [[nodiscard]] std::uint64_t epoch() const noexcept { return header_.epoch; }
    [[nodiscard]] bool has_failed() const noexcept { return fault_.is_final; }
    [[nodiscard]] bool is_accepting() const noexcept;
    /// Step::None without a fault. Also final where a spare cannot be made for another reason than
    /// room: the owner stops.
    [[nodiscard]] JournalFault fault() const noexcept;
    /// Bytes of records, whole records counted, since open().
    [[nodiscard]] std::uint64_t appended_bytes() const noexcept { return appended_bytes_; }
    /// Bytes certain to find room after appended_bytes(), for any record lengths.
    [[nodiscard]] std::uint64_t free_bytes(Space space) const noexcept;

    [[nodiscard]] AppendStatus append(RecordType type, Time time, Bytes payload,
                                      Space space = Space::Normal);
    /// The place of the next record, its payload kRecordHeaderBytes into it; then finish() it.
    /// Does not check is_accepting(): check it first.
    [[nodiscard]] AppendStatus claim(std::size_t payload_bytes, MutableBytes& place);
    void finish(RecordType type, Time time, std::size_t payload_bytes);

    /// True when a commit began or finished.
    bool poll();
    /// Polls until every record is written (and synced, in mode sync). Only final errors and a full
    /// disk end it sooner.
    [[nodiscard]] Expected<void> flush();
    /// flush(), then makes everything durable in any mode: call before a snapshot.
    [[nodiscard]] Expected<void> sync();
    /// flush(), seals the segment and releases its unused room. No append afterwards.
    [[nodiscard]] Expected<void> close(Time now);

  private:
    enum class State : std::uint8_t { Free, Open, UnderWay, Refused, Written };
    struct Batch {
        std::vector<std::byte> memory{};
        std::size_t size = 0;
        std::uint64_t offset = 0;
        std::uint64_t end_seq = 0;
        State state = State::Free;
        bool is_synced = false;
    };

    JournalWriter(Storage& storage, SpareKeeper& spares, const JournalOptions& options);

    [[nodiscard]] Expected<void> begin(const Recovery& recovery, Time now);
    [[nodiscard]] Expected<void> seal_recovered(const Recovery& recovery, Time now);
    [[nodiscard]] AppendStatus make_room(std::size_t bytes);
    [[nodiscard]] AppendStatus change_segment();
    [[nodiscard]] AppendStatus seal_segment(Time now);
    [[nodiscard]] AppendStatus begin_segment(Time now);
    [[nodiscard]] Io<void> install(const Spare& spare);
    [[nodiscard]] Batch* open_batch() noexcept;
    [[nodiscard]] bool submit(Batch& batch);
    [[nodiscard]] bool submit_open();
    bool take_results();
    void on_done(const CommitResult& result);
    void retire_written();
    void write_back();
    [[nodiscard]] AppendStatus refuse(JournalFault::Step step, int error) noexcept;
    void note_full(JournalFault::Step step, int error) noexcept;
    void fail_for_good(JournalFault::Step step, int error) noexcept;
    [[nodiscard]] std::uint64_t sure_bytes(std::uint64_t free) const noexcept;
    [[nodiscard]] Error error() const;

    Storage& storage_;
    SpareKeeper& spares_;
    JournalOptions options_;
    JournalEncoder encoder_;
    SegmentHeader header_{};
    File active_{};
    std::optional<Spare> next_{};   // taken, not yet in use
    std::uint64_t end_offset_ = 0;  // after the last record, in the groups or on disk
    std::uint64_t written_offset_ = 0;
    std::uint64_t writeback_offset_ = 0;
    std::uint64_t appended_bytes_ = 0;
    std::uint64_t written_seq_ = 0;
    std::uint64_t synced_seq_ = 0;
    Time last_time_{};
    std::vector<Batch> batches_;
    FixedQueue<std::uint32_t> order_;  // batches in use, the oldest first; the open one is the last
    std::uint32_t under_way_ = 0;
    std::uint32_t repeated_writes_ = 0;  // in a row
    bool is_sealed_ = false;
    JournalFault fault_{};
};

}  // namespace hotpath::journal
