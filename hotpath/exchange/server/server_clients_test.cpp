// Connections without protocols: places, checks that every login passes, and ends that are reported
// once.

#include "hotpath/exchange/server/server_clients.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/venue/fix_ports.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

using protocols::nasdaq::soupbintcp::CloseReason;
using protocols::nasdaq::soupbintcp::Peer;
using support::small_venue;

constexpr Time kNoon{43'200'000'000'000};

struct ClientsBench {
    explicit ClientsBench(const VenueServerOptions& options) : clients(options, counters) {
        EXPECT_TRUE(clients.make(options.soup));
    }
    [[nodiscard]] ConnectionId enter(Port port = Port::OrderEntry, const Peer& peer = {}) {
        return clients.enter(port, kNoon, peer).value();
    }
    [[nodiscard]] std::vector<std::string> notes() {
        std::vector<std::string> lines;
        clients.for_each_note([&](const protocols::nasdaq::soupbintcp::ClientNote& note) {
            lines.emplace_back(note.why);
        });
        return lines;
    }

    ClientCounters counters;
    ServerClients clients;
};

TEST(ServerClients, AnEndIsReportedOnceAndItsPlaceIsFreeAfterThat) {
    ClientsBench bench(small_venue(1));
    const ConnectionId id = bench.enter();
    EXPECT_FALSE(bench.clients.try_end(id, kNoon)) << "it is open";
    ServerClients::close(bench.clients[id], CloseReason::ShutDown, "because");
    EXPECT_TRUE(bench.clients.try_end(id, kNoon));
    EXPECT_FALSE(bench.clients.try_end(id, kNoon));
    EXPECT_EQ(bench.notes(), std::vector<std::string>{"because"});
    EXPECT_EQ(bench.counters.closed[static_cast<std::size_t>(CloseReason::ShutDown)], 1U);
    EXPECT_TRUE(bench.clients[id].is_in_use) << "its socket is open";
    int ends = 0;
    bench.clients.for_each_closed([&](ConnectionId closed, CloseReason reason) {
        EXPECT_EQ(closed, id);
        EXPECT_EQ(reason, CloseReason::ShutDown);
        ++ends;
    });
    EXPECT_EQ(ends, 1);
    EXPECT_FALSE(bench.clients[id].is_in_use);
}

TEST(ServerClients, OneAddressTakesItsOwnPlacesFirst) {
    VenueServerOptions options = small_venue(1);
    options.places = {.pending_max = 4, .pending_per_address_max = 2};
    ClientsBench bench(options);
    const ConnectionId first = bench.enter(Port::OrderEntry, {.address = 1});
    static_cast<void>(bench.enter(Port::OrderEntry, {.address = 1}));
    EXPECT_EQ(bench.clients.in_the_way(Port::OrderEntry, {.address = 1}), first);
    EXPECT_FALSE(bench.clients.in_the_way(Port::OrderEntry, {.address = 2}).has_value());
    EXPECT_EQ(bench.counters.connections, 2U);
}

TEST(ServerClients, WithoutAPlaceAConnectionIsRefusedAndNoted) {
    ClientsBench bench(small_venue(1));
    for (std::uint16_t n = 0; n < bench.clients.places(); ++n) {
        static_cast<void>(bench.enter());
    }
    EXPECT_FALSE(bench.clients.enter(Port::OrderEntry, kNoon, {}).has_value());
    EXPECT_EQ(bench.counters.connections_refused, 1U);
    EXPECT_EQ(bench.notes(),
              std::vector<std::string>{"connection refused: all connections are in use"});
}

TEST(ServerClients, AfterWrongLoginsTheUserIsNotLookedAtAtAnyPortThatSharesIt) {
    VenueServerOptions options = small_venue(1);
    options.failed_logins = {.failures_max = 2, .wait = Nanos{kNanosPerSecond}};
    ClientsBench bench(options);
    const Username user = options.users[0].username;
    const ConnectionId id = bench.enter();
    const ConnectionId snapshots = bench.enter(Port::Glimpse);
    const ConnectionId copies = bench.enter(Port::DropCopy);
    for (int n = 0; n < 2; ++n) {
        EXPECT_FALSE(bench.clients.cut_off(id, user, kNoon).has_value());
        bench.clients.on_wrong_login(id, user, kNoon);
    }
    EXPECT_TRUE(bench.clients.cut_off(id, user, kNoon).has_value());
    EXPECT_FALSE(bench.clients[id].is_quiet) << "the first one is a line of the log";
    EXPECT_TRUE(bench.clients.cut_off(snapshots, user, kNoon).has_value());
    EXPECT_TRUE(bench.clients[snapshots].is_quiet);
    EXPECT_FALSE(bench.clients.cut_off(copies, user, kNoon).has_value()) << "it has its own users";
    EXPECT_EQ(bench.counters.logins_not_looked_at, 2U);
}

TEST(ServerClients, OperatorsDoNotCountAsUsersThatAreLoggedIn) {
    VenueServerOptions options = small_venue(1);
    options.operator_users = {protocols::nasdaq::soupbintcp::Credentials::of("OPS", "O")};
    options.places.logins_per_user_max = 1;
    ClientsBench bench(options);
    const ConnectionId ops = bench.enter(Port::Operator);
    bench.clients.log_in(ops);
    EXPECT_EQ(bench.clients.logged_in(), 0U);
    const ConnectionId user = bench.enter();
    bench.clients.log_in(user);
    EXPECT_EQ(bench.clients.logged_in(), 1U);
    EXPECT_EQ(bench.clients.oldest_of_user(bench.enter(Port::Operator)), ops);
}

TEST(ServerClients, ACertificateIsItsUsersAtEveryPortThatSharesIt) {
    VenueServerOptions options = small_venue(2);
    options.certificates = {{{Port::OrderEntry, 0}, "zero"}};
    ClientsBench bench(options);
    const ConnectionId id = bench.enter(kFixOrders);
    bench.clients[id].number = {0};
    EXPECT_FALSE(bench.clients.has_certificate(id));
    bench.clients.on_certificate(id, {"zero"});
    EXPECT_TRUE(bench.clients.has_certificate(id));
    bench.clients[id].number = {1};
    EXPECT_FALSE(bench.clients.has_certificate(id)) << "it opens no other's session";
}

}  // namespace
}  // namespace hotpath::exchange
