// The verdict on what follows the last record: clean, torn or damaged, by each of its signs.
#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/journal/encoder.hpp"
#include "hotpath/journal/scanner.hpp"

namespace hotpath::journal {
namespace {

constexpr SegmentHeader kTailHeader{
    .epoch = 2, .first_seq = 10, .segment_bytes = 4'096, .prev_chain = 7};

/// A segment of 4 KiB whose records are 512 bytes long, the first at byte 64.
class TailSegment {
  public:
    static constexpr std::size_t kRecordBytes = 512;

    /// In each record's flags: how many records are not known to be on disk, itself included.
    explicit TailSegment(std::size_t records, std::uint64_t unsynced = 100) {
        std::ranges::copy(encoder_.begin_segment(kTailHeader), bytes.begin());
        const std::vector<std::byte> payload(kRecordBytes - kRecordHeaderBytes, std::byte{'x'});
        for (std::size_t i = 0; i < records; ++i) {
            const std::uint64_t seq = encoder_.next_seq();
            const std::uint64_t synced = seq > unsynced ? seq - unsynced : 0;
            end += encoder_.encode({.type = 1, .synced_seq = synced}, payload,
                                   MutableBytes(bytes).subspan(end));
        }
    }
    void zero(std::size_t from, std::size_t count) {
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(from), count, std::byte{});
    }
    void copy(std::size_t from, std::size_t to, std::size_t count) {
        const std::vector<std::byte> moved(
            bytes.begin() + static_cast<std::ptrdiff_t>(from),
            bytes.begin() + static_cast<std::ptrdiff_t>(from + count));
        std::ranges::copy(moved, bytes.begin() + static_cast<std::ptrdiff_t>(to));
    }
    [[nodiscard]] static std::size_t at(std::size_t record) { return 64 + kRecordBytes * record; }

    struct Verdict {
        std::uint64_t records = 0;
        ScanStop stop{};
        TailVerdict tail{};
    };
    [[nodiscard]] Verdict judge() const {
        JournalScanner scanner(bytes, kTailHeader);
        Record record;
        while (scanner.next(record)) {
        }
        return {scanner.records(), scanner.stop(), judge_tail(bytes, scanner)};
    }

    std::vector<std::byte> bytes = std::vector<std::byte>(4'096);
    std::size_t end = kSegmentHeaderBytes;

  private:
    JournalEncoder encoder_;
};

TEST(Tail, OfZerosIsClean) {
    const auto verdict = TailSegment(3).judge();
    EXPECT_EQ(verdict.records, 3U);
    EXPECT_EQ(verdict.stop, ScanStop::EndOfData);
    EXPECT_EQ(verdict.tail.tail, Tail::Clean);
    EXPECT_EQ(verdict.tail.dropped_bytes, 0U);
    EXPECT_EQ(verdict.tail.later_seq, 0U);
}

TEST(Tail, OfAFullSegmentIsClean) {
    TailSegment segment(3);
    segment.bytes.resize(segment.end);
    EXPECT_EQ(segment.judge().stop, ScanStop::EndOfData);
    EXPECT_EQ(segment.judge().tail.tail, Tail::Clean);
    segment.bytes.resize(segment.end + 31, std::byte{1});  // no room for a header
    EXPECT_EQ(segment.judge().stop, ScanStop::EndOfData);
    EXPECT_EQ(segment.judge().tail.tail, Tail::Torn);
    EXPECT_EQ(segment.judge().tail.dropped_bytes, 31U);
}

TEST(Tail, DropsUpToTheLastByteThatIsNotZero) {
    for (const std::size_t behind : {0U, 1U, 31U, 32U, 1'000U}) {
        TailSegment segment(3);
        segment.bytes[segment.end + behind] = std::byte{1};
        const auto verdict = segment.judge();
        EXPECT_EQ(verdict.records, 3U) << behind;
        EXPECT_EQ(verdict.tail.tail, Tail::Torn) << behind;
        EXPECT_EQ(verdict.tail.dropped_bytes, behind + 1);
        EXPECT_EQ(verdict.tail.later_offset, 0U);
    }
}

TEST(Tail, OfARecordCutAnywhereIsTorn) {
    TailSegment segment(3);
    // Its length is 512: the first byte is a zero.
    for (std::size_t kept = 2; kept < TailSegment::kRecordBytes; kept += 7) {
        TailSegment cut = segment;
        cut.zero(TailSegment::at(2) + kept, TailSegment::kRecordBytes - kept);
        const auto verdict = cut.judge();
        EXPECT_EQ(verdict.records, 2U) << kept;
        EXPECT_EQ(verdict.tail.tail, Tail::Torn) << kept;
    }
}

TEST(Tail, WithALostSectorBeforeAWholeRecordIsTorn) {
    TailSegment segment(4);
    segment.zero(1'024, 512);  // in record 1 and the beginning of record 2
    const auto verdict = segment.judge();
    EXPECT_EQ(verdict.records, 1U);
    EXPECT_EQ(verdict.tail.tail, Tail::Torn);
    EXPECT_EQ(verdict.tail.later_seq, 13U);
    EXPECT_EQ(verdict.tail.later_offset, TailSegment::at(3));
    EXPECT_FALSE(verdict.tail.is_proven_durable);
    EXPECT_FALSE(verdict.tail.is_misplaced);
    EXPECT_EQ(verdict.tail.dropped_bytes, segment.end - TailSegment::at(1));
}

TEST(Tail, WithZerosFromTheStopToTheEndOfItsSectorIsTorn) {
    TailSegment segment(3);
    segment.zero(TailSegment::at(1), 1'024 - TailSegment::at(1));
    EXPECT_EQ(segment.judge().tail.tail, Tail::Torn);
    TailSegment one_byte_left(3);
    one_byte_left.zero(TailSegment::at(1), 1'023 - TailSegment::at(1));
    EXPECT_EQ(one_byte_left.judge().tail.tail, Tail::Corrupt) << "no sector lost its last write";
    EXPECT_EQ(one_byte_left.judge().tail.later_seq, 12U);
}

TEST(Tail, WithAFlippedBitBeforeAWholeRecordIsDamaged) {
    for (std::size_t bit = 0; bit < 8 * TailSegment::kRecordBytes; bit += 13) {
        TailSegment segment(4);
        segment.bytes[TailSegment::at(1) + bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
        const auto verdict = segment.judge();
        EXPECT_EQ(verdict.records, 1U) << bit;
        EXPECT_EQ(verdict.tail.tail, Tail::Corrupt) << bit;
        EXPECT_EQ(verdict.tail.later_offset, TailSegment::at(2)) << bit;
    }
}

TEST(Tail, FlagsProveThatTheMissingRecordWasOnDisk) {
    // Record 13 was written when at most so many records, itself included, were not on disk.
    for (const auto& [unsynced, is_proven] : {std::pair(1U, true), {2U, true}, {3U, false}}) {
        TailSegment segment(4, unsynced);
        segment.zero(1'024, 512);  // records 11 and 12
        const auto verdict = segment.judge();
        EXPECT_EQ(verdict.tail.later_seq, 13U);
        EXPECT_EQ(verdict.tail.is_proven_durable, is_proven) << unsynced;
        EXPECT_EQ(verdict.tail.tail, is_proven ? Tail::Corrupt : Tail::Torn) << unsynced;
    }
}

TEST(Tail, TheMissingRecordInAnotherPlaceIsDamage) {
    TailSegment segment(2);
    segment.copy(TailSegment::at(1), TailSegment::at(3), TailSegment::kRecordBytes);
    segment.zero(TailSegment::at(1), TailSegment::kRecordBytes);
    const auto verdict = segment.judge();
    EXPECT_EQ(verdict.records, 1U);
    EXPECT_TRUE(verdict.tail.is_misplaced);
    EXPECT_EQ(verdict.tail.tail, Tail::Corrupt);
    EXPECT_EQ(verdict.tail.later_seq, 11U);
    EXPECT_EQ(verdict.tail.later_offset, TailSegment::at(3));
}

TEST(Tail, AnEarlierRecordRepeatedIsNoLaterRecord) {
    TailSegment segment(2);
    segment.copy(TailSegment::at(0), TailSegment::at(3), TailSegment::kRecordBytes);
    const auto verdict = segment.judge();
    EXPECT_EQ(verdict.records, 2U);
    EXPECT_EQ(verdict.tail.later_offset, 0U);
    EXPECT_EQ(verdict.tail.tail, Tail::Torn);
}

TEST(Tail, ARecordThatIsWholeButForItsPaddingIsNoProofAgainstItself) {
    TailSegment segment(0);
    JournalEncoder encoder;
    (void)encoder.begin_segment(kTailHeader);
    const std::vector<std::byte> payload(3, std::byte{'x'});
    (void)encoder.encode({.type = 1}, payload, MutableBytes(segment.bytes).subspan(64));
    segment.bytes[64 + 36] = std::byte{1};
    const auto verdict = segment.judge();
    EXPECT_EQ(verdict.stop, ScanStop::BadPadding);
    EXPECT_EQ(verdict.tail.tail, Tail::Torn);
    EXPECT_EQ(verdict.tail.later_offset, 0U);
}

TEST(Tail, OfASealedSegmentIsCleanWhateverFollows) {
    TailSegment segment(1);
    JournalEncoder encoder;
    (void)encoder.begin_segment(kTailHeader);
    segment = TailSegment(0);
    const std::size_t sealed = encoder.seal({}, MutableBytes(segment.bytes).subspan(64));
    segment.bytes[64 + sealed] = std::byte{1};
    const auto verdict = segment.judge();
    EXPECT_EQ(verdict.stop, ScanStop::Sealed);
    EXPECT_EQ(verdict.records, 0U);
    EXPECT_EQ(verdict.tail.tail, Tail::Clean);
    EXPECT_EQ(verdict.tail.dropped_bytes, 0U);
}

TEST(ScanStops, HaveWords) {
    for (const auto& [stop, name] :
         {std::pair<ScanStop, std::string_view>{ScanStop::None, "a record"},
          {ScanStop::EndOfData, "end of data"},
          {ScanStop::Sealed, "sealed"},
          {ScanStop::BadLength, "impossible length"},
          {ScanStop::BadCrc, "wrong checksum"},
          {ScanStop::BadSeq, "wrong sequence number"},
          {ScanStop::BadChain, "not chained to the previous record"},
          {ScanStop::BadPadding, "bytes between records"},
          {ScanStop::BadSeal, "a seal with a wrong record count"}}) {
        EXPECT_EQ(scan_stop_name(stop), name);
    }
}

TEST(ScanLength, IsAtLeastAHeaderAndEndsWithinTheSegment) {
    for (const auto& [length, stop] : {std::pair<std::uint32_t, ScanStop>{1, ScanStop::BadLength},
                                       {31, ScanStop::BadLength},
                                       {32, ScanStop::BadCrc},
                                       {4'032, ScanStop::BadCrc},  // to the end of the segment
                                       {4'033, ScanStop::BadLength},
                                       {65'537, ScanStop::BadLength},
                                       {0xffffffff, ScanStop::BadLength}}) {
        TailSegment segment(0);
        store_le(&segment.bytes[64], length);
        EXPECT_EQ(segment.judge().stop, stop) << length;
    }
    std::vector<std::byte> large(kSegmentHeaderBytes + kRecordBytesMax + 64);
    std::ranges::copy(to_bytes(kTailHeader), large.begin());
    for (const auto& [length, stop] : {std::pair<std::uint32_t, ScanStop>{65'536, ScanStop::BadCrc},
                                       {65'537, ScanStop::BadLength}}) {
        store_le(&large[64], length);
        JournalScanner scanner(large, kTailHeader);
        Record record;
        EXPECT_FALSE(scanner.next(record));
        EXPECT_EQ(scanner.stop(), stop) << length;
    }
}

}  // namespace
}  // namespace hotpath::journal
