#include "hotpath/engine/revisits.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/no_alloc_scope.hpp"

namespace hotpath::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::int64_t kMilli = 1'000'000;
constexpr Nanos kInterval{100 * kMilli};
constexpr InstrumentId kFirst{1};
constexpr InstrumentId kSecond{2};

class RevisitsAfter : public testing::Test {
  protected:
    std::vector<InstrumentId> due(std::int64_t ms) {
        std::vector<InstrumentId> visited;
        revisits.take_due({ms * kMilli}, [&](InstrumentId of) { visited.push_back(of); });
        return visited;
    }
    Revisits revisits{kInterval, 3};
};

TEST_F(RevisitsAfter, NothingNothingIsDue) {
    EXPECT_EQ(revisits.deadline(), kNever);
    EXPECT_THAT(due(1'000'000), IsEmpty());
    EXPECT_FALSE(revisits.has_refused());
}

TEST_F(RevisitsAfter, AHoldIsOneLookAtItsEndRoundedUp) {
    revisits.look_at(kFirst, {5 * kMilli + 1});
    EXPECT_EQ(revisits.deadline(), Time{6 * kMilli});
    EXPECT_THAT(due(5), IsEmpty());
    EXPECT_THAT(due(6), ElementsAre(kFirst));
    EXPECT_EQ(revisits.deadline(), kNever);
    EXPECT_THAT(due(1'000), IsEmpty());
}

TEST_F(RevisitsAfter, TheEarlierOfTwoTimesCounts) {
    revisits.look_at(kFirst, {7 * kMilli});
    revisits.look_at(kFirst, {5 * kMilli});
    revisits.look_at(kFirst, {9 * kMilli});
    EXPECT_THAT(due(5), ElementsAre(kFirst));
    EXPECT_EQ(revisits.deadline(), kNever);
}

TEST_F(RevisitsAfter, AnOperatorsHoldHasNoEndToWaitFor) {
    revisits.look_at(kFirst, kNever);
    EXPECT_EQ(revisits.deadline(), kNever);
}

TEST_F(RevisitsAfter, ARefusalIsLookedAtEachIntervalUntilAnOrderIsSent) {
    revisits.on_refused(kFirst, {0});
    for (const std::int64_t ms : {100, 200, 300}) {
        EXPECT_EQ(revisits.deadline(), Time{ms * kMilli});
        EXPECT_THAT(due(ms), ElementsAre(kFirst));
    }
    revisits.on_sent(kFirst);
    EXPECT_FALSE(revisits.has_refused());
    EXPECT_THAT(due(400), ElementsAre(kFirst)) << "the one that was planned";
    EXPECT_EQ(revisits.deadline(), kNever);
}

TEST_F(RevisitsAfter, AnOrderEndsTheRefusalOfItsInstrumentOnly) {
    revisits.on_refused(kFirst, {0});
    revisits.on_refused(kFirst, {0});
    revisits.on_sent(kSecond);
    EXPECT_TRUE(revisits.has_refused());
    revisits.on_sent(kFirst);
    EXPECT_FALSE(revisits.has_refused());
    revisits.on_sent(kFirst);
    EXPECT_FALSE(revisits.has_refused());
}

TEST_F(RevisitsAfter, ARefusalIsOldAfterTheInterval) {
    revisits.on_refused(kFirst, {5});
    EXPECT_FALSE(revisits.is_refusal_old(kFirst, Time{} + kInterval + Nanos{4}));
    EXPECT_TRUE(revisits.is_refusal_old(kFirst, Time{} + kInterval + Nanos{5}));
}

TEST_F(RevisitsAfter, InstrumentsComeInTheOrderInWhichTheyBeganToWait) {
    revisits.on_refused(kSecond, {0});
    revisits.look_at({3}, {50 * kMilli});
    revisits.on_refused(kFirst, {0});
    EXPECT_THAT(due(50), ElementsAre(InstrumentId{3}));
    EXPECT_THAT(due(100), ElementsAre(kSecond, kFirst));
    EXPECT_THAT(due(150), IsEmpty());
    EXPECT_THAT(due(1'000), ElementsAre(kSecond, kFirst)) << "once, however late";
    EXPECT_EQ(revisits.deadline(), Time{1'100 * kMilli});
}

TEST_F(RevisitsAfter, ForgettingNothingWaits) {
    revisits.on_refused(kFirst, {0});
    revisits.look_at(kSecond, {0});
    revisits.forget();
    EXPECT_EQ(revisits.deadline(), kNever);
    EXPECT_FALSE(revisits.has_refused());
    EXPECT_THAT(due(1'000), IsEmpty());
}

TEST_F(RevisitsAfter, NothingIsAllocated) {
    const NoAllocScope scope;
    for (std::int64_t n = 0; n < 3'000; ++n) {
        revisits.on_refused({static_cast<std::uint16_t>(1 + n % 3)}, {n * kMilli});
        revisits.look_at({static_cast<std::uint16_t>(1 + n % 2)}, {n * kMilli});
        revisits.take_due({n * kMilli}, [](InstrumentId) {});
    }
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::engine
