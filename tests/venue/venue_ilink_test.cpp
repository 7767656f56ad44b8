// iLink 3 sessions of a venue that is a process: logins, orders beside OUCH, disconnects, kill -9.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/ilink_client.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

using testing::HasSubstr;
using Lines = std::vector<std::string>;
using protocols::cme::ilink3::RejectCode;
using protocols::cme::ilink3::TerminateCode;

constexpr const char* kIlink =
    "[ilink]\naddress = \"127.0.0.1:0\"\n"
    "[[ilink_user]]\nuser = \"ALICE\"\naccess_key_id = \"AK\"\nsession = \"ALI\"\nfirm = \"F1\"\n"
    "secret_key = \"QWxpY2VLZXk=\"\n"
    "[[ilink_user]]\nuser = \"BOB\"\naccess_key_id = \"BK\"\nsession = \"BOB\"\nfirm = \"F1\"\n"
    "secret_key = \"Qm9iS2V5\"\n";
const IlinkLogin kAlice{"ALI", "F1", "AK", "QWxpY2VLZXk="};
const IlinkLogin kBob{"BOB", "F1", "BK", "Qm9iS2V5"};

VenueSettings with_ilink(const std::string& order_entry = "cancel_on_disconnect = false") {
    return {.order_entry = order_entry, .tables = kIlink};
}

TEST(VenueIlink, OrdersTradeWithEachOtherAndWithOuch) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), with_ilink());
    ASSERT_TRUE(venue.start()) << venue.output();
    IlinkTcpClient alice(kAlice);
    ASSERT_TRUE(alice.log_on(venue.ilink())) << venue.output();
    alice.enter("A1");
    alice.enter("A2", 49'990'000'000);
    ASSERT_TRUE(alice.wait_for(2));
    alice.cancel("C1", alice.last_order_id());
    ASSERT_TRUE(alice.wait_for(3));
    OrderClient seller("BOB", "B");
    ASSERT_TRUE(seller.connect(venue.order_entry()));
    ASSERT_TRUE(seller.catch_up());
    seller.enter({.side = 'S', .qty = 100, .price = 500'000});
    EXPECT_TRUE(alice.wait_for(4));
    EXPECT_EQ(alice.reports(), (Lines{"New A1", "New A2", "Cancel C1", "TradeOutright A1"}));
    EXPECT_EQ(venue.stop(), 0);
    while (alice.poll()) {
    }
    EXPECT_THAT(alice.terminated(),
                testing::ElementsAre(static_cast<std::uint16_t>(TerminateCode::Other)));
}

TEST(VenueIlink, AWrongKeyIsOneLineAndSaysNothingOfTheRightOne) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), with_ilink());
    ASSERT_TRUE(venue.start()) << venue.output();
    IlinkTcpClient guesser({"ALI", "F1", "AK", "V3Jvbmc="});
    EXPECT_FALSE(guesser.log_on(venue.ilink()));
    EXPECT_THAT(guesser.rejected(),
                testing::ElementsAre(static_cast<std::uint16_t>(RejectCode::HmacNotAuthenticated)));
    IlinkTcpClient alice(kAlice);
    EXPECT_TRUE(alice.log_on(venue.ilink()));
    EXPECT_EQ(venue.stop(), 0);
    EXPECT_THAT(venue.output(),
                HasSubstr("(iLink 3 order entry): the signature is not authentic\n"));
    EXPECT_THAT(venue.output(), testing::Not(HasSubstr("QWxpY2VLZXk")));
}

TEST(VenueIlink, ADisconnectCancelsAsConfiguredAndTheNextConnectionGetsTheReport) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), with_ilink("cancel_after_ms = 0"));
    ASSERT_TRUE(venue.start()) << venue.output();
    IlinkTcpClient alice(kAlice);
    ASSERT_TRUE(alice.log_on(venue.ilink()));
    alice.enter("A1");
    ASSERT_TRUE(alice.wait_for(1));
    alice.disconnect();
    // A login in the same turn would take the session over.
    ASSERT_TRUE(venue.wait_until(
        [](const auto& state) { return state["clients"]["canceled_on_disconnect"] == 1; }));
    ASSERT_TRUE(alice.log_on(venue.ilink()));
    EXPECT_TRUE(alice.wait_for(2));
    EXPECT_EQ(alice.reports(), (Lines{"New A1", "Cancel A1"}));
    alice.session().terminate(TerminateCode::Finished, timing::wall_clock());
    while (alice.poll()) {
    }
    EXPECT_EQ(alice.session().close_reason(), protocols::cme::ilink3::CloseReason::Terminated);
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueIlink, NothingIsLostOrDoubledByKillsOfTheVenue) {
    Random random(support::seed_of_this_test(23));
    const support::TemporaryDirectory folder;
    VenueSettings settings = with_ilink();
    settings.snapshot_every = 300;
    VenueProcess venue(folder.path(), settings);
    IlinkTcpClient alice(kAlice);
    IlinkTcpClient bob(kBob);
    KilledVenue<IlinkTcpClient> killed{venue, alice, bob};
    const auto log_on = [&](IlinkTcpClient& client) {
        return testing::AssertionResult(client.log_on(venue.ilink()));
    };
    ASSERT_NO_FATAL_FAILURE(
        killed.run(random, log_on, [](const std::string& id) { return "New " + id; }));
    EXPECT_TRUE(alice.wait_for(killed.expected_alice.size()));
    EXPECT_TRUE(bob.wait_for(killed.expected_bob.size()));
    // What the venue never got is entered again, behind what it had: each id once.
    const auto sorted = [](Lines lines) {
        std::ranges::sort(lines);
        return lines;
    };
    EXPECT_EQ(sorted(alice.reports()), sorted(killed.expected_alice));
    EXPECT_EQ(sorted(bob.reports()), sorted(killed.expected_bob));
    EXPECT_TRUE(alice.is_in_order() && bob.is_in_order());
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueIlink, ASecretKeyOfAFileMustBeItsOwnersAlone) {
    const support::TemporaryDirectory folder;
    const std::filesystem::path key = folder / "alice.key";
    std::ofstream(key) << "QWxpY2VLZXk=\n";
    VenueSettings settings = with_ilink();
    settings.tables =
        "[ilink]\naddress = \"127.0.0.1:0\"\n"
        "[[ilink_user]]\nuser = \"ALICE\"\naccess_key_id = \"AK\"\nsession = \"ALI\"\n"
        "firm = \"F1\"\nsecret_key_file = \"alice.key\"\n";
    std::filesystem::permissions(key, std::filesystem::perms(0644));
    {
        VenueProcess venue(folder.path(), settings);
        EXPECT_FALSE(venue.start());
        EXPECT_THAT(venue.output(), HasSubstr("chmod 600"));
    }
    std::filesystem::permissions(key, std::filesystem::perms(0600));
    VenueProcess venue(folder.path(), settings);
    ASSERT_TRUE(venue.start()) << venue.output();
    IlinkTcpClient alice(kAlice);
    EXPECT_TRUE(alice.log_on(venue.ilink()));
    EXPECT_EQ(venue.stop(), 0);
}

}  // namespace
}  // namespace hotpath::venue_tests
