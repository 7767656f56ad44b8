// Whose a session is, its name says and not its place in the configuration: users are added,
// removed, renamed and moved between two starts of a venue.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const VenueSettings kOrdersStay{.order_entry = "cancel_on_disconnect = false"};

/// The same configuration with these users, each with its first letter for a password.
void configure(const VenueProcess& venue, const std::vector<std::string>& users) {
    std::ifstream in(venue.config());
    std::string text((std::istreambuf_iterator<char>(in)), {});
    const std::size_t from = text.find("[[user]]");
    const std::size_t to = text.find("[market_data]");
    std::string tables;
    for (const std::string& user : users) {
        tables += "[[user]]\nname = \"" + user + "\"\npassword = \"" + user.substr(0, 1) + "\"\n";
    }
    std::ofstream(venue.config()) << text.replace(from, to - from, tables);
}

/// ALICE has bought 60 of BOB and has an order open; BOB has one open, too.
class UsersOfAVenue : public ::testing::Test {
  protected:
    void SetUp() override {
        ASSERT_TRUE(venue_.start()) << venue_.output();
        ASSERT_TRUE(alice_.connect(venue_.order_entry()) && bob_.connect(venue_.order_entry()));
        bob_.enter({.side = 'S', .qty = 60});
        ASSERT_TRUE(bob_.catch_up());
        alice_.enter({.side = 'B', .qty = 60});
        alice_.enter({.side = 'B', .qty = 10, .price = 400'000});
        bob_.enter({.side = 'S', .qty = 20, .price = 600'000});
        ASSERT_TRUE(alice_.catch_up() && bob_.catch_up());
        ASSERT_EQ(alice_.position(), 60);
        venue_.kill_hard();
    }
    /// Everything that the venue has sent the user, from the first message on.
    void expect_history(const std::string& user, const OrderClient& told) const {
        OrderClient client(user, user.substr(0, 1));
        ASSERT_TRUE(client.connect(venue_.order_entry()) && client.catch_up());
        ASSERT_GT(client.replies().size(), told.replies().size());
        EXPECT_TRUE(
            std::equal(told.replies().begin(), told.replies().end(), client.replies().begin()));
        EXPECT_EQ(client.position(), told.position());
        EXPECT_EQ(client.complaint(), "");
    }
    void expect_the_journal_replays() const {
        const Said replayed = run_hotpath("journal replay " + venue_.journal().string());
        EXPECT_EQ(replayed.exit_code, 0) << replayed.output;
        EXPECT_THAT(replayed.output,
                    HasSubstr(venue_.state()["venue"]["book_checksum"].get<std::string>()));
    }

    support::TemporaryDirectory folder_;
    VenueProcess venue_{folder_.path(), kOrdersStay};
    OrderClient alice_{"ALICE", "A"};
    OrderClient bob_{"BOB", "B"};
};

TEST_F(UsersOfAVenue, AUserWhoIsRenamedIsAnotherAndInheritsNothing) {
    configure(venue_, {"CAROL", "BOB"});
    for (const bool is_first : {true, false}) {
        ASSERT_TRUE(venue_.start()) << venue_.output();
        EXPECT_EQ(venue_.output().find("user CAROL is new: session 2 begins") != std::string::npos,
                  is_first)
            << venue_.output();
        EXPECT_EQ(venue_.output().find("user ALICE is no longer configured: its login is "
                                       "refused, 1 open orders are canceled") != std::string::npos,
                  is_first)
            << venue_.output();
        OrderClient carol("CAROL", "C");
        ASSERT_TRUE(carol.connect(venue_.order_entry()) && carol.catch_up());
        EXPECT_EQ(carol.position(), 0);
        EXPECT_EQ(carol.accepted(), 0U);
        OrderClient gone("ALICE", "A");
        EXPECT_FALSE(gone.connect(venue_.order_entry()));
        expect_history("BOB", bob_);
        venue_.kill_hard();
    }
    ASSERT_TRUE(venue_.start()) << venue_.output();
    EXPECT_EQ(venue_.state()["venue"]["open_orders"], 1) << "BOB's";
    EXPECT_TRUE(venue_.state()["sessions"][0]["removed"]);
    EXPECT_EQ(venue_.state()["sessions"][2]["user"], "CAROL");
    expect_the_journal_replays();
}

TEST_F(UsersOfAVenue, ANameThatComesBackHasItsSessionAgain) {
    configure(venue_, {"BOB"});
    ASSERT_TRUE(venue_.start()) << venue_.output();
    ASSERT_EQ(venue_.stop(), 0) << venue_.output();
    configure(venue_, {"BOB", "ALICE"});
    ASSERT_TRUE(venue_.start()) << venue_.output();
    EXPECT_THAT(venue_.output(), HasSubstr("user ALICE is configured again: it has session 0"));
    expect_history("ALICE", alice_);
    expect_history("BOB", bob_);
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue_.order_entry()) && alice.catch_up());
    EXPECT_TRUE(alice.open().empty()) << "canceled, and told";
}

TEST_F(UsersOfAVenue, TheOrderOfAConfigurationMeansNothing) {
    configure(venue_, {"BOB", "DAVE", "ALICE"});
    ASSERT_TRUE(venue_.start()) << venue_.output();
    EXPECT_THAT(venue_.output(), HasSubstr("user DAVE is new: session 2 begins"));
    EXPECT_THAT(venue_.output(), Not(HasSubstr("is no longer configured")));
    expect_history("ALICE", alice_);
    expect_history("BOB", bob_);
    EXPECT_EQ(venue_.state()["venue"]["open_orders"], 2);
}

TEST(UsersOfAFullVenue, AJournalWithoutASessionForANewNameIsRefusedInOneLine) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.order_entry = "users_max = 2"});
    ASSERT_TRUE(venue.start()) << venue.output();
    ASSERT_EQ(venue.stop(), 0) << venue.output();
    configure(venue, {"ALICE", "CAROL"});
    EXPECT_FALSE(venue.start());
    EXPECT_EQ(venue.wait(), 1);
    EXPECT_THAT(venue.output(), HasSubstr("users_max = 2 of this journal, and 2 names have a "
                                          "session, removed ones included"));
    configure(venue, {"ALICE", "BOB", "CAROL"});
    EXPECT_FALSE(venue.start());
    EXPECT_EQ(venue.wait(), 1);
    EXPECT_THAT(venue.output(), HasSubstr("order_entry.users_max must be 3 ("));
    configure(venue, {"BOB", "ALICE"});
    EXPECT_TRUE(venue.start()) << venue.output();
}

}  // namespace
}  // namespace hotpath::venue_tests
