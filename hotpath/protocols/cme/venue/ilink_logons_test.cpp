// An iLink 3 port accepts or refuses a log-on, before and after the signature.

#include "hotpath/protocols/cme/venue/ilink_logons.hpp"

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/venue/ilink_ports.hpp"
#include "tests/support/port_bench.hpp"
#include "tests/support/quiet_port.hpp"
#include "tests/support/venue_ilink_client.hpp"

namespace hotpath::exchange {
namespace {

using protocols::cme::ilink3::RejectCode;
using support::CoreBench;
using support::PortLines;

class IlinkLogonsTest : public testing::Test {
  protected:
    IlinkLogonsTest() {
        bench.core.add(port_, std::array{kIlinkOrders}, {});
        bench.start();
        EXPECT_TRUE(sessions.make_connections(bench.core.options(), bench.core.clients().places()));
    }
    [[nodiscard]] ConnectionId connect() {
        const ConnectionId id = bench.connect(kIlinkOrders);
        sessions.at(id).server.on_connected(bench.now);
        return id;
    }
    [[nodiscard]] IlinkLogons::Found look_up(ConnectionId id, const char* session = "S00") {
        return logons.look_up(id, sessions.find("KEY0", session, "F0"), bench.now);
    }

    CoreBench bench{support::ilink_venue_server(2, 1)};
    IlinkSessions sessions{*IlinkSessions::create(bench.core.options())};
    IlinkIntake intake{bench.core, bench.intake, sessions};
    IlinkLogons logons{bench.core, sessions, intake};

  private:
    support::QuietPort port_;
};

TEST_F(IlinkLogonsTest, ASessionThatIsNamedIsTheConnections) {
    const ConnectionId id = connect();
    const auto found = look_up(id);
    ASSERT_TRUE(found);
    EXPECT_EQ(sessions.at(id).named, *found);
    EXPECT_FALSE(bench.core.sessions()[{0}].connection) << "the signature was not checked";
    logons.establish(id, bench.now);
    EXPECT_EQ(bench.core.sessions()[{0}].connection, id);
    EXPECT_EQ((*found)->connection, id);
    EXPECT_EQ(bench.core.counters().logins, 1U);
}

TEST_F(IlinkLogonsTest, AnUnknownSessionIsRejectedInTheProtocolsWords) {
    const ConnectionId id = connect();
    const auto found = look_up(id, "S99");
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error(), RejectCode::SessionBlocked);
    EXPECT_EQ(sessions.at(id).named, nullptr);
}

TEST_F(IlinkLogonsTest, WithoutRoomInTheJournalTheConnectionIsClosedWithoutAnAnswer) {
    const ConnectionId id = connect();
    bench.core.inputs().set_room({.bytes = 0});
    EXPECT_FALSE(look_up(id));
    sessions.at(id).server.close(protocols::cme::ilink3::CloseReason::Rejected);
    logons.note_end(id, bench.now);
    EXPECT_TRUE(bench.is_closed(id));
    bench.core.sweep(id, bench.now);
    EXPECT_EQ(bench.notes(), PortLines{"login refused: the venue's journal has no room"});
}

TEST_F(IlinkLogonsTest, TheNewestConnectionOfAUserIsItsSessions) {
    const ConnectionId first = connect();
    ASSERT_TRUE(look_up(first));
    logons.establish(first, bench.now);
    const ConnectionId second = connect();
    ASSERT_TRUE(look_up(second));
    logons.establish(second, bench.now);
    EXPECT_TRUE(bench.is_closed(first));
    EXPECT_EQ(bench.core.sessions()[{0}].connection, second);
}

TEST_F(IlinkLogonsTest, AnEndIsCountedOnce) {
    const ConnectionId id = connect();
    ASSERT_TRUE(look_up(id));
    sessions.at(id).server.close(protocols::cme::ilink3::CloseReason::Rejected);
    logons.note_end(id, bench.now);
    logons.note_end(id, bench.now);
    EXPECT_EQ(bench.core.counters().logins_refused, 1U);
}

}  // namespace
}  // namespace hotpath::exchange
