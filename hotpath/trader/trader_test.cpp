// The whole trader at the whole venue in one thread: it logs on, trades, is cut off, comes back,
// and always agrees with the venue about what it holds.
#include "hotpath/trader/trader.hpp"

#include <array>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using support::ByteString;
using support::TraderWorld;

class Trading : public testing::Test {
  protected:
    void begin() {
        world.make_market();
        world.advance_ms(500);
    }
    [[nodiscard]] const auto& engine() { return world.trader().engine(); }
    [[nodiscard]] const auto& orders() { return engine().orders(); }
    [[nodiscard]] risk::StopReason stop_reason() { return engine().gateway().risk().stop_reason(); }
    /// Open at the venue for our account.
    [[nodiscard]] std::size_t open_at_venue() {
        return world.venue.server.log().exchange().session_orders({0});
    }

    TraderWorld world;
};

TEST_F(Trading, ItLogsOnQuotesAndTradesAndTheDropCopyAgrees) {
    begin();
    EXPECT_EQ(world.open_orders(), 2U);
    EXPECT_EQ(open_at_venue(), 2U);
    EXPECT_EQ(world.trader().counters().sessions, 1U);
    world.other_takes('S', 60);
    world.run_until_idle();
    EXPECT_EQ(world.position(), 60);
    world.other_takes('B', 30);
    world.run_until_idle();
    EXPECT_EQ(world.position(), 30);
    const Reconciliation* reconciliation = world.trader().reconciliation();
    ASSERT_NE(reconciliation, nullptr);
    EXPECT_EQ(reconciliation->agreed(), 2U);
    EXPECT_TRUE(reconciliation->is_settled());
    EXPECT_EQ(reconciliation->position(*Symbol::from("AAPL")), SignedQty{30});
    EXPECT_FALSE(engine().is_killed());
}

