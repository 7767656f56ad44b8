// A venue in a separate process and malicious or faulty clients: silent connections, wrong
// passwords, noise, floods of re-requests. Others are served, and a line in the log names client
// and reason.

#include <algorithm>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/net/udp_socket.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

constexpr const char* kAllPorts =
    "[drop_copy]\naddress = \"127.0.0.1:0\"\n[[drop_copy_user]]\nname = \"RISK\"\npassword = "
    "\"R\"\n"
    "[operator]\naddress = \"127.0.0.1:0\"\n[[operator_user]]\nname = \"OPS\"\npassword = \"O\"\n";

bool contains(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

/// Bytes that a client receives before its socket is closed.
struct Told : protocols::nasdaq::soupbintcp::NullClientListener {
    Told(const std::string& user, const std::string& password) : connection(user, password) {}
    void on_debug(Bytes text) {
        words.append(reinterpret_cast<const char*>(text.data()), text.size());
    }
    void poll_to_its_end() {
        for (const Time until = steady_now() + kPatience;
             connection.poll(*this) && steady_now() < until;) {
        }
    }
    SoupConnection connection;
    std::string words{};
};

TEST(VenuePlaces, SilentConnectionsLockNoClientOutOfAnyPort) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.tables = kAllPorts});
    ASSERT_TRUE(venue.start()) << venue.output();
    std::vector<net::TcpConnection> silent;
    for (const net::Endpoint& port :
         {venue.order_entry(), venue.glimpse(), venue.drop_copy(), venue.operator_port()}) {
        for (int n = 0; n < 100; ++n) {
            auto connection = net::TcpConnection::connect(port);
            ASSERT_TRUE(connection) << connection.error().message;
            silent.push_back(std::move(*connection));
        }
    }
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    alice.enter({});
    EXPECT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.accepted(), 1U);
    const Said halted = run_hotpath("operate -c " + venue.config().string() + " --address " +
                                    venue.operator_port().to_string() + " halt AAPL");
    EXPECT_EQ(halted.exit_code, 0) << halted.output;
    EXPECT_EQ(venue.stop(), 0);
    EXPECT_TRUE(contains(venue.output(), "a client without a login at 127.0.0.1:"));
    EXPECT_TRUE(contains(
        venue.output(), "(order entry): closed to make room for another connection: no login yet"));
    EXPECT_GT(venue.state()["clients"]["closed"]
                           ["closed to make room for another connection: no login yet"],
              300);
}

TEST(VenuePlaces, WhoIsCutOffIsToldWhyAndALineSaysWho) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {});
    ASSERT_TRUE(venue.start()) << venue.output();
    Told guesser("ALICE", "GUESSED");
    ASSERT_TRUE(guesser.connection.connect(venue.order_entry()));
    guesser.poll_to_its_end();
    EXPECT_EQ(guesser.words, "login rejected: unknown user or wrong password");

    Told bob("BOB", "B");
    ASSERT_TRUE(bob.connection.connect(venue.order_entry()));
    while (!bob.connection.soup().is_logged_in() && bob.connection.poll(bob)) {
    }
    Told again("BOB", "B");
    ASSERT_TRUE(again.connection.connect(venue.order_entry()));
    while (!again.connection.soup().is_logged_in() && again.connection.poll(again)) {
    }
    bob.poll_to_its_end();
    EXPECT_EQ(bob.words, "superseded by another login");
    const std::byte nonsense{'?'};
    again.connection.send({&nonsense, 1});
    again.poll_to_its_end();
    EXPECT_EQ(again.words, "malformed: not an OUCH 5.0 request");

    EXPECT_EQ(venue.stop(), 0);
    const std::string& log = venue.output();
    EXPECT_TRUE(contains(log, "hotpath exchange: ALICE at 127.0.0.1:")) << log;
    EXPECT_TRUE(contains(log, "(order entry): login rejected: unknown user or wrong password"));
    EXPECT_TRUE(contains(log, "(order entry): superseded by another login")) << log;
    EXPECT_TRUE(contains(log, "(order entry): malformed: not an OUCH 5.0 request")) << log;
    EXPECT_FALSE(contains(log, "GUESSED")) << "no password is ever logged";
}

