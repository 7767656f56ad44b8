#include "hotpath/journal/record.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/journal/encoder.hpp"
#include "hotpath/journal/scanner.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::journal {
namespace {

constexpr SegmentHeader kHeader{.epoch = 7,
                                .first_seq = 1'000,
                                .created = {123'456'789},
                                .build_id = 0x1122334455667788,
                                .segment_bytes = 4'096,
                                .prev_chain = 0xcafe};

Bytes bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

/// A segment of 4 KiB with these payloads, each type 5, at times 10, 20, ...
std::vector<std::byte> segment_with(const std::vector<std::string_view>& payloads,
                                    const SegmentHeader& header = kHeader) {
    std::vector<std::byte> segment(4'096);
    JournalEncoder encoder;
    std::ranges::copy(encoder.begin_segment(header), segment.begin());
    std::size_t at = kSegmentHeaderBytes;
    std::int64_t time = 0;
    for (const std::string_view payload : payloads) {
        time += 10;
        at += encoder.encode({.type = 5, .time = {time}, .synced_seq = header.first_seq - 1},
                             bytes_of(payload), MutableBytes(segment).subspan(at));
    }
    return segment;
}

TEST(SegmentHeader, IsTheBytesOfItsDrawing) {
    const SegmentHeaderBytes bytes = to_bytes(kHeader);
    EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(bytes.data()), 8), "hpjrnl\x1a\n");
    EXPECT_EQ(load_le<std::uint32_t>(bytes.data() + 8), 1U);
    EXPECT_EQ(load_le<std::uint64_t>(bytes.data() + 16), 7U);
    EXPECT_EQ(load_le<std::uint64_t>(bytes.data() + 24), 1'000U);
    EXPECT_EQ(load_le<std::uint64_t>(bytes.data() + 32), 123'456'789U);
    EXPECT_EQ(load_le<std::uint64_t>(bytes.data() + 40), 0x1122334455667788U);
    EXPECT_EQ(load_le<std::uint64_t>(bytes.data() + 48), 4'096U);
    EXPECT_EQ(load_le<std::uint32_t>(bytes.data() + 56), 0xcafeU);
    EXPECT_EQ(load_le<std::uint32_t>(bytes.data() + 60), 0U);
    EXPECT_EQ(to_segment_header(bytes), kHeader);
}

TEST(SegmentHeader, IsRefusedWithAnyBitFlipped) {
    const SegmentHeaderBytes whole = to_bytes(kHeader);
    for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
        SegmentHeaderBytes flipped = whole;
        flipped[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
        EXPECT_EQ(to_segment_header(flipped), std::nullopt) << "bit " << bit;
    }
    EXPECT_EQ(to_segment_header(Bytes(whole).first(63)), std::nullopt);
}

TEST(Record, IsTheBytesOfItsDrawing) {
    const auto segment = segment_with({"hello"});
    const std::byte* const at = segment.data() + kSegmentHeaderBytes;
    const std::uint32_t header_crc = load_le<std::uint32_t>(segment.data() + 12);
    EXPECT_EQ(load_le<std::uint32_t>(at), 37U);
    EXPECT_EQ(load_le<std::uint32_t>(at + 4),
              crc32c(Bytes(segment).subspan(kSegmentHeaderBytes + 8, 37 - 8), header_crc));
    EXPECT_EQ(load_le<std::uint64_t>(at + 8), 1'000U);
    EXPECT_EQ(load_le<std::uint64_t>(at + 16), 10U);
    EXPECT_EQ(load_le<std::uint32_t>(at + 24), link(0xcafe, header_crc));
    EXPECT_EQ(load_le<std::uint16_t>(at + 28), 5U);
    EXPECT_EQ(load_le<std::uint16_t>(at + 30), 1U);
    EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(at + 32), 5), "hello");
    EXPECT_EQ(at[37], std::byte{0});
    EXPECT_EQ(record_bytes(5), 40U);
}

TEST(Record, ScanningGivesBackWhatWasEncoded) {
    Random random(support::seed_of_this_test(3));
    std::vector<std::byte> segment(std::size_t{1} << 20U);
    JournalEncoder encoder;
    std::ranges::copy(encoder.begin_segment(kHeader), segment.begin());
    std::vector<std::vector<std::byte>> payloads;
    std::size_t at = kSegmentHeaderBytes;
    while (segment.size() - at > 4'096) {
        payloads.emplace_back(static_cast<std::size_t>(random.below(2'000)));
        std::ranges::generate(payloads.back(),
                              [&] { return static_cast<std::byte>(random.next()); });
        at += encoder.encode({.type = static_cast<RecordType>(payloads.size()),
                              .time = {static_cast<std::int64_t>(random.next())}},
                             payloads.back(), MutableBytes(segment).subspan(at));
    }
    JournalScanner scanner(segment, kHeader);
    Record record;
    for (std::size_t i = 0; i < payloads.size(); ++i) {
        ASSERT_TRUE(scanner.next(record)) << scan_stop_name(scanner.stop());
        EXPECT_EQ(record.seq, 1'000 + i);
        EXPECT_EQ(record.type, static_cast<RecordType>(i + 1));
        EXPECT_TRUE(std::ranges::equal(record.payload, payloads[i]));
    }
    EXPECT_FALSE(scanner.next(record));
    EXPECT_EQ(scanner.stop(), ScanStop::EndOfData);
    EXPECT_EQ(scanner.offset(), at);
    EXPECT_EQ(scanner.chain(), encoder.chain());
    EXPECT_EQ(judge_tail(segment, scanner).tail, Tail::Clean);
}

/// What stops a scan of `segment` after how many records.
struct Stopped {
    ScanStop stop;
    std::uint64_t records;
    TailVerdict tail;
};

Stopped scan(Bytes segment, const SegmentHeader& header = kHeader) {
    JournalScanner scanner(segment, header);
    Record record;
    while (scanner.next(record)) {
    }
    return {
        .stop = scanner.stop(), .records = scanner.records(), .tail = judge_tail(segment, scanner)};
}

TEST(Scanner, StopsAtEachKindOfWrongRecord) {
    const auto whole = segment_with({"one", "two", "three"});
    const std::size_t second = kSegmentHeaderBytes + record_bytes(3);
    const auto changed = [&](std::size_t at, auto value) {
        auto segment = whole;
        store_le(segment.data() + second + at, value);
        return segment;
    };
    // With a checksum that is right again: a bug of a writer, not of a disk.
    const auto forged = [&](std::size_t at, auto value) {
        auto segment = changed(at, value);
        const Bytes bytes = Bytes(segment).subspan(second, 35);
        store_le(segment.data() + second + 4,
                 record_crc(bytes, load_le<std::uint32_t>(segment.data() + 12)));
        return segment;
    };
    EXPECT_EQ(scan(changed(0, 0U)).stop, ScanStop::EndOfData);
    EXPECT_EQ(scan(changed(0, 31U)).stop, ScanStop::BadLength);
    EXPECT_EQ(scan(changed(0, 65'537U)).stop, ScanStop::BadLength);
    EXPECT_EQ(scan(changed(0, 4'000U)).stop, ScanStop::BadLength);
    EXPECT_EQ(scan(changed(32, std::uint8_t{'T'})).stop, ScanStop::BadCrc);
    EXPECT_EQ(scan(forged(8, std::uint64_t{1'002})).stop, ScanStop::BadSeq);
    EXPECT_EQ(scan(forged(24, 1U)).stop, ScanStop::BadChain);
    EXPECT_EQ(scan(forged(28, kSeal)).stop, ScanStop::BadSeal);
    EXPECT_EQ(scan(changed(35, std::uint8_t{1})).stop, ScanStop::BadPadding);
    for (const auto& segment : {changed(0, 0U), forged(24, 1U), changed(35, std::uint8_t{1})}) {
        EXPECT_EQ(scan(segment).records, 1U);
        EXPECT_EQ(scan(segment).tail.tail, Tail::Corrupt) << "a whole record stands behind it";
    }
}

TEST(Scanner, TakesNoRecordOfAnotherEpoch) {
    SegmentHeader older = kHeader;
    older.epoch = 6;
    const auto stale = segment_with({"one", "two", "three", "four"}, older);
    auto segment = segment_with({"one", "two"});
    const std::size_t from = kSegmentHeaderBytes + 2 * record_bytes(3);
    std::copy(stale.begin() + static_cast<std::ptrdiff_t>(from), stale.end(),
              segment.begin() + static_cast<std::ptrdiff_t>(from));
    const Stopped stopped = scan(segment);
    EXPECT_EQ(stopped.stop, ScanStop::BadCrc);
    EXPECT_EQ(stopped.records, 2U);
    EXPECT_EQ(stopped.tail.tail, Tail::Torn) << "nothing of this epoch is behind it";
}

TEST(Scanner, ASealEndsTheSegmentWhateverIsBehindIt) {
    auto segment = segment_with({});
    JournalEncoder encoder;
    (void)encoder.begin_segment(kHeader);
    std::size_t at = kSegmentHeaderBytes;
    at += encoder.encode({.type = 1}, bytes_of("last"), MutableBytes(segment).subspan(at));
    at += encoder.seal({}, MutableBytes(segment).subspan(at));
    segment[at + 100] = std::byte{1};
    const Stopped stopped = scan(segment);
    EXPECT_EQ(stopped.stop, ScanStop::Sealed);
    EXPECT_EQ(stopped.tail.tail, Tail::Clean);
    EXPECT_EQ(at, kSegmentHeaderBytes + record_bytes(4) + kSealBytes);
}

TEST(Scanner, AHoleThatPowerLeftIsTornUnlessTheLostRecordWasKnownToBeOnDisk) {
    const std::string longer(600, 'x');
    for (const bool is_known : {false, true}) {
        std::vector<std::byte> segment(4'096);
        JournalEncoder encoder;
        std::ranges::copy(encoder.begin_segment(kHeader), segment.begin());
        std::size_t at = kSegmentHeaderBytes;
        for (std::uint64_t seq = 1'000; seq < 1'004; ++seq) {
            at += encoder.encode({.type = 1, .synced_seq = is_known ? seq - 1 : 999},
                                 bytes_of(longer), MutableBytes(segment).subspan(at));
        }
        std::fill(segment.begin() + 1'024, segment.begin() + 1'536, std::byte{});  // a sector
        const Stopped stopped = scan(segment);
        EXPECT_EQ(stopped.records, 1U);
        EXPECT_EQ(stopped.tail.later_seq, 1'003U) << "two lost bytes there";
        EXPECT_EQ(stopped.tail.is_proven_durable, is_known);
        EXPECT_EQ(stopped.tail.tail, is_known ? Tail::Corrupt : Tail::Torn);
    }
}

}  // namespace
}  // namespace hotpath::journal
