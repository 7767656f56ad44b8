#pragma once
/// The journal of `hotpath exchange`: recovery into the server, the threads that write, snapshots.
///
/// The venue's thread appends and continues; a journal's thread writes groups and wakes the venue's
/// when more has become durable. With two of them one writes its group while the other one's is
/// being synced. Each sleeps when it has no work. Threads: the venue's owns it. Allocation:
/// set-up, snapshots. Complexity: append() a copy, and a system call when a writer sleeps.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "apps/hotpath/exchange/archiver.hpp"
#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/journal/journal.hpp"
#include "hotpath/net/waiter.hpp"

namespace hotpath::app {

/// The result of recovery at a start.
struct RecoveryReport {
    std::uint64_t snapshot_seq = 0;          // 0: none
    std::uint64_t records = 0;               // replayed behind it
    std::uint64_t dropped_bytes = 0;         // of a torn tail
    std::vector<std::string> passed_over{};  // snapshots, and why
};

class ExchangeJournal {
  public:
    /// Recovers into `server`, which is as it was made and is to be started with next_seq().
    [[nodiscard]] static Expected<std::unique_ptr<ExchangeJournal>> open(
        const ExchangeConfig& config, exchange::VenueServer& server, Time now);
    ExchangeJournal(const ExchangeJournal&) = delete;
    ExchangeJournal& operator=(const ExchangeJournal&) = delete;
    ~ExchangeJournal();

    [[nodiscard]] const RecoveryReport& recovered() const noexcept { return recovered_; }
    /// The time of the first record after recovery.
    [[nodiscard]] std::uint64_t next_seq() const noexcept { return journal_->recovered().next_seq; }
    [[nodiscard]] std::uint64_t durable_seq() const noexcept { return journal_->durable_seq(); }
    [[nodiscard]] bool is_accepting() const noexcept { return journal_->is_accepting(); }
    /// For the venue's inputs; the reserve is what it keeps from orders.
    [[nodiscard]] exchange::JournalRoom room() const noexcept;
    [[nodiscard]] bool has_failed() const noexcept { return journal_->has_failed(); }
    [[nodiscard]] std::string error() const { return journal_->error(); }

    [[nodiscard]] ArchiveState archive() const { return archiver_->state(); }
    /// Waits for what was begun; nothing more is archived.
    void finish_archive() { archiver_->finish(); }
    [[nodiscard]] std::size_t writers() const noexcept { return writers_.size(); }

    /// The writers begin; they wake `venue` when more is durable.
    void start(net::Waiter& venue);
    /// Waits while the ring is full. An error is the end: the venue has taken an input that it
    /// cannot keep.
    [[nodiscard]] Expected<void> append(const exchange::InputRecord& record);
    /// After the records of a turn: they are one group, not the first one and the rest. Of writers
    /// one that sleeps, if there is one: the others look for more before they do.
    void wake_a_writer() noexcept;
    /// Everything appended is on disk, whatever the mode.
    [[nodiscard]] Expected<void> wait_until_synced();
    /// The server must have no waiting outputs. Segments that the snapshot makes unnecessary for a
    /// recovery go to the archive soon after.
    [[nodiscard]] Expected<void> write_snapshot(const exchange::VenueServer& server, Time now);
    /// The writers end, the segment is sealed.
    [[nodiscard]] Expected<void> close(Time now);

  private:
    struct Writer {
        explicit Writer(net::Waiter&& waiter) : work(std::move(waiter)) {}
        net::Waiter work;
        std::atomic<bool> is_asleep{false};
        std::uint64_t reported = 0;  // to the venue, as durable
        std::thread thread;
    };

    explicit ExchangeJournal(std::unique_ptr<journal::Journal> journal)
        : journal_(std::move(journal)) {}

    [[nodiscard]] Expected<void> add_writer();
    [[nodiscard]] Expected<void> recover_into(exchange::VenueServer& server);
    void write_until_stopped(Writer& writer, net::Waiter& venue);
    /// One turn; false when there was nothing to do.
    [[nodiscard]] bool write_some(Writer& writer, net::Waiter& venue);
    /// The durable record for which the venue waits, for the writers; 0 in mode memory, in which
    /// nothing waits for durable_seq().
    [[nodiscard]] std::uint64_t awaited_seq() const noexcept {
        return is_waited_for_ ? journal_->durable_seq() : 0;
    }
    /// Something is on its way to the disk, or waits for what is to be written.
    [[nodiscard]] bool is_under_way() const noexcept {
        return journal_->durable_seq() < appended_seq_.load() && !journal_->has_failed();
    }
    void stop_writers();

    std::unique_ptr<journal::Journal> journal_;
    std::optional<JournalArchiver> archiver_;
    bool is_waited_for_ = true;  // in every mode but memory
    std::vector<std::unique_ptr<Writer>> writers_;
    RecoveryReport recovered_;
    std::vector<std::uint64_t> snapshots_;  // of this history
    std::atomic<std::uint64_t> appended_seq_{0};
    std::atomic<bool> is_stopping_{false};
};

/// In words, for the error of a replay.
[[nodiscard]] std::string describe(exchange::ApplyStatus status, std::uint64_t seq);

}  // namespace hotpath::app
