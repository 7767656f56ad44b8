// The two servers of a MoldUDP64 session: what is published, and what is sent again.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/request_server.hpp"
#include "tests/support/downstream_server.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::protocols::nasdaq::moldudp64 {
namespace {

using Texts = std::vector<std::string>;

constexpr Session kMonday = to_alpha<kSessionLength>("MONDAY");
constexpr Nanos kSecond{kNanosPerSecond};

/// A packet in words: "5: a b c", "7 heartbeat", "7 end".
std::string words(Bytes bytes) {
    PacketReader packet;
    if (packet.open(bytes) != DecodeStatus::Ok || !packet.is_of(kMonday)) {
        return "unreadable";
    }
    std::string text = std::to_string(packet.sequence_number());
    if (packet.is_end_of_session()) {
        return text + " end";
    }
    text += packet.is_heartbeat() ? " heartbeat" : ":";
    FrameCursor messages = packet.messages();
    for (Bytes message; messages.next(message);) {
        text += " " + support::text_of(message);
    }
    return text;
}

class MoldServers : public ::testing::Test {
  protected:
    void publish(std::initializer_list<std::string_view> messages) {
        for (const std::string_view message : messages) {
            ASSERT_TRUE(stream.try_append(support::view_of(message)));
        }
    }
    std::string ask(std::uint64_t first, std::uint16_t count) {
        const Bytes answer = requests.on_request(make_request(kMonday, first, count).bytes());
        return answer.empty() ? "" : words(answer);
    }
    Texts sent_at(Time now) {
        Texts packets;
        for (Bytes packet; !(packet = downstream.next_packet(now)).empty();) {
            packets.push_back(words(packet));
        }
        return packets;
    }

