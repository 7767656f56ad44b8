// Market data over FIX of a venue that is a process: its clients have the books that receivers of the
// ITCH lines have, also after kill -9; logins, TLS, and where the port may be.

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/test_certificates.hpp"
#include "tests/venue/feed_client.hpp"
#include "tests/venue/fix_data_client.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/random_orders.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

using support::market_data_request;
using testing::HasSubstr;

constexpr const char* kFixData =
    "[fix_market_data]\naddress = \"127.0.0.1:0\"\ndepth_max = 50\n"
    "[[fix_market_data_user]]\nname = \"READER\"\ncomp_id = \"READER-MD\"\npassword = \"RMD\"\n"
    "[[fix_market_data_user]]\nname = \"OTHER\"\ncomp_id = \"OTHER-MD\"\npassword = \"OMD\"\n"
    "version = \"FIX.4.2\"\n";

const FixLogin kReader{.comp_id = "READER-MD", .password = "RMD"};
const FixLogin kOther{.comp_id = "OTHER-MD", .password = "OMD", .begin_string = "FIX.4.2"};

VenueSettings with_fix_data(const std::string& more = "") {
    return {.order_entry = "cancel_on_disconnect = false\n" + more, .tables = kFixData};
}

/// The best `depth` of a side, by a receiver of ITCH.
std::vector<book::Level> levels_of(const FeedClient& itch, Side side, std::size_t depth) {
    const auto id = itch.feed().market().directory().find(*Symbol::from("AAPL"));
    std::vector<book::Level> levels(depth);
    levels.resize(id ? itch.feed().books().depth(*id, side, levels) : 0);
    return levels;
}

/// Until a request's book is the one of ITCH, and is not empty.
bool agree(FeedClient& itch, FixDataClient& client, const std::string& request, std::size_t depth) {
    return client.wait_until([&] {
        itch.poll();
        const auto bids = levels_of(itch, Side::Buy, depth);
        return !itch.feed().is_stale() && !bids.empty() &&
               client.book(request, "AAPL").levels(Side::Buy) == bids &&
               client.book(request, "AAPL").levels(Side::Sell) ==
                   levels_of(itch, Side::Sell, depth);
    });
}

TEST(VenueFixData, ItsBooksAreThoseOfItchAlsoAfterAKillAndARestart) {
    const support::TemporaryDirectory folder;
    Random random(7);
    VenueProcess venue(folder.path(), with_fix_data());
    OrderClient alice("ALICE", "A");
    FixDataClient reader(kReader);
    FixDataClient other(kOther);
    for (int life = 0; life < 3; ++life) {
        ASSERT_TRUE(venue.start()) << venue.output();
        FeedClient itch(venue, 0, 1);
        ASSERT_TRUE(alice.connect(venue.order_entry()));
        ASSERT_TRUE(alice.catch_up());
        ASSERT_TRUE(reader.log_on(venue.fix_data())) << reader.logout << venue.output();
        ASSERT_TRUE(other.log_on(venue.fix_data())) << other.logout << venue.output();
        reader.books.clear();
        other.books.clear();
        reader.request(market_data_request({.id = "FULL", .symbols = {"AAPL", "GOOG"}}));
        reader.request(market_data_request({.id = "TOP", .depth = "1"}));
        other.request(market_data_request({.id = "FIVE", .depth = "5", .update_type = "0"}));
        // Trading begins when they have their first refreshes: what follows comes as increments.
        ASSERT_TRUE(reader.wait_until([&] {
            return reader.book("FULL", "AAPL").refreshes > 0 &&
                   reader.book("TOP", "AAPL").refreshes > 0;
        }));
        ASSERT_TRUE(other.wait_until([&] { return other.book("FIVE", "AAPL").refreshes > 0; }));
        ASSERT_TRUE(enter_random_orders(alice, random));
        EXPECT_TRUE(agree(itch, reader, "FULL", 50)) << "life " << life;
        EXPECT_TRUE(agree(itch, reader, "TOP", 1)) << "life " << life;
        EXPECT_TRUE(agree(itch, other, "FIVE", 5)) << "life " << life;
        EXPECT_EQ(reader.contradictions, 0);
        EXPECT_FALSE(reader.book("FULL", "AAPL").trades.empty());
        if (life == 0) {
            venue.kill_hard();
        } else {
            EXPECT_EQ(venue.stop(), 0) << venue.output();
            const auto state = venue.state()["fix_market_data"];
            EXPECT_EQ(state["requests"], 3);
            EXPECT_GT(state["increments"], 0);  // of a turn, not of an order
            EXPECT_EQ(state["requests_refused"], 0);
        }
        while (alice.poll() || reader.poll() || other.poll()) {
        }
    }
}