TEST_F(Trading, NothingIsSentBeforeTheBooksAreRight) {
    world.loses = [](feed::Line) { return true; };
    world.make_market();
    world.advance_ms(2'000);
    EXPECT_EQ(world.trader().session(Port::OrderEntry)->state(), SessionState::Off);
    world.loses = [](feed::Line) { return false; };
    world.advance_ms(3'000);
    EXPECT_EQ(world.open_orders(), 2U) << "the next heartbeats show what is missing";
}

TEST_F(Trading, WhatBothLinesLoseIsAskedFor) {
    begin();
    world.loses = [](feed::Line) { return true; };
    world.other_enters('B', 499'500, 100);
    world.run_until_idle();
    world.loses = [](feed::Line) { return false; };
    world.advance_ms(3'000);
    EXPECT_GT(engine().feed().gap_counters().requests, 0U);
    EXPECT_FALSE(engine().is_stale());
    EXPECT_EQ(engine().books().checksum(), world.venue.server.log().exchange().books().checksum());
}

TEST_F(Trading, WhoComesLateBeginsWithASnapshot) {
    for (int n = 0; n < 400; ++n) {
        world.other_enters('B', 400'000 + n * 100, 1);
    }
    world.answers_requests = false;
    world.run_until_idle();
    world.start_trader();
    begin();
    world.advance_ms(3'000);
    EXPECT_EQ(engine().feed().counters().snapshots_applied, 1U);
    EXPECT_FALSE(engine().is_stale());
    EXPECT_EQ(world.open_orders(), 2U);
    EXPECT_EQ(engine().books().checksum(), world.venue.server.log().exchange().books().checksum());
    EXPECT_EQ(world.trader().session(Port::Glimpse)->state(), SessionState::Off);
}

/// Between two days: the venue is in the next one, and the feed has no packet of it.
TEST_F(Trading, ASnapshotOfAnotherSessionIsNotLoaded) {
    for (int n = 0; n < 400; ++n) {
        world.other_enters('B', 400'000 + n * 100, 1);
    }
    world.answers_requests = false;
    world.run_until_idle();
    constexpr std::size_t kLastOfSession = 12;  // in Login Accepted
    std::uint64_t others = 0;
    world.tamper = [&](Port port, MutableBytes bytes) {
        if (port == Port::Glimpse && protocols::nasdaq::soupbintcp::type_of(bytes) ==
                                         protocols::nasdaq::soupbintcp::LoginAccepted::kType) {
            ++others;
            bytes[kLastOfSession] ^= std::byte{1};
        }
        return true;
    };
    world.start_trader();
    begin();
    world.advance_ms(3'000);
    EXPECT_GE(others, 2U) << "it tries again";
    EXPECT_EQ(engine().feed().counters().snapshots_failed, others);
    EXPECT_EQ(engine().feed().counters().snapshots_applied, 0U);
    EXPECT_TRUE(engine().is_stale());
    EXPECT_EQ(world.open_orders(), 0U);
    world.tamper = [](Port, MutableBytes) { return true; };
    world.advance_ms(3'000);
    EXPECT_EQ(engine().feed().counters().snapshots_applied, 1U);
    EXPECT_FALSE(engine().is_stale());
    EXPECT_EQ(engine().books().checksum(), world.venue.server.log().exchange().books().checksum());
}

TEST_F(Trading, AnOrderThatNeverArrivedIsKnownToHaveNot) {
    begin();
    world.other_takes('S', 100);
    world.make_durable();
    // The fill comes, the trader answers it, and its bytes are lost with the connection.
    ASSERT_TRUE(world.receive(Port::OrderEntry));
    EXPECT_FALSE(world.trader().output(Port::OrderEntry).empty());
    world.cut(Port::OrderEntry);
    EXPECT_TRUE(orders().is_in_doubt());
    world.advance_ms(1'500);
    EXPECT_FALSE(orders().is_in_doubt());
    EXPECT_GT(orders().counters().lost, 0U);
    EXPECT_FALSE(engine().is_killed());
    EXPECT_EQ(world.position(), 100);
    world.make_market();
    world.advance_ms(1'000);
    EXPECT_EQ(world.open_orders(), open_at_venue());
    EXPECT_GT(world.open_orders(), 0U) << "it trades on";
}

TEST_F(Trading, RepliesThatNeverCameAreResumedByNumber) {
    begin();
    world.other_takes('S', 100);
    world.make_durable();  // executed at the venue, its report not read
    world.cut(Port::OrderEntry);
    EXPECT_EQ(world.position(), 0);
    world.advance_ms(1'000);
    EXPECT_EQ(world.position(), 100);
    EXPECT_FALSE(engine().is_killed());
    EXPECT_EQ(world.open_orders(), open_at_venue());
}

TEST_F(Trading, AVenueThatCrashesAndComesBackIsTradedWithAgain) {
    begin();
    world.other_takes('S', 40);
    world.run_until_idle();
    world.is_venue_up = false;
    world.restart_venue(world.venue.records.size());
    world.advance_ms(3'000);
    EXPECT_TRUE(orders().is_in_doubt());
    world.is_venue_up = true;
    world.advance_ms(6'000);
    EXPECT_EQ(world.position(), 40);
    EXPECT_FALSE(engine().is_killed()) << risk::stop_name(stop_reason());
    EXPECT_GT(world.open_orders(), 0U);
    EXPECT_EQ(world.open_orders(), open_at_venue());
    world.other_takes('S', 40);
    world.run_until_idle();
    EXPECT_EQ(world.position(), 80);
    EXPECT_TRUE(world.trader().reconciliation()->is_settled());
}

TEST_F(Trading, AnotherProcessTakesOverWhatTheAccountHolds) {
    begin();
    world.other_takes('S', 40);
    world.run_until_idle();
    const std::uint32_t last_id = orders().next_id().value;
    world.start_trader();
    world.advance_ms(3'000);
    EXPECT_EQ(world.position(), 40);
    EXPECT_GE(orders().next_id().value, last_id);
    EXPECT_FALSE(engine().is_killed()) << risk::stop_name(stop_reason());
    EXPECT_EQ(world.open_orders(), 2U);
    EXPECT_EQ(world.open_orders(), open_at_venue());
    EXPECT_EQ(world.trader().reconciliation()->agreed(), 1U);
}

/// The replies of the account name instruments that a stranger's session has not.
TEST_F(Trading, AProcessThatHearsAStrangerFirstWaitsForItsVenue) {
    begin();
    world.other_takes('S', 60);
    world.run_until_idle();
    world.start_trader();
    std::array<std::byte, 64> room{};
    for (std::uint64_t number = 1; number <= 3; ++number) {
        protocols::nasdaq::moldudp64::PacketWriter writer(
            room, protocols::to_alpha<protocols::nasdaq::moldudp64::kSessionLength>("STRANGER"),
            number);
        ASSERT_TRUE(writer.try_append(protocols::nasdaq::itch50::SystemEvent().bytes()));
        world.trader().on_packet(
            {.line = feed::Line::A, .bytes = writer.finish(), .now = world.venue.now});
    }
    EXPECT_EQ(engine().feed().state(), feed::FeedState::Live);
    EXPECT_EQ(world.trader().session(Port::OrderEntry)->state(), SessionState::Off);
    world.advance_ms(8'000);
    EXPECT_FALSE(engine().is_killed());
    EXPECT_EQ(world.position(), 60);
    EXPECT_EQ(world.open_orders(), 2U) << "the stranger is silent, the venue is not";
}

TEST_F(Trading, WhatAnotherProcessLeftOpenIsCanceled) {
    exchange::VenueServerOptions venue = support::venue_of_traders();
    venue.cancel_on_disconnect_after = kForever;
    TraderWorld patient(support::trader_at_the_venue(), venue);
    patient.make_market();
    patient.advance_ms(500);
    EXPECT_EQ(patient.open_orders(), 2U);
    patient.start_trader();
    patient.advance_ms(3'000);
    EXPECT_FALSE(patient.trader().engine().is_killed());
    EXPECT_EQ(patient.open_orders(), 2U) << "its own";
    EXPECT_EQ(patient.venue.server.log().exchange().session_orders({0}), 2U);
}

TEST_F(Trading, FromPacketToOrderNothingIsAllocated) {
    begin();
    world.make_market();
    world.other_enters('B', 499'500, 100);
    world.make_durable();
    const std::size_t waiting = world.trader().output(Port::OrderEntry).size();
    {
        const NoAllocScope scope;
        for (const ByteString& packet : world.venue.packets) {
            world.trader().on_packet(
                {.line = feed::Line::A, .bytes = packet, .now = world.venue.now});
        }
        world.trader().on_timer(world.venue.now + Nanos{100'000'000});
        EXPECT_EQ(scope.allocations(), 0U);
    }
    EXPECT_GT(world.trader().output(Port::OrderEntry).size(), waiting);
}

TEST_F(Trading, ADropCopyThatTellsOfAnotherPositionStopsTradingForGood) {
    begin();
    // The executed quantity of each copied Order Executed, behind the packet's header, the copy's
    // and the reply's first 13 bytes.
    world.tamper = [](Port port, MutableBytes bytes) {
        constexpr std::size_t kReply = 3 + 15;
        for (std::size_t at = 0; port == Port::DropCopy && at + kReply + 17 < bytes.size();
             at += 2U + load_be<std::uint16_t>(&bytes[at])) {
            if (static_cast<char>(bytes[at + kReply]) == 'E') {
                bytes[at + kReply + 16] = std::byte{61};
            }
        }
        return true;
    };
    world.other_takes('S', 60);
    world.advance_ms(100);
    EXPECT_EQ(world.trader().reconciliation()->finding(), Finding::Differs);
    EXPECT_EQ(world.trader().reconciliation()->own().position, SignedQty{60});
    EXPECT_EQ(world.trader().reconciliation()->copied().position, SignedQty{61});
    EXPECT_TRUE(engine().is_killed());
    EXPECT_EQ(stop_reason(), risk::StopReason::Disagreement);
    EXPECT_EQ(open_at_venue(), 0U);
    world.advance_ms(10'000);
    EXPECT_EQ(open_at_venue(), 0U) << "latched";
}

TEST_F(Trading, ADropCopyThatStaysAwayTooLongStopsTrading) {
    begin();
    world.cut(Port::DropCopy);
    world.tamper = [](Port port, MutableBytes) { return port != Port::DropCopy; };
    world.other_takes('S', 60);
    world.advance_ms(29'000);
    EXPECT_FALSE(engine().is_killed());
    world.advance_ms(1'100);
    EXPECT_TRUE(engine().is_killed());
    EXPECT_EQ(world.trader().reconciliation()->finding(), Finding::Behind);
}

TEST_F(Trading, AKillCancelsEverythingAndStaysConnected) {
    begin();
    world.trader().kill(world.venue.now);
    world.advance_ms(5'000);
    EXPECT_EQ(open_at_venue(), 0U);
    EXPECT_TRUE(world.trader().is_settled());
    EXPECT_TRUE(world.trader().session(Port::OrderEntry)->is_logged_in());
    EXPECT_EQ(stop_reason(), risk::StopReason::Operator);
}

TEST_F(Trading, AStopCancelsWaitsForTheAnswersAndLogsOut) {
    begin();
    world.other_takes('S', 60);
    world.run_until_idle();
    world.trader().stop(world.venue.now);
    EXPECT_FALSE(world.trader().is_stopped()) << "the answers are to come";
    world.advance_ms(100);
    EXPECT_TRUE(world.trader().is_stopped());
    EXPECT_TRUE(world.trader().is_settled());
    EXPECT_EQ(world.position(), 60);
    EXPECT_EQ(open_at_venue(), 0U);
    EXPECT_EQ(world.trader().session(Port::OrderEntry)->close_reason(),
              ResumableSession::CloseReason::LoggedOut);
}

TEST_F(Trading, AStopWithoutAVenueTakesNoLongerThanItMay) {
    begin();
    world.is_venue_up = false;
    for (const Port port : kAllPorts) {
        world.cut(port);
    }
    world.trader().stop(world.venue.now);
    world.advance_ms(4'900);
    EXPECT_FALSE(world.trader().is_stopped());
    world.advance_ms(200);
    EXPECT_TRUE(world.trader().is_stopped());
    EXPECT_FALSE(world.trader().is_settled()) << "two orders in doubt";
}

TEST(TradingSession, AWrongPasswordIsNotTriedAgain) {
    TraderOptions options = support::trader_at_the_venue();
    options.account = protocols::nasdaq::soupbintcp::Credentials::of("USER0", "WRONG");
    TraderWorld world(options);
    world.make_market();
    world.advance_ms(20'000);
    EXPECT_EQ(world.trader().refused_by(), Port::OrderEntry);
    EXPECT_EQ(world.trader().session(Port::OrderEntry)->login_reason(), 'A');
    EXPECT_EQ(world.venue.server.counters().logins_refused, 1U);
}

TEST(TradingSession, AVenueThatIsAwayIsTriedLessAndLessOften) {
    TraderWorld world;
    world.make_market();
    world.run_until_idle();
    world.is_venue_up = false;
    for (const Port port : kAllPorts) {
        world.cut(port);
    }
    const std::uint64_t before =
        world.trader().session(Port::OrderEntry)->soup().counters().connections;
    world.advance_ms(60'000);
    const std::uint64_t tries =
        world.trader().session(Port::OrderEntry)->soup().counters().connections - before;
    EXPECT_GE(tries, 15U);
    EXPECT_LE(tries, 20U);
}

TEST(TradingSession, ASessionWithoutRoomIsGivenUpAndNothingIsDoubled) {
    TraderOptions options = support::trader_at_the_venue();
    options.connection.output_bytes_max = 256;
    TraderWorld world(options);
    world.make_market();
    world.advance_ms(500);
    ASSERT_EQ(world.open_orders(), 2U);
    // Nothing is taken from the trader while the market moves.
    for (int n = 1; n <= 8; ++n) {
        world.other_enters('B', 499'000 + n * 100, 100);
        world.make_durable();
        for (const ByteString& packet : world.venue.packets) {
            world.trader().on_packet(
                {.line = feed::Line::A, .bytes = packet, .now = world.venue.now});
        }
        while (world.receive(Port::OrderEntry)) {
        }
    }
    world.advance_ms(3'000);
    EXPECT_FALSE(world.trader().engine().is_killed());
    EXPECT_EQ(world.open_orders(), world.venue.server.log().exchange().session_orders({0}));
    EXPECT_GT(world.open_orders(), 0U);
}

TEST(TradingSession, TheEndOfTheVenuesSessionIsTheEnd) {
    TraderWorld world;
    world.make_market();
    world.advance_ms(500);
    world.venue.server.end_of_session(world.venue.now);
    world.venue.take_records();
    world.venue.make_durable();
    world.advance_ms(2'000);
    EXPECT_TRUE(world.trader().has_ended());
    EXPECT_EQ(world.trader().session(Port::OrderEntry)->state(), SessionState::Off);
}

TEST(TradingSession, AnOrderOnItsWayWhenTheVenueEndsTheSessionNeverArrived) {
    TraderWorld world;
    world.make_market();
    world.advance_ms(500);
    ASSERT_EQ(world.open_orders(), 2U);
    world.other_takes('S', 100);  // the trader quotes again
    world.venue.server.end_of_session(world.venue.now);
    world.venue.take_records();
    world.venue.make_durable();
    world.advance_ms(2'000);
    EXPECT_TRUE(world.trader().has_ended());
    const oms::Orders& orders = world.trader().engine().orders();
    EXPECT_GT(orders.counters().lost, 0U);
    for (const ClOrdId id : orders.open_orders()) {
        EXPECT_EQ(orders.find(id)->state, oms::OrderState::Live) << "the venue has it";
    }
    EXPECT_EQ(world.trader().engine().counters().lost_sessions, 0U);
}

void begin_next_day(TraderWorld& world) {
    EXPECT_TRUE(world.venue.server.try_control({.action = exchange::ControlAction::StartDay},
                                               world.venue.now));
    world.venue.take_records();
    world.make_durable();
}

/// It would ask for a session that is no more, and be refused, for ever.
TEST(TradingSession, ATraderAwayAtTheEndOfTheDayLearnsThatItIsOver) {
    TraderWorld world;
    world.make_market();
    world.advance_ms(500);
    ASSERT_EQ(world.open_orders(), 2U);
    world.cut(Port::OrderEntry);
    begin_next_day(world);
    world.advance_ms(3'000);
    EXPECT_TRUE(world.trader().has_ended());
    EXPECT_FALSE(world.trader().refused_by());
    EXPECT_EQ(world.trader().session(Port::OrderEntry)->state(), SessionState::Off);
    EXPECT_EQ(world.open_orders(), 2U) << "what became of them it has not heard";
    world.trader().stop(world.venue.now);
    world.advance_ms(6'000);
    EXPECT_TRUE(world.trader().is_stopped());
    world.start_trader();
    world.other.come_back();
    world.advance_ms(3'000);
    EXPECT_TRUE(world.trader().session(Port::OrderEntry)->is_logged_in());
    world.make_market();
    world.advance_ms(500);
    EXPECT_FALSE(world.trader().has_ended());
    EXPECT_EQ(world.open_orders(), 2U);
}

/// Without a word of another session on the feed the venue may be one that is starting.
TEST(TradingSession, ASessionThatIsNotAvailableIsAskedForAgain) {
    TraderWorld world;
    world.make_market();
    world.advance_ms(500);
    world.cut(Port::OrderEntry);
    world.loses = [](feed::Line) { return true; };
    begin_next_day(world);
    world.advance_ms(3'000);
    EXPECT_TRUE(world.trader().session(Port::OrderEntry)->is_unavailable());
    EXPECT_FALSE(world.trader().has_ended());
    world.loses = [](feed::Line) { return false; };
    world.advance_ms(10'000);
    EXPECT_TRUE(world.trader().has_ended());
}

/// Its drop copy is of a day that is over: of the next day's executions none would come.
TEST(TradingSession, OrderEntryAndDropCopyAreOfOneDay) {
    TraderWorld world;
    world.loses = [](feed::Line) { return true; };
    world.start_trader();
    world.advance_ms(500);
    EXPECT_TRUE(world.trader().session(Port::DropCopy)->is_logged_in());
    EXPECT_FALSE(world.trader().session(Port::OrderEntry)->is_logged_in());
    begin_next_day(world);
    world.loses = [](feed::Line) { return false; };
    EXPECT_FALSE(world.trader().has_ended());
    world.advance_ms(3'000);
    EXPECT_EQ(world.trader().counters().sessions, 1U);
    EXPECT_TRUE(world.trader().has_ended());
}

TEST(TradingSession, TheSameEventsSendTheSameBytes) {
    const auto run = [] {
        TraderWorld world;
        world.make_market();
        world.advance_ms(500);
        for (int n = 0; n < 10; ++n) {
            world.other_takes(n % 3 == 0 ? 'B' : 'S', 20);
            world.advance_ms(50);
        }
        return world.sent.value();
    };
    EXPECT_EQ(run(), run());
}

}  // namespace
}  // namespace hotpath::trader
