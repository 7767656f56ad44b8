// FeedPublisher: the venue's messages in packets, numbered without a gap.

#include "hotpath/exchange/market/feed_publisher.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"

namespace hotpath::exchange {
namespace {

namespace mold = protocols::nasdaq::moldudp64;

class FeedPublisherTest : public testing::Test {
  protected:
    using Texts = std::vector<std::string>;

    static constexpr mold::Session kFirstDay{'D', 'A', 'Y', '1', ' ', ' ', ' ', ' ', ' ', ' '};
    static constexpr mold::Session kSecondDay{'D', 'A', 'Y', '2', ' ', ' ', ' ', ' ', ' ', ' '};

    void append(std::size_t length, int count = 1) {
        for (int n = 0; n < count; ++n) {
            feed_.append(std::vector<std::byte>(length, std::byte{'x'}));
        }
    }
    /// "DAY1:1x2" of two messages from number 1 on.
    [[nodiscard]] Texts packets() const {
        Texts texts;
        for (const Bytes bytes : feed_.packets()) {
            mold::PacketReader reader;
            EXPECT_EQ(reader.open(bytes), protocols::DecodeStatus::Ok);
            const mold::Session session = reader.session();
            texts.push_back(std::string(protocols::without_padding(session)) + ":" +
                            std::to_string(reader.sequence_number()) +
                            (reader.is_end_of_session()
                                 ? std::string(" end")
                                 : "x" + std::to_string(reader.message_count())));
        }
        return texts;
    }

    FeedPublisher feed_{kFirstDay, 64};
};

TEST_F(FeedPublisherTest, ACommandsMessagesAreAPacketWhenItIsClosed) {
    append(36);
    append(19);
    EXPECT_EQ(packets(), Texts{}) << "the packet is open";
    feed_.close_packet();
    feed_.close_packet();
    EXPECT_EQ(packets(), Texts{"DAY1:1x2"}) << "without messages there is nothing to close";
    append(36);
    feed_.close_packet();
    EXPECT_EQ(packets(), (Texts{"DAY1:1x2", "DAY1:3x1"}));
    EXPECT_EQ(feed_.next_sequence_number(), 4U);
    feed_.clear();
    EXPECT_EQ(packets(), Texts{});
    append(36);
    EXPECT_EQ(feed_.next_sequence_number(), 5U) << "a message counts before its packet is closed";
    feed_.clear();
    append(36);
    feed_.close_packet();
    EXPECT_EQ(packets(), Texts{"DAY1:5x1"}) << "a packet open at clear() is gone, numbers stay";
}

TEST_F(FeedPublisherTest, MessagesBeyondAPacketGoOnInTheNext) {
    append(50, 27);  // 20 + 27 * 52 = 1,424 of 1,472 bytes
    append(46);      // the last byte
    append(1);
    feed_.close_packet();
    EXPECT_EQ(packets(), (Texts{"DAY1:1x28", "DAY1:29x1"}));
    EXPECT_EQ(feed_.packets()[0].size(), mold::kPacketLengthMax);
    EXPECT_EQ(feed_.packets()[1].size(), 20U + 2 + 1);
}

TEST_F(FeedPublisherTest, AMessageFilledWhereItLiesIsTheSameAsACopiedOne) {
    protocols::nasdaq::itch50::OrderDelete copied;
    copied.store_order_reference_number(77);
    feed_.append(copied.bytes());
    feed_.append<protocols::nasdaq::itch50::OrderDelete>().store_order_reference_number(77);
    feed_.close_packet();
    mold::PacketReader reader;
    ASSERT_EQ(reader.open(feed_.packets()[0]), protocols::DecodeStatus::Ok);
    protocols::FrameCursor messages = reader.messages();
    Bytes first;
    Bytes second;
    ASSERT_TRUE(messages.next(first));
    ASSERT_TRUE(messages.next(second));
    EXPECT_TRUE(std::ranges::equal(first, second));
    EXPECT_EQ(first.size(), 19U);
}

TEST_F(FeedPublisherTest, HeartbeatAndEndCloseTheOpenPacketFirst) {
    append(36);
    feed_.heartbeat();
    append(36);
    feed_.end_of_session();
    EXPECT_EQ(packets(), (Texts{"DAY1:1x1", "DAY1:2x0", "DAY1:2x1", "DAY1:3 end"}));
}

TEST_F(FeedPublisherTest, ASessionBeginsAtOneBehindThePacketsOfTheOneBefore) {
    append(36, 2);
    feed_.begin_session(kSecondDay);
    EXPECT_EQ(feed_.next_sequence_number(), 1U);
    append(36);
    feed_.close_packet();
    EXPECT_EQ(packets(), (Texts{"DAY1:1x2", "DAY2:1x1"}));
}

TEST_F(FeedPublisherTest, AfterARestartTheNumbersGoOnInTheSameSession) {
    feed_.begin_session(kSecondDay);
    feed_.resume_at(1'000);
    append(36);
    feed_.close_packet();
    EXPECT_EQ(packets(), Texts{"DAY2:1000x1"});
}

TEST_F(FeedPublisherTest, HoldsAsManyMessagesAsItWasMadeForInPacketsOfOne) {
    for (int n = 0; n < 64; ++n) {
        append(50);
        feed_.close_packet();
    }
    EXPECT_EQ(packets().size(), 64U);
    EXPECT_EQ(packets().back(), "DAY1:64x1");
}

using FeedPublisherDeathTest = FeedPublisherTest;

TEST_F(FeedPublisherDeathTest, OneMoreThanItWasMadeForIsOurBug) {
    for (int n = 0; n < 64; ++n) {
        append(50);
        feed_.close_packet();
    }
    append(50);
    EXPECT_DEATH(feed_.close_packet(), "clear\\(\\) after every command");
}

TEST_F(FeedPublisherDeathTest, AResumeWithPacketsThatWaitIsOurBug) {
    append(50);
    EXPECT_DEATH(feed_.resume_at(5), "no packet may be waiting");
    feed_.close_packet();
    EXPECT_DEATH(feed_.resume_at(5), "no packet may be waiting");
}

}  // namespace
}  // namespace hotpath::exchange
