// The venue in a separate process: clients over TCP and UDP trade, lose packets, are cut off, come
// back, and always agree with it.

#include "tests/venue/venue_process.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/feed_client.hpp"
#include "tests/venue/order_client.hpp"

namespace hotpath::venue_tests {
namespace {

constexpr const char* kMarketAtOnce =
    "source = \"generator\"\nmessages = 20000\ninstruments = 5\nat_once_until = \"23:59:00\"";

TEST(VenueProcess, TwoClientsTradeAndBothAreTold) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    OrderClient bob("BOB", "B");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(bob.connect(venue.order_entry()));
    alice.enter({.side = 'B', .qty = 100});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.open().size(), 1U);
    bob.enter({.side = 'S', .qty = 60});
    ASSERT_TRUE(bob.catch_up());
    ASSERT_TRUE(alice.poll_until([&] { return alice.fills() == 1; }));
    EXPECT_EQ(alice.position(), 60);
    EXPECT_EQ(bob.position(), -60);
    alice.cancel(1);
    ASSERT_TRUE(alice.catch_up());
    EXPECT_TRUE(alice.open().empty());
    EXPECT_EQ(alice.complaint() + bob.complaint(), "");
    EXPECT_EQ(venue.stop(), 0) << venue.output();
    const auto state = venue.state();
    EXPECT_EQ(state["venue"]["session_executions"], 1);
    EXPECT_EQ(state["venue"]["open_orders"], 0);
    EXPECT_EQ(state["running"], false);
}

TEST(VenueProcess, BooksFromTheFeedAreTheVenuesWhateverIsLost) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.background = kMarketAtOnce});
    ASSERT_TRUE(venue.start()) << venue.output();
    FeedClient feed(venue, 4, 1);
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    const auto is_done = [&] { return venue.state()["venue"]["commands"] >= 20'000; };
    for (const Time until = steady_now() + kPatience; !is_done() && steady_now() < until;) {
        for (int n = 0; n < 200; ++n) {
            feed.poll();
            alice.poll();
        }
    }
    ASSERT_TRUE(is_done());
    // The evening leaves few of the background's orders.
    for (std::int64_t n = 1; n <= 200; ++n) {
        alice.enter({.price = n * 100});
    }
    ASSERT_TRUE(alice.poll_until([&] { return venue.state()["venue"]["open_orders"] >= 200; }));
    ASSERT_TRUE(alice.poll_until([&] { return alice.accepted() == 200; }));
    const auto last = venue.next_state([&] { feed.poll(); });
    const std::uint64_t next_seq = last["feed"]["next_seq"];
    ASSERT_TRUE(feed.poll_until(next_seq)) << name(feed.feed().state());
    EXPECT_GT(feed.lost(), 10U);
    FeedClient late(venue, 0, 2);
    ASSERT_TRUE(late.poll_until(next_seq)) << "by re-request or snapshot, from the first message";
    EXPECT_EQ(venue.stop(), 0) << venue.output();
    const auto state = venue.state();
    EXPECT_EQ(state["venue"]["book_checksum"], hex(feed.feed().books().checksum()));
    EXPECT_EQ(state["venue"]["book_checksum"], hex(late.feed().books().checksum()));
    EXPECT_GT(state["venue"]["open_orders"], 100);
}

TEST(VenueProcess, ARestartGoesOnWhereItWas) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.order_entry = "cancel_on_disconnect = false"});
    OrderClient alice("ALICE", "A");
    OrderClient bob("BOB", "B");
    ASSERT_TRUE(venue.start()) << venue.output();
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    alice.enter({.qty = 100});
    ASSERT_TRUE(alice.catch_up());
    ASSERT_EQ(venue.stop(), 0) << venue.output();
    alice.disconnect();
    ASSERT_TRUE(venue.start()) << venue.output();
    EXPECT_GT(venue.state()["recovered"]["snapshot_seq"], 0);
    ASSERT_TRUE(bob.connect(venue.order_entry()));
    bob.enter({.side = 'S', .qty = 40});
    ASSERT_TRUE(bob.catch_up());
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.position(), 40);
    EXPECT_EQ(alice.accepted(), 1U);
    EXPECT_EQ(alice.complaint(), "");
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueProcess, RepliesInFilesAreThereFromTheFirstOneAfterAKill) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(),
                       {.order_entry = "cancel_on_disconnect = false\nreplies_folder = \"replies\"",
                        .snapshot_every = 400});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient before("ALICE", "A");
    ASSERT_TRUE(before.connect(venue.order_entry()));
    for (int n = 0; n < 1'000; ++n) {
        before.enter({.price = 10'000 + n % 7 * 100});
    }
    ASSERT_TRUE(before.catch_up());
    EXPECT_TRUE(std::filesystem::is_empty(folder.path() / "replies")) << "files without a name";
    venue.kill_hard();
    ASSERT_TRUE(venue.start()) << venue.output();
    EXPECT_GT(venue.state()["recovered"]["snapshot_seq"], 0);
    OrderClient after("ALICE", "A");
    ASSERT_TRUE(after.connect(venue.order_entry()));
    ASSERT_TRUE(after.catch_up());
    ASSERT_GT(before.replies().size(), 1'000U);
    ASSERT_GE(after.replies().size(), before.replies().size());
    for (std::size_t n = 0; n < before.replies().size(); ++n) {
        ASSERT_EQ(after.replies()[n], before.replies()[n]) << n;
    }
    EXPECT_EQ(venue.stop(), 0) << venue.output();
}

TEST(VenueProcess, OrdersOfAClientThatIsGoneAreCanceled) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(),
                       {.order_entry = "cancel_after_ms = 50", .health_every_ms = 100});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    alice.enter({});
    ASSERT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.open().size(), 1U);
    alice.disconnect();
    ASSERT_TRUE(venue.wait_until(
        [](const auto& state) { return state["clients"]["canceled_on_disconnect"] == 1; }));
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(alice.poll_until([&] { return alice.open().empty(); }));
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueProcess, NoiseIsCutOffAndCounted) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    OrderClient bob("BOB", "B");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(bob.connect(venue.order_entry()));
    const std::array<std::byte, 4> noise{std::byte{0}, std::byte{2}, std::byte{'?'}, std::byte{1}};
    bob.send_raw(noise);
    EXPECT_TRUE(bob.poll_until([&] { return !bob.poll(); }));
    alice.enter({});
    EXPECT_TRUE(alice.catch_up());
    EXPECT_EQ(alice.accepted(), 1U);
    EXPECT_EQ(venue.stop(), 0);
    EXPECT_EQ(venue.state()["clients"]["closed"]["unknown packet type"], 1);
}

