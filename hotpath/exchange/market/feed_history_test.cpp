// FeedHistory: what has left can be requested again, and the heartbeats between packets carry the
// next number.

#include "hotpath/exchange/market/feed_history.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"

namespace hotpath::exchange {
namespace {

namespace mold = protocols::nasdaq::moldudp64;

class FeedHistoryTest : public testing::Test {
  protected:
    using Packet = std::vector<std::byte>;

    static constexpr mold::Session kToday{'T', 'O', 'D', 'A', 'Y', ' ', ' ', ' ', ' ', ' '};
    static constexpr mold::Session kNext{'N', 'E', 'X', 'T', ' ', ' ', ' ', ' ', ' ', ' '};
    static constexpr Time kNoon{43'200 * kNanosPerSecond};

    static FeedHistory history(std::uint32_t messages_max = 8) {
        return std::move(*FeedHistory::create(
            kToday, {.messages_max = messages_max, .bytes_max = 1'000, .message_length_max = 50}));
    }
    static Packet packet(std::uint64_t first, const std::vector<std::string>& messages,
                         const mold::Session& session = kToday) {
        std::array<std::byte, mold::kPacketLengthMax> room{};
        mold::PacketWriter writer(room, session, first);
        for (const std::string& message : messages) {
            EXPECT_TRUE(writer.try_append(std::as_bytes(std::span(message))));
        }
        const Bytes bytes = writer.finish();
        return {bytes.begin(), bytes.end()};
    }
    static Packet last_packet(std::uint64_t next) {
        std::array<std::byte, mold::kPacketLengthMax> room{};
        mold::PacketWriter writer(room, kToday, next);
        const Bytes bytes = writer.finish_session();
        return {bytes.begin(), bytes.end()};
    }
    /// "2: b c" of the answer; "" of none.
    static std::string answer(FeedHistory& history, std::uint64_t first, std::uint16_t count,
                              const mold::Session& session = kToday) {
        const mold::RequestPacket request = mold::make_request(session, first, count);
        return text(history.answer(request.bytes()));
    }
    static std::string text(Bytes packet) {
        if (packet.empty()) {
            return "";
        }
        mold::PacketReader reader;
        EXPECT_EQ(reader.open(packet), protocols::DecodeStatus::Ok);
        std::string text = std::to_string(reader.sequence_number()) + ":";
        text += reader.is_end_of_session() ? " end" : "";
        protocols::FrameCursor messages = reader.messages();
        for (Bytes message; messages.next(message);) {
            text += " ";
            for (const std::byte b : message) {
                text += std::to_integer<char>(b);
            }
        }
        return text;
    }
};

TEST_F(FeedHistoryTest, WhatHasLeftCanBeRequestedAgain) {
    FeedHistory of = history();
    EXPECT_EQ(of.next_seq(), 1U);
    EXPECT_EQ(answer(of, 1, 1), "") << "nothing has left yet";
    EXPECT_FALSE(of.on_packet(packet(1, {"a", "b"}), kNoon));
    EXPECT_FALSE(of.on_packet(packet(3, {"c"}), kNoon));
    EXPECT_EQ(of.next_seq(), 4U);
    EXPECT_EQ(answer(of, 2, 2), "2: b c");
    EXPECT_EQ(answer(of, 1, 99), "1: a b c");
    EXPECT_EQ(answer(of, 4, 1), "") << "not yet";
    EXPECT_EQ(answer(of, 1, 1, kNext), "") << "another session's";
    EXPECT_EQ(of.requests().requests, 5U);
    EXPECT_EQ(of.requests().other_session, 1U);
    EXPECT_EQ(of.counters().packets, 2U);
    EXPECT_EQ(of.counters().messages_not_kept, 0U);
}

TEST_F(FeedHistoryTest, AHeartbeatIsDueASecondAfterThePacketBefore) {
    FeedHistory of = history();
    of.on_packet(packet(1, {"a"}), kNoon);
    EXPECT_EQ(of.next_deadline(), kNoon + Nanos{1'000'000'000});
    EXPECT_EQ(text(of.heartbeat(kNoon + Nanos{1'500'000'000})), "2:");
    EXPECT_EQ(of.next_deadline(), kNoon + Nanos{2'500'000'000});
    EXPECT_EQ(of.counters().heartbeats, 1U);
    EXPECT_EQ(of.counters().packets, 1U);
}

TEST_F(FeedHistoryTest, AfterTheEndItsHeartbeatsSaySo) {
    FeedHistory of = history();
    of.on_packet(packet(1, {"a"}), kNoon);
    EXPECT_FALSE(of.has_ended());
    of.on_packet(last_packet(2), kNoon);
    EXPECT_TRUE(of.has_ended());
    EXPECT_EQ(text(of.heartbeat(kNoon)), "2: end");
    EXPECT_EQ(answer(of, 1, 1), "1: a") << "the session's messages are still there";
    of.on_packet(packet(2, {}), kNoon);
    EXPECT_TRUE(of.has_ended()) << "a heartbeat behind the end does not take it back";
}

TEST_F(FeedHistoryTest, AnotherSessionBeginsAtOneAndForgetsTheFirst) {
    FeedHistory of = history();
    of.on_packet(packet(1, {"a", "b"}), kNoon);
    of.on_packet(last_packet(3), kNoon);
    EXPECT_TRUE(of.on_packet(packet(1, {"x"}, kNext), kNoon)) << "the first of a session";
    EXPECT_FALSE(of.on_packet(packet(2, {"y"}, kNext), kNoon));
    EXPECT_EQ(of.session(), kNext);
    EXPECT_FALSE(of.has_ended());
    EXPECT_EQ(of.next_seq(), 3U);
    EXPECT_EQ(answer(of, 1, 9, kNext), "1: x y");
    EXPECT_EQ(answer(of, 1, 9), "");
    EXPECT_EQ(text(of.heartbeat(kNoon)), "3:");
}

TEST_F(FeedHistoryTest, WhenItIsFullTheNumbersGoOn) {
    FeedHistory of = history(2);
    of.on_packet(packet(1, {"a", "b", "c"}), kNoon);
    of.on_packet(packet(4, {"d"}), kNoon);
    EXPECT_EQ(of.counters().messages_not_kept, 2U);
    EXPECT_EQ(of.next_seq(), 5U);
    EXPECT_EQ(answer(of, 2, 9), "2: b");
    EXPECT_EQ(answer(of, 3, 1), "");
    EXPECT_EQ(text(of.heartbeat(kNoon)), "5:");
}

TEST_F(FeedHistoryTest, AMessageBehindOneThatIsNotKeptIsNotKeptEither) {
    FeedHistory of = history();
    of.on_packet(packet(1, {"a", std::string(51, 'l'), "c"}), kNoon);
    EXPECT_EQ(of.counters().messages_not_kept, 2U) << "the number of 'c' would be another's";
    EXPECT_EQ(answer(of, 1, 9), "1: a");
    EXPECT_EQ(answer(of, 2, 1), "");
}

TEST_F(FeedHistoryTest, IsSavedWithItsMessagesAndItsEnd) {
    FeedHistory of = history();
    of.on_packet(packet(1, {"a", "bc"}), kNoon);
    of.on_packet(last_packet(3), kNoon);
    StateWriter writer;
    of.save(writer);
    FeedHistory again = std::move(*FeedHistory::create(
        kNext, {.messages_max = 8, .bytes_max = 1'000, .message_length_max = 50}));
    StateReader reader(writer.bytes());
    again.load(reader);
    ASSERT_TRUE(reader.is_done());
    EXPECT_EQ(again.session(), kToday);
    EXPECT_EQ(again.next_seq(), 3U);
    EXPECT_TRUE(again.has_ended());
    EXPECT_EQ(answer(again, 1, 9), "1: a bc");
    EXPECT_EQ(text(again.heartbeat(kNoon)), "3: end");
}

TEST_F(FeedHistoryTest, AStateThatIsNoneOrDoesNotFitIsRefused) {
    FeedHistory of = history();
    of.on_packet(packet(1, {"a", "b", "c"}), kNoon);
    StateWriter writer;
    of.save(writer);
    const Bytes whole = writer.bytes();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        FeedHistory again = history();
        StateReader reader(whole.first(length));
        again.load(reader);
        EXPECT_FALSE(reader.is_ok()) << length;
    }
    FeedHistory small = history(2);
    StateReader reader(whole);
    small.load(reader);
    EXPECT_FALSE(reader.is_ok()) << "three messages where two have room";
    StateWriter other;
    other.put_bytes(Bytes(whole).first(9));
    other.put(std::uint64_t{1});
    FeedHistory again = history();
    StateReader short_name(other.bytes());
    again.load(short_name);
    EXPECT_FALSE(short_name.is_ok()) << "a session of nine characters";
}

TEST_F(FeedHistoryTest, AStoreWhoseMessagesNoPacketHoldsIsRefused) {
    const auto create = [](std::uint32_t length) {
        return FeedHistory::create(
            kToday, {.messages_max = 1, .bytes_max = 2'000, .message_length_max = length});
    };
    EXPECT_TRUE(create(1'450).has_value()) << "20 of the header and 2 of the length";
    const auto too_long = create(1'451);
    ASSERT_FALSE(too_long.has_value());
    EXPECT_EQ(too_long.error().message,
              "a MoldUDP64 packet must hold the stream's longest message");
    EXPECT_FALSE(create(0).has_value());
}

}  // namespace
}  // namespace hotpath::exchange
