// The scenarios that the Nassau library tests its MoldUDP64 session with (MoldUDP64SessionTest,
// same names): our two servers against the receiving side, LineArbiter and GapRequests.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/feed/gap_requests.hpp"
#include "hotpath/feed/line_arbiter.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/request_server.hpp"
#include "tests/support/downstream_server.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::feed {
namespace {

using protocols::nasdaq::moldudp64::DownstreamServer;
using protocols::nasdaq::moldudp64::PacketWriter;
using protocols::nasdaq::moldudp64::RequestServer;
using NassauTexts = std::vector<std::string>;

constexpr auto kNassau =
    protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>("nassau");

class NassauMoldScenarios : public ::testing::Test {
  protected:
    struct Heard {
        void on_message(Bytes message) { texts.push_back(support::text_of(message)); }
        void on_session() {}
        NassauTexts texts;
    };

    void store(const NassauTexts& messages) {
        for (const std::string& message : messages) {
            ASSERT_TRUE(stream.try_append(support::view_of(message)));
        }
    }
    Arrival receive(Bytes packet, Line line = Line::A) {
        const Arrival arrival = arbiter.on_packet({line, packet, now}, heard);
        requests.on_progress(arbiter, now);
        return arrival;
    }
    Arrival packet(std::uint64_t first, const NassauTexts& messages) {
        PacketWriter writer(buffer, kNassau, first);
        for (const std::string& message : messages) {
            EXPECT_TRUE(writer.try_append(support::view_of(message)));
        }
        return receive(writer.finish());
    }
    Arrival heartbeat(std::uint64_t next) { return packet(next, {}); }
    /// Nassau believes the session of the first packet; ours, behind its beginning, that of three.
    void join(std::uint64_t next) {
        EXPECT_EQ(heartbeat(next), Arrival::Doubted);
        EXPECT_EQ(heartbeat(next), Arrival::Doubted);
    }
    Arrival end(std::uint64_t next) {
        return receive(PacketWriter(buffer, kNassau, next).finish_session());
    }
    /// The deadline comes; what is asked is put down as "first+count", and answered.
    void ask() {
        now = std::max(now, requests.deadline());
        requests.on_timer(arbiter, now);
        const std::vector<protocols::nasdaq::moldudp64::RequestPacket> asked(
            requests.outbox().begin(), requests.outbox().end());
        requests.clear_outbox();
        for (const auto& request : asked) {
            log.push_back(std::to_string(request.load_sequence_number()) + "+" +
                          std::to_string(request.load_requested_message_count()));
            if (const Bytes answer = server.on_request(request.bytes()); !answer.empty()) {
                receive(answer, Line::Replies);
            }
        }
    }

