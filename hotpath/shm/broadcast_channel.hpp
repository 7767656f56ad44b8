#pragma once
/// A named channel from one process to many: queue::BroadcastRing in a segment. The writer never
/// waits; a reader that is too slow gets the exact number of lost records.
///
///   auto channel = shm::BroadcastChannel::create(shm::ChannelFolder::standard(),
///                      {.name = "telemetry", .capacity_bytes = 8 << 20, .now = now});
///   auto writer = channel->attach_writer(now);
///
/// Readers come and go as they like, up to EndLock::kReadersMax at a time, and map the memory for
/// reading only. A second writer is refused. What a crash leaves: docs/design/queues/shm.md.
/// Threads: a channel is a value; an end is one thread's. Allocation: at set-up. Complexity: the
/// queue's.

#include <cstdint>
#include <string_view>
#include <utility>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/queue/broadcast.hpp"
#include "hotpath/shm/attached.hpp"
#include "hotpath/shm/channel_folder.hpp"
#include "hotpath/shm/segment.hpp"
#include "hotpath/shm/segment_header.hpp"

namespace hotpath::shm {

/// The name of a channel and what it must be.
struct BroadcastOptions {
    std::string_view name{};
    std::size_t capacity_bytes = 0;  // a power of two, 4 KiB to 4 GiB; to open: 0 for what it has
    Time now{};                      // since the Unix epoch; only shown
    Protocol protocol{};             // type of the records; to open: no name for any
    HugePages huge_pages = HugePages::Try;
    IfPresent if_present = IfPresent::Refuse;
};

class BroadcastChannel {
  public:
    using Writer = Attached<queue::BroadcastWriter>;
    using Reader = Attached<queue::BroadcastReader>;

    /// Creates the channel, or opens or replaces one of that name as options.if_present says. Fails
    /// if the options are out of range, if the name is taken, or if /dev/shm has no room; the error
    /// names file, field, found and wanted.
    [[nodiscard]] static Expected<BroadcastChannel> create(const ChannelFolder& where,
                                                           const BroadcastOptions& options);
    /// Opens a channel that exists. Fails if there is none of that name, or if it is not what the
    /// options want.
    [[nodiscard]] static Expected<BroadcastChannel> open(const ChannelFolder& where,
                                                         const BroadcastOptions& options);

    /// Attaches this process as the writer. Fails while another process is the writer.
    [[nodiscard]] Expected<Writer> attach_writer(Time now) const;
    /// Attach this process as a reader: Newest reads the records from now on, Oldest those still
    /// there as well, ResumeAt continues at a record and loses none that was not overwritten
    /// meanwhile. They fail when kReadersMax readers are attached.
    [[nodiscard]] Expected<Reader> attach_reader(Time now, queue::StartAt start) const;
    [[nodiscard]] Expected<Reader> attach_reader(Time now, queue::ResumeAt resume) const;

    [[nodiscard]] std::size_t capacity_bytes() const noexcept { return segment_.header().slots; }
    /// Returns the length of the longest record.
    [[nodiscard]] std::size_t record_bytes_max() const noexcept {
        return segment_.header().record_bytes;
    }
    [[nodiscard]] const Segment& segment() const noexcept { return segment_; }

  private:
    struct Held {
        Attachment attachment;
        queue::BroadcastRing ring;
    };

    BroadcastChannel(Segment segment, HugePages huge_pages)
        : segment_(std::move(segment)), huge_pages_(huge_pages) {}

    [[nodiscard]] static Expected<BroadcastChannel> made(Expected<Segment> segment,
                                                         const BroadcastOptions& options);
    [[nodiscard]] Expected<Held> attach(Role role, Time now) const;
    template <class Where>
    [[nodiscard]] Expected<Reader> attach_reader_at(Time now, Where where) const;

    Segment segment_;
    HugePages huge_pages_;
};

}  // namespace hotpath::shm
