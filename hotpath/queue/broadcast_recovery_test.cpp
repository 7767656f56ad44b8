// A writer dies after each of its stores. What it had published is there, what it had not never
// existed, and the next writer goes on between the two; readers that waited through it notice
// nothing.

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/queue/broadcast.hpp"
#include "tests/support/broadcast_records.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::queue {
namespace {

constexpr std::size_t kCapacity = 4'096;
constexpr std::size_t kWords = BroadcastRing::bytes(kCapacity) / kWordBytes;
constexpr std::size_t kControlWords = kWords - kCapacity / kWordBytes;

using Image = std::array<std::uint64_t, kWords>;

/// A ring, and pictures of all its memory.
class Ring {
  public:
    Ring() { (void)BroadcastRing::format(memory_.bytes(), kCapacity); }

    [[nodiscard]] BroadcastRing view() const {
        return BroadcastRing::attach(memory_.bytes(), kCapacity);
    }
    [[nodiscard]] std::byte* word(std::size_t at) const {
        return memory_.bytes().data() + at * kWordBytes;
    }
    [[nodiscard]] Image image() const {
        Image words{};
        for (std::size_t i = 0; i < kWords; ++i) {
            words[i] = load_word(word(i));
        }
        return words;
    }
    void show(const Image& words) const {
        for (std::size_t i = 0; i < kWords; ++i) {
            store_word(word(i), words[i]);
        }
    }

