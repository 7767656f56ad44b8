// When a trader had each message of a feed with gaps: its own symbol's wait for those of others.

#include "hotpath/backtest/live/live_feed.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"

namespace hotpath::backtest {
namespace {

using testing::ElementsAre;

/// Messages 1, 3 and 5 are of the traded symbol, 2 and 4 of another.
class FeedWithGaps : public testing::Test {
  protected:
    void receive(std::uint64_t number, Time now) {
        protocols::nasdaq::itch50::AddOrder m;
        m.store_stock_locate(number % 2 == 1 ? 1 : 2);
        m.store_timestamp(number);
        m.store_stock(*Symbol::from(number % 2 == 1 ? "AAPL" : "MSFT"));
        std::array<std::byte, 100> room{};
        protocols::nasdaq::moldudp64::PacketWriter writer(
            room, protocols::nasdaq::moldudp64::Session{}, number);
        ASSERT_TRUE(writer.try_append(m.bytes()));
        feed_.on_packet(writer.finish(), now);
    }
    [[nodiscard]] std::vector<std::int64_t> received() const {
        std::vector<std::int64_t> times;
        for (const LiveMessage& message : feed_.messages()) {
            times.push_back(message.received.value);
        }
        return times;
    }

    LiveFeed feed_{{*Symbol::from("AAPL")}};
};

TEST_F(FeedWithGaps, WhatComesBehindAGapIsReceivedWhenItIsFilled) {
    receive(1, {10});
    receive(3, {30});
    receive(5, {50});
    EXPECT_THAT(received(), ElementsAre(10, 30, 50));
    receive(2, {60});
    EXPECT_THAT(received(), ElementsAre(10, 60, 50)) << "5 waits for 4";
    receive(2, {65});
    receive(4, {70});
    EXPECT_THAT(received(), ElementsAre(10, 60, 70));
    EXPECT_EQ(feed_.gaps(), 1U);
}

TEST_F(FeedWithGaps, ASnapshotFillsThemAndEndsTheWaitForTheFirst) {
    receive(3, {30});
    receive(5, {50});
    feed_.on_snapshot_end(5, {80});
    EXPECT_THAT(received(), ElementsAre(80, 80));
    EXPECT_EQ(feed_.gaps(), 0U) << "no message had been applied before";
    receive(7, {90});
    feed_.on_snapshot_end(6, {95});
    EXPECT_THAT(received(), ElementsAre(80, 80, 90)) << "the snapshot is older than what is there";
    EXPECT_EQ(feed_.gaps(), 1U);
}

}  // namespace
}  // namespace hotpath::backtest
