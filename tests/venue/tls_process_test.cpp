// Venue, trader, `hotpath order` and `hotpath operate` over TLS, each in its process: orders, drop copies
// and commands pass; what is wrong with a certificate is one clear line, and the venue's state is intact.

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/net/tcp_connection.hpp"
#include "tests/support/test_certificates.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/traded_venue.hpp"

namespace hotpath::venue_tests {
namespace {

using support::CertificateFiles;
using testing::HasSubstr;

/// Certificates of a venue and its clients, and the tables that name them.
struct TlsFiles {
    explicit TlsFiles(const std::filesystem::path& folder)
        : authority(folder, "ca"),
          other(folder, "other"),
          venue(authority.issue({.file = "venue", .usage = "serverAuth"})),
          alice(authority.issue({.file = "alice", .usage = "clientAuth"})) {}

    [[nodiscard]] std::string server(const std::string& more = "",
                                     const std::string& table = "tls") const {
        return "\n[" + table + "]\ncertificate = \"" + venue.certificate.string() + "\"\nkey = \"" +
               venue.key.string() + "\"\n" + more;
    }
    [[nodiscard]] std::string wants_clients() const {
        return server("client_ca = \"" + authority.file().string() + "\"\n");
    }
    [[nodiscard]] static std::string client(const support::TestAuthority& trusted,
                                            const std::string& more = "") {
        return "\n[tls]\nca = \"" + trusted.file().string() + "\"\n" + more;
    }
    [[nodiscard]] std::string trusts() const { return " --ca " + authority.file().string(); }

    support::TestAuthority authority;
    support::TestAuthority other;
    CertificateFiles venue;
    CertificateFiles alice;
};

class TlsVenue : public testing::Test {
  protected:
    void start(const std::string& tables) {
        venue_.emplace(folder_.path(),
                       VenueSettings{.mode = "memory",
                                     .tables = "[operator]\naddress = \"127.0.0.1:0\"\n"
                                               "[[operator_user]]\nname = \"OPS\"\n"
                                               "password = \"O\"\n" +
                                               tables});
        ASSERT_TRUE(venue_->start()) << venue_->output();
    }
    [[nodiscard]] Said order(const std::string& options) const {
        return run_hotpath("order -c " + venue_->config().string() + " --user BOB --address " +
                           venue_->order_entry().to_string() + options +
                           " enter buy 100 AAPL 10 ioc");
    }
    [[nodiscard]] Said halt(const std::string& options) const {
        return run_hotpath("operate -c " + venue_->config().string() + " --address " +
                           venue_->operator_port().to_string() + options +
                           " halt AAPL --reason T1");
    }
    /// One line of `hotpath order` behind the venue's address.
    void expect_refused(const std::string& options, const std::string& why) const {
        const Said said = order(options);
        EXPECT_EQ(said.exit_code, 1) << options;
        EXPECT_EQ(said.output,
                  "hotpath order: " + venue_->order_entry().to_string() + ": " + why + "\n");
    }
    /// Failures that the venue has counted, once it has stopped.
    [[nodiscard]] int failures() {
        EXPECT_EQ(venue_->stop(), 0) << venue_->output();
        return venue_->state()["clients"]["tls_failures"];
    }

