// A request's way into the venue: why an order is refused at the door, and who is cut off.

#include "hotpath/exchange/server/intake.hpp"

#include <cstdint>
#include <optional>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/venue/ouch_port.hpp"
#include "tests/support/port_bench.hpp"

namespace hotpath::exchange {
namespace {

using protocols::nasdaq::soupbintcp::CloseReason;
using support::PortBench;
using support::PortLines;
using support::small_venue;

class IntakeTest : public testing::Test {
  protected:
    void open(const VenueServerOptions& options) { bench_.emplace(options); }
    [[nodiscard]] ConnectionId connect_user() {
        const ConnectionId id = bench_->connect(Port::OrderEntry);
        bench_->core.enter_session(id, bench_->now);
        return id;
    }
    [[nodiscard]] RejectReason refusal(bool is_new = true) {
        return bench_->intake.refusal_of({0}, {.is_new = is_new}, bench_->now);
    }
    [[nodiscard]] const VenueServerCounters& counters() const { return bench_->core.counters(); }
    void enter(std::uint32_t number) {
        const auto message = support::to_message({.number = number});
        bench_->submit(event::Order{{0}, message.bytes()});
    }

    std::optional<PortBench<OuchPort>> bench_;
};

TEST_F(IntakeTest, ASuspendedUsersOrdersAreRefused) {
    open(small_venue(1));
    EXPECT_EQ(refusal(), RejectReason::None);
    ASSERT_TRUE(bench_->commands.try_request(
        {.control = {.action = ControlAction::Suspend, .session = {0}}, .from = {}}, bench_->now));
    EXPECT_EQ(refusal(), RejectReason::Suspended);
    EXPECT_EQ(counters().refused_suspended, 1U);
}

TEST_F(IntakeTest, OrdersBeyondTheRateAreRefusedAndRefusalsBeyondTheirsCutOff) {
    VenueServerOptions options = small_venue(1);
    options.limits.orders = {.per_second = 1, .burst = 2};
    options.limits.refusals = {.per_second = 1, .burst = 1};
    open(options);
    const ConnectionId id = connect_user();
    EXPECT_EQ(refusal(), RejectReason::None);
    EXPECT_EQ(refusal(), RejectReason::None);
    EXPECT_EQ(refusal(), RejectReason::RateTooHigh);
    EXPECT_EQ(counters().refused_for_rate, 1U);
    EXPECT_TRUE(bench_->intake.keeps_rate(id, true, true, bench_->now));
    EXPECT_FALSE(bench_->intake.keeps_rate(id, true, true, bench_->now));
    EXPECT_TRUE(bench_->is_closed(id));
    EXPECT_EQ(bench_->core.clients()[id].soup.close_reason(), CloseReason::RateExceeded);
}

TEST_F(IntakeTest, CancelsBeyondTheirRateCutOff) {
    VenueServerOptions options = small_venue(1);
    options.limits.cancels = {.per_second = 1, .burst = 1};
    open(options);
    const ConnectionId id = connect_user();
    EXPECT_TRUE(bench_->intake.keeps_rate(id, true, false, bench_->now)) << "refusal_of() counts";
    EXPECT_TRUE(bench_->intake.keeps_rate(id, false, false, bench_->now));
    EXPECT_FALSE(bench_->intake.keeps_rate(id, false, false, bench_->now));
    EXPECT_TRUE(bench_->is_closed(id));
}

TEST_F(IntakeTest, AReplacementTakesNoPlaceAmongTheOpenOrders) {
    VenueServerOptions options = small_venue(1);
    options.limits.orders_open_max = 1;
    open(options);
    enter(1);
    EXPECT_EQ(refusal(), RejectReason::Other);
    EXPECT_EQ(counters().refused_for_open_orders, 1U);
    EXPECT_EQ(refusal(false), RejectReason::None);
}

TEST_F(IntakeTest, WithoutRoomForOrdersTheyAreRefusedAndWithoutAnyTheClientIsCutOff) {
    open(small_venue(1));
    const ConnectionId id = connect_user();
    bench_->core.inputs().set_room({.takes_orders = false});
    EXPECT_EQ(refusal(), RejectReason::NoRoom);
    EXPECT_EQ(counters().refused_for_room, 1U);
    bench_->core.inputs().set_room({.takes_orders = false, .bytes = 0});
    EXPECT_FALSE(bench_->intake.submit_or_cut_off(
        id, {.time = bench_->now, .event = event::CancelAll{.session = {0}}}));
    EXPECT_EQ(counters().cut_off_for_room, 1U);
    EXPECT_EQ(bench_->core.clients()[id].soup.close_reason(), CloseReason::StreamFull);
}

TEST_F(IntakeTest, AClientWithoutRoomForAReplyIsCutOff) {
    VenueServerOptions options = small_venue(1);
    options.replies.messages_max = 1;
    open(options);
    const ConnectionId id = connect_user();
    EXPECT_FALSE(bench_->intake.has_room_or_cut_off(id));
    EXPECT_EQ(counters().cut_off_for_room, 1U);
    EXPECT_TRUE(bench_->is_closed(id));
}

TEST_F(IntakeTest, OrdersOfADisconnectedUserAreCanceledAfterTheGrace) {
    VenueServerOptions options = small_venue(1);
    options.cancel_on_disconnect_after = Nanos{1'000};
    open(options);
    const ConnectionId id = connect_user();
    enter(1);
    bench_->core.close(id, CloseReason::ShutDown, {});
    bench_->core.sweep(id, bench_->now);
    static_cast<void>(bench_->inputs());
    bench_->now = bench_->now + Nanos{999};
    bench_->intake.cancel_on_time(bench_->now);
    EXPECT_EQ(bench_->inputs(), PortLines{});
    bench_->now = bench_->now + Nanos{1};
    bench_->intake.cancel_on_time(bench_->now);
    EXPECT_EQ(bench_->inputs(), PortLines{"cancel all"});
    EXPECT_EQ(bench_->core.exchange().session_orders({0}), 0U);
    EXPECT_EQ(counters().canceled_on_disconnect, 1U);
    bench_->intake.cancel_on_time(bench_->now);
    EXPECT_EQ(bench_->inputs(), PortLines{}) << "once";
}

}  // namespace
}  // namespace hotpath::exchange
