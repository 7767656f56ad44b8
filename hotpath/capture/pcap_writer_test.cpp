// The bytes of a written capture, header by header, as the RFCs and the pcap format have them.
#include "hotpath/capture/pcap_writer.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/capture_files.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::capture {
namespace {

using support::bytes_of;
using support::OwnedBytes;
using ::testing::ElementsAre;
using ::testing::SizeIs;

/// A message of this length at this time since midnight.
OwnedBytes message_at(std::uint64_t time, std::size_t length, std::uint8_t fill = 'x') {
    OwnedBytes message(length, std::byte{fill});
    if (length >= 11) {
        for (std::size_t i = 0; i < 6; ++i) {
            message[5 + i] = static_cast<std::byte>(time >> (8 * (5 - i)));
        }
    }
    return message;
}

struct WrittenPacket {
    std::uint32_t seconds = 0;
    std::uint32_t nanos = 0;
    OwnedBytes frame{};

    [[nodiscard]] std::uint16_t at16(std::size_t at) const {
        return load_be<std::uint16_t>(&frame[at]);
    }
    [[nodiscard]] std::uint32_t at32(std::size_t at) const {
        return load_be<std::uint32_t>(&frame[at]);
    }
    /// MoldUDP64: 10 bytes of session, the number of the first message, the count.
    [[nodiscard]] std::string session() const {
        return {reinterpret_cast<const char*>(&frame[42]), 10};
    }
    [[nodiscard]] std::uint64_t sequence() const { return load_be<std::uint64_t>(&frame[52]); }
    [[nodiscard]] std::uint16_t count() const { return at16(60); }
};

class WrittenPcap : public ::testing::Test {
  protected:
    [[nodiscard]] std::unique_ptr<PcapWriter> create(const PcapOptions& options = {}) const {
        auto writer = PcapWriter::create(path_, options);
        EXPECT_TRUE(writer.has_value()) << writer.error().message;
        return std::move(*writer);
    }
    /// Closes the writer and takes the file apart.
    [[nodiscard]] std::vector<WrittenPacket> packets(PcapWriter& writer) {
        EXPECT_TRUE(writer.close().has_value());
        const OwnedBytes file = support::read_file(path_);
        EXPECT_EQ(writer.bytes_written(), file.size());
        header_.assign(file.begin(), file.begin() + 24);
        std::vector<WrittenPacket> all;
        for (std::size_t at = 24; at < file.size();) {
            const auto captured = load_be<std::uint32_t>(&file[at + 8]);
            EXPECT_EQ(load_be<std::uint32_t>(&file[at + 12]), captured) << "nothing is cut";
            const auto begin = file.begin() + static_cast<std::ptrdiff_t>(at + 16);
            all.push_back({.seconds = load_be<std::uint32_t>(&file[at]),
                           .nanos = load_be<std::uint32_t>(&file[at + 4]),
                           .frame = {begin, begin + captured}});
            at += 16 + captured;
        }
        return all;
    }

