#pragma once
/// A journal between threads: the caller appends to a ring and never waits for a disk, the
/// journal's thread polls, a housekeeper prepares segments. The threads are the application's.
///
///   caller            append() -> seq     durable_seq(): send an output only after its input
///   journal's thread  while (running) journal.poll();     or two of them: overlapped_storage.hpp
///   housekeeper       while (running) { journal.housekeep() or sleep some milliseconds; }
///   after all three   close()
/// No output (reply, market data) may leave before its input is durable in the chosen mode: keep
/// outputs with the seq of their input, and send them when durable_seq() has reached it. In the
/// ring a record takes slots of one cache line (queue/slot_records.hpp). Room on disk is reserved
/// before a record is accepted: an appended record is never refused later for lack of room.
/// Threads: as above, each end one. Allocation: at open(); none in append(). Complexity: append()
/// linear in the payload, no system call.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/append_status.hpp"
#include "hotpath/journal/options.hpp"
#include "hotpath/journal/recovery.hpp"
#include "hotpath/journal/spares.hpp"
#include "hotpath/journal/storage.hpp"
#include "hotpath/queue/head_start.hpp"
#include "hotpath/queue/seqlock.hpp"
#include "hotpath/queue/slot_records.hpp"
#include "hotpath/queue/spsc.hpp"

namespace hotpath::journal {

class JournalWriter;

/// The outcome of append().
struct Appended {
    std::uint64_t seq = 0;  // 0 when refused
    AppendStatus status = AppendStatus::Done;
};

/// The journal's state for other threads.
struct JournalHealth {
    std::uint64_t written_seq = 0;
    std::uint64_t synced_seq = 0;
    std::uint64_t chained_seq = 0;  // the last record taken from the ring
    std::uint32_t chain = 0;        // the journal's after that record
    std::uint32_t spares_ready = 0;
    bool is_accepting = false;
    JournalFault fault{};
};

class Journal {
  public:
    /// Recovers the journal (see recovery.hpp) and continues it; read the recovered records with a
    /// JournalReader over storage(). Fails if the options are out of range, if the storage reports
    /// an error, or if the journal has damage that a crash cannot explain.
    [[nodiscard]] static Expected<std::unique_ptr<Journal>> open(std::unique_ptr<Storage> storage,
                                                                 const JournalOptions& options,
                                                                 Time now);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    ~Journal();

    /// Returns what open() found: the snapshot to begin with and the range of records.
    [[nodiscard]] const Recovery& recovered() const noexcept { return recovery_; }
    [[nodiscard]] Storage& storage() noexcept { return *storage_; }
    [[nodiscard]] std::uint64_t epoch() const noexcept;

    // The caller's thread.
    /// Appends a record and returns its number. Busy: the ring is full, try again. Full: only
    /// Space::Reserve (cancels) is accepted, see error(). Failed: the journal accepts nothing any
    /// more. Aborts if the payload exceeds payload_bytes_max.
    [[nodiscard]] Appended append(RecordType type, Time time, Bytes payload,
                                  Space space = Space::Normal) noexcept;
    /// Returns the number of the last record appended.
    [[nodiscard]] std::uint64_t appended_seq() const noexcept { return appended_seq_; }
    /// Returns the number of the last record that is durable in the chosen mode.
    [[nodiscard]] std::uint64_t durable_seq() const noexcept;
    /// Returns true if a record of any length would be accepted, given room in the ring.
    [[nodiscard]] bool is_accepting() const noexcept;
    /// Returns the bytes of records certain to be accepted from now on, given room in the ring; a
    /// record takes record_bytes().
    [[nodiscard]] std::uint64_t free_bytes(Space space) const noexcept;

    // Any thread.
    /// Returns true once the journal has failed for good; error() has the reason.
    [[nodiscard]] bool has_failed() const noexcept {
        return has_failed_.load(std::memory_order_acquire);
    }
    /// Returns the state as of the last poll().
    [[nodiscard]] JournalHealth health() const noexcept;
    /// Returns the message for health().fault.
    [[nodiscard]] std::string error() const { return health().fault.sentence(*storage_); }
    /// Requests that all records so far are made durable, in any mode; done when
    /// health().synced_seq has reached them. Call before a snapshot.
    void request_sync() noexcept { syncs_wanted_.fetch_add(1, std::memory_order_release); }

    /// Takes records from the ring and commits them. It is for the journal's thread, or for two
    /// where the storage overlaps commits: one at a time handles the groups, and each waits for the
    /// disk by itself. Returns true if there was work.
    bool poll();
    /// Returns the pauses that the last poll() made before it looked into the ring:
    /// JournalOptions::head_start.
    [[nodiscard]] std::uint32_t pauses() const noexcept { return head_start_.pauses(); }
    /// Prepares segments. It is for the housekeeper; with few records the journal's thread may do
    /// both. Returns true if there is more work at once.
    bool housekeep() { return spares_.poll(); }

    /// Writes the rest of the ring and seals the segment. Call it after the threads have ended.
    /// Fails if a record could not be made durable.
    [[nodiscard]] Expected<void> close(Time now);

  private:
    Journal(std::unique_ptr<Storage> storage, const JournalOptions& options);

    [[nodiscard]] std::size_t drain();
    [[nodiscard]] bool take_one();
    bool sync_if_wanted();
    void publish() noexcept;
    [[nodiscard]] const std::atomic<std::uint64_t>& end_of(Space space) const noexcept {
        return space == Space::Normal ? normal_end_ : reserve_end_;
    }

    std::unique_ptr<Storage> storage_;
    JournalOptions options_;
    SpareKeeper spares_;
    Recovery recovery_;
    std::unique_ptr<JournalWriter> writer_;
    queue::SpscQueue<queue::RecordSlot> ring_;

    // The caller's.
    alignas(kCacheLine) queue::SpscProducer<queue::RecordSlot> in_;
    std::uint64_t appended_seq_ = 0;
    std::uint64_t appended_bytes_ = 0;
    // Written by the journal's thread, read by the caller.
    alignas(kCacheLine) std::atomic<std::uint64_t> durable_seq_{0};
    // The same, but written only when the segment or the room changes. Total bytes that may be
    // appended since open().
    alignas(kCacheLine) std::atomic<std::uint64_t> normal_end_{0};
    std::atomic<std::uint64_t> reserve_end_{0};
    std::atomic<bool> has_failed_{false};
    // The journal thread's; with two, the one that holds the turn.
    alignas(kCacheLine) std::atomic<bool> is_taken_{false};
    queue::SpscConsumer<queue::RecordSlot> out_;
    queue::HeadStart head_start_;
    std::size_t found_ = 0;  // records of the last round
    std::uint64_t syncs_seen_ = 0;
    std::uint64_t syncs_done_ = 0;
    std::size_t slots_to_sync_ = 0;  // of the ring, before the sync that was seen last
    queue::Seqlock<JournalHealth> health_;
    // Any thread's.
    alignas(kCacheLine) std::atomic<std::uint64_t> syncs_wanted_{0};
};

}  // namespace hotpath::journal
