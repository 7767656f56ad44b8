// An earlier reader continues where it was; and with anything else written into the ring's memory,
// a reader stays inside it and comes to an end.
#include <array>
#include <cstdint>
#include <span>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/queue/broadcast.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue {
namespace {

constexpr std::size_t kCapacity = 1U << 14U;

class ResumedBroadcast : public ::testing::Test {
  protected:
    ResumedBroadcast() : ring_(BroadcastRing::format(memory_.bytes(), kCapacity)) {}

    /// Records of different lengths that begin with their number.
    void write(std::uint64_t records) {
        BroadcastWriter writer(ring_);
        for (std::uint64_t i = 0; i < records; ++i) {
            std::array<std::uint64_t, 40> record{writer.seq()};
            const std::size_t words = 1 + writer.seq() % record.size();
            writer.write(std::as_bytes(std::span(record).first(words)));
        }
    }

    BroadcastResult read(BroadcastReader& reader) {
        return reader.try_read(std::as_writable_bytes(std::span(buffer_)));
    }

    RingMemory memory_{BroadcastRing::bytes(kCapacity)};
    BroadcastRing ring_;
    std::array<std::uint64_t, kCapacity / kWordBytes> buffer_{};
};

TEST_F(ResumedBroadcast, GoesOnAtEveryRecordThatIsStillThere) {
    write(1'000);
    const BroadcastReader oldest(ring_, StartAt::Oldest);
    ASSERT_LT(oldest.seq(), 950U);
    for (std::uint64_t seq = oldest.seq(); seq < 1'000; ++seq) {
        BroadcastReader reader(ring_, ResumeAt{seq});
        const BroadcastResult result = read(reader);
        ASSERT_EQ(result.status, BroadcastStatus::Record) << seq;
        ASSERT_EQ(result.seq, seq);
        ASSERT_EQ(buffer_[0], seq);
    }
}

TEST_F(ResumedBroadcast, IsToldExactlyWhatWasOverwrittenMeanwhile) {
    write(1'000);
    const BroadcastReader oldest(ring_, StartAt::Oldest);
    for (std::uint64_t seq = 0; seq < oldest.seq(); ++seq) {
        BroadcastReader reader(ring_, ResumeAt{seq});
        const BroadcastResult lapped = read(reader);
        ASSERT_EQ(lapped.status, BroadcastStatus::Lapped) << seq;
        ASSERT_EQ(read(reader).seq, seq + lapped.lost);
        ASSERT_EQ(buffer_[0], seq + lapped.lost);
    }
}

TEST_F(ResumedBroadcast, WaitsForTheNextRecordWhenItHasReadAll) {
    write(500);
    BroadcastReader reader(ring_, ResumeAt{500});
    EXPECT_EQ(read(reader).status, BroadcastStatus::Empty);
    write(1);
    EXPECT_EQ(read(reader).seq, 500U);
}

TEST_F(ResumedBroadcast, JoinsARingThatHasNotComeSoFar) {
    write(10);
    BroadcastReader reader(ring_, ResumeAt{5'000});
    EXPECT_EQ(reader.seq(), 10U);
    EXPECT_EQ(read(reader).status, BroadcastStatus::Empty);
}

TEST_F(ResumedBroadcast, CallsARecordDamagedThatWouldEndOutsideTheRing) {
    write(1);
    for (const std::uint64_t word :
         {BroadcastHeader::record(kCapacity).word(), BroadcastHeader::record(0xffff'fff0).word(),
          BroadcastHeader::padding(0).word(), BroadcastHeader::padding(24).word(),
          ~std::uint64_t{0}}) {
        BroadcastReader reader(ring_, ResumeAt{0});
        store_word(ring_.at(0), word);
        const BroadcastResult result = read(reader);
        EXPECT_EQ(result.status, BroadcastStatus::Damaged) << std::hex << word;
        EXPECT_EQ(read(reader).status, BroadcastStatus::Damaged) << "and it stays so";
    }
}

/// Words that look like the ring's own, mostly.
std::uint64_t hostile_word(Random& random) {
    switch (random.below(4)) {
        case 0:
            return random.next();
        case 1:
            return BroadcastHeader::record(random.below(2 * kCapacity)).word();
        case 2:
            return BroadcastHeader::padding(random.below(kCapacity)).word();
        default:
            return random.below(8 * kCapacity) / kWordBytes * kWordBytes;
    }
}

TEST_F(ResumedBroadcast, StaysInsideTheRingWhateverIsWrittenThere) {
    Random random(support::seed_of_this_test(21));
    const std::size_t words = BroadcastRing::bytes(kCapacity) / kWordBytes;
    const std::uint64_t rings = support::is_long_run() ? 20'000 : 500;
    for (std::uint64_t i = 0; i < rings; ++i) {
        ring_ = BroadcastRing::format(memory_.bytes(), kCapacity);
        write(random.below(400));
        BroadcastReader before(ring_, ResumeAt{random.below(400)});
        for (std::uint64_t n = 0; n < 200; ++n) {
            // The first 200 words hold the counters and checkpoints.
            const std::uint64_t at = random.below(random.one_in(2) ? 200 : words);
            store_word(memory_.bytes().data() + at * kWordBytes, hostile_word(random));
            (void)read(before);
            BroadcastReader after(ring_, ResumeAt{random.below(500)});
            (void)read(after);
        }
    }
}

}  // namespace
}  // namespace hotpath::queue
