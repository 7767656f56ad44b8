// kill -9 of the venue under load, again and again: every order that was acknowledged is there
// once, clients resume by number, books and positions are those that the clients account for. And
// the disk: torn, damaged, full.

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <thread>

#include <gtest/gtest.h>
#include <sys/mount.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/feed_client.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

namespace fs = std::filesystem;
namespace itch50 = protocols::nasdaq::itch50;

constexpr const char* kNoCancel = "cancel_on_disconnect = false";

std::uint64_t kills() {
    return support::wanted_of_this_run("HOTPATH_KILLS", 12);
}

/// The venue's open orders, by its ids, from a snapshot.
struct OpenOrders : itch50::NullListener {
    void on_add_order(const itch50::AddOrder& m) {
        EXPECT_TRUE(leaves.emplace(m.load_order_reference_number(), m.load_shares()).second);
    }
    std::map<std::uint64_t, std::uint32_t> leaves;
};

OpenOrders open_orders_of(const VenueProcess& venue) {
    OpenOrders orders;
    StreamReader reader("BOB", "B");
    EXPECT_TRUE(reader.connect(venue.glimpse()));
    const Time until = steady_now() + kPatience;
    bool is_whole = false;
    while (steady_now() < until && reader.poll([&](Bytes message) {
        is_whole = is_whole || protocols::nasdaq::glimpse50::is_end_of_snapshot(message);
        static_cast<void>(itch50::decode(message, orders));
    })) {
    }
    EXPECT_TRUE(is_whole);
    return orders;
}

struct Traders {
    OrderClient alice{"ALICE", "A"};
    OrderClient bob{"BOB", "B"};

    [[nodiscard]] bool come_back(const VenueProcess& venue) {
        alice.disconnect();
        bob.disconnect();
        return alice.connect(venue.order_entry()) && bob.connect(venue.order_entry()) &&
               alice.catch_up() && bob.catch_up() && alice.catch_up();
    }

    void trade(Random& random) {
        OrderClient& client = random.one_in(2) ? alice : bob;
        if (random.one_in(3) && !client.open().empty()) {
            auto order = client.open().begin();
            std::advance(order, static_cast<long>(random.below(client.open().size())));
            return client.cancel(order->first);
        }
        client.enter({.side = random.one_in(2) ? 'B' : 'S',
                      .qty = static_cast<std::uint32_t>(1 + random.below(200)),
                      .price = 500'000 + 100 * static_cast<std::int64_t>(random.below(11)) - 500,
                      .symbol = random.one_in(2) ? "AAPL" : "GOOG"});
    }

    /// The venue's open orders are those of the two clients, order by order.
    void expect_equal(const VenueProcess& venue) const {
        std::map<std::uint64_t, std::uint32_t> ours;
        for (const OrderClient* client : {&alice, &bob}) {
            EXPECT_EQ(client->complaint(), "");
            for (const auto& [number, order] : client->open()) {
                EXPECT_TRUE(ours.emplace(order.id, order.leaves_qty).second);
            }
        }
        EXPECT_EQ(open_orders_of(venue).leaves, ours);
        EXPECT_EQ(alice.position() + bob.position(), 0) << "they trade with each other alone";
    }
};

/// A venue that has just started reports its state, before any change.
void expect_books_of_feed(const VenueProcess& venue, FeedClient& feed) {
    const auto state = venue.state();
    ASSERT_TRUE(feed.poll_until(state["feed"]["next_seq"])) << name(feed.feed().state());
    EXPECT_EQ(state["venue"]["book_checksum"], hex(feed.feed().books().checksum()));
}

/// Where a record is safe, and in mode sync how many groups of them are on their way to the disk.
struct Way {
    const char* mode = "sync";
    const char* commits = "one";
};
class VenueKills : public testing::TestWithParam<Way> {};
INSTANTIATE_TEST_SUITE_P(Modes, VenueKills,
                         testing::Values(Way{.commits = "overlapped"}, Way{},
                                         Way{.mode = "pagecache"}),
                         [](const auto& way) {
                             const std::string mode = way.param.mode;
                             return mode == "sync" ? mode + "_" + way.param.commits : mode;
                         });

