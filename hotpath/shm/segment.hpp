#pragma once
/// A channel's file: made under its lock, complete before it has its name, checked before it is
/// believed.
///
/// A Segment is what was found out about the file, as a private copy: path, header, identity. It
/// holds nothing open; attach() opens the file anew, takes a seat and maps it. Threads: values; an
/// Attachment has one owner. Allocation: set-up only. Complexity: linear in the ring at creation
/// (pages are reserved: a full /dev/shm is an error here and not a signal later), O(1) else.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <utility>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/shm/channel_name.hpp"
#include "hotpath/shm/descriptor.hpp"
#include "hotpath/shm/mapping.hpp"
#include "hotpath/shm/place.hpp"
#include "hotpath/shm/seats.hpp"
#include "hotpath/shm/segment_header.hpp"

namespace hotpath::shm {

/// When there is a channel of that name already.
enum class IfPresent : std::uint8_t {
    Refuse,
    Resume,   // opened, when it is what is wanted
    Replace,  // removed with all that is in it, when nobody is attached
};

/// A new segment's header but for what create() finds out itself, and how to make it.
struct SegmentPlan {
    ChannelName name;
    Wanted wanted;  // all of it
    std::uint64_t ring_bytes = 0;
    Nanos created_at;
    HugePages huge_pages = HugePages::Try;
    IfPresent if_present = IfPresent::Refuse;
};

enum class Role : std::uint8_t { Writer, SpscReader, BroadcastReader };

struct AttachRequest {
    Role role = Role::Writer;
    Nanos now;  // since the Unix epoch; only shown
    HugePages huge_pages = HugePages::Try;
};

class Attachment;

class Segment {
  public:
    /// Lays out the ring in zeroed memory.
    using Format = std::function<void(MutableBytes ring)>;

    [[nodiscard]] static Expected<Segment> create(const Place& place, const SegmentPlan& plan,
                                                  const Format& format);
    [[nodiscard]] static Expected<Segment> open(const Place& place, const ChannelName& name);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    [[nodiscard]] const SegmentHeader& header() const noexcept { return header_; }
    [[nodiscard]] SegmentFile file() const { return {path_, header_.segment_bytes}; }

    /// Takes a seat. Refused when it is taken, when the file is not the one that was opened any
    /// more, or when it has changed its size since.
    [[nodiscard]] Expected<Attachment> attach(const AttachRequest& request) const;

  private:
    friend Expected<Segment> open_segment(const std::filesystem::path& path);

    Segment(std::filesystem::path path, const SegmentHeader& header)
        : path_(std::move(path)), header_(header) {}

    std::filesystem::path path_;
    SegmentHeader header_;
};

/// A seat and a mapping. Says farewell when it is destroyed; a process that is killed does not, and
/// that is how the next one knows.
class Attachment {
  public:
    Attachment(Attachment&& other) noexcept = default;
    Attachment& operator=(Attachment&&) = delete;
    ~Attachment();

    [[nodiscard]] MutableBytes ring() const noexcept {
        return mapping_.memory().subspan(SegmentHeader::kHeaderBytes);
    }
    [[nodiscard]] PageKind page_kind() const noexcept { return mapping_.page_kind(); }

    /// How many have sat on this seat, this one included; a broadcast reader's is the writer's.
    [[nodiscard]] std::uint64_t epoch() const noexcept { return epoch_; }
    /// Whether the one before on this seat ended without a farewell.
    [[nodiscard]] bool is_after_crash() const noexcept { return is_after_crash_; }

    /// The writer's epoch now: higher than before when another writer took over. A load, no more.
    [[nodiscard]] std::uint64_t writer_epoch() const noexcept;

    /// The state of the other end, by asking the kernel; not for the hot path.
    [[nodiscard]] SeatState writer() const noexcept;
    [[nodiscard]] SeatState spsc_reader() const noexcept;
    /// Whether the file has lost its name: this end goes on, nobody new will come.
    [[nodiscard]] bool is_removed() const noexcept;

  private:
    friend class Segment;

    Attachment(Descriptor file, Mapping mapping, Role role)
        : file_(std::move(file)), mapping_(std::move(mapping)), role_(role) {}

    void sit_down(Nanos now) noexcept;
    [[nodiscard]] SeatRecord& record(std::size_t at) const noexcept;

    Descriptor file_;  // holds the seat
    Mapping mapping_;
    Role role_;
    std::uint64_t epoch_ = 0;
    bool is_after_crash_ = false;
};

/// The file under that path as a segment, or why it is none.
[[nodiscard]] Expected<Segment> open_segment(const std::filesystem::path& path);

/// The file, opened for reading and writing: a regular one, ours, for nobody else, and no symbolic
/// link.
[[nodiscard]] Expected<Descriptor> open_own_file(const std::filesystem::path& path);

/// Where a channel of that name is in the place; the plain folder's file when it is nowhere.
[[nodiscard]] std::filesystem::path path_of(const Place& place, const ChannelName& name);

/// What the kernel and the record say of a seat. The caller's own seat is not seen.
[[nodiscard]] SeatState state_of(const SeatRecord& record, bool is_seat_taken) noexcept;

/// Removes a channel's file under the place's lock. Refused while somebody is attached, unless
/// forced: those who are go on with a channel that has no name any more.
enum class Removal : std::uint8_t { IfUnused, Forced };
[[nodiscard]] Expected<void> remove_channel(const Place& place, const ChannelName& name,
                                            Removal removal);

}  // namespace hotpath::shm