  private:
    RingMemory memory_{BroadcastRing::bytes(kCapacity)};
};

struct Case {
    const char* name;
    std::size_t bytes_before;  // in records of 64 bytes each, so that the next is at this position
    std::vector<std::size_t> lengths;
};

// Two laps are written first where old payload is to lie under the new record.
const Case kCases[] = {
    {"the first record of all", 0, {73}},
    {"an empty record", 2 * kCapacity + 64, {0}},
    {"within a chunk", 2 * kCapacity + 1'024 + 64, {40}},
    {"over many chunks", 2 * kCapacity + 1'024, {504}},
    {"up to the ring's end", 3 * kCapacity - 64, {56}},
    {"with padding at the ring's end", 3 * kCapacity - 64, {300}},
    {"a batch", 2 * kCapacity + 1'024, {8, 73, 0, 100}},
    {"a batch with padding within", 3 * kCapacity - 128, {56, 200, 30}},
    {"a batch with padding in front", 3 * kCapacity - 64, {200, 30}},
};

class DyingWriter : public testing::TestWithParam<Case> {
  protected:
    void SetUp() override {
        BroadcastWriter writer(ring_.view());
        for (std::size_t at = 0; at < GetParam().bytes_before; at += 64) {
            writer.write(records_.fill(writer.seq(), 56));
        }
        seq_ = writer.seq();
        before_ = ring_.image();
    }

    /// Everything a writer stores, in the order in which it does: reserved_until, checkpoint, then
    /// records; the header that publishes.
    [[nodiscard]] std::vector<std::size_t> stores_before_publication(const Image& after) const {
        std::vector<std::size_t> stores;
        stores.push_back(kReserved);
        for (std::size_t at = kCheckpoints; at < kControlWords; at += 2) {
            stores.push_back(at + 1);
            stores.push_back(at);
        }
        for (std::size_t at = kControlWords; at < kWords; ++at) {
            if (at != publishing_word()) {
                stores.push_back(at);
            }
        }
        std::erase_if(stores, [&](std::size_t at) { return before_[at] == after[at]; });
        return stores;
    }
    [[nodiscard]] std::size_t publishing_word() const {
        return kControlWords + GetParam().bytes_before % kCapacity / kWordBytes;
    }

    void write(BroadcastWriter& writer) {
        for (const std::size_t length : GetParam().lengths) {
            writer.claim(length).store(0, records_.fill(writer.seq() - 1, length));
        }
        writer.publish();
    }

    void expect_next(BroadcastReader& reader, std::size_t length) {
        std::array<std::byte, 512> room{};
        const std::uint64_t seq = reader.seq();
        const BroadcastResult result = reader.try_read(room);
        ASSERT_EQ(result.status, BroadcastStatus::Record);
        ASSERT_EQ(result.seq, seq);
        ASSERT_EQ(result.length, length);
        ASSERT_TRUE(records_.is_filled(seq, std::span(room).first(length)));
    }
    void expect_empty(BroadcastReader& reader) {
        std::array<std::byte, 512> room{};
        ASSERT_EQ(reader.try_read(room).status, BroadcastStatus::Empty);
    }

    /// `waiting` has read all that was published; then the writer died and left this image.
    void expect_recovery(BroadcastReader waiting) {
        expect_empty(waiting);
        BroadcastReader late(ring_.view(), StartAt::Newest);
        ASSERT_EQ(late.seq(), seq_);
        BroadcastReader oldest(ring_.view(), StartAt::Oldest);
        while (oldest.seq() != seq_) {
            expect_next(oldest, 56);
        }
        BroadcastWriter next(ring_.view());
        ASSERT_EQ(next.seq(), seq_);
        for (const std::size_t length : {std::size_t{20}, std::size_t{500}, std::size_t{0}}) {
            next.write(records_.fill(next.seq(), length));
            expect_next(waiting, length);
            expect_next(late, length);
            expect_next(oldest, length);
        }
        expect_empty(waiting);
    }

    static constexpr std::size_t kReserved = 0;
    static constexpr std::size_t kCheckpoints = 2 * kCacheLine / kWordBytes;

    Ring ring_;
    Image before_{};
    std::uint64_t seq_ = 0;
    support::BroadcastRecords records_{512};
};

TEST_P(DyingWriter, AWriterThatDiesBeforePublishingHasWrittenNothing) {
    const BroadcastReader waiting(ring_.view());
    BroadcastWriter writer(ring_.view());
    write(writer);
    const Image after = ring_.image();
    ASSERT_NE(after[publishing_word()], before_[publishing_word()]);
    const std::vector<std::size_t> stores = stores_before_publication(after);
    Image dead = before_;
    for (std::size_t died_after = 0; died_after <= stores.size(); ++died_after) {
        SCOPED_TRACE("died after store " + std::to_string(died_after));
        ring_.show(dead);
        expect_recovery(waiting);
        if (died_after < stores.size()) {
            dead[stores[died_after]] = after[stores[died_after]];
        }
    }
}

// The words of a record are stored in some order; none of them may matter.
TEST_P(DyingWriter, AWriterThatDiesAfterAnyOfItsWordsHasWrittenNothing) {
    Random random(support::seed_of_this_test(9));
    const BroadcastReader waiting(ring_.view());
    BroadcastWriter writer(ring_.view());
    write(writer);
    const Image after = ring_.image();
    const std::vector<std::size_t> stores = stores_before_publication(after);
    for (int deaths = 0; deaths < 200; ++deaths) {
        Image dead = before_;
        for (const std::size_t at : stores) {
            if (at < kControlWords || random.one_in(2)) {
                dead[at] = after[at];
            }
        }
        ring_.show(dead);
        expect_recovery(waiting);
    }
}

TEST_P(DyingWriter, AWriterThatDiesAfterPublishingHasWrittenAll) {
    BroadcastReader waiting(ring_.view());
    BroadcastWriter writer(ring_.view());
    write(writer);
    BroadcastWriter next(ring_.view());
    ASSERT_EQ(next.seq(), seq_ + GetParam().lengths.size());
    next.write(records_.fill(next.seq(), 11));
    for (const std::size_t length : GetParam().lengths) {
        expect_next(waiting, length);
    }
    expect_next(waiting, 11);
    expect_empty(waiting);
}

INSTANTIATE_TEST_SUITE_P(Broadcast, DyingWriter, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<Case>& each) {
                             std::string name = each.param.name;
                             std::erase(name, '\'');
                             std::replace(name.begin(), name.end(), ' ', '_');
                             return name;
                         });

TEST(BroadcastRecovery, AClaimIsAbandonedAtEveryStepByWriterAfterWriter) {
    const BroadcastQueue queue(kCapacity);
    BroadcastReader reader = queue.reader();
    support::BroadcastRecords records(500);
    std::array<std::byte, 512> room{};
    for (std::uint64_t seq = 0; seq < 300; ++seq) {
        const std::size_t length = records.length(seq);
        {
            (void)queue.writer().claim(length);
        }
        for (std::size_t written = 0; written <= length; written += 40) {
            BroadcastWriter dies = queue.writer();
            ASSERT_EQ(dies.seq(), seq);
            dies.claim(length).store(0, records.fill(~seq, written));
            ASSERT_EQ(reader.try_read(room).status, BroadcastStatus::Empty);
        }
        BroadcastWriter lives = queue.writer();
        lives.write(records.record(seq));
        const BroadcastResult result = reader.try_read(room);
        ASSERT_EQ(result.status, BroadcastStatus::Record);
        ASSERT_TRUE(records.is_record(result.seq, std::span(room).first(result.length)));
    }
}

TEST(BroadcastRecovery, AbandonedClaimsAreNotCountedAsLost) {
    const BroadcastQueue queue(kCapacity);
    BroadcastReader reader = queue.reader();
    std::array<std::byte, 512> room{};
    std::uint64_t accounted = 0;
    for (std::uint64_t written = 1; written <= 400; ++written) {
        {
            (void)queue.writer().claim(500);
        }
        queue.writer().write(std::span<const std::byte>(room).first(60));
        if (written % 100 == 0) {
            BroadcastResult result;
            do {
                result = reader.try_read(room);
                accounted += result.lost + (result.status == BroadcastStatus::Record ? 1U : 0U);
            } while (result.status != BroadcastStatus::Empty || reader.seq() != written);
            ASSERT_EQ(accounted, written);
        }
    }
}

// Found by models/broadcast.pml.
TEST(BroadcastRecovery, WritersThatAllDieRightBehindTheirReservationLeaveAPlaceToGoOn) {
    constexpr std::size_t kStride = 64;
    const BroadcastQueue queue(kCapacity);
    const BroadcastRing ring = queue.ring();
    const std::array<std::byte, kStride - kWordBytes> record{};
    std::uint64_t seq = 0;
    for (int deaths = 0; deaths < 10; ++deaths) {
        BroadcastWriter writer = queue.writer();
        ASSERT_EQ(writer.seq(), seq);
        while ((seq + 1) * kStride + kWordBytes <= ring.reserved_until()) {
            writer.write(record);
            ++seq;
        }
        // The first store of the next claim, of a long record, and no other.
        ring.reserve_until(ring.reserved_until() + 8 * ring.chunk_bytes());
    }
    BroadcastReader reader = queue.reader(StartAt::Newest);
    EXPECT_EQ(reader.seq(), seq);
}

}  // namespace
}  // namespace hotpath::queue
