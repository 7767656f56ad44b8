#pragma once
/// Storage of a journal's files, one folder, with an interface as narrow as the journal needs, so
/// that a test can inject errors, torn writes and lost writes at every step.
///
/// Three implementations: FileStorage (pwrite, fdatasync), OverlappedStorage (two groups at a time,
/// by two threads), MemoryStorage (in memory, with faults, for tests and simulations). An error is the system's number; the caller makes the
/// message. Threads: as the implementation says; a File is used by one thread at a time.
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

/// A group commit: done when its records are written and, if requested, durable.
struct Commit {
    File file{};
    std::uint64_t offset = 0;
    Bytes bytes{};
    bool is_synced = false;
    std::uint64_t ticket = 0;  // returned with the result
};

enum class CommitStep : std::uint8_t { Write, Sync };

struct CommitResult {
    std::uint64_t ticket = 0;
    int error = 0;  // 0: done
    CommitStep failed_at = CommitStep::Write;
};

/// The disk or its quota is full: not damage, and may be temporary.
[[nodiscard]] constexpr bool is_full(int error) noexcept {
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

/// A write that can be repeated: it was interrupted or cut short.
[[nodiscard]] constexpr bool is_passing(int error) noexcept {
    return error == EAGAIN || error == EINTR;
}

/// The process or the machine is short of descriptors or memory: not the disk's fault, and may pass.
[[nodiscard]] constexpr bool is_shortage(int error) noexcept {
    return error == EMFILE || error == ENFILE || error == ENOMEM;
}

class Storage {
  public:
    /// The most commits in progress at a time.
    static constexpr std::size_t kCommitsMax = 4;

    Storage() = default;
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;
    virtual ~Storage() = default;

    /// For error messages.
    [[nodiscard]] virtual std::string path_of(const std::string& name) const = 0;

    /// Names of files, in order.
    [[nodiscard]] virtual Io<std::vector<std::string>> list() = 0;
    /// A new, empty file; EEXIST when the name is taken.
    [[nodiscard]] virtual Io<File> create(const std::string& name) = 0;
    [[nodiscard]] virtual Io<File> open(const std::string& name) = 0;
    virtual void close(File file) = 0;
    [[nodiscard]] virtual Io<std::uint64_t> size(File file) = 0;
    /// Reserves room on the disk for the first `bytes` of the file, or returns an error that
    /// is_full().
    [[nodiscard]] virtual Io<void> reserve(File file, std::uint64_t bytes) = 0;
    /// Writes all or returns an error; then a part may be written.
    [[nodiscard]] virtual Io<void> write(File file, std::uint64_t offset, Bytes bytes) = 0;
    /// Makes written data survive a power failure. After an error the contents of the disk are
    /// unknown, and a retry could falsely succeed: the kernel marks the pages clean.
    [[nodiscard]] virtual Io<void> sync(File file) = 0;
    /// Returns fewer bytes at the end of the file.
    [[nodiscard]] virtual Io<std::size_t> read(File file, std::uint64_t offset,
                                               MutableBytes into) = 0;
    /// The whole file. It must not change while the bytes are in use.
    [[nodiscard]] virtual Io<FileBytes> view(const std::string& name);
    [[nodiscard]] virtual Io<void> truncate(File file, std::uint64_t bytes) = 0;
    /// Replaces an existing file of that name.
    [[nodiscard]] virtual Io<void> rename(const std::string& from, const std::string& to) = 0;
    [[nodiscard]] virtual Io<void> remove(const std::string& name) = 0;
    /// Makes earlier changes of names survive a power failure.
    [[nodiscard]] virtual Io<void> sync_folder() = 0;
    /// A hint: begin to write these bytes to disk, so that a later sync has less to do.
    virtual void start_writeback(File file, std::uint64_t offset, std::uint64_t bytes) = 0;

    /// Would a commit that begins now be written at once? If not, its group may still grow.
    [[nodiscard]] virtual bool is_ready() const { return true; }
    /// At most kCommitsMax in progress. They may finish in any order.
    virtual void begin_commit(const Commit& commit) = 0;
    /// Carries out a begun commit, blocking the calling thread on the disk; false when there is
    /// nothing to do. Any thread; no effect in storages that need no thread for it.
    [[nodiscard]] virtual bool carry_out() { return false; }
    /// The next finished commit; never waits.
    [[nodiscard]] virtual std::optional<CommitResult> poll_commit() = 0;
};

/// A storage that carries out each commit at once: one write, one sync.
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
