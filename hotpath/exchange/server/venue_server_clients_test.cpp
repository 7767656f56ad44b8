// Connections at the venue: which get a place, which are replaced, and the messages about it: the
// client in a Debug packet, the operator in a line.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

using protocols::nasdaq::soupbintcp::ClientNote;
using protocols::nasdaq::soupbintcp::CloseReason;
using protocols::nasdaq::soupbintcp::Credentials;
using protocols::nasdaq::soupbintcp::Peer;
using support::BenchClient;
using support::small_venue;
using support::to_message;
using support::VenueBench;

VenueServerOptions with_operators() {
    VenueServerOptions options = small_venue(2);
    options.operator_users = {Credentials::of("OPS", "O")};
    options.drop_copy_users = {Credentials::of("RISK", "R")};
    options.soup.connection.says_why = true;
    return options;
}

std::vector<ClientNote> notes_of(VenueBench& bench) {
    std::vector<ClientNote> notes;
    bench.server.for_each_note([&](const ClientNote& note) { notes.push_back(note); });
    return notes;
}

/// What a server has sent to a connection that is over, as text.
std::string last_words(VenueBench& bench, ConnectionId id) {
    std::string text;
    for (const Bytes piece : bench.server.last_output(id)) {
        text.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    }
    return text;
}

BenchClient trader_of(VenueBench& bench, const char* user = "USER0",
                      const char* password = "SECRET0") {
    return {bench, Port::OrderEntry, Credentials::of(user, password)};
}

TEST(VenueServerClients, SilentConnectionsLockNoClientOut) {
    VenueBench bench(with_operators());
    for (const Port port : {Port::OrderEntry, Port::Glimpse, Port::DropCopy, Port::Operator}) {
        for (std::uint16_t n = 0; n < 200; ++n) {
            ASSERT_TRUE(bench.server.on_connect(port, bench.now, Peer{0x7F00'0001U, n}));
            bench.take_outputs();
        }
    }
    EXPECT_TRUE(trader_of(bench).is_logged_in);
    EXPECT_TRUE(BenchClient(bench, Port::Operator, Credentials::of("OPS", "O")).is_logged_in);
    EXPECT_TRUE(BenchClient(bench, Port::DropCopy, Credentials::of("RISK", "R")).is_logged_in);
    EXPECT_EQ(bench.server.counters().connections_refused, 0U);
    EXPECT_GT(bench.server.counters().closed[static_cast<std::size_t>(CloseReason::Displaced)],
              700U);
}

TEST(VenueServerClients, AConnectionThatDoesNotLogInIsCutOffAtTheDeadline) {
    VenueServerOptions options = with_operators();
    options.soup.connection.login_timeout = Nanos{5 * kNanosPerSecond};
    VenueBench bench(options);
    const auto silent = bench.server.on_connect(Port::Operator, bench.now);
    bench.advance(Nanos{5 * kNanosPerSecond - 1});
    EXPECT_FALSE(bench.closed.contains(silent->value));
    bench.advance(Nanos{1});
    EXPECT_EQ(bench.closed.at(silent->value), CloseReason::LoginTimeout);
}

TEST(VenueServerClients, LoggedInUsersBeyondConnectionsMaxAreToldSo) {
    VenueServerOptions options = with_operators();
    options.connections_max = 1;
    VenueBench bench(options);
    BenchClient first = trader_of(bench);
    BenchClient second = trader_of(bench, "USER1", "SECRET1");
    EXPECT_TRUE(first.is_logged_in);
    EXPECT_EQ(second.rejected, 'S');
    EXPECT_TRUE(trader_of(bench).is_logged_in) << "the same user comes back";
    EXPECT_TRUE(BenchClient(bench, Port::Operator, Credentials::of("OPS", "O")).is_logged_in)
        << "operators have places besides";
}

TEST(VenueServerClients, AnOperatorsFifthConnectionTakesThePlaceOfItsFirst) {
    VenueBench bench(with_operators());
    std::vector<std::unique_ptr<BenchClient>> all;
    for (int n = 0; n < 5; ++n) {
        all.push_back(
            std::make_unique<BenchClient>(bench, Port::Operator, Credentials::of("OPS", "O")));
        EXPECT_TRUE(all.back()->is_logged_in);
    }
    EXPECT_TRUE(all[0]->is_cut_off());
    EXPECT_EQ(all[0]->reason(), CloseReason::Superseded);
    EXPECT_FALSE(all[1]->is_cut_off());
}

TEST(VenueServerClients, AWrongPasswordIsLoggedWithUserAddressAndReasonOnly) {
    VenueBench bench(with_operators());
    BenchClient client = trader_of(bench, "USER0", "GUESS");
    EXPECT_EQ(client.rejected, 'A');
    const auto notes = notes_of(bench);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(protocols::without_padding(notes[0].user), "USER0");
    EXPECT_EQ(notes[0].reason, CloseReason::LoginRejected);
    EXPECT_EQ(notes[0].why, "login rejected: unknown user or wrong password");
    EXPECT_EQ(notes[0].port, number_of(Port::OrderEntry));
    const std::string told(reinterpret_cast<const char*>(client.received.data()),
                           client.received.size());
    EXPECT_NE(told.find("+login rejected: unknown user or wrong password"), std::string::npos);
}

TEST(VenueServerClients, ASessionThatIsNotThereIsALine) {
    VenueBench bench(with_operators());
    BenchClient client(bench, Port::OrderEntry, Credentials::of("USER0", "SECRET0"), 1'000);
    EXPECT_EQ(client.rejected, 'S');
    const auto notes = notes_of(bench);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0].why, protocols::nasdaq::soupbintcp::kNotThatSession);
}

TEST(VenueServerClients, AMalformedRequestIsALineAndTheClientIsTold) {
    VenueBench bench(with_operators());
    BenchClient client = trader_of(bench);
    const std::byte unknown{'?'};
    client.request({&unknown, 1});
    EXPECT_EQ(client.reason(), CloseReason::MalformedPacket);
    EXPECT_NE(last_words(bench, *client.id).find("+malformed: not an OUCH 5.0 request"),
              std::string::npos);
    const auto notes = notes_of(bench);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0].why, "malformed: not an OUCH 5.0 request");
}

