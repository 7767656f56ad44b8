#pragma once
/// Many faulty days of a trader at a venue: in the end of each its position, orders and books are the
/// venue's.
///
///   const FaultyDaysTotals totals = run_faulty_days<FaultyDay<TraderWorld>>({.usual = 60, .long_run = 2'000});
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <map>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/sequenced_store.hpp"
#include "hotpath/risk/limits.hpp"
#include "tests/support/faulty_day.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::support {

/// Shares held, by the OUCH replies that the venue has made of the trader's orders.
struct PositionOfReplies : protocols::nasdaq::ouch50::NullReplyListener {
    explicit PositionOfReplies(const protocols::SequencedStore& replies) {
        for (std::uint64_t n = 1; n < replies.next_sequence_number(); ++n) {
            static_cast<void>(protocols::nasdaq::ouch50::decode_reply(replies.at(n), *this));
        }
    }
    void on_order_accepted(const protocols::nasdaq::ouch50::OrderAccepted& m,
                           protocols::nasdaq::ouch50::Appendage) {
        sides[m.load_user_ref_num()] = m.load_side();
    }
    void on_order_replaced(const protocols::nasdaq::ouch50::OrderReplaced& m,
                           protocols::nasdaq::ouch50::Appendage) {
        sides[m.load_user_ref_num()] = m.load_side();
    }
    void on_order_executed(const protocols::nasdaq::ouch50::OrderExecuted& m,
                           protocols::nasdaq::ouch50::Appendage) {
        const auto qty = std::int64_t{m.load_quantity()};
        position += sides.at(m.load_user_ref_num()) == 'B' ? qty : -qty;
        ++executions;
    }
    std::map<std::uint32_t, char> sides{};
    std::int64_t position = 0;
    std::uint64_t executions = 0;
};

/// After a day, when everything has calmed down.
template <class World>
void check_agreement(World& world, const PositionOfReplies& replied) {
    const auto& engine = world.trader().engine();
    const auto& exchange = world.venue.server.log().exchange();
    ASSERT_FALSE(engine.is_killed()) << risk::stop_name(engine.gateway().risk().stop_reason());
    ASSERT_EQ(world.position(), replied.position);
    ASSERT_EQ(world.open_orders(), exchange.session_orders({0}));
    ASSERT_FALSE(engine.orders().is_in_doubt());
    ASSERT_FALSE(engine.is_stale());
    ASSERT_EQ(engine.books().checksum(), exchange.books().checksum());
    ASSERT_TRUE(world.trader().reconciliation()->is_settled());
    ASSERT_EQ(world.trader().reconciliation()->agreed(), replied.executions);
}

struct FaultyDaysTotals : FaultyDayCounters {
    std::uint64_t days = 0;
    std::uint64_t executions = 0;
};

/// One day for each seed, up to the first that fails.
template <class Day>
[[nodiscard]] FaultyDaysTotals run_faulty_days(const Rounds& rounds) {
    constexpr int kSteps = 200;
    FaultyDaysTotals totals;
    totals.days = rounds_of_this_run(rounds);
    const std::uint64_t first = seed_of_this_test(1);
    for (std::uint64_t seed = first; seed < first + totals.days; ++seed) {
        SCOPED_TRACE(seed);
        Day day(seed);
        day.run(kSteps);
        const PositionOfReplies replied(day.world.venue.server.replies({0}));
        check_agreement(day.world, replied);
        if (testing::Test::HasFatalFailure()) {
            break;
        }
        totals.add(day.counters);
        totals.executions += replied.executions;
    }
    return totals;
}

}  // namespace hotpath::support
