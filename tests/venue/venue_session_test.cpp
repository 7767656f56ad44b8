// The venue's other streams, as a separate process: the drop copy, snapshots and re-requests while
// it trades, and a changed system clock.

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/dropcopy/reply_copy.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/feed_client.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

using Messages = std::vector<std::vector<std::byte>>;

constexpr const char* kDropCopy =
    "[drop_copy]\naddress = \"127.0.0.1:0\"\n[[drop_copy_user]]\nname = \"RISK\"\npassword = \"R\"";

void trade(OrderClient& client, Random& random) {
    if (random.one_in(3) && !client.open().empty()) {
        return client.cancel(client.open().begin()->first);
    }
    client.enter({.side = random.one_in(2) ? 'B' : 'S',
                  .qty = static_cast<std::uint32_t>(1 + random.below(200)),
                  .price = 500'000 + 100 * static_cast<std::int64_t>(random.below(11)) - 500});
}

/// Those that are there.
void take_copies(StreamReader& reader, Messages& copies) {
    reader.poll([&](Bytes copy) { copies.emplace_back(copy.begin(), copy.end()); });
}

/// Waits for that many copies, at most kPatience.
void read_copies(StreamReader& reader, Messages& copies, std::size_t wanted) {
    for (const Time until = steady_now() + kPatience;
         copies.size() < wanted && steady_now() < until;) {
        pause_before_looking_again();
        take_copies(reader, copies);
    }
}

/// Each reply to each user once, byte for byte, and of one user in order.
void expect_copies_of(const Messages& copies, const std::map<std::string, OrderClient*>& users) {
    std::map<std::string, std::uint64_t> last;
    for (const auto& message : copies) {
        protocols::nasdaq::dropcopy::CopiedReply copied;
        ASSERT_EQ(protocols::nasdaq::dropcopy::decode(message, copied),
                  protocols::DecodeStatus::Ok);
        const auto characters = copied.copy->load_username();
        const std::string name(protocols::without_padding(characters));
        const std::uint64_t number = copied.copy->load_sequence_number();
        ASSERT_EQ(number, ++last[name]);
        const auto& replies = users.at(name)->replies();
        ASSERT_LE(number, replies.size());
        ASSERT_TRUE(std::ranges::equal(copied.reply, replies[number - 1]));
    }
    for (const auto& [name, client] : users) {
        EXPECT_EQ(last[name], client->replies().size()) << name;
    }
}

TEST(VenueSession, TheDropCopyIsEveryReplyToEveryUserAndIsResumedBehindKills) {
    Random random(support::seed_of_this_test(7));
    const support::TemporaryDirectory folder;
    VenueProcess venue(
        folder.path(),
        {.order_entry = "cancel_on_disconnect = false", .root = kDropCopy, .snapshot_every = 500});
    OrderClient alice("ALICE", "A");
    OrderClient bob("BOB", "B");
    StreamReader risk("RISK", "R");
    Messages copies;
    const auto replies = [&] { return alice.replies().size() + bob.replies().size(); };
    for (int life = 0; life < 4; ++life) {
        ASSERT_TRUE(venue.start()) << venue.output();
        ASSERT_TRUE(alice.connect(venue.order_entry()));
        ASSERT_TRUE(bob.connect(venue.order_entry()));
        ASSERT_TRUE(risk.connect(venue.drop_copy()));
        ASSERT_TRUE(alice.catch_up() && bob.catch_up() && alice.catch_up());
        for (int n = 0; n < 300; ++n) {
            trade(random.one_in(2) ? alice : bob, random);
            if (random.one_in(10)) {
                take_copies(risk, copies);
            }
            // On a machine that is busy a venue is killed before it has had its first order.
            ASSERT_TRUE(n % 70 != 69 || (alice.catch_up() && bob.catch_up()));
        }
        venue.kill_hard();
        while (alice.poll() || bob.poll()) {  // what had been sent
        }
    }
    ASSERT_TRUE(venue.start()) << venue.output();
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(bob.connect(venue.order_entry()));
    ASSERT_TRUE(alice.catch_up() && bob.catch_up() && alice.catch_up());
    ASSERT_TRUE(risk.connect(venue.drop_copy()));
    read_copies(risk, copies, replies());
    ASSERT_NO_FATAL_FAILURE(expect_copies_of(copies, {{"ALICE", &alice}, {"BOB", &bob}}));
    EXPECT_GT(copies.size(), 1'000U);
    StreamReader late("RISK", "R");
    Messages again;
    ASSERT_TRUE(late.connect(venue.drop_copy()));
    read_copies(late, again, copies.size());
    EXPECT_EQ(again, copies) << "a reader that joins late reads the same";
    StreamReader stranger("ALICE", "A");
    ASSERT_TRUE(stranger.connect(venue.drop_copy()));
    Messages nothing;
    while (stranger.poll([&](Bytes copy) { nothing.emplace_back(copy.begin(), copy.end()); })) {
    }
    EXPECT_TRUE(nothing.empty());
    EXPECT_EQ(alice.complaint() + bob.complaint(), "");
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueSession, SnapshotsAndRequestsAreRightWhileTheVenueTrades) {
    constexpr std::uint64_t kMessages = 40'000;
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(),
                       {.background = "source = \"generator\"\nmessages = 40000\ninstruments = 5\n"
                                      "at_once_until = \"00:00:00\"\npacing = \"poisson\"\n"
                                      "messages_per_second = 20000.0",
                        .feed_messages_kept = 2'000});
    ASSERT_TRUE(venue.start()) << venue.output();
    FeedClient lossy(venue, 4, 1);
    std::vector<std::unique_ptr<FeedClient>> late;
    const auto poll_all = [&] {
        lossy.poll();
        for (const auto& client : late) {
            client->poll();
        }
    };
    const Time until = steady_now() + kPatience;
    // Each begins later than the venue keeps messages for.
    for (std::uint64_t n = 1; n <= 4; ++n) {
        while (lossy.feed().next_sequence_number() < n * 6'000 && steady_now() < until) {
            poll_all();
        }
        late.push_back(std::make_unique<FeedClient>(venue, 20, 1 + n));
    }
    const auto is_done = [&] { return venue.state()["venue"]["commands"] >= kMessages; };
    while (!is_done() && steady_now() < until) {
        for (int n = 0; n < 400; ++n) {
            poll_all();
        }
    }
    ASSERT_TRUE(is_done());
    const std::uint64_t next_seq = venue.next_state(poll_all)["feed"]["next_seq"];
    ASSERT_TRUE(lossy.poll_until(next_seq)) << name(lossy.feed().state());
    EXPECT_GT(lossy.lost(), 100U);
    std::uint64_t snapshots = lossy.snapshots();
    for (const auto& client : late) {
        ASSERT_TRUE(client->poll_until(next_seq)) << name(client->feed().state());
        EXPECT_EQ(client->feed().books().checksum(), lossy.feed().books().checksum());
        snapshots += client->snapshots();
    }
    EXPECT_GT(snapshots, 0U);
    EXPECT_EQ(venue.stop(), 0) << venue.output();
    const auto state = venue.state();
    EXPECT_EQ(state["venue"]["book_checksum"], hex(lossy.feed().books().checksum()));
    EXPECT_GT(state["feed"]["requests"], 0);
    EXPECT_GT(state["clients"]["snapshots"], 0);
    EXPECT_EQ(state["clients"]["snapshots_broken"], 0);
}

TEST(VenueSession, AWallClockThatIsSetMovesNeitherTimeNorLimitsNorSessions) {
    const support::TemporaryDirectory folder;
    Clock clock(folder / "clock");
    VenueProcess venue(folder.path(), {.order_entry = "orders_per_second = 1\norders_burst = 50",
                                       .clock = clock.file()});
    ASSERT_TRUE(venue.start()) << venue.output();
    OrderClient alice("ALICE", "A");
    OrderClient bob("BOB", "B");
    ASSERT_TRUE(alice.connect(venue.order_entry()));
    ASSERT_TRUE(bob.connect(venue.order_entry()));
    const Nanos hour{3'600 * kNanosPerSecond};
    const Time began = steady_now();
    Time venue_began{};
    for (const Nanos step :
         {Nanos{}, hour, Nanos{} - hour, Nanos{-48 * hour.value}, Nanos{48 * hour.value}}) {
        clock.set(step);
        for (int n = 0; n < 60; ++n) {
            alice.enter({});
        }
        ASSERT_TRUE(alice.catch_up());
        ASSERT_TRUE(bob.catch_up()) << "no client is cut off";
        venue_began = venue_began == Time{} ? alice.venue_time() : venue_began;
        const std::int64_t passed = (steady_now() - began).value / kNanosPerSecond + 1;
        EXPECT_LE(alice.accepted(), 50U + static_cast<std::uint64_t>(passed));
        EXPECT_LE((alice.venue_time() - venue_began).value, passed * kNanosPerSecond);
    }
    EXPECT_EQ(alice.complaint(), "");
    EXPECT_EQ(venue.stop(), 0);
}

TEST(VenueSession, ARestartAfterAClockSetBackOrMidnightContinuesTheVenuesTime) {
    const support::TemporaryDirectory folder;
    Clock clock(folder / "clock");
    VenueProcess venue(folder.path(), {.clock = clock.file()});
    OrderClient alice("ALICE", "A");
    const Nanos hour{3'600 * kNanosPerSecond};
    for (const Nanos step :
         {Nanos{}, Nanos{} - hour, Nanos{-23 * hour.value}, Nanos{24 * hour.value}}) {
        clock.set(step);
        ASSERT_TRUE(venue.start()) << venue.output();
        ASSERT_TRUE(alice.connect(venue.order_entry()));
        ASSERT_TRUE(alice.catch_up());
        alice.enter({});
        ASSERT_TRUE(alice.catch_up());
        EXPECT_EQ(alice.complaint(), "") << "its times never go back";
        EXPECT_EQ(venue.stop(), 0);
        alice.disconnect();
    }
    EXPECT_EQ(alice.accepted(), 4U);
}

}  // namespace
}  // namespace hotpath::venue_tests