TEST(VenuePlaces, AnAddressThatGuessesPasswordsIsRefusedForABoundedTime) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.order_entry = "failed_logins_max = 3\n"
                                                      "failed_login_wait_ms = 1000"});
    ASSERT_TRUE(venue.start()) << venue.output();
    int rejected = 0;
    for (int n = 0; n < 60; ++n) {
        Told guesser("ALICE", "GUESSED");
        ASSERT_TRUE(guesser.connection.connect(venue.order_entry()));
        guesser.poll_to_its_end();
        rejected += guesser.words.starts_with("login rejected") ? 1 : 0;
        EXPECT_TRUE(guesser.words.starts_with("login rejected: unknown user") ||
                    guesser.words.starts_with("login refused: too many wrong passwords"))
            << guesser.words;
    }
    EXPECT_GE(rejected, 3);
    OrderClient bob("BOB", "B");
    EXPECT_TRUE(bob.connect(venue.order_entry())) << "another user of the address, at once";
    const Time until = steady_now() + kPatience;
    OrderClient alice("ALICE", "A");
    while (!alice.connect(venue.order_entry()) && steady_now() < until) {
    }
    alice.enter({});
    EXPECT_TRUE(alice.catch_up()) << "and the right password of the guessed one, in time";
    EXPECT_EQ(alice.accepted(), 1U);
    EXPECT_EQ(venue.stop(), 0);
    const nlohmann::json clients = venue.state()["clients"];
    EXPECT_GE(clients["logins_not_looked_at"], 60 - rejected);
    EXPECT_EQ(clients["logins_refused"], rejected);
    EXPECT_TRUE(contains(venue.output(),
                         "(order entry): login refused: too many wrong "
                         "passwords of this user or from this address; try again later"));
}

TEST(VenuePlaces, AFloodOfReRequestsIsAnsweredAtItsRateAndCounted) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.market_data = "requests_burst = 50\n"
                                                      "requests_per_second = 1"});
    ASSERT_TRUE(venue.start()) << venue.output();
    auto socket = net::UdpSocket::bind({net::kLoopback, 0});
    protocols::nasdaq::moldudp64::Session session{};
    session.fill(' ');
    std::ranges::copy(std::string_view("HOTPATH"), session.begin());
    const auto request = protocols::nasdaq::moldudp64::make_request(session, 1, 1);
    for (int n = 0; n < 200; ++n) {
        ASSERT_TRUE(socket->send(request.bytes(), venue.requests()));
    }
    const auto counted = [&] {
        const nlohmann::json feed = venue.state()["feed"];
        return feed["requests"].get<std::uint64_t>() +
               feed["requests_refused_for_rate"].get<std::uint64_t>();
    };
    for (const Time until = steady_now() + kPatience; counted() < 200 && steady_now() < until;) {
    }
    EXPECT_EQ(counted(), 200U) << "fewer than a socket keeps";
    EXPECT_GE(venue.state()["feed"]["requests"], 50);
    EXPECT_LT(venue.state()["feed"]["requests"], 100);
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenuePlaces, AReRequestFromAnotherNetworkIsNotAnswered) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(),
                       {.market_data = "requests_networks = [\"10.0.0.0/8\", \"127.0.0.2\"]"});
    ASSERT_TRUE(venue.start()) << venue.output();
    auto socket = net::UdpSocket::bind({net::kLoopback, 0});
    ASSERT_TRUE(socket->send(std::as_bytes(std::span("request")), venue.requests()));
    const auto refused = [&] {
        return venue.state()["feed"]["requests_refused_for_network"].get<std::uint64_t>();
    };
    for (const Time until = steady_now() + kPatience; refused() < 1 && steady_now() < until;) {
    }
    EXPECT_EQ(refused(), 1U);
    EXPECT_EQ(venue.state()["feed"]["requests"], 0);
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenuePlaces, StartOfDayComesBackWithPauses) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.venue = "between_sessions_ms = 2000", .tables = kAllPorts});
    ASSERT_TRUE(venue.start()) << venue.output();
    const Said begun = run_hotpath("operate -c " + venue.config().string() + " --address " +
                                   venue.operator_port().to_string() + " start-of-day");
    EXPECT_EQ(begun.exit_code, 0) << begun.output;
    EXPECT_EQ(venue.stop(), 0);
    EXPECT_LT(venue.state()["clients"]["logins"], 20) << "in two seconds";
}

