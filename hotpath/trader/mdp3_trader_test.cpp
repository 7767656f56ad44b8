// A trader whose market data comes over MDP 3.0, by order and by price, at a venue in the same thread:
// it begins from the loops, has the venue's books, and recovers from them what both lines have lost.

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/trader/trader.hpp"
#include "tests/support/input_records.hpp"
#include "tests/support/mdp3_depths.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using feed::FeedLoop;
using feed::Mdp3Depth;
using support::TraderWorld;

constexpr strategy::MarketMakerOptions kMakersQuotes{.instruments_max = 3, .quote_qty = {100}};

using BookLevels = std::vector<std::pair<Price, TotalQty>>;

/// Both sides, the best ten levels of each.
template <class Books>
[[nodiscard]] BookLevels book_levels(const Books& books, InstrumentId instrument) {
    BookLevels all;
    for (const Side side : {Side::Buy, Side::Sell}) {
        std::array<book::Level, 10> best{};
        const std::size_t depth = books.depth(instrument, side, best);
        for (std::size_t n = 0; n < depth; ++n) {
            all.emplace_back(best[n].price, best[n].qty);
        }
    }
    return all;
}

class Mdp3Trader : public testing::TestWithParam<Mdp3Depth> {
  protected:
    Mdp3Trader() : world(support::mdp3_trader_at_the_venue(GetParam())) {}

