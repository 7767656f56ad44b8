// FeedHandler: sequence, duplicates, gaps, sessions, damaged packets.

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::feed {
namespace {

using protocols::nasdaq::moldudp64::PacketWriter;
using protocols::nasdaq::moldudp64::Session;

constexpr Session kMonday{'M', 'O', 'N', ' ', ' ', ' ', ' ', ' ', ' ', ' '};
constexpr Session kTuesday{'T', 'U', 'E', ' ', ' ', ' ', ' ', ' ', ' ', ' '};

/// The message with this sequence number adds the order with this id.
protocols::nasdaq::itch50::AddOrder message_of(std::uint64_t sequence_number) {
    protocols::nasdaq::itch50::AddOrder message;
    message.store_stock_locate(1);
    message.store_order_reference_number(sequence_number);
    message.store_buy_sell_indicator('B');
    message.store_shares(100);
    message.store_stock(*Symbol::from("AAPL"));
    message.store_price(10'000);
    return message;
}

class FeedHandlerTest : public ::testing::Test {
  protected:
    PacketStatus receive(std::uint64_t first, int count, const Session& session = kMonday) {
        PacketWriter writer(buffer_, session, first);
        for (int i = 0; i < count; ++i) {
            EXPECT_TRUE(
                writer.try_append(message_of(first + static_cast<std::uint64_t>(i)).bytes()));
        }
        return handler.on_packet(writer.finish(), ignored);
    }

    PacketStatus receive_end(std::uint64_t next) {
        PacketWriter writer(buffer_, kMonday, next);
        return handler.on_packet(writer.finish_session(), ignored);
    }

    ItchHandler handler = *ItchHandler::create({.orders_max = 1'000,
                                                .levels_max = 100,
                                                .instruments_max = 2,
                                                .huge_pages = HugePages::Never});
    NullListener ignored;

  private:
    std::array<std::byte, protocols::nasdaq::moldudp64::kPacketLengthMax> buffer_{};
};

TEST_F(FeedHandlerTest, PacketsInSequenceAreApplied) {
    EXPECT_EQ(receive(1, 3), PacketStatus::Ok);
    EXPECT_EQ(receive(4, 2), PacketStatus::Ok);
    EXPECT_EQ(handler.next_sequence_number(), 6U);
    EXPECT_EQ(handler.books().open_orders(), 5U);
    EXPECT_FALSE(handler.is_stale());
}

TEST_F(FeedHandlerTest, APacketSeenBeforeIsSkippedWhole) {
    receive(1, 3);
    EXPECT_EQ(receive(1, 3), PacketStatus::Duplicate);
    EXPECT_EQ(receive(2, 1), PacketStatus::Duplicate);
    EXPECT_EQ(handler.counters().duplicates, 2U);
    EXPECT_EQ(handler.books().counters().duplicate_orders, 0U);
}

TEST_F(FeedHandlerTest, OfAnOverlappingPacketOnlyTheNewMessagesAreApplied) {
    receive(1, 3);
    EXPECT_EQ(receive(2, 4), PacketStatus::Ok);
    EXPECT_EQ(handler.books().open_orders(), 5U);
    EXPECT_EQ(handler.books().counters().duplicate_orders, 0U);
    EXPECT_EQ(handler.next_sequence_number(), 6U);
}

TEST_F(FeedHandlerTest, TwoLinesOfOneFeedGiveItsMessagesOnce) {
    for (std::uint64_t first = 1; first <= 91; first += 10) {
        receive(first, 10);
        receive(first, 10);
    }
    EXPECT_EQ(handler.books().open_orders(), 100U);
    EXPECT_EQ(handler.market().counters().messages, 100U);
}

TEST_F(FeedHandlerTest, MissingMessagesAreCountedAndMakeTheBooksStaleUntilAccepted) {
    receive(1, 2);
    EXPECT_EQ(receive(6, 2), PacketStatus::Gap);
    EXPECT_EQ(handler.counters().gaps, 1U);
    EXPECT_EQ(handler.counters().messages_missed, 3U);
    EXPECT_EQ(handler.books().open_orders(), 4U);
    EXPECT_EQ(receive(8, 1), PacketStatus::Ok);
    EXPECT_TRUE(handler.is_stale());
    handler.accept_gap();
    EXPECT_FALSE(handler.is_stale());
}

TEST_F(FeedHandlerTest, ALateJoinerHasMissedEarlierMessages) {
    EXPECT_EQ(receive(1'000, 1), PacketStatus::Gap);
    EXPECT_EQ(handler.counters().messages_missed, 999U);
    EXPECT_TRUE(handler.is_stale());
}

TEST_F(FeedHandlerTest, AHeartbeatRevealsAGap) {
    receive(1, 2);
    EXPECT_EQ(receive(3, 0), PacketStatus::Heartbeat);
    EXPECT_FALSE(handler.is_stale());
    EXPECT_EQ(receive(5, 0), PacketStatus::Gap);
    EXPECT_TRUE(handler.is_stale());
    EXPECT_EQ(handler.counters().messages_missed, 2U);
    EXPECT_EQ(handler.counters().heartbeats, 2U);
}

TEST_F(FeedHandlerTest, TheEndOfTheSessionIsRemembered) {
    receive(1, 2);
    EXPECT_FALSE(handler.is_ended());
    EXPECT_EQ(receive_end(3), PacketStatus::EndOfSession);
    EXPECT_TRUE(handler.is_ended());
}

TEST_F(FeedHandlerTest, AMessageBehindTheEndShowsThatItWasNone) {
    receive(1, 2);
    receive_end(3);
    receive(1, 2);
    EXPECT_TRUE(handler.is_ended());
    receive(3, 1);
    EXPECT_FALSE(handler.is_ended());
}

TEST_F(FeedHandlerTest, ANewSessionBeginsAtOneAndMakesTheOldBooksStale) {
    receive(1, 5);
    EXPECT_EQ(receive(1, 1, kTuesday), PacketStatus::Ok);
    EXPECT_EQ(handler.counters().sessions, 2U);
    EXPECT_EQ(handler.next_sequence_number(), 2U);
    EXPECT_TRUE(handler.is_stale());
}

TEST_F(FeedHandlerTest, ADamagedPacketChangesNothingAndItsMessagesBecomeAGap) {
    std::array<std::byte, 200> buffer{};
    PacketWriter writer(buffer, kMonday, 1);
    EXPECT_TRUE(writer.try_append(message_of(1).bytes()));
    EXPECT_TRUE(writer.try_append(message_of(2).bytes()));
    const Bytes packet = writer.finish();
    for (std::size_t length = 0; length < packet.size(); ++length) {
        EXPECT_EQ(handler.on_packet(packet.first(length), ignored), PacketStatus::Malformed);
    }
    EXPECT_EQ(handler.counters().malformed, packet.size());
    EXPECT_EQ(handler.books().open_orders(), 0U);
    EXPECT_EQ(receive(3, 1), PacketStatus::Gap);
    EXPECT_EQ(handler.counters().messages_missed, 2U);
}

TEST_F(FeedHandlerTest, PacketsAllocateNothing) {
    std::array<std::byte, 1'400> buffer{};
    PacketWriter writer(buffer, kMonday, 1);
    while (writer.try_append(message_of(writer.next_sequence_number()).bytes())) {
    }
    const Bytes packet = writer.finish();
    const NoAllocScope scope;
    EXPECT_EQ(handler.on_packet(packet, ignored), PacketStatus::Ok);
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_GT(handler.books().open_orders(), 20U);
}

}  // namespace
}  // namespace hotpath::feed
