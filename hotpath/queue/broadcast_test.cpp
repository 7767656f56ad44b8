#include "hotpath/queue/broadcast.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/broadcast_records.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::queue {
namespace {

constexpr std::size_t kCapacity = 4'096;
constexpr std::size_t kRecordMax = kCapacity / 8 - 8;

using Buffer = std::array<std::byte, kRecordMax>;

[[nodiscard]] std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

/// What one read gave, as text: the record, or what came instead.
[[nodiscard]] std::string read(BroadcastReader& reader) {
    Buffer room{};
    const BroadcastResult result = reader.try_read(room);
    switch (result.status) {
        case BroadcastStatus::Record:
            return {reinterpret_cast<const char*>(room.data()), result.length};
        case BroadcastStatus::Empty:
            return "<empty>";
        case BroadcastStatus::Lapped:
            return "<lost " + std::to_string(result.lost) + ">";
        case BroadcastStatus::TooLong:
            return "<wants " + std::to_string(result.length) + ">";
        case BroadcastStatus::Damaged:
            return "<damaged>";
    }
    return "<unknown>";
}

void write_many(BroadcastWriter& writer, std::size_t records, std::size_t length = 100) {
    const Buffer filler{};
    for (std::size_t i = 0; i < records; ++i) {
        writer.write(std::span(filler).first(length));
    }
}

TEST(Broadcast, EveryReaderGetsEveryRecordInOrder) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader first = queue.reader();
    BroadcastReader second = queue.reader();
    writer.write(bytes_of("one"));
    writer.write(bytes_of("two"));
    EXPECT_EQ(read(first), "one");
    EXPECT_EQ(read(first), "two");
    EXPECT_EQ(read(first), "<empty>");
    EXPECT_EQ(read(second), "one");
    EXPECT_EQ(read(second), "two");
    EXPECT_EQ(read(second), "<empty>");
}

TEST(Broadcast, EveryLengthUpToTheLongestArrivesWhole) {
    const BroadcastQueue queue(65'536);
    ASSERT_EQ(queue.ring().record_bytes_max(), 8'184U);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    support::BroadcastRecords records(8'184);
    std::array<std::byte, 8'184> room{};
    for (std::size_t length = 0; length <= queue.ring().record_bytes_max(); ++length) {
        writer.write(records.fill(length, length));
        const BroadcastResult result = reader.try_read(room);
        ASSERT_EQ(result.status, BroadcastStatus::Record);
        ASSERT_EQ(result.length, length);
        ASSERT_EQ(result.seq, length);
        ASSERT_TRUE(records.is_filled(length, std::span(room).first(length)));
    }
}

TEST(Broadcast, ReadingTouchesNothingBehindTheRecord) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    for (std::size_t length = 0; length < 40; ++length) {
        std::array<std::byte, 48> room{};
        room.fill(std::byte{0x5a});
        writer.write(std::span<const std::byte>(Buffer{}).first(length));
        ASSERT_EQ(reader.try_read(room).length, length);
        ASSERT_TRUE(std::all_of(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(length),
                                [](std::byte each) { return each == std::byte{0}; }));
        ASSERT_TRUE(std::all_of(room.begin() + static_cast<std::ptrdiff_t>(length), room.end(),
                                [](std::byte each) { return each == std::byte{0x5a}; }));
    }
}

TEST(Broadcast, ARecordThatDoesNotFitTheRoomStaysTheNext) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    writer.write(bytes_of("four and more"));
    std::array<std::byte, 4> small{};
    const BroadcastResult result = reader.try_read(small);
    EXPECT_EQ(result.status, BroadcastStatus::TooLong);
    EXPECT_EQ(result.length, 13U);
    EXPECT_EQ(read(reader), "four and more");
}

TEST(Broadcast, AClaimIsInvisibleUntilItIsPublished) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    RecordWords words = writer.claim(12);
    EXPECT_EQ(words.length(), 12U);
    words.store(0, bytes_of("in place"));
    EXPECT_EQ(read(reader), "<empty>");
    words.store(8, bytes_of("done"));
    EXPECT_EQ(read(reader), "<empty>");
    writer.publish();
    EXPECT_EQ(read(reader), "in placedone");
}

TEST(Broadcast, ARecordIsWrittenWhereItStays) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    writer.write(16, [](RecordWords& words) {
        words.store_value(0, std::uint64_t{7});
        words.store_value(8, std::int32_t{-1});
        words.store_value(8, std::uint64_t{9});
    });
    std::array<std::uint64_t, 2> values{};
    EXPECT_EQ(reader.try_read(std::as_writable_bytes(std::span(values))).length, 16U);
    EXPECT_EQ(values[0], 7U);
    EXPECT_EQ(values[1], 9U);
}

TEST(Broadcast, ClaimedRecordsAppearTogether) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    writer.claim(1).store(0, bytes_of("a"));
    writer.claim(1).store(0, bytes_of("b"));
    EXPECT_EQ(writer.seq(), 2U);
    EXPECT_EQ(read(reader), "<empty>");
    writer.publish();
    EXPECT_EQ(read(reader), "a");
    EXPECT_EQ(read(reader), "b");
    EXPECT_EQ(read(reader), "<empty>");
}

TEST(Broadcast, AnAbandonedClaimNeverExisted) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    writer.claim(300).store(0, bytes_of("never"));
    writer.claim(3).store(0, bytes_of("nor"));
    writer.abandon();
    EXPECT_EQ(writer.seq(), 0U);
    writer.publish();
    EXPECT_EQ(read(reader), "<empty>");
    writer.write(bytes_of("but this"));
    EXPECT_EQ(read(reader), "but this");
    EXPECT_EQ(reader.seq(), 1U);
}

