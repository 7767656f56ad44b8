#pragma once
/// JournalArchiver: the thread that moves a venue's old segments to the archive, so that neither the
/// venue nor its journal waits for their hashes.
///
/// Threads: one owner; its own works. Allocation: free. Complexity: linear in the segments moved.

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "hotpath/journal/storage.hpp"
#include "hotpath/store/archive.hpp"

namespace hotpath::app {

struct ArchiveState {
    std::uint64_t segments = 0;  // in its chain
    std::string chain{};         // after the last of them; empty: none
    std::string trouble{};       // why the last attempt failed; empty: it did not
};

class JournalArchiver {
  public:
    /// `days`: archived segments older than this are removed; 0: none is. `storage` is the
    /// journal's, and outlives this.
    JournalArchiver(journal::Storage& storage, store::JournalArchive&& archive, std::uint32_t days);
    JournalArchiver(const JournalArchiver&) = delete;
    JournalArchiver& operator=(const JournalArchiver&) = delete;
    /// Does what was asked before.
    ~JournalArchiver();

    /// Soon: snapshots but these, the newest of the journal's history, are removed, and segments
    /// that no recovery from them needs are archived.
    void retire(std::vector<std::uint64_t> snapshots);
    /// Does what was asked before; nothing more may be asked.
    void finish();

    [[nodiscard]] ArchiveState state() const;

  private:
    void work();
    [[nodiscard]] Expected<void> retire_now(const std::vector<std::uint64_t>& snapshots);
    void note(const Expected<void>& done);

    journal::Storage& storage_;
    store::JournalArchive archive_;  // the thread's
    std::uint32_t days_;
    mutable std::mutex mutex_;
    std::condition_variable has_work_;
    std::optional<std::vector<std::uint64_t>> asked_;
    ArchiveState state_;
    bool is_ending_ = false;
    std::thread thread_;
};

}  // namespace hotpath::app