    void begin() {
        world.make_market();
        world.advance_ms(1'000);
    }
    [[nodiscard]] const auto& engine() { return world.trader().engine(); }
    [[nodiscard]] const feed::Mdp3Channel& channel() {
        return engine().feed().get<protocols::cme::Mdp3MarketData>()->channel();
    }
    [[nodiscard]] std::size_t open_at_venue() {
        return world.venue.server.log().exchange().session_orders({0});
    }
    void lose_both_lines() {
        world.loses = [](feed::Line) { return true; };
    }
    void lose_nothing() {
        world.loses = [](feed::Line) { return false; };
    }
    void expect_the_venues_books() {
        EXPECT_FALSE(engine().is_stale());
        EXPECT_EQ(book_levels(engine().books(), support::kAapl),
                  book_levels(world.venue.server.log().exchange().books(), support::kAapl));
    }

    TraderWorld world;
};

TEST_P(Mdp3Trader, ItQuotesAndTradesAndTheDropCopyAgrees) {
    begin();
    EXPECT_EQ(world.open_orders(), 2U);
    EXPECT_EQ(open_at_venue(), 2U);
    world.other_takes('S', 60);
    world.run_until_idle();
    EXPECT_EQ(world.position(), 60);
    world.other_takes('B', 30);
    world.run_until_idle();
    EXPECT_EQ(world.position(), 30);
    EXPECT_EQ(world.trader().reconciliation()->agreed(), 2U);
    EXPECT_TRUE(world.trader().reconciliation()->is_settled());
    EXPECT_FALSE(engine().is_killed());
    expect_the_venues_books();
    EXPECT_EQ(channel().codec().counters().entries_refused, 0U);
}

TEST_P(Mdp3Trader, NothingIsSentBeforeTheLoopsWereTaken) {
    world.loses_loop = [](FeedLoop loop) { return loop == FeedLoop::Snapshots; };
    begin();
    world.advance_ms(5'000);
    EXPECT_EQ(world.trader().session(Port::OrderEntry)->state(), SessionState::Off);
    world.loses_loop = [](FeedLoop) { return false; };
    begin();
    EXPECT_EQ(world.open_orders(), 2U);
}

TEST_P(Mdp3Trader, ALoopIsWantedOnlyWhileItIsOfUse) {
    begin();
    for (const FeedLoop loop : feed::kAllFeedLoops) {
        EXPECT_FALSE(world.trader().is_wanted(loop)) << name(loop);
    }
    EXPECT_FALSE(engine().wants_snapshot()) << "no session is opened for one";
    EXPECT_EQ(world.trader().session(Port::Glimpse)->connections(), 0U);
    const auto before = channel().loops().counters();
    EXPECT_EQ(before.definition_loops, 1U);
    EXPECT_EQ(before.snapshot_loops, 1U);
    world.advance_ms(3'000);
    EXPECT_EQ(channel().loops().counters(), before);
}

TEST_P(Mdp3Trader, ALateProcessBeginsFromTheLoops) {
    for (int n = 0; n < 300; ++n) {
        world.other_enters('B', 400'000 + n * 100, 1);
    }
    begin();
    world.other_takes('S', 60);
    world.advance_ms(500);
    const std::int64_t held = world.position();
    ASSERT_NE(held, 0);
    world.start_trader();
    world.advance_ms(6'000);  // the loop of definitions comes every five seconds
    begin();
    EXPECT_EQ(world.position(), held);
    EXPECT_EQ(world.open_orders(), 2U);
    EXPECT_EQ(engine().feed().counters().snapshots_applied, 1U);
    expect_the_venues_books();
}

/// CME's second line is there for this: no gap is seen.
TEST_P(Mdp3Trader, WhatOneLineLosesComesOnTheOther) {
    begin();
    Random random(support::seed_of_this_test(11));
    bool is_a_lost = false;
    world.loses = [&](feed::Line line) {
        if (line == feed::Line::A) {
            is_a_lost = random.one_in(2);
            return is_a_lost;
        }
        return !is_a_lost && random.one_in(2);
    };
    const std::uint64_t stale_periods = engine().counters().stale_periods;
    for (int n = 0; n < 200; ++n) {
        world.other_enters(n % 2 == 0 ? 'B' : 'S', n % 2 == 0 ? 498'000 : 502'000, 1);
        world.advance_ms(1);
    }
    EXPECT_EQ(engine().counters().stale_periods, stale_periods);
    EXPECT_EQ(engine().feed().counters().snapshots_wanted, 1U) << "that of the start";
    EXPECT_GT(engine().feed().lines().counters(feed::Line::A).messages_missed, 20U);
    EXPECT_GT(engine().feed().lines().counters(feed::Line::B).messages_missed, 20U);
    expect_the_venues_books();
}

TEST_P(Mdp3Trader, WhatBothLinesLosePullsTheQuotesUntilASnapshotHasIt) {
    begin();
    ASSERT_EQ(open_at_venue(), 2U);
    lose_both_lines();
    world.other_enters('B', 499'500, 100);
    world.run_until_idle();
    lose_nothing();
    world.loses_loop = [](FeedLoop) { return true; };
    world.other_enters('S', 501'500, 100);
    world.advance_ms(500);
    EXPECT_TRUE(engine().is_stale());
    EXPECT_EQ(open_at_venue(), 0U);
    EXPECT_EQ(engine().feed().state(), feed::FeedState::SnapshotWanted);
    world.loses_loop = [](FeedLoop) { return false; };
    world.advance_ms(1'000);
    EXPECT_EQ(engine().feed().counters().snapshots_applied, 2U);
    EXPECT_EQ(open_at_venue(), 2U) << "its trading state is known again, too";
    expect_the_venues_books();
    EXPECT_EQ(channel().loops().counters().definition_loops, 1U) << "once a week";
}

TEST_P(Mdp3Trader, ALoopWithAHoleIsTakenFromItsNextBeginning) {
    begin();
    Random random(support::seed_of_this_test(12));
    world.loses_loop = [&](FeedLoop) { return random.one_in(3); };
    for (int n = 0; n < 20; ++n) {
        lose_both_lines();
        world.other_enters('B', 498'000 + n * 100, 10);
        world.run_until_idle();
        lose_nothing();
        world.other_enters('S', 502'000 + n * 100, 10);
        world.advance_ms(3'000);
        ASSERT_FALSE(engine().is_stale()) << n;
        ASSERT_EQ(open_at_venue(), 2U) << n;
    }
    expect_the_venues_books();
    EXPECT_GT(engine().feed().counters().snapshots_failed, 0U);
}

TEST_P(Mdp3Trader, ASilentFeedPullsTheQuotes) {
    begin();
    ASSERT_EQ(open_at_venue(), 2U);
    lose_both_lines();
    world.advance_ms(6'000);
    EXPECT_TRUE(engine().is_stale());
    EXPECT_EQ(open_at_venue(), 0U);
    lose_nothing();
    world.advance_ms(3'000);
    EXPECT_EQ(open_at_venue(), 2U);
    expect_the_venues_books();
}

TEST_P(Mdp3Trader, AHaltPullsTheQuotesOfTheInstrument) {
    begin();
    protocols::nasdaq::itch50::StockTradingAction action;
    action.store_stock_locate(support::kAapl.value);
    action.store_stock(*Symbol::from("AAPL"));
    const auto set = [&](char state) {
        action.store_trading_state(state);
        world.venue.server.publish(action.bytes(), world.venue.now);
        world.venue.take_records();
        world.advance_ms(500);
    };
    set('H');
    EXPECT_EQ(open_at_venue(), 0U);
    EXPECT_FALSE(engine().is_stale());
    set('T');
    EXPECT_EQ(engine().books().trading_state(support::kAapl), book::TradingState::Trading);
    begin();
    EXPECT_EQ(open_at_venue(), 2U);
}

/// The numbers of the channel go on, and a ChannelReset empties the books.
TEST_P(Mdp3Trader, AVenueThatCrashesAndComesBackIsTradedWithAgain) {
    begin();
    world.other_takes('S', 40);
    world.run_until_idle();
    world.is_venue_up = false;
    world.restart_venue(world.venue.records.size());
    world.advance_ms(3'000);
    world.is_venue_up = true;
    world.advance_ms(6'000);
    EXPECT_EQ(world.position(), 40);
    EXPECT_FALSE(engine().is_killed());
    begin();
    EXPECT_EQ(open_at_venue(), 2U);
    world.other_takes('S', 40);
    world.run_until_idle();
    EXPECT_EQ(world.position(), 80);
    EXPECT_TRUE(world.trader().reconciliation()->is_settled());
    EXPECT_EQ(engine().feed().lines().sessions(), 1U);
    expect_the_venues_books();
}

TEST_P(Mdp3Trader, TimesOfTheFeedCountFromTheMidnightOfTheTradersClock) {
    begin();
    const Time last = engine().feed().market().counters().last_time;
    EXPECT_LE(last, world.venue.now);
    EXPECT_LT(world.venue.now - last, Nanos{2 * kNanosPerSecond});
}

TEST_P(Mdp3Trader, AFeedThatIsMostlyAnotherProtocolIsSeen) {
    begin();
    const std::vector<std::byte> strange(40, std::byte{0x20});
    for (int n = 0; n < 3'000; ++n) {
        world.trader().on_packet({.bytes = strange, .now = world.venue.now});
    }
    EXPECT_GE(engine().feed().lines().counters(feed::Line::A).malformed, 3'000U);
    EXPECT_EQ(engine().feed().market().messages_undecoded(), 0U);
}

TEST_P(Mdp3Trader, PacketsAndLoopsAllocateNothing) {
    begin();
    world.loses = [](feed::Line) { return true; };
    world.loses_loop = [](FeedLoop) { return true; };
    world.other_enters('B', 499'500, 100);
    world.run_until_idle();
    std::vector<std::vector<std::byte>> packets;
    support::Mdp3VenueLines lines(GetParam() == Mdp3Depth::ByOrder);
    lines.begin(world.venue.server.log().exchange(), world.venue.now);
    lines.on_timer(world.venue.now);
    for (auto& [group, packet] : lines.take()) {
        packets.push_back(std::move(packet));
    }
    ASSERT_GE(packets.size(), 3U);
    const NoAllocScope scope;
    for (const auto& packet : packets) {
        world.trader().on_packet({.bytes = packet, .now = world.venue.now});
        for (const FeedLoop loop : feed::kAllFeedLoops) {
            world.trader().on_loop_packet(loop, packet, world.venue.now);
        }
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

INSTANTIATE_TEST_SUITE_P(EachDepth, Mdp3Trader, support::kEachDepth, support::depth_name);

// With ITCH there are no loops.

TEST(ItchTrader, WantsNoLoopAndIgnoresItsPackets) {
    TraderWorld world;
    world.make_market();
    world.advance_ms(500);
    const std::vector<std::byte> packet(30, std::byte{1});
    for (const FeedLoop loop : feed::kAllFeedLoops) {
        EXPECT_FALSE(world.trader().is_wanted(loop));
        world.trader().on_loop_packet(loop, packet, world.venue.now);
    }
    world.advance_ms(500);
    EXPECT_EQ(world.open_orders(), 2U);
    EXPECT_EQ(world.trader().engine().feed().protocol(), "ITCH 5.0");
}

// Its journal.

using LoggedWorld = support::BasicTraderWorld<support::LoggedTrader>;

class Mdp3Replaying : public testing::TestWithParam<Mdp3Depth> {
  protected:
    Mdp3Replaying() : world(support::mdp3_trader_at_the_venue(GetParam())) {
        support::log_all(world, log);
    }
    [[nodiscard]] std::optional<Difference> difference_up_to(std::size_t count) {
        support::MarketMakers traders(world.options, kMakersQuotes);
        const support::Replayed replayed = support::replay(log, traders, count);
        counters = replayed.counters;
        return replayed.difference;
    }

    LoggedWorld world;
    support::InputLog log;
    ReplayCounters counters;
};

TEST_P(Mdp3Replaying, TheSameInputsGiveTheSameBytes) {
    world.make_market();
    world.advance_ms(1'000);
    world.trade_with_faults();
    world.start_trader();
    world.make_market();
    world.advance_ms(1'000);
    world.other_takes('B', 30);
    world.advance_ms(500);
    EXPECT_FALSE(difference_up_to(log.entries.size()).has_value());
    EXPECT_EQ(counters.starts, 2U);
    EXPECT_GT(counters.by_kind[static_cast<std::size_t>(InputKind::LoopPacket)], 5U);
    EXPECT_GT(counters.output_bytes[0], 300U);
    for (std::size_t count = 0; count < log.entries.size(); count += 37) {
        ASSERT_FALSE(difference_up_to(count).has_value()) << count << " records";
    }
}

TEST_P(Mdp3Replaying, AChangedByteOfALoopIsFound) {
    world.make_market();
    world.advance_ms(1'000);
    bool is_found = false;
    for (std::size_t n = 0; n < log.entries.size() && !is_found; ++n) {
        auto& entry = log.entries[n];
        if (entry.type != kInputRecord ||
            entry.payload[8] != static_cast<std::byte>(InputKind::LoopPacket)) {
            continue;
        }
        entry.payload[kLogHeadLength] ^= std::byte{0x40};  // the packet's number
        is_found = difference_up_to(log.entries.size()).has_value();
        entry.payload[kLogHeadLength] ^= std::byte{0x40};
    }
    EXPECT_TRUE(is_found);
}

INSTANTIATE_TEST_SUITE_P(EachDepth, Mdp3Replaying, support::kEachDepth, support::depth_name);

}  // namespace
}  // namespace hotpath::trader
