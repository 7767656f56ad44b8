#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/capture/pcap_writer.hpp"
#include "tests/support/packet_captures.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture {
namespace {

using namespace support;
using ::testing::HasSubstr;

class PcapFile : public ::testing::Test {
  protected:
    ReadBack read(Bytes contents) {
        write_file(folder_ / "feed.pcap", contents);
        return read_back(folder_ / "feed.pcap");
    }
    ReadBack read_frames(const std::vector<OwnedBytes>& frames, std::uint32_t link = kEthernet) {
        return read(pcap_of(frames, {.link = link}));
    }
    TemporaryDirectory folder_;
};

class PcapOfEachCompression : public PcapFile,
                              public ::testing::WithParamInterface<std::string_view> {};
INSTANTIATE_TEST_SUITE_P(, PcapOfEachCompression, ::testing::Values("", ".gz", ".zst"),
                         [](const auto& test) {
                             return test.param.empty() ? "plain"
                                                       : std::string(test.param.substr(1));
                         });

TEST_P(PcapOfEachCompression, IsReadBackAsItWasWritten) {
    constexpr std::uint64_t kMessages = 60'000;
    const auto path = folder_ / ("feed.pcap" + std::string(GetParam()));
    auto writer = create(path);
    ASSERT_TRUE(writer);
    for (std::uint64_t index = 0; index < kMessages; ++index) {
        ASSERT_TRUE((*writer)->write(sample_message(index)));
    }
    ASSERT_TRUE((*writer)->close());
    EXPECT_EQ((*writer)->bytes_written(), std::filesystem::file_size(path));

    const ReadBack read = read_back(path);
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.format, Format::Pcap);
    EXPECT_TRUE(read.frames == sample_frames(kMessages));
    EXPECT_EQ(read.stats.messages, kMessages);
    EXPECT_EQ(read.stats.sequence_gaps, 0U);
    EXPECT_EQ(read.stats.feed_packets, kMessages) << "each message has its own time";
}

TEST_F(PcapFile, HasMessagesOfOneTimeInOnePacketAsLongAsTheyFit) {
    auto writer = PcapWriter::create(folder_ / "feed.pcap");
    for (int index = 0; index < 100; ++index) {
        ASSERT_TRUE((*writer)->write(sample_message(0)));
    }
    ASSERT_TRUE((*writer)->close());
    const ReadBack read = read_back(folder_ / "feed.pcap");
    EXPECT_EQ(read.messages, 100U);
    EXPECT_EQ(read.stats.packets, 3U) << "38 adds a packet of 1,472 bytes";
}

TEST_F(PcapFile, CutOffAtAnyByteGivesWhatIsBeforeAndThenNamesTheByte) {
    auto writer = create(folder_ / "feed.pcap");
    for (std::uint64_t index = 0; index < 6; ++index) {
        ASSERT_TRUE((*writer)->write(sample_message(index)));
    }
    ASSERT_TRUE((*writer)->close());
    const OwnedBytes whole = read_file(folder_ / "feed.pcap");
    const OwnedBytes contents = sample_frames(6);
    std::size_t boundaries = 0;
    for (std::size_t length = 1; length < whole.size(); ++length) {
        const ReadBack read = this->read(Bytes(whole).first(length));
        EXPECT_TRUE(is_prefix(read.frames, contents)) << length;
        if (read.error.empty()) {
            ++boundaries;
        } else if (length > 24) {
            EXPECT_THAT(read.error, HasSubstr("cut off at byte")) << length;
        }
    }
    EXPECT_EQ(boundaries, 5U) << "a whole number of packets is a whole file";
}

class PcapOfEachOrder : public PcapFile, public ::testing::WithParamInterface<PcapShape> {};
INSTANTIATE_TEST_SUITE_P(, PcapOfEachOrder,
                         ::testing::Values(PcapShape{.is_big_endian = true, .has_nanos = true},
                                           PcapShape{.is_big_endian = true, .has_nanos = false},
                                           PcapShape{.is_big_endian = false, .has_nanos = true},
                                           PcapShape{.is_big_endian = false, .has_nanos = false}),
                         [](const auto& test) {
                             return std::string(test.param.is_big_endian ? "big" : "little") +
                                    (test.param.has_nanos ? "_nanos" : "_micros");
                         });

