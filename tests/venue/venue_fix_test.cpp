// FIX sessions of a venue that is a process: logons, orders beside OUCH, disconnects, kill -9.

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/fix_client.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

using testing::HasSubstr;
using Lines = std::vector<std::string>;

constexpr const char* kFix =
    "[fix]\naddress = \"127.0.0.1:0\"\nids_max = 65536\n"
    "[[fix_user]]\nuser = \"ALICE\"\ncomp_id = \"ALICE-FIX\"\npassword = \"AFIX\"\n"
    "[[fix_user]]\nuser = \"BOB\"\ncomp_id = \"BOB-FIX\"\npassword = \"BFIX\"\n"
    "version = \"FIX.4.2\"\n";

VenueSettings with_fix(const std::string& order_entry = "cancel_on_disconnect = false") {
    return {.order_entry = order_entry, .tables = kFix};
}

TEST(VenueFix, OrdersOverFix44And42TradeWithEachOtherAndWithOuch) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), with_fix());
    ASSERT_TRUE(venue.start()) << venue.output();
    FixClient alice({.comp_id = "ALICE-FIX", .password = "AFIX"});
    FixClient bob({.comp_id = "BOB-FIX", .password = "BFIX", .begin_string = "FIX.4.2"});
    ASSERT_TRUE(alice.log_on(venue.fix())) << alice.logout_text() << venue.output();
    ASSERT_TRUE(bob.log_on(venue.fix())) << bob.logout_text() << venue.output();
    alice.enter("A1");
    bob.enter("B1", "49.99");
    EXPECT_TRUE(alice.wait_for(1) && bob.wait_for(1));
    OrderClient seller("BOB", "B");
    ASSERT_TRUE(seller.connect(venue.order_entry())) << "the user's other connection ends";
    ASSERT_TRUE(seller.catch_up());
    seller.enter({.side = 'S', .qty = 100, .price = 500'000});
    EXPECT_TRUE(alice.wait_for(2));
    EXPECT_EQ(alice.reports(), (Lines{"A1 0", "A1 F"}));
    EXPECT_EQ(bob.reports(), Lines{"B1 0"});
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueFix, AWrongPasswordAndUnknownCompIdsAreOneLineEach) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), with_fix());
    ASSERT_TRUE(venue.start()) << venue.output();
    FixClient guesser({.comp_id = "ALICE-FIX", .password = "WRONG"});
    EXPECT_FALSE(guesser.log_on(venue.fix()));
    EXPECT_EQ(guesser.logout_text(),
              "logon refused: unknown session, or wrong Username or Password");
    FixClient stranger({.comp_id = "STRANGER", .password = "AFIX"});
    EXPECT_FALSE(stranger.log_on(venue.fix()));
    EXPECT_EQ(stranger.logout_text(), guesser.logout_text()) << "an outsider is not told which";
    FixClient lost({.comp_id = "ALICE-FIX", .password = "AFIX", .venue_comp_id = "ELSEWHERE"});
    EXPECT_FALSE(lost.log_on(venue.fix()));
    FixClient alice({.comp_id = "ALICE-FIX", .password = "AFIX"});
    EXPECT_TRUE(alice.log_on(venue.fix()));
    EXPECT_EQ(venue.stop(), 0);
    EXPECT_THAT(venue.output(), HasSubstr("(FIX order entry): logon refused: wrong Username or "
                                          "Password\n"));
    EXPECT_THAT(venue.output(), HasSubstr("a client without a login"));
    EXPECT_THAT(venue.output(), HasSubstr("logon refused: unknown SenderCompID, TargetCompID or "
                                          "BeginString\n"));
    EXPECT_THAT(venue.output(), testing::Not(HasSubstr("WRONG")));
}

TEST(VenueFix, ADisconnectCancelsAsConfiguredAndTheReportComesAtTheNextLogon) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), with_fix("cancel_after_ms = 0"));
    ASSERT_TRUE(venue.start()) << venue.output();
    FixClient alice({.comp_id = "ALICE-FIX", .password = "AFIX"});
    ASSERT_TRUE(alice.log_on(venue.fix()));
    alice.enter("A1");
    ASSERT_TRUE(alice.wait_for(1));
    alice.disconnect();
    // A logon in the same turn would take the session over.
    ASSERT_TRUE(venue.wait_until(
        [](const auto& state) { return state["clients"]["canceled_on_disconnect"] == 1; }));
    ASSERT_TRUE(alice.log_on(venue.fix()));
    EXPECT_TRUE(alice.wait_for(2));
    EXPECT_EQ(alice.reports(), (Lines{"A1 0", "A1 4"}));
    alice.logout();
    while (alice.poll()) {
    }
    EXPECT_EQ(alice.session().close_reason(), protocols::fix::CloseReason::LoggedOut);
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueFix, NothingIsLostOrDoubledByKillsOfTheVenue) {
    Random random(support::seed_of_this_test(17));
    const support::TemporaryDirectory folder;
    VenueSettings settings = with_fix();
    settings.snapshot_every = 300;
    VenueProcess venue(folder.path(), settings);
    FixClient alice({.comp_id = "ALICE-FIX", .password = "AFIX"});
    FixClient bob({.comp_id = "BOB-FIX", .password = "BFIX", .begin_string = "FIX.4.2"});
    KilledVenue<FixClient> killed{venue, alice, bob};
    const auto log_on = [&](FixClient& client) {
        return testing::AssertionResult(client.log_on(venue.fix())) << client.logout_text();
    };
    ASSERT_NO_FATAL_FAILURE(
        killed.run(random, log_on, [](const std::string& id) { return id + " 0"; }));
    alice.wait_for(killed.expected_alice.size());
    bob.wait_for(killed.expected_bob.size());
    EXPECT_EQ(alice.reports(), killed.expected_alice);
    EXPECT_EQ(bob.reports(), killed.expected_bob);
    EXPECT_TRUE(alice.is_in_order() && bob.is_in_order());
    EXPECT_EQ(venue.stop(), 0);
}

