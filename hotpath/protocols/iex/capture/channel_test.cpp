// Captures of DEEP: what is recognised and refused, lines, gaps, cuts.
#include "hotpath/protocols/iex/capture/channel.hpp"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/iex_segments.hpp"
#include "tests/support/iex_words.hpp"
#include "tests/support/packet_captures.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture::iex {
namespace {

using namespace support;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Read : ReadBack {
    std::vector<std::string> words;
    BookSource source;
    std::optional<Date> date;
};

Read read_file_of(Bytes file) {
    Read result;
    auto stream = capture::open(std::make_unique<MemorySource>("deep.pcap", file));
    result.is_opened = stream.has_value();
    if (!stream) {
        result.error = stream.error().message;
        return result;
    }
    drain(**stream, result);
    IexWords words;
    words.take(result.frames);
    result.words = words.words;
    result.source = (*stream)->book_source();
    result.date = (*stream)->date();
    return result;
}

Read read_segments(const std::vector<OwnedBytes>& segments) {
    std::vector<OwnedBytes> frames;
    for (const OwnedBytes& segment : segments) {
        frames.push_back(ethernet(udp_packet(segment)));
    }
    return read_file_of(pcap_of(frames));
}

OwnedBytes bid_at(std::int64_t price, std::int64_t time) {
    return deep_level<Side::Buy>("ABC", 100, price, {.after_open = time});
}

TEST(DeepCapture, IsABookByPriceWithEveryLevelAndNewYorksDate) {
    const Read read = read_segments({iex_segment({}), iex_segment({bid_at(25'0000, 0)})});
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.words, ElementsAre("R ABC", "H T", "A 1 B100@250000"));
    EXPECT_EQ(read.format, Format::Pcap);
    EXPECT_EQ(read.source.basis, BookBasis::ByPrice);
    EXPECT_EQ(read.source.levels, kEveryLevel);
    EXPECT_EQ(date_text(*read.date), "2023-10-02");
    EXPECT_EQ(read.stats.feed_packets, 2U);
    EXPECT_EQ(read.stats.records, 1U);
    EXPECT_EQ(read.stats.messages, 3U);
}

TEST(DeepCapture, MayBePcapng) {
    const Pcapng pcapng;
    const OwnedBytes packet = ethernet(udp_packet(iex_segment({bid_at(25'0000, 0)})));
    const Read read = read_file_of(pcapng.section() + pcapng.interface() + pcapng.enhanced(packet));
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.format, Format::Pcapng);
    EXPECT_THAT(read.words, ElementsAre("R ABC", "H T", "A 1 B100@250000"));
}

TEST(DeepCapture, OfHeartbeatsOnlyIsAQuietSession) {
    const Read read = read_segments({iex_segment({}), iex_segment({})});
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.stats.feed_packets, 2U);
}

TEST(DeepCapture, TakesEachMessageOnceFromLinesThatCutTheirSegmentsElsewhere) {
    const Read read = read_segments({
        iex_segment({bid_at(1'0000, 1), bid_at(2'0000, 2)}, {.first = 1}),
        iex_segment({bid_at(1'0000, 1)}, {.first = 1}),
        iex_segment({bid_at(2'0000, 2), bid_at(3'0000, 3)}, {.first = 2}),
        iex_segment({bid_at(3'0000, 3)}, {.first = 3}),
    });
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.words,
                ElementsAre("R ABC", "H T", "A 1 B100@10000", "A 2 B100@20000", "A 3 B100@30000"));
    EXPECT_EQ(read.stats.duplicate_messages, 3U);
    EXPECT_EQ(read.stats.sequence_gaps, 0U);
}

TEST(DeepCapture, WaitsForTheOtherLinesCopyOfALostSegment) {
    const Read read = read_segments({
        iex_segment({bid_at(1'0000, 1)}, {.first = 1}),
        iex_segment({bid_at(3'0000, 3)}, {.first = 3}),
        iex_segment({bid_at(2'0000, 2)}, {.first = 2}),
    });
    EXPECT_THAT(read.words,
                ElementsAre("R ABC", "H T", "A 1 B100@10000", "A 2 B100@20000", "A 3 B100@30000"));
    EXPECT_EQ(read.stats.sequence_gaps, 0U);
}

TEST(DeepCapture, CountsAGapThatNoLineFills) {
    const Read read = read_segments({
        iex_segment({bid_at(1'0000, 1)}, {.first = 1}),
        iex_segment({bid_at(4'0000, 4)}, {.first = 4}),
    });
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.words, ElementsAre("R ABC", "H T", "A 1 B100@10000", "A 2 B100@40000"));
    EXPECT_EQ(read.stats.sequence_gaps, 1U);
    EXPECT_EQ(read.stats.missing_messages, 2U);
}

TEST(DeepCapture, ADamagedSegmentIsNoPacketOfItAndAGap) {
    OwnedBytes damaged = iex_segment({bid_at(2'0000, 2)}, {.first = 2});
    damaged[deep::SegmentHeader::kLength] = std::byte{0};
    const Read read = read_segments({
        iex_segment({bid_at(1'0000, 1)}, {.first = 1}),
        damaged,
        iex_segment({bid_at(3'0000, 3)}, {.first = 3}),
    });
    EXPECT_EQ(read.stats.feed_packets, 2U);
    EXPECT_EQ(read.stats.ignored_packets, 1U);
    EXPECT_EQ(read.stats.missing_messages, 1U);
}

TEST(DeepCapture, AnotherFeedOfIexIsRefusedAndNamed) {
    const std::vector<std::pair<std::uint16_t, std::string>> feeds{
        {deep::protocol_id::kTops15,
         "deep.pcap: is a capture of IEX TOPS 1.5 (message protocol "
         "0x8002), and of IEX's feeds hotpath reads DEEP 1.0 (0x8004)"},
        {deep::protocol_id::kTops16,
         "deep.pcap: is a capture of IEX TOPS 1.6 (message protocol "
         "0x8003), and of IEX's feeds hotpath reads DEEP 1.0 (0x8004)"},
        {deep::protocol_id::kDeepPlus,
         "deep.pcap: is a capture of IEX DEEP+ (message protocol "
         "0x8005), and of IEX's feeds hotpath reads DEEP 1.0"}};
    for (const auto& [protocol, says] : feeds) {
        const Read read =
            read_segments({iex_segment({bid_at(1'0000, 1)}, {.protocol = protocol}),
                           iex_segment({bid_at(1'0000, 1)}, {.first = 2, .protocol = protocol})});
        EXPECT_EQ(read.messages, 0U);
        EXPECT_THAT(read.error, StartsWith(says));
        EXPECT_EQ(read.stats.packets, 1U) << "the rest of the file is not read";
    }
}

TEST(DeepCapture, SegmentsOfAnotherFeedBesideItAreIgnored) {
    const Read read =
        read_segments({iex_segment({bid_at(1'0000, 1)}),
                       iex_segment({bid_at(9'0000, 2)}, {.protocol = deep::protocol_id::kTops16}),
                       iex_segment({bid_at(2'0000, 3)}, {.first = 2})});
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.stats.ignored_packets, 1U);
    EXPECT_EQ(read.words.size(), 4U);
}

TEST(DeepCapture, AnotherSessionEndsIt) {
    const Read read = read_segments({iex_segment({bid_at(1'0000, 1)}, {.session = 5}),
                                     iex_segment({bid_at(2'0000, 2)}, {.session = 6})});
    EXPECT_THAT(read.words, ElementsAre("R ABC", "H T", "A 1 B100@10000"));
    EXPECT_THAT(read.error, StartsWith("deep.pcap: goes into another session of IEX DEEP (6, after "
                                       "5), where numbers begin again: cut it there"));
}

TEST(DeepCapture, OfWhichNothingCanBeTakenIsAnError) {
    const Read read = read_segments({iex_segment({bytes_of("T")})});
    EXPECT_THAT(read.error,
                AllOf(StartsWith("deep.pcap: nothing of it could be taken: 1 messages that are "
                                 "shorter than their type"),
                      HasSubstr("type 'T' of 1 bytes")));
}

TEST(DeepCapture, CutAtAnyByteGivesAPrefixAndNamesTheByte) {
    std::vector<OwnedBytes> frames;
    for (std::int64_t i = 0; i < 6; ++i) {
        frames.push_back(ethernet(udp_packet(
            iex_segment({bid_at(25'0000 + i, i), deep_trade("ABC", 50, 25'0000 + i, i, i + 9),
                         deep_level<Side::Buy>("ABC", 50, 25'0000 + i, {.after_open = i + 9})},
                        {.first = 1 + 3 * i}))));
    }
    const OwnedBytes file = pcap_of(frames);
    const Read whole = read_file_of(file);
    EXPECT_EQ(whole.error, "");
    EXPECT_EQ(whole.words.size(), 2U + 6 * 2);
    std::size_t cut_off = 0;
    for (std::size_t length = 24; length < file.size(); ++length) {
        const Read read = read_file_of(Bytes(file).first(length));
        EXPECT_TRUE(is_prefix(read.frames, whole.frames)) << length;
        cut_off += read.error.empty() ? 0U : 1U;
        EXPECT_THAT(read.error, ::testing::AnyOf("", HasSubstr("cut off at byte"),
                                                 HasSubstr("no market data in 0 packets")))
            << length;
    }
    EXPECT_EQ(cut_off, file.size() - 24 - 5) << "a cut between two packets is not seen";
}

TEST(DeepCapture, TradesBeforeTheDamageWhoseEventIsNotWholeAreLeftOut) {
    const OwnedBytes first = ethernet(udp_packet(
        iex_segment({bid_at(25'0000, 0), deep_trade("ABC", 50, 25'0000, 1, 9)}, {.first = 1})));
    const OwnedBytes second = ethernet(udp_packet(
        iex_segment({deep_level<Side::Buy>("ABC", 50, 25'0000, {.after_open = 9})}, {.first = 3})));
    const OwnedBytes file = pcap_of({first, second});
    EXPECT_THAT(read_file_of(file).words, ElementsAre("R ABC", "H T", "A 1 B100@250000", "E 1 50"));
    EXPECT_THAT(read_file_of(Bytes(file).first(file.size() - 1)).words,
                ElementsAre("R ABC", "H T", "A 1 B100@250000"));
}

/// The same messages on two lines that divide them into segments differently, lose segments and
/// overtake each other by a few.
class TwoLines {
  public:
    explicit TwoLines(Random& random) : random_(random) {}

    [[nodiscard]] std::vector<OwnedBytes> segments_of(const std::vector<OwnedBytes>& messages,
                                                      bool loses) {
        std::vector<OwnedBytes> segments;
        for (std::size_t at = 0; at < messages.size();) {
            const std::size_t count =
                std::min<std::size_t>(1 + random_.below(5), messages.size() - at);
            const auto begin = messages.begin() + static_cast<std::ptrdiff_t>(at);
            const std::vector<OwnedBytes> part(begin, begin + static_cast<std::ptrdiff_t>(count));
            if (at == 0 || !loses || !random_.one_in(4)) {
                segments.push_back(iex_segment(part, {.first = static_cast<std::int64_t>(at) + 1}));
            }
            at += count;
        }
        return segments;
    }

  private:
    Random& random_;
};

TEST(DeepCaptureProperty, ALineWithLossesAndTheOtherAreTheStreamWithoutThem) {
    Random random(seed_of_this_test(47));
    for (int round = 0; round < 50; ++round) {
        std::vector<OwnedBytes> messages;
        for (std::int64_t i = 0; i < 200; ++i) {
            messages.push_back(deep_level<Side::Buy>(
                "ABC", static_cast<std::uint32_t>(random.below(3)) * 100,
                25'0000 + static_cast<std::int64_t>(random.below(4)), {.after_open = i}));
        }
        TwoLines lines(random);
        const Read expected = read_segments({iex_segment(messages)});
        const std::vector<OwnedBytes> a = lines.segments_of(messages, true);
        const std::vector<OwnedBytes> b = lines.segments_of(messages, false);
        std::vector<OwnedBytes> both;
        for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
            const bool takes_a = j == b.size() || (i < a.size() && random.one_in(2));
            both.push_back(takes_a ? a[i++] : b[j++]);
        }
        const Read read = read_segments(both);
        ASSERT_EQ(read.error, "");
        ASSERT_TRUE(read.frames == expected.frames) << round;
        ASSERT_EQ(read.stats.sequence_gaps, 0U);
    }
}

}  // namespace
}  // namespace hotpath::capture::iex
