// LiveFeed: from gap to request to snapshot and back, each limit at its edge.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "tests/support/feed_venue.hpp"
#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::feed {
namespace {

using protocols::nasdaq::moldudp64::RequestPacket;
using support::FeedVenue;

constexpr Nanos kGapTimeout{1'000};
constexpr Nanos kRetry{10'000};
constexpr Nanos kSnapshotTimeout{100'000};
constexpr Nanos kSnapshotInterval{50'000};

constexpr LiveFeedOptions kOptions{.lines = {.store = {.messages_max = 64}},
                                   .requests = {.gap_timeout = kGapTimeout,
                                                .retry_interval = kRetry,
                                                .attempts_max = 2,
                                                .messages_max = 10,
                                                .requests_max = 3},
                                   .snapshot_timeout = kSnapshotTimeout,
                                   .snapshot_interval = kSnapshotInterval};

struct Hearer : NullListener {
    void on_feed_state(FeedState state, Time) noexcept { states.push_back(state); }
    void on_book(const book::BookUpdate&, Time) noexcept { ++updates; }
    std::vector<FeedState> states;
    int updates = 0;
};

/// What was asked for: "4+2" is two messages from number 4 on.
std::string text_of(const RequestPacket& request) {
    return std::to_string(request.load_sequence_number()) + "+" +
           std::to_string(request.load_requested_message_count());
}

/// A feed, a venue that has published 200 messages, and a clock that the test moves.
class LiveFeedTest : public ::testing::Test {
  protected:
    explicit LiveFeedTest(const LiveFeedOptions& options = kOptions)
        : feed(*ItchFeed::create(FeedVenue::kBounds, options)) {
        venue.publish(200);
    }

    FeedState give(std::uint64_t first, std::uint64_t count, Line line = Line::A) {
        return feed.on_packet({line, venue.packet(first, count), now}, hearer);
    }
    /// The heartbeat that says so many messages exist.
    FeedState give_heartbeat(std::uint64_t next) { return give(next, 0); }
    FeedState at(Time time) {
        now = time;
        return feed.on_timer(now, hearer);
    }
    std::vector<std::string> requests() {
        std::vector<std::string> all;
        feed.for_each_request([&](Bytes bytes) {
            RequestPacket request;
            EXPECT_EQ(protocols::nasdaq::moldudp64::decode_request(bytes, request),
                      protocols::DecodeStatus::Ok);
            EXPECT_EQ(request.load_session(), venue.session());
            all.push_back(text_of(request));
        });
        return all;
    }
    /// Both rounds go unanswered.
    void give_up() {
        at(now + kGapTimeout);
        at(now + kRetry);
        at(now + kRetry);
        ASSERT_EQ(feed.state(), FeedState::SnapshotWanted);
    }
    FeedState load_snapshot(const std::vector<FeedVenue::Message>& messages) {
        feed.on_snapshot_begin(now, hearer);
        for (const FeedVenue::Message& message : messages) {
            feed.on_snapshot_message(message, now, hearer);
        }
        return feed.state();
    }
    void expect_books_of_message(std::uint64_t sequence_number) {
        EXPECT_EQ(feed.next_sequence_number(), sequence_number + 1);
        EXPECT_EQ(feed.books().checksum(), venue.checksum_after(sequence_number));
    }

    FeedVenue venue{7, "MONDAY"};
    Hearer hearer;
    ItchFeed feed;
    Time now{1'000'000};
};

using enum FeedState;
using Strings = std::vector<std::string>;

TEST_F(LiveFeedTest, IsIdleThenLiveWithTheFirstMessage) {
    EXPECT_EQ(feed.state(), Idle);
    EXPECT_TRUE(feed.is_stale());
    EXPECT_EQ(feed.next_deadline(), kNever);
    EXPECT_EQ(give(1, 5), Live);
    EXPECT_EQ(give(1, 5, Line::B), Live);
    EXPECT_EQ(give(6, 5, Line::B), Live);
    EXPECT_FALSE(feed.is_stale());
    expect_books_of_message(10);
    EXPECT_EQ(hearer.states, std::vector{Live});
}

TEST_F(LiveFeedTest, AGapFilledByTheOtherLineInTimeIsNotRequested) {
    give(1, 3);
    EXPECT_EQ(give(6, 2), Waiting);
    EXPECT_FALSE(feed.is_stale()) << "right as far as it goes";
    EXPECT_EQ(feed.next_deadline(), now + kGapTimeout);
    at(now + Nanos{kGapTimeout.value - 1});
    EXPECT_EQ(give(4, 2, Line::B), Live);
    EXPECT_EQ(feed.next_deadline(), kNever);
    EXPECT_EQ(requests(), Strings{});
    expect_books_of_message(7);
    EXPECT_EQ(hearer.states, (std::vector{Live, Waiting, Live}));
}

TEST_F(LiveFeedTest, AsksWhenTheTimeoutIsReachedAndNotBefore) {
    give(1, 3);
    give(6, 2);
    const Time begin = now;
    EXPECT_EQ(at(begin + Nanos{kGapTimeout.value - 1}), Waiting);
    EXPECT_EQ(requests(), Strings{});
    EXPECT_EQ(at(begin + kGapTimeout), Requesting);
    EXPECT_TRUE(feed.is_stale());
    EXPECT_EQ(requests(), Strings{"4+2"});
    EXPECT_EQ(requests(), Strings{}) << "once";
    at(begin + kGapTimeout + Nanos{1});
    EXPECT_EQ(requests(), Strings{}) << "the answer has its time";
}

TEST_F(LiveFeedTest, APacketMovesTheClockLikeATimer) {
    give(1, 3);
    give(6, 2);
    now = now + kGapTimeout;
    EXPECT_EQ(give(8, 1), Requesting);
    EXPECT_EQ(requests(), Strings{"4+2"});
}

TEST_F(LiveFeedTest, AsksAgainThenGivesUpEachAtItsTime) {
    give(1, 3);
    give(6, 2);
    const Time asked = now + kGapTimeout;
    at(asked);
    EXPECT_EQ(requests(), Strings{"4+2"});
    at(asked + Nanos{kRetry.value - 1});
    EXPECT_EQ(requests(), Strings{});
    at(asked + kRetry);
    EXPECT_EQ(requests(), Strings{"4+2"});
    EXPECT_EQ(at(asked + Nanos{2 * kRetry.value - 1}), Requesting);
    EXPECT_EQ(at(asked + Nanos{2 * kRetry.value}), SnapshotWanted);
    EXPECT_EQ(requests(), Strings{});
    EXPECT_EQ(feed.next_deadline(), kNever);
    EXPECT_EQ(feed.gap_counters().rounds, 2U);
    EXPECT_EQ(feed.gap_counters().given_up, 1U);
}

TEST_F(LiveFeedTest, AnAnswerFillsTheGapAndItsCopyIsADuplicate) {
    give(1, 3);
    give(6, 2);
    at(now + kGapTimeout);
    EXPECT_EQ(give(4, 2, Line::Replies), Live);
    EXPECT_EQ(give(4, 2, Line::Replies), Live);
    expect_books_of_message(7);
    EXPECT_EQ(feed.lines().counters(Line::Replies).messages_first, 2U);
    EXPECT_EQ(feed.lines().counters(Line::Replies).duplicates, 1U);
    EXPECT_EQ(feed.next_deadline(), kNever);
}

TEST_F(LiveFeedTest, AfterPartOfAnAnswerTheRestIsAskedForWithFreshAttempts) {
    give(1, 3);
    give(8, 1);
    const Time asked = now + kGapTimeout;
    at(asked);
    EXPECT_EQ(requests(), Strings{"4+4"});
    EXPECT_EQ(give(4, 2, Line::Replies), Requesting);
    EXPECT_EQ(feed.next_deadline(), asked + kRetry);
    at(asked + kRetry);
    EXPECT_EQ(requests(), Strings{"6+2"});
    at(asked + Nanos{2 * kRetry.value});
    EXPECT_EQ(requests(), Strings{"6+2"});
    EXPECT_EQ(at(asked + Nanos{3 * kRetry.value}), SnapshotWanted);
}

TEST_F(LiveFeedTest, ARoundAsksForSeveralPiecesOfOnePacketEach) {
    give(1, 3);
    give(17, 1);  // 4 to 16
    give(20, 1);  // 18, 19
    give(30, 5);  // 21 to 29
    at(now + kGapTimeout);
    EXPECT_EQ(requests(), (Strings{"4+10", "14+3", "18+2"}));
    EXPECT_EQ(give(4, 10, Line::Replies), Requesting);
    give(14, 3, Line::Replies);
    EXPECT_EQ(requests(), Strings{});
    EXPECT_EQ(give(18, 2, Line::Replies), Requesting)
        << "the rest is an old gap, asked for at once";
    EXPECT_EQ(requests(), Strings{"21+9"});
    EXPECT_EQ(give(21, 9, Line::Replies), Live);
    expect_books_of_message(34);
}

TEST_F(LiveFeedTest, TheLastMessageOfAnOldGapIsAskedForAtOnceANewOneIsNot) {
    give(1, 3);
    give_heartbeat(35);
    at(now + kGapTimeout);
    EXPECT_EQ(requests(), (Strings{"4+10", "14+10", "24+10"}));
    give(4, 10, Line::Replies);
    give(14, 10, Line::Replies);
    give_heartbeat(36);
    EXPECT_EQ(give(24, 10, Line::Replies), Requesting);
    EXPECT_EQ(requests(), Strings{"34+2"});
    give_heartbeat(38);
    EXPECT_EQ(give(34, 2, Line::Replies), Waiting) << "36 and 37 are news";
    EXPECT_EQ(requests(), Strings{});
}

TEST_F(LiveFeedTest, AHundredGapsCostAHundredRequests) {
    for (std::uint64_t first = 1; first < 200; first += 2) {
        give(first, 1);
        if (first > 1) {
            at(now + kGapTimeout);
            for (const std::string& request : requests()) {
                EXPECT_EQ(request, std::to_string(first - 1) + "+1");
                give(first - 1, 1, Line::Replies);
            }
        }
    }
    EXPECT_EQ(feed.gap_counters().gaps, 99U);
    EXPECT_EQ(feed.gap_counters().requests, 99U);
    expect_books_of_message(199);
}

TEST_F(LiveFeedTest, AHeartbeatShowsThatTheLastMessagesAreMissing) {
    give(1, 3);
    EXPECT_EQ(give_heartbeat(4), Live);
    EXPECT_EQ(give_heartbeat(9), Waiting);
    at(now + kGapTimeout);
    EXPECT_EQ(requests(), Strings{"4+5"});
    EXPECT_EQ(give(4, 5, Line::Replies), Live);
    expect_books_of_message(8);
}

TEST_F(LiveFeedTest, TheSessionEndsWhenItsLastMessageIsThere) {
    for (std::uint64_t first = 1; first <= 181; first += 20) {
        give(first, first == 181 ? 15 : 20);
    }
    EXPECT_EQ(feed.on_packet({Line::A, venue.end_of_session(), now}, hearer), Waiting);
    EXPECT_FALSE(feed.is_ended());
    EXPECT_EQ(at(now + kGapTimeout), Requesting);
    EXPECT_EQ(requests(), Strings{"196+5"});
    EXPECT_EQ(give(196, 4, Line::Replies), Requesting);
    EXPECT_EQ(give(200, 1, Line::Replies), Ended);
    EXPECT_FALSE(feed.is_stale());
    EXPECT_EQ(feed.on_packet({Line::B, venue.end_of_session(), now}, hearer), Ended);
    expect_books_of_message(200);
}

TEST_F(LiveFeedTest, AnotherSessionIsBelievedWhenPacketsAgreeEvenAmidAGap) {
    FeedVenue tuesday(8, "TUESDAY");
    tuesday.publish(20);
    give(1, 30);
    give(33, 1);
    at(now + kGapTimeout);
    ASSERT_EQ(feed.state(), Requesting);
    for (std::uint64_t first = 1; first <= 2; ++first) {
        feed.on_packet({Line::A, tuesday.packet(first, 1), now}, hearer);
        EXPECT_EQ(feed.lines().session(), venue.session());
    }
    hearer.updates = 0;
    feed.on_packet({Line::B, tuesday.packet(1, 2), now}, hearer);
    EXPECT_EQ(feed.lines().session(), tuesday.session());
    EXPECT_EQ(feed.state(), Live);
    EXPECT_GT(hearer.updates, 10) << "the listener hears the old orders go";
    EXPECT_EQ(hearer.states, (std::vector{Live, Waiting, Requesting, Idle, Live}));
    feed.on_packet({Line::A, tuesday.packet(3, 18), now}, hearer);
    EXPECT_EQ(feed.books().checksum(), tuesday.checksum_after(20));
    EXPECT_EQ(requests(), Strings{});
}

TEST_F(LiveFeedTest, RequestsOfOneSessionAreDroppedInTheNext) {
    FeedVenue tuesday(8, "TUESDAY");
    tuesday.publish(20);
    give(1, 30);
    give(33, 1);
    at(now + kGapTimeout);
    for (int i = 0; i < 2; ++i) {
        feed.on_packet({Line::A, tuesday.packet(3, 1), now}, hearer);
    }
    EXPECT_EQ(feed.on_packet({Line::A, tuesday.packet(3, 1), now}, hearer), Waiting);
    EXPECT_EQ(feed.next_deadline(), now + kGapTimeout) << "a new gap, not one asked for";
    EXPECT_EQ(requests(), Strings{});
}

TEST_F(LiveFeedTest, AfterTheEndTheNextSessionIsBelievedAtOnce) {
    FeedVenue tuesday(8, "TUESDAY");
    tuesday.publish(4);
    for (std::uint64_t first = 1; first <= 200; first += 20) {
        give(first, 20);
    }
    ASSERT_EQ(feed.on_packet({Line::A, venue.end_of_session(), now}, hearer), Ended);
    EXPECT_EQ(feed.on_packet({Line::A, tuesday.packet(1, 4), now}, hearer), Live);
    EXPECT_EQ(feed.books().checksum(), tuesday.checksum_after(4));
}

TEST_F(LiveFeedTest, TheSnapshotIsSplicedWithWhatWasKeptAtItsNumber) {
    give(1, 3);
    give(6, 2);
    give_up();
    EXPECT_TRUE(feed.wants_snapshot());
    // The snapshot holds 1 to 20; live messages 11 to 30 have come in the meantime, but for 24.
    FeedVenue then(7, "MONDAY");
    then.publish(20);
    give(11, 13);
    EXPECT_EQ(give(25, 6), SnapshotWanted);
    feed.on_snapshot_begin(now, hearer);
    EXPECT_EQ(feed.state(), SnapshotLoading);
    EXPECT_EQ(feed.books().open_orders(), 0U);
    EXPECT_EQ(load_snapshot(then.snapshot()), Waiting) << "right up to the gap behind it";
    expect_books_of_message(23);
    at(now + kGapTimeout);
    EXPECT_EQ(requests(), Strings{"24+1"});
    EXPECT_EQ(give(24, 1, Line::Replies), Live);
    expect_books_of_message(30);
    EXPECT_EQ(feed.counters().snapshots_applied, 1U);
}

TEST_F(LiveFeedTest, ASnapshotNewerThanEverythingKeptStandsAlone) {
    give(1, 3);
    give(6, 2);
    give_up();
    EXPECT_EQ(load_snapshot(venue.snapshot()), Live);
    expect_books_of_message(200);
    EXPECT_EQ(give(150, 10), Live);
    EXPECT_EQ(feed.lines().counters(Line::A).duplicates, 1U);
}

TEST_F(LiveFeedTest, WhenTheStoreNoLongerReachesBackToTheSnapshotAnotherIsFetched) {
    give(1, 3);
    give(6, 2);
    give_up();
    FeedVenue then(7, "MONDAY");
    then.publish(20);
    for (std::uint64_t first = 11; first <= 101; first += 10) {
        give(first, 10);  // the store holds 64: 47 to 110
    }
    EXPECT_EQ(load_snapshot(then.snapshot()), SnapshotDelayed);
    EXPECT_EQ(feed.counters().snapshots_too_old, 1U);
    EXPECT_EQ(feed.next_deadline(), now + kSnapshotInterval);
    const Time failed = now;
    EXPECT_EQ(at(failed + Nanos{kSnapshotInterval.value - 1}), SnapshotDelayed);
    EXPECT_EQ(at(failed + kSnapshotInterval), SnapshotWanted);
    give(111, 2);  // far ahead of the snapshot: the third packet is believed
    give(113, 1);
    give(114, 2);
    then.publish(93);
    EXPECT_EQ(load_snapshot(then.snapshot()), Live);
    expect_books_of_message(115);
}

TEST_F(LiveFeedTest, TheStoreReachesBackExactlyAsFarAsItHolds) {
    for (const std::uint64_t snapshot : {45U, 46U}) {
        ItchFeed other = *ItchFeed::create(FeedVenue::kBounds, kOptions);
        std::swap(feed, other);
        give(1, 3);
        give(6, 2);
        give_up();
        FeedVenue then(7, "MONDAY");
        then.publish(snapshot);
        for (std::uint64_t first = 11; first <= 101; first += 10) {
            give(first, 10);  // the store holds 47 to 110
        }
        EXPECT_EQ(load_snapshot(then.snapshot()), snapshot == 46 ? Live : SnapshotDelayed);
    }
}

TEST_F(LiveFeedTest, ASnapshotIsLateLostOrUnreadable) {
    give(1, 3);
    give(6, 2);
    give_up();
    const Time begin = now;
    feed.on_snapshot_begin(now, hearer);
    EXPECT_EQ(feed.next_deadline(), begin + kSnapshotTimeout);
    EXPECT_EQ(at(begin + Nanos{kSnapshotTimeout.value - 1}), SnapshotLoading);
    EXPECT_EQ(at(begin + kSnapshotTimeout), SnapshotDelayed);
    at(now + kSnapshotInterval);
    EXPECT_EQ(feed.on_snapshot_lost(now, hearer), SnapshotDelayed) << "could not be opened";
    at(now + kSnapshotInterval);
    feed.on_snapshot_begin(now, hearer);
    EXPECT_EQ(feed.on_snapshot_lost(now, hearer), SnapshotDelayed) << "cut";
    at(now + kSnapshotInterval);
    feed.on_snapshot_begin(now, hearer);
    const FeedVenue::Message whole = venue.snapshot().front();
    EXPECT_EQ(feed.on_snapshot_message(Bytes(whole).first(5), now, hearer), SnapshotDelayed);
    at(now + kSnapshotInterval);
    const protocols::nasdaq::glimpse50::EndOfSnapshot end_without_number;
    EXPECT_EQ(load_snapshot({FeedVenue::copy(end_without_number.bytes())}), SnapshotDelayed);
    EXPECT_EQ(feed.counters().snapshots_failed, 5U);
    at(now + kSnapshotInterval);
    EXPECT_EQ(load_snapshot(venue.snapshot()), Live) << "and in the end it works";
    expect_books_of_message(200);
}

TEST_F(LiveFeedTest, MessagesOfAnUnexpectedSnapshotAreIgnored) {
    give(1, 5);
    EXPECT_EQ(load_snapshot(venue.snapshot()), Live);
    EXPECT_EQ(feed.on_snapshot_lost(now, hearer), Live);
    expect_books_of_message(5);
}

TEST_F(LiveFeedTest, ALateJoinerFetchesASnapshotInsteadOfTheWholeDay) {
    give(100, 5);
    EXPECT_EQ(feed.state(), Idle) << "one packet with a far number is not believed";
    give(105, 5);
    EXPECT_EQ(give(110, 5), SnapshotWanted);
    EXPECT_EQ(requests(), Strings{});
    FeedVenue then(7, "MONDAY");
    then.publish(112);
    give(115, 5);
    EXPECT_EQ(load_snapshot(then.snapshot()), Waiting) << "113 and 114 came before it was believed";
    at(now + kGapTimeout);
    EXPECT_EQ(requests(), Strings{"113+2"});
    EXPECT_EQ(give(113, 2, Line::Replies), Live);
    expect_books_of_message(119);
}

TEST_F(LiveFeedTest, ASlightlyLateJoinerRequestsTheFirstMessages) {
    EXPECT_EQ(give(12, 1), Idle) << "which session it is, one packet does not say";
    EXPECT_EQ(give(12, 1, Line::B), Idle);
    EXPECT_EQ(give(12, 3), Waiting);
    at(now + kGapTimeout);
    EXPECT_EQ(requests(), (Strings{"1+10", "11+1"}));
    give(11, 1, Line::Replies);
    EXPECT_EQ(give(1, 10, Line::Replies), Live);
    expect_books_of_message(14);
}

TEST_F(LiveFeedTest, AGapThatTheStoreCannotHoldGoesToTheSnapshotAtOnce) {
    give(1, 3);
    EXPECT_EQ(give_heartbeat(4 + 64), Waiting);
    EXPECT_EQ(give_heartbeat(4 + 65), SnapshotWanted);
}

TEST_F(LiveFeedTest, ASingleFarNumberOrForeignSessionIsNotBelieved) {
    FeedVenue other(9, "OTHER");
    other.publish(3);
    give(1, 3);
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(give_heartbeat(190), Live);
        EXPECT_EQ(feed.on_packet({Line::B, other.packet(1, 3), now}, hearer), Live);
        EXPECT_EQ(give_heartbeat(4), Live);
    }
    EXPECT_EQ(feed.lines().counters(Line::A).doubted, 10U);
    EXPECT_EQ(feed.lines().counters(Line::B).doubted, 2U) << "before three packets were ours";
    EXPECT_EQ(feed.lines().counters(Line::B).others, 8U);
    expect_books_of_message(3);
}

TEST_F(LiveFeedTest, PacketsAllocateNothingThroughGapRequestAndSnapshot) {
    struct Counter : NullListener {
        void on_feed_state(FeedState, Time) noexcept { ++states; }
        int states = 0;
    } counter;
    std::vector<FeedVenue::Message> packets;
    for (std::uint64_t first = 1; first <= 195; first += 5) {
        packets.push_back(venue.packet(first, 5));
    }
    const std::vector<FeedVenue::Message> snapshot = venue.snapshot();
    int asked = 0;
    const NoAllocScope scope;
    for (std::size_t i = 0; i < packets.size(); ++i) {
        if (i % 3 != 1 || i < 20) {
            feed.on_packet({Line::A, packets[i], now}, counter);
        }
        now = now + kRetry;
        feed.on_timer(now, counter);
        feed.for_each_request([&](Bytes) { ++asked; });
    }
    feed.on_snapshot_begin(now, counter);
    for (const FeedVenue::Message& message : snapshot) {
        feed.on_snapshot_message(message, now, counter);
    }
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_EQ(feed.state(), Live);
    EXPECT_GT(asked, 1);
    EXPECT_GT(counter.states, 4);
    expect_books_of_message(200);
}

TEST_F(LiveFeedTest, AFilterKeepsOutOfTheBooksButNotOutOfTheSequence) {
    FilteredItchFeed of_others =
        *FilteredItchFeed::create(FeedVenue::kBounds, kOptions, SymbolFilter({*Symbol::from("X")}));
    std::vector<Symbol> all;
    for (std::uint16_t id = 1; id <= FeedVenue::kBounds.instruments_max; ++id) {
        all.push_back(FeedVenue::symbol_of(id));
    }
    FilteredItchFeed of_test =
        *FilteredItchFeed::create(FeedVenue::kBounds, kOptions, SymbolFilter(all));
    const FeedVenue::Message packet = venue.packet(1, 30);
    EXPECT_EQ(of_others.on_packet({Line::A, packet, now}, hearer), Live);
    EXPECT_EQ(of_test.on_packet({Line::A, packet, now}, hearer), Live);
    EXPECT_EQ(of_others.next_sequence_number(), 31U);
    EXPECT_EQ(of_others.books().open_orders(), 0U);
    EXPECT_EQ(of_test.books().checksum(), venue.checksum_after(30));
}

class LiveFeedWithoutSnapshots : public LiveFeedTest {
  protected:
    LiveFeedWithoutSnapshots()
        : LiveFeedTest([] {
              LiveFeedOptions options = kOptions;
              options.has_snapshots = false;
              options.requests.attempts_max = 0;
              return options;
          }()) {}
};

TEST_F(LiveFeedWithoutSnapshots, GoesOnWithoutWhatIsMissingUntilTheOwnerAcceptsIt) {
    give(1, 3);
    give(6, 2);
    EXPECT_EQ(at(now + Nanos{kGapTimeout.value - 1}), Waiting);
    EXPECT_EQ(at(now + Nanos{1}), Incomplete);
    EXPECT_TRUE(feed.is_stale());
    EXPECT_EQ(requests(), Strings{});
    EXPECT_EQ(feed.next_sequence_number(), 8U);
    EXPECT_EQ(feed.counters().messages_skipped, 2U);
    EXPECT_EQ(give(8, 2), Incomplete);
    EXPECT_EQ(give(11, 1), Incomplete) << "waiting for 10, and wrong already";
    EXPECT_EQ(give(10, 1), Incomplete);
    EXPECT_EQ(feed.accept_gap(now, hearer), Live);
    EXPECT_EQ(feed.next_sequence_number(), 12U);
}

TEST_F(LiveFeedWithoutSnapshots, SkipsAsFarAsNeededWhenMoreIsMissingThanItHolds) {
    give(1, 3);
    give(6, 1);
    give(8, 1);
    EXPECT_EQ(give_heartbeat(60), Waiting);
    EXPECT_EQ(give_heartbeat(100), Incomplete);
    EXPECT_EQ(feed.next_sequence_number(), 100U);
    EXPECT_EQ(feed.counters().messages_skipped, 96U - 2U);
    EXPECT_EQ(feed.next_deadline(), kNever);
}

TEST(LiveFeedOptionsTest, BoundsThatCannotWorkAreRefused) {
    const auto is_refused = [](auto&& change) {
        LiveFeedOptions options = kOptions;
        change(options);
        return !ItchFeed::create(FeedVenue::kBounds, options).has_value();
    };
    EXPECT_FALSE(is_refused([](auto&) {}));
    EXPECT_TRUE(is_refused([](auto& o) { o.lines.store.messages_max = 100; }));
    EXPECT_TRUE(is_refused([](auto& o) { o.lines.store.messages_max = 32; }));
    EXPECT_TRUE(is_refused([](auto& o) { o.lines.store.message_length_max = 0; }));
    EXPECT_TRUE(is_refused([](auto& o) { o.lines.believe_after = 0; }));
    EXPECT_TRUE(is_refused([](auto& o) { o.requests.messages_max = 0; }));
    EXPECT_TRUE(is_refused([](auto& o) { o.requests.messages_max = 0xFFFF; }));
    EXPECT_TRUE(is_refused([](auto& o) { o.requests.requests_max = 0; }));
    EXPECT_TRUE(is_refused([](auto& o) { o.requests.retry_interval = {}; }));
    EXPECT_TRUE(is_refused([](auto& o) { o.requests.gap_timeout = {-1}; }));
    EXPECT_TRUE(is_refused([](auto& o) { o.snapshot_timeout = {}; }));
    EXPECT_TRUE(is_refused([](auto& o) { o.snapshot_interval = {}; }));
    EXPECT_FALSE(ItchFeed::create({.orders_max = 0}, kOptions).has_value());
}

}  // namespace
}  // namespace hotpath::feed