    support::TemporaryDirectory folder_;
    std::filesystem::path path_ = folder_ / "feed.pcap";
    OwnedBytes header_;
};

TEST_F(WrittenPcap, HasTheFileHeaderOfNanosecondsAndEthernet) {
    const auto writer = create();
    EXPECT_THAT(packets(*writer), SizeIs(0));
    OwnedBytes wanted(24);
    store_be(&wanted[0], std::uint32_t{0xA1B23C4D});
    store_be(&wanted[4], std::uint16_t{2});
    store_be(&wanted[6], std::uint16_t{4});
    store_be(&wanted[16], std::uint32_t{262'144});
    store_be(&wanted[20], std::uint32_t{1});
    EXPECT_EQ(header_, wanted);
}

TEST_F(WrittenPcap, HasEthernetIpAndUdpHeadersWhoseLengthsAndChecksumAreRight) {
    const auto writer = create({.group = 0xE9'B6'0C'01, .port = 0x1234});
    ASSERT_TRUE(writer->write(message_at(1, 20)).has_value());
    const auto written = packets(*writer);
    ASSERT_THAT(written, SizeIs(1));
    const WrittenPacket& packet = written[0];
    ASSERT_THAT(packet.frame, SizeIs(14 + 20 + 8 + 20 + 2 + 20));
    EXPECT_EQ(packet.at16(0), 0x0100) << "a multicast address has the group's low 23 bits";
    EXPECT_EQ(packet.at32(2), 0x5E36'0C01U);
    EXPECT_EQ(packet.at16(12), 0x0800);
    EXPECT_EQ(packet.at16(14), 0x4500);
    EXPECT_EQ(packet.at16(16), 20 + 8 + 20 + 2 + 20);
    EXPECT_EQ(packet.at16(20), 0x4000) << "it must not be fragmented";
    EXPECT_EQ(packet.frame[23], std::byte{17});
    EXPECT_EQ(packet.at32(26), 0x0A00'0001U);
    EXPECT_EQ(packet.at32(30), 0xE9B6'0C01U);
    std::uint32_t sum = 0;
    for (std::size_t at = 14; at < 34; at += 2) {
        sum += packet.at16(at);
    }
    EXPECT_EQ((sum & 0xffffU) + (sum >> 16U), 0xffffU) << "RFC 1071: the sum with the checksum";
    EXPECT_EQ(packet.at16(34), 0x1234);
    EXPECT_EQ(packet.at16(36), 0x1234);
    EXPECT_EQ(packet.at16(38), 8 + 20 + 2 + 20);
    EXPECT_EQ(packet.at16(40), 0) << "no checksum";
}

TEST_F(WrittenPcap, NumbersMessagesFromOneAndPadsTheSession) {
    const auto writer = create({.session = "S"});
    for (const std::uint64_t time : {5U, 5U, 6U, 5U}) {
        ASSERT_TRUE(writer->write(message_at(time, 20)).has_value());
    }
    const auto written = packets(*writer);
    ASSERT_THAT(written, SizeIs(3)) << "a packet a time, also when one comes again";
    EXPECT_EQ(written[0].session(), "S         ");
    EXPECT_EQ(written[0].sequence(), 1U);
    EXPECT_EQ(written[0].count(), 2U);
    EXPECT_EQ(written[1].sequence(), 3U);
    EXPECT_EQ(written[1].count(), 1U);
    EXPECT_EQ(written[2].sequence(), 4U);
    EXPECT_EQ(written[2].count(), 1U);
}

TEST_F(WrittenPcap, ALongerSessionIsCutToTen) {
    const auto writer = create({.session = "0123456789AB"});
    ASSERT_TRUE(writer->write(message_at(5, 20)).has_value());
    EXPECT_EQ(packets(*writer)[0].session(), "0123456789");
}

TEST_F(WrittenPcap, HasItsMessagesAfterTheirLengths) {
    const auto writer = create();
    ASSERT_TRUE(writer->write(message_at(5, 12, 'a')).has_value());
    ASSERT_TRUE(writer->write(message_at(5, 11, 'b')).has_value());
    const auto written = packets(*writer);
    ASSERT_THAT(written, SizeIs(1));
    const OwnedBytes wanted = support::framed(message_at(5, 12, 'a'));
    const OwnedBytes second = support::framed(message_at(5, 11, 'b'));
    const Bytes frame(written[0].frame);
    EXPECT_TRUE(std::ranges::equal(frame.subspan(62, 14), wanted));
    EXPECT_TRUE(std::ranges::equal(frame.subspan(76), second));
}

TEST_F(WrittenPcap, HasThePacketsTimeSinceMidnight) {
    const auto writer = create({.midnight = {1'700'000'000'000'000'123}});
    ASSERT_TRUE(writer->write(message_at(2'000'000'001, 20)).has_value());
    ASSERT_TRUE(writer->write(message_at(0, 10)).has_value());  // too short for a time
    const auto written = packets(*writer);
    ASSERT_THAT(written, SizeIs(2));
    EXPECT_EQ(written[0].seconds, 1'700'000'002U);
    EXPECT_EQ(written[0].nanos, 124U);
    EXPECT_EQ(written[1].seconds, 1'700'000'000U);
    EXPECT_EQ(written[1].nanos, 123U);
}

TEST_F(WrittenPcap, FillsAPacketToAnEthernetFrameAndBeginsAnother) {
    // 1,472 bytes of datagram, 20 of them MoldUDP64's header, 2 each message's length.
    for (const auto& [second, packets_wanted] :
         {std::pair<std::size_t, std::size_t>{726, 1}, {727, 2}}) {
        const auto writer = create();
        ASSERT_TRUE(writer->write(message_at(5, 722)).has_value());
        ASSERT_TRUE(writer->write(message_at(5, second)).has_value());
        const auto written = packets(*writer);
        EXPECT_THAT(written, SizeIs(packets_wanted)) << second;
        EXPECT_EQ(written.back().sequence() + written.back().count(), 3U);
    }
    const auto writer = create();
    ASSERT_TRUE(writer->write(message_at(5, 1'450)).has_value());
    EXPECT_THAT(packets(*writer)[0].frame, SizeIs(14 + 20 + 8 + 1'472));
}

TEST_F(WrittenPcap, TakesPacketsAndDatagramsAsTheyAre) {
    const auto writer = create({.group = 0xE000'0001, .port = 7});
    ASSERT_TRUE(writer->write_packet(bytes_of("a packet"), {3'000'000'004}).has_value());
    ASSERT_TRUE(writer->write_datagram({.address = 0xEFFF'FFFF, .port = 65'535}, bytes_of(""), {5})
                    .has_value());
    ASSERT_TRUE(writer->write_datagram({}, OwnedBytes(65'507, std::byte{'m'}), {}).has_value());
    const auto written = packets(*writer);
    ASSERT_THAT(written, SizeIs(3));
    EXPECT_EQ(written[0].seconds, 3U);
    EXPECT_EQ(written[0].nanos, 4U);
    EXPECT_EQ(written[0].at32(30), 0xE000'0001U);
    EXPECT_EQ(written[0].at16(36), 7);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(&written[0].frame[42]), 8), "a packet");
    EXPECT_EQ(written[1].at32(2), 0x5E7F'FFFFU);
    EXPECT_EQ(written[1].at32(30), 0xEFFF'FFFFU);
    EXPECT_EQ(written[1].at16(36), 65'535);
    EXPECT_EQ(written[1].at16(38), 8);
    EXPECT_THAT(written[2].frame, SizeIs(14 + 20 + 8 + 65'507));
    EXPECT_EQ(written[2].at16(16), 65'535) << "the longest IP packet";
}

TEST_F(WrittenPcap, ThatCannotBeCreatedIsAnError) {
    EXPECT_FALSE(PcapWriter::create(folder_ / "missing" / "feed.pcap").has_value());
}

}  // namespace
}  // namespace hotpath::capture
