#include "lab/uring/uring_storage.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "hotpath/core/assert.hpp"

#if HOTPATH_IO_URING
#include <liburing.h>
#endif

namespace hotpath::journal {

#if HOTPATH_IO_URING

class UringStorage::Ring {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<Ring>> create() {
        std::unique_ptr<Ring> ring(new Ring);
        const int failed = io_uring_queue_init(kEntries, &ring->ring_, 0);
        if (failed != 0) {
            return fail(std::string("io_uring: cannot be set up: ") + std::strerror(-failed));
        }
        ring->is_open_ = true;
        return ring;
    }
    Ring(const Ring&) = delete;
    Ring& operator=(const Ring&) = delete;
    /// Waits for commits in progress: the kernel reads the groups' memory.
    ~Ring() {
        if (is_open_) {
            CommitResult ignored;
            while (busy_ > 0) {
                io_uring_cqe* done = nullptr;
                if (io_uring_wait_cqe(&ring_, &done) != 0) {
                    break;
                }
                (void)take(done, ignored);
            }
            io_uring_queue_exit(&ring_);
        }
    }

    void begin(const Commit& commit) {
        const std::size_t slot = free_slot();
        flights_[slot] = {.commit = commit, .is_busy = true, .steps_left = 2};
        ++busy_;
        io_uring_sqe* const write = io_uring_get_sqe(&ring_);
        io_uring_sqe* const sync = io_uring_get_sqe(&ring_);
        HOTPATH_ASSERT(write != nullptr && sync != nullptr,
                       "the ring must have two free entries for a commit");
        io_uring_prep_write(write, commit.file.number, commit.bytes.data(),
                            static_cast<unsigned>(commit.bytes.size()), commit.offset);
        write->flags |= IOSQE_IO_LINK;
        io_uring_prep_fsync(sync, commit.file.number, IORING_FSYNC_DATASYNC);
        io_uring_sqe_set_data64(write, slot * 2);
        io_uring_sqe_set_data64(sync, slot * 2 + 1);
        submit();
    }

    [[nodiscard]] bool poll(CommitResult& result) {
        if (is_unsubmitted_) {
            submit();
        }
        io_uring_cqe* done = nullptr;
        while (busy_ > 0 && io_uring_peek_cqe(&ring_, &done) == 0) {
            if (take(done, result)) {
                return true;
            }
        }
        return false;
    }

  private:
    static constexpr unsigned kEntries = 2 * kCommitsMax;

    struct Flight {
        Commit commit{};
        bool is_busy = false;
        int steps_left = 0;
        int written = 0;  // bytes, or an error below 0
        int synced = 0;
    };

    Ring() = default;

    [[nodiscard]] std::size_t free_slot() const {
        std::size_t slot = 0;
        while (slot < kCommitsMax && flights_[slot].is_busy) {
            ++slot;
        }
        HOTPATH_ASSERT(slot < kCommitsMax, "at most kCommitsMax commits may be in progress");
        return slot;
    }

    /// The kernel may be out of memory for a moment; then poll() tries again.
    void submit() { is_unsubmitted_ = io_uring_submit(&ring_) < 0; }

    /// True when that was the second of a commit's two.
    bool take(io_uring_cqe* done, CommitResult& result) {
        const std::uint64_t id = io_uring_cqe_get_data64(done);
        Flight& flight = flights_[static_cast<std::size_t>(id / 2)];
        (id % 2 == 0 ? flight.written : flight.synced) = done->res;
        io_uring_cqe_seen(&ring_, done);
        if (--flight.steps_left > 0) {
            return false;
        }
        flight.is_busy = false;
        --busy_;
        result = result_of(flight);
        return true;
    }

    /// A write that was cut short, or a call that was interrupted, has cancelled its fdatasync:
    /// nothing was promised, and the writer commits the same bytes again.
    [[nodiscard]] static CommitResult result_of(const Flight& flight) {
        CommitResult result{.ticket = flight.commit.ticket};
        const auto size = static_cast<int>(flight.commit.bytes.size());
        if (flight.written < 0) {
            result.error = -flight.written;
        } else if (flight.written < size) {
            result.error = EAGAIN;
        } else if (flight.synced < 0) {
            result.error = -flight.synced;
            result.failed_at = CommitStep::Sync;
        }
        return result;
    }

    io_uring ring_{};
    bool is_open_ = false;
    bool is_unsubmitted_ = false;
    std::size_t busy_ = 0;
    std::array<Flight, kCommitsMax> flights_{};
};

#else

class UringStorage::Ring {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<Ring>> create() {
        return fail("io_uring: not compiled into this build");
    }
    void begin(const Commit&) {}
    [[nodiscard]] static bool poll(CommitResult&) { return false; }
};

#endif

UringStorage::UringStorage(std::filesystem::path folder, int folder_number,
                           std::unique_ptr<Ring> ring)
    : FileStorage(std::move(folder), folder_number, Opening::ReadWrite), ring_(std::move(ring)) {}

UringStorage::~UringStorage() = default;

Expected<std::unique_ptr<UringStorage>> UringStorage::open_folder(
    const std::filesystem::path& folder) {
    auto ring = Ring::create();
    if (!ring) {
        return std::unexpected(ring.error());
    }
    const auto number = take_folder(folder, Opening::ReadWrite);
    if (!number) {
        return std::unexpected(number.error());
    }
    return std::unique_ptr<UringStorage>(new UringStorage(folder, *number, std::move(*ring)));
}

void UringStorage::begin_commit(const Commit& commit) {
    if (commit.is_synced) {
        ring_->begin(commit);
    } else {
        FileStorage::begin_commit(commit);
    }
}

std::optional<CommitResult> UringStorage::poll_commit() {
    CommitResult result;
    if (ring_->poll(result)) {
        return result;
    }
    return FileStorage::poll_commit();
}

}  // namespace hotpath::journal
