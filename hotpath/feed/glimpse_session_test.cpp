// Both sides of GLIMPSE against each other: a feed that has lost too much logs on to the venue's
// snapshot server, and its books are the venue's again. The connection is cut and chopped on the
// way.

#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/snapshot_server.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/server.hpp"
#include "tests/support/feed_venue.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::feed {
namespace {

using protocols::nasdaq::glimpse50::PieceKind;
using protocols::nasdaq::glimpse50::SnapshotPiece;
using protocols::nasdaq::glimpse50::SnapshotServer;
using protocols::nasdaq::soupbintcp::SoupClient;
using protocols::nasdaq::soupbintcp::SoupServer;
using support::FeedVenue;

/// The venue's books of the moment at which a snapshot begins, one message at a time.
struct VenueBooks {
    void begin_snapshot() {
        messages = venue.snapshot();
        messages.pop_back();  // the server says the end itself
        next = 0;
        number = venue.next_sequence_number();
    }
    SnapshotPiece next_piece(MutableBytes room) {
        if (next == messages.size()) {
            return {.kind = PieceKind::End};
        }
        const FeedVenue::Message& message = messages[next++];
        std::ranges::copy(message, room.begin());
        return {.kind = PieceKind::Message, .length = message.size()};
    }
    bool is_fixed() const { return true; }
    std::uint64_t next_sequence_number() const { return number; }

    const FeedVenue& venue;
    std::vector<FeedVenue::Message> messages{};
    std::size_t next = 0;
    std::uint64_t number = 0;
};

/// The venue's end of one connection.
struct GlimpseConnection : protocols::nasdaq::soupbintcp::NullServerListener {
    explicit GlimpseConnection(SnapshotServer& of) : snapshots(of) {}

    protocols::nasdaq::soupbintcp::LoginAnswer on_login(
        const protocols::nasdaq::soupbintcp::LoginRequest&) {
        using protocols::nasdaq::soupbintcp::LoginAnswer;
        stream = snapshots.join();
        return stream == nullptr
                   ? LoginAnswer::reject(
                         protocols::nasdaq::soupbintcp::RejectReason::SessionNotAvailable)
                   : LoginAnswer::accept(*stream,
                                         protocols::nasdaq::soupbintcp::to_session("GLIMPSE"));
    }
    void leave_if_over() {
        if (stream != nullptr && soup.is_closed()) {
            snapshots.leave(*std::exchange(stream, nullptr));
        }
    }

    SnapshotServer& snapshots;
    SoupServer soup = *SoupServer::create({});
    const protocols::SequencedStore* stream = nullptr;
};

/// A feed that remembers 64 messages and has no re-request server, and how it gets its snapshots.
class SnapshotSession {
  public:
    explicit SnapshotSession(std::uint64_t seed) : random_(seed), venue_(seed, "MONDAY") {
        publish(200);
    }

    /// The live line, of which a part arrives.
    void publish(std::size_t messages) {
        const std::uint64_t first = venue_.next_sequence_number();
        venue_.publish(messages);
        for (std::uint64_t number = first; number < venue_.next_sequence_number(); ++number) {
            feed_.on_packet({Line::A, venue_.packet(number, 1), now_}, ignored_);
        }
    }
    void lose(std::size_t messages) { venue_.publish(messages); }

    /// One turn of both loops; `cut` breaks the connection.
    void turn(bool cut) {
        now_ = now_ + Nanos{10'000'000};
        feed_.on_timer(now_, ignored_);
        if (client_.is_closed() && feed_.wants_snapshot()) {
            client_.begin_session(protocols::nasdaq::soupbintcp::kCurrentSession, 1);
            connection_.leave_if_over();
            connection_.soup.on_connected(now_);
            client_.on_connected(now_);
            feed_.on_snapshot_begin(now_, ignored_);
        }
        snapshots_.on_turn(books_);
        connection_.soup.on_timer(now_);
        exchange();
        if (cut && !client_.is_closed()) {
            connection_.soup.on_disconnected();
            client_.on_disconnected();
            feed_.on_snapshot_lost(now_, ignored_);
        }
    }

    [[nodiscard]] bool is_right() const {
        return feed_.state() == FeedState::Live &&
               feed_.books().checksum() == venue_.checksum_after(venue_.next_sequence_number() - 1);
    }
    [[nodiscard]] const ItchFeed& feed() const { return feed_; }
    Random& random() { return random_; }

  private:
    /// What the client hears is the feed's.
    struct Loader : protocols::nasdaq::soupbintcp::NullClientListener {
        explicit Loader(SnapshotSession& session)
            : feed(session.feed_), ignored(session.ignored_), now(session.now_) {}
        void on_sequenced(std::uint64_t, Bytes message) {
            feed.on_snapshot_message(message, now, ignored);
        }
        ItchFeed& feed;
        NullListener& ignored;
        Time now;
    };

    void exchange() {
        const Bytes request = client_.output();
        connection_.soup.on_bytes(request, now_, connection_);
        client_.on_written(request.size());
        const Bytes answer = connection_.soup.output();
        const std::size_t piece = random_.below(answer.size() + 1);
        Loader loader(*this);
        client_.on_bytes(answer.first(piece), now_, loader);
        connection_.soup.on_written(piece);
    }

    Random random_;
    FeedVenue venue_;
    VenueBooks books_{venue_};
    NullListener ignored_;
    ItchFeed feed_ = *ItchFeed::create(
        FeedVenue::kBounds,
        {.lines = {.store = {.messages_max = 64}}, .requests = {.attempts_max = 0}});
    SnapshotServer snapshots_ = *SnapshotServer::create(
        {.snapshot = {.messages_max = 1'000, .bytes_max = 50'000, .message_length_max = 50},
         .pieces_per_turn = 7});
    GlimpseConnection connection_{snapshots_};
    SoupClient client_ = *SoupClient::create({});
    Time now_{1'000};
};

TEST(GlimpseSession, AFeedThatHasLostTooMuchIsRightAfterASnapshot) {
    SnapshotSession session(1);
    ASSERT_TRUE(session.is_right());
    session.lose(100);
    session.publish(10);  // so many packets from so far ahead are believed
    EXPECT_FALSE(session.is_right());
    for (int i = 0; i < 1'000 && !session.is_right(); ++i) {
        session.turn(false);
    }
    EXPECT_TRUE(session.is_right());
    EXPECT_EQ(session.feed().counters().snapshots_applied, 1U);
}

TEST(GlimpseSession, TheFeedGoesOnWhileTheSnapshotIsReadAndTheConnectionBreaks) {
    const std::uint64_t first = support::seed_of_this_test(1);
    for (std::uint64_t seed = first; seed < first + 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        SnapshotSession session(seed);
        session.lose(80 + session.random().below(100));
        session.publish(1);
        for (int i = 0; i < 400; ++i) {
            session.publish(session.random().one_in(20) ? 1 : 0);
            session.turn(session.random().one_in(40));
        }
        for (int i = 0; i < 5'000 && !session.is_right(); ++i) {
            session.turn(false);
        }
        ASSERT_TRUE(session.is_right());
        ASSERT_GE(session.feed().counters().snapshots_applied, 1U);
    }
}

}  // namespace
}  // namespace hotpath::feed
