// FeedOutbox: messages of one turn share packets, none is lost or moved, and nothing is merged that
// does not follow.

#include "hotpath/exchange/market/feed_outbox.hpp"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::exchange {
namespace {

using protocols::nasdaq::moldudp64::kPacketLengthMax;
using protocols::nasdaq::moldudp64::PacketReader;
using protocols::nasdaq::moldudp64::PacketWriter;
using protocols::nasdaq::moldudp64::Session;
using Packet = std::vector<std::byte>;

constexpr Session kFirst{'F', 'I', 'R', 'S', 'T', ' ', ' ', ' ', ' ', ' '};
constexpr Session kSecond{'S', 'E', 'C', 'O', 'N', 'D', ' ', ' ', ' ', ' '};

/// `count` messages of `length` bytes, each byte the message's number.
Packet packet_of(std::uint64_t first, int count, std::size_t length, const Session& session) {
    std::array<std::byte, kPacketLengthMax> room{};
    PacketWriter writer(room, session, first);
    for (int n = 0; n < count; ++n) {
        const Packet message(length, static_cast<std::byte>(first + static_cast<unsigned>(n)));
        EXPECT_TRUE(writer.try_append(message));
    }
    const Bytes packet = writer.finish();
    return {packet.begin(), packet.end()};
}

/// "FIRST:1-3" a packet; "FIRST:4 none" and "FIRST:4 end" without messages.
std::vector<std::string> taken_from(FeedOutbox& outbox) {
    std::vector<std::string> lines;
    outbox.for_each([&](Bytes packet) {
        EXPECT_LE(packet.size(), kPacketLengthMax);
        PacketReader reader;
        EXPECT_EQ(reader.open(packet), protocols::DecodeStatus::Ok);
        const Session session = reader.session();
        std::string line(protocols::without_padding(session));
        line += ":" + std::to_string(reader.sequence_number());
        std::uint64_t number = reader.sequence_number();
        protocols::FrameCursor messages = reader.messages();
        for (Bytes message; messages.next(message); ++number) {
            EXPECT_EQ(message.front(), static_cast<std::byte>(number));
        }
        EXPECT_EQ(number, reader.next_sequence_number());
        line += reader.is_end_of_session() ? " end"
                : reader.is_heartbeat()    ? " none"
                                           : "-" + std::to_string(number - 1);
        lines.push_back(line);
    });
    return lines;
}

using Lines = std::vector<std::string>;

TEST(FeedOutbox, OneThatDoesNotJoinHasTheCommandsPackets) {
    FeedOutbox outbox(8, 8'192, false);
    outbox.append(packet_of(1, 2, 36, kFirst));
    outbox.append(packet_of(3, 1, 19, kFirst));
    EXPECT_EQ(taken_from(outbox), (Lines{"FIRST:1-2", "FIRST:3-3"}));
    EXPECT_EQ(outbox.packets_taken(), 2U);
}

TEST(FeedOutbox, MessagesOfOneTurnShareAPacket) {
    FeedOutbox outbox(8, 8'192);
    outbox.append(packet_of(1, 2, 36, kFirst));
    outbox.append(packet_of(3, 1, 19, kFirst));
    outbox.append(packet_of(4, 3, 31, kFirst));
    EXPECT_EQ(taken_from(outbox), Lines{"FIRST:1-6"});
    outbox.append(packet_of(7, 1, 36, kFirst));
    EXPECT_EQ(taken_from(outbox), Lines{"FIRST:7-7"});
    EXPECT_EQ(taken_from(outbox), Lines{});
    EXPECT_EQ(outbox.packets_taken(), 2U);
}

TEST(FeedOutbox, APacketIsFilledToItsLastByteAndNotBeyond) {
    constexpr std::size_t kRest = kPacketLengthMax - protocols::nasdaq::moldudp64::room_for(100);
    FeedOutbox outbox(8, 8'192);
    outbox.append(packet_of(1, 1, 100, kFirst));
    outbox.append(packet_of(2, 1, kRest - protocols::kFramePrefixLength, kFirst));
    outbox.append(packet_of(3, 1, 1, kFirst));
    EXPECT_EQ(taken_from(outbox), (Lines{"FIRST:1-2", "FIRST:3-3"}));
    outbox.append(packet_of(4, 1, 100, kFirst));
    outbox.append(packet_of(5, 1, kRest - protocols::kFramePrefixLength + 1, kFirst));
    EXPECT_EQ(taken_from(outbox), (Lines{"FIRST:4-4", "FIRST:5-5"}));
}

TEST(FeedOutbox, APacketThatDoesNotFollowStaysSeparate) {
    std::array<std::byte, kPacketLengthMax> room{};
    const auto empty = [&](std::uint64_t next, bool is_end) {
        PacketWriter writer(room, kFirst, next);
        const Bytes packet = is_end ? writer.finish_session() : writer.finish();
        return Packet(packet.begin(), packet.end());
    };
    FeedOutbox outbox(8, 8'192);
    outbox.append(packet_of(1, 1, 36, kFirst));
    outbox.append(empty(2, false));
    outbox.append(packet_of(2, 1, 36, kFirst));
    outbox.append(packet_of(4, 1, 36, kFirst));  // not the next
    outbox.append(empty(5, true));
    outbox.append(packet_of(1, 1, 36, kSecond));
    EXPECT_EQ(taken_from(outbox), (Lines{"FIRST:1-1", "FIRST:2 none", "FIRST:2-2", "FIRST:4-4",
                                         "FIRST:5 end", "SECOND:1-1"}));
}

TEST(FeedOutbox, AnyTurnsGiveTheSameMessagesInFewerPackets) {
    Random random(support::seed_of_this_test(5));
    FeedOutbox outbox(64, 65'536);
    std::uint64_t next = 1;
    std::uint64_t commands = 0;
    for (int turn = 0; turn < 2'000; ++turn) {
        const std::uint64_t first = next;
        for (std::uint64_t n = random.below(40); n > 0; --n, ++commands) {
            const auto count = static_cast<int>(1 + random.below(5));
            outbox.append(packet_of(next, count, 19 + random.below(32), kFirst));
            next += static_cast<unsigned>(count);
        }
        std::uint64_t seen = first;
        outbox.for_each([&](Bytes packet) {
            PacketReader reader;
            ASSERT_EQ(reader.open(packet), protocols::DecodeStatus::Ok);
            ASSERT_EQ(reader.sequence_number(), seen);
            seen = reader.next_sequence_number();
        });
        ASSERT_EQ(seen, next);
    }
    EXPECT_LT(outbox.packets_taken() * 5, commands);
}

}  // namespace
}  // namespace hotpath::exchange
