// A trader whose two lines each lose 30% of the packets, and whose requests are lost as often: what
// it enters, with and without patience, and that it quotes again by itself when nothing is missing.
#include <cstdint>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/trader_world.hpp"

namespace hotpath::trader {
namespace {

using support::kAapl;
using support::TraderWorld;

constexpr std::int64_t kDayMs = 20'000;
constexpr std::int64_t kEveryMs = 10;  // a message of the market

/// Lines and requests that lose `percent` of what is sent, each by a seed.
class LossyDay {
  public:
    LossyDay(std::uint64_t seed, std::uint64_t percent, Nanos patience)
        : world(options(patience)), percent_(percent), random_(seed) {
        world.loses = [this](feed::Line) { return is_lost(); };
    }

    /// A quiet market: orders come and go behind the best price, which stays.
    void run() {
        world.make_market();
        for (std::int64_t at = 0; at < kDayMs; at += kEveryMs) {
            world.answers_requests = !is_lost();
            if (const std::uint32_t before = std::exchange(behind_, 0); before != 0) {
                world.other.cancel(before);
            } else {
                behind_ = world.other_enters('B', 480'000, 100);
            }
            world.advance_ms(kEveryMs);
        }
    }
    /// Nothing is lost any more, and after what is missing nothing comes.
    void heal() {
        percent_ = 0;
        world.answers_requests = true;
    }
    [[nodiscard]] const auto& engine() { return world.trader().engine(); }
    [[nodiscard]] std::uint64_t entered() { return engine().orders().counters().entered; }

    TraderWorld world;

  private:
    [[nodiscard]] static TraderOptions options(Nanos patience) {
        TraderOptions options = support::trader_at_the_venue();
        options.engine.gap_patience = patience;
        return options;
    }
    [[nodiscard]] bool is_lost() { return random_.below(100) < percent_; }

    std::uint64_t percent_;
    Random random_;
    std::uint32_t behind_ = 0;  // the order that stands there
};

class TraderUnderLoss : public testing::Test {
  protected:
    const Nanos patience_ = engine::EngineOptions{}.gap_patience;
    const Nanos gap_timeout_ = feed::GapRequestOptions{}.gap_timeout;
    const std::uint64_t first_ = support::seed_of_this_test(1);
    const std::uint64_t seeds_ = support::rounds_of_this_run({.usual = 3, .long_run = 100});
};

TEST_F(TraderUnderLoss, ItEntersHardlyMoreThanWithoutLossWherePatienceCoversTheGaps) {
    for (std::uint64_t seed = first_; seed < first_ + seeds_; ++seed) {
        SCOPED_TRACE(seed);
        LossyDay whole(seed, 0, patience_);
        LossyDay lossy(seed, 30, patience_);
        LossyDay impatient(seed, 30, gap_timeout_);
        whole.run();
        lossy.run();
        impatient.run();
        const std::uint64_t gaps = lossy.engine().feed().gap_counters().gaps;
        EXPECT_GT(gaps, 100U) << "a day without gaps proves nothing";
        EXPECT_GT(lossy.engine().counters().gaps_outwaited, gaps / 2);
        EXPECT_EQ(whole.engine().counters().gaps_outwaited, 0U);
        // A gap whose first two requests are lost is asked for a third time within the bound; one
        // in 37 loses that, too.
        EXPECT_LE(lossy.engine().counters().stale_periods, gaps / 10);
        EXPECT_LE(lossy.entered(),
                  whole.entered() + 2 * (lossy.engine().counters().stale_periods + 1));
        EXPECT_GE(impatient.entered(), 5 * lossy.entered())
            << "what the patience is for: without it each gap enters every quote again";
        EXPECT_EQ(lossy.world.position(), 0);
    }
}

TEST_F(TraderUnderLoss, ItQuotesAgainByItselfWhenNothingIsMissing) {
    for (std::uint64_t seed = first_; seed < first_ + seeds_; ++seed) {
        for (const Nanos patience : {gap_timeout_, patience_}) {
            SCOPED_TRACE(seed);
            LossyDay day(seed, 30, patience);
            day.run();
            day.heal();
            day.world.advance_ms(1'500);  // a heartbeat shows what is missing at the end
            ASSERT_TRUE(day.engine().is_current());
            EXPECT_EQ(day.world.open_orders(), 2U) << "both sides, and no message came";
            EXPECT_EQ(day.engine().books().checksum(),
                      day.world.venue.server.log().exchange().books().checksum());
        }
    }
}

TEST_F(TraderUnderLoss, WhatIsMissingForLongerThanThePatienceIsNotQuotedOn) {
    LossyDay day(first_, 0, patience_);
    day.world.make_market();
    day.world.advance_ms(500);
    ASSERT_EQ(day.world.open_orders(), 2U);
    day.world.answers_requests = false;
    day.world.loses = [](feed::Line) { return true; };
    day.world.other_enters('B', 480'000, 100);
    day.world.run_until_idle();
    day.world.loses = [](feed::Line) { return false; };
    day.world.other_enters('B', 480'000, 100);
    day.world.run_until_idle();
    ASSERT_FALSE(day.engine().is_current());
    const Time patience_ends = day.world.venue.now + patience_;
    day.world.advance(patience_ - Nanos{1});
    EXPECT_FALSE(day.engine().is_stale());
    EXPECT_EQ(day.world.open_orders(), 2U);
    day.world.advance({1});
    EXPECT_EQ(day.world.venue.now, patience_ends);
    EXPECT_TRUE(day.engine().is_stale());
    EXPECT_EQ(day.world.open_orders(), 0U);
}

}  // namespace
}  // namespace hotpath::trader
