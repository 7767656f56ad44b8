// Console output of a venue and a trader, when it is not read: trading continues, and so does a
// stop.

#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/traded_venue.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

/// Looks at the file of --json only, and leaves the process's output unread.
template <class Process, class IsWanted>
bool wait_for_state(const Process& process, IsWanted&& is_wanted) {
    for (const Time until = steady_now() + kPatience; steady_now() < until;) {
        const nlohmann::json state = process.state();
        if (!state.is_null() && is_wanted(state)) {
            return true;
        }
        pause_before_looking_again();
    }
    return false;
}

TEST(VenueOutput, AVenueWhoseOutputIsNotReadGoesOnAnsweringOrders) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.health_every_ms = 100});
    ASSERT_TRUE(venue.start()) << venue.output();
    venue.process().fill_output();
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    for (int n = 1; n <= 3; ++n) {
        alice.enter({});
        ASSERT_TRUE(alice.catch_up()) << "after " << n - 1 << " unread reports";
        ASSERT_TRUE(wait_for_state(venue, [n](const nlohmann::json& state) {
            return state["venue"]["open_orders"] == n;
        })) << "the file of --json is written all the same";
    }
    EXPECT_EQ(alice.accepted(), 3U);
    venue.ask_to_stop();
    int exit_code = -1;
    ASSERT_TRUE(venue.process().has_ended_unread(60, exit_code));
    EXPECT_EQ(exit_code, 0);
    const nlohmann::json state = venue.state();
    EXPECT_EQ(state["running"], false);
    EXPECT_EQ(state["venue"]["open_orders"], 3);
}

TEST(VenueOutput, TheFirstLineNamesEveryEndpoint) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(
        folder.path(),
        {.tables = "[drop_copy]\naddress = \"127.0.0.1:0\"\n[[drop_copy_user]]\nname = \"RISK\"\n"
                   "password = \"R\"\n[operator]\naddress = \"127.0.0.1:0\"\n"
                   "[[operator_user]]\nname = \"OPS\"\npassword = \"O\"\n"});
    ASSERT_TRUE(venue.start()) << venue.output();
    const std::string line = venue.output().substr(0, venue.output().find('\n'));
    const nlohmann::json state = venue.state();
    for (const char* name : {"order_entry", "glimpse", "requests", "drop_copy", "operator"}) {
        EXPECT_NE(line.find(state[name].get<std::string>()), std::string::npos) << name << line;
    }
    EXPECT_NE(line.find("line A " + venue.line_a().to_string()), std::string::npos) << line;
    EXPECT_NE(line.find("line B " + venue.line_b().to_string()), std::string::npos) << line;
    EXPECT_EQ(venue.stop(), 0);
}

class TraderOutput : public TradedVenue {};

TEST_F(TraderOutput, ATraderWhoseOutputIsNotReadTradesAndStops) {
    TraderProcess trader(folder_.path(), config({}));
    ASSERT_TRUE(trader.start()) << trader.output();
    trader.process().fill_output();
    for (std::uint64_t had = 0, rounds = 0; rounds < 3; ++rounds) {
        ASSERT_TRUE(wait_for_state(trader, [&](const nlohmann::json& state) {
            return state["orders"]["executions"] > had;
        })) << trader.state().dump(2);
        had = executions(trader);
    }
    trader.signal(SIGTERM);
    int exit_code = -1;
    ASSERT_TRUE(trader.process().has_ended_unread(60, exit_code));
    EXPECT_EQ(exit_code, 0);
    EXPECT_EQ(trader.state()["running"], false);
}

}  // namespace
}  // namespace hotpath::venue_tests
