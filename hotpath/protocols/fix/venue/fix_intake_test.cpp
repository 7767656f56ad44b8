// A FIX session's messages and numbers on their way into the venue's log.

#include "hotpath/protocols/fix/venue/fix_intake.hpp"

#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/venue/fix_ports.hpp"
#include "tests/support/port_bench.hpp"
#include "tests/support/quiet_port.hpp"
#include "tests/support/venue_fix_client.hpp"

namespace hotpath::exchange {
namespace {

using support::CoreBench;
using support::PortLines;

class FixIntakeTest : public testing::Test {
  protected:
    explicit FixIntakeTest(const VenueServerOptions& options =
                               support::with_fix_copies(support::fix_venue_server(2, 1)))
        : bench(options), sessions(*FixSessions::create(bench.core.options())) {
        bench.core.add(port_, std::array{kFixOrders, kFixDropCopy}, {});
        bench.start();
    }
    /// A connection of the first user's session.
    [[nodiscard]] ConnectionId enter(Port port) {
        const ConnectionId id = bench.connect(port);
        bench.core.clients()[id].number = {0};
        bench.core.enter_session(id, bench.now);
        return id;
    }
    bool take(ConnectionId id, std::string_view body) {
        text_ = support::fix_message("FIX.4.4", std::string(body));
        EXPECT_EQ(fields_.split(support::view_of(text_)), protocols::fix::SplitStatus::Ok);
        const protocols::fix::InboundHeader header = header_of(fields_);
        return intake.try_take(id,
                               {.msg_type = header.msg_type,
                                .number = header.number.value_or(0),
                                .sending_time = {},
                                .is_poss_dup = false,
                                .is_poss_resend = false,
                                .fields = fields_},
                               bench.now);
    }
    bool enter_order(ConnectionId id) {
        return take(id, "35=D|34=2|49=CLIENT0|56=VENUE|11=A1|55=AAPL|54=1|38=100|40=2|44=50|59=0|");
    }
    /// The reason in the last record, if it is of a FIX message.
    [[nodiscard]] std::optional<RejectReason> last_reason() {
        bench.take_records();
        Input input;
        EXPECT_EQ(decode(bench.records.back(), input), protocols::DecodeStatus::Ok);
        const auto* const message = std::get_if<event::FixMessage>(&input.event);
        return message == nullptr ? std::nullopt : std::optional(message->reason);
    }

    CoreBench bench;
    FixSessions sessions;
    FixIntake intake{bench.core, bench.intake, sessions};

  private:
    support::QuietPort port_;
    std::string text_;
    protocols::fix::FieldList fields_{protocols::fix::DataFields{}};
};

TEST_F(FixIntakeTest, AnOrderIsAnInputWithoutAReason) {
    EXPECT_TRUE(enter_order(enter(kFixOrders)));
    EXPECT_EQ(last_reason(), RejectReason::None);
    EXPECT_EQ(bench.inputs(), PortLines{"FIX message"});
    EXPECT_EQ(bench.core.exchange().session_orders({0}), 1U);
}

TEST_F(FixIntakeTest, AConnectionWithoutASessionEntersNothing) {
    EXPECT_FALSE(enter_order(bench.connect(kFixOrders)));
    EXPECT_EQ(bench.inputs(), PortLines{});
}

TEST_F(FixIntakeTest, ADropCopysOrderIsAnInputThatIsNotCarriedOut) {
    EXPECT_TRUE(enter_order(enter(kFixDropCopy)));
    EXPECT_EQ(last_reason(), kOfDropCopy);
    EXPECT_EQ(bench.core.exchange().session_orders({0}), 0U);
}

TEST_F(FixIntakeTest, NumbersAndOutputWaitForRoomInTheJournal) {
    FixEnd& end = *sessions.find(bench.core.options().users[0].username);
    EXPECT_TRUE(intake.may_leave(end));
    end.stream.set_next_out(5);
    end.stream.reset(bench.now);
    ASSERT_FALSE(end.stream.changes().empty());
    bench.core.inputs().set_room({.bytes = 0});
    intake.keep_numbers(end, bench.now);
    EXPECT_EQ(bench.inputs(), PortLines{});
    EXPECT_FALSE(intake.has_numbers_to_keep(end));
    EXPECT_FALSE(intake.may_leave(end));

    bench.core.inputs().set_room({});
    EXPECT_TRUE(intake.has_numbers_to_keep(end));
    intake.keep_numbers(end, bench.now);
    EXPECT_EQ(bench.inputs(), PortLines{"FIX numbers"});
    EXPECT_FALSE(intake.may_leave(end)) << "the record is not durable";
    bench.make_durable();
    EXPECT_TRUE(intake.may_leave(end));
}

TEST_F(FixIntakeTest, AReplayExpectsTheMessageAfterTheLastOfTheJournal) {
    FixEnd& end = *sessions.find(bench.core.options().users[0].username);
    const std::string message = support::fix_message("FIX.4.4", "35=D|34=7|49=CLIENT0|56=VENUE|");
    intake.replay({.event = event::FixMessage{{0}, {}, support::view_of(message)}});
    EXPECT_EQ(end.stream.next_in(), 8U);
    const FixNumbersBytes own = to_bytes(FixNumbers{.number = 1, .count = 3});
    intake.replay({.event = event::FixNumbers{{0}, own}});
    EXPECT_EQ(end.stream.next_out(), 4U);
}

class FixIntakeLimitsTest : public FixIntakeTest {
  protected:
    FixIntakeLimitsTest() : FixIntakeTest(limited()) {}
    [[nodiscard]] static VenueServerOptions limited() {
        VenueServerOptions options = support::fix_venue_server(2, 1);
        options.user_limits = {{.order_value_max = Price{500'000} * Qty{99}}};
        return options;
    }
};

TEST_F(FixIntakeLimitsTest, AnOrderOverALimitIsAnInputWithItsReason) {
    EXPECT_TRUE(enter_order(enter(kFixOrders)));
    EXPECT_NE(last_reason(), RejectReason::None);
    EXPECT_EQ(bench.core.counters().refused_for_limits, 1U);
    EXPECT_EQ(bench.core.exchange().session_orders({0}), 0U);
}

}  // namespace
}  // namespace hotpath::exchange
