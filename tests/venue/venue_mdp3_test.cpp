// The venue's MDP 3.0 channel, as a separate process: a receiver of its groups has the books that a
// receiver of its ITCH lines has, while users trade, after kill -9, and after a restart; its numbers
// go on.

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/protocols/cme/feed/mdp3_channel.hpp"
#include "tests/support/mdp3_depths.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/venue/feed_client.hpp"
#include "tests/venue/mdp3_groups.hpp"
#include "tests/venue/order_client.hpp"
#include "tests/venue/random_orders.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::venue_tests {
namespace {

constexpr book::BooksOptions kBooks{.orders_max = 50'000,
                                    .levels_max = 50'000,
                                    .instruments_max = 20,
                                    .huge_pages = HugePages::Never};

class Mdp3Client {
  public:
    Mdp3Client(const Mdp3Groups& groups, feed::Mdp3Depth depth)
        : line_a_(join(groups.line_a)),
          line_b_(join(groups.line_b)),
          definitions_(join(groups.definitions)),
          snapshots_(join(depth == feed::Mdp3Depth::ByOrder ? groups.orders : groups.levels)),
          channel_(std::move(*feed::Mdp3Channel::create(
              kBooks, {.depth = depth, .instruments_max = 20, .orders_max = 50'000},
              feed::mdp3_feed_options()))) {}

    [[nodiscard]] const feed::Mdp3Channel& channel() const { return channel_; }

    void poll() {
        std::array<std::byte, 2'048> room{};
        const auto each = [&](net::UdpSocket& socket, auto&& take) {
            while (const auto datagram = socket.receive(room)) {
                take(Bytes(datagram->bytes));
            }
        };
        each(line_a_, [&](Bytes packet) {
            channel_.on_packet({feed::Line::A, packet, steady_now()}, ignored_);
        });
        each(line_b_, [&](Bytes packet) {
            channel_.on_packet({feed::Line::B, packet, steady_now()}, ignored_);
        });
        each(definitions_, [&](Bytes packet) { channel_.on_definition_packet(packet, ignored_); });
        each(snapshots_,
             [&](Bytes packet) { channel_.on_snapshot_packet(packet, steady_now(), ignored_); });
        channel_.on_timer(steady_now(), ignored_);
    }

  private:
    static net::UdpSocket join(const net::Endpoint& group) {
        return std::move(*net::UdpSocket::join({.group = group}));
    }

    net::UdpSocket line_a_;
    net::UdpSocket line_b_;
    net::UdpSocket definitions_;
    net::UdpSocket snapshots_;
    feed::Mdp3Channel channel_;
    feed::NullListener ignored_;
};

/// Levels of all books, by symbol.
using Levels = std::vector<std::pair<std::string, std::vector<std::pair<Price, TotalQty>>>>;

template <class Books>
[[nodiscard]] Levels levels_of(const Books& books, const feed::InstrumentDirectory& directory) {
    Levels all;
    for (const char* symbol : {"AAPL", "GOOG"}) {
        const auto id = directory.find(*Symbol::from(symbol));
        auto& levels = all.emplace_back(symbol, std::vector<std::pair<Price, TotalQty>>{}).second;
        for (const Side side : {Side::Buy, Side::Sell}) {
            std::array<book::Level, 10> best{};
            const std::size_t depth = id ? books.depth(*id, side, best) : 0;
            for (std::size_t i = 0; i < depth; ++i) {
                levels.emplace_back(best[i].price, best[i].qty);
            }
        }
    }
    return all;
}

class VenueMdp3 : public ::testing::TestWithParam<feed::Mdp3Depth> {
  protected:
    /// Until both receivers have the same books, which are not empty; kPatience at most.
    [[nodiscard]] static bool agree(FeedClient& itch, Mdp3Client& mdp3) {
        for (const Time until = steady_now() + kPatience; steady_now() < until;) {
            pause_before_looking_again();
            itch.poll();
            mdp3.poll();
            const auto& received = mdp3.channel().feed();
            if (itch.feed().is_stale() || received.is_stale()) {
                continue;
            }
            const auto levels = levels_of(itch.feed().books(), itch.feed().market().directory());
            if (!levels[0].second.empty() &&
                levels == levels_of(received.books(), received.market().directory())) {
                return true;
            }
        }
        return false;
    }

    Random random_{7};
};

INSTANTIATE_TEST_SUITE_P(EachDepth, VenueMdp3, support::kEachDepth, support::depth_name);

TEST_P(VenueMdp3, ItsReceiversAgreeWithThoseOfItchAlsoAfterAKillAndARestart) {
    const support::TemporaryDirectory folder;
    const Mdp3Groups groups = Mdp3Groups::make();
    VenueProcess venue(folder.path(), {.order_entry = "cancel_on_disconnect = false",
                                       .tables = groups.table(GetParam())});
    Mdp3Client mdp3(groups, GetParam());
    OrderClient alice("ALICE", "A");
    std::uint64_t next_number = 0;
    for (int life = 0; life < 3; ++life) {
        ASSERT_TRUE(venue.start()) << venue.output();
        FeedClient itch(venue, 0, 1);
        ASSERT_TRUE(alice.connect(venue.order_entry()));
        ASSERT_TRUE(alice.catch_up());
        ASSERT_TRUE(enter_random_orders(alice, random_));
        EXPECT_TRUE(agree(itch, mdp3))
            << "life " << life << ", " << name(mdp3.channel().feed().state());
        EXPECT_GT(mdp3.channel().feed().next_sequence_number(), next_number);
        next_number = mdp3.channel().feed().next_sequence_number();
        EXPECT_EQ(mdp3.channel().feed().lines().sessions(), 1U);
        EXPECT_EQ(mdp3.channel().codec().counters().entries_refused, 0U);
        if (life == 0) {
            venue.kill_hard();
        } else {
            EXPECT_EQ(venue.stop(), 0) << venue.output();
        }
        while (alice.poll()) {
        }
    }
    EXPECT_GE(mdp3.channel().codec().counters().channel_resets +
                  mdp3.channel().feed().counters().snapshots_applied,
              3U);
}

TEST(VenueMdp3Configuration, GroupsMustDiffer) {
    const support::TemporaryDirectory folder;
    Mdp3Groups groups = Mdp3Groups::make();
    groups.definitions = groups.line_b;
    VenueProcess venue(folder.path(), {.tables = groups.table(feed::Mdp3Depth::ByOrder)});
    EXPECT_FALSE(venue.start());
    EXPECT_NE(venue.output().find("mdp3.definitions must be a group and port that nothing else"),
              std::string::npos)
        << venue.output();
}

}  // namespace
}  // namespace hotpath::venue_tests
