#include "hotpath/timing/stage_stamps.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/timing/tick_source.hpp"
#include "tests/support/sim_clock.hpp"

namespace hotpath::timing {
namespace {

TEST(SimClock, StandsStillUntilMoved) {
    SimClock clock(Time{1'000});
    EXPECT_EQ(clock.now(), Time{1'000});
    EXPECT_EQ(clock.ticks(), 1'000U);
    clock.advance({500});
    EXPECT_EQ(clock.now(), Time{1'500});
    clock.set_to({2'000});
    EXPECT_EQ(clock.ticks(), 2'000U);
    EXPECT_EQ(clock.to_duration(300), Nanos{300});
}

TEST(SimClock, IsSharedThroughItsTicks) {
    SimClock clock;
    const SimTicks ticks(clock);
    clock.advance({7});
    EXPECT_EQ(ticks.ticks(), 7U);
}

TEST(SimClockDeathTest, TimeDoesNotRunBackwards) {
    SimClock clock(Time{1'000});
    clock.set_to({1'000});
    EXPECT_DEATH(clock.set_to({999}), "backwards");
    EXPECT_DEATH(clock.advance({-1}), "backwards");
}

TEST(Stages, AreInTheOrderOfThePathAndHaveNames) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < kStages; ++i) {
        EXPECT_EQ(static_cast<std::size_t>(kAllStages[i]), i);
        names.insert(stage_name(kAllStages[i]));
    }
    EXPECT_EQ(names.size(), kStages);
    EXPECT_STREQ(stage_name(Stage::Rx), "rx");
    EXPECT_STREQ(stage_name(Stage::Decide), "decide");
    EXPECT_STREQ(stage_name(Stage::Tx), "tx");
}

TEST(StageStamps, AStageLastsFromTheStampBeforeToItsOwn) {
    SimClock clock(Time{1'000});
    StageStamps stamps;
    stamps.begin(clock);
    std::int64_t duration = 10;
    for (std::size_t i = 1; i < kStages; ++i) {
        clock.advance({duration});
        stamps.stamp(kAllStages[i], clock);
        duration *= 2;
    }
    EXPECT_EQ(stamps.at(Stage::Rx), 1'000U);
    EXPECT_EQ(stamps.ticks_in(Stage::Decode), 10U);
    EXPECT_EQ(stamps.ticks_in(Stage::Book), 20U);
    EXPECT_EQ(stamps.ticks_in(Stage::Tx), 320U);
    EXPECT_EQ(stamps.ticks_until(Stage::Decode), 10U);
    EXPECT_EQ(stamps.ticks_until(Stage::Tx), 630U);
}

TEST(StageStamps, BeginningAgainForgetsTheLastPath) {
    SimClock clock(Time{1'000});
    StageStamps stamps;
    stamps.begin(clock);
    stamps.stamp(Stage::Encode, clock);
    clock.advance({1});
    stamps.begin(clock);
    EXPECT_EQ(stamps.at(Stage::Rx), 1'001U);
    EXPECT_EQ(stamps.at(Stage::Encode), 0U) << "this path has not come so far";
}

TEST(StageStamps, WithoutTicksEverythingTakesNoTime) {
    StageStamps stamps;
    stamps.begin(NoTicks{});
    stamps.stamp(Stage::Decode, NoTicks{});
    EXPECT_EQ(stamps.ticks_in(Stage::Decode), 0U);
}

TEST(StageStampsDeathTest, NothingComesBeforeRx) {
    const StageStamps stamps;
    EXPECT_DEATH(std::ignore = stamps.ticks_in(Stage::Rx), "before rx");
}

}  // namespace
}  // namespace hotpath::timing
