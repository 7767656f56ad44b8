// Two lines of a feed that lose packets, against the set of messages that either of them carried.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/capture/feed_arbiter.hpp"
#include "hotpath/core/random.hpp"
#include "tests/support/packet_captures.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::capture {
namespace {

using namespace support;

struct LinePacket {
    std::uint64_t sequence = 0;
    std::uint16_t count = 0;
};

/// A day of messages in packets of 1 to 3, the same on both lines.
std::vector<LinePacket> packets_of_day(Random& random, std::uint64_t messages) {
    std::vector<LinePacket> packets;
    for (std::uint64_t sequence = 1; sequence <= messages;) {
        const auto count =
            static_cast<std::uint16_t>(std::min(1 + random.below(3), messages + 1 - sequence));
        packets.push_back({sequence, count});
        sequence += count;
    }
    return packets;
}

TEST(ArbitratedLines, DeliverOnceAndInOrderEveryMessageThatEitherOfThemCarried) {
    Random random(seed_of_this_test(107));
    for (int round = 0; round < 60; ++round) {
        constexpr std::uint64_t kMessages = 120;
        const auto packets = packets_of_day(random, kMessages);
        FeedArbiter arbiter;
        StreamStats stats;
        OwnedBytes out;
        std::set<std::uint64_t> carried;
        std::uint64_t given = 0;
        std::uint64_t first = 0;  // a session begins where the capture does
        const auto give = [&](const LinePacket& packet) {
            OwnedBytes bytes =
                mold_header({.session = "S", .sequence = packet.sequence}, packet.count);
            first = first == 0 ? packet.sequence : first;
            for (std::uint64_t i = 0; i < packet.count; ++i) {
                append(bytes, framed(sample_message(packet.sequence - 1 + i)));
                if (packet.sequence + i >= first) {
                    carried.insert(packet.sequence + i);
                }
            }
            given += packet.count;
            protocols::nasdaq::moldudp64::PacketReader reader;
            ASSERT_EQ(reader.open(bytes), protocols::DecodeStatus::Ok);
            ASSERT_TRUE(arbiter.on_packet(reader, out, stats));
        };
        // The second line is up to three packets behind the first, and each loses one in six.
        const std::size_t behind = random.below(4);
        for (std::size_t i = 0; i < packets.size() + behind; ++i) {
            if (i < packets.size() && !random.one_in(6)) {
                give(packets[i]);
            }
            if (i >= behind && !random.one_in(6)) {
                give(packets[i - behind]);
            }
        }
        arbiter.finish(out, stats);
        OwnedBytes wanted;
        for (const std::uint64_t sequence : carried) {
            append(wanted, framed(sample_message(sequence - 1)));
        }
        ASSERT_TRUE(out == wanted) << "round " << round;
        EXPECT_EQ(stats.messages, carried.size());
        EXPECT_EQ(stats.duplicate_messages, given - carried.size());
        const std::uint64_t span = *carried.rbegin() - *carried.begin() + 1;
        EXPECT_EQ(stats.missing_messages, span - carried.size());
        std::uint64_t gaps = 0;
        for (auto at = carried.begin(); std::next(at) != carried.end(); ++at) {
            gaps += *std::next(at) != *at + 1 ? 1U : 0U;
        }
        EXPECT_EQ(stats.sequence_gaps, gaps);
    }
}

}  // namespace
}  // namespace hotpath::capture