    // Packets of three short messages.
    static constexpr std::size_t kPacketMax = DownstreamHeader::kLength + 3 * 3;
    SequencedStore stream = *SequencedStore::create(
        {.messages_max = 1'000, .bytes_max = 10'000, .message_length_max = 7});
    RequestServer requests = *RequestServer::create(stream, kMonday, kPacketMax);
    DownstreamServer downstream =
        *DownstreamServer::create(stream, kMonday, {.packet_length_max = kPacketMax});
};

TEST_F(MoldServers, ARequestIsAnsweredWithWhatExistsAndFits) {
    publish({"a", "b", "c", "d", "e"});
    EXPECT_EQ(ask(1, 1), "1: a");
    EXPECT_EQ(ask(2, 2), "2: b c");
    EXPECT_EQ(ask(1, 5), "1: a b c") << "one packet";
    EXPECT_EQ(ask(4, 5), "4: d e") << "no more than there is";
    EXPECT_EQ(ask(5, 0xFFFF), "5: e");
    EXPECT_EQ(requests.counters().messages_wanted, 13U + 0xFFFFU);
    EXPECT_EQ(requests.counters().messages_sent, 9U);
}

TEST_F(MoldServers, ARequestThatCannotBeAnsweredIsCountedByItsReason) {
    publish({"a", "b"});
    EXPECT_EQ(ask(0, 1), "");
    EXPECT_EQ(ask(3, 1), "");
    EXPECT_EQ(ask(~std::uint64_t{0}, 0xFFFF), "");
    EXPECT_EQ(requests.counters().out_of_range, 3U);
    EXPECT_EQ(ask(1, 0), "");
    EXPECT_EQ(requests.counters().nothing_wanted, 1U);
    const RequestPacket other = make_request(to_alpha<kSessionLength>("TUESDAY"), 1, 1);
    EXPECT_TRUE(requests.on_request(other.bytes()).empty());
    EXPECT_EQ(requests.counters().other_session, 1U);
    const RequestPacket good = make_request(kMonday, 1, 1);
    EXPECT_TRUE(requests.on_request(good.bytes().first(19)).empty());
    EXPECT_TRUE(requests.on_request({}).empty());
    EXPECT_EQ(requests.counters().malformed, 2U);
    EXPECT_EQ(requests.counters().requests, 7U);
    EXPECT_EQ(requests.counters().messages_sent, 0U);
}

TEST_F(MoldServers, RequestsAreServedAfterTheEndOfTheSession) {
    publish({"a", "b"});
    stream.end_session();
    EXPECT_EQ(ask(1, 10), "1: a b");
    EXPECT_EQ(ask(3, 1), "");
}

TEST_F(MoldServers, WhatIsPublishedIsPackedAndSentOnce) {
    publish({"a", "b", "c", "d", "e"});
    downstream.start({});
    EXPECT_EQ(sent_at({1}), (Texts{"1: a b c", "4: d e"}));
    EXPECT_EQ(sent_at({2}), Texts{});
    publish({"f"});
    EXPECT_EQ(sent_at({3}), Texts{"6: f"});
    EXPECT_EQ(downstream.next_sequence_number(), 7U);
    EXPECT_EQ(downstream.counters().messages, 6U);
    EXPECT_EQ(downstream.counters().packets, 3U);
}

TEST_F(MoldServers, ASecondOfSilenceBringsAHeartbeatAndNoEarlier) {
    downstream.start({5});
    EXPECT_EQ(sent_at({5}), Texts{"1 heartbeat"}) << "the first says where the session is";
    EXPECT_EQ(downstream.next_deadline(), Time{5} + kSecond);
    EXPECT_EQ(sent_at({4 + kNanosPerSecond}), Texts{});
    EXPECT_EQ(sent_at({5 + kNanosPerSecond}), Texts{"1 heartbeat"});
    publish({"a"});
    EXPECT_EQ(sent_at({6 + kNanosPerSecond}), Texts{"1: a"});
    EXPECT_EQ(sent_at({5 + 2 * kNanosPerSecond}), Texts{});
    EXPECT_EQ(sent_at({6 + 2 * kNanosPerSecond}), Texts{"2 heartbeat"});
}

TEST_F(MoldServers, TheEndIsSaidAfterTheLastMessageAndRepeatedForAWhile) {
    publish({"a", "b", "c", "d"});
    stream.end_session();
    downstream.start({});
    EXPECT_EQ(sent_at({}), (Texts{"1: a b c", "4: d", "5 end"}));
    Texts all;
    Time now;
    while (downstream.next_deadline() != kNever) {
        now = downstream.next_deadline();
        const Texts packets = sent_at(now);
        all.insert(all.end(), packets.begin(), packets.end());
    }
    EXPECT_EQ(all, Texts(30, "5 end"));
    EXPECT_EQ(now, Time{30 * kNanosPerSecond});
    EXPECT_TRUE(downstream.is_silent());
    EXPECT_EQ(sent_at({3'600 * kNanosPerSecond}), Texts{});
}

TEST_F(MoldServers, ASessionEndsThoughNothingWasLeftToSend) {
    publish({"a"});
    downstream.start({});
    EXPECT_EQ(sent_at({}), Texts{"1: a"});
    stream.end_session();
    EXPECT_EQ(sent_at(Time{} + kSecond), Texts{"2 end"}) << "in the place of a heartbeat";
}

TEST_F(MoldServers, AClockThatJumpsBringsOneHeartbeat) {
    downstream.start({});
    EXPECT_EQ(sent_at({}).size(), 1U);
    EXPECT_EQ(sent_at({3'600 * kNanosPerSecond}), Texts{"1 heartbeat"});
    EXPECT_EQ(sent_at({}), Texts{});
    EXPECT_EQ(downstream.next_deadline(), Time{} + kSecond);
    EXPECT_EQ(sent_at(Time{} + kSecond), Texts{"1 heartbeat"});
}

TEST_F(MoldServers, APublisherGoesOnWhereItStoppedBefore) {
    publish({"a", "b", "c"});
    DownstreamServer again = *DownstreamServer::create(stream, kMonday, {}, 3);
    again.start({});
    EXPECT_EQ(words(again.next_packet({})), "3: c");
    EXPECT_TRUE(DownstreamServer::create(stream, kMonday, {}, 4));
    EXPECT_FALSE(DownstreamServer::create(stream, kMonday, {}, 5));
    EXPECT_FALSE(DownstreamServer::create(stream, kMonday, {}, 0));
}

TEST_F(MoldServers, PacketsThatCannotHoldAMessageAreRefused) {
    const std::size_t needed = room_for(7);
    EXPECT_TRUE(RequestServer::create(stream, kMonday, needed));
    EXPECT_FALSE(RequestServer::create(stream, kMonday, needed - 1));
    EXPECT_TRUE(DownstreamServer::create(stream, kMonday, {.packet_length_max = needed}));
    EXPECT_FALSE(DownstreamServer::create(stream, kMonday, {.packet_length_max = needed - 1}));
    EXPECT_FALSE(DownstreamServer::create(stream, kMonday, {.heartbeat_interval = {0}}));
    EXPECT_FALSE(DownstreamServer::create(stream, kMonday, {.end_duration = {-1}}));
}

TEST_F(MoldServers, ReceiversThatAskForWhatTheyMissHaveEverything) {
    Random random(support::seed_of_this_test(75));
    for (int i = 0; i < 1'000; ++i) {
        ASSERT_TRUE(stream.try_append(support::view_of(std::string(random.below(8), 'x'))));
    }
    downstream.start({});
    std::uint64_t next = 1;
    const auto receive = [&](Bytes bytes) {
        PacketReader packet;
        ASSERT_EQ(packet.open(bytes), DecodeStatus::Ok);
        ASSERT_LE(bytes.size(), kPacketMax);
        if (packet.sequence_number() != next) {
            return;
        }
        FrameCursor messages = packet.messages();
        for (Bytes message; messages.next(message); ++next) {
            ASSERT_EQ(support::text_of(message), support::text_of(stream.at(next)));
        }
    };
    for (Bytes packet; !(packet = downstream.next_packet({})).empty();) {
        if (!random.one_in(3)) {
            receive(packet);
        }
        while (next < downstream.next_sequence_number()) {
            const auto count = static_cast<std::uint16_t>(1 + random.below(20));
            receive(requests.on_request(make_request(kMonday, next, count).bytes()));
        }
    }
    EXPECT_EQ(next, 1'001U);
}

TEST_F(MoldServers, PublishingAndAnsweringAllocateNothing) {
    publish({"a", "b", "c", "d"});
    downstream.start({});
    NoAllocScope scope;
    EXPECT_FALSE(downstream.next_packet({}).empty());
    EXPECT_FALSE(requests.on_request(make_request(kMonday, 1, 4).bytes()).empty());
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::protocols::nasdaq::moldudp64