constexpr const char* kCopies =
    "[fix]\naddress = \"127.0.0.1:0\"\ndrop_copy_address = \"127.0.0.1:0\"\nids_max = 65536\n"
    "[[fix_user]]\nuser = \"ALICE\"\ncomp_id = \"ALICE-FIX\"\npassword = \"AFIX\"\n"
    "[[fix_drop_copy_user]]\nname = \"RISKFX\"\ncomp_id = \"RISK\"\npassword = \"RFIX\"\n";

VenueSettings with_copies() {
    return {.order_entry = "cancel_on_disconnect = false", .tables = kCopies};
}

TEST(VenueFixCopies, TheReaderGetsEachReportOnceThroughKillsOfTheVenue) {
    Random random(support::seed_of_this_test(19));
    const support::TemporaryDirectory folder;
    VenueSettings settings = with_copies();
    settings.snapshot_every = 300;
    VenueProcess venue(folder.path(), settings);
    FixClient alice({.comp_id = "ALICE-FIX", .password = "AFIX"});
    FixClient reader({.comp_id = "RISK", .password = "RFIX"});
    OrderClient bob("BOB", "B");
    Lines expected;
    std::size_t sold = 0;
    for (int life = 0; life < 5; ++life) {
        ASSERT_TRUE(venue.start()) << venue.output();
        ASSERT_TRUE(alice.log_on(venue.fix())) << alice.logout_text() << venue.output();
        if (life != 2) {  // in one life without a reader
            ASSERT_TRUE(reader.log_on(venue.fix_copies())) << reader.logout_text();
        }
        ASSERT_TRUE(bob.connect(venue.order_entry()));
        ASSERT_TRUE(bob.catch_up());
        for (int n = 0; n < 100; ++n) {
            const std::string id = "A" + std::to_string(expected.size());
            alice.enter(id);
            expected.push_back(id + " 0");
            if (random.one_in(3)) {
                bob.enter({.side = 'S', .qty = 100, .price = 500'000});
                ++sold;
            }
            if (random.one_in(4)) {
                alice.poll();
                reader.poll();
            }
        }
        venue.kill_hard();
        while (alice.poll() || reader.poll()) {  // what had been sent
        }
    }
    ASSERT_TRUE(venue.start()) << venue.output();
    ASSERT_TRUE(alice.log_on(venue.fix())) << alice.logout_text() << venue.output();
    ASSERT_TRUE(reader.log_on(venue.fix_copies())) << reader.logout_text() << venue.output();
    ASSERT_TRUE(alice.wait_for(expected.size()));
    // The same for the reader, until a last order of ours is there.
    alice.enter("LAST", "0.01");
    const auto has_all = [](const FixClient& client) {
        return !client.reports().empty() && client.reports().back() == "LAST 0";
    };
    const Time until = steady_now() + kPatience;
    while (!(has_all(alice) && has_all(reader)) && steady_now() < until) {
        alice.poll();
        reader.poll();
    }
    Lines copied;
    std::ranges::copy_if(reader.reports(), std::back_inserter(copied), [](const std::string& line) {
        return line.starts_with("A") && line.ends_with(" 0");
    });
    EXPECT_EQ(copied, expected);
    EXPECT_TRUE(reader.is_in_order());
    const auto fills = [](const Lines& lines) {
        return std::ranges::count_if(lines, [](const std::string& line) {
            return line.starts_with("A") && line.ends_with(" F");
        });
    };
    EXPECT_EQ(fills(reader.reports()), fills(alice.reports()));
    EXPECT_LE(static_cast<std::size_t>(fills(reader.reports())), sold);
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueFixCopies, AReaderIsRefusedWithOneLineWhereItMayNotBe) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), with_copies());
    ASSERT_TRUE(venue.start()) << venue.output();
    FixClient guesser({.comp_id = "RISK", .password = "WRONG"});
    EXPECT_FALSE(guesser.log_on(venue.fix_copies()));
    EXPECT_EQ(guesser.logout_text(),
              "logon refused: unknown session, or wrong Username or Password");
    FixClient at_orders({.comp_id = "RISK", .password = "RFIX"});
    EXPECT_FALSE(at_orders.log_on(venue.fix()));
    FixClient reader({.comp_id = "RISK", .password = "RFIX"});
    ASSERT_TRUE(reader.log_on(venue.fix_copies())) << reader.logout_text();
    reader.enter("X1");
    ASSERT_TRUE(reader.wait_for(1));
    EXPECT_EQ(reader.reports(), Lines{"j"});
    EXPECT_EQ(venue.stop(), 0);
    EXPECT_THAT(venue.output(), HasSubstr("(FIX drop copy): logon refused: wrong Username or "
                                          "Password\n"));
}

}  // namespace
}  // namespace hotpath::venue_tests
