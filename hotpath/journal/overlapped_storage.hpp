#pragma once
/// A journal's folder whose group commits overlap: one group is written while the previous one is
/// being made durable. For two journal threads and JournalOptions::commits_max = 2.
///
///   one thread       | write 1 | fdatasync 1 |
///   the other one              | write 2     | fdatasync 2 |
///
/// Each thread that calls carry_out() takes the oldest commit, writes it past the page cache
/// (O_DIRECT; through it, two fdatasyncs of one file wait for each other's pages), lets the next
/// one write, and sleeps in fdatasync. Writes never overlap: a group begins in the block where the
/// previous one ends and rewrites those bytes, so its write must reach the disk later. Where a file
/// cannot be opened so (tmpfs), at its very end, and when a group is written again, a commit is a
/// plain pwrite and fdatasync.
///
/// Threads: commits are begun and taken by one thread at a time, carry_out() by any; the rest as
/// FileStorage. Allocation: at open_folder(). What it is worth: docs/guide/journal.md.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "hotpath/journal/file_storage.hpp"

namespace hotpath::journal {

class OverlappedStorage final : public FileStorage {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<OverlappedStorage>> open_folder(
        const std::filesystem::path& folder);

    ~OverlappedStorage() override;

    void close(File file) override;
    [[nodiscard]] bool is_ready() const override;
    void begin_commit(const Commit& commit) override;
    [[nodiscard]] bool carry_out() override;
    [[nodiscard]] std::optional<CommitResult> poll_commit() override;

  private:
    /// O_DIRECT's largest alignment of memory, offsets and lengths.
    static constexpr std::size_t kBlock = 4'096;
    static constexpr std::size_t kStagingBytes = std::size_t{64} << 10U;
    using Block = std::array<std::byte, kBlock>;

    struct Flight {
        Commit commit{};
        CommitResult result{};
        int direct = -1;  // the file's number without the page cache; -1: a plain write
        Block before{};   // the first block's bytes before the commit
        std::atomic<bool> is_done{false};
    };
    /// The current file of commits, and their end.
    struct Active {
        int file = -1;
        int direct = -1;
        std::uint64_t bytes = 0;  // the file's
        std::uint64_t end = 0;    // after the last commit begun; 0: none yet
        Block tail{};             // the block of `end`, up to it
        bool is_plain = false;    // from here on through the page cache
    };
    struct FreeStaging {
        void operator()(std::byte* bytes) const noexcept;
    };

    OverlappedStorage(std::filesystem::path folder, int folder_number);

    void turn_to(File file);
    [[nodiscard]] bool can_go_direct(const Commit& commit);
    void note_tail(const Commit& commit) noexcept;
    [[nodiscard]] Io<void> write_commit(const Flight& flight);
    [[nodiscard]] Io<void> write_direct(const Flight& flight);

    // For the thread whose turn it is to begin commits and take results.
    Active active_;
    std::atomic<int> active_file_{-1};  // active_.file, for close() by the housekeeper
    std::array<Flight, kCommitsMax> flights_;
    std::uint64_t taken_back_ = 0;
    // Commits begun, and those of them that are written; in order.
    std::atomic<std::uint64_t> begun_{0};
    std::atomic<std::uint64_t> written_{0};
    // Held by the thread that writes.
    std::atomic<bool> is_writing_{false};
    std::unique_ptr<std::byte, FreeStaging> staging_;
};

}  // namespace hotpath::journal