    support::TemporaryDirectory folder_;
    TlsFiles files_{folder_.path()};
    std::optional<VenueProcess> venue_;
};

TEST_F(TlsVenue, OrdersAndCommandsPass) {
    ASSERT_NO_FATAL_FAILURE(start(files_.server()));
    const Said entered = order(files_.trusts());
    EXPECT_EQ(entered.exit_code, 0) << entered.output;
    EXPECT_THAT(entered.output, HasSubstr("order 1 accepted: buy 100 AAPL at 10.00\n"));
    const Said halted = halt(files_.trusts() + " --server-name localhost");
    EXPECT_EQ(halted.exit_code, 0) << halted.output;
    EXPECT_EQ(failures(), 0);
}

TEST_F(TlsVenue, AWrongCertificateIsOneLineAtBothEndsAndCounted) {
    ASSERT_NO_FATAL_FAILURE(start(files_.server()));
    expect_refused(" --ca " + files_.other.file().string(),
                   "TLS: the peer's certificate is not signed by a trusted CA");
    expect_refused(files_.trusts() + " --server-name venue.example",
                   "TLS: the peer's certificate is for another name than venue.example");
    const Said operated = halt(" --ca " + files_.other.file().string());
    EXPECT_EQ(operated.exit_code, 1);
    EXPECT_EQ(operated.output, "hotpath operate: " + venue_->operator_port().to_string() +
                                   ": TLS: the peer's certificate is not signed by a trusted CA\n");
    EXPECT_EQ(order(files_.trusts()).exit_code, 0) << "others are not affected";
    EXPECT_EQ(failures(), 3);
    EXPECT_THAT(venue_->output(),
                HasSubstr("(order entry): TLS: the peer refused our certificate\n"));
    EXPECT_THAT(venue_->output(), HasSubstr("(operator): TLS: the peer refused our certificate\n"));
}

TEST_F(TlsVenue, ClientsShowACertificateWhereItIsRequired) {
    ASSERT_NO_FATAL_FAILURE(start(files_.wants_clients()));
    expect_refused(files_.trusts(), "TLS: the peer requires a certificate from us");
    const CertificateFiles stranger = files_.other.issue({.file = "stranger"});
    expect_refused(files_.trusts() + " --certificate " + stranger.certificate.string() + " --key " +
                       stranger.key.string(),
                   "TLS: the peer refused our certificate (unknown CA)");
    const Said entered =
        order(files_.trusts() + " --certificate " + files_.alice.certificate.string() + " --key " +
              files_.alice.key.string());
    EXPECT_EQ(entered.exit_code, 0) << entered.output;
    EXPECT_EQ(failures(), 2);
    EXPECT_THAT(venue_->output(), HasSubstr("TLS: the peer showed no certificate\n"));
}

/// `hotpath order` and `hotpath operate` with a certificate.
[[nodiscard]] std::string shows(const CertificateFiles& files) {
    return " --certificate " + files.certificate.string() + " --key " + files.key.string();
}

TEST_F(TlsVenue, ACertificateIsItsUsersAlone) {
    const CertificateFiles bob = files_.authority.issue({.file = "bob"});
    std::filesystem::create_directory(folder_ / "venue");
    venue_.emplace(
        folder_ / "venue",
        VenueSettings{.mode = "memory",
                      .user = "certificate = \"bob\"\n",  // of BOB, the last one
                      .tables = "[operator]\naddress = \"127.0.0.1:0\"\n[[operator_user]]\n"
                                "name = \"OPS\"\npassword = \"O\"\ncertificate = \"alice\"\n" +
                                files_.wants_clients()});
    ASSERT_TRUE(venue_->start()) << venue_->output();
    const Said entered = order(files_.trusts() + shows(bob));
    EXPECT_EQ(entered.exit_code, 0) << entered.output;
    expect_refused(files_.trusts() + shows(files_.alice),
                   "login refused: unknown user BOB or wrong password");
    EXPECT_EQ(halt(files_.trusts() + shows(files_.alice)).exit_code, 0);
    EXPECT_EQ(halt(files_.trusts() + shows(bob)).exit_code, 1);
    EXPECT_EQ(failures(), 0);
    EXPECT_EQ(venue_->state()["clients"]["logins_refused_for_certificate"], 2);
    EXPECT_THAT(venue_->output(), HasSubstr("BOB at 127.0.0.1:"));
    EXPECT_THAT(venue_->output(),
                HasSubstr("(order entry): login rejected: the certificate is not this user's\n"));
    EXPECT_THAT(venue_->output(),
                HasSubstr("(operator): login rejected: the certificate is not this user's\n"));
}

TEST_F(TlsVenue, ARevokedCertificateIsRefused) {
    const CertificateFiles bob = files_.authority.issue({.file = "bob"});
    const std::filesystem::path crl = files_.authority.revoke("revoked", {files_.alice});
    ASSERT_NO_FATAL_FAILURE(start(files_.wants_clients() + "crl = \"" + crl.string() + "\"\n"));
    expect_refused(files_.trusts() + shows(files_.alice),
                   "TLS: the peer refused our certificate (certificate revoked)");
    EXPECT_EQ(order(files_.trusts() + shows(bob)).exit_code, 0);
    EXPECT_EQ(failures(), 1);
    EXPECT_THAT(venue_->output(),
                HasSubstr("(order entry): TLS: the peer's certificate has been revoked\n"));
}

TEST_F(TlsVenue, HandshakesBeyondTheirRateAreRefusedAndCounted) {
    ASSERT_NO_FATAL_FAILURE(start(files_.server("handshakes_per_second = 2\n")));
    std::vector<net::TcpConnection> connections;  // one of this address a second is taken
    for (int n = 0; n < 8; ++n) {
        connections.push_back(std::move(*net::TcpConnection::connect(venue_->order_entry())));
    }
    const nlohmann::json state = venue_->next_state([] {});
    EXPECT_GE(state["clients"]["handshakes_refused"], 4);
    EXPECT_EQ(state["clients"]["tls_failures"], 0);
    EXPECT_LE(state["clients"]["connections"], 4);
    connections.clear();
    Said entered = order(files_.trusts());
    for (int n = 0; n < 20 && entered.exit_code != 0; ++n) {
        entered = order(files_.trusts());
    }
    EXPECT_EQ(entered.exit_code, 0) << "a second later: " << entered.output;
    EXPECT_EQ(venue_->stop(), 0);
    EXPECT_THAT(venue_->output(),
                HasSubstr("(order entry): connection refused: handshakes_per_second\n"));
}

TEST_F(TlsVenue, PlainTextIsDisconnectedAndCounted) {
    ASSERT_NO_FATAL_FAILURE(start(files_.server()));
    OrderClient plain("ALICE", "A");
    EXPECT_FALSE(plain.connect(venue_->order_entry()) && plain.catch_up());
    EXPECT_EQ(order(files_.trusts()).exit_code, 0);
    EXPECT_GE(failures(), 1);
    EXPECT_THAT(venue_->output(),
                HasSubstr("(order entry): TLS: the peer sent bytes that are not TLS\n"));
}

TEST_F(TlsVenue, AClientIsToldWhereTheVenueHasNoTls) {
    ASSERT_NO_FATAL_FAILURE(start(""));
    const Said said = order(files_.trusts() + " --timeout-ms 60000");
    EXPECT_EQ(said.exit_code, 1);
    EXPECT_THAT(said.output, HasSubstr("TLS: the peer "));
    EXPECT_EQ(std::ranges::count(said.output, '\n'), 1) << said.output;
}

TEST_F(TlsVenue, OptionsThatDoNotFitAreOneLine) {
    ASSERT_NO_FATAL_FAILURE(start(files_.server()));
    EXPECT_EQ(
        order("").output,
        "hotpath order: " + venue_->config().string() +
            ": configures TLS: --ca must name a file with the CA of the venue's certificate\n");
    EXPECT_EQ(halt("").exit_code, 1);
    EXPECT_EQ(order(files_.trusts() + " --key " + files_.alice.key.string()).output,
              "hotpath order: --certificate and --key must be given together\n");
    using std::filesystem::perms;
    std::filesystem::permissions(files_.alice.key, perms::others_read,
                                 std::filesystem::perm_options::add);
    const Said said =
        order(files_.trusts() + " --certificate " + files_.alice.certificate.string() + " --key " +
              files_.alice.key.string());
    EXPECT_EQ(said.exit_code, 1);
    EXPECT_THAT(
        said.output,
        HasSubstr(
            "has a private key and must be readable by its owner only, got mode 0604: chmod 600 "));
}

TEST_F(TlsVenue, AVenueWithoutItsFilesIsRefusedAtTheStart) {
    const std::filesystem::path text = folder_ / "text";
    std::ofstream(text) << "nothing\n";
    const auto refusal = [&](const std::string& tables) {
        const VenueProcess venue(folder_.path(), VenueSettings{.mode = "memory", .tables = tables});
        const Said check = run_hotpath("exchange --check -c " + venue.config().string());
        EXPECT_EQ(run_hotpath("exchange -c " + venue.config().string()).output, check.output);
        EXPECT_EQ(check.exit_code, 1);
        EXPECT_EQ(std::ranges::count(check.output, '\n'), 1) << check.output;
        const std::string begin = "hotpath exchange: " + venue.config().string() + ": ";
        EXPECT_TRUE(check.output.starts_with(begin)) << check.output;
        return check.output.substr(std::min(begin.size(), check.output.size()));
    };
    EXPECT_EQ(refusal("[tls]\ncertificate = \"venue.pem\"\n"), "tls.key is missing\n");
    EXPECT_EQ(refusal("[tls]\ncertificate = \"text\"\nkey = \"venue.key\"\n"),
              "tls: " + text.string() + ": must be a readable certificate in PEM\n");
    EXPECT_EQ(refusal("[tls]\ncertificate = \"venue.pem\"\nkey = \"alice.key\"\n"),
              "tls: " + files_.alice.key.string() + ": is not the key of " +
                  files_.venue.certificate.string() + "\n");
    EXPECT_EQ(refusal(files_.server("crl = \"text\"\n")), "tls.client_ca is missing\n");
    EXPECT_EQ(refusal(files_.wants_clients() + "crl = \"text\"\n"),
              "tls: " + text.string() + ": must be readable revocation lists (CRL) in PEM\n");
    EXPECT_EQ(refusal(files_.server() + "[operator]\naddress = \"127.0.0.1:0\"\n"
                                        "[[operator_user]]\nname = \"OPS\"\npassword = \"O\"\n"
                                        "certificate = \"ops\"\n"),
              "operator_user.certificate must be absent without tls.client_ca, got \"ops\"\n");
    EXPECT_THAT(refusal(files_.server("version_min = \"1.1\"\n")),
                HasSubstr("tls.version_min must be one of 1.3, 1.2, got '1.1'"));
    using std::filesystem::perms;
    std::filesystem::permissions(files_.venue.key, perms::group_read,
                                 std::filesystem::perm_options::add);
    EXPECT_EQ(refusal(files_.server()), "tls: " + files_.venue.key.string() +
                                            ": has a private key and must be readable by its owner "
                                            "only, got mode 0640: chmod 600 " +
                                            files_.venue.key.string() + "\n");
}

class TlsTrader : public TradedVenue {
  protected:
    void SetUp() override {
        fix_ = free_addresses()[0];
        start_venue(files_.wants_clients() + "[fix]\naddress = \"" + fix_ +
                    "\"\nids_max = 65536\n[[fix_user]]\nuser = \"ALICE\"\n"
                    "comp_id = \"ALICE-FIX\"\npassword = \"AFIX\"\n");
    }
    [[nodiscard]] std::string client_table(const support::TestAuthority& trusted) const {
        return TlsFiles::client(trusted, "certificate = \"" + files_.alice.certificate.string() +
                                             "\"\nkey = \"" + files_.alice.key.string() + "\"\n");
    }

