#pragma once
/// Where a journal's files are: one folder of them, behind an interface as narrow as the journal
/// needs, so that a test can fail, tear and forget at every single step.
///
/// Four implementations: FileStorage (pwrite, fdatasync), OverlappedStorage (two groups at a time,
/// by two threads), UringStorage (the group commit by io_uring), MemoryStorage (in memory, with
/// faults, for tests and simulations). An error is the system's number; who calls knows the
/// sentence. Threads: as the implementation says; a File is used by one thread at a time.
/// Allocation: names and lists; none in write, sync and commits.

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/journal/file_bytes.hpp"

namespace hotpath::journal {

/// The error is an errno.
template <class T>
using Io = std::expected<T, int>;

/// An open file of a storage.
struct File {
    int number = -1;

    [[nodiscard]] bool is_open() const noexcept { return number >= 0; }
};

/// A group of records on its way: written, and if wanted made durable, before it is done.
struct Commit {
    File file{};
    std::uint64_t offset = 0;
    Bytes bytes{};
    bool is_synced = false;
    std::uint64_t ticket = 0;  // comes back with the result
};

enum class CommitStep : std::uint8_t { Write, Sync };

struct CommitResult {
    std::uint64_t ticket = 0;
    int error = 0;  // 0: done
    CommitStep failed_at = CommitStep::Write;
};

/// The disk, or what one may use of it, is full: no damage, and later it may not be.
[[nodiscard]] constexpr bool is_full(int error) noexcept {
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

/// A write that may simply be done again: it was interrupted or cut short.
[[nodiscard]] constexpr bool is_passing(int error) noexcept {
    return error == EAGAIN || error == EINTR;
}

class Storage {
  public:
    /// Commits that may be under way at a time.
    static constexpr std::size_t kCommitsMax = 4;

    Storage() = default;
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;
    virtual ~Storage() = default;

    /// For the sentence of an error.
    [[nodiscard]] virtual std::string path_of(const std::string& name) const = 0;

    /// Names of files, in order.
    [[nodiscard]] virtual Io<std::vector<std::string>> list() = 0;
    /// A new, empty file; EEXIST when the name is taken.
    [[nodiscard]] virtual Io<File> create(const std::string& name) = 0;
    [[nodiscard]] virtual Io<File> open(const std::string& name) = 0;
    virtual void close(File file) = 0;
    [[nodiscard]] virtual Io<std::uint64_t> size(File file) = 0;
    /// Room on the disk for the first `bytes` of the file, or an error that is_full().
    [[nodiscard]] virtual Io<void> reserve(File file, std::uint64_t bytes) = 0;
    /// All of it or an error; then some of it may be there.
    [[nodiscard]] virtual Io<void> write(File file, std::uint64_t offset, Bytes bytes) = 0;
    /// What is written is on disk, also when power fails. After an error it is unknown what is, and
    /// asking again would be told a lie: the pages count as clean.
    [[nodiscard]] virtual Io<void> sync(File file) = 0;
    /// Fewer at the end of the file.
    [[nodiscard]] virtual Io<std::size_t> read(File file, std::uint64_t offset,
                                               MutableBytes into) = 0;
    /// The whole file. It must not change while the bytes are in use.
    [[nodiscard]] virtual Io<FileBytes> view(const std::string& name);
    [[nodiscard]] virtual Io<void> truncate(File file, std::uint64_t bytes) = 0;
    /// Takes the place of a file that has the name already.
    [[nodiscard]] virtual Io<void> rename(const std::string& from, const std::string& to) = 0;
    [[nodiscard]] virtual Io<void> remove(const std::string& name) = 0;
    /// Names made, changed and removed before are so also when power fails.
    [[nodiscard]] virtual Io<void> sync_folder() = 0;
    /// A hint: begin to write these bytes to disk, so that a later sync has less to do.
    virtual void start_writeback(File file, std::uint64_t offset, std::uint64_t bytes) = 0;

    /// Would a commit that begins now be written at once? Until then its group may as well grow.
    [[nodiscard]] virtual bool is_ready() const { return true; }
    /// At most kCommitsMax are under way. They may be done in any order.
    virtual void begin_commit(const Commit& commit) = 0;
    /// Does what a commit that has begun is waiting for, the calling thread sleeping in the disk;
    /// false when there is nothing to do. Any thread; storages that need none for this do nothing.
    [[nodiscard]] virtual bool carry_out() { return false; }
    /// The next one that is done; never waits.
    [[nodiscard]] virtual std::optional<CommitResult> poll_commit() = 0;
};

/// A storage whose commits are done when they have begun: one write, one sync.
class DirectCommits : public Storage {
  public:
    void begin_commit(const Commit& commit) override;
    [[nodiscard]] std::optional<CommitResult> poll_commit() override;

  private:
    std::array<CommitResult, kCommitsMax> done_{};
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace hotpath::journal
