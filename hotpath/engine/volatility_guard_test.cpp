#include "hotpath/engine/volatility_guard.hpp"

#include <gtest/gtest.h>

#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::engine {
namespace {

constexpr InstrumentId kJumping{1};
constexpr VolatilityLimits kLimits{.jump_bps = {100}, .window = {1'000}, .pause = {500}};

class Jumps : public testing::Test {
  protected:
    bool at(std::int64_t mid, std::int64_t now) { return guard.may_trade(kJumping, {mid}, {now}); }
    VolatilityGuard guard{kLimits, 2};
};

TEST_F(Jumps, TheFirstPriceIsBelieved) {
    EXPECT_TRUE(at(100'000, 0));
    EXPECT_EQ(guard.jumps(), 0U);
}

TEST_F(Jumps, TheLimitIsInclusiveUpwardsAndDownwards) {
    for (const std::int64_t mid : {100'999, 101'000, 99'001, 99'000}) {
        guard = VolatilityGuard(kLimits, 2);
        EXPECT_TRUE(at(100'000, 0));
        EXPECT_TRUE(at(mid, 1)) << mid;
    }
    for (const std::int64_t mid : {101'001, 98'999}) {
        guard = VolatilityGuard(kLimits, 2);
        EXPECT_TRUE(at(100'000, 0));
        EXPECT_FALSE(at(mid, 1)) << mid;
        EXPECT_EQ(guard.jumps(), 1U);
    }
}

TEST_F(Jumps, OneMadTickIsNotTradedOnNorTheFirstSaneOneBehindIt) {
    EXPECT_TRUE(at(100'000, 0));
    EXPECT_FALSE(at(10'000, 10));
    EXPECT_FALSE(at(100'000, 20)) << "back: that is a jump, too";
    EXPECT_FALSE(at(100'000, 519));
    EXPECT_TRUE(at(100'000, 520));
}

TEST_F(Jumps, APriceThatStandsForTheHoldIsThePrice) {
    EXPECT_TRUE(at(100'000, 0));
    EXPECT_FALSE(at(150'000, 10));
    EXPECT_TRUE(guard.is_paused(kJumping, {509}));
    EXPECT_FALSE(guard.is_paused(kJumping, {510}));
    EXPECT_TRUE(at(150'000, 510));
    EXPECT_TRUE(at(150'100, 511));
}

TEST_F(Jumps, ASlowMoveIsNoJumpAndTheSameMoveWithinTheWindowIs) {
    EXPECT_TRUE(at(100'000, 0));
    EXPECT_TRUE(at(101'000, 1'000)) << "the price compared with is this one now";
    EXPECT_TRUE(at(102'000, 2'000));
    EXPECT_TRUE(at(102'100, 2'500));
    EXPECT_FALSE(at(103'021, 2'999)) << "a staircase inside the window";
}

TEST_F(Jumps, ALongSilenceDoesNotMakeAnyPriceGood) {
    EXPECT_TRUE(at(100'000, 0));
    EXPECT_FALSE(at(50'000, 1'000'000'000));
}

TEST_F(Jumps, AMarketWithoutAMidChangesNothing) {
    EXPECT_TRUE(at(0, 0));
    EXPECT_TRUE(at(100'000, 1));
    EXPECT_TRUE(at(0, 2));
    EXPECT_FALSE(at(120'000, 3));
    EXPECT_FALSE(at(0, 4)) << "paused";
}

TEST_F(Jumps, InstrumentsAreOnTheirOwn) {
    EXPECT_TRUE(at(100'000, 0));
    EXPECT_FALSE(at(200'000, 1));
    EXPECT_TRUE(guard.may_trade({2}, {7}, {1}));
}

TEST_F(Jumps, AnOperatorsHoldLastsUntilTheOperatorReleasesIt) {
    EXPECT_TRUE(at(100'000, 0));
    guard.pause(kJumping);
    EXPECT_FALSE(at(100'000, 1'000'000'000'000));
    EXPECT_FALSE(at(200'000, 1'000'000'000'001)) << "a jump does not end it";
    EXPECT_FALSE(at(200'000, 1'000'000'001'000));
    guard.resume_all();
    EXPECT_TRUE(at(200'000, 1'000'000'001'001));
}

TEST_F(Jumps, ReleasingEndsNoHoldOfAJump) {
    EXPECT_TRUE(at(100'000, 0));
    EXPECT_FALSE(at(200'000, 1));
    guard.resume_all();
    EXPECT_FALSE(at(200'000, 2));
}

TEST_F(Jumps, HugePricesDoNotOverflow) {
    constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
    EXPECT_TRUE(at(kHuge, 0));
    EXPECT_TRUE(at(kHuge - kHuge / 200, 1));
    EXPECT_FALSE(at(1, 2));
}

TEST_F(Jumps, NothingIsAllocated) {
    const NoAllocScope scope;
    for (std::int64_t n = 0; n < 1'000; ++n) {
        (void)at(100'000 + n * 37 % 5'000, n * 11);
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

TEST(VolatilityLimits, EachIsRequired) {
    const auto refuses = [](VolatilityLimits limits) { return !validate(limits).has_value(); };
    EXPECT_FALSE(refuses(kLimits));
    EXPECT_TRUE(refuses({}));
    EXPECT_TRUE(refuses({.jump_bps = {0}, .window = {1}, .pause = {1}}));
    EXPECT_TRUE(refuses({.jump_bps = {10'000}, .window = {1}, .pause = {1}}));
    EXPECT_TRUE(refuses({.jump_bps = {1}, .window = {}, .pause = {1}}));
    EXPECT_TRUE(refuses({.jump_bps = {1}, .window = {1}, .pause = {}}));
}

}  // namespace
}  // namespace hotpath::engine
