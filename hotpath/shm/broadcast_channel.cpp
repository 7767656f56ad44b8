#include "hotpath/shm/broadcast_channel.hpp"

#include <bit>
#include <string>

#include "hotpath/shm/channel_name.hpp"
#include "hotpath/shm/ring_check.hpp"

namespace hotpath::shm {

namespace {

using queue::BroadcastRing;

bool is_capacity(std::uint64_t bytes) noexcept {
    return std::has_single_bit(bytes) && bytes >= BroadcastRing::kCapacityMin &&
           bytes <= BroadcastRing::kCapacityMax;
}

/// As BroadcastRing::record_bytes_max(), before there is a ring.
std::uint32_t record_bytes_max(std::uint64_t capacity_bytes) noexcept {
    return static_cast<std::uint32_t>(capacity_bytes / BroadcastRing::kRecordParts -
                                      queue::kWordBytes);
}

Wanted wanted(const BroadcastOptions& options) {
    return {
        .kind = Kind::Broadcast,
        .slots = options.capacity_bytes,
        .record_bytes = options.capacity_bytes == 0 ? 0 : record_bytes_max(options.capacity_bytes),
        .protocol = options.protocol};
}

}  // namespace

Expected<BroadcastChannel> BroadcastChannel::create(const ChannelFolder& where,
                                                    const BroadcastOptions& options) {
    const std::size_t capacity = options.capacity_bytes;
    if (!is_capacity(capacity)) {
        return fail("a broadcast's capacity must be a power of two, 4 KiB to 4 GiB, got " +
                    std::to_string(capacity));
    }
    if (options.protocol.name.size() > kProtocolLengthMax) {
        return fail("a protocol's name must have at most " + std::to_string(kProtocolLengthMax) +
                    " characters");
    }
    auto name = ChannelName::from(options.name);
    if (!name) {
        return std::unexpected(name.error());
    }
    return made(Segment::create(where,
                                {.name = std::move(*name),
                                 .wanted = wanted(options),
                                 .ring_bytes = BroadcastRing::bytes(capacity),
                                 .created_at = options.now,
                                 .huge_pages = options.huge_pages,
                                 .if_present = options.if_present},
                                [capacity](MutableBytes memory) {
                                    (void)BroadcastRing::format(memory, capacity);
                                }),
                options);
}

Expected<BroadcastChannel> BroadcastChannel::open(const ChannelFolder& where,
                                                  const BroadcastOptions& options) {
    const auto name = ChannelName::from(options.name);
    return name ? made(Segment::open(where, *name), options) : std::unexpected(name.error());
}

/// The ring's size and its longest record follow from the capacity; a file that contradicts them is
/// refused.
Expected<BroadcastChannel> BroadcastChannel::made(Expected<Segment> segment,
                                                  const BroadcastOptions& options) {
    if (!segment) {
        return std::unexpected(segment.error());
    }
    const SegmentHeader& header = segment->header();
    if (auto fits = check_wanted(header, segment->file(), wanted(options)); !fits) {
        return std::unexpected(fits.error());
    }
    const bool is_consistent = is_capacity(header.slots) &&
                               header.ring_bytes == BroadcastRing::bytes(header.slots) &&
                               header.record_bytes == shm::record_bytes_max(header.slots);
    if (!is_consistent) {
        return refuse(segment->path(), {.field = "capacity",
                                        .found = std::to_string(header.slots),
                                        .wanted = "what fits a ring of " +
                                                  std::to_string(header.ring_bytes) + " bytes"});
    }
    return BroadcastChannel(std::move(*segment), options.huge_pages);
}

Expected<BroadcastChannel::Held> BroadcastChannel::attach(Role role, Time now) const {
    auto attachment =
        Attachment::attach(segment_, {.role = role, .now = now, .huge_pages = huge_pages_});
    if (!attachment) {
        return std::unexpected(attachment.error());
    }
    const BroadcastRing ring = BroadcastRing::attach(attachment->ring(), capacity_bytes());
    if (const auto damage = broadcast_damage(ring)) {
        return fail(segment_.path().string() + ": " + *damage);
    }
    return Held{std::move(*attachment), ring};
}

Expected<BroadcastChannel::Writer> BroadcastChannel::attach_writer(Time now) const {
    auto held = attach(Role::Writer, now);
    if (!held) {
        return std::unexpected(held.error());
    }
    return Writer(std::move(held->attachment), queue::BroadcastWriter(held->ring));
}

template <class Where>
Expected<BroadcastChannel::Reader> BroadcastChannel::attach_reader_at(Time now, Where where) const {
    auto held = attach(Role::BroadcastReader, now);
    if (!held) {
        return std::unexpected(held.error());
    }
    return Reader(std::move(held->attachment), queue::BroadcastReader(held->ring, where));
}

Expected<BroadcastChannel::Reader> BroadcastChannel::attach_reader(Time now,
                                                                   queue::StartAt start) const {
    return attach_reader_at(now, start);
}

Expected<BroadcastChannel::Reader> BroadcastChannel::attach_reader(Time now,
                                                                   queue::ResumeAt resume) const {
    return attach_reader_at(now, resume);
}

}  // namespace hotpath::shm
