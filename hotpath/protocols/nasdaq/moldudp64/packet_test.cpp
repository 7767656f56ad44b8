#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath::protocols::nasdaq::moldudp64 {
namespace {

const Session kSession = to_alpha<kSessionLength>("DAY1");

Bytes bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string text_of(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::string> messages_of(const PacketReader& packet) {
    std::vector<std::string> messages;
    FrameCursor cursor = packet.messages();
    for (Bytes message; cursor.next(message);) {
        messages.push_back(text_of(message));
    }
    return messages;
}

/// A packet of three messages that begins with number 7, and its writer's buffer.
struct ThreeMessages {
    std::array<std::byte, 100> buffer{};
    PacketWriter writer{buffer, kSession, 7};
    Bytes packet = [this] {
        EXPECT_TRUE(writer.try_append(bytes_of("one")));
        EXPECT_TRUE(writer.try_append(bytes_of("")));
        EXPECT_TRUE(writer.try_append(bytes_of("three")));
        return writer.finish();
    }();
};

TEST(MoldUdp64, APacketSaysWhatWasWritten) {
    const ThreeMessages written;
    PacketReader packet;
    ASSERT_EQ(packet.open(written.packet), DecodeStatus::Ok);
    EXPECT_EQ(packet.session(), kSession);
    EXPECT_TRUE(packet.is_of(kSession));
    EXPECT_FALSE(packet.is_of(protocols::to_alpha<kSessionLength>("OTHER")));
    EXPECT_EQ(packet.sequence_number(), 7U);
    EXPECT_EQ(packet.message_count(), 3U);
    EXPECT_EQ(packet.next_sequence_number(), 10U);
    EXPECT_FALSE(packet.is_heartbeat() || packet.is_end_of_session());
    EXPECT_EQ(messages_of(packet), (std::vector<std::string>{"one", "", "three"}));
}

TEST(MoldUdp64, APacketHasTheBytesOfTheSpecification) {
    const ThreeMessages written;
    EXPECT_EQ(text_of(written.packet),
              std::string_view("DAY1      \0\0\0\0\0\0\0\7\0\3\0\3one\0\0\0\5three", 34));
}

TEST(MoldUdp64, TheNextPacketContinuesTheNumbers) {
    ThreeMessages written;
    EXPECT_EQ(written.writer.next_sequence_number(), 10U);
    EXPECT_TRUE(written.writer.empty());
    EXPECT_TRUE(written.writer.try_append(bytes_of("four")));
    PacketReader packet;
    ASSERT_EQ(packet.open(written.writer.finish()), DecodeStatus::Ok);
    EXPECT_EQ(packet.sequence_number(), 10U);
    EXPECT_EQ(packet.message_count(), 1U);
}

TEST(MoldUdp64, APacketWithoutMessagesIsAHeartbeatWithTheNextNumber) {
    ThreeMessages written;
    PacketReader packet;
    ASSERT_EQ(packet.open(written.writer.finish()), DecodeStatus::Ok);
    EXPECT_TRUE(packet.is_heartbeat());
    EXPECT_EQ(packet.sequence_number(), 10U);
    EXPECT_EQ(packet.next_sequence_number(), 10U);
    EXPECT_TRUE(messages_of(packet).empty());
}

TEST(MoldUdp64, TheEndOfTheSessionCarriesNoMessagesAndTheNextNumber) {
    ThreeMessages written;
    PacketReader packet;
    ASSERT_EQ(packet.open(written.writer.finish_session()), DecodeStatus::Ok);
    EXPECT_TRUE(packet.is_end_of_session());
    EXPECT_FALSE(packet.is_heartbeat());
    EXPECT_EQ(packet.message_count(), 0U);
    EXPECT_EQ(packet.next_sequence_number(), 10U);
}

TEST(MoldUdp64, APacketCutAnywhereIsRefusedWhole) {
    const ThreeMessages written;
    PacketReader packet;
    for (std::size_t length = 0; length < written.packet.size(); ++length) {
        EXPECT_EQ(packet.open(written.packet.first(length)), DecodeStatus::Truncated) << length;
    }
}

TEST(MoldUdp64, BytesBehindTheLastMessageAreRefused) {
    const ThreeMessages written;
    std::vector<std::byte> bytes(written.packet.begin(), written.packet.end());
    bytes.push_back({});
    PacketReader packet;
    EXPECT_EQ(packet.open(bytes), DecodeStatus::Oversized);
    bytes.resize(DownstreamHeader::kLength + 1);
    for (const std::uint16_t count : {kHeartbeat, kEndOfSession}) {
        DownstreamHeader::at(bytes.data()).store_message_count(count);
        EXPECT_EQ(packet.open(bytes), DecodeStatus::Oversized) << count;
    }
}

TEST(MoldUdp64, ACountThatDisagreesWithTheMessagesIsRefused) {
    const ThreeMessages written;
    std::vector<std::byte> bytes(written.packet.begin(), written.packet.end());
    PacketReader packet;
    for (const int wrong : {0, 1, 2, 4, 0xFFFE, 0xFFFF}) {
        const auto count = static_cast<std::uint16_t>(wrong);
        DownstreamHeader::at(bytes.data()).store_message_count(count);
        const bool fewer = count < 3 || count == kEndOfSession;
        EXPECT_EQ(packet.open(bytes), fewer ? DecodeStatus::Oversized : DecodeStatus::Truncated);
    }
}

TEST(MoldUdp64, AFullPacketRefusesAMessageAndStaysWhole) {
    std::array<std::byte, room_for(10)> buffer;
    PacketWriter writer(buffer, kSession);
    EXPECT_FALSE(writer.try_append(bytes_of("eleven byte")));
    EXPECT_TRUE(writer.try_append(bytes_of("ten bytes!")));
    EXPECT_FALSE(writer.try_append(bytes_of("")));
    PacketReader packet;
    ASSERT_EQ(packet.open(writer.finish()), DecodeStatus::Ok);
    EXPECT_EQ(messages_of(packet), (std::vector<std::string>{"ten bytes!"}));
    EXPECT_TRUE(writer.try_append(bytes_of("and again!")));
}

TEST(MoldUdp64, ThePacketThatWouldReadAsTheEndOfTheSessionIsNeverWritten) {
    std::vector<std::byte> buffer(DownstreamHeader::kLength + 0x20000);
    PacketWriter writer(buffer, kSession);
    for (std::uint32_t i = 0; i < kMessageCountMax; ++i) {
        ASSERT_TRUE(writer.try_append({}));
    }
    EXPECT_FALSE(writer.try_append({}));
    PacketReader packet;
    ASSERT_EQ(packet.open(writer.finish()), DecodeStatus::Ok);
    EXPECT_EQ(packet.message_count(), kMessageCountMax);
}

TEST(MoldUdp64DeathTest, EndingTheSessionWithMessagesUnsentAborts) {
    std::array<std::byte, 100> buffer;
    PacketWriter writer(buffer, kSession);
    ASSERT_TRUE(writer.try_append(bytes_of("unsent")));
    EXPECT_DEATH(static_cast<void>(writer.finish_session()), "carries no messages");
}

TEST(MoldUdp64DeathTest, ABufferSmallerThanTheHeaderAborts) {
    std::array<std::byte, DownstreamHeader::kLength - 1> buffer;
    EXPECT_DEATH(PacketWriter(buffer, kSession), "the buffer must hold the packet header");
}

TEST(MoldUdp64, ARequestSurvivesTheWireAndNoOtherLengthIsOne) {
    const RequestPacket sent = make_request(kSession, 1'000'000'007, 250);
    RequestPacket received;
    ASSERT_EQ(decode_request(sent.bytes(), received), DecodeStatus::Ok);
    EXPECT_EQ(received.load_session(), kSession);
    EXPECT_EQ(received.load_sequence_number(), 1'000'000'007U);
    EXPECT_EQ(received.load_requested_message_count(), 250U);
    std::array<std::byte, 21> bytes{};
    EXPECT_EQ(decode_request(bytes, received), DecodeStatus::Oversized);
    EXPECT_EQ(decode_request(Bytes(bytes).first(19), received), DecodeStatus::Truncated);
    EXPECT_EQ(received.load_requested_message_count(), 250U) << "untouched by what is refused";
}

TEST(MoldUdp64, AStreamOfAnotherVenueReadsUpToWhereItsFileIsCut) {
    std::ifstream file(support::golden_file("protocols/moldudp64_sample.dat"), std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    // Three packets back to back; the third lacks its last five bytes.
    PacketReader packet;
    ASSERT_EQ(packet.open(bytes_of(content).first(894)), DecodeStatus::Ok);
    EXPECT_EQ(packet.sequence_number(), 1U);
    EXPECT_EQ(messages_of(packet).size(), 15U);
    ASSERT_EQ(packet.open(bytes_of(content).subspan(894, 987)), DecodeStatus::Ok);
    EXPECT_EQ(packet.sequence_number(), 16U);
    EXPECT_EQ(packet.next_sequence_number(), 29U);
    EXPECT_EQ(packet.open(bytes_of(content).subspan(1881)), DecodeStatus::Truncated);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::moldudp64
