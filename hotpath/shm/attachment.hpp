#pragma once
/// One end's attachment to a channel: its lock, its mapping, and the state of the other end.
/// Destruction marks an orderly exit; a killed process leaves no mark, so the next process of this
/// end sees the crash. Threads: one owner; writer_epoch() is a load and may be called on the hot
/// path, the queries that go to the kernel may not. Allocation: set-up only. Complexity: attaching is
/// linear in the pages, which are put in place.

#include <cstdint>
#include <utility>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/shm/end_locks.hpp"
#include "hotpath/shm/mapping.hpp"
#include "hotpath/shm/segment.hpp"
#include "hotpath/shm/segment_header.hpp"

namespace hotpath::shm {

enum class Role : std::uint8_t { Writer, SpscReader, BroadcastReader };

struct AttachRequest {
    Role role = Role::Writer;
    Time now{};  // since the Unix epoch; only shown
    HugePages huge_pages = HugePages::Try;
};

class Attachment {
  public:
    /// Takes a lock. Refused when it is taken, and when the file is not the one that was opened any
    /// more, in what it is or in its size.
    [[nodiscard]] static Expected<Attachment> attach(const Segment& segment,
                                                     const AttachRequest& request);

    Attachment(Attachment&& other) noexcept = default;
    Attachment& operator=(Attachment&&) = delete;
    ~Attachment();

    /// The ring's memory; only to be read by a broadcast's reader.
    [[nodiscard]] MutableBytes ring() const noexcept {
        return mapping_.memory().subspan(SegmentHeader::kHeaderBytes);
    }
    [[nodiscard]] PageKind page_kind() const noexcept { return mapping_.page_kind(); }

    /// How many have attached as this end, this one included; a broadcast reader has the writer's.
    [[nodiscard]] std::uint64_t epoch() const noexcept { return epoch_; }
    /// Whether the last process of this end exited without detaching.
    [[nodiscard]] bool is_after_crash() const noexcept { return is_after_crash_; }

    /// The writer's epoch now: it grows when another writer takes over.
    [[nodiscard]] std::uint64_t writer_epoch() const noexcept;

    /// The writer's lock; the reader's of an spsc channel. System calls. One's own end shows as
    /// attached.
    [[nodiscard]] EndState writer() const noexcept;
    [[nodiscard]] EndState spsc_reader() const noexcept;
    /// Whether the channel was removed: this end continues, no new process can attach.
    [[nodiscard]] bool is_removed() const noexcept;

  private:
    Attachment(Descriptor file, Mapping mapping, Role role) noexcept
        : file_(std::move(file)), mapping_(std::move(mapping)), role_(role) {}

    void sit_down(Time now) noexcept;
    void say_farewell() noexcept;
    [[nodiscard]] EndRecord& own_record() const noexcept;

    Descriptor file_;  // its lock is this end's
    Mapping mapping_;
    Role role_;
    std::uint64_t epoch_ = 0;
    bool is_after_crash_ = false;
};

/// The records of the two ends, in the first page of a mapping.
struct EndRecords {
    EndRecord* writer;
    EndRecord* reader;

    [[nodiscard]] static EndRecords in(MutableBytes segment) noexcept;
};

/// The state of a lock, from the kernel's lock and the record.
[[nodiscard]] EndState state_of(const EndRecord& record, bool is_lock_taken) noexcept;

}  // namespace hotpath::shm
