// A trader by price with natural refresh: after a gap it trades an instrument again when the book is
// certain, with the loops or without them, and its book is then the venue's.

#include <array>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using feed::FeedLoop;
using feed::Mdp3Depth;

TraderOptions natural_options() {
    TraderOptions options = support::mdp3_trader_at_the_venue(Mdp3Depth::ByPrice);
    options.data<feed::Mdp3Options>()->has_natural_refresh = true;
    return options;
}

class NaturalRefreshTrader : public testing::Test {
  protected:
    static constexpr std::size_t kDepth = feed::Mdp3LevelSide::kDepthMax;
    using Levels = std::vector<std::pair<Price, TotalQty>>;

    /// Ten levels a side and more, of others; the trader quotes.
    void begin() {
        for (std::int64_t n = 0; n < 12; ++n) {
            world.other_enters('B', 499'000 - 100 * n, 100);
            world.other_enters('S', 501'000 + 100 * n, 100);
        }
        world.advance_ms(6'000);
    }
    void lose_loops() {
        world.loses_loop = [](FeedLoop) { return true; };
    }
    /// Neither line has what happens now.
    template <class Happen>
    void miss(Happen&& happen) {
        world.loses = [](feed::Line) { return true; };
        happen();
        world.run_until_idle();
        world.loses = [](feed::Line) { return false; };
    }
    /// A change of a level that no line has, and no loop makes up for.
    void lose_a_level() {
        begin();
        lose_loops();
        miss([&] { world.other_enters('B', 498'900, 70); });
        world.other_enters('S', 501'000, 10);
        world.advance_ms(200);
    }
    /// Every level of both sides changes.
    void change_all_levels() {
        for (std::int64_t n = 0; n < 12; ++n) {
            world.other_enters('B', 499'000 - 100 * n, 10);
            world.other_enters('S', 501'000 + 100 * n, 10);
            world.advance_ms(5);
        }
    }
    [[nodiscard]] const auto& engine() { return world.trader().engine(); }
    [[nodiscard]] const feed::Mdp3Counters& counters() {
        return engine().feed().get<protocols::cme::Mdp3MarketData>()->channel().codec().counters();
    }
    [[nodiscard]] bool is_traded() {
        return engine().books().trading_state(support::kAapl) == book::TradingState::Trading;
    }
    template <class Books>
    [[nodiscard]] static Levels levels_of(const Books& books) {
        Levels all;
        for (const Side side : {Side::Buy, Side::Sell}) {
            std::array<book::Level, kDepth> best{};
            const std::size_t depth = books.depth(support::kAapl, side, best);
            for (std::size_t n = 0; n < depth; ++n) {
                all.emplace_back(best[n].price, best[n].qty);
            }
        }
        return all;
    }
    [[nodiscard]] bool has_the_venues_book() {
        return levels_of(engine().books()) ==
               levels_of(world.venue.server.log().exchange().books());
    }

    support::TraderWorld world{natural_options()};
};

TEST_F(NaturalRefreshTrader, BeginsFromTheLoopsAndQuotes) {
    begin();
    EXPECT_EQ(world.open_orders(), 2U);
    EXPECT_TRUE(has_the_venues_book());
    EXPECT_EQ(engine().feed().counters().snapshots_wanted, 0U) << "no whole loop is waited for";
    for (const FeedLoop loop : feed::kAllFeedLoops) {
        EXPECT_FALSE(world.trader().is_wanted(loop)) << name(loop);
    }
}

TEST_F(NaturalRefreshTrader, WithoutTheLoopsItTradesWhenEveryLevelWasSentAgain) {
    lose_a_level();
    EXPECT_FALSE(is_traded());
    EXPECT_FALSE(engine().is_stale());
    EXPECT_EQ(world.open_orders(), 0U) << "its quotes are pulled";
    EXPECT_TRUE(world.trader().is_wanted(FeedLoop::Snapshots));
    const std::uint64_t refreshed = counters().books_refreshed;
    change_all_levels();
    world.other_enters('B', 498'900, 10);
    world.advance_ms(500);
    EXPECT_EQ(counters().books_refreshed, refreshed + 1);
    EXPECT_TRUE(is_traded());
    EXPECT_EQ(world.open_orders(), 2U);
    EXPECT_TRUE(has_the_venues_book());
    EXPECT_FALSE(engine().is_killed());
}

TEST_F(NaturalRefreshTrader, ASnapshotIsTakenBeforeThat) {
    lose_a_level();
    ASSERT_FALSE(is_traded());
    const std::uint64_t recovered = counters().books_recovered;
    world.loses_loop = [](FeedLoop) { return false; };
    world.advance_ms(1'000);
    EXPECT_EQ(counters().books_recovered, recovered + 1);
    EXPECT_TRUE(is_traded());
    EXPECT_EQ(world.open_orders(), 2U);
    EXPECT_TRUE(has_the_venues_book());
}

/// Random losses of the lines, and of all loops but in the pauses between: whenever the instrument is
/// traded its book is the venue's.
TEST_F(NaturalRefreshTrader, WhateverIsLostABookThatIsTradedIsTheVenues) {
    begin();
    Random random(support::seed_of_this_test(5));
    std::uint64_t traded = 0;
    std::uint64_t doubtful = 0;
    for (int n = 0; n < 1'500; ++n) {
        const bool has_loops = n % 500 > 450;
        world.loses_loop = [=](FeedLoop) { return !has_loops; };
        const bool is_lost = random.one_in(60);
        world.loses = [=](feed::Line) { return is_lost; };
        const std::int64_t level = static_cast<std::int64_t>(random.below(14));
        const bool is_buy = random.one_in(2);
        world.other_enters(is_buy ? 'B' : 'S',
                           is_buy ? 499'000 - 100 * level : 501'000 + 100 * level,
                           1 + static_cast<std::uint32_t>(random.below(50)));
        world.run_until_idle();
        world.loses = [](feed::Line) { return false; };
        world.advance_ms(10);
        if (is_traded() && !engine().is_stale()) {
            ++traded;
            ASSERT_TRUE(has_the_venues_book() || is_lost) << n;
        } else {
            ++doubtful;
        }
        ASSERT_FALSE(engine().is_killed());
    }
    EXPECT_GT(traded, 300U);
    EXPECT_GT(doubtful, 100U);
    EXPECT_GT(counters().books_refreshed, 2U);
}

}  // namespace
}  // namespace hotpath::trader
