// Two lines that lose, repeat, delay and damage packets, a re-request server and a snapshot server
// that answer when they like: whenever the feed is not stale its books are the venue's, and in the
// end it always gets there.

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "tests/support/feed_venue.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::feed {
namespace {

using support::FeedVenue;
using Message = FeedVenue::Message;

constexpr Nanos kStep{100'000};
constexpr Nanos kSilence{2'000'000};

/// How bad a network and its servers are: once in so many times on average.
struct Faults {
    std::uint64_t loss = 2;
    std::uint64_t duplicate = 5;
    std::uint64_t delay = 3;
    std::uint64_t damage = 8;
    std::uint64_t request_loss = 3;
    std::uint64_t snapshot_refused = 4;
    std::uint64_t snapshot_cut = 3;
    std::uint64_t snapshot_lags = 3;
    std::uint64_t strangers = 0;  // 0: never; three packets of another venue on a line
};

Faults random_faults(Random& random) {
    return {.loss = 2 + random.below(20),
            .duplicate = 2 + random.below(20),
            .delay = 2 + random.below(20),
            .damage = 2 + random.below(40),
            .request_loss = random.one_in(3) ? 1 : 2 + random.below(6),  // 1: nothing ever answers
            .snapshot_refused = 2 + random.below(6),
            .snapshot_cut = 2 + random.below(6),
            .snapshot_lags = 1 + random.below(6),
            .strangers = random.one_in(4) ? 1 + random.below(10) : 0};
}

LiveFeedOptions random_options(Random& random) {
    return {.lines = {.store = {.messages_max = random.one_in(2) ? 64U : 256U},
                      .silence_max = kSilence},
            .requests = {.gap_timeout = {static_cast<std::int64_t>(random.below(400'000))},
                         .retry_interval = {static_cast<std::int64_t>(1 + random.below(900'000))},
                         .attempts_max = static_cast<std::uint32_t>(random.below(4)),
                         .messages_max = static_cast<std::uint16_t>(1 + random.below(27)),
                         .requests_max = static_cast<std::uint32_t>(1 + random.below(4))},
            .snapshot_timeout = {static_cast<std::int64_t>(2'000'000 + random.below(8'000'000))},
            .snapshot_interval = {static_cast<std::int64_t>(1 + random.below(2'000'000))}};
}

/// What happened over all seeds: a test in which nothing goes wrong proves nothing.
struct Totals {
    std::uint64_t requests = 0;
    std::uint64_t filled_by_replies = 0;
    std::uint64_t snapshots_applied = 0;
    std::uint64_t snapshots_failed = 0;
    std::uint64_t snapshots_too_old = 0;
    std::uint64_t malformed = 0;
    std::uint64_t doubted = 0;
    std::uint64_t others = 0;
    std::uint64_t sessions = 0;
    std::uint64_t ended = 0;
};

/// One venue or two days of it, the network, and the feed at its end.
class Network {
  public:
    explicit Network(std::uint64_t seed)
        : random_(seed), faults_(random_faults(random_)), options_(random_options(random_)) {
        days_.emplace_back(random_.next(), "MONDAY");
        if (random_.one_in(6)) {
            days_.emplace_back(random_.next(), "TUESDAY");
        }
        joins_at_ = random_.one_in(3) ? random_.below(40) : 0;
    }

    /// The whole life of the feed; false when it does not recover.
    [[nodiscard]] bool run() {
        for (today_ = 0; today_ < days_.size(); ++today_) {
            if (today_ > 0 && !feed_.is_ended()) {
                now_ = now_ + kSilence + kStep;  // the night
            }
            const std::uint64_t packets = 20 + random_.below(40);
            for (std::uint64_t i = 0; i < packets; ++i) {
                publish();
                step();
            }
            if (random_.one_in(2) || today_ + 1 < days_.size()) {
                is_over_ = random_.one_in(2);
            }
            if (!drain()) {
                return false;
            }
            is_over_ = false;
        }
        return true;
    }

    void add_to(Totals& totals) const {
        totals.requests += feed_.gap_counters().requests;
        totals.filled_by_replies += feed_.lines().counters(Line::Replies).messages_first;
        totals.snapshots_applied += feed_.counters().snapshots_applied;
        totals.snapshots_failed += feed_.counters().snapshots_failed;
        totals.snapshots_too_old += feed_.counters().snapshots_too_old;
        for (const Line line : {Line::A, Line::B, Line::Replies}) {
            totals.malformed += feed_.lines().counters(line).malformed;
            totals.doubted += feed_.lines().counters(line).doubted;
            totals.others += feed_.lines().counters(line).others;
        }
        totals.sessions += feed_.lines().sessions();
        totals.ended += feed_.is_ended() ? 1U : 0U;
    }

    [[nodiscard]] const ItchFeed& feed() const { return feed_; }

  private:
    struct InFlight {
        Line line = Line::A;
        Message bytes;
    };

    FeedVenue& venue() { return days_[std::min(today_, days_.size() - 1)]; }
    /// The day that the feed is in; nothing when a damaged packet has named another.
    [[nodiscard]] const FeedVenue* venue_of_feed() const {
        for (const FeedVenue& day : days_) {
            if (day.session() == feed_.lines().session()) {
                return &day;
            }
        }
        return nullptr;
    }

    void publish() {
        const std::uint64_t first = venue().next_sequence_number();
        const std::uint64_t count = random_.below(6);
        venue().publish(count);
        send_on_lines(venue().packet(first, count));
        ++published_;
        if (faults_.strangers > 0 && random_.one_in(faults_.strangers)) {
            intrude();
        }
    }

    /// Anyone may send to a group, and is not believed while the day's session is alive.
    void intrude() {
        const protocols::nasdaq::moldudp64::Session session = feed_.lines().session();
        const bool is_safe = is_alive();
        stranger_.publish(3);
        const std::uint64_t first = stranger_.next_sequence_number() - 3;
        const bool has_name = random_.one_in(4);
        for (std::uint64_t n = first; n < first + 3; ++n) {
            feed_.on_packet({Line::A, has_name ? far_heartbeat(n) : stranger_.packet(n, 1), now_},
                            ignored_);
            check();
        }
        if (is_safe) {
            ASSERT_EQ(feed_.lines().session(), session);
        }
    }
    /// Under the name of the day, with a number that no message has.
    [[nodiscard]] Message far_heartbeat(std::uint64_t number) {
        constexpr std::uint64_t kFar = 1'000'000;
        Message room(protocols::nasdaq::moldudp64::DownstreamHeader::kLength);
        protocols::nasdaq::moldudp64::PacketWriter writer(room, venue().session(), kFar + number);
        static_cast<void>(writer.finish());
        return room;
    }
    /// No other was believed before it, and more messages have come than two packets hold.
    [[nodiscard]] bool is_alive() const {
        const ItchFeed::Lines& lines = feed_.lines();
        return lines.sessions() == 1 && venue_of_feed() == &days_.front() && !lines.is_ended() &&
               lines.counters(Line::A).messages_first > 10 && now_ - lines.last_heard() <= kSilence;
    }

    /// Heartbeats until the feed has everything.
    [[nodiscard]] bool drain() {
        joins_at_ = 0;
        for (int steps = 0; steps < 20'000; ++steps) {
            send_on_lines(is_over_ ? venue().end_of_session() : venue().heartbeat());
            step();
            const bool is_there = feed_.lines().session() == venue().session() &&
                                  !feed_.is_stale() &&
                                  feed_.next_sequence_number() == venue().next_sequence_number();
            if (is_there && (feed_.is_ended() || !is_over_)) {
                return true;
            }
        }
        return false;
    }

    void send_on_lines(const Message& packet) {
        if (published_ >= joins_at_) {
            send(Line::A, packet);
            send(Line::B, packet);
        }
    }

    void send(Line line, const Message& packet) {
        if (random_.one_in(faults_.loss)) {
            return;
        }
        const int copies = random_.one_in(faults_.duplicate) ? 2 : 1;
        for (int i = 0; i < copies; ++i) {
            Message bytes = packet;
            if (random_.one_in(faults_.damage) && !try_damage(bytes)) {
                continue;
            }
            const std::uint64_t steps = random_.one_in(faults_.delay) ? random_.below(12) : 0;
            const Time due{now_.value + static_cast<std::int64_t>(steps) * kStep.value};
            in_flight_.emplace(due.value, InFlight{line, std::move(bytes)});
        }
    }

    /// False when a receiver could not notice: then the packet counts as lost.
    [[nodiscard]] bool try_damage(Message& bytes) {
        switch (random_.below(7)) {
            case 0:
                bytes.resize(random_.below(bytes.size()));
                break;
            case 1:
                bytes.resize(bytes.size() + 1 + random_.below(4));
                break;
            case 2:
                bytes[18 + random_.below(2)] ^= std::byte{4};
                break;
            case 3:  // a heartbeat that claims messages which do not exist
                if (bytes.size() > protocols::nasdaq::moldudp64::DownstreamHeader::kLength) {
                    return false;
                }
                bytes[17] ^= static_cast<std::byte>(1 + random_.below(31));
                return true;
            case 4:  // a heartbeat that ends the session
                if (bytes.size() > protocols::nasdaq::moldudp64::DownstreamHeader::kLength) {
                    return false;
                }
                bytes[18] = bytes[19] = std::byte{0xFF};
                return true;
            case 5:  // another session
                bytes[random_.below(10)] ^= std::byte{1};
                return true;
            default:  // a number far ahead
                bytes[10 + random_.below(5)] ^= std::byte{16};
                return true;
        }
        protocols::nasdaq::moldudp64::PacketReader packet;
        return packet.open(bytes) != protocols::DecodeStatus::Ok;
    }

    void step() {
        now_ = now_ + kStep;
        while (!in_flight_.empty() && in_flight_.begin()->first <= now_.value) {
            const auto arrived = in_flight_.extract(in_flight_.begin());
            feed_.on_packet({arrived.mapped().line, arrived.mapped().bytes, now_}, ignored_);
            check();
        }
        if (now_ >= feed_.next_deadline()) {
            feed_.on_timer(now_, ignored_);
            check();
        }
        feed_.for_each_request([&](Bytes request) { answer(request); });
        serve_snapshot();
    }

    void answer(Bytes request) {
        if (random_.one_in(faults_.request_loss)) {
            return;
        }
        if (const Message reply = venue().answer(request); !reply.empty()) {
            send(Line::Replies, reply);
        }
    }

    void serve_snapshot() {
        if (feed_.wants_snapshot()) {
            begin_snapshot();
        }
        for (int i = 0; i < 8 && !snapshot_.empty(); ++i) {
            const Message message = std::move(snapshot_.front());
            snapshot_.pop_front();
            feed_.on_snapshot_message(message, now_, ignored_);
            check();
        }
        if (is_cut_ && snapshot_.empty()) {
            is_cut_ = false;
            feed_.on_snapshot_lost(now_, ignored_);
        }
    }

    void begin_snapshot() {
        snapshot_.clear();
        const FeedVenue* const day = venue_of_feed();
        if (day == nullptr || random_.one_in(faults_.snapshot_refused)) {
            feed_.on_snapshot_lost(now_, ignored_);
            return;
        }
        // Servers make one from time to time and hand it out until the next.
        if (snapshot_day_ != day || random_.one_in(faults_.snapshot_lags)) {
            snapshot_day_ = day;
            made_ = day->snapshot();
        }
        snapshot_.assign(made_.begin(), made_.end());
        is_cut_ = random_.one_in(faults_.snapshot_cut);
        if (is_cut_) {
            snapshot_.resize(random_.below(snapshot_.size()));
        }
        feed_.on_snapshot_begin(now_, ignored_);
    }

    void check() {
        const FeedVenue* const day = venue_of_feed();
        if (feed_.is_stale() || day == nullptr) {
            return;
        }
        ASSERT_EQ(feed_.books().checksum(), day->checksum_after(feed_.next_sequence_number() - 1));
        ASSERT_EQ(feed_.books().counters().unknown_orders, 0U);
        ASSERT_EQ(feed_.books().counters().duplicate_orders, 0U);
    }

    Random random_;
    Faults faults_;
    LiveFeedOptions options_;
    NullListener ignored_;
    ItchFeed feed_ = *ItchFeed::create(FeedVenue::kBounds, options_);
    std::deque<FeedVenue> days_;
    FeedVenue stranger_{1, "STRANGER"};
    std::size_t today_ = 0;
    std::uint64_t published_ = 0;  // packets
    std::uint64_t joins_at_ = 0;
    bool is_over_ = false;
    Time now_{};
    std::multimap<std::int64_t, InFlight> in_flight_;  // by when they arrive
    std::vector<Message> made_;
    const FeedVenue* snapshot_day_ = nullptr;
    std::deque<Message> snapshot_;  // what is still to be sent of it
    bool is_cut_ = false;
};

TEST(LiveFeedProperty, BooksAreTheVenuesWhateverTheNetworkDoes) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 10'000, .long_run = 100'000});
    Totals totals;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        Network network(seed);
        ASSERT_TRUE(network.run())
            << "seed " << seed << " does not recover: " << name(network.feed().state()) << ", next "
            << network.feed().next_sequence_number();
        ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
        network.add_to(totals);
    }
    EXPECT_GT(totals.requests, seeds);
    EXPECT_GT(totals.filled_by_replies, seeds);
    EXPECT_GT(totals.snapshots_applied, seeds / 10);
    EXPECT_GT(totals.snapshots_failed, seeds / 100);
    EXPECT_GT(totals.snapshots_too_old, seeds / 1'000);
    EXPECT_GT(totals.malformed, seeds);
    EXPECT_GT(totals.doubted, seeds);
    EXPECT_GT(totals.others, seeds);
    EXPECT_GT(totals.sessions, seeds);
    EXPECT_GT(totals.ended, seeds / 10);
}

}  // namespace
}  // namespace hotpath::feed
