// The OUCH port without a server: SoupBinTCP bytes become inputs, replies wait for the journal and
// then go to their session and the drop copy.

#include "hotpath/protocols/nasdaq/venue/ouch_port.hpp"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/port_bench.hpp"

namespace hotpath::exchange {
namespace {

using protocols::nasdaq::soupbintcp::Credentials;
using support::PortBench;
using OuchPortBench = PortBench<OuchPort>;
using support::PortLines;

VenueServerOptions with_ouch_drop_copy(VenueServerOptions options) {
    options.drop_copy_users = {Credentials::of("RISK", "R")};
    return options;
}

/// A client of the bench that logs in at once.
struct OuchPortClient : protocols::nasdaq::soupbintcp::NullClientListener {
    OuchPortClient(OuchPortBench& at, Port port, const Credentials& credentials)
        : bench(at),
          soup(*protocols::nasdaq::soupbintcp::SoupClient::create(
              {.connection = {}, .credentials = credentials})),
          id(bench.connect(port)) {
        soup.on_connected(bench.now);
        run();
    }
    OuchPortClient(OuchPortBench& at, std::size_t user)
        : OuchPortClient(at, Port::OrderEntry, at.core.options().users[user]) {}

    void run() {
        bench.run(id, soup, [&](Bytes bytes) { soup.on_bytes(bytes, bench.now, *this); });
    }
    void send(Bytes message) {
        EXPECT_TRUE(soup.try_send(message, bench.now));
        run();
    }
    void enter(std::uint32_t number, char side = 'B') {
        send(support::to_message({.number = number, .side = side}).bytes());
    }
    void on_logged_in(const protocols::nasdaq::soupbintcp::Session&, std::uint64_t) noexcept {
        is_logged_in = true;
    }
    void on_sequenced(std::uint64_t, Bytes message) { types += static_cast<char>(message.front()); }

    OuchPortBench& bench;
    protocols::nasdaq::soupbintcp::SoupClient soup;
    ConnectionId id;
    std::string types;  // of replies
    bool is_logged_in = false;
};

TEST(OuchPort, AnOrderIsAnInputAndItsReplyWaitsForTheJournal) {
    OuchPortBench bench(support::small_venue(2));
    OuchPortClient client(bench, 0);
    ASSERT_TRUE(client.is_logged_in);
    client.enter(1);
    EXPECT_EQ(bench.inputs(), PortLines{"order"});
    EXPECT_EQ(client.types, "");
    EXPECT_EQ(bench.port.replies_made({0}), 1U);
    bench.make_durable();
    client.run();
    EXPECT_EQ(client.types, "A");
    EXPECT_EQ(bench.port.replies({0}).size(), 1U);
}

TEST(OuchPort, AnOrderOverALimitIsAnInputWithItsReason) {
    VenueServerOptions options = support::small_venue(1);
    options.user_limits = {{.order_value_max = Price{500'000} * Qty{99}}};
    OuchPortBench bench(options);
    OuchPortClient client(bench, 0);
    client.enter(1);
    EXPECT_EQ(bench.inputs(), PortLines{"refused order"});
    EXPECT_EQ(bench.core.counters().refused_for_limits, 1U);
    bench.make_durable();
    client.run();
    EXPECT_EQ(client.types, "J");
}

TEST(OuchPort, WhatIsNoRequestIsNoInputAndEndsTheConnection) {
    OuchPortBench bench(support::small_venue(1));
    OuchPortClient client(bench, 0);
    client.send(std::as_bytes(std::span("?")));
    EXPECT_TRUE(bench.is_closed(client.id));
    EXPECT_EQ(bench.inputs(), PortLines{});
    EXPECT_EQ(bench.notes(), PortLines{"malformed: not an OUCH 5.0 request"});
    EXPECT_EQ(bench.core.counters().malformed, 1U);
}

TEST(OuchPort, TheNewestConnectionOfAUserIsItsSessions) {
    OuchPortBench bench(support::small_venue(1));
    OuchPortClient first(bench, 0);
    OuchPortClient second(bench, 0);
    EXPECT_TRUE(bench.is_closed(first.id));
    EXPECT_TRUE(second.is_logged_in);
    EXPECT_EQ(bench.core.sessions()[{0}].connection, second.id);
}

TEST(OuchPort, TheDropCopyHasEveryReplyAndTakesNoOrders) {
    OuchPortBench bench(with_ouch_drop_copy(support::small_venue(2)));
    OuchPortClient buyer(bench, 0);
    OuchPortClient seller(bench, 1);
    OuchPortClient reader(bench, Port::DropCopy, Credentials::of("RISK", "R"));
    buyer.enter(1);
    seller.enter(1, 'S');
    bench.make_durable();
    buyer.run();
    seller.run();
    reader.run();
    EXPECT_EQ(buyer.types, "AE");
    EXPECT_EQ(seller.types, "AE");
    EXPECT_EQ(reader.types.size(), 4U);
    reader.enter(1);
    EXPECT_TRUE(bench.is_closed(reader.id));
    EXPECT_EQ(bench.inputs(), (PortLines{"order", "order"}));
}

TEST(OuchPort, AUserWhoseStreamIsFullHasNoRoomForOrders) {
    VenueServerOptions options = support::small_venue(1);
    options.exchange.executions_per_command_max = 8;
    options.replies.messages_max = 400;
    OuchPortBench bench(options);
    const std::uint64_t free = bench.core.free_replies({0});
    EXPECT_EQ(free, 400U);
    OuchPortClient client(bench, 0);
    client.enter(1);
    EXPECT_EQ(bench.core.free_replies({0}), free - 1);
    for (std::uint32_t n = 2; bench.core.has_room_for_order({0}); ++n) {
        client.enter(n);
    }
    static_cast<void>(bench.inputs());
    client.enter(1'000);
    EXPECT_EQ(bench.inputs(), PortLines{"refused order"});
    EXPECT_EQ(bench.core.counters().refused_for_room, 1U);
}

TEST(OuchPort, AReplayAndASnapshotHaveTheStreamsAgain) {
    const VenueServerOptions options = with_ouch_drop_copy(support::small_venue(2));
    OuchPortBench bench(options);
    OuchPortClient client(bench, 0);
    client.enter(1);
    client.enter(2, 'S');
    bench.make_durable();

    OuchPortBench replayed(options, OuchPortBench::Start::None);
    replayed.replay(bench.records);
    EXPECT_EQ(replayed.state(), bench.state());
    EXPECT_EQ(replayed.port.replies({0}).size(), bench.port.replies({0}).size());

    OuchPortBench loaded(options, OuchPortBench::Start::None);
    const support::ByteString state = bench.state();
    StateReader reader(state);
    loaded.core.load(reader);
    EXPECT_TRUE(reader.is_done());
    EXPECT_EQ(loaded.state(), state);
}

}  // namespace
}  // namespace hotpath::exchange
