// The feed path under any packets, requests, snapshots and times in any order: no crash, no state
// that contradicts itself, and the fast books equal their twin.
//
// Input: one byte of what, one of how much, and for raw bytes as many of them. Half of the events
// are a valid venue's, so that the fuzzer gets beyond the framing.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "tests/reference/reference_books.hpp"
#include "tests/support/feed_venue.hpp"

namespace {

using namespace hotpath;
using support::FeedVenue;

constexpr std::uint64_t kMessages = 200;

/// Two feeds that differ only in their books, moved in step.
class Feeds {
  public:
    explicit Feeds(bool has_snapshots)
        : options_{.lines = {.store = {.messages_max = 64}},
                   .requests = {.gap_timeout = {100},
                                .retry_interval = {1'000},
                                .attempts_max = 2,
                                .messages_max = 7,
                                .requests_max = 3},
                   .has_snapshots = has_snapshots,
                   .snapshot_timeout = {20'000},
                   .snapshot_interval = {5'000}} {}

    template <class Event>
    void both(Event&& event) {
        const std::uint64_t before = fast_.next_sequence_number();
        const std::uint64_t sessions = fast_.lines().sessions();
        event(fast_);
        event(twin_);
        check();
        HOTPATH_ASSERT(fast_.next_sequence_number() >= before ||
                           fast_.lines().sessions() != sessions ||
                           fast_.counters().snapshots_too_old > 0,
                       "within a session each message must be delivered once");
    }
    feed::ItchFeed& fast() { return fast_; }
    feed::NullListener& ignored() { return ignored_; }

  private:
    // So many levels that the fast books never run out of memory for ladders.
    static constexpr book::BooksOptions kBounds{
        .orders_max = 60, .levels_max = 600, .instruments_max = 4, .huge_pages = HugePages::Never};

    void check() const {
        const feed::LineArbiter& lines = fast_.lines();
        HOTPATH_ASSERT(fast_.state() == twin_.state(),
                       "the feed's state must not depend on the books");
        HOTPATH_ASSERT(fast_.books().checksum() == twin_.books().checksum(),
                       "the books must be equal");
        HOTPATH_ASSERT(fast_.state() != feed::FeedState::Live || !lines.has_gap(),
                       "a live feed must have no gap");
        HOTPATH_ASSERT(lines.store().size() <= lines.store().messages_max(),
                       "the store must stay within messages_max");
        HOTPATH_ASSERT(lines.is_held() || !lines.store().contains(lines.next_sequence_number()),
                       "the next message must not stay in the store");
    }

    feed::LiveFeedOptions options_;
    feed::ItchFeed fast_ = *feed::ItchFeed::create(kBounds, options_);
    feed::LiveFeed<feed::ItchCodec, book::ReferenceBooks> twin_ =
        *feed::LiveFeed<feed::ItchCodec, book::ReferenceBooks>::create(kBounds, options_);
    feed::NullListener ignored_;
};

class Input {
  public:
    explicit Input(Bytes bytes) : rest_(bytes) {}
    [[nodiscard]] bool empty() const { return rest_.empty(); }
    [[nodiscard]] unsigned byte() {
        if (rest_.empty()) {
            return 0;
        }
        const auto value = std::to_integer<unsigned>(rest_.front());
        rest_ = rest_.subspan(1);
        return value;
    }
    [[nodiscard]] Bytes bytes(std::size_t length) {
        const Bytes taken = rest_.first(std::min(length, rest_.size()));
        rest_ = rest_.subspan(taken.size());
        return taken;
    }

  private:
    Bytes rest_;
};

const FeedVenue& venue() {
    static const FeedVenue kVenue = [] {
        FeedVenue made(1, "FUZZ");
        made.publish(kMessages);
        return made;
    }();
    return kVenue;
}

class Run {
  public:
    Run(Input input, bool has_snapshots) : input_(input), feeds_(has_snapshots) {}

    void all() {
        while (!input_.empty()) {
            const unsigned what = input_.byte();
            const unsigned how_much = input_.byte();
            now_ = now_ + Nanos{(what >> 4U) * 70};
            one(what & 15U, how_much);
        }
    }

  private:
    void one(unsigned what, unsigned how_much) {
        auto& ignored = feeds_.ignored();
        const auto line = static_cast<feed::Line>(how_much % feed::kLines);
        switch (what) {
            case 0:
                return packet(line, input_.bytes(how_much));
            case 1:
            case 2:
            case 3:
            case 4:
                return packet(line, venue().packet(1 + how_much % kMessages, what - 1));
            case 5:
                return answer();
            case 6:
                now_ = now_ + Nanos{how_much * 100};
                return feeds_.both([&](auto& feed) { feed.on_timer(now_, ignored); });
            case 7:
                return feeds_.both([&](auto& feed) { feed.on_snapshot_begin(now_, ignored); });
            case 8:
                return snapshot_message(input_.bytes(how_much));
            case 9:
                return snapshot();
            case 10:
                return feeds_.both([&](auto& feed) { feed.on_snapshot_lost(now_, ignored); });
            case 11:
                return feeds_.both([&](auto& feed) { feed.accept_gap(now_, ignored); });
            case 12:
                return packet(line, venue().end_of_session());
            case 13:
                return follow(line, how_much);
            default:
                return damaged(line, how_much);
        }
    }

    void packet(feed::Line line, Bytes bytes) {
        feeds_.both([&](auto& feed) {
            feed.on_packet({.line = line, .bytes = bytes, .now = now_}, feeds_.ignored());
        });
    }
    /// What the feed waits for next.
    void follow(feed::Line line, unsigned how_much) {
        const std::uint64_t next = feeds_.fast().next_sequence_number();
        if (next + how_much % 8 <= kMessages) {
            packet(line, venue().packet(next, how_much % 8));
        }
    }
    void damaged(feed::Line line, unsigned how_much) {
        FeedVenue::Message bytes = venue().packet(1 + how_much % kMessages, 1);
        bytes[input_.byte() % bytes.size()] ^= static_cast<std::byte>(input_.byte());
        packet(line, bytes);
    }
    void answer() {
        std::vector<FeedVenue::Message> replies;
        feeds_.both([&](auto& feed) {
            replies.clear();
            feed.for_each_request(
                [&](Bytes request) { replies.push_back(venue().answer(request)); });
        });
        for (const FeedVenue::Message& reply : replies) {
            packet(feed::Line::Replies, reply);
        }
    }
    void snapshot_message(Bytes message) {
        feeds_.both([&](auto& feed) { feed.on_snapshot_message(message, now_, feeds_.ignored()); });
    }
    void snapshot() {
        for (const FeedVenue::Message& message : venue().snapshot()) {
            snapshot_message(message);
        }
    }

    Input input_;
    Feeds feeds_;
    Time now_{};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(std::as_bytes(std::span(data, size)));
    const bool has_snapshots = input.byte() % 2 == 0;
    Run(input, has_snapshots).all();
    return 0;
}