TEST_P(VenueKills, UnderLoadEveryAcknowledgedOrderIsThereOnce) {
    Random random(support::seed_of_this_test(1));
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.mode = GetParam().mode,
                                       .commits = GetParam().commits,
                                       .order_entry = kNoCancel,
                                       .snapshot_every = 2'000});
    ASSERT_TRUE(venue.start()) << venue.output();
    Traders traders;
    if (std::thread::hardware_concurrency() > 1) {
        EXPECT_EQ(venue.state()["journal"]["commits"], GetParam().commits);
    }
    FeedClient feed(venue, 20, 3);
    std::uint64_t recovered_from_snapshot = 0;
    std::uint64_t replayed = 0;
    for (std::uint64_t kill = 0; kill < kills(); ++kill) {
        SCOPED_TRACE(kill);
        ASSERT_TRUE(traders.come_back(venue));
        traders.expect_equal(venue);
        if (testing::Test::HasFailure()) {
            return;
        }
        // Enough that a session's stream holds the replies of 500 such rounds.
        const std::uint64_t actions = random.below(400);
        const std::uint64_t answered = random.one_in(2) ? actions / 2 : actions;
        for (std::uint64_t n = 0; n < actions; ++n) {
            traders.trade(random);
            feed.poll();
            // On a machine that is busy a venue is killed before it has had its first order.
            ASSERT_TRUE(n != answered || (traders.alice.catch_up() && traders.bob.catch_up()));
        }
        venue.kill_hard();
        ASSERT_TRUE(venue.start()) << venue.output();
        const auto recovered = venue.state()["recovered"];
        recovered_from_snapshot += recovered["snapshot_seq"] > 0 ? 1U : 0U;
        replayed += recovered["records"].get<std::uint64_t>();
        feed.follow(venue);
        ASSERT_NO_FATAL_FAILURE(expect_books_of_feed(venue, feed));
        ASSERT_FALSE(testing::Test::HasFailure()) << "books from the feed";
    }
    ASSERT_TRUE(traders.come_back(venue));
    traders.expect_equal(venue);
    ASSERT_EQ(venue.stop(), 0) << venue.output();
    std::cout << "kills " << kills() << ", from a snapshot " << recovered_from_snapshot
              << ", records replayed " << replayed << ", orders accepted "
              << traders.alice.accepted() + traders.bob.accepted() << ", fills "
              << traders.alice.fills() + traders.bob.fills() << ", books from the feed compared "
              << kills() << ", replies "
              << traders.alice.replies().size() + traders.bob.replies().size() << "\n";
    EXPECT_GT(traders.alice.fills(), 10U);
    // However short its lives, a venue does not replay more and more.
    EXPECT_LT(replayed, kills() * 10'000);
}

/// `back` is new and reads its user's replies from the first one, as many as a venue that has just started
/// says it has; they begin as those of `before` did. How many more `before` had: these are lost.
std::uint64_t lost_of(const VenueProcess& venue, const std::string& user, const OrderClient& before,
                      OrderClient& back) {
    const auto state = venue.state();
    const auto session = std::ranges::find_if(
        state["sessions"], [&](const nlohmann::json& each) { return each["user"] == user; });
    const auto there = (*session)["room"]["replies"].get<std::size_t>();
    EXPECT_TRUE(back.connect(venue.order_entry()));
    EXPECT_TRUE(back.poll_until([&] { return back.replies().size() >= there; }));
    const std::size_t kept = std::min(there, before.replies().size());
    EXPECT_TRUE(std::ranges::equal(std::span(before.replies()).first(kept),
                                   std::span(back.replies()).first(kept)));
    return before.replies().size() - kept;
}

/// In mode memory a reply leaves before its order is in a file: a kill may lose the last ones. What
/// comes back is the beginning of what was said, and whole: replies, orders, positions and the feed
/// agree with each other. Clients that have more than the venue has begin again at its first reply.
TEST(VenueKillsInMemory, UnderLoadWhatComesBackIsTheBeginningOfWhatWasSaid) {
    Random random(support::seed_of_this_test(3));
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(),
                       {.mode = "memory", .order_entry = kNoCancel, .snapshot_every = 2'000});
    ASSERT_TRUE(venue.start()) << venue.output();
    auto before = std::make_unique<Traders>();
    std::uint64_t lost = 0;
    for (std::uint64_t kill = 0; kill < kills(); ++kill) {
        SCOPED_TRACE(kill);
        FeedClient feed(venue, 20, kill);
        ASSERT_NO_FATAL_FAILURE(expect_books_of_feed(venue, feed));
        auto traders = std::make_unique<Traders>();
        lost += lost_of(venue, "ALICE", before->alice, traders->alice);
        lost += lost_of(venue, "BOB", before->bob, traders->bob);
        ASSERT_TRUE(traders->come_back(venue));
        traders->expect_equal(venue);
        ASSERT_FALSE(testing::Test::HasFailure());
        const std::uint64_t actions = random.below(400);
        for (std::uint64_t n = 0; n < actions; ++n) {
            traders->trade(random);
        }
        ASSERT_TRUE(random.one_in(2) || (traders->alice.catch_up() && traders->bob.catch_up()));
        venue.kill_hard();
        ASSERT_TRUE(venue.start()) << venue.output();
        before = std::move(traders);
    }
    ASSERT_EQ(venue.stop(), 0) << venue.output();
    std::cout << "kills " << kills() << ", orders accepted "
              << before->alice.accepted() + before->bob.accepted() << ", replies lost " << lost
              << "\n";
    EXPECT_GT(before->alice.fills(), 10U);
}

TEST(VenueCrash, BooksFromTheFeedAreTheVenuesOverKills) {
    Random random(support::seed_of_this_test(2));
    const support::TemporaryDirectory folder;
    VenueProcess venue(folder.path(), {.order_entry = kNoCancel});
    ASSERT_TRUE(venue.start()) << venue.output();
    Traders traders;
    FeedClient feed(venue, 10, 4);
    for (int kill = 0; kill < 5; ++kill) {
        ASSERT_TRUE(traders.come_back(venue));
        for (int n = 0; n < 200; ++n) {
            traders.trade(random);
            feed.poll();
        }
        venue.kill_hard();
        ASSERT_TRUE(venue.start()) << venue.output();
        feed.follow(venue);
    }
    ASSERT_TRUE(traders.come_back(venue));
    const auto state = venue.next_state([&] { feed.poll(); });
    ASSERT_TRUE(feed.poll_until(state["feed"]["next_seq"]));
    ASSERT_EQ(venue.stop(), 0);
    EXPECT_EQ(venue.state()["venue"]["book_checksum"], hex(feed.feed().books().checksum()));
}

/// The segment that is being written: the last by name.
fs::path last_segment(const fs::path& journal) {
    std::set<fs::path> segments;
    for (const auto& entry : fs::directory_iterator(journal)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(".journal") && !name.starts_with("spare")) {
            segments.insert(entry.path());
        }
    }
    return *segments.rbegin();
}

/// Where the zeros begin.
std::uint64_t end_of_data(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    return bytes.find_last_not_of('\0') + 1;
}

void overwrite(const fs::path& file, std::uint64_t at, const std::string& bytes) {
    std::fstream out(file, std::ios::binary | std::ios::in | std::ios::out);
    out.seekp(static_cast<std::streamoff>(at));
    out << bytes;
}

/// A venue with a few orders, killed.
struct Killed {
    Killed() : venue(folder.path(), {.order_entry = kNoCancel}) {
        EXPECT_TRUE(venue.start()) << venue.output();
        EXPECT_TRUE(traders.come_back(venue));
        Random random(5);
        for (int n = 0; n < 100; ++n) {
            traders.trade(random);
        }
        EXPECT_TRUE(traders.alice.catch_up() && traders.bob.catch_up() && traders.alice.catch_up());
        venue.kill_hard();
    }

    support::TemporaryDirectory folder;
    VenueProcess venue;
    Traders traders;
};

TEST(VenueCrash, ATornTailIsCutAndNothingThatWasToldIsLost) {
    Killed killed;
    const fs::path segment = last_segment(killed.venue.journal());
    const std::uint64_t end = (end_of_data(segment) + 7) / 8 * 8;
    overwrite(segment, end, std::string("\x60\x00\x00\x00torn in the middle of a write", 33));
    ASSERT_TRUE(killed.venue.start()) << killed.venue.output();
    EXPECT_GT(killed.venue.state()["recovered"]["dropped_bytes"], 0);
    ASSERT_TRUE(killed.traders.come_back(killed.venue));
    killed.traders.expect_equal(killed.venue);
    EXPECT_EQ(killed.venue.stop(), 0);
}

TEST(VenueCrash, ADamagedSegmentIsRefusedWithItsName) {
    Killed killed;
    const fs::path segment = last_segment(killed.venue.journal());
    overwrite(segment, end_of_data(segment) / 2, "#");
    EXPECT_FALSE(killed.venue.start());
    EXPECT_EQ(killed.venue.wait(), 1);
    EXPECT_NE(killed.venue.output().find(segment.filename().string()), std::string::npos)
        << killed.venue.output();
}

/// A disk of 6 MiB, of which 2 are occupied until they are freed.
class SmallDisk {
  public:
    explicit SmallDisk(const fs::path& at) : at_(at) {
        fs::create_directory(at);
        is_mounted_ = ::mount("none", at.c_str(), "tmpfs", 0, "size=6m") == 0;
        if (is_mounted_) {
            std::ofstream(other()) << std::string(2U << 20U, '#');
        }
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    ~SmallDisk() {
        if (is_mounted_) {
            EXPECT_EQ(::umount(at_.c_str()), 0);
        }
    }

    [[nodiscard]] bool is_mounted() const { return is_mounted_; }
    void give_back() const { fs::remove(other()); }

  private:
    [[nodiscard]] fs::path other() const { return at_ / "other"; }

    fs::path at_;
    bool is_mounted_;
};

bool has_room(const VenueProcess& venue, const std::string& wanted) {
    return venue.wait_until(
        [&](const nlohmann::json& state) { return state["journal"]["room"] == wanted; });
}

/// Until the first is refused; the venue is there all the time.
void enter_until_rejected(OrderClient& client) {
    for (int n = 0; n < 200'000 && client.rejects() == 0; ++n) {
        const std::uint32_t number = client.enter({.side = 'B', .price = 410'000});
        client.cancel(number);
        if (n % 20 == 0) {
            ASSERT_TRUE(client.catch_up());
        }
    }
    ASSERT_GT(client.rejects(), 0U);
    EXPECT_EQ(client.last_reject(), protocols::nasdaq::ouch50::reject_reason::kProcessingError);
    ASSERT_TRUE(client.catch_up());
}

/// Cancels of what is not open change nothing and are written down all the same.
void cancel_until_cut_off(OrderClient& client) {
    bool is_open = true;
    for (int n = 0; n < 200'000 && is_open; ++n) {
        client.cancel(1'000'000);
        is_open = client.poll();
    }
    ASSERT_FALSE(is_open);
}

TEST(VenueCrash, OnAFullDiskOrdersAreRefusedThenEverythingUntilThereIsRoom) {
    const support::TemporaryDirectory folder;
    const SmallDisk disk(folder / "disk");
    if (!disk.is_mounted()) {
        GTEST_SKIP() << "needs root: a small tmpfs cannot be mounted here";
    }
    VenueProcess venue(folder.path(),
                       {.order_entry = kNoCancel, .journal = folder / "disk" / "journal"});
    ASSERT_TRUE(venue.start()) << venue.output();
    Traders traders;
    ASSERT_TRUE(traders.come_back(venue));
    const std::uint32_t kept = traders.alice.enter({.side = 'B', .price = 400'000});
    const std::uint32_t other = traders.alice.enter({.side = 'B', .price = 400'000});
    ASSERT_TRUE(traders.alice.catch_up());
    ASSERT_NO_FATAL_FAILURE(enter_until_rejected(traders.alice));
    ASSERT_TRUE(traders.alice.open().contains(kept));
    traders.alice.cancel(kept);
    ASSERT_TRUE(traders.alice.poll_until([&] { return !traders.alice.open().contains(kept); }));
    EXPECT_TRUE(has_room(venue, "cancels"));

    ASSERT_NO_FATAL_FAILURE(cancel_until_cut_off(traders.alice));
    EXPECT_TRUE(has_room(venue, "none")) << venue.state().dump(1);
    EXPECT_NE(venue.state()["journal"]["error"].get<std::string>().find("No space"),
              std::string::npos);
    EXPECT_GE(venue.state()["clients"]["cut_off_for_room"], 1);
    EXPECT_TRUE(traders.bob.poll()) << "who sends nothing stays";
    traders.alice.disconnect();
    ASSERT_TRUE(traders.alice.connect(venue.order_entry())) << "and what was told can be resumed";
    traders.alice.cancel(other);
    EXPECT_TRUE(traders.alice.poll_until([&] { return !traders.alice.poll(); }));
    EXPECT_EQ(open_orders_of(venue).leaves.size(), 1U) << "that cancel has not happened";

    disk.give_back();
    EXPECT_TRUE(has_room(venue, "orders"));
    ASSERT_TRUE(traders.come_back(venue));
    traders.alice.enter({.side = 'B', .price = 390'000});
    ASSERT_TRUE(traders.alice.catch_up());
    EXPECT_EQ(traders.alice.open().size(), 2U);
    traders.expect_equal(venue);
    venue.kill_hard();
    ASSERT_TRUE(venue.start()) << venue.output();
    ASSERT_TRUE(traders.come_back(venue));
    traders.expect_equal(venue);
    venue.kill_hard();
}

}  // namespace
}  // namespace hotpath::venue_tests
