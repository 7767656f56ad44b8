// The layers under a connection: packets put together, output in a ring, time without jumps.

#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packet_assembler.hpp"
#include "hotpath/protocols/output_buffer.hpp"
#include "hotpath/protocols/session_time.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {
namespace {

/// A packet of `length` bytes after its length field, each of them `fill`.
std::vector<std::byte> packet_of(std::size_t length, unsigned char fill) {
    std::vector<std::byte> packet(kFramePrefixLength + length, std::byte{fill});
    store_be(packet.data(), static_cast<std::uint16_t>(length));
    return packet;
}

std::vector<std::vector<std::byte>> assembled(PacketAssembler& assembler, Bytes stream) {
    std::vector<std::vector<std::byte>> packets;
    Bytes packet;
    while (assembler.next(stream, packet) == AssemblyStatus::Whole) {
        packets.emplace_back(packet.begin(), packet.end());
    }
    return packets;
}

TEST(PacketAssembler, AnyCutOfAStreamGivesTheSamePackets) {
    Random random(support::seed_of_this_test(72));
    std::vector<std::vector<std::byte>> sent;
    std::vector<std::byte> stream;
    for (int i = 0; i < 300; ++i) {
        sent.push_back(packet_of(1 + random.below(60), static_cast<unsigned char>(i)));
        stream.insert(stream.end(), sent.back().begin(), sent.back().end());
    }
    for (const std::size_t piece_max : {1U, 2U, 3U, 17U, 64U, 500U, 100'000U}) {
        PacketAssembler assembler(62);
        std::vector<std::vector<std::byte>> received;
        for (std::size_t at = 0; at < stream.size();) {
            const std::size_t piece =
                std::min<std::size_t>(1 + random.below(piece_max), stream.size() - at);
            const auto packets = assembled(assembler, Bytes(stream).subspan(at, piece));
            received.insert(received.end(), packets.begin(), packets.end());
            at += piece;
        }
        EXPECT_EQ(received, sent) << piece_max;
        EXPECT_EQ(assembler.held(), 0U);
    }
}

TEST(PacketAssembler, AWholePacketIsNotCopied) {
    const auto bytes = packet_of(10, 7);
    PacketAssembler assembler(100);
    Bytes stream(bytes);
    Bytes packet;
    ASSERT_EQ(assembler.next(stream, packet), AssemblyStatus::Whole);
    EXPECT_EQ(packet.data(), bytes.data());
    EXPECT_TRUE(stream.empty());
    EXPECT_EQ(assembler.next(stream, packet), AssemblyStatus::NeedMore);
}

TEST(PacketAssembler, ALengthThatNoPacketHasIsAnErrorBeforeItsBytesCome) {
    for (const bool is_cut : {false, true}) {
        PacketAssembler assembler(10);
        Bytes packet;
        const auto empty = packet_of(0, 0);
        Bytes stream = Bytes(empty).first(is_cut ? 1 : 2);
        AssemblyStatus status = assembler.next(stream, packet);
        if (is_cut) {
            EXPECT_EQ(status, AssemblyStatus::NeedMore);
            stream = Bytes(empty).subspan(1);
            status = assembler.next(stream, packet);
        }
        EXPECT_EQ(status, AssemblyStatus::Empty);
    }
    PacketAssembler assembler(10);
    Bytes packet;
    const auto longest = packet_of(8, 0);
    const auto longer = packet_of(9, 0);
    Bytes stream(longest);
    EXPECT_EQ(assembler.next(stream, packet), AssemblyStatus::Whole);
    stream = Bytes(longer).first(2);
    EXPECT_EQ(assembler.next(stream, packet), AssemblyStatus::TooLong);
}

TEST(OutputBuffer, GivesWhatItWasGivenAroundItsEnd) {
    Random random(support::seed_of_this_test(73));
    OutputBuffer buffer(50);
    unsigned char written = 0;
    unsigned char read = 0;
    for (int i = 0; i < 10'000; ++i) {
        std::vector<std::byte> bytes(random.below(30));
        if (buffer.has_room(bytes.size())) {
            for (std::byte& b : bytes) {
                b = std::byte{written++};
            }
            buffer.append(bytes);
        } else {
            ASSERT_GT(buffer.size() + bytes.size(), 50U) << "a refusal is for want of room";
        }
        const Bytes front = buffer.front();
        ASSERT_EQ(front.empty(), buffer.empty());
        const std::size_t taken = random.below(front.size() + 1);
        for (const std::byte b : front.first(taken)) {
            ASSERT_EQ(b, std::byte{read++});
        }
        buffer.take(taken);
    }
}

TEST(OutputBuffer, HoldsExactlyWhatItIsAskedToHold) {
    OutputBuffer buffer(49);
    const std::vector<std::byte> bytes(49);
    EXPECT_TRUE(buffer.has_room(49));
    EXPECT_FALSE(buffer.has_room(50));
    buffer.append(bytes);
    EXPECT_FALSE(buffer.has_room(1));
    EXPECT_TRUE(buffer.has_room(0));
    buffer.clear();
    EXPECT_TRUE(buffer.has_room(49));
}

constexpr Time kDeadline{1'000};

TEST(SessionTime, GoesWithTheOwnersClockUpToTheDeadline) {
    SessionTime time;
    time.start({500});
    time.advance({700}, kDeadline);
    EXPECT_EQ(time.time(), Time{200});
    EXPECT_EQ(time.to_owner(kDeadline), Time{1'500});
    time.advance({1'500}, kDeadline);
    EXPECT_EQ(time.time(), kDeadline);
    time.advance({9'000'000}, kDeadline);
    EXPECT_EQ(time.time(), kDeadline) << "a jump does not go beyond what is due";
}

TEST(SessionTime, AClockThatGoesBackStopsTimeButNotItsProgressAfterwards) {
    SessionTime time;
    time.start({1'000'000});
    time.advance({1'000'100}, kDeadline);
    time.advance({5}, kDeadline);
    EXPECT_EQ(time.time(), Time{100});
    EXPECT_EQ(time.to_owner(kDeadline), Time{905}) << "what is due is due as soon as before";
    time.advance({25}, kDeadline);
    EXPECT_EQ(time.time(), Time{120});
}

TEST(SessionTime, TheEndsOfTheClockDoNotOverflow) {
    SessionTime time;
    const Time lowest{std::numeric_limits<std::int64_t>::min()};
    time.start(lowest);
    time.advance(kNever, kDeadline);
    EXPECT_EQ(time.time(), kDeadline);
    time.advance(lowest, Time{2'000});
    EXPECT_EQ(time.time(), kDeadline);
    time.start(kNever);
    EXPECT_EQ(time.to_owner(kDeadline), kNever);
    EXPECT_EQ(time.to_owner(kNever), kNever);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::soupbintcp
