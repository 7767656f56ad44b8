// The iLink 3 port without a server: a session's messages and numbers are inputs, and what a crash
// could take back does not leave.

#include "hotpath/protocols/cme/venue/ilink_port.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "tests/support/port_bench.hpp"
#include "tests/support/venue_ilink_client.hpp"

namespace hotpath::exchange {
namespace {

using support::ilink_order;
using support::ilink_venue_server;
using support::PortBench;
using IlinkPortBench = PortBench<IlinkPort>;
using support::PortLines;

struct IlinkPortClient : protocols::cme::ilink3::NullIlinkClientListener {
    explicit IlinkPortClient(IlinkPortBench& at,
                             protocols::cme::ilink3::Signer& signer = support::ilink_signer(0))
        : bench(at),
          client(*protocols::cme::ilink3::IlinkClient::create(support::ilink_client_of(0), signer)),
          id(bench.connect(kIlinkOrders)) {
        client.begin_session({.uuid = 1'000});
        client.on_connected(bench.now);
        run();
    }
    /// Nothing becomes durable.
    void run() {
        bench.run(id, client, [&](Bytes bytes) { client.on_bytes(bytes, bench.now, *this); });
    }
    void settle() {
        for (int turn = 0; turn < 4; ++turn) {
            bench.make_durable();
            run();
        }
    }
    void send(const support::IlinkBytes& message) {
        EXPECT_TRUE(client.try_send(message.view(), bench.now));
        run();
    }
    void on_message(std::uint32_t, Bytes message) {
        reports.push_back(support::ilink_kind(message));
    }
    void on_rejected(std::uint16_t code, std::string_view) { rejected.push_back(code); }

    IlinkPortBench& bench;
    protocols::cme::ilink3::IlinkClient client;
    ConnectionId id;
    PortLines reports;
    std::vector<std::uint16_t> rejected;
};

TEST(IlinkPort, ANegotiationLeavesWhenItsNumbersAreInTheJournal) {
    IlinkPortBench bench(ilink_venue_server(2, 1));
    IlinkPortClient client(bench);
    EXPECT_FALSE(client.client.is_established());
    EXPECT_EQ(bench.inputs(), PortLines{"iLink numbers"});
    client.settle();
    EXPECT_TRUE(client.client.is_established());
    EXPECT_EQ(bench.core.counters().logins, 1U);
    EXPECT_EQ(bench.core.sessions()[{0}].connection, client.id);
}

TEST(IlinkPort, AnOrderIsAnInputAndItsReportWaitsForTheJournal) {
    IlinkPortBench bench(ilink_venue_server(2, 1));
    IlinkPortClient client(bench);
    client.settle();
    static_cast<void>(bench.inputs());
    client.send(ilink_order({.id = "A1"}));
    EXPECT_EQ(bench.inputs(), PortLines{"iLink message"});
    EXPECT_TRUE(client.reports.empty());
    client.settle();
    EXPECT_EQ(client.reports, PortLines{"New A1"});
}

TEST(IlinkPort, AWrongSignatureIsAFailedLogin) {
    IlinkPortBench bench(ilink_venue_server(2, 1));
    IlinkPortClient client(bench, support::ilink_signer(1));
    client.settle();
    EXPECT_EQ(client.rejected.size(), 1U);
    EXPECT_EQ(bench.core.counters().logins_refused, 1U);
    EXPECT_EQ(bench.core.counters().logins, 0U);
    EXPECT_FALSE(bench.core.sessions()[{0}].connection.has_value());
}

TEST(IlinkPort, WhatIsNoMessageOfTheProtocolEndsTheConnection) {
    IlinkPortBench bench(ilink_venue_server(1, 1));
    const ConnectionId id = bench.connect(kIlinkOrders);
    bench.give(id, std::as_bytes(std::span("GET / HTTP/1.1\r\n\r\n")));
    static_cast<void>(bench.take(id));
    bench.core.sweep(id, bench.now);
    EXPECT_TRUE(bench.is_closed(id));
    EXPECT_EQ(bench.inputs(), PortLines{});
}

TEST(IlinkPort, AReplayAndASnapshotHaveTheNumbersAgain) {
    const VenueServerOptions options = ilink_venue_server(2, 1);
    IlinkPortBench bench(options);
    IlinkPortClient client(bench);
    client.settle();
    client.send(ilink_order({.id = "A1"}));
    client.settle();

    IlinkPortBench replayed(options, IlinkPortBench::Start::None);
    replayed.replay(bench.records);
    EXPECT_EQ(replayed.state(), bench.state());

    IlinkPortBench loaded(options, IlinkPortBench::Start::None);
    const support::ByteString state = bench.state();
    StateReader reader(state);
    loaded.core.load(reader);
    EXPECT_TRUE(reader.is_done());
    EXPECT_EQ(loaded.state(), state);
}

}  // namespace
}  // namespace hotpath::exchange