TEST_P(PcapOfEachOrder, IsReadWithItsTimes) {
    const OwnedBytes file =
        pcap_of({ethernet(udp_packet(mold_packet({.sequence = 1}, 2)))}, GetParam());
    EXPECT_TRUE(read(file).frames == sample_frames(2));

    auto packets = open_packets_of(file);
    const auto packet = packets->next();
    ASSERT_TRUE(packet);
    EXPECT_EQ(packet->value_or(Packet{}).since_1970.value,
              kPacketSeconds * kNanosPerSecond + (GetParam().has_nanos ? 5 : 5000));
}

TEST_F(PcapFile, MayHaveAnyOfTheLinkLayersInFrontOfItsPackets) {
    const OwnedBytes packet = udp_packet(mold_packet({.sequence = 1}, 2));
    const OwnedBytes frames = sample_frames(2);
    EXPECT_TRUE(read_frames({ethernet(packet)}).frames == frames);
    EXPECT_TRUE(read_frames({ethernet(packet, {0x8100})}).frames == frames) << "802.1Q";
    EXPECT_TRUE(read_frames({ethernet(packet, {0x88A8, 0x8100})}).frames == frames) << "802.1ad";
    EXPECT_TRUE(read_frames({ethernet(packet) + OwnedBytes(16)}).frames == frames)
        << "padding or a trailer";
    EXPECT_TRUE(read_frames({packet}, 101).frames == frames) << "raw IP";
    EXPECT_TRUE(read_frames({packet}, 228).frames == frames) << "raw IPv4";
    EXPECT_TRUE(read_frames({OwnedBytes(4) + packet}, 0).frames == frames) << "BSD loopback";
    EXPECT_TRUE(read_frames({OwnedBytes(14) + be16(0x0800) + packet}, 113).frames == frames)
        << "Linux cooked";
    EXPECT_TRUE(read_frames({be16(0x0800) + OwnedBytes(18) + packet}, 276).frames == frames)
        << "Linux cooked 2";
}

TEST_F(PcapFile, OfALinkLayerNotKnownSaysWhich) {
    EXPECT_THAT(read_frames({OwnedBytes(64)}, 105).error,
                HasSubstr("link-layer type 105 is not supported"));
}

TEST_F(PcapFile, MayHaveIpv4OptionsAndNoTotalLength) {
    const OwnedBytes payload = mold_packet({.sequence = 1}, 2);
    EXPECT_TRUE(read_frames({ethernet(udp_packet(payload, {.option_words = 3}))}).frames ==
                sample_frames(2));
    EXPECT_TRUE(read_frames({ethernet(udp_packet(payload, {.has_total_length = false}))}).frames ==
                sample_frames(2));
}

TEST_F(PcapFile, HasItsFragmentsAndOtherTrafficCountedAndPassedOver) {
    const OwnedBytes payload = mold_packet({.sequence = 1}, 2);
    OwnedBytes tcp = udp_packet(payload);
    tcp[9] = std::byte{6};
    OwnedBytes arp = ethernet(OwnedBytes(28));
    arp[13] = std::byte{6};
    const ReadBack read =
        read_frames({ethernet(udp_packet(payload, {.fragment = 0x2000})),
                     ethernet(udp_packet(payload, {.fragment = 0x0010})), ethernet(tcp), arp,
                     ethernet(udp_packet(OwnedBytes(48, std::byte{0x23}))), OwnedBytes(3),
                     ethernet(udp_packet(payload))});
    EXPECT_EQ(read.error, "");
    EXPECT_TRUE(read.frames == sample_frames(2));
    EXPECT_EQ(read.stats.packets, 7U);
    EXPECT_EQ(read.stats.fragments, 2U);
    EXPECT_EQ(read.stats.ignored_packets, 4U);
    EXPECT_EQ(read.stats.feed_packets, 1U);
}