TEST(VenueFixData, ARefusalSaysWhy) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), with_fix_data());
    ASSERT_TRUE(venue.start()) << venue.output();
    FixDataClient reader(kReader);
    ASSERT_TRUE(reader.log_on(venue.fix_data()));
    reader.request(market_data_request({.symbols = {"NONE"}}));
    EXPECT_TRUE(reader.wait_until([&] { return !reader.refusals.empty(); }));
    EXPECT_EQ(reader.refusals, std::vector<std::string>{"R1 0"});
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueFixData, WrongPasswordsAndUnknownCompIdsAreOneLineEachAndLimited) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(),
                       with_fix_data("failed_logins_max = 2\nfailed_login_wait_ms = 600000"));
    ASSERT_TRUE(venue.start()) << venue.output();
    FixDataClient stranger({.comp_id = "STRANGER", .password = "RMD"});
    EXPECT_FALSE(stranger.log_on(venue.fix_data()));
    for (int n = 0; n < 2; ++n) {
        FixDataClient guesser({.comp_id = "READER-MD", .password = "WRONG"});
        EXPECT_FALSE(guesser.log_on(venue.fix_data()));
        EXPECT_EQ(guesser.logout, "logon refused: unknown session, or wrong Username or Password");
    }
    FixDataClient right(kReader);
    EXPECT_FALSE(right.log_on(venue.fix_data())) << "it is not looked at";
    FixDataClient other(kOther);
    EXPECT_TRUE(other.log_on(venue.fix_data())) << other.logout;
    EXPECT_EQ(venue.stop(), 0);
    EXPECT_EQ(venue.state()["fix_market_data"]["logins_not_looked_at"], 1);
    EXPECT_THAT(venue.output(), HasSubstr("READER at 127.0.0.1:"));
    EXPECT_THAT(venue.output(), HasSubstr("(FIX market data): logon refused: wrong Username or "
                                          "Password\n"));
    EXPECT_THAT(venue.output(), HasSubstr("(FIX market data): logon refused: unknown "
                                          "SenderCompID, TargetCompID or BeginString\n"));
    EXPECT_THAT(venue.output(), testing::Not(HasSubstr("WRONG")));
}

