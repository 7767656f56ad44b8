// The passive readers of a world's connections: drop copies that are late, packets and their ends;
// and packets of one instant that a session joins.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/sim/session/packet_joiner.hpp"
#include "hotpath/sim/world/copy_watch.hpp"
#include "hotpath/sim/world/soup_tap.hpp"
#include "hotpath/sim/world/verdict.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::sim::world {
namespace {

class CopyWatchTest : public testing::Test {
  protected:
    static Bytes execution() {
        static const protocols::nasdaq::ouch50::OrderExecuted message;
        return message.bytes();
    }
    static Bytes broken_trade() {
        static const protocols::nasdaq::ouch50::BrokenTrade message;
        return message.bytes();
    }
    static Bytes cancel() {
        static const protocols::nasdaq::ouch50::OrderCanceled message;
        return message.bytes();
    }

    CopyWatch watch_;
};

TEST_F(CopyWatchTest, AnExecutionWaitsForItsCopyAndACopyForItsExecution) {
    EXPECT_EQ(watch_.waits_since(), std::nullopt);
    watch_.on_reply(1, execution(), {10});
    EXPECT_EQ(watch_.waits_since(), Nanos{10});
    watch_.on_copy(1, execution(), {15});
    EXPECT_EQ(watch_.waits_since(), std::nullopt);
    watch_.on_copy(2, broken_trade(), {20});
    EXPECT_EQ(watch_.waits_since(), Nanos{20});
    watch_.on_reply(2, broken_trade(), {30});
    EXPECT_EQ(watch_.waits_since(), std::nullopt);
}

TEST_F(CopyWatchTest, TheOldestSaysSinceWhen) {
    watch_.on_reply(1, execution(), {10});
    watch_.on_reply(2, execution(), {20});
    watch_.on_copy(1, execution(), {25});
    EXPECT_EQ(watch_.waits_since(), Nanos{20});
    watch_.on_copy(2, execution(), {30});
    watch_.on_copy(3, execution(), {40});
    EXPECT_EQ(watch_.waits_since(), Nanos{40}) << "now the copies are ahead";
}

TEST_F(CopyWatchTest, OtherMessagesWaitForNothing) {
    watch_.on_reply(1, cancel(), {10});
    watch_.on_copy(1, {}, {10});
    EXPECT_EQ(watch_.waits_since(), std::nullopt);
}

TEST_F(CopyWatchTest, ANumberCountsOnceOnEachSide) {
    watch_.on_reply(5, execution(), {10});
    watch_.on_reply(5, execution(), {11});  // over another connection
    watch_.on_reply(4, execution(), {12});
    watch_.on_copy(5, execution(), {20});
    EXPECT_EQ(watch_.waits_since(), std::nullopt);
}

class SoupTapTest : public testing::Test {
  protected:
    using Text = std::vector<std::byte>;

    static Text packet(char type, const std::string& payload) {
        Text bytes(2);
        store_be(bytes.data(), static_cast<std::uint16_t>(1 + payload.size()));
        bytes.push_back(static_cast<std::byte>(type));
        for (const char c : payload) {
            bytes.push_back(static_cast<std::byte>(c));
        }
        return bytes;
    }
    static Text login_accepted(const std::string& session, const std::string& number) {
        return packet('A', session + number);
    }
    static Text login_request(const std::string& number) {
        return packet('L', "user  password  " + std::string(10, ' ') + number);
    }
    /// "7:x" of message 7.
    void from_venue(const Text& bytes, std::size_t piece) {
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            const Bytes part = Bytes(bytes).subspan(at, std::min(piece, bytes.size() - at));
            tap_.on_venue_bytes(part, [&](std::uint64_t number, Bytes message) {
                heard_.push_back(std::to_string(number) + ":" + support::text_of(message));
            });
        }
    }

    SoupTap tap_;
    std::vector<std::string> heard_;
};

