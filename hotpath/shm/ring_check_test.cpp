// An end believes a ring: every place that a crash can leave, and nothing beyond.
#include "hotpath/shm/ring_check.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/queue/broadcast_writer.hpp"
#include "hotpath/queue/spsc.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::shm {
namespace {

using queue::BroadcastRing;
using queue::RingMemory;

using Message = std::uint64_t;
using SpscMemory = queue::SpscRing<Message>;

constexpr std::uint64_t kSlots = 8;

class SpscCheckTest : public ::testing::Test {
  protected:
    SpscCheckTest() { (void)SpscMemory::format(memory_.bytes(), kSlots); }

    [[nodiscard]] std::optional<std::string> damage(SpscEnd end) const {
        return spsc_damage<Message>(memory_.bytes(), kSlots, end);
    }
    [[nodiscard]] std::atomic<std::uint64_t>& turn(std::uint64_t slot) const {
        return reinterpret_cast<queue::Slot<Message, std::uint64_t>*>(
                   memory_.bytes().data() + sizeof(queue::SpscNotes<std::uint64_t>))[slot]
            .turn;
    }
    [[nodiscard]] queue::SpscNotes<std::uint64_t>& notes() const {
        return *reinterpret_cast<queue::SpscNotes<std::uint64_t>*>(memory_.bytes().data());
    }
    /// Both ends at `position`, the ring empty.
    void rest_at(std::uint64_t position) const {
        notes().produced = position;
        notes().consumed = position;
        for (std::uint64_t i = 0; i < kSlots; ++i) {
            turn((position + i) % kSlots) = position + i;
        }
    }

    RingMemory memory_{SpscMemory::bytes(kSlots)};
};

TEST_F(SpscCheckTest, ANewRingIsSoundForBothEnds) {
    EXPECT_EQ(damage(SpscEnd::Producer), std::nullopt);
    EXPECT_EQ(damage(SpscEnd::Consumer), std::nullopt);
}

TEST_F(SpscCheckTest, EveryStateOfUseIsSoundAlsoAcrossTheWrapOfPositions) {
    Random random(support::seed_of_this_test(53));
    for (const std::uint64_t first : {std::uint64_t{0}, ~std::uint64_t{0} - 40}) {
        rest_at(first);
        const SpscMemory ring = SpscMemory::attach(memory_.bytes(), kSlots);
        queue::SpscProducer<Message> producer(ring);
        queue::SpscConsumer<Message> consumer(ring);
        for (int i = 0; i < 300; ++i) {
            Message message = 0;
            (void)(random.one_in(2) ? producer.try_push(message) : consumer.try_pop(message));
            ASSERT_EQ(damage(SpscEnd::Producer), std::nullopt) << i;
            ASSERT_EQ(damage(SpscEnd::Consumer), std::nullopt) << i;
        }
    }
}

TEST_F(SpscCheckTest, ATurnIsBelievedWithinTwoRingsBeforeAndThreeAfterItsEnd) {
    constexpr std::uint64_t kOwn = 800;
    for (const SpscEnd end : {SpscEnd::Producer, SpscEnd::Consumer}) {
        rest_at(kOwn);
        (end == SpscEnd::Producer ? notes().consumed : notes().produced) = 123'456;
        for (const std::uint64_t good : {kOwn - 2 * kSlots, kOwn, kOwn + 3 * kSlots}) {
            turn(0) = good;
            EXPECT_EQ(damage(end), std::nullopt) << good;
        }
        for (const std::uint64_t bad : {kOwn - 3 * kSlots, kOwn + 3 * kSlots + 1, kOwn + 4 * kSlots,
                                        std::uint64_t{0}, ~std::uint64_t{7}}) {
            turn(0) = bad;
            EXPECT_EQ(damage(end),
                      "turn of slot 0 is " + std::to_string(bad) + ", wanted one near 800");
        }
    }
}

TEST_F(SpscCheckTest, ATurnIsItsSlotsNumberOrOneMore) {
    for (std::uint64_t slot = 0; slot < kSlots; ++slot) {
        for (std::uint64_t by = 0; by < kSlots; ++by) {
            rest_at(0);
            turn(slot) = slot + by;
            EXPECT_EQ(damage(SpscEnd::Consumer).has_value(), by > 1) << slot << " + " << by;
        }
    }
}

constexpr std::size_t kRingCapacity = BroadcastRing::kCapacityMin;

class BroadcastCheckTest : public ::testing::Test {
  protected:
    [[nodiscard]] BroadcastRing format(std::uint64_t position = 0) const {
        return BroadcastRing::format(memory_.bytes(), kRingCapacity,
                                     {.position = position, .seq = 1});
    }
    static void write(BroadcastRing ring, std::size_t records, std::size_t bytes) {
        queue::BroadcastWriter writer(ring);
        const std::vector<std::byte> record(bytes);
        for (std::size_t i = 0; i < records; ++i) {
            writer.write(record);
        }
    }
    static void set_header(const BroadcastRing& ring, std::uint64_t position,
                           queue::BroadcastHeader header) {
        queue::store_word(ring.at(position), header.word());
    }
    /// True if the check refuses it for this reason; empty: if it does not.
    static std::string reason(const BroadcastRing& ring) {
        return broadcast_damage(ring).value_or("");
    }

