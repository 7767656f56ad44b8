#pragma once
/// A named channel between two processes: queue::SpscRing in a segment. One producer, one consumer,
/// nothing lost, also not when either is killed.
///
///   auto channel = shm::SpscChannel<Order>::create(shm::ChannelFolder::standard(),
///                      {.name = "orders", .slots = 4'096, .now = now, .protocol = {"orders", 1}});
///   auto producer = channel->attach_producer(now);
///
/// create() makes it, open() finds it, attach_*() takes a lock; a second producer or consumer is
/// refused by name. What a crash leaves: docs/design/queues/shm.md. Threads: a channel is a value;
/// an end is one thread's. Allocation: at set-up. Complexity: the queue's; attaching is O(slots).

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/queue/spsc.hpp"
#include "hotpath/shm/attached.hpp"
#include "hotpath/shm/channel_folder.hpp"
#include "hotpath/shm/channel_name.hpp"
#include "hotpath/shm/ring_check.hpp"
#include "hotpath/shm/segment.hpp"
#include "hotpath/shm/segment_header.hpp"

namespace hotpath::shm {

/// The name of a channel and what it must be.
struct SpscOptions {
    std::string_view name{};
    std::size_t slots = 0;  // a power of two; to open: 0 for any
    Time now{};             // since the Unix epoch; only shown
    Protocol protocol{};    // type of the messages; to open: no name for any
    HugePages huge_pages = HugePages::Try;
    IfPresent if_present = IfPresent::Refuse;
};

template <class T>
    requires queue::PlainMessage<T>
class SpscChannel {
  public:
    using Ring = queue::SpscRing<T>;
    using Producer = Attached<queue::SpscProducer<T>>;
    using Consumer = Attached<queue::SpscConsumer<T>>;

    static constexpr std::size_t kSlotsMin = queue::Slots<T, std::uint64_t>::kSlotsMin;
    static constexpr std::size_t kSlotsMax = std::size_t{1} << 32U;

    /// Creates the channel, or opens or replaces one of that name as options.if_present says. Fails
    /// if the options are out of range, if the name is taken, or if /dev/shm has no room; the error
    /// names file, field, found and wanted.
    [[nodiscard]] static Expected<SpscChannel> create(const ChannelFolder& where,
                                                      const SpscOptions& options) {
        const std::size_t slots = options.slots;
        if (!std::has_single_bit(slots) || slots < kSlotsMin || slots > kSlotsMax) {
            return fail("a channel's slots must be a power of two, 4 to 2^32, got " +
                        std::to_string(slots));
        }
        if (options.protocol.name.size() > kProtocolLengthMax) {
            return fail("a protocol's name must have at most 31 characters");
        }
        auto name = ChannelName::from(options.name);
        if (!name) {
            return std::unexpected(name.error());
        }
        return made(
            Segment::create(where,
                            {.name = std::move(*name),
                             .wanted = wanted(options),
                             .ring_bytes = Ring::bytes(slots),
                             .created_at = options.now,
                             .huge_pages = options.huge_pages,
                             .if_present = options.if_present},
                            [slots](MutableBytes memory) { (void)Ring::format(memory, slots); }),
            options);
    }

    /// Opens a channel that exists. Fails if there is none of that name, or if it is not what the
    /// options want.
    [[nodiscard]] static Expected<SpscChannel> open(const ChannelFolder& where,
                                                    const SpscOptions& options) {
        const auto name = ChannelName::from(options.name);
        return name ? made(Segment::open(where, *name), options) : std::unexpected(name.error());
    }

    /// Attach this process as an end of the channel. They fail while another process has the same
    /// end, or if the ring is damaged.
    [[nodiscard]] Expected<Producer> attach_producer(Time now) const {
        return attach<queue::SpscProducer<T>>({Role::Writer, now, huge_pages_}, SpscEnd::Producer);
    }
    [[nodiscard]] Expected<Consumer> attach_consumer(Time now) const {
        return attach<queue::SpscConsumer<T>>({Role::SpscReader, now, huge_pages_},
                                              SpscEnd::Consumer);
    }

    [[nodiscard]] std::size_t slots() const noexcept { return segment_.header().slots; }
    [[nodiscard]] const Segment& segment() const noexcept { return segment_; }

  private:
    SpscChannel(Segment segment, HugePages huge_pages)
        : segment_(std::move(segment)), huge_pages_(huge_pages) {}

    [[nodiscard]] static Wanted wanted(const SpscOptions& options) {
        return {.kind = Kind::Spsc,
                .slots = options.slots,
                .record_bytes = sizeof(T),
                .protocol = options.protocol};
    }

    /// The ring's size follows from slots and T; a file that contradicts them is refused.
    [[nodiscard]] static Expected<SpscChannel> made(Expected<Segment> segment,
                                                    const SpscOptions& options) {
        if (!segment) {
            return std::unexpected(segment.error());
        }
        const SegmentHeader& header = segment->header();
        if (auto fits = check_wanted(header, segment->file(), wanted(options)); !fits) {
            return std::unexpected(fits.error());
        }
        if (header.slots < kSlotsMin || header.slots > kSlotsMax ||
            header.ring_bytes != Ring::bytes(header.slots)) {
            return refuse(segment->path(),
                          {.field = "ring size",
                           .found = std::to_string(header.ring_bytes),
                           .wanted = std::to_string(Ring::bytes(header.slots)) + " for " +
                                     std::to_string(header.slots) + " slots"});
        }
        return SpscChannel(std::move(*segment), options.huge_pages);
    }

    template <class Endpoint>
    [[nodiscard]] Expected<Attached<Endpoint>> attach(const AttachRequest& request,
                                                      SpscEnd end) const {
        auto attachment = Attachment::attach(segment_, request);
        if (!attachment) {
            return std::unexpected(attachment.error());
        }
        const MutableBytes memory = attachment->ring();
        if (const auto damage = spsc_damage<T>(memory, slots(), end)) {
            return fail(segment_.path().string() + ": " + *damage);
        }
        Endpoint endpoint(Ring::attach(memory, slots()));
        return Attached<Endpoint>(std::move(*attachment), std::move(endpoint));
    }

    Segment segment_;
    HugePages huge_pages_;
};

}  // namespace hotpath::shm
