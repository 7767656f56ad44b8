// Reports of the iLink 3 desk on their way to the streams of sessions.

#include "hotpath/protocols/cme/venue/ilink_delivery.hpp"

#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/venue/ilink_ports.hpp"
#include "tests/support/ilink_venue.hpp"
#include "tests/support/port_bench.hpp"
#include "tests/support/quiet_port.hpp"
#include "tests/support/venue_ilink_client.hpp"

namespace hotpath::exchange {
namespace {

using support::CoreBench;
using support::PortLines;

/// A port that has the delivery alone.
class IlinkDeliveryPort final : public support::QuietPort {
  public:
    explicit IlinkDeliveryPort(CoreBench& bench)
        : core_(bench.core), sessions(*IlinkSessions::create(core_.options())) {
        core_.add(*this, std::array{kIlinkOrders},
                  std::array{output_kind<IlinkProtocol>(IlinkProtocol::kReports)});
    }
    void on_outputs() noexcept override { delivery.count(); }
    void keep(const Output& report, Time) noexcept override { delivery.keep(report); }
    void replay(const Input&) noexcept override { delivery.replay(); }

  private:
    VenueCore& core_;

  public:
    IlinkSessions sessions;
    IlinkDelivery delivery{core_, sessions};
};

struct IlinkDeliveryTest : testing::Test {
    explicit IlinkDeliveryTest(std::uint32_t reports_max = 20'000)
        : options(options_of(reports_max)), bench(options), port(bench) {
        bench.start();
    }
    static VenueServerOptions options_of(std::uint32_t reports_max) {
        VenueServerOptions made = support::ilink_venue_server(2, 1);
        std::get<IlinkOptions>(made.protocols).reports.messages_max = reports_max;
        return made;
    }
    void enter() {
        const std::string id = "A" + std::to_string(++orders_);
        const auto order = support::ilink_order({.id = id});
        bench.submit(event::IlinkMessage{{0}, {}, order.view()});
    }
    [[nodiscard]] IlinkEnd& end() const {
        return *port.sessions.find(bench.core.options().users[0].username);
    }

    VenueServerOptions options;
    CoreBench bench;
    IlinkDeliveryPort port;

  private:
    int orders_ = 0;
};

TEST_F(IlinkDeliveryTest, AReportIsCountedAtOnceAndKeptWhenItsInputIsDurable) {
    enter();
    EXPECT_EQ(end().reports_made, 1U);
    EXPECT_EQ(end().reports_waiting, 1U);
    EXPECT_EQ(end().stream.size(), 0U);
    bench.make_durable();
    EXPECT_EQ(end().reports_waiting, 0U);
    EXPECT_EQ(end().stream.size(), 1U);
}

TEST_F(IlinkDeliveryTest, AReplayPutsThemIntoTheStreamAtOnce) {
    enter();
    enter();
    bench.make_durable();
    CoreBench again(options);
    IlinkDeliveryPort replayed(again);
    again.replay(bench.records);
    const IlinkEnd* const found = replayed.sessions.find(options.users[0].username);
    EXPECT_EQ(found->stream.size(), 2U);
    EXPECT_EQ(found->reports_waiting, 0U);
}

struct IlinkStreamFullTest : IlinkDeliveryTest {
    IlinkStreamFullTest() : IlinkDeliveryTest(1) {}
};

TEST_F(IlinkStreamFullTest, AReportWithoutRoomIsCountedAndEndsTheConnection) {
    const ConnectionId id = bench.connect(kIlinkOrders);
    end().connection = id;
    enter();
    enter();
    bench.make_durable();
    EXPECT_EQ(end().stream.size(), 1U);
    EXPECT_EQ(bench.core.counters().replies_not_kept, 1U);
    EXPECT_TRUE(bench.is_closed(id));
}

}  // namespace
}  // namespace hotpath::exchange