TEST_F(PcapFile, WithoutMarketDataSaysWhatWasThereInstead) {
    const ReadBack read =
        read_frames({ethernet(udp_packet(bytes_of("some name server's answer"))), OwnedBytes(20)});
    EXPECT_EQ(read.messages, 0U);
    EXPECT_THAT(
        read.error,
        HasSubstr(
            "no market data in 2 packets: 1 UDP but none of MoldUDP64, MDP 3.0 and IEX DEEP"));
    EXPECT_THAT(read_frames({}).error, HasSubstr("no market data in 0 packets"));
}

TEST_F(PcapFile, OfAnotherVenuesMessagesIsRefused) {
    const OwnedBytes foreign =
        mold_header({.sequence = 1}, 1) + framed(OwnedBytes(9, std::byte{'T'}));
    const ReadBack read = read_frames({ethernet(udp_packet(foreign))});
    EXPECT_EQ(read.messages, 0U);
    EXPECT_EQ(read.stats.messages, 0U);
    EXPECT_THAT(read.error, HasSubstr("1 of 1 MoldUDP64 messages are not ITCH 5.0"));
}

TEST_F(PcapFile, OfAnotherVenuesMessagesIsRefusedAlsoWhenOneHappensToFit) {
    const auto packet = [](std::uint64_t sequence, const OwnedBytes& message) {
        return ethernet(udp_packet(mold_header({.sequence = sequence}, 1) + framed(message)));
    };
    const OwnedBytes foreign(9, std::byte{'T'});
    std::vector<OwnedBytes> frames{packet(1, sample_message(0))};
    for (std::uint64_t sequence = 2; sequence <= 54; ++sequence) {
        frames.push_back(packet(sequence, foreign));
    }
    const ReadBack read = read_frames(frames);
    EXPECT_EQ(read.messages, 0U);
    EXPECT_EQ(read.stats.messages, 0U);
    EXPECT_THAT(read.error, HasSubstr("53 of 54 MoldUDP64 messages are not ITCH 5.0 (unknown type "
                                      "or wrong length), more than half: this is another feed"));
}

TEST_F(PcapFile, OfWhichHalfIsKnownIsRead) {
    const auto packet = [](std::uint64_t sequence, const OwnedBytes& message) {
        return ethernet(udp_packet(mold_header({.sequence = sequence}, 1) + framed(message)));
    };
    const ReadBack read =
        read_frames({packet(1, sample_message(0)), packet(2, OwnedBytes(9, std::byte{'z'}))});
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.messages, 2U);
}

TEST_F(PcapFile, OfHeartbeatsOnlyIsAQuietSession) {
    const ReadBack read = read_frames({ethernet(udp_packet(mold_header({.sequence = 1}, 0)))});
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.stats.feed_packets, 1U);
}

TEST_F(PcapFile, WhosePacketsWereCutShortByTheCaptureCountsThem) {
    const OwnedBytes good = ethernet(udp_packet(mold_packet({.sequence = 1}, 2)));
    const OwnedBytes file = pcap_of({good}) + cut_record(good, 60);
    const ReadBack read = this->read(file);
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.stats.cut_packets, 1U);
    EXPECT_TRUE(read.frames == sample_frames(2));
}

TEST_F(PcapFile, WithARecordLongerThanAnyPacketIsDamaged) {
    OwnedBytes file = pcap_of({ethernet(udp_packet(mold_packet({.sequence = 1}, 2)))});
    const std::size_t at = file.size();
    append(file, OwnedBytes(16, std::byte{0x7F}));
    const ReadBack read = this->read(file);
    EXPECT_TRUE(read.frames == sample_frames(2));
    EXPECT_THAT(read.error, HasSubstr("damaged at byte " + std::to_string(at) +
                                      ": a packet of 2139062143 bytes"));
}

}  // namespace
}  // namespace hotpath::capture
