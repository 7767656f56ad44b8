// The snapshots' port without a server: books of one moment, made piece by piece, and readers who
// have a time to read them.

#include "hotpath/protocols/nasdaq/venue/glimpse_port.hpp"

#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"
#include "tests/support/port_bench.hpp"

namespace hotpath::exchange {
namespace {

using support::PortBench;
using GlimpsePortBench = PortBench<GlimpsePort>;
using support::PortLines;

struct GlimpsePortReader : protocols::nasdaq::soupbintcp::NullClientListener {
    explicit GlimpsePortReader(GlimpsePortBench& at)
        : bench(at),
          soup(*protocols::nasdaq::soupbintcp::SoupClient::create(
              {.connection = {}, .credentials = at.core.options().users[0]})),
          id(bench.connect(Port::Glimpse)) {
        soup.on_connected(bench.now);
        run();
    }
    void run() {
        bench.run(id, soup, [&](Bytes bytes) { soup.on_bytes(bytes, bench.now, *this); });
    }
    void on_sequenced(std::uint64_t, Bytes message) { types += static_cast<char>(message.front()); }
    void on_login_rejected(char) noexcept { is_rejected = true; }

    GlimpsePortBench& bench;
    protocols::nasdaq::soupbintcp::SoupClient soup;
    ConnectionId id;
    std::string types;
    bool is_rejected = false;
};

/// Turns until the port has nothing to do.
void turn_until_idle(GlimpsePortBench& bench, GlimpsePortReader& reader) {
    for (int n = 0; n < 100; ++n) {
        bench.port.on_turn(bench.now);
        bench.make_durable();
        bench.port.on_timer(reader.id, bench.now);
        reader.run();
    }
}

void enter_at(GlimpsePortBench& bench, std::uint32_t number) {
    const auto message = support::to_message({.number = number});
    bench.submit(event::Order{{0}, message.bytes()});
}

TEST(GlimpsePort, AReaderGetsEveryOpenOrderAndTheEnd) {
    GlimpsePortBench bench(support::small_venue(1));
    enter_at(bench, 1);
    enter_at(bench, 2);
    bench.make_durable();
    GlimpsePortReader reader(bench);
    turn_until_idle(bench, reader);
    EXPECT_EQ(std::ranges::count(reader.types, 'A'), 2);
    EXPECT_EQ(std::ranges::count(reader.types, 'R'), 2);
    EXPECT_TRUE(reader.types.ends_with('G')) << reader.types;
    EXPECT_EQ(bench.port.counters().made, 1U);
    EXPECT_EQ(bench.port.next_turn(), kNever);
}

TEST(GlimpsePort, ASnapshotIsOfAMomentThatIsInTheJournal) {
    GlimpsePortBench bench(support::small_venue(1));
    GlimpsePortReader reader(bench);
    enter_at(bench, 1);
    for (int n = 0; n < 100; ++n) {
        bench.port.on_turn(bench.now);
        bench.port.on_timer(reader.id, bench.now);
        reader.run();
    }
    EXPECT_EQ(reader.types, "");
    EXPECT_EQ(bench.port.next_turn(), kNever) << "it waits for the journal";
    turn_until_idle(bench, reader);
    EXPECT_TRUE(reader.types.ends_with('G')) << reader.types;
}

TEST(GlimpsePort, AReaderWhoTakesTooLongIsDisconnected) {
    VenueServerOptions options = support::small_venue(1);
    options.snapshots.reading_max = Nanos{1'000};
    GlimpsePortBench bench(options);
    GlimpsePortReader reader(bench);
    bench.now = bench.port.next_deadline(reader.id);
    bench.port.on_timer(reader.id, bench.now);
    bench.core.sweep(reader.id, bench.now);
    EXPECT_TRUE(bench.is_closed(reader.id));
    EXPECT_EQ(bench.notes(), PortLines{"slow reader: the snapshot was not read in time"});
}

TEST(GlimpsePort, MoreReadersThanSnapshotsAreRefused) {
    VenueServerOptions options = support::small_venue(1);
    options.snapshots.snapshots_max = 1;
    GlimpsePortBench bench(options);
    GlimpsePortReader first(bench);
    for (int n = 0; n < 10; ++n) {
        bench.port.on_turn(bench.now);  // its moment passes, and nothing is read
        bench.make_durable();
    }
    GlimpsePortReader second(bench);
    EXPECT_TRUE(second.is_rejected);
    EXPECT_EQ(bench.core.counters().logins_refused, 1U);
}

TEST(GlimpsePort, AnOperatorsDisconnectEndsTheReadersOfThatUser) {
    GlimpsePortBench bench(support::small_venue(2));
    GlimpsePortReader reader(bench);
    bench.core.disconnect_user({1}, bench.now);
    EXPECT_FALSE(bench.is_closed(reader.id));
    bench.core.disconnect_user({0}, bench.now);
    EXPECT_TRUE(bench.is_closed(reader.id));
}

}  // namespace
}  // namespace hotpath::exchange
