// kill -9 of the trader while it trades, again and again: each time it comes back with what the
// account holds, by the venue's drop copy, trades on, and in the end nothing is lost or doubled.

#include <chrono>
#include <iostream>
#include <thread>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"
#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

constexpr std::uint64_t kAtOnceOneIn = 4;  // kills right after it says that it is ready
constexpr std::uint64_t kTradingMs = 400;  // before the others, at most

class TraderKills : public TradedVenue {
  protected:
    /// It trades, and the drop copy from the day's beginning agrees with it.
    [[nodiscard]] static bool is_reconciled(TraderProcess& trader) {
        return trader.wait_until([](const nlohmann::json& state) {
            return state["doing"] == "trading" && state["drop_copy"]["settled"] == true &&
                   state["drop_copy"]["finding"] == "agrees";
        });
    }
};

TEST_F(TraderKills, UnderLoadItComesBackWithWhatTheAccountHolds) {
    Random random(support::seed_of_this_test(1));
    TraderProcess trader(folder_.path(), config({}));
    const std::uint64_t kills = support::wanted_of_this_run("HOTPATH_KILLS", 12);
    std::uint64_t most = 0;
    int at_once = 0;
    for (std::uint64_t n = 0; n < kills; ++n) {
        ASSERT_TRUE(trader.start()) << trader.output();
        if (random.one_in(kAtOnceOneIn)) {
            ++at_once;
        } else {
            ASSERT_TRUE(is_reconciled(trader)) << n << trader.output() << trader.state().dump(2);
            EXPECT_GE(executions(trader), most) << "none that was known is forgotten";
            std::this_thread::sleep_for(std::chrono::milliseconds(random.below(kTradingMs)));
            most = executions(trader);
        }
        trader.kill_hard();
    }
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(is_reconciled(trader)) << trader.output() << trader.state().dump(2);
    ASSERT_TRUE(trades_on(trader, most + 5)) << trader.output() << trader.state().dump(2);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    expect_the_venues_positions(trader);
    std::cout << "trader: killed " << kills << " times (" << at_once << " when it had just begun), "
              << executions(trader) << " executions\n";
}

}  // namespace
}  // namespace hotpath::venue_tests