TEST(VenueServerClients, ASupersededLoginIsALineAndTheOldConnectionIsTold) {
    VenueBench bench(with_operators());
    BenchClient first = trader_of(bench);
    BenchClient second = trader_of(bench);
    EXPECT_TRUE(second.is_logged_in);
    EXPECT_NE(last_words(bench, *first.id).find("+superseded by another login"), std::string::npos);
    const auto notes = notes_of(bench);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0].reason, CloseReason::Superseded);
    EXPECT_EQ(protocols::without_padding(notes[0].user), "USER0");
}

TEST(VenueServerClients, ALogoutAndALostConnectionAreNoLine) {
    VenueBench bench(with_operators());
    BenchClient lost = trader_of(bench);
    lost.disconnect();
    BenchClient left = trader_of(bench);
    left.soup.logout(bench.now);
    left.poll();
    EXPECT_EQ(left.reason(), CloseReason::LoggedOut);
    EXPECT_EQ(last_words(bench, *left.id), "");
    EXPECT_TRUE(notes_of(bench).empty());
}

TEST(VenueServerClients, WithoutSaysWhyNoByteIsAdded) {
    VenueServerOptions options = with_operators();
    options.soup.connection.says_why = false;
    VenueBench bench(options);
    BenchClient client = trader_of(bench);
    const std::byte unknown{'?'};
    client.request({&unknown, 1});
    EXPECT_EQ(last_words(bench, *client.id), "");
    EXPECT_EQ(notes_of(bench).size(), 1U);
}

