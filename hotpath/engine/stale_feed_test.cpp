// The engine on a feed that loses packets: nothing is quoted on books that may be wrong, and quotes
// come back when they are right again.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/lossy_day.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/trading_day.hpp"

namespace hotpath::engine {
namespace {

using feed::FeedState;
using feed::Line;
using strategy::BooksState;
using support::kInstrument;
using support::kLocate;
using support::kOther;
using support::kOtherLocate;
using support::kSymbol;
using support::LossyDay;
using support::options_without_requests;
using support::Packet;
using support::small_engine_options;
using support::TestFeed;
using ::testing::ElementsAre;

TEST_F(LossyDay, APacketThatTheOtherLineBringsIsNotMissed) {
    open_market();
    drain();
    const Packet lost = lose_one();
    EXPECT_EQ(engine_.feed().state(), FeedState::Waiting);
    EXPECT_FALSE(engine_.is_stale()) << "between two lines it happens all day";
    EXPECT_EQ(drain(), "");
    hear(lost, Line::B);
    EXPECT_EQ(engine_.feed().state(), FeedState::Live);
    EXPECT_EQ(engine_.books().open_orders(), 4U);
    EXPECT_THAT(engine_.strategy().states, ElementsAre(BooksState::Current));
    EXPECT_EQ(engine_.counters().stale_periods, 0U);
}

TEST_F(LossyDay, AGapThatLastsPullsEverythingAndAsksForIt) {
    open_market();
    EXPECT_EQ(drain(), "O");
    const Packet lost = lose_one();
    EXPECT_EQ(engine_.next_deadline(), now_ + small_engine_options().feed.requests.gap_timeout);
    pass(engine_.next_deadline() - now_);
    EXPECT_TRUE(engine_.is_stale());
    EXPECT_FALSE(engine_.is_tradable(kInstrument));
    EXPECT_EQ(drain(), "X");
    EXPECT_THAT(requests(), ElementsAre(5U));
    EXPECT_EQ(engine_.strategy().timers, 0);
    EXPECT_THAT(engine_.strategy().states, ElementsAre(BooksState::Current, BooksState::Stale));

    const std::size_t books = engine_.strategy().books.size();
    hear(add(6));
    EXPECT_EQ(engine_.strategy().books.size(), books) << "it is not shown books that are behind";
    hear(lost, Line::Replies);
    EXPECT_FALSE(engine_.is_stale());
    EXPECT_EQ(engine_.strategy().books.size(), books + 1);
    EXPECT_EQ(engine_.books().open_orders(), 5U);
    EXPECT_EQ(engine_.strategy().states.back(), BooksState::Current);
    EXPECT_EQ(engine_.counters().stale_periods, 1U);
}

TEST_F(LossyDay, AFeedThatIsMostlyAnotherProtocolsIsNotTradedOnUntilItIsNot) {
    open_market();
    EXPECT_EQ(drain(), "O");
    protocols::nasdaq::itch50::SystemEvent odd;
    odd.store_message_type('?');
    for (int n = 0; n < 4; ++n) {
        EXPECT_TRUE(engine_.is_current());
        hear(packet(odd));
    }
    EXPECT_TRUE(engine_.is_current()) << "four of eight";
    hear(packet(odd));
    EXPECT_TRUE(engine_.feed().market().is_foreign()) << "five of nine";
    EXPECT_TRUE(engine_.is_stale());
    EXPECT_EQ(drain(), "X");
    engine_.accept_gap(now_);
    EXPECT_TRUE(engine_.is_stale()) << "no gap, and nothing to accept";
    hear(add(6));
    pass(Nanos{1});
    EXPECT_FALSE(engine_.feed().market().is_foreign()) << "five of ten";
    EXPECT_TRUE(engine_.is_current());
    EXPECT_THAT(engine_.strategy().states,
                ElementsAre(BooksState::Current, BooksState::Stale, BooksState::Current));
}

TEST_F(LossyDay, PacketsMakeAGapGrowOldToo) {
    open_market();
    drain();
    lose_one();
    now_.value += small_engine_options().feed.requests.gap_timeout.value;
    hear(add(6));
    EXPECT_TRUE(engine_.is_stale());
    EXPECT_EQ(drain(), "X");
    EXPECT_THAT(requests(), ElementsAre(5U));
}

TEST_F(LossyDay, AnOrderAcceptedWhileTheBooksAreStaleIsPulled) {
    open_market();
    protocols::nasdaq::ouch50::EnterOrder entered;
    engine_.for_each_outgoing([&](Bytes message) {
        entered = protocols::nasdaq::ouch50::EnterOrder::at(message.data());
    });
    lose_one();
    engine_.on_order_bytes(support::accepted(entered).bytes(), now_);
    EXPECT_EQ(drain(), "");
    pass(small_engine_options().feed.requests.gap_timeout);
    EXPECT_EQ(drain(), "X");
    engine_.on_order_bytes(support::canceled(entered.load_user_ref_num(), 100).bytes(), now_);
    EXPECT_EQ(drain(), "") << "and nothing new is sent";
}

TEST_F(LossyDay, EveryTradedInstrumentIsShownWhenTheBooksAreRightAgain) {
    open_market();
    hear(packet(TestFeed::directory(kOtherLocate, kOther)));
    hear(packet(TestFeed::state(kOtherLocate, kOther, 'T')));
    const Packet lost = lose_one();
    pass(small_engine_options().feed.requests.gap_timeout);
    ASSERT_TRUE(engine_.is_stale());
    const std::size_t books = engine_.strategy().books.size();
    hear(lost, Line::Replies);
    const auto& shown = engine_.strategy().books;
    ASSERT_EQ(shown.size(), books + 2) << "also the one that no packet has touched";
    EXPECT_THAT((std::vector(shown.end() - 2, shown.end())),
                testing::UnorderedElementsAre(kInstrument, InstrumentId{kOtherLocate}));
}

TEST_F(LossyDay, ASnapshotMakesTheBooksAnew) {
    const EngineOptions options = options_without_requests();
    make(options);
    open_market();
    drain();
    lose_one();
    pass(options.feed.requests.gap_timeout);
    ASSERT_TRUE(engine_.wants_snapshot());
    EXPECT_EQ(drain(), "X");
    hear(packet(TestFeed::remove(kLocate, 12)));  // kept, until the snapshot is there
    const std::size_t books = engine_.strategy().books.size();
    snapshot(7, 99'500);
    EXPECT_FALSE(engine_.is_stale());
    EXPECT_GT(engine_.strategy().books.size(), books);
    EXPECT_EQ(engine_.books().best(kInstrument, Side::Buy).price, Price{99'500});
    EXPECT_EQ(engine_.books().open_orders(), 1U) << "what was kept is applied";
}

TEST_F(LossyDay, ASnapshotThatIsLostIsFetchedAgain) {
    const EngineOptions options = options_without_requests();
    make(options);
    open_market();
    lose_one();
    pass(options.feed.requests.gap_timeout);
    engine_.on_snapshot_begin(now_);
    engine_.on_snapshot_lost(now_);
    EXPECT_FALSE(engine_.wants_snapshot());
    EXPECT_TRUE(engine_.is_stale());
    pass(options.feed.snapshot_interval);
    EXPECT_TRUE(engine_.wants_snapshot());
}

TEST_F(LossyDay, ASnapshotEndsTheDoubtOfRefusedMessages) {
    const EngineOptions options = options_without_requests();
    make(options);
    open_market();
    hear(packet(TestFeed::remove(kLocate, 99)));
    ASSERT_TRUE(engine_.is_stale());
    lose_one();
    pass(options.feed.requests.gap_timeout);
    ASSERT_TRUE(engine_.wants_snapshot());
    snapshot(8, 99'500);
    EXPECT_FALSE(engine_.is_stale());
}

TEST_F(LossyDay, WithoutServersAGapLastsUntilTheOperatorAcceptsIt) {
    EngineOptions options = options_without_requests();
    options.feed.has_snapshots = false;
    make(options);
    open_market();
    drain();
    lose_one();
    pass(options.feed.requests.gap_timeout);
    EXPECT_EQ(engine_.feed().state(), FeedState::Incomplete);
    EXPECT_EQ(drain(), "X");
    const std::size_t books = engine_.strategy().books.size();
    hear(add(6));
    EXPECT_EQ(engine_.strategy().books.size(), books);
    engine_.accept_gap(now_);
    EXPECT_FALSE(engine_.is_stale());
    hear(add(7));
    EXPECT_EQ(engine_.strategy().books.size(), books + 1);
}

TEST_F(LossyDay, AnotherSessionIsNotTradedUntilTheOperatorSaysSo) {
    open_market();
    drain();
    engine_.on_packet(feed_.end(), now_);
    drain();
    feed_ = TestFeed("NEXTDAY");
    hear(packet(TestFeed::directory(kLocate, kOther)));  // yesterday's id, another instrument
    hear(packet(TestFeed::state(kLocate, kOther, 'T')));
    hear(add(1, Side::Buy, 99'900));
    hear(add(2, Side::Sell, 100'100));
    EXPECT_EQ(engine_.feed().state(), FeedState::Live);
    EXPECT_TRUE(engine_.is_stale());
    EXPECT_EQ(drain(), "");
}

TEST_F(LossyDay, PacketsOfAnotherSessionChangeNothingWhileOursLives) {
    open_market();
    EXPECT_EQ(drain(), "O");
    TestFeed stray("STRAY");
    for (std::uint64_t n = 1; n <= 10; ++n) {
        const Bytes forged = stray.packet(TestFeed::add(kLocate, n, Side::Sell, 90'000));
        engine_.on_packet({.line = Line::A, .bytes = forged, .now = now_});
        hear(add(2 + n, Side::Buy, 99'000));
    }
    EXPECT_EQ(engine_.feed().lines().sessions(), 1U);
    EXPECT_EQ(engine_.feed().lines().counters(Line::A).others, 10U);
    EXPECT_FALSE(engine_.is_stale());
    EXPECT_EQ(engine_.books().open_orders(), 12U);
    EXPECT_EQ(drain(), "") << "no order is pulled";
}

TEST_F(LossyDay, PacketsOfAnotherSessionDoNotHideThatOursIsSilent) {
    open_market();
    EXPECT_EQ(drain(), "O");
    const Nanos silence = small_engine_options().feed_silence_max;
    TestFeed stray("STRAY");
    for (int n = 0; n < 2; ++n) {
        pass(Nanos{silence.value / 2 + 1});
        const Bytes forged = stray.heartbeat();
        engine_.on_packet({.line = Line::A, .bytes = forged, .now = now_});
    }
    pass(Nanos{1});
    EXPECT_TRUE(engine_.is_stale());
    EXPECT_EQ(drain(), "X");
    hear(add(3));
    EXPECT_FALSE(engine_.is_stale());
}

TEST_F(LossyDay, BooksOfAnotherSessionFromMessageOneAreTradedWhenItsIdsAreThoseOfOurs) {
    open_market();
    drain();
    engine_.on_packet(feed_.end(), now_);
    EXPECT_EQ(drain(), "X");
    feed_ = TestFeed("NEXTDAY");
    hear(packet(TestFeed::directory(kLocate, kSymbol)));
    hear(packet(TestFeed::state(kLocate, kSymbol, 'T')));
    hear(add(1, Side::Buy, 99'900));
    hear(add(2, Side::Sell, 100'100));
    EXPECT_EQ(engine_.feed().state(), FeedState::Live);
    EXPECT_FALSE(engine_.is_stale());
}

TEST_F(LossyDay, ASymbolOfOursWithAnotherIdIsNotTradedUntilTheOperatorSaysSo) {
    open_market();
    drain();
    engine_.on_packet(feed_.end(), now_);
    drain();
    feed_ = TestFeed("NEXTDAY");
    hear(packet(TestFeed::directory(kOtherLocate, kSymbol)));
    hear(packet(TestFeed::state(kOtherLocate, kSymbol, 'T')));
    EXPECT_TRUE(engine_.is_stale());
    engine_.accept_gap(now_);
    hear(packet(TestFeed::add(kOtherLocate, 1, Side::Buy, 99'900)));
    EXPECT_FALSE(engine_.is_stale());
}

// Found by `hotpath sim`: the first packet was of another session, and nothing was traded all day.
TEST_F(LossyDay, AStrayPacketBeforeTheFirstOrderIsForgotten) {
    TestFeed stray("STRAY");
    const Bytes first = stray.packet(TestFeed::directory(kOtherLocate, kOther));
    engine_.on_packet({.line = Line::A, .bytes = first, .now = now_});
    const std::vector<Packet> day{packet(TestFeed::directory(kLocate, kSymbol)),
                                  packet(TestFeed::state(kLocate, kSymbol, 'T')),
                                  add(1, Side::Buy, 99'900), add(2, Side::Sell, 100'100)};
    for (const Line line : {Line::A, Line::B}) {
        for (const Packet& bytes : day) {
            hear(bytes, line);
        }
    }
    EXPECT_EQ(engine_.feed().state(), FeedState::Live);
    EXPECT_FALSE(engine_.is_stale());
    EXPECT_EQ(drain(), "O");
}

TEST_F(LossyDay, AnotherSessionsIdsAreItsOwnInstruments) {
    EngineOptions options = small_engine_options();
    options.symbols = {kSymbol};
    make(options);
    open_market();
    drain();
    engine_.on_packet(feed_.end(), now_);
    feed_ = TestFeed("NEXTDAY");
    hear(packet(TestFeed::directory(kOtherLocate, kSymbol)));
    hear(packet(TestFeed::directory(kLocate, kOther)));
    hear(packet(TestFeed::state(kOtherLocate, kSymbol, 'T')));
    engine_.accept_gap(now_);
    hear(packet(TestFeed::add(kOtherLocate, 1, Side::Buy, 99'900)));
    EXPECT_TRUE(engine_.is_tradable({kOtherLocate}));
    EXPECT_FALSE(engine_.is_tradable(kInstrument));
}

TEST_F(LossyDay, AllocatesNothingThroughGapRequestAndSnapshot) {
    EngineOptions options = small_engine_options();
    options.feed.requests.attempts_max = 1;
    auto made = protocols::nasdaq::NasdaqEngine<strategy::MarketMaker>::create(
        options, strategy::MarketMaker({.instruments_max = 10}));
    ASSERT_TRUE(made.has_value());
    protocols::nasdaq::NasdaqEngine<strategy::MarketMaker>& engine = *made;
    protocols::nasdaq::glimpse50::EndOfSnapshot end;
    end.store_itch_sequence_number(protocols::nasdaq::glimpse50::to_characters(5));
    std::uint64_t sent = 0;
    const auto drain_all = [&] {
        engine.for_each_outgoing([&](Bytes) { ++sent; });
        engine.for_each_request([&](Bytes) { ++sent; });
    };

    const NoAllocScope scope;
    engine.on_packet(feed_.packet(TestFeed::directory(kLocate, kSymbol)), now_);
    engine.on_packet(feed_.packet(TestFeed::state(kLocate, kSymbol, 'T')), now_);
    engine.on_packet(feed_.packet(TestFeed::add(kLocate, 1, Side::Buy, 99'900)), now_);
    engine.on_packet(feed_.packet(TestFeed::add(kLocate, 2, Side::Sell, 100'100)), now_);
    drain_all();
    feed_.lose_one();
    engine.on_packet(feed_.packet(TestFeed::add(kLocate, 3, Side::Buy, 99'800)), now_);
    while (!engine.wants_snapshot()) {
        now_ = engine.next_deadline();
        engine.on_timer(now_);
        drain_all();
    }
    engine.on_snapshot_begin(now_);
    engine.on_snapshot_message(TestFeed::state(kLocate, kSymbol, 'T').bytes(), now_);
    engine.on_snapshot_message(TestFeed::add(kLocate, 11, Side::Buy, 99'900).bytes(), now_);
    engine.on_snapshot_message(end.bytes(), now_);
    drain_all();
    EXPECT_EQ(scope.allocations(), 0U);
    EXPECT_GE(sent, 5U) << "two quotes, a request, two cancels";
}

}  // namespace
}  // namespace hotpath::engine
