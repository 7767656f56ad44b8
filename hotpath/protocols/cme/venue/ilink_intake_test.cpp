// An iLink 3 session's messages and numbers on their way into the venue's log.

#include "hotpath/protocols/cme/venue/ilink_intake.hpp"

#include <optional>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/venue/ilink_ports.hpp"
#include "tests/support/ilink_venue.hpp"
#include "tests/support/port_bench.hpp"
#include "tests/support/quiet_port.hpp"
#include "tests/support/venue_ilink_client.hpp"

namespace hotpath::exchange {
namespace {

using support::CoreBench;
using support::ilink_order;
using support::PortLines;

class IlinkIntakeTest : public testing::Test {
  protected:
    explicit IlinkIntakeTest(const VenueServerOptions& options = support::ilink_venue_server(2, 1))
        : bench(options), sessions(*IlinkSessions::create(bench.core.options())) {
        bench.core.add(port_, std::array{kIlinkOrders}, {});
        bench.start();
    }
    /// A connection of the first user's session.
    [[nodiscard]] ConnectionId enter() {
        const ConnectionId id = bench.connect(kIlinkOrders);
        bench.core.clients()[id].number = {0};
        bench.core.enter_session(id, bench.now);
        return id;
    }
    bool take(ConnectionId id, const support::IlinkBytes& message) {
        return intake.try_take(id, message.view(), bench.now);
    }
    /// The reason in the last record, if it is of an iLink 3 message.
    [[nodiscard]] std::optional<RejectReason> last_reason() {
        bench.take_records();
        Input input;
        EXPECT_EQ(decode(bench.records.back(), input), protocols::DecodeStatus::Ok);
        const auto* const message = std::get_if<event::IlinkMessage>(&input.event);
        return message == nullptr ? std::nullopt : std::optional(message->reason);
    }
    [[nodiscard]] IlinkEnd& end() { return *sessions.find(bench.core.options().users[0].username); }

    CoreBench bench;
    IlinkSessions sessions;
    IlinkIntake intake{bench.core, bench.intake, sessions};

  private:
    support::QuietPort port_;
};

TEST_F(IlinkIntakeTest, AnOrderIsAnInputWithoutAReason) {
    EXPECT_TRUE(take(enter(), ilink_order({.id = "A1"})));
    EXPECT_EQ(last_reason(), RejectReason::None);
    EXPECT_EQ(bench.inputs(), PortLines{"iLink message"});
    EXPECT_EQ(bench.core.exchange().session_orders({0}), 1U);
}

TEST_F(IlinkIntakeTest, AConnectionWithoutASessionEntersNothing) {
    EXPECT_FALSE(take(bench.connect(kIlinkOrders), ilink_order({.id = "A1"})));
    EXPECT_EQ(bench.inputs(), PortLines{});
}

TEST_F(IlinkIntakeTest, NumbersAndOutputWaitForRoomInTheJournal) {
    EXPECT_TRUE(intake.may_leave(end()));
    end().session.uuid = 1'000;
    bench.core.inputs().set_room({.bytes = 0});
    intake.keep_numbers(end(), bench.now);
    EXPECT_EQ(bench.inputs(), PortLines{});
    EXPECT_FALSE(intake.may_leave(end()));

    bench.core.inputs().set_room({});
    intake.keep_numbers(end(), bench.now);
    EXPECT_EQ(bench.inputs(), PortLines{"iLink numbers"});
    EXPECT_TRUE(end().is_recorded());
    EXPECT_FALSE(intake.may_leave(end())) << "the record is not durable";
    bench.make_durable();
    EXPECT_TRUE(intake.may_leave(end()));
    intake.keep_numbers(end(), bench.now);
    EXPECT_EQ(bench.inputs(), PortLines{}) << "the journal has them";
}

TEST_F(IlinkIntakeTest, AReplayHasTheNumbersOfTheJournal) {
    const IlinkNumbers numbers{.uuid = 7, .timestamp = 5, .next_incoming = 3};
    const IlinkNumbersBytes record = to_bytes(numbers);
    intake.replay({.event = event::IlinkNumbers{{0}, record}});
    EXPECT_EQ(end().numbers(), numbers);
    EXPECT_TRUE(end().is_recorded());
}

class IlinkIntakeLimitsTest : public IlinkIntakeTest {
  protected:
    IlinkIntakeLimitsTest() : IlinkIntakeTest(limited()) {}
    [[nodiscard]] static VenueServerOptions limited() {
        VenueServerOptions options = support::ilink_venue_server(2, 1);
        options.user_limits = {{.order_value_max = Price{500'000} * Qty{99}}};
        return options;
    }
};

TEST_F(IlinkIntakeLimitsTest, AnOrderOverALimitIsAnInputWithItsReason) {
    EXPECT_TRUE(take(enter(), ilink_order({.id = "A1"})));
    EXPECT_NE(last_reason(), RejectReason::None);
    EXPECT_EQ(bench.core.counters().refused_for_limits, 1U);
    EXPECT_EQ(bench.core.exchange().session_orders({0}), 0U);
}

}  // namespace
}  // namespace hotpath::exchange
