// Certificates of clients and the users that they belong to, over each protocol: who may log in as
// whom, what is refused, counted and said.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/venue/fix_arrivals.hpp"
#include "tests/support/venue_fix_client.hpp"
#include "tests/support/venue_ilink_client.hpp"

namespace hotpath::exchange {
namespace {

using protocols::nasdaq::soupbintcp::Credentials;
using support::BenchClient;
using support::FixBenchClient;
using support::VenueBench;
using Names = std::vector<std::string>;

constexpr const char* kRefusal = "login rejected: the certificate is not this user's";

/// USER0 and USER1 have certificates, USER2 has none; so have a reader of drop copies and an operator.
VenueServerOptions certified(VenueServerOptions options) {
    options.drop_copy_users = {Credentials::of("RISK", "R")};
    options.operator_users = {Credentials::of("OPS", "O")};
    options.certificates = {{{Port::OrderEntry, 0}, "zero"},
                            {{Port::OrderEntry, 1}, "one"},
                            {{Port::DropCopy, 0}, "risk"},
                            {{Port::Operator, 0}, "ops"}};
    return options;
}

Names said_in_the_log(VenueBench& bench) {
    Names lines;
    bench.server.for_each_note([&](const protocols::nasdaq::soupbintcp::ClientNote& note) {
        lines.emplace_back(note.why);
    });
    return lines;
}

struct Attempt {
    Port port = Port::OrderEntry;
    int user = 0;
    Names names{};
};

/// An attempt of a USER by SoupBinTCP, with the right password.
bool logs_in(VenueBench& bench, const Attempt& attempt) {
    bench.certificate = attempt.names;
    const std::string number = std::to_string(attempt.user);
    BenchClient client(bench, attempt.port, Credentials::of("USER" + number, "SECRET" + number));
    if (!client.is_cut_off()) {
        client.disconnect();
    }
    return client.is_logged_in;
}

TEST(VenueServerCertificates, AUserNeedsItsOwnAndItOpensNoOthersSession) {
    VenueBench bench(certified(support::small_venue(3)));
    EXPECT_TRUE(logs_in(bench, {.user = 0, .names = {"zero", "zero.example", "0f0f"}}));
    EXPECT_TRUE(logs_in(bench, {.user = 0, .names = {"other.example", "zero"}}));
    EXPECT_EQ(bench.server.certificates().refused(), 0U);
    EXPECT_FALSE(logs_in(bench, {.user = 0, .names = {"one"}}));
    EXPECT_FALSE(logs_in(bench, {.user = 0, .names = {"stranger"}}));
    EXPECT_FALSE(logs_in(bench, {.user = 0})) << "none was shown";
    EXPECT_FALSE(logs_in(bench, {.user = 0, .names = {"Zero", "zer", "zero "}}))
        << "names are exact";
    EXPECT_FALSE(logs_in(bench, {.user = 2, .names = {"one"}})) << "it is USER1's";
    EXPECT_TRUE(logs_in(bench, {.user = 2, .names = {"stranger"}})) << "USER2 needs none";
    EXPECT_TRUE(logs_in(bench, {.user = 2}));
    EXPECT_EQ(bench.server.certificates().refused(), 5U);
    EXPECT_EQ(bench.server.counters().logins_refused, 5U);
    EXPECT_EQ(said_in_the_log(bench), Names(5, kRefusal));
}

TEST(VenueServerCertificates, TheNextClientOfAPlaceHasNotShownTheLastOnes) {
    VenueBench bench(certified(support::small_venue(3)));
    EXPECT_TRUE(logs_in(bench, {.user = 0, .names = {"zero"}}));
    const auto id = bench.server.on_connect(Port::OrderEntry, bench.now);
    ASSERT_TRUE(id);
    EXPECT_FALSE(bench.server.is_logged_in({0}));
    bench.server.on_disconnect(*id, bench.now);
    bench.take_outputs();
    EXPECT_FALSE(logs_in(bench, {.user = 0}));
}

TEST(VenueServerCertificates, TheClientGetsWhatAWrongPasswordGets) {
    VenueServerOptions options = certified(support::small_venue(3));
    options.failed_logins = {.failures_max = 2, .wait = Nanos{kNanosPerSecond}};
    VenueBench bench(options);
    bench.certificate = {"one"};
    const BenchClient wrong_certificate(bench, Port::OrderEntry, bench.options.users[0]);
    const BenchClient wrong_password(bench, Port::OrderEntry, Credentials::of("USER0", "NO"));
    EXPECT_EQ(wrong_certificate.rejected, 'A');
    EXPECT_EQ(wrong_certificate.received, wrong_password.received);
    bench.certificate = {"zero"};
    const BenchClient right(bench, Port::OrderEntry, bench.options.users[0]);
    EXPECT_FALSE(right.is_logged_in) << "both have counted as failures";
    EXPECT_EQ(bench.server.counters().logins_not_looked_at, 1U);
}

TEST(VenueServerCertificates, PortsWithTheirOwnUsersHaveTheirOwn) {
    VenueBench bench(certified(support::small_venue(3)));
    const auto enters = [&](Port port, const Credentials& user, const Names& names) {
        bench.certificate = names;
        return BenchClient(bench, port, user).is_logged_in;
    };
    EXPECT_TRUE(enters(Port::DropCopy, Credentials::of("RISK", "R"), {"risk"}));
    EXPECT_FALSE(enters(Port::DropCopy, Credentials::of("RISK", "R"), {"zero"}));
    EXPECT_TRUE(enters(Port::Operator, Credentials::of("OPS", "O"), {"ops"}));
    EXPECT_FALSE(enters(Port::Operator, Credentials::of("OPS", "O"), {"risk"}));
    EXPECT_TRUE(enters(Port::Glimpse, bench.options.users[0], {"zero"})) << "snapshots: the user's";
    EXPECT_FALSE(enters(Port::Glimpse, bench.options.users[0], {"ops"}));
    EXPECT_EQ(bench.server.certificates().refused(), 3U);
}

TEST(VenueServerCertificates, AFixSessionIsItsUsers) {
    VenueServerOptions options =
        certified(support::with_fix_copies(support::fix_venue_server(3, 2)));
    options.certificates.push_back({{Port::OrderEntry, 3}, "copies"});
    VenueBench bench(options);
    bench.certificate = {"one"};
    FixBenchClient refused(bench, 0);
    refused.log_on();
    EXPECT_FALSE(refused.session().is_logged_on());
    refused.take_last();
    EXPECT_EQ(refused.logout, kLogonRefused);
    bench.advance(Nanos{10 * kNanosPerSecond});
    EXPECT_EQ(said_in_the_log(bench), Names{kRefusal});
    bench.certificate = {"zero"};
    FixBenchClient right(bench, 0);
    right.log_on();
    EXPECT_TRUE(right.session().is_logged_on());
    FixBenchClient no_copies(bench, "COPIES", "COPYPASS", kFixDropCopy);
    EXPECT_FALSE(no_copies.log_on().session().is_logged_on()) << "by USER0's certificate";
    bench.certificate = {"copies"};
    FixBenchClient copies(bench, "COPIES", "COPYPASS", kFixDropCopy);
    EXPECT_TRUE(copies.log_on().session().is_logged_on());
    EXPECT_EQ(bench.server.certificates().refused(), 2U);
}

TEST(VenueServerCertificates, ARefusedFixLogonDoesNotTouchTheSessionThatIsOn) {
    VenueBench bench(certified(support::fix_venue_server(3, 2)));
    bench.certificate = {"zero"};
    FixBenchClient right(bench, 0);
    right.log_on();
    ASSERT_TRUE(right.session().is_logged_on());
    bench.certificate = {"one"};
    FixBenchClient other(bench, 0);
    other.log_on();
    EXPECT_TRUE(other.is_cut_off());
    EXPECT_FALSE(right.is_cut_off());
    EXPECT_EQ(said_in_the_log(bench), Names{kRefusal});
}

TEST(VenueServerCertificates, AnIlinkSessionIsItsUsers) {
    VenueBench bench(certified(support::ilink_venue_server(3, 2)));
    bench.certificate = {"one"};
    support::IlinkBenchClient refused(bench, 0);
    refused.log_on();
    EXPECT_FALSE(refused.session().is_established());
    EXPECT_TRUE(refused.is_cut_off());
    EXPECT_EQ(said_in_the_log(bench), Names{kRefusal});
    bench.certificate = {"zero"};
    support::IlinkBenchClient right(bench, 0);
    right.log_on();
    EXPECT_TRUE(right.session().is_established());
    EXPECT_EQ(bench.server.certificates().refused(), 1U);
}

}  // namespace
}  // namespace hotpath::exchange
