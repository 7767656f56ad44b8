// With any behaviour of clients: the correct ones get the same bytes as without the others, and a
// venue that is stopped anywhere and recovered, from a snapshot or from the first record, is the
// same venue.

#include <algorithm>
#include <memory>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

using support::BenchClient;
using support::ByteString;
using support::OrderText;
using support::small_venue;
using support::VenueBench;

OrderText random_order(Random& random, std::uint32_t number) {
    return {.number = number,
            .side = random.one_in(2) ? 'B' : 'S',
            .qty = static_cast<std::uint32_t>(1 + random.below(300)),
            .price = 500'000 + 100 * static_cast<std::int64_t>(random.below(21)) - 1'000,
            .symbol = random.one_in(2) ? "AAPL" : "GOOG",
            .time_in_force = random.one_in(6) ? protocols::nasdaq::ouch50::time_in_force::kIoc
                                              : protocols::nasdaq::ouch50::time_in_force::kDay};
}

/// Orders and cancels of one client, from its own seed.
struct RandomTrader {
    RandomTrader(VenueBench& bench, std::size_t user, std::uint64_t seed)
        : random(seed), client(bench, Port::OrderEntry, bench.options.users[user]) {}

    void act() {
        if (random.one_in(4)) {
            const std::uint32_t leaves = random.one_in(3) ? 10 : 0;
            client.cancel(number - static_cast<std::uint32_t>(random.below(20)), leaves);
        } else {
            client.enter(random_order(random, ++number));
        }
    }

    Random random;
    std::uint32_t number = 20;
    BenchClient client;
};

/// Does everything that a client should not, and enters no order that the venue would take.
class Attacker {
  public:
    Attacker(VenueBench& bench, std::uint64_t seed) : bench_(bench), random_(seed) {}

    void act() {
        switch (random_.below(6)) {
            case 0:
                return connect(random_.one_in(2) ? "USER2" : "NOUSER", "SECRET2");
            case 1:
                return send_noise();
            case 2:
                return flood();
            case 3:
                return send_half_a_packet();
            case 4:
                return login_and_never_read();
            default:
                return connect_and_be_silent();
        }
    }

  private:
    void connect(const char* user, const char* password) {
        BenchClient client(bench_, random_.one_in(3) ? Port::Glimpse : Port::OrderEntry,
                           protocols::nasdaq::soupbintcp::Credentials::of(user, password));
        if (client.id && !client.is_cut_off() && random_.one_in(2)) {
            client.disconnect();
        }
    }
    std::optional<ConnectionId> open() {
        const auto id = bench_.server.on_connect(Port::OrderEntry, bench_.now);
        if (id) {
            bench_.closed.erase(id->value);
        }
        return id;
    }
    void send(ConnectionId id, Bytes bytes) {
        bench_.server.on_bytes(id, bytes, bench_.now);
        bench_.take_records();
        bench_.take_outputs();
    }
    void send_noise() {
        const auto id = open();
        ByteString bytes(random_.below(300));
        std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random_.next()); });
        if (id) {
            send(*id, bytes);
        }
    }
    void flood() {
        BenchClient client(bench_, Port::OrderEntry, bench_.options.users[2]);
        for (int n = 0; client.id && n < 50 && !client.is_cut_off(); ++n) {
            client.cancel(static_cast<std::uint32_t>(n));
        }
    }
    void send_half_a_packet() {
        const auto id = open();
        const protocols::nasdaq::soupbintcp::LoginRequest login;
        if (id) {
            send(*id, login.bytes().first(1 + random_.below(login.bytes().size() - 1)));
        }
    }
    void login_and_never_read() {
        BenchClient client(bench_, Port::OrderEntry, bench_.options.users[2]);
    }
    void connect_and_be_silent() { static_cast<void>(open()); }

    VenueBench& bench_;
    Random random_;
};

struct Seen {
    std::vector<ByteString> replies;
    ByteString received;
    std::vector<ByteString> packets;
    std::vector<ByteString> records;
    std::uint64_t attackers_cut_off = 0;
};

exchange::VenueServerOptions guarded_venue() {
    auto options = small_venue(3);
    options.limits.cancels = {.per_second = 50, .burst = 20};
    options.connections_max = 24;
    return options;
}

Seen run_with_attacker(std::uint64_t seed, bool is_attacked) {
    VenueBench bench(guarded_venue());
    RandomTrader trader(bench, 0, seed);
    RandomTrader other(bench, 1, seed + 1);
    Attacker attacker(bench, seed + 2);
    Random chance(seed + 3);
    for (int round = 0; round < 400; ++round) {
        trader.act();
        other.act();
        if (is_attacked && chance.one_in(2)) {
            attacker.act();
        }
        bench.make_durable();
        trader.client.poll();
        other.client.poll();
        bench.advance(Nanos{200'000'000});
        trader.client.soup.on_timer(bench.now);
        other.client.soup.on_timer(bench.now);
    }
    EXPECT_FALSE(trader.client.is_cut_off());
    std::uint64_t cut_off = bench.server.counters().logins_refused;
    for (const std::uint64_t closed : bench.server.counters().closed) {
        cut_off += closed;
    }
    return {trader.client.replies, trader.client.received, bench.packets, bench.records, cut_off};
}

