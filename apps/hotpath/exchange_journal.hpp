#pragma once
/// The journal of `hotpath exchange`: recovery into the server, the thread that writes, snapshots.
///
/// The venue's thread appends and goes on; the journal's thread writes groups and wakes the venue's
/// when more has become durable. Both sleep when there is nothing to do. Threads: the venue's owns
/// it. Allocation: set-up, snapshots. Complexity: append() a copy, and a system call when the
/// writer sleeps.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>

#include "apps/hotpath/exchange_config.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/exchange/venue_server.hpp"
#include "hotpath/journal/journal.hpp"
#include "hotpath/net/waiter.hpp"

namespace hotpath::app {

/// What a start has found.
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
        const ExchangeConfig& config, exchange::VenueServer& server, Nanos now);
    ExchangeJournal(const ExchangeJournal&) = delete;
    ExchangeJournal& operator=(const ExchangeJournal&) = delete;
    ~ExchangeJournal();

    [[nodiscard]] const RecoveryReport& recovered() const noexcept { return recovered_; }
    /// Of the first record behind what was recovered.
    [[nodiscard]] std::uint64_t next_seq() const noexcept { return journal_->recovered().next_seq; }
    [[nodiscard]] std::uint64_t durable_seq() const noexcept { return journal_->durable_seq(); }
    [[nodiscard]] bool is_accepting() const noexcept { return journal_->is_accepting(); }
    /// For the venue's inputs; the reserve is what it keeps from orders.
    [[nodiscard]] exchange::JournalRoom room() const noexcept;
    [[nodiscard]] bool has_failed() const noexcept { return journal_->has_failed(); }
    [[nodiscard]] std::string error() const { return journal_->error(); }

    /// The writer begins; it wakes `venue` when more is durable.
    void start(net::Waiter& venue);
    /// Waits while the ring is full. An error is the end: the venue has taken an input that it
    /// cannot keep.
    [[nodiscard]] Expected<void> append(const exchange::InputRecord& record);
    /// Everything appended is on disk, whatever the mode.
    [[nodiscard]] Expected<void> wait_until_synced();
    /// Of a server that waits for nothing; then what it makes unnecessary is removed.
    [[nodiscard]] Expected<void> write_snapshot(const exchange::VenueServer& server, Nanos now);
    /// The writer ends, the segment is sealed.
    [[nodiscard]] Expected<void> close(Nanos now);

  private:
    ExchangeJournal(std::unique_ptr<journal::Journal> journal, net::Waiter&& work)
        : journal_(std::move(journal)), work_(std::move(work)) {}

    [[nodiscard]] Expected<void> recover_into(exchange::VenueServer& server);
    void write_until_stopped(net::Waiter& venue);

    std::unique_ptr<journal::Journal> journal_;
    net::Waiter work_;
    RecoveryReport recovered_;
    std::atomic<bool> is_asleep_{false};
    std::atomic<bool> is_stopping_{false};
    std::thread writer_;
};

/// In words, for the error of a replay.
[[nodiscard]] std::string describe(exchange::ApplyStatus status, std::uint64_t seq);

}  // namespace hotpath::app
