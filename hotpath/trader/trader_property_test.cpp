// Random faults on every connection and line, and a venue that crashes: whenever everything has
// calmed down, the trader's position, orders and books are the venue's.
#include <map>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/wire/ouch50/decode.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using support::TraderWorld;

/// Shares held, by what the venue has told our session.
struct ToldPosition : wire::ouch50::NullReplyListener {
    void on_order_accepted(const wire::ouch50::OrderAccepted& m, wire::ouch50::Appendage) {
        sides[m.load_user_ref_num()] = m.load_side();
    }
    void on_order_replaced(const wire::ouch50::OrderReplaced& m, wire::ouch50::Appendage) {
        sides[m.load_user_ref_num()] = m.load_side();
    }
    void on_order_executed(const wire::ouch50::OrderExecuted& m, wire::ouch50::Appendage) {
        const auto qty = std::int64_t{m.load_quantity()};
        position += sides.at(m.load_user_ref_num()) == 'B' ? qty : -qty;
        ++executions;
    }
    std::map<std::uint32_t, char> sides{};
    std::int64_t position = 0;
    std::uint64_t executions = 0;
};

class FaultyDay {
  public:
    explicit FaultyDay(std::uint64_t seed) : random_(seed) {
        world.loses = [this](feed::Line) { return random_.one_in(loses_one_in_); };
    }

    void run(int steps) {
        for (int step = 0; step < steps && !testing::Test::HasFailure(); ++step) {
            take_step();
            if (random_.one_in(3)) {
                world.advance({static_cast<std::int64_t>(random_.below(50'000'000))});
            }
        }
        calm_down();
    }

    TraderWorld world;
    // What has happened.
    std::uint64_t crashes = 0;
    std::uint64_t records_lost = 0;
    std::uint64_t sessions = 0;
    std::uint64_t snapshots = 0;
    std::uint64_t requests_lost = 0;
    std::uint64_t gaps = 0;

  private:
    void take_step() {
        switch (random_.below(12)) {
            case 0:
                return world.cut(random_port());
            case 1:
                return crash();
            case 2:
                loses_one_in_ = 2 + random_.below(20);
                return;
            case 3:
                return replace_process();
            case 4:  // bytes one way only: the next cut finds requests or replies under way
                static_cast<void>(world.send(Port::OrderEntry));
                return;
            case 5:
                return hear_and_fall_silent();
            case 6:
            case 7:
                return world.make_market();
            default:
                return world.other_takes(random_.one_in(2) ? 'B' : 'S',
                                         static_cast<std::uint32_t>(1 + random_.below(120)));
        }
    }
    Port random_port() { return TraderWorld::kAllPorts[random_.below(3)]; }

    void crash() {
        if (random_.one_in(3)) {
            world.venue.take_records();
            const std::uint64_t lost = world.venue.records.size() - world.durable();
            ++crashes;
            records_lost += lost;
            world.restart_venue(world.durable() + random_.below(lost + 1));
        }
    }
    /// What it answers to what it hears is lost with the connection, or waits for long.
    void hear_and_fall_silent() {
        const Port port = random_port();
        world.make_durable();
        static_cast<void>(world.receive(port));
        if (random_.one_in(2)) {
            world.cut(port);
        }
    }
    void replace_process() {
        if (random_.one_in(5)) {
            note();
            world.start_trader();
        }
    }

    void calm_down() {
        loses_one_in_ = ~std::uint64_t{0};
        world.advance_ms(8'000);
        world.make_market();
        world.advance_ms(2'000);
        note();
    }
    void note() {
        sessions += world.trader().counters().sessions;
        snapshots += world.trader().counters().snapshots;
        requests_lost += world.trader().engine().orders().counters().lost;
        gaps += world.trader().engine().feed().gap_counters().requests;
    }

    Random random_;
    std::uint64_t loses_one_in_ = 10;
};

/// A test in which nothing goes wrong proves nothing.
struct Totals {
    void add(const FaultyDay& day, std::uint64_t of_the_day) {
        executions += of_the_day;
        crashes += day.crashes;
        records_lost += day.records_lost;
        sessions += day.sessions;
        snapshots += day.snapshots;
        requests_lost += day.requests_lost;
        gaps += day.gaps;
    }
    std::uint64_t executions = 0;
    std::uint64_t crashes = 0;
    std::uint64_t records_lost = 0;
    std::uint64_t sessions = 0;
    std::uint64_t snapshots = 0;
    std::uint64_t requests_lost = 0;
    std::uint64_t gaps = 0;
};

TEST(TraderProperty, AfterAnyFaultsItAgreesWithTheVenue) {
    Totals totals;
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 60, .long_run = 2'000});
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        FaultyDay day(seed);
        day.run(200);
        TraderWorld& world = day.world;
        const auto& engine = world.trader().engine();
        ToldPosition told;
        const wire::SequencedStore& replies = world.venue.server.replies({0});
        for (std::uint64_t n = 1; n < replies.next_sequence_number(); ++n) {
            static_cast<void>(wire::ouch50::decode_reply(replies.at(n), told));
        }
        ASSERT_FALSE(engine.is_killed()) << risk::stop_name(engine.gateway().risk().stop_reason());
        ASSERT_EQ(world.position(), told.position);
        ASSERT_EQ(world.open_orders(), world.venue.server.log().exchange().session_orders({0}));
        ASSERT_FALSE(engine.orders().is_in_doubt());
        ASSERT_FALSE(engine.is_stale());
        ASSERT_EQ(engine.books().checksum(),
                  world.venue.server.log().exchange().books().checksum());
        ASSERT_TRUE(world.trader().reconciliation()->is_settled());
        ASSERT_EQ(world.trader().reconciliation()->agreed(), told.executions);
        totals.add(day, told.executions);
    }
    EXPECT_GT(totals.executions, seeds * 10);
    EXPECT_GT(totals.crashes, seeds);
    EXPECT_GT(totals.records_lost, seeds / 10);
    EXPECT_GT(totals.sessions, seeds * 5);
    EXPECT_GT(totals.snapshots, seeds / 10);
    EXPECT_GT(totals.requests_lost, seeds / 10);
    EXPECT_GT(totals.gaps, seeds);
}

}  // namespace
}  // namespace hotpath::trader
