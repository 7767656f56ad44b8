#pragma once
/// FixStore: the MessageStore of a FIX session on a journal. What was made durable before bytes left
/// is there after any end of the process, as far as the journal's AckMode promises.
///
///   auto store = FixStore::open(std::move(storage), options, now, &application);
///   auto session = Session::create(session_options, dictionary, *store);
///   session.on_bytes(received, now, listener);     // messages, numbers and notes are written
///   if (store->make_durable(now)) { transport.write(session.output()); }
///
/// The records between two commits are a transaction: after a crash all of them exist, or none.
/// So a received number, the messages that answer it and the application's note() of it are never
/// apart. A peer sees nothing of a transaction that is rolled back, because its bytes have not left.
///
/// In memory are the messages that MemoryStoreOptions keep, and the journal's ring. A checkpoint
/// bounds what the next open() reads and the space on disk; the owner calls it at a quiet time.
/// Threads: one owner. The journal's own threads may be the application's (journal.hpp): then
/// commit() and is_durable() replace make_durable(). Allocation: open(), checkpoint(), and the
/// journal's names when a segment changes. Complexity: O(bytes of the message); open() and
/// checkpoint() linear. The bytes: fix_records.hpp.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/journal/journal.hpp"
#include "hotpath/journal/options.hpp"
#include "hotpath/journal/storage.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/message_store.hpp"

namespace hotpath::store {

struct FixStoreOptions {
    protocols::fix::MemoryStoreOptions kept{};  // messages that can be resent
    /// Its payload_bytes_max is the longest message that is stored, and 17 bytes; or the longest
    /// note.
    journal::JournalOptions journal{.segment_bytes = std::uint64_t{16} << 20U,
                                    .payload_bytes_max = 8'192,
                                    .ring_slots = std::size_t{1} << 13U};
    /// Messages and notes of one transaction are refused above: a recovery holds a transaction in
    /// memory.
    std::size_t transaction_bytes_max = std::size_t{4} << 20U;
    std::uint64_t checkpoint_records = 100'000;  // after so many a checkpoint is due
};

/// The notes of an application, in order, when the store is opened.
class NoteListener {
  public:
    NoteListener() = default;
    NoteListener(const NoteListener&) = delete;
    NoteListener& operator=(const NoteListener&) = delete;
    virtual ~NoteListener() = default;
    /// The state given to the last checkpoint; not called without one.
    virtual void on_state(Bytes state) = 0;
    /// A note after that.
    virtual void on_note(Bytes note) = 0;
};

/// The result of open().
struct FixStoreRecovery {
    std::uint64_t records = 0;        // read behind the last checkpoint
    std::uint64_t rolled_back = 0;    // of a transaction without its commit, at the journal's end
    std::uint64_t dropped_bytes = 0;  // of a torn record behind them
    std::vector<std::string> passed_over{};  // checkpoints, and why
};

class FixStore final : public protocols::fix::MessageStore {
  public:
    /// Recovers the journal, or begins one. Without a listener a journal with notes is refused.
    [[nodiscard]] static Expected<FixStore> open(std::unique_ptr<journal::Storage> storage,
                                                 const FixStoreOptions& options, Time now,
                                                 NoteListener* listener = nullptr);

    [[nodiscard]] const FixStoreRecovery& recovered() const noexcept { return recovered_; }
    [[nodiscard]] journal::Journal& journal() noexcept { return *journal_; }

    // The session's.
    [[nodiscard]] std::uint64_t first_kept() const noexcept override { return kept_.first_kept(); }
    [[nodiscard]] std::optional<protocols::fix::StoredMessage> find(
        std::uint64_t number) const noexcept override {
        return kept_.find(number);
    }
    /// False also when the journal has no room, or has_failed().
    [[nodiscard]] bool try_append(const protocols::fix::StoredMessage& message,
                                  std::uint64_t keep_from) noexcept override;
    void set_next_in(std::uint64_t number) noexcept override;
    void set_next_out(std::uint64_t number) noexcept override;
    void reset(Time now) noexcept override;

    // The owner's.
    /// Keeps the application's bytes in this transaction. False when they are too long, or there is
    /// no room.
    [[nodiscard]] bool try_note(Bytes note) noexcept;
    /// Ends the transaction.
    void commit(Time now) noexcept;
    /// Everything is committed, and durable in the journal's mode: output may be sent.
    [[nodiscard]] bool is_durable() const noexcept;
    /// commit(), and waits for the disk. False when that failed, or the disk is full: error() says
    /// why. After a full disk it may be called again.
    [[nodiscard]] bool make_durable(Time now) noexcept;
    /// A record is missing in the journal, or the disk has failed: output must not be sent any more.
    /// True if a write failed. Durable records are present at the next open().
    [[nodiscard]] bool has_failed() const noexcept { return !is_whole_ || journal_->has_failed(); }
    [[nodiscard]] std::string error() const;

    [[nodiscard]] bool is_checkpoint_due() const noexcept {
        return records_since_checkpoint_ >= options_.checkpoint_records;
    }
    /// Writes the numbers, the messages kept and the application's state; removes what is behind
    /// the last but one checkpoint. The caller waits for the disk.
    [[nodiscard]] Expected<void> checkpoint(Time now, Bytes application_state = {});
    /// Commits and seals. Without it everything is as after a crash.
    [[nodiscard]] Expected<void> close(Time now);

  private:
    FixStore(std::unique_ptr<journal::Journal> journal, protocols::fix::MemoryStore kept,
             const FixStoreOptions& options);

    [[nodiscard]] Expected<void> recover(NoteListener* listener);
    void follow() noexcept;
    [[nodiscard]] bool has_room(std::size_t payload_bytes) noexcept;
    [[nodiscard]] bool turn() noexcept;
    void write(journal::RecordType type, Time time, Bytes payload, journal::Space space) noexcept;
    void write_number(journal::RecordType type, std::uint64_t number) noexcept;
    [[nodiscard]] Expected<void> sync();

    std::unique_ptr<journal::Journal> journal_;
    protocols::fix::MemoryStore kept_;
    FixStoreOptions options_;
    FixedArray<std::byte> payload_;
    std::size_t transaction_bytes_ = 0;  // 0: everything is committed
    std::uint64_t records_since_checkpoint_ = 0;
    Time time_{};  // of the last record
    bool is_whole_ = true;
    std::vector<std::uint64_t> checkpoints_;  // their records
    FixStoreRecovery recovered_;
};

}  // namespace hotpath::store
