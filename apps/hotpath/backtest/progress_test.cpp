// What the progress line of a backtest says.
#include "apps/hotpath/backtest/progress.hpp"

#include <gtest/gtest.h>

namespace hotpath::app {
namespace {

TEST(BacktestProgress, SaysDaysMessagesAndTheEstimateOfTheEnd) {
    EXPECT_EQ(progress_text(
                  {.done = 1, .total = 5, .share = 0.25, .messages = 12'000'000, .elapsed_s = 10},
                  "days"),
              "1 of 5 days, 1.2 M messages/s, ends in about 30 s");
}

TEST(BacktestProgress, ADayThatWasDoneBeforeDoesNotShortenTheEstimate) {
    // A quarter of the whole in ten seconds, and another quarter is to come.
    EXPECT_EQ(progress_text({.done = 3,
                             .total = 4,
                             .share = 0.75,
                             .messages = 1'000'000,
                             .elapsed_s = 10,
                             .share_before = 0.5},
                            "points"),
              "3 of 4 points, 0.1 M messages/s, ends in about 10 s");
}

TEST(BacktestProgress, EstimatesNothingBeforeOnePercent) {
    EXPECT_EQ(
        progress_text({.total = 5, .share = 0.009, .messages = 500'000, .elapsed_s = 1}, "days"),
        "0 of 5 days, 0.5 M messages/s");
    EXPECT_EQ(progress_text({.total = 5}, "days"), "0 of 5 days");
}

TEST(BacktestProgress, WorkWithoutMessagesHasNoRateOfThem) {
    EXPECT_EQ(progress_text({.done = 1, .total = 4, .share = 0.25, .elapsed_s = 10}, "objects"),
              "1 of 4 objects, ends in about 30 s");
}

TEST(BacktestProgress, DurationsAreRound) {
    EXPECT_EQ(rough_duration(0.2), "0 s");
    EXPECT_EQ(rough_duration(89.4), "89 s");
    EXPECT_EQ(rough_duration(91), "2 min");
    EXPECT_EQ(rough_duration(89 * 60), "89 min");
    EXPECT_EQ(rough_duration(90 * 60), "1 h 30 min");
    EXPECT_EQ(rough_duration(25 * 3'600), "25 h 0 min");
}

TEST(BacktestProgress, AnInputOfUnknownLengthHasNoShare) {
    EXPECT_EQ(backtest::share_of({.done = 7, .total = 0}), 0);
    EXPECT_EQ(backtest::share_of({.done = 5, .total = 10}), 0.5);
    EXPECT_EQ(backtest::share_of({.done = 11, .total = 10}), 1);
}

}  // namespace
}  // namespace hotpath::app