    std::vector<std::byte> buffer =
        std::vector<std::byte>(protocols::nasdaq::moldudp64::room_for(1'398));  // Nassau's packet
    protocols::SequencedStore stream = *protocols::SequencedStore::create(
        {.messages_max = 100, .bytes_max = 10'000, .message_length_max = 1'398});
    RequestServer server = *RequestServer::create(stream, kNassau);
    LineArbiter arbiter{{.store = {.messages_max = 64, .message_length_max = 1'398}}};
    GapRequests requests{{.messages_max = 27}};
    Heard heard;
    NassauTexts log;
    Time now{1'000};
};

const NassauTexts kThree{"foo", "bar", "baz"};

TEST_F(NassauMoldScenarios, PacketWithSingleMessage) {
    EXPECT_EQ(packet(1, {"foo"}), Arrival::Delivered);
    EXPECT_EQ(heard.texts, NassauTexts{"foo"});
}

TEST_F(NassauMoldScenarios, PacketWithMultipleMessages) {
    EXPECT_EQ(packet(1, {"foo", "bar"}), Arrival::Delivered);
    EXPECT_EQ(heard.texts, (NassauTexts{"foo", "bar"}));
}

TEST_F(NassauMoldScenarios, Heartbeat) {
    EXPECT_EQ(heartbeat(1), Arrival::Empty);
    EXPECT_FALSE(arbiter.has_gap());
}

TEST_F(NassauMoldScenarios, EndOfSession) {
    EXPECT_EQ(end(1), Arrival::Empty);
    EXPECT_TRUE(arbiter.is_ended());
}

TEST_F(NassauMoldScenarios, KeepAlive) {
    DownstreamServer downstream = *DownstreamServer::create(stream, kNassau);
    downstream.start({});
    ASSERT_FALSE(downstream.next_packet({}).empty()) << "ours begins with one";
    std::vector<std::int64_t> heartbeats;
    for (const std::int64_t millis : {500, 1'000, 1'500, 2'000}) {
        const Bytes sent = downstream.next_packet({millis * 1'000'000});
        if (!sent.empty()) {
            EXPECT_EQ(receive(sent), Arrival::Empty);
            heartbeats.push_back(millis);
        }
    }
    EXPECT_EQ(heartbeats, (std::vector<std::int64_t>{1'000, 2'000}));
}

TEST_F(NassauMoldScenarios, MaximumMessageLength) {
    const std::string message(1'398, 'X');
    EXPECT_EQ(packet(1, {message}), Arrival::Delivered);
    EXPECT_EQ(heard.texts, NassauTexts{message});
}

TEST_F(NassauMoldScenarios, MaximumMessageLengthExceeded) {
    PacketWriter writer(buffer, kNassau, 1);
    EXPECT_FALSE(writer.try_append(support::view_of(std::string(1'399, 'X'))));
    EXPECT_FALSE(stream.try_append(support::view_of(std::string(1'399, 'X'))));
}

TEST_F(NassauMoldScenarios, Backfill) {
    store(kThree);
    join(4);
    heartbeat(4);
    ask();
    EXPECT_EQ(heard.texts, kThree);
    EXPECT_EQ(log, NassauTexts{"1+3"});
    EXPECT_EQ(requests.status(), GapStatus::None);
}

TEST_F(NassauMoldScenarios, GapFill) {
    store(kThree);
    heartbeat(1);
    heartbeat(4);
    ask();
    EXPECT_EQ(heard.texts, kThree);
    EXPECT_EQ(log, NassauTexts{"1+3"});
}

TEST_F(NassauMoldScenarios, GapFillWithMultipleRequests) {
    store(kThree);
    heartbeat(1);
    heartbeat(2);
    // Nassau drops what is ahead of its turn and asks for it again; ours keeps it.
    EXPECT_EQ(packet(2, {"bar", "baz"}), Arrival::Kept);
    ask();
    EXPECT_EQ(heard.texts, kThree);
    EXPECT_EQ(log, NassauTexts{"1+1"});
}

TEST_F(NassauMoldScenarios, GapFillAfterEndOfSession) {
    store(kThree);
    stream.end_session();
    heartbeat(1);
    end(4);
    EXPECT_FALSE(arbiter.is_ended()) << "its last message is not there";
    ask();
    EXPECT_EQ(heard.texts, kThree);
    EXPECT_TRUE(arbiter.is_ended());
}

TEST_F(NassauMoldScenarios, GapFillTimeout) {
    heartbeat(1);
    EXPECT_EQ(packet(2, {"bar"}), Arrival::Kept);
    ask();  // the server has nothing yet
    EXPECT_EQ(packet(3, {"baz"}), Arrival::Kept);
    EXPECT_TRUE(heard.texts.empty());
    store(kThree);
    ask();
    EXPECT_EQ(heard.texts, kThree);
    EXPECT_EQ(log, (NassauTexts{"1+1", "1+1"}));
    EXPECT_EQ(server.counters().out_of_range, 1U);
}

TEST_F(NassauMoldScenarios, PartiallyObsoletePacket) {
    packet(1, {"foo"});
    EXPECT_EQ(packet(1, {"foo", "bar"}), Arrival::Delivered);
    packet(3, {"baz"});
    EXPECT_EQ(heard.texts, kThree);
}

TEST_F(NassauMoldScenarios, FullyObsoletePacket) {
    packet(1, {"foo"});
    EXPECT_EQ(packet(1, {"foo"}), Arrival::Duplicate);
    packet(2, {"bar", "baz"});
    EXPECT_EQ(heard.texts, kThree);
}

TEST_F(NassauMoldScenarios, RequestedSequenceNumber) {
    join(3);
    EXPECT_EQ(packet(3, {"foo"}), Arrival::Kept);
    ASSERT_TRUE(arbiter.resume_at(4, heard));
    packet(4, {"bar"});
    EXPECT_EQ(heard.texts, NassauTexts{"bar"});
}

TEST_F(NassauMoldScenarios, FirstReceivedMessage) {
    join(3);
    EXPECT_EQ(packet(3, {"foo"}), Arrival::Kept);
    EXPECT_EQ(arbiter.skip_gap(heard), 2U);
    packet(4, {"bar"});
    EXPECT_EQ(heard.texts, (NassauTexts{"foo", "bar"}));
}

}  // namespace
}  // namespace hotpath::feed
