// The venue's own commands without a server: they wait for room, run in their order and their time.

#include "hotpath/exchange/server/venue_commands.hpp"

#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "tests/support/port_bench.hpp"

namespace hotpath::exchange {
namespace {

using support::CoreBench;
using support::PortLines;
using support::small_venue;

class VenueCommandsTest : public testing::Test {
  protected:
    VenueCommandsTest() { bench_.start(); }

    [[nodiscard]] static ControlRequest halt() {
        return {.control = {.action = ControlAction::SetTrading,
                            .symbol = *Symbol::from("AAPL"),
                            .state = book::TradingState::Halted},
                .from = {}};
    }
    [[nodiscard]] bool request(const ControlRequest& asked) {
        return bench_.commands.try_request(asked, bench_.now);
    }

    CoreBench bench_{small_venue(1)};
};

TEST_F(VenueCommandsTest, ACommandIsCarriedOutAtOnceWhenThereIsRoom) {
    EXPECT_TRUE(request(halt()));
    EXPECT_EQ(bench_.inputs(), PortLines{"control"});
}

TEST_F(VenueCommandsTest, CommandsWaitForRoomAndTooManyAreRefused) {
    bench_.core.inputs().set_room({.takes_orders = false, .bytes = 0});
    int taken = 0;
    while (request(halt())) {
        ++taken;
        ASSERT_LT(taken, 1'000);
    }
    EXPECT_EQ(bench_.inputs(), PortLines{});
    EXPECT_EQ(bench_.commands.next_at(), Time{});
    bench_.core.inputs().set_room({});
    bench_.commands.run(bench_.now);
    EXPECT_EQ(bench_.inputs().size(), static_cast<std::size_t>(taken));
    EXPECT_TRUE(request(halt()));
}

TEST_F(VenueCommandsTest, AScheduledCommandComesInItsTime) {
    const Time due = bench_.now + Nanos{1'000};
    ASSERT_TRUE(bench_.commands.set_schedule({{.at = due, .control = halt().control}}));
    EXPECT_EQ(bench_.commands.next_at(), due);
    bench_.commands.run(bench_.now);
    EXPECT_EQ(bench_.inputs(), PortLines{});
    bench_.commands.run(due);
    EXPECT_EQ(bench_.inputs(), PortLines{"control"});
    bench_.commands.run(due);
    EXPECT_EQ(bench_.inputs(), PortLines{}) << "once";
}

TEST_F(VenueCommandsTest, AfterTheDayOnlyItsSuccessorIsTaken) {
    bench_.submit(event::EndOfSession{});
    EXPECT_FALSE(request(halt()));
    const std::uint32_t day = bench_.core.exchange().day().number;
    EXPECT_TRUE(request({.control = {.action = ControlAction::StartDay}, .from = {}}));
    EXPECT_TRUE(bench_.commands.finish(bench_.now));
    EXPECT_EQ(bench_.core.exchange().day().number, day + 1);
}

TEST_F(VenueCommandsTest, ADayThatHasNoMoreTimesEnds) {
    bench_.commands.run(bench_.now);
    EXPECT_EQ(bench_.inputs(), PortLines{});
    bench_.now = bench_.commands.next_at();
    bench_.commands.run(bench_.now);
    EXPECT_EQ(bench_.inputs(), PortLines{"end of session"});
    EXPECT_TRUE(bench_.core.log().has_ended());
}

TEST_F(VenueCommandsTest, LimitsThatAnOperatorSetsHoldAtOnce) {
    Control limits{.action = ControlAction::SetLimits, .session = {0}};
    limits.limits[static_cast<std::size_t>(MemberLimit::OrderValue)] = {
        .kind = LimitChange::Kind::Set, .value = 500};
    EXPECT_TRUE(request({.control = limits, .from = {}}));
    EXPECT_EQ(bench_.core.sessions()[{0}].limits.order_value_max, Money{500});
}

}  // namespace
}  // namespace hotpath::exchange