    RingMemory memory_{BroadcastRing::bytes(kRingCapacity)};
};

constexpr const char* kNoCheckpoint = "checkpoint is missing, wanted one within the ring";
constexpr const char* kBadHeader =
    "record header is damaged, wanted one whose record ends within the ring";
constexpr const char* kTooFar =
    "distance to the newest record exceeds the ring, wanted a shorter one";

TEST_F(BroadcastCheckTest, EveryStateOfUseIsSoundAlsoAcrossTheWrapOfPositions) {
    Random random(support::seed_of_this_test(59));
    for (const std::uint64_t first :
         {std::uint64_t{0}, ~std::uint64_t{0} - 8 * kRingCapacity + 1}) {
        const BroadcastRing ring = format(first);
        EXPECT_EQ(reason(ring), "");
        for (int i = 0; i < 200; ++i) {
            write(ring, 1 + random.below(5), random.below(ring.record_bytes_max() + 1));
            ASSERT_EQ(reason(ring), "") << i;
        }
    }
}

TEST_F(BroadcastCheckTest, AReservationIsAWholeNumberOfChunks) {
    const BroadcastRing ring = format();
    ring.reserve_until(ring.reserved_until() + 8);
    EXPECT_EQ(reason(ring), kNoCheckpoint);
}

TEST_F(BroadcastCheckTest, ARingWithoutACheckpointIsRefused) {
    const BroadcastRing ring = format();
    ring.reserve_until(ring.reserved_until() + 16 * kRingCapacity);
    EXPECT_EQ(reason(ring), kNoCheckpoint);
}

TEST_F(BroadcastCheckTest, ARecordsHeaderMustEndWithinTheRing) {
    const BroadcastRing ring = format();
    const std::size_t longest = ring.record_bytes_max();
    ring.reserve_until(1'024);
    set_header(ring, 0, queue::BroadcastHeader::record(longest));
    EXPECT_EQ(reason(ring), "");
    set_header(ring, 0, queue::BroadcastHeader::record(longest + 1));
    EXPECT_EQ(reason(ring), kBadHeader);
    set_header(ring, 0, queue::BroadcastHeader::padding(kRingCapacity));
    EXPECT_EQ(reason(ring), kTooFar) << "beyond what is reserved";
    set_header(ring, 0, queue::BroadcastHeader::padding(kRingCapacity - 8));
    EXPECT_EQ(reason(ring), kBadHeader);
}

TEST_F(BroadcastCheckTest, TheSecondHeaderIsLookedAtToo) {
    const BroadcastRing ring = format();
    set_header(ring, 0, queue::BroadcastHeader::record(8));
    set_header(ring, 16, queue::BroadcastHeader::record(ring.record_bytes_max() + 1));
    EXPECT_EQ(reason(ring), kBadHeader);
    set_header(ring, 16, queue::BroadcastHeader(0));
    EXPECT_EQ(reason(ring), "");
}

TEST_F(BroadcastCheckTest, PublishedRecordsWithoutEndAreRefused) {
    const BroadcastRing ring = format();
    for (std::uint64_t at = 0; at < kRingCapacity; at += 8) {
        set_header(ring, at, queue::BroadcastHeader::record(0));
    }
    EXPECT_EQ(reason(ring), kTooFar);
}

}  // namespace
}  // namespace hotpath::shm
