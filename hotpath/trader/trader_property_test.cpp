// Random faults on every connection and line, and a venue that crashes: whenever everything has
// calmed down, the trader's position, orders and books are the venue's.
#include <map>

#include <gtest/gtest.h>

#include "hotpath/wire/ouch50/decode.hpp"
#include "tests/support/faulty_day.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::trader {
namespace {

using support::TraderWorld;
using UnloggedDay = support::FaultyDay<TraderWorld>;

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

TEST(TraderProperty, AfterAnyFaultsItAgreesWithTheVenue) {
    support::FaultyDayCounters totals;
    std::uint64_t executions = 0;
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 60, .long_run = 2'000});
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        UnloggedDay day(seed);
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
        totals.add(day.counters);
        executions += told.executions;
    }
    // A test in which nothing goes wrong proves nothing.
    EXPECT_GT(executions, seeds * 10);
    EXPECT_GT(totals.crashes, seeds);
    EXPECT_GT(totals.records_lost, seeds / 10);
    EXPECT_GT(totals.sessions, seeds * 5);
    EXPECT_GT(totals.snapshots, seeds / 10);
    EXPECT_GT(totals.requests_lost, seeds / 10);
    EXPECT_GT(totals.gaps, seeds);
}

}  // namespace
}  // namespace hotpath::trader
