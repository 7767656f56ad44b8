// The kill switch in a burst of 100,000 packets a second: behind the latch no new order is on the
// wire, and what was open is canceled; whatever pulled it, wherever the session was.
#include <gtest/gtest.h>

#include "hotpath/trader/trader.hpp"
#include "tests/support/order_tap.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using support::TraderWorld;

constexpr Nanos kPacketEvery{10'000};  // 100,000 a second

/// No rate keeps the strategy from answering every packet.
TraderOptions eager_trader() {
    TraderOptions options = support::trader_at_the_venue();
    constexpr risk::RateLimit kPlenty{.messages_max = 1'000'000, .window{kNanosPerSecond}};
    options.engine.pace = {.orders = kPlenty,
                           .cancels = kPlenty,
                           .duplicates = kPlenty,
                           .repeated_executions = kPlenty,
                           .instrument_window{kNanosPerSecond}};
    options.engine.limits.messages_max = 1'000'000;
    options.engine.account.messages_free = 1'000'000;
    return options;
}

class Burst : public testing::Test {
  protected:
    Burst() {
        world.tap = [this](Port port, Bytes bytes) {
            if (port == Port::OrderEntry) {
                tap.on_bytes(bytes);
            }
        };
        world.make_market();
        world.advance_ms(500);
    }
    /// So many packets, each of which moves the mid.
    void packets(int count) {
        for (int n = 0; n < count; ++n) {
            world.venue.now = world.venue.now + kPacketEvery;
            const std::uint32_t before = standing_;
            standing_ = world.other_enters('B', 499'100 + ++moves_ % 2 * 400, 1);
            if (before != 0) {
                world.other.cancel(before);
            }
            if (world.trader().next_deadline() <= world.venue.now) {
                world.trader().on_timer(world.venue.now);
            }
            world.run_until_idle();
        }
    }
    OperatorAnswer command(OperatorAction action) {
        return world.trader().on_operator({.action = action}, world.venue.now);
    }
    [[nodiscard]] std::size_t open_at_venue() {
        return world.venue.server.log().exchange().session_orders({0});
    }
    void expect_silence(std::uint64_t orders) {
        packets(2'000);
        world.advance_ms(2'000);
        EXPECT_EQ(tap.orders, orders) << "behind the latch";
        EXPECT_EQ(open_at_venue(), 0U);
        EXPECT_EQ(world.open_orders(), 0U);
    }

    support::OrderTap tap;
    TraderWorld world{eager_trader()};

  private:
    std::uint32_t standing_ = 0;  // the bid that moves
    std::int64_t moves_ = 0;
};

TEST_F(Burst, BehindAnOperatorsKillNoOrderLeavesAndEverythingIsCanceled) {
    packets(2'000);
    ASSERT_GT(tap.orders, 2'000U) << "it answers the packets";
    ASSERT_GT(open_at_venue(), 0U);
    const std::uint64_t before = tap.orders;
    EXPECT_EQ(command(OperatorAction::Kill).mode, risk::TradingMode::Killed);
    expect_silence(before);
    command(OperatorAction::Resume);
    packets(100);
    EXPECT_GT(tap.orders, before) << "and it trades again";
}

TEST_F(Burst, AnOperatorWhoOpensIsFollowedByQuotesWithoutAPacketOfTheFeed) {
    for (const OperatorAction stop : {OperatorAction::Kill, OperatorAction::ReduceOnly}) {
        command(stop);
        world.advance_ms(2'000);
        const std::uint64_t before = tap.orders;
        EXPECT_EQ(world.open_orders(), 0U);
        command(OperatorAction::Resume);
        world.advance_ms(1'200);  // a refusal meanwhile was followed by the strategy's pause
        EXPECT_GT(tap.orders, before);
        EXPECT_GT(world.open_orders(), 0U);
    }
}

TEST_F(Burst, TheLastOrderIsNoLaterThanTheCommand) {
    packets(500);
    Time last_order{};
    world.tap = [&](Port port, Bytes bytes) {
        const std::uint64_t before = tap.orders;
        if (port == Port::OrderEntry) {
            tap.on_bytes(bytes);
        }
        last_order = tap.orders != before ? world.venue.now : last_order;
    };
    packets(500);
    const Time commanded = world.venue.now;
    command(OperatorAction::Kill);
    packets(5'000);
    EXPECT_LE(last_order, commanded);
    EXPECT_GT(last_order, commanded - Nanos{100 * kPacketEvery.value});
}

TEST_F(Burst, ALossBeyondTheLimitLetsNothingThroughThatAddsToAPosition) {
    packets(100);
    world.other_takes('S', 100);
    world.run_until_idle();
    ASSERT_GT(world.position(), 50);
    command(OperatorAction::ReduceOnly);
    world.run_until_idle();
    packets(500);
    for (const ClOrdId id : world.trader().engine().orders().open_orders()) {
        EXPECT_EQ(world.trader().engine().orders().find(id)->side, Side::Sell);
    }
}

TEST_F(Burst, WithoutASessionWhatIsOpenIsCanceledByTheNextOne) {
    exchange::VenueServerOptions venue = support::venue_of_traders();
    venue.cancel_on_disconnect_after = kForever;
    TraderWorld patient(eager_trader(), venue);
    support::OrderTap seen;
    patient.tap = [&](Port port, Bytes bytes) {
        if (port == Port::OrderEntry) {
            seen.on_bytes(bytes);
        }
    };
    patient.make_market();
    patient.advance_ms(500);
    ASSERT_EQ(patient.open_orders(), 2U);
    const std::uint64_t before = seen.orders;
    patient.is_venue_up = false;
    patient.cut(Port::OrderEntry);
    seen.forget();
    patient.trader().on_operator({.action = OperatorAction::Kill}, patient.venue.now);
    patient.advance_ms(3'000);
    EXPECT_EQ(patient.open_orders(), 2U) << "not known to be gone, and said so";
    EXPECT_TRUE(patient.trader()
                    .on_operator({.action = OperatorAction::Status}, patient.venue.now)
                    .is_in_doubt);
    patient.is_venue_up = true;
    patient.advance_ms(6'000);
    EXPECT_EQ(patient.open_orders(), 0U);
    EXPECT_EQ(patient.venue.server.log().exchange().session_orders({0}), 0U);
    EXPECT_EQ(seen.orders, before);
}

TEST_F(Burst, AKillBetweenAnOrderAndItsAnswerCancelsThatOneToo) {
    packets(10);
    // The order leaves; the kill comes before the venue has said a word.
    world.other_enters('B', 499'900, 1);
    world.make_durable();
    for (const support::ByteString& packet : world.venue.packets) {
        world.trader().on_packet({.line = feed::Line::A, .bytes = packet, .now = world.venue.now});
    }
    ASSERT_TRUE(world.send(Port::OrderEntry));
    const std::uint64_t before = tap.orders;
    command(OperatorAction::Kill);
    expect_silence(before);
}

}  // namespace
}  // namespace hotpath::trader