TEST(VenueFixData, APasswordIsStoredAsItsHash) {
    const support::TemporaryDirectory folder;
    std::ofstream(folder / "typed") << "Librarian-17\n";
    const Said hash = run_hotpath("password --cost 10 < " + (folder / "typed").string());
    ASSERT_EQ(hash.exit_code, 0) << hash.output;
    const std::size_t begin = hash.output.find("scrypt$");
    ASSERT_NE(begin, std::string::npos) << hash.output;
    VenueSettings settings;
    settings.tables =
        "[fix_market_data]\naddress = \"127.0.0.1:0\"\n[[fix_market_data_user]]\nname = "
        "\"READER\"\ncomp_id = \"READER-MD\"\npassword_hash = \"" +
        hash.output.substr(begin, hash.output.size() - begin - 1) + "\"\n";
    VenueProcess venue(folder.path(), settings);
    std::filesystem::permissions(
        venue.config(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    ASSERT_TRUE(venue.start()) << venue.output();
    FixDataClient wrong({.comp_id = "READER-MD", .password = "WRONG"});
    EXPECT_FALSE(wrong.log_on(venue.fix_data()));
    EXPECT_EQ(wrong.logout, "logon refused: unknown session, or wrong Username or Password");
    FixDataClient right({.comp_id = "READER-MD", .password = "Librarian-17"});
    EXPECT_TRUE(right.log_on(venue.fix_data())) << right.logout << venue.output();
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueFixData, ItSpeaksTlsAsTheOtherPortsDo) {
    const support::TemporaryDirectory folder;
    const support::TestAuthority authority(folder.path(), "ca");
    const support::CertificateFiles files =
        authority.issue({.file = "venue", .usage = "serverAuth"});
    VenueSettings settings = with_fix_data();
    settings.tables += "[tls]\ncertificate = \"" + files.certificate.string() + "\"\nkey = \"" +
                       files.key.string() + "\"\n";
    VenueProcess venue(folder.path(), settings);
    ASSERT_TRUE(venue.start()) << venue.output();
    FixDataClient plain(kReader);
    EXPECT_FALSE(plain.log_on(venue.fix_data()));
    const auto context = tls::Context::client({.ca = authority.file()});
    ASSERT_TRUE(context) << context.error().message;
    FixDataClient reader(kReader, &*context);
    ASSERT_TRUE(reader.log_on(venue.fix_data())) << reader.logout;
    reader.request(market_data_request({}));
    EXPECT_TRUE(reader.wait_until([&] { return reader.book("R1", "AAPL").refreshes == 1; }));
    EXPECT_EQ(venue.stop(), 0);
    EXPECT_EQ(venue.state()["clients"]["tls_failures"], 1);
    EXPECT_THAT(venue.output(),
                HasSubstr("(FIX market data): TLS: the peer sent bytes that are not TLS\n"));
}

TEST(VenueFixData, ACertificateIsItsUsers) {
    const support::TemporaryDirectory folder;
    const support::TestAuthority authority(folder.path(), "ca");
    const support::CertificateFiles files =
        authority.issue({.file = "venue", .usage = "serverAuth"});
    const auto context_of = [&](const std::string& name) {
        const support::CertificateFiles client = authority.issue(
            {.file = name, .names = "DNS:" + name + ".example", .usage = "clientAuth"});
        return std::move(*tls::Context::client(
            {.ca = authority.file(), .certificate = client.certificate, .key = client.key}));
    };
    VenueSettings settings = with_fix_data();
    settings.tables += "certificate = \"other.example\"\n[tls]\ncertificate = \"" +
                       files.certificate.string() + "\"\nkey = \"" + files.key.string() +
                       "\"\nclient_ca = \"" + authority.file().string() + "\"\n";
    VenueProcess venue(folder.path(), settings);
    ASSERT_TRUE(venue.start()) << venue.output();
    const tls::Context others = context_of("other");
    const tls::Context readers = context_of("reader");
    FixDataClient wrong(kOther, &readers);
    EXPECT_FALSE(wrong.log_on(venue.fix_data()));
    FixDataClient other(kOther, &others);
    EXPECT_TRUE(other.log_on(venue.fix_data())) << other.logout;
    FixDataClient borrowed(kReader, &others);
    EXPECT_FALSE(borrowed.log_on(venue.fix_data())) << "it is another user's";
    FixDataClient reader(kReader, &readers);
    EXPECT_TRUE(reader.log_on(venue.fix_data())) << reader.logout;
    EXPECT_EQ(venue.stop(), 0);
    EXPECT_EQ(venue.state()["clients"]["logins_refused_for_certificate"], 2);
    EXPECT_THAT(venue.output(), HasSubstr("(FIX market data): login rejected: the certificate is "
                                          "not this user's\n"));
}

TEST(VenueFixData, InPlainTextItStaysOnThisMachine) {
    const support::TemporaryDirectory folder;
    VenueSettings settings = with_fix_data();
    settings.tables.replace(settings.tables.find("127.0.0.1:0"), 11, "0.0.0.0:0");
    const VenueProcess venue(folder.path(), settings);
    const Said check = run_hotpath("exchange --check -c " + venue.config().string());
    EXPECT_EQ(check.exit_code, 1);
    EXPECT_THAT(check.output, HasSubstr("fix_market_data.address must be an address of loopback "
                                        "(127.0.0.1) without [tls]"));
}

}  // namespace
}  // namespace hotpath::venue_tests