TEST_F(SoupTapTest, NumbersMessagesFromTheAcceptedLoginInWhateverPieces) {
    Text stream = login_accepted("   HOTPATH", "                  41");
    for (const auto& [type, payload] :
         {std::pair{'S', "a"}, {'H', ""}, {'+', "debug"}, {'S', "bc"}}) {
        const Text next = packet(type, payload);
        stream.insert(stream.end(), next.begin(), next.end());
    }
    for (const std::size_t piece : {1U, 2U, 3U, 7U, 1'000U}) {
        tap_ = SoupTap();
        heard_.clear();
        from_venue(stream, piece);
        EXPECT_EQ(heard_, (std::vector<std::string>{"41:a", "42:bc"})) << piece;
        EXPECT_EQ(tap_.session(), (protocols::nasdaq::soupbintcp::Session{'H', 'O', 'T', 'P', 'A',
                                                                          'T', 'H', ' ', ' ', ' '}))
            << "padded as in the feed";
    }
}

TEST_F(SoupTapTest, ARequestForTheNewestMessageIsAProbe) {
    std::vector<std::string> requests;
    const auto from_client = [&](const Text& bytes) {
        tap_.on_client_bytes(bytes,
                             [&](Bytes request) { requests.push_back(support::text_of(request)); });
    };
    EXPECT_FALSE(tap_.is_probe());
    from_client(login_request("                   0"));
    EXPECT_TRUE(tap_.is_probe());
    from_client(login_request("                   1"));
    EXPECT_FALSE(tap_.is_probe());
    from_client(packet('U', "order"));
    from_client(packet('R', ""));
    EXPECT_EQ(requests, std::vector<std::string>{"order"});
}

TEST_F(SoupTapTest, KnowsWhereThePacketUnderWayEnds) {
    const Text bytes = packet('S', "abc");  // six bytes
    EXPECT_EQ(tap_.up_to_packet_end(bytes), 6U);
    EXPECT_EQ(tap_.up_to_packet_end(Bytes(bytes).first(1)), 1U) << "half a length";
    EXPECT_EQ(tap_.up_to_packet_end(Bytes(bytes).subspan(1, 3)), 3U);
    Text rest(bytes.begin() + 4, bytes.end());
    rest.insert(rest.end(), bytes.begin(), bytes.end());
    EXPECT_EQ(tap_.up_to_packet_end(rest), 2U) << "the next packet is not looked at";
    EXPECT_EQ(tap_.up_to_packet_end({}), 0U);
    const Text long_packet = packet('S', std::string(300, 'x'));
    EXPECT_EQ(tap_.up_to_packet_end(long_packet), 303U) << "a length of two bytes";
}

TEST(Verdict, KeepsItsFirstFindingWithItsEvent) {
    Verdict verdict;
    EXPECT_TRUE(verdict.is_good());
    verdict.begin_event({100});
    verdict.begin_event({200});
    verdict.find(Invariant::BooksAgree, "first");
    verdict.begin_event({300});
    verdict.find(Invariant::NothingGrows, "second");
    ASSERT_FALSE(verdict.is_good());
    EXPECT_EQ(verdict.finding()->invariant, Invariant::BooksAgree);
    EXPECT_EQ(verdict.finding()->words, "first");
    EXPECT_EQ(verdict.finding()->time, Nanos{200});
    EXPECT_EQ(verdict.finding()->event, 2U);
    EXPECT_EQ(verdict.events(), 3U);
    EXPECT_EQ(verdict.time(), Nanos{300});
}

TEST(Verdict, EachInvariantHasItsNumberInItsText) {
    for (std::size_t number = 1; number <= kInvariants; ++number) {
        const std::string begin = "I" + std::to_string(number) + ": ";
        EXPECT_TRUE(text_of(static_cast<Invariant>(number)).starts_with(begin)) << begin;
    }
    EXPECT_EQ(static_cast<int>(Invariant::NothingIsHidden), 14);
}

TEST(PacketJoiner, PacketsThatAreDueTogetherAreOne) {
    namespace mold = protocols::nasdaq::moldudp64;
    const auto packet = [](std::uint64_t first, const std::vector<std::string>& messages) {
        std::array<std::byte, 200> room{};
        mold::PacketWriter writer(room, {'S', 'I', 'M'}, first);
        for (const std::string& message : messages) {
            EXPECT_TRUE(writer.try_append(support::view_of(message)));
        }
        const Bytes bytes = writer.finish();
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    session::DelayLine line(session::LatencyModel({.base = {10}}));
    line.send(packet(1, {"a", "b"}), {0});
    line.send(packet(3, {"c"}), {0});
    line.send(packet(4, {"d"}), {1});
    session::PacketJoiner joiner;
    const auto joined = [&](Time now) {
        mold::PacketReader reader;
        EXPECT_EQ(reader.open(joiner.join(line, now)), protocols::DecodeStatus::Ok);
        std::string text = std::to_string(reader.sequence_number()) + ":";
        protocols::FrameCursor messages = reader.messages();
        for (Bytes message; messages.next(message);) {
            text += support::text_of(message);
        }
        return text;
    };
    EXPECT_EQ(joined({10}), "1:abc");
    EXPECT_EQ(line.due(), Time{11});
    EXPECT_EQ(joined({11}), "4:d");
    EXPECT_TRUE(line.is_empty());
}

}  // namespace
}  // namespace hotpath::sim::world
