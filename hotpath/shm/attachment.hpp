#pragma once
/// One end's attachment to a channel: its seat, its mapping, and the state of the other end.
/// Destruction marks an orderly exit; a killed process leaves no mark, so the next one on the seat
/// sees the crash. Threads: one owner; writer_epoch() is a load and may be asked on the hot path,
/// the questions that go to the kernel may not. Allocation: set-up only. Complexity: attaching is
/// linear in the pages, which are put in place.

#include <cstdint>
#include <utility>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/shm/mapping.hpp"
#include "hotpath/shm/seats.hpp"
#include "hotpath/shm/segment.hpp"
#include "hotpath/shm/segment_header.hpp"

namespace hotpath::shm {

enum class Role : std::uint8_t { Writer, SpscReader, BroadcastReader };

struct AttachRequest {
    Role role = Role::Writer;
    Nanos now{};  // since the Unix epoch; only shown
    HugePages huge_pages = HugePages::Try;
};

class Attachment {
  public:
    /// Takes a seat. Refused when it is taken, and when the file is not the one that was opened any
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

    /// How many have sat on this seat, this one included; a broadcast reader has the writer's.
    [[nodiscard]] std::uint64_t epoch() const noexcept { return epoch_; }
    /// Whether the one before on this seat ended without a farewell.
    [[nodiscard]] bool is_after_crash() const noexcept { return is_after_crash_; }

    /// The writer's epoch now: it grows when another writer takes over.
    [[nodiscard]] std::uint64_t writer_epoch() const noexcept;

    /// The writer's seat; the reader's of an spsc channel. System calls. One's own seat shows as
    /// attached.
    [[nodiscard]] SeatState writer() const noexcept;
    [[nodiscard]] SeatState spsc_reader() const noexcept;
    /// Whether the channel was removed: this end continues, no new process can attach.
    [[nodiscard]] bool is_removed() const noexcept;

  private:
    Attachment(Descriptor file, Mapping mapping, Role role) noexcept
        : file_(std::move(file)), mapping_(std::move(mapping)), role_(role) {}

    void sit_down(Nanos now) noexcept;
    void say_farewell() noexcept;
    [[nodiscard]] SeatRecord& own_record() const noexcept;

    Descriptor file_;  // its lock is the seat
    Mapping mapping_;
    Role role_;
    std::uint64_t epoch_ = 0;
    bool is_after_crash_ = false;
};

/// The seat records, in the first page of a mapping.
struct SeatRecords {
    SeatRecord* writer;
    SeatRecord* reader;

    [[nodiscard]] static SeatRecords in(MutableBytes segment) noexcept;
};

/// The state of a seat, from the kernel's lock and the record.
[[nodiscard]] SeatState state_of(const SeatRecord& record, bool is_seat_taken) noexcept;

}  // namespace hotpath::shm