    TlsFiles files_{folder_.path()};
    std::string fix_;
};

TEST_F(TlsTrader, ItTradesThroughKillsOfTheVenueAndHoldsWhatTheDropCopySays) {
    TraderProcess trader(folder_.path(), config({.tables = client_table(files_.authority)}));
    ASSERT_NO_FATAL_FAILURE(trade_with_kills_of_the_venue(trader));
    EXPECT_EQ(venue_->stop(), 0);
    EXPECT_EQ(venue_->state()["clients"]["tls_failures"], 0) << venue_->output();
}

TEST_F(TlsTrader, ItTradesOverFix) {
    settings_.addresses[0] = fix_;
    TraderProcess trader(folder_.path(),
                         config({.venue = "protocol = \"fix\"\ncomp_id = \"ALICE-FIX\"\n"
                                          "fix_password = \"AFIX\"\nfix_numbers = \"numbers\"\n",
                                 .tables = client_table(files_.authority)}));
    ASSERT_TRUE(trader.start()) << trader.output();
    EXPECT_TRUE(trades_on(trader, 3)) << trader.state().dump(2);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
}

TEST_F(TlsTrader, AVenueThatItDoesNotTrustIsOneLineAndTriedAgain) {
    TraderProcess trader(folder_.path(), config({.tables = client_table(files_.other)}));
    ASSERT_TRUE(trader.start()) << trader.output();
    ASSERT_TRUE(trader.wait_until([](const nlohmann::json& state) {
        return state["links"]["order_entry"]["connections"] >= 3;
    })) << trader.state().dump(2);
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    const std::string line =
        settings_.addresses[0] + ": TLS: the peer's certificate is not signed by a trusted CA\n";
    const std::string& log = trader.output();
    const std::size_t first = log.find(line);
    ASSERT_NE(first, std::string::npos) << log;
    EXPECT_EQ(log.find(line, first + 1), std::string::npos) << "once: " << log;
}

TEST_F(TlsTrader, ItsOperatorsCommandItByTls) {
    const std::string operators = free_addresses()[0];
    TraderProcess trader(
        folder_.path(),
        config({.tables = client_table(files_.authority) + "[operator]\naddress = \"" + operators +
                          "\"\n[[operator_user]]\nname = \"OPS\"\npassword = \"A\"\n" +
                          files_.server("", "operator_tls")}));
    ASSERT_TRUE(trader.start()) << trader.output();
    const std::string operate = "operate -c " + (folder_ / "trader.toml").string();
    const Said refused = run_hotpath(operate + " --ca " + files_.other.file().string() + " status");
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.output, HasSubstr("not signed by a trusted CA\n"));
    EXPECT_THAT(run_hotpath(operate + " status").output,
                HasSubstr(": configures TLS: --ca must name "));
    const Said said = run_hotpath(operate + files_.trusts() + " status");
    EXPECT_EQ(said.exit_code, 0) << said.output;
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    EXPECT_THAT(trader.output(), HasSubstr("(operator): TLS: the peer refused our certificate\n"));
}

TEST_F(TlsTrader, AnOperatorHasItsOwnCertificate) {
    const CertificateFiles ops = files_.authority.issue({.file = "ops", .usage = "clientAuth"});
    const std::string operators = free_addresses()[0];
    const auto shows = [](const CertificateFiles& certificate) {
        return " --certificate " + certificate.certificate.string() + " --key " +
               certificate.key.string();
    };
    TraderProcess trader(
        folder_.path(),
        config(
            {.tables = client_table(files_.authority) + "[operator]\naddress = \"" + operators +
                       "\"\n[[operator_user]]\nname = \"OPS\"\npassword = \"A\"\n" +
                       "certificate = \"ops\"\n" +
                       files_.server("client_ca = \"" + files_.authority.file().string() + "\"\n",
                                     "operator_tls")}));
    ASSERT_TRUE(trader.start()) << trader.output();
    const std::string operate =
        "operate -c " + (folder_ / "trader.toml").string() + files_.trusts();
    EXPECT_EQ(run_hotpath(operate + shows(ops) + " status").exit_code, 0);
    const Said refused = run_hotpath(operate + shows(files_.alice) + " status");
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(
        refused.output,
        HasSubstr("the trader refused the login: login rejected: unknown user or wrong password"));
    EXPECT_EQ(trader.stop(), 0) << trader.output();
    EXPECT_THAT(trader.output(), HasSubstr("login rejected: the certificate is not this user's\n"));
}

}  // namespace
}  // namespace hotpath::venue_tests