TEST(Broadcast, ABatchArrivesWholeAlsoWhenItIsLongerThanOnePublication) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    const Buffer filler{};
    const std::vector<std::span<const std::byte>> batch(12, std::span(filler).first(200));
    for (int lap = 0; lap < 10; ++lap) {
        writer.write_batch(batch);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            ASSERT_EQ(read(reader).size(), 200U);
        }
        ASSERT_EQ(read(reader), "<empty>");
    }
    writer.write_batch({});
    EXPECT_EQ(read(reader), "<empty>");
    EXPECT_EQ(reader.seq(), 120U);
}

TEST(Broadcast, ALappedReaderIsToldHowManyRecordsItLost) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    write_many(writer, 1);
    ASSERT_EQ(read(reader).size(), 100U);
    write_many(writer, 1'000);
    Buffer room{};
    const BroadcastResult result = reader.try_read(room);
    ASSERT_EQ(result.status, BroadcastStatus::Lapped);
    EXPECT_EQ(result.seq, 1 + result.lost);
    std::uint64_t received = 1;
    while (reader.try_read(room).status == BroadcastStatus::Record) {
        ++received;
    }
    EXPECT_EQ(received + result.lost, 1'001U);
    writer.write(bytes_of("and on it goes"));
    EXPECT_EQ(read(reader), "and on it goes");
}

// The word at its place is zero then, as if nothing had been written since.
TEST(Broadcast, AReaderExactlyOneLapBehindIsLappedNotAtTheEnd) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    write_many(writer, kCapacity / 64, 56);
    EXPECT_EQ(read(reader), "<lost 63>");
}

TEST(Broadcast, AReaderThatIsNotQuiteLappedLosesNothing) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    write_many(writer, kCapacity / 64 - 1, 56);
    for (std::size_t i = 0; i < kCapacity / 64 - 1; ++i) {
        ASSERT_EQ(read(reader).size(), 56U);
    }
    EXPECT_EQ(read(reader), "<empty>");
}

TEST(Broadcast, ALateJoinerTakesWhatComesOrWhatIsStillThere) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    writer.write(bytes_of("early"));
    BroadcastReader newest = queue.reader(StartAt::Newest);
    BroadcastReader oldest = queue.reader(StartAt::Oldest);
    EXPECT_EQ(read(newest), "<empty>");
    EXPECT_EQ(newest.seq(), 1U);
    EXPECT_EQ(read(oldest), "early");
    writer.write(bytes_of("late"));
    EXPECT_EQ(read(newest), "late");
    EXPECT_EQ(read(oldest), "late");
}

TEST(Broadcast, TheOldestIsAtMostTwoChunksAndTwoRecordsShortOfTheRing) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    for (std::uint64_t written = 1; written <= 500; ++written) {
        write_many(writer, 1);
        const BroadcastReader oldest = queue.reader(StartAt::Oldest);
        const std::uint64_t kept = (kCapacity - 2 * queue.ring().chunk_bytes()) / 112 - 2;
        ASSERT_LE(oldest.seq(), written - std::min(written, kept));
    }
}

TEST(Broadcast, WrapsItsPositionsAndItsNumbers) {
    constexpr std::uint64_t kLast = ~std::uint64_t{0};
    for (const BroadcastStart start :
         {BroadcastStart{.position = kLast - 2'055, .seq = kLast - 5},
          BroadcastStart{.position = 0xffff'f800, .seq = 0xffff'fff0},
          BroadcastStart{.position = kLast / 2 - 2'055, .seq = kLast / 2 - 5}}) {
        const BroadcastQueue queue(kCapacity, start);
        BroadcastWriter writer = queue.writer();
        BroadcastReader reader = queue.reader();
        BroadcastReader slow = queue.reader();
        for (std::uint64_t i = 0; i < 100; ++i) {
            ASSERT_EQ(writer.seq(), start.seq + i);
            writer.write(bytes_of("a record that wraps"));
            ASSERT_EQ(queue.reader(StartAt::Newest).seq(), start.seq + i + 1);
            ASSERT_EQ(queue.writer().seq(), start.seq + i + 1);
            ASSERT_EQ(read(reader), "a record that wraps");
        }
        write_many(writer, 100);
        Buffer room{};
        const BroadcastResult lapped = slow.try_read(room);
        ASSERT_EQ(lapped.status, BroadcastStatus::Lapped);
        ASSERT_EQ(lapped.seq, start.seq + lapped.lost);
        ASSERT_LE(lapped.lost, 200U);
        ASSERT_GE(lapped.lost, 150U);
    }
}

TEST(Broadcast, WritingAndReadingAllocateNothing) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    BroadcastReader reader = queue.reader();
    BroadcastReader slow = queue.reader();
    Buffer room{};
    const std::array<std::span<const std::byte>, 2> batch{std::span(room).first(10), room};
    std::uint64_t received = 0;
    const NoAllocScope scope;
    for (int i = 0; i < 100; ++i) {
        writer.write(std::span(room).first(73));
        writer.write(8, [](RecordWords& words) { words.store_value(0, std::uint64_t{1}); });
        writer.write_batch(batch);
        while (reader.try_read(room).status == BroadcastStatus::Record) {
            ++received;
        }
    }
    const BroadcastStatus lapped = slow.try_read(room).status;
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(received, 400U);
    EXPECT_EQ(lapped, BroadcastStatus::Lapped);
}

TEST(BroadcastDeathTest, RefusesWhatIsTooLongForTheRing) {
    const BroadcastQueue queue(kCapacity);
    BroadcastWriter writer = queue.writer();
    const std::array<std::byte, kRecordMax + 1> record{};
    EXPECT_DEATH(writer.write(record), "an eighth of the ring");
    EXPECT_DEATH(BroadcastQueue(5'000), "power of two");
}

}  // namespace
}  // namespace hotpath::queue