TEST(VenuePlaces, UsersThatDifferInCaseOnlyAreRefusedAndPaddedOnes) {
    const support::TemporaryDirectory folder;
    const auto said = [&](const std::string& name) {
        VenueProcess venue(folder.path(),
                           {.tables = "[[drop_copy_user]]\nname = \"RISK\"\n"
                                      "password = \"R\"\n[[drop_copy_user]]\nname = \"" +
                                      name + "\"\npassword = \"R\"\n"});
        EXPECT_FALSE(venue.start());
        EXPECT_EQ(venue.wait(), 1);
        return venue.output();
    };
    EXPECT_TRUE(contains(said("risk"),
                         "drop_copy_user.name must be unique (SoupBinTCP ignores the case of "
                         "names), got \"risk\""));
    for (const char* name : {" RISK", "RISK ", "A B", "TOOLONG", ""}) {
        EXPECT_TRUE(contains(said(name), "must be 1 to 6 letters, digits or signs, no blanks"))
            << name;
    }
}

/// The lines of the code block behind the marker.
std::vector<std::string> lines_of_example(const std::string& document) {
    std::ifstream file(document);
    std::vector<std::string> lines;
    bool is_marked = false;
    bool is_inside = false;
    for (std::string line; std::getline(file, line);) {
        if (line == "```" && is_marked) {
            if (is_inside) {
                break;
            }
            is_inside = true;
        } else if (is_inside) {
            lines.push_back(line);
        }
        is_marked = is_marked || line == "<!-- journal dump -->";
    }
    return lines;
}

TEST(VenuePlaces, AJournalIsDumpedInTheWordsOfItsPage) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.tables = kAllPorts});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    alice.enter({.side = 'B', .qty = 100, .price = 500'000});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(run_hotpath("operate -c " + venue.config().string() + " --address " +
                          venue.operator_port().to_string() + " halt AAPL --reason T1")
                  .exit_code,
              0);
    alice.cancel(1);
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(venue.stop(), 0);
    const Said dump = run_hotpath("journal dump " + venue.journal().string());
    EXPECT_EQ(dump.exit_code, 0);
    const auto lines = lines_of_example(HOTPATH_SOURCE_DIR "/docs/guide/journal.md");
    EXPECT_EQ(lines.size(), 4U);
    for (const std::string& line : lines) {
        EXPECT_TRUE(contains(dump.output, line)) << line << "\nis not in\n" << dump.output;
    }
    const Said machine = run_hotpath("journal dump --json /dev/stdout " + venue.journal().string());
    const nlohmann::json records = nlohmann::json::parse(machine.output);
    const auto order = std::ranges::find_if(records, [](const nlohmann::json& record) {
        return record.contains("fields") && record["fields"]["kind"] == "order";
    });
    ASSERT_NE(order, records.end());
    EXPECT_EQ((*order)["fields"]["message"], "Enter Order");
    EXPECT_EQ((*order)["fields"]["quantity"], 100);
    EXPECT_EQ((*order)["fields"]["price"], "50.00");
}

TEST(VenuePlaces, AReasonThatDoesNotFitIsRefused) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.tables = kAllPorts});
    ASSERT_TRUE(venue.start()) << venue.output();
    const std::string operate = "operate -c " + venue.config().string() + " --address " +
                                venue.operator_port().to_string() + " --user ops ";
    const Said refused = run_hotpath(operate + "halt AAPL --reason TOOLONG");
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_TRUE(contains(refused.output, "a reason of 1 to 4 characters")) << refused.output;
    EXPECT_TRUE(contains(run_hotpath(operate + "halt AAPL --reason LUDP").output, "reason LUDP"));
    EXPECT_TRUE(contains(run_hotpath(operate + "cancel-all alice").output, "done"));
    EXPECT_EQ(run_hotpath(operate + "cancel-all ALICE12").exit_code, 2);
    EXPECT_EQ(venue.stop(), 0);
}

}  // namespace
}  // namespace hotpath::venue_tests
