// The days cut out of one run over bars: each has what was added since the day before, in its own time.
#include "hotpath/backtest/bars/bar_days.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "hotpath/engine/mark.hpp"

namespace hotpath::backtest {
namespace {

constexpr std::int64_t kBarDay = 86'400 * kNanosPerSecond;
constexpr std::int64_t kBarOpen = 34'200 * kNanosPerSecond;
constexpr std::int64_t kBarClose = 57'600 * kNanosPerSecond;

/// The n-th day, from 0, at whose end the run's sums are these.
[[nodiscard]] BarDayEnd day_end(std::int64_t n, std::vector<InstrumentResult> instruments) {
    return {.name = "2024-01-0" + std::to_string(n + 1),
            .midnight = {n * kBarDay},
            .begin = {n * kBarDay + kBarOpen},
            .end = {n * kBarDay + kBarClose},
            .instruments = std::move(instruments),
            .input_hash = static_cast<std::uint64_t>(n) + 10,
            .output_hash = static_cast<std::uint64_t>(n) + 20};
}

[[nodiscard]] InstrumentResult run_sums(std::uint16_t id, std::int64_t gross, std::int64_t fees,
                                        std::int64_t position = 0) {
    return {.id = {id}, .gross = {gross}, .fees = {fees}, .position = {position}};
}

[[nodiscard]] RunRecorder no_orders() {
    return {Nanos{kNanosPerSecond}, engine::kMarkSpreadMax};
}

TEST(BarDays, OfNoDayAreNone) {
    EXPECT_TRUE(result_of({}, no_orders(), 3).days.empty());
}

TEST(BarDays, HaveTheTimesOfTheirOwnMidnights) {
    const std::vector<BarDayEnd> ends{day_end(0, {}), day_end(4, {})};
    const BacktestResult result = result_of(ends, no_orders(), 0);
    ASSERT_EQ(result.days.size(), 2U);
    for (const DayResult& day : result.days) {
        EXPECT_EQ(day.begin, Time{kBarOpen});
        EXPECT_EQ(day.end, Time{kBarClose});
    }
    EXPECT_EQ(result.days[1].day, "2024-01-05");
    EXPECT_EQ(result.days[1].since_first, Nanos{4 * kBarDay});
    EXPECT_EQ(result.days[1].input_hash, 14U);
    EXPECT_EQ(result.days[1].output_hash, 24U);
}

TEST(BarDays, EarnWhatWasAddedSinceTheDayBefore) {
    const std::vector<BarDayEnd> ends{day_end(0, {run_sums(1, 100, 5, 10)}),
                                      day_end(1, {run_sums(1, 60, 9, -20), run_sums(2, 33, 1, 7)})};
    const BacktestResult result = result_of(ends, no_orders(), 0);
    EXPECT_EQ(result.days[0].instruments[0].gross, Money{100});
    const std::vector<InstrumentResult>& second = result.days[1].instruments;
    ASSERT_EQ(second.size(), 2U);
    EXPECT_EQ(second[0].gross, Money{-40});
    EXPECT_EQ(second[0].fees, Money{4});
    EXPECT_EQ(second[0].position, SignedQty{-20}) << "a position is carried, not counted";
    EXPECT_EQ(second[1].gross, Money{33}) << "listed on that day";
    EXPECT_EQ(pnl(result), Money{60 - 9 + 33 - 1}) << "the days add up to the run";
}

TEST(BarDays, AreInTheOrderOfTheirIdsWhateverWasListedFirst) {
    const std::vector<BarDayEnd> ends{day_end(0, {run_sums(2, 20, 0)}),
                                      day_end(1, {run_sums(2, 25, 0), run_sums(1, 7, 0)})};
    const DayResult day = result_of(ends, no_orders(), 0).days[1];
    EXPECT_EQ(day.instruments[0].id, InstrumentId{1});
    EXPECT_EQ(day.instruments[0].gross, Money{7});
    EXPECT_EQ(day.instruments[1].gross, Money{5});
}

TEST(BarDays, CountWhatWasSentOnThem) {
    std::vector<BarDayEnd> ends{day_end(0, {}), day_end(1, {})};
    ends[0].counts = {.entered = 1,
                      .replaced = 2,
                      .reduced = 3,
                      .canceled = 4,
                      .rejected_by_risk = 5,
                      .rejected_by_venue = 6,
                      .decisions = 7};
    ends[1].counts = {.entered = 10,
                      .replaced = 20,
                      .reduced = 30,
                      .canceled = 40,
                      .rejected_by_risk = 50,
                      .rejected_by_venue = 60,
                      .decisions = 70};
    ends[0].counts.refused[2] = 5;
    ends[1].counts.refused[2] = 8;
    const BacktestResult result = result_of(ends, no_orders(), 3);
    const OrderCounts& first = result.days[0].counts;
    EXPECT_EQ(first.entered, 1U);
    EXPECT_EQ(first.in_flight_at_end, 0U);
    const OrderCounts& second = result.days[1].counts;
    EXPECT_EQ(second.entered, 9U);
    EXPECT_EQ(second.replaced, 18U);
    EXPECT_EQ(second.reduced, 27U);
    EXPECT_EQ(second.canceled, 36U);
    EXPECT_EQ(second.rejected_by_risk, 45U);
    EXPECT_EQ(second.rejected_by_venue, 54U);
    EXPECT_EQ(second.decisions, 63U);
    EXPECT_EQ(second.refused[2], 3U);
    EXPECT_EQ(second.in_flight_at_end, 3U) << "the run's end is the last day's";
}

TEST(BarDays, AStopIsOfItsDayAndLasts) {
    const TradingStop stop{.at = {kBarDay + kBarOpen + 5}, .instrument = {4}};
    const BarDayEnd first = day_end(0, {});
    const BarDayEnd second = day_end(1, {});
    const BarDayEnd third = day_end(2, {});
    EXPECT_FALSE(stop_in(stop, first, second.midnight));
    EXPECT_EQ(stop_in(stop, second, third.midnight)->at, Time{kBarOpen + 5});
    EXPECT_EQ(stop_in(stop, second, third.midnight)->instrument, InstrumentId{4});
    EXPECT_EQ(stop_in(stop, third, kNever)->at, Time{kBarOpen}) << "from its begin on";
    EXPECT_FALSE(stop_in({}, third, kNever));
}

}  // namespace
}  // namespace hotpath::backtest
