#include "hotpath/journal/overlapped_storage.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::journal {

OverlappedStorage::OverlappedStorage(std::filesystem::path folder, int folder_number)
    : FileStorage(std::move(folder), folder_number, Opening::ReadWrite),
      staging_(static_cast<std::byte*>(std::aligned_alloc(kBlock, kStagingBytes))) {
    HOTPATH_ASSERT(staging_ != nullptr, "cannot allocate the staging buffer of one write");
}

void OverlappedStorage::FreeStaging::operator()(std::byte* bytes) const noexcept {
    std::free(bytes);
}

Expected<std::unique_ptr<OverlappedStorage>> OverlappedStorage::open_folder(
    const std::filesystem::path& folder) {
    const auto number = take_folder(folder, Opening::ReadWrite);
    if (!number) {
        return std::unexpected(number.error());
    }
    return std::unique_ptr<OverlappedStorage>(new OverlappedStorage(folder, *number));
}

OverlappedStorage::~OverlappedStorage() {
    if (active_.direct >= 0) {
        ::close(active_.direct);
    }
}

void OverlappedStorage::close(File file) {
    if (file.is_open() && file.number == active_file_.load(std::memory_order_acquire)) {
        turn_to({});  // the number may come again, for another file
    }
    FileStorage::close(file);
}

bool OverlappedStorage::is_ready() const {
    return begun_.load(std::memory_order_relaxed) == written_.load(std::memory_order_acquire);
}

/// Commits go to this file from now on.
void OverlappedStorage::turn_to(File file) {
    if (active_.direct >= 0) {
        ::close(active_.direct);
    }
    active_ = {.file = file.number};
    struct stat status{};
    if (file.is_open() && ::fstat(file.number, &status) == 0) {
        const std::string path = "/proc/self/fd/" + std::to_string(file.number);
        active_.direct = ::open(path.c_str(), O_WRONLY | O_DIRECT | O_CLOEXEC);
        active_.bytes = static_cast<std::uint64_t>(status.st_size);
    }
    active_file_.store(file.number, std::memory_order_release);
}

/// After the previous commit or at the segment's beginning, with whole blocks in the file; then
/// active_.tail is what its first block begins with.
bool OverlappedStorage::can_go_direct(const Commit& commit) {
    const std::uint64_t end = commit.offset + commit.bytes.size();
    const std::uint64_t blocks_end = (end + kBlock - 1) / kBlock * kBlock;
    if (active_.direct < 0 || active_.is_plain || blocks_end > active_.bytes) {
        return false;
    }
    if (active_.end != 0) {
        return commit.offset == active_.end;
    }
    const std::size_t before = commit.offset % kBlock;
    const auto read_bytes =
        read(commit.file, commit.offset - before, MutableBytes(active_.tail).first(before));
    return read_bytes && *read_bytes == before;
}

void OverlappedStorage::note_tail(const Commit& commit) noexcept {
    const std::uint64_t end = commit.offset + commit.bytes.size();
    const std::size_t before = commit.offset % kBlock;
    const std::size_t in_tail = end % kBlock;
    const std::size_t from_bytes = std::min<std::size_t>(in_tail, commit.bytes.size());
    const std::size_t kept = in_tail - from_bytes;
    HOTPATH_ASSERT(kept == 0 || kept == before,
                   "a short commit must start at the end of its block's data");
    std::ranges::copy(commit.bytes.last(from_bytes),
                      active_.tail.begin() + static_cast<std::ptrdiff_t>(kept));
    active_.end = end;
}

void OverlappedStorage::begin_commit(const Commit& commit) {
    if (!commit.is_synced) {
        FileStorage::begin_commit(commit);
        return;
    }
    const std::uint64_t number = begun_.load(std::memory_order_relaxed);
    HOTPATH_ASSERT(number - taken_back_ < kCommitsMax,
                   "at most kCommitsMax commits may be in progress");
    if (commit.file.number != active_.file) {
        turn_to(commit.file);
    }
    Flight& flight = flights_[number % kCommitsMax];
    flight.commit = commit;
    flight.direct = can_go_direct(commit) ? active_.direct : -1;
    flight.is_done.store(false, std::memory_order_relaxed);
    if (flight.direct >= 0) {
        flight.before = active_.tail;
        note_tail(commit);
    } else if (commit.offset >= active_.end) {
        active_.is_plain = true;  // the tail is no longer known
    }
    begun_.store(number + 1, std::memory_order_release);
}

bool OverlappedStorage::carry_out() {
    if (is_writing_.exchange(true, std::memory_order_acquire)) {
        return false;
    }
    const std::uint64_t number = written_.load(std::memory_order_relaxed);
    if (number == begun_.load(std::memory_order_acquire)) {
        is_writing_.store(false, std::memory_order_release);
        return false;
    }
    Flight& flight = flights_[number % kCommitsMax];
    const auto is_written = write_commit(flight);
    written_.store(number + 1, std::memory_order_release);
    is_writing_.store(false, std::memory_order_release);
    flight.result = {.ticket = flight.commit.ticket};
    if (!is_written) {
        flight.result.error = is_written.error();
    } else if (const auto is_synced = sync(flight.commit.file); !is_synced) {
        flight.result.error = is_synced.error();
        flight.result.failed_at = CommitStep::Sync;
    }
    flight.is_done.store(true, std::memory_order_release);
    return true;
}

/// In order.
std::optional<CommitResult> OverlappedStorage::poll_commit() {
    const Flight& oldest = flights_[taken_back_ % kCommitsMax];
    if (taken_back_ != begun_.load(std::memory_order_relaxed) &&
        oldest.is_done.load(std::memory_order_acquire)) {
        ++taken_back_;
        return oldest.result;
    }
    return FileStorage::poll_commit();
}

Io<void> OverlappedStorage::write_commit(const Flight& flight) {
    if (flight.direct >= 0) {
        const auto written = write_direct(flight);
        if (written || written.error() != EINVAL) {  // EINVAL: not on this file system after all
            return written;
        }
    }
    return write(flight.commit.file, flight.commit.offset, flight.commit.bytes);
}

/// Whole blocks: the bytes before the commit in the first one, zeros after it in the last one,
/// which are zeros on disk, too.
Io<void> OverlappedStorage::write_direct(const Flight& flight) {
    const std::size_t before = flight.commit.offset % kBlock;
    std::uint64_t offset = flight.commit.offset - before;
    Bytes left = flight.commit.bytes;
    std::copy_n(flight.before.begin(), before, staging_.get());
    for (std::size_t filled = before; !left.empty(); filled = 0) {
        const std::size_t taken = std::min(left.size(), kStagingBytes - filled);
        std::ranges::copy(left.first(taken), staging_.get() + filled);
        left = left.subspan(taken);
        filled += taken;
        const std::size_t length = (filled + kBlock - 1) / kBlock * kBlock;
        std::memset(staging_.get() + filled, 0, length - filled);
        const ssize_t done =
            ::pwrite(flight.direct, staging_.get(), length, static_cast<off_t>(offset));
        if (done != static_cast<ssize_t>(length)) {
            return std::unexpected(done < 0 ? errno : EAGAIN);
        }
        offset += length;
    }
    return {};
}

}  // namespace hotpath::journal
