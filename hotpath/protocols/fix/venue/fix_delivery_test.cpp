// Reports of the FIX desk on their way to the streams of sessions and drop copies.

#include "hotpath/protocols/fix/venue/fix_delivery.hpp"

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

/// A port that has the delivery alone.
class FixDeliveryPort final : public support::QuietPort {
  public:
    explicit FixDeliveryPort(CoreBench& bench)
        : core_(bench.core), sessions(*FixSessions::create(core_.options())) {
        core_.add(*this, std::array{kFixOrders, kFixDropCopy},
                  std::array{output_kind<FixProtocol>(FixProtocol::kReplies),
                             output_kind<FixProtocol>(FixProtocol::kCopies)});
    }
    void on_outputs() noexcept override { delivery.count(); }
    void keep(const Output& report, Time now) noexcept override { delivery.keep(report, now); }
    void replay(const Input&) noexcept override { delivery.replay(); }

  private:
    VenueCore& core_;

  public:
    FixSessions sessions;
    FixDelivery delivery{core_, sessions};
};

struct FixDeliveryTest : testing::Test {
    explicit FixDeliveryTest(std::uint32_t copies_max = 20'000)
        : options(options_of(copies_max)), bench(options), port(bench) {
        bench.start();
    }
    static VenueServerOptions options_of(std::uint32_t copies_max) {
        VenueServerOptions made = support::with_fix_copies(support::fix_venue_server(2, 1));
        std::get<FixOptions>(made.protocols).copies.messages_max = copies_max;
        return made;
    }
    /// An order of the first user by FIX, or of the second by OUCH.
    void enter(bool is_fix = true) {
        const std::string order = support::fix_message(
            "FIX.4.4", "35=D|34=2|49=CLIENT0|56=VENUE|11=A" + std::to_string(++orders_) +
                           "|55=AAPL|54=1|38=100|40=2|44=50|59=0|");
        const auto by_ouch = support::to_message({.number = 1});
        bench.submit(is_fix ? Event(event::FixMessage{{0}, {}, support::view_of(order)})
                            : Event(event::Order{{1}, by_ouch.bytes()}));
    }
    [[nodiscard]] FixEnd& end(std::size_t user) const {
        return *port.sessions.find(bench.core.options().users[user].username);
    }

    VenueServerOptions options;
    CoreBench bench;
    FixDeliveryPort port;

  private:
    int orders_ = 0;
};

TEST_F(FixDeliveryTest, AReportIsCountedAtOnceAndKeptWhenItsInputIsDurable) {
    enter();
    EXPECT_EQ(end(0).reports_made, 1U);
    EXPECT_EQ(end(0).reports_waiting, 1U);
    EXPECT_EQ(end(0).stream.reports(), 0U);
    bench.make_durable();
    EXPECT_EQ(end(0).reports_waiting, 0U);
    EXPECT_EQ(end(0).stream.reports(), 1U);
}

TEST_F(FixDeliveryTest, ADropCopyHasTheOrdersOfEveryProtocol) {
    enter();
    enter(false);
    bench.make_durable();
    EXPECT_EQ(end(0).stream.reports(), 1U);
    EXPECT_EQ(end(2).stream.reports(), 2U);
}

TEST_F(FixDeliveryTest, AReplayPutsThemIntoTheStreamsAtOnce) {
    enter();
    enter(false);
    bench.make_durable();
    CoreBench again(options);
    FixDeliveryPort replayed(again);
    again.replay(bench.records);
    for (const std::size_t user : {std::size_t{0}, std::size_t{2}}) {
        const FixEnd* const found = replayed.sessions.find(options.users[user].username);
        EXPECT_EQ(found->stream.reports(), end(user).stream.reports());
        EXPECT_EQ(found->reports_waiting, 0U);
    }
}

struct FixFullCopiesTest : FixDeliveryTest {
    FixFullCopiesTest() : FixDeliveryTest(1) {}
};

TEST_F(FixFullCopiesTest, AFullDropCopyIsCountedAndTheUserHasItsReports) {
    enter();
    enter();
    bench.make_durable();
    EXPECT_EQ(bench.core.counters().copies_not_kept, 1U);
    EXPECT_EQ(bench.core.counters().replies_not_kept, 0U);
    EXPECT_EQ(end(0).stream.reports(), 2U);
    EXPECT_EQ(end(2).stream.reports(), 1U);
}

}  // namespace
}  // namespace hotpath::exchange