TEST(VenueServerProperty, ClientsThatMisbehaveChangeNoByteOfTheOthers) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::is_long_run() ? 200 : 5;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        const Seen alone = run_with_attacker(seed, false);
        const Seen attacked = run_with_attacker(seed, true);
        EXPECT_GT(alone.replies.size(), 400U);
        EXPECT_EQ(alone.attackers_cut_off, 0U);
        EXPECT_GT(attacked.attackers_cut_off, 20U);
        EXPECT_EQ(attacked.replies, alone.replies);
        EXPECT_EQ(attacked.received, alone.received) << "heartbeats included";
        EXPECT_EQ(attacked.packets, alone.packets);
    }
}

struct Recovered {
    explicit Recovered(const VenueServerOptions& options)
        : created(VenueServer::create(options, nullptr)), server(*created) {}

    void replay(const std::vector<ByteString>& records, std::size_t from) {
        for (std::size_t n = from; n < records.size(); ++n) {
            ASSERT_EQ(server.replay(records[n], n + 1), ApplyStatus::Ok) << "record " << n + 1;
        }
    }
    [[nodiscard]] ByteString saved() const {
        StateWriter writer;
        server.save(writer);
        return support::to_bytes(writer.bytes());
    }

    Expected<VenueServer> created;
    VenueServer& server;
};

TEST(VenueServerProperty, RecoveredAnywhereItIsTheSameVenue) {
    const std::uint64_t first = support::seed_of_this_test(11);
    const std::uint64_t seeds = support::is_long_run() ? 300 : 6;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        const auto options = guarded_venue();
        VenueBench bench(options);
        std::vector<std::unique_ptr<RandomTrader>> traders;
        for (std::size_t user = 0; user < 3; ++user) {
            traders.push_back(std::make_unique<RandomTrader>(bench, user, seed + user));
        }
        Random chance(~seed);
        ByteString snapshot = Recovered(options).saved();
        std::size_t snapshot_at = 0;
        for (int round = 0; round < 500; ++round) {
            RandomTrader& trader = *traders[chance.below(3)];
            if (chance.one_in(40)) {
                trader.client.disconnect();
                bench.advance(Nanos{static_cast<std::int64_t>(chance.below(3'000'000'000))});
                trader.client.connect();
            }
            trader.act();
            bench.make_durable(bench.records.size() - chance.below(3));
            if (chance.one_in(150)) {
                bench.make_durable();
                StateWriter writer;
                bench.server.save(writer);
                snapshot = support::to_bytes(writer.bytes());
                snapshot_at = bench.records.size();
            }
        }
        bench.make_durable();
        StateWriter whole;
        bench.server.save(whole);

        Recovered from_start(options);
        from_start.replay(bench.records, 0);
        EXPECT_EQ(from_start.saved(), support::to_bytes(whole.bytes()));
        Recovered from_snapshot(options);
        StateReader reader(snapshot);
        from_snapshot.server.load(reader);
        ASSERT_TRUE(reader.is_done());
        from_snapshot.replay(bench.records, snapshot_at);
        EXPECT_EQ(from_snapshot.saved(), support::to_bytes(whole.bytes()));
        EXPECT_GT(bench.server.log().exchange().counters().executions, 20U);
    }
}

TEST(VenueServerProperty, AVenueThatDiesForgetsOnlyWhatNoClientReceived) {
    const std::uint64_t first = support::seed_of_this_test(21);
    const std::uint64_t seeds = support::is_long_run() ? 300 : 10;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        auto options = guarded_venue();
        options.cancel_on_disconnect_after = kForever;
        VenueBench bench(options);
        RandomTrader trader(bench, 0, seed);
        RandomTrader other(bench, 1, seed + 1);
        Random chance(~seed);
        std::size_t durable = 0;
        const std::uint64_t rounds = 20 + chance.below(200);
        for (std::uint64_t round = 0; round < rounds; ++round) {
            trader.act();
            other.act();
            durable = bench.records.size() - chance.below(4);
            bench.make_durable(durable);
            trader.client.poll();
        }
        // What the disk has is at least what was reported durable.
        const std::size_t on_disk = durable + chance.below(bench.records.size() - durable + 1);
        std::vector<ByteString> records = bench.records;
        records.resize(std::max(on_disk, durable));
        Recovered after(options);
        after.replay(records, 0);
        const protocols::SequencedStore& stream = after.server.replies({0});
        ASSERT_GE(stream.size(), trader.client.replies.size()) << "nothing that was told is lost";
        for (std::size_t n = 0; n < trader.client.replies.size(); ++n) {
            ASSERT_EQ(support::to_bytes(stream.at(n + 1)), trader.client.replies[n]);
        }
    }
}

}  // namespace
}  // namespace hotpath::exchange
