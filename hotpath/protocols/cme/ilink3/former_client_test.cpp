// A client that begins another UUID asks for the reports of the one before that it has missed.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/ilink_session.hpp"

namespace hotpath::protocols::cme::ilink3 {
namespace {

using support::IlinkPair;
using MissedLines = std::vector<std::string>;
using MissedRanges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

IlinkClientOptions asking(std::uint16_t messages_max = 2'500, std::size_t held_bytes_max = 10'000) {
    IlinkClientOptions options = support::ilink_client_options();
    options.asks_former = true;
    options.retransmit_messages_max = messages_max;
    options.held_bytes_max = held_bytes_max;
    return options;
}

class FormerReports : public testing::Test {
  protected:
    /// Two reports received under 1000, then three missed.
    static void miss_three(IlinkPair& pair) {
        pair.connect();
        pair.run_until_idle();
        pair.publish("old 1");
        pair.publish("old 2");
        pair.run_until_idle();
        pair.cut();
        for (const char* const text : {"old 3", "old 4", "old 5"}) {
            pair.publish(text);
        }
    }
    /// A second later.
    static void start_process(IlinkPair& pair) {
        pair.now = pair.now + Nanos{kNanosPerSecond};
        pair.client = *IlinkClient::create(asking(), pair.client_signer);
    }
    static void renew(IlinkPair& pair, const SessionNumbers& numbers = {.uuid = 1'001}) {
        pair.begin(numbers);
        pair.connect();
        pair.run_until_idle();
    }
    /// What each end has goes once over the wire.
    static void exchange_once(IlinkPair& pair) {
        pair.client_sends();
        pair.server_receives();
        pair.server_sends();
        pair.client_receives();
    }
    static MissedLines missed() { return {"old 3", "old 4", "old 5"}; }
};

TEST_F(FormerReports, ComeFirstAndOnce) {
    IlinkPair pair({}, asking());
    miss_three(pair);
    renew(pair);
    EXPECT_EQ(pair.trader.former, missed());
    EXPECT_FALSE(pair.client.is_former_missing());
    pair.publish("new 1");
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, MissedLines{"new 1"});
    EXPECT_EQ(pair.client.counters().retransmit_requests, 1U);
    pair.cut();
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.former.size(), 3U) << "not again";
    EXPECT_EQ(pair.client.counters().retransmit_requests, 1U);
}

TEST_F(FormerReports, AreAskedForInPiecesThatTheVenueAllows) {
    IlinkPair pair({}, asking());
    pair.connect();
    pair.run_until_idle();
    pair.cut();
    for (int n = 0; n < 5'001; ++n) {
        pair.publish("missed");
    }
    renew(pair);
    EXPECT_EQ(pair.trader.former.size(), 5'001U);
    EXPECT_EQ(pair.client.counters().retransmit_requests, 3U) << "2,500, 2,500 and 1";
}

TEST_F(FormerReports, NewOnesWaitForThem) {
    IlinkPair pair({}, asking());
    miss_three(pair);
    pair.begin({.uuid = 1'001});
    pair.connect();
    while (!pair.client.is_established()) {
        exchange_once(pair);
    }
    pair.publish("new 1");
    pair.server_sends();
    pair.client_receives();
    EXPECT_TRUE(pair.trader.received.empty());
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.former, missed());
    EXPECT_EQ(pair.trader.received, MissedLines{"new 1"});
}

TEST_F(FormerReports, NewOnesWithoutRoomAreAskedForInTheirTurn) {
    IlinkPair pair({}, asking(2, 0));
    miss_three(pair);
    pair.begin({.uuid = 1'001});
    pair.connect();
    while (pair.venue.session.uuid != 1'001) {
        pair.client_sends();
        pair.server_receives();
    }
    for (const char* const text : {"new 1", "new 2", "new 3"}) {
        pair.publish(text);
    }
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.former, missed());
    EXPECT_EQ(pair.trader.received, (MissedLines{"new 1", "new 2", "new 3"}));
    EXPECT_EQ(pair.client.counters().retransmit_requests, 4U) << "each in two pieces";
}

TEST_F(FormerReports, GoOnAfterACut) {
    IlinkPair pair({}, asking(1));
    miss_three(pair);
    pair.begin({.uuid = 1'001});
    pair.connect();
    while (pair.trader.former.empty()) {
        exchange_once(pair);
    }
    pair.cut();
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.former, missed());
}

/// A process that knows only what its file says.
TEST_F(FormerReports, OfAnEarlierProcessComeFromTheFirstOn) {
    IlinkPair pair({}, asking());
    miss_three(pair);
    renew(pair);
    pair.publish("new 1");
    pair.run_until_idle();
    SessionNumbers kept = pair.client.numbers();
    EXPECT_EQ(kept.former, (FormerNumbers{.uuid = 1'000, .next = 6, .end = 6}));
    pair.cut();
    kept.next_incoming = 1;
    kept.former.next = 1;
    start_process(pair);
    renew(pair, kept);
    EXPECT_EQ(pair.trader.former, (MissedLines{"old 1", "old 2", "old 3", "old 4", "old 5"}));
    EXPECT_EQ(pair.trader.received, MissedLines{"new 1"});
}

/// It knows of no UUID: the venue names the one before.
TEST_F(FormerReports, OfAProcessThatKnewNothingAreThoseTheVenueNames) {
    IlinkPair pair({}, asking());
    miss_three(pair);
    start_process(pair);
    renew(pair);
    EXPECT_EQ(pair.trader.former.size(), 5U);
    EXPECT_EQ(pair.client.numbers().former.uuid, 1'000U);
}

/// The venue had reports before the week's first Negotiate: orders good till canceled that ended.
TEST_F(FormerReports, OfBeforeTheFirstUuidAreThoseOfUuidZero) {
    IlinkPair pair({}, asking());
    for (const char* const text : {"old 1", "old 2"}) {
        pair.publish(text);
    }
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.former, (MissedLines{"old 1", "old 2"}));
    EXPECT_EQ(pair.client.numbers().former, (FormerNumbers{.uuid = 0, .next = 3, .end = 3}));
    pair.publish("new 1");
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, MissedLines{"new 1"});
    SessionNumbers kept = pair.client.numbers();
    pair.cut();
    kept.next_incoming = 1;
    kept.former.next = 1;
    start_process(pair);
    renew(pair, kept);
    EXPECT_EQ(pair.trader.former, (MissedLines{"old 1", "old 2"})) << "another process";
    EXPECT_EQ(pair.trader.received, MissedLines{"new 1"});
}

TEST_F(FormerReports, ThatTheVenueDoesNotHaveAreLostAndTheSessionGoesOn) {
    IlinkPair pair({}, asking());
    pair.venue.session.former = nullptr;
    miss_three(pair);
    renew(pair);
    EXPECT_TRUE(pair.client.is_established());
    EXPECT_EQ(pair.trader.former_lost, (MissedRanges{{3, 3}}));
    pair.publish("new 1");
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.received, MissedLines{"new 1"});
}

TEST_F(FormerReports, AreNotAskedForWhenNoneIsMissingOrWithoutTheOption) {
    IlinkPair pair({}, asking());
    pair.connect();
    pair.run_until_idle();
    pair.publish("old 1");
    pair.run_until_idle();
    pair.cut();
    renew(pair);
    EXPECT_EQ(pair.client.counters().retransmit_requests, 0U);
    IlinkPair silent;
    miss_three(silent);
    renew(silent);
    EXPECT_EQ(silent.client.counters().retransmit_requests, 0U);
    EXPECT_TRUE(silent.trader.former.empty());
}

TEST_F(FormerReports, ThatDoNotComeAreAskedForThreeTimes) {
    IlinkPair pair({}, asking());
    miss_three(pair);
    pair.begin({.uuid = 1'001});
    pair.connect();
    while (!pair.client.is_established()) {
        exchange_once(pair);
    }
    for (int second = 0; second < 20 && !pair.client.is_closed(); ++second) {
        pair.now = pair.now + Nanos{kNanosPerSecond};
        pair.client.on_timer(pair.now);
        pair.client_sends();
        pair.to_server.clear();
        pair.server.on_timer(pair.now);
        const std::size_t heard = pair.server_sends();
        static_cast<void>(heard);
        pair.to_client.clear();
    }
    EXPECT_EQ(pair.client.counters().retransmit_requests, 3U);
    EXPECT_TRUE(pair.trader.former.empty());
    pair.cut();
    pair.connect();
    pair.run_until_idle();
    EXPECT_EQ(pair.trader.former, missed());
}

}  // namespace
}  // namespace hotpath::protocols::cme::ilink3
