#include "hotpath/capture/feed_arbiter.hpp"

#include <gtest/gtest.h>

#include "tests/support/packet_captures.hpp"

namespace hotpath::capture {
namespace {

using namespace support;

/// Packets in, frames and counts out. Message N of a session is sample_message(N - 1).
class Arbitrated : public ::testing::Test {
  protected:
    void give(std::uint64_t sequence, std::uint16_t count, std::string_view session = "S") {
        const OwnedBytes bytes = mold_header({.session = session, .sequence = sequence}, count) +
                                 messages(sequence, count);
        take(bytes);
    }
    void give_heartbeat(std::uint64_t sequence, std::uint16_t count = 0) {
        take(mold_header({.session = "S", .sequence = sequence}, count));
    }
    void take(Bytes bytes) {
        protocols::nasdaq::moldudp64::PacketReader packet;
        ASSERT_EQ(packet.open(bytes), protocols::DecodeStatus::Ok);
        EXPECT_TRUE(arbiter_.on_packet(packet, out_, stats_));
    }
    void finish() { arbiter_.finish(out_, stats_); }

    static OwnedBytes messages(std::uint64_t sequence, std::uint64_t count) {
        OwnedBytes frames;
        for (std::uint64_t index = 0; index < count; ++index) {
            append(frames, framed(sample_message(sequence - 1 + index)));
        }
        return frames;
    }

    FeedArbiter arbiter_;
    OwnedBytes out_;
    StreamStats stats_;
};

TEST_F(Arbitrated, DropsWhatTheOtherLineHasDelivered) {
    give(1, 2);
    give(1, 2);
    give(3, 1);
    give(2, 4);  // overlaps: 4 and 5 are new
    EXPECT_TRUE(out_ == messages(1, 5));
    EXPECT_EQ(stats_.duplicate_messages, 4U);
    EXPECT_EQ(stats_.sequence_gaps, 0U);
}

TEST_F(Arbitrated, LetsAPacketWaitForTheOtherLinesCopyOfWhatIsMissing) {
    give(1, 2);
    give(5, 1);
    give(4, 1);
    give(5, 1);
    EXPECT_TRUE(out_ == messages(1, 2));
    give(3, 1);
    EXPECT_TRUE(out_ == messages(1, 5));
    finish();
    EXPECT_EQ(stats_.duplicate_messages, 1U) << "the second copy of one that waited";
    EXPECT_EQ(stats_.sequence_gaps, 0U);
    EXPECT_EQ(stats_.messages, 5U);
}

TEST_F(Arbitrated, CountsAGapThatNoLineFills) {
    give(1, 2);
    give(5, 2);
    give(9, 1);
    finish();
    EXPECT_TRUE(out_ == messages(1, 2) + messages(5, 2) + messages(9, 1));
    EXPECT_EQ(stats_.sequence_gaps, 2U);
    EXPECT_EQ(stats_.missing_messages, 4U);
}

TEST_F(Arbitrated, WaitsForABoundedNumberOfPackets) {
    give(1, 1);
    for (std::uint64_t sequence = 3; sequence <= 3 + FeedArbiter::kWaitingPacketsMax; ++sequence) {
        EXPECT_EQ(stats_.messages, 1U);
        give(sequence, 1);
    }
    EXPECT_EQ(stats_.sequence_gaps, 1U);
    EXPECT_EQ(stats_.messages, 2 + FeedArbiter::kWaitingPacketsMax);
}

TEST_F(Arbitrated, SeesAGapInAHeartbeatAndInTheEndOfTheSession) {
    give(1, 2);
    give_heartbeat(3);
    give_heartbeat(5);
    give_heartbeat(8, protocols::nasdaq::moldudp64::kEndOfSession);
    finish();
    EXPECT_EQ(stats_.sequence_gaps, 2U);
    EXPECT_EQ(stats_.missing_messages, 5U);
    EXPECT_EQ(stats_.messages, 2U);
}

TEST_F(Arbitrated, BeginsASessionWhereverTheCaptureDoes) {
    give(1000, 2);
    give(1002, 1);
    EXPECT_EQ(stats_.messages, 3U);
    EXPECT_EQ(stats_.sequence_gaps, 0U);
}

TEST_F(Arbitrated, KeepsSessionsApart) {
    give(1, 2, "A");
    give(1, 2, "B");
    give(3, 1, "A");
    EXPECT_EQ(stats_.messages, 5U);
    EXPECT_EQ(stats_.duplicate_messages, 0U);
}

TEST_F(Arbitrated, TakesPacketsWithoutASequenceNumberAsTheyCome) {
    const OwnedBytes packet =
        mold_header({.session = "S", .sequence = 0}, 1) + framed(sample_message(0));
    take(packet);
    take(packet);
    EXPECT_EQ(stats_.messages, 2U);
    EXPECT_EQ(stats_.duplicate_messages, 0U);
}

TEST_F(Arbitrated, LeavesOutMessagesOfNoBytesButTheirNumberCounts) {
    const OwnedBytes packet = mold_header({.session = "S", .sequence = 1}, 3) + OwnedBytes(2) +
                              messages(2, 1) + OwnedBytes(2);
    take(packet);
    give(4, 1);
    EXPECT_TRUE(out_ == messages(2, 1) + messages(4, 1));
    EXPECT_EQ(stats_.sequence_gaps, 0U);
}

TEST_F(Arbitrated, RefusesMoreSessionsThanItsBound) {
    for (std::size_t session = 0; session < FeedArbiter::kSessionsMax; ++session) {
        give(1, 1, std::to_string(session));
    }
    const OwnedBytes bytes = mold_header({.session = "new", .sequence = 1}, 1) + messages(1, 1);
    protocols::nasdaq::moldudp64::PacketReader packet;
    ASSERT_EQ(packet.open(bytes), protocols::DecodeStatus::Ok);
    EXPECT_FALSE(arbiter_.on_packet(packet, out_, stats_));
}

}  // namespace
}  // namespace hotpath::capture