TEST(VenueProcess, TheEndOfTheSessionIsTold) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(),
                       {.root = "end_session_on_shutdown = true\nend_repeated_ms = 3600000"});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    FeedClient feed(venue, 0, 1);
    const std::uint64_t next_seq = venue.state()["feed"]["next_seq"];
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    alice.enter({});
    ASSERT_TRUE(alice.catch_up());
    venue.ask_to_stop();
    EXPECT_TRUE(alice.poll_until([&] { return alice.has_ended(); }));
    // A client that joins late gets it too, and earlier messages by re-requests.
    FeedClient late(venue, 0, 2);
    EXPECT_TRUE(late.poll_until(next_seq + 1)) << name(late.feed().state());
    EXPECT_TRUE(feed.poll_until(next_seq + 1));
    EXPECT_EQ(late.feed().books().checksum(), feed.feed().books().checksum());
    EXPECT_TRUE(late.feed().is_ended());
    EXPECT_EQ(venue.stop(), 0) << venue.output();
}

TEST(VenueProcess, ASecondSignalEndsTheRepetitionAtOnce) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(),
                       {.root = "end_session_on_shutdown = true\nend_repeated_ms = 3600000"});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    venue.ask_to_stop();
    EXPECT_TRUE(alice.poll_until([&] { return alice.has_ended(); }));
    EXPECT_EQ(venue.stop(), 0) << venue.output();
    EXPECT_EQ(venue.state()["running"], false);
}

TEST(VenueProcess, AWrongConfigurationIsNamedWithFileKeyValueAndWhatIsAllowed) {
    const support::TemporaryDirectory folder;
    const std::string file = (folder / "exchange.toml").string();
    const auto said = [&](const VenueSettings& settings) {
        VenueProcess venue(folder.path(), settings);
        EXPECT_FALSE(venue.start());
        EXPECT_EQ(venue.wait(), 1);
        return venue.output();
    };
    EXPECT_EQ(said({.mode = "async"}), "hotpath exchange: " + file +
                                           ": journal.mode must be one of memory, pagecache, "
                                           "sync, got 'async'\n");
    EXPECT_NE(
        said({.order_entry = "orders_burst = 0"})
            .find("order_entry.orders_burst must be a whole number from 1 to 1,000,000, got 0"),
        std::string::npos);
    EXPECT_NE(said({.order_entry = "oders = 1"}).find("unknown key order_entry.oders;"),
              std::string::npos);
    EXPECT_NE(said({.root = "[nonsense]\nx = 1"}).find("unknown table [nonsense]"),
              std::string::npos);
    EXPECT_NE(said({.root = "= 1"}).find(file + ": line 2"), std::string::npos);
}

TEST(VenueProcess, TheExampleConfigurationIsOne) {
    const support::TemporaryDirectory folder;
    for (const std::string file : {"exchange.toml", "exchange-day.toml"}) {
        const std::filesystem::path copied = folder.path() / file;
        std::filesystem::copy_file(HOTPATH_SOURCE_DIR "/docs/examples/" + file, copied);
        std::filesystem::permissions(copied, std::filesystem::perms::owner_read);
        const std::string command = HOTPATH_EXECUTABLE " exchange --check -c " + copied.string();
        EXPECT_EQ(std::system(command.c_str()), 0) << file;
    }
}

TEST(VenueProcess, AReplayOfTheJournalComesToTheSameBooks) {
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.background = kMarketAtOnce});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    EXPECT_TRUE(alice.catch_up());
    ASSERT_EQ(venue.stop(), 0) << venue.output();
    const std::string out = (folder / "replay.txt").string();
    const std::string command =
        HOTPATH_EXECUTABLE " journal replay " + venue.journal().string() + " > " + out;
    ASSERT_EQ(std::system(command.c_str()), 0);
    std::ifstream file(out);
    const std::string said((std::istreambuf_iterator<char>(file)), {});
    EXPECT_NE(said.find(venue.state()["venue"]["book_checksum"].get<std::string>()),
              std::string::npos)
        << said;
}

TEST(VenueProcess, AnotherVenueDoesNotReadItsJournal) {
    const support::TemporaryDirectory folder;
    {
        VenueProcess venue(folder.path(), {});
        ASSERT_TRUE(venue.start()) << venue.output();
        EXPECT_EQ(venue.stop(), 0);
    }
    VenueProcess other(folder.path(), {.venue = "session = \"OTHER\""});
    EXPECT_FALSE(other.start());
    EXPECT_EQ(other.wait(), 1);
    EXPECT_NE(other.output().find("with other options, users_max or session"), std::string::npos)
        << other.output();
}

}  // namespace
}  // namespace hotpath::venue_tests
