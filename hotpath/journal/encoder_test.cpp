// Records and seals byte by byte, as record.hpp draws them; a twin of the encoder by hand.
#include "hotpath/journal/encoder.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::journal {
namespace {

constexpr SegmentHeader kFirstHeader{
    .epoch = 3, .first_seq = 500, .segment_bytes = 4'096, .prev_chain = 0x1234};

/// crc32c by its definition, a bit at a time, of bytes in the order of the file.
class BitwiseCrc {
  public:
    explicit BitwiseCrc(std::uint32_t before = 0) : state_(~before) {}
    BitwiseCrc& add(Bytes bytes) {
        for (const std::byte byte : bytes) {
            state_ ^= std::to_integer<std::uint32_t>(byte);
            for (int bit = 0; bit < 8; ++bit) {
                state_ = (state_ & 1U) != 0 ? (state_ >> 1U) ^ 0x82f63b78U : state_ >> 1U;
            }
        }
        return *this;
    }
    [[nodiscard]] std::uint32_t value() const { return ~state_; }

  private:
    std::uint32_t state_;
};

std::uint32_t chain_by_hand(std::uint32_t chain, std::uint32_t crc) {
    std::array<std::byte, 8> both{};
    store_le(both.data(), chain);
    store_le(both.data() + 4, crc);
    return BitwiseCrc().add(both).value();
}

struct TwinRecord {
    std::uint64_t seq;
    std::int64_t time;
    std::uint16_t type;
    std::uint16_t flags;
    std::uint32_t chain;
    std::vector<std::byte> payload;
};

/// The bytes that record.hpp draws.
std::vector<std::byte> bytes_by_hand(const TwinRecord& record, std::uint32_t header_crc) {
    const std::size_t length = 32 + record.payload.size();
    std::vector<std::byte> bytes((length + 7) / 8 * 8);
    store_le(&bytes[0], static_cast<std::uint32_t>(length));
    store_le(&bytes[8], record.seq);
    store_le(&bytes[16], static_cast<std::uint64_t>(record.time));
    store_le(&bytes[24], record.chain);
    store_le(&bytes[28], record.type);
    store_le(&bytes[30], record.flags);
    std::ranges::copy(record.payload, bytes.begin() + 32);
    const std::uint32_t crc =
        BitwiseCrc(header_crc).add(Bytes(bytes).subspan(8, length - 8)).value();
    store_le(&bytes[4], crc);
    return bytes;
}

TEST(Encoder, WritesWhatIsDrawnForAnyPayloadAndAnySeq) {
    Random random(support::seed_of_this_test(71));
    JournalEncoder encoder;
    const SegmentHeaderBytes header = encoder.begin_segment(kFirstHeader);
    const std::uint32_t header_crc = load_le<std::uint32_t>(&header[12]);
    std::uint32_t chain = chain_by_hand(0x1234, header_crc);
    for (std::uint64_t seq = 500; seq < 600; ++seq) {
        TwinRecord twin{.seq = seq,
                        .time = static_cast<std::int64_t>(random.next()),
                        .type = static_cast<std::uint16_t>(random.below(0xff00)),
                        .flags = static_cast<std::uint16_t>(seq - 450),
                        .chain = chain,
                        .payload = std::vector<std::byte>(random.below(70))};
        std::ranges::generate(twin.payload, [&] { return static_cast<std::byte>(random.next()); });
        const auto wanted = bytes_by_hand(twin, header_crc);
        std::vector<std::byte> place(wanted.size() + 16, std::byte{0xee});
        EXPECT_EQ(encoder.next_seq(), seq);
        EXPECT_EQ(encoder.chain(), chain);
        const std::size_t taken = encoder.encode(
            {.type = twin.type, .time = {twin.time}, .synced_seq = 450}, twin.payload, place);
        ASSERT_EQ(taken, wanted.size());
        ASSERT_TRUE(std::ranges::equal(Bytes(place).first(taken), wanted)) << seq;
        EXPECT_EQ(std::ranges::count(Bytes(place).subspan(taken), std::byte{0xee}), 16)
            << "nothing is written after the record";
        chain = chain_by_hand(chain, load_le<std::uint32_t>(&wanted[4]));
    }
    EXPECT_EQ(encoder.records(), 100U);
    EXPECT_EQ(encoder.next_seq(), 600U);
}

TEST(Encoder, FlagsCountTheRecordsThatWereNotOnDiskUpToTheirMaximum) {
    for (const auto& [seq, synced, flags] :
         {std::tuple<std::uint64_t, std::uint64_t, std::uint16_t>{10, 9, 1},
          {10, 0, 10},
          {65'535, 0, 65'535},
          {65'536, 0, 65'535},
          {std::uint64_t{1} << 40U, 0, 65'535}}) {
        JournalEncoder encoder;
        SegmentHeader header = kFirstHeader;
        header.first_seq = seq;
        (void)encoder.begin_segment(header);
        std::array<std::byte, 32> place{};
        encoder.encode({.type = 1, .synced_seq = synced}, {}, place);
        EXPECT_EQ(load_le<std::uint16_t>(&place[30]), flags) << seq;
    }
}

TEST(Encoder, ASealHasTheNextNumberAndUsesNothingUp) {
    JournalEncoder encoder;
    const auto header = encoder.begin_segment(kFirstHeader);
    std::array<std::byte, 32> record{};
    encoder.encode({.type = 1, .synced_seq = 499}, {}, record);
    const std::uint32_t chain = encoder.chain();
    std::array<std::byte, 48> seal{};
    EXPECT_EQ(encoder.seal({.type = 7, .time = {77}, .synced_seq = 500}, seal), 48U);
    TwinRecord twin{.seq = 501,
                    .time = 77,
                    .type = 0xffff,
                    .flags = 1,
                    .chain = chain,
                    .payload = std::vector<std::byte>(16)};
    store_le(&twin.payload[0], std::uint64_t{1});  // records in the segment
    store_le(&twin.payload[8], std::uint64_t{chain});
    EXPECT_TRUE(std::ranges::equal(seal, bytes_by_hand(twin, load_le<std::uint32_t>(&header[12]))));
    EXPECT_EQ(encoder.next_seq(), 501U);
    EXPECT_EQ(encoder.records(), 1U);
    EXPECT_EQ(encoder.chain(), chain);
}

TEST(Encoder, ResumedWhereAnotherStoppedWritesTheSame) {
    JournalEncoder whole;
    (void)whole.begin_segment(kFirstHeader);
    std::array<std::byte, 40> first{};
    std::array<std::byte, 40> second{};
    const std::array<std::byte, 5> payload{std::byte{1}, std::byte{2}};
    whole.encode({.type = 1, .synced_seq = 499}, payload, first);
    JournalEncoder resumed;
    resumed.resume(
        kFirstHeader,
        {.next_seq = whole.next_seq(), .records = whole.records(), .chain = whole.chain()});
    EXPECT_EQ(resumed.next_seq(), 501U);
    EXPECT_EQ(resumed.records(), 1U);
    whole.encode({.type = 2, .synced_seq = 500}, payload, second);
    std::array<std::byte, 40> again{};
    resumed.encode({.type = 2, .synced_seq = 500}, payload, again);
    EXPECT_EQ(again, second);
    EXPECT_EQ(resumed.chain(), whole.chain());
}

TEST(Encoder, ANewSegmentCountsItsRecordsFromZeroAndContinuesTheChain) {
    JournalEncoder encoder;
    (void)encoder.begin_segment(kFirstHeader);
    std::array<std::byte, 32> place{};
    encoder.encode({.synced_seq = 499}, {}, place);
    SegmentHeader next = kFirstHeader;
    next.first_seq = 501;
    next.prev_chain = encoder.chain();
    const auto header = encoder.begin_segment(next);
    EXPECT_EQ(encoder.records(), 0U);
    EXPECT_EQ(encoder.next_seq(), 501U);
    EXPECT_EQ(encoder.chain(), chain_by_hand(next.prev_chain, load_le<std::uint32_t>(&header[12])));
}

TEST(Encoder, OfNoSegmentBeginsWithRecordOne) {
    const JournalEncoder encoder;
    EXPECT_EQ(encoder.next_seq(), 1U);
    EXPECT_EQ(encoder.records(), 0U);
    EXPECT_EQ(encoder.chain(), 0U);
}

}  // namespace
}  // namespace hotpath::journal