VenueServerOptions with_login_limit() {
    VenueServerOptions options = with_operators();
    options.failed_logins = {.failures_max = 3, .wait{kNanosPerSecond}};
    return options;
}

TEST(VenueServerClients, WrongPasswordsAgainAndAgainAreNotLookedAtAndAreOneLine) {
    VenueBench bench(with_login_limit());
    for (int n = 0; n < 3; ++n) {
        EXPECT_EQ(trader_of(bench, "USER0", "GUESS").rejected, 'A');
    }
    EXPECT_EQ(notes_of(bench).size(), 3U);
    for (int n = 0; n < 200; ++n) {
        // The right one is not looked at either: it would be found as fast as before.
        BenchClient client = trader_of(bench, "USER0", n == 100 ? "SECRET0" : "GUESS");
        EXPECT_FALSE(client.is_logged_in);
        EXPECT_EQ(client.rejected, ' ') << "a rejection would mean that it is never of use";
        EXPECT_EQ(client.reason(), CloseReason::RateExceeded);
        EXPECT_NE(last_words(bench, *client.id).find("+login refused: too many wrong"),
                  std::string::npos);
    }
    EXPECT_EQ(bench.server.counters().logins_not_looked_at, 200U);
    EXPECT_EQ(bench.server.counters().logins_refused, 3U);
    const auto notes = notes_of(bench);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0].why, protocols::nasdaq::soupbintcp::kTooManyFailures);
    EXPECT_EQ(protocols::without_padding(notes[0].user), "USER0");
}

TEST(VenueServerClients, UsersOfAnAddressThatGuessesGetIn) {
    VenueBench bench(with_login_limit());
    const auto flood = [&] {
        for (int n = 0; n < 20; ++n) {
            static_cast<void>(trader_of(bench, "USER0", "GUESS"));
        }
    };
    flood();
    EXPECT_TRUE(trader_of(bench, "USER1", "SECRET1").is_logged_in) << "another one at once";
    EXPECT_TRUE(BenchClient(bench, Port::Operator, Credentials::of("OPS", "O")).is_logged_in);
    EXPECT_FALSE(
        BenchClient(bench, Port::Glimpse, Credentials::of("USER0", "SECRET0")).is_logged_in)
        << "snapshots have the users of order entry";
    bench.advance(Nanos{kNanosPerSecond - 1});
    EXPECT_FALSE(trader_of(bench).is_logged_in);
    bench.advance(Nanos{1});
    EXPECT_TRUE(trader_of(bench).is_logged_in) << "the same one after one wait";
}

TEST(VenueServerClients, EveryPortCountsWrongPasswords) {
    VenueBench bench(with_login_limit());
    for (const Port port : {Port::OrderEntry, Port::DropCopy, Port::Operator}) {
        for (int n = 0; n < 10; ++n) {
            BenchClient(bench, port, Credentials::of("RISK", "GUESS"));
        }
    }
    EXPECT_EQ(bench.server.counters().logins_refused, 3U * 3U);
    EXPECT_EQ(bench.server.counters().logins_not_looked_at, 3U * 7U);
}

TEST(VenueServerClients, ReRequestsOfAnAddressHaveARate) {
    VenueServerOptions options = with_operators();
    options.requests = {.per_second = 10, .burst = 2};
    VenueBench bench(options);
    const auto request =
        protocols::nasdaq::moldudp64::make_request(options.exchange.feed_session, 1, 1);
    const auto ask = [&](std::uint32_t address) {
        return !bench.server.on_request(request.bytes(), address, bench.now).empty();
    };
    EXPECT_TRUE(ask(1) && ask(1));
    EXPECT_FALSE(ask(1));
    EXPECT_TRUE(ask(2));
    EXPECT_EQ(bench.server.request_limit().counters().refused_for_rate, 1U);
}

}  // namespace
}  // namespace hotpath::exchange
