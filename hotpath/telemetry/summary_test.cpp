// An observer's summary: rates by the trader's own time, rows that belong to their state, a new run
// that is not the old one.
#include "hotpath/telemetry/summary.hpp"

#include <gtest/gtest.h>

namespace hotpath::telemetry {
namespace {

constexpr std::uint64_t kSecond = 1'000'000'000;

/// A trader that handles so many packets a second and sends an order for every tenth.
class Trader {
  public:
    explicit Trader(std::uint64_t session) { state_.session = session; }

    StateRecord& state() { return state_; }
    /// After so long.
    const StateRecord& next(std::uint64_t nanos, std::uint64_t packets) {
        state_.ticks += nanos;
        ++state_.header.number;
        state_.feed.packets[0] += packets;
        state_.orders.entered += packets / 10;
        return state_;
    }

  private:
    StateRecord state_{.ticks = 77 * kSecond};
};

[[nodiscard]] InstrumentRecord row(const StateRecord& state, std::uint16_t number) {
    InstrumentRecord made{.row = number, .rows = state.rows, .position = {100 * number}};
    made.header.number = state.header.number;
    return made;
}

[[nodiscard]] StageRecord sent(std::uint64_t lasted) {
    return {.is_sent = 1, .stamps = {5, 5, 5, 5, 5, 5, 5 + lasted}};
}

TEST(Summary, KnowsNothingBeforeTheFirstState) {
    Summary summary;
    summary.on_stages(sent(10));
    summary.on_instrument({.row = 0, .rows = 1});
    EXPECT_FALSE(summary.has_state());
    EXPECT_EQ(summary.events(), 0U);
    EXPECT_EQ(summary.rates({kNanosPerSecond}).span.value, 0);
}

TEST(Summary, RatesAreByTheTradersTimeOverTheWindow) {
    Summary summary;
    Trader trader(1);
    summary.on_state(trader.state());
    for (int n = 0; n < 100; ++n) {  // ten seconds of slow trading
        summary.on_state(trader.next(kSecond / 10, 10));
    }
    for (int n = 0; n < 10; ++n) {  // and a fast one
        summary.on_state(trader.next(kSecond / 10, 1'000));
    }
    const Rates last = summary.rates({kNanosPerSecond});
    EXPECT_EQ(last.span.value, kNanosPerSecond);
    EXPECT_DOUBLE_EQ(last.packets, 10'000);
    EXPECT_DOUBLE_EQ(last.orders, 1'000);
    EXPECT_DOUBLE_EQ(summary.rates({10 * kNanosPerSecond}).packets, (9 * 100 + 10'000) / 10.0);
}

TEST(Summary, TicksAreNotNanoseconds) {
    Summary summary;
    Trader trader(1);
    trader.state().tick_ratio = {.ticks = 2, .nanos = 1};
    summary.on_state(trader.state());
    summary.on_state(trader.next(2 * kSecond, 500));
    EXPECT_DOUBLE_EQ(summary.rates({kNanosPerSecond}).packets, 500);
}

TEST(Summary, AnotherSessionForgetsTheOneBefore) {
    Summary summary;
    Trader first(1);
    summary.on_state(first.state());
    summary.on_stages(sent(1'000));
    summary.on_state(first.next(kSecond, 500));
    Trader second(2);
    second.state().ticks = kSecond;  // another machine's clock, or the same after a reboot
    summary.on_state(second.state());
    EXPECT_EQ(summary.events(), 0U);
    EXPECT_TRUE(summary.all().of(Span::WireToWire).empty());
    EXPECT_EQ(summary.rates({kNanosPerSecond}).span.value, 0);
    summary.on_state(second.next(kSecond, 20));
    EXPECT_DOUBLE_EQ(summary.rates({kNanosPerSecond}).packets, 20);
}

TEST(Summary, RowsAreOfTheLastState) {
    Summary summary;
    Trader trader(1);
    trader.state().rows = 2;
    const StateRecord first = trader.next(kSecond, 0);
    summary.on_state(first);
    EXPECT_TRUE(summary.rows().empty());
    summary.on_instrument(row(first, 0));
    summary.on_instrument(row(first, 1));
    ASSERT_EQ(summary.rows().size(), 2U);
    EXPECT_EQ(summary.rows()[1].position, SignedQty{100});
    const StateRecord second = trader.next(kSecond, 0);
    summary.on_state(second);
    InstrumentRecord late = row(first, 1);
    late.position = {-7};
    summary.on_instrument(late);
    EXPECT_EQ(summary.rows()[1].position, SignedQty{100});
    trader.state().rows = 1;
    summary.on_state(trader.next(kSecond, 0));
    EXPECT_EQ(summary.rows().size(), 1U);
}

TEST(Summary, RecentForgetsAfterTwoGenerations) {
    Summary summary;
    Trader trader(1);
    summary.on_state(trader.state());
    summary.on_stages(sent(1'000'000));
    for (int second = 0; second < 21; ++second) {
        summary.on_state(trader.next(kSecond, 1));
        summary.on_stages(sent(10));
    }
    EXPECT_EQ(summary.all().of(Span::WireToWire).max().value, 1'000'000);
    EXPECT_EQ(summary.recent().of(Span::WireToWire).max().value, 10);
    EXPECT_EQ(summary.recent_span().value, 11 * kNanosPerSecond);
}

TEST(Summary, AClockThatRunsBackwardsAndCountersThatShrinkGiveNoRate) {
    Summary summary;
    Trader trader(1);
    summary.on_state(trader.next(kSecond, 1'000));
    summary.on_state(trader.next(kSecond, 1'000));
    StateRecord back = trader.state();
    back.ticks -= kSecond / 2;
    summary.on_state(back);
    EXPECT_DOUBLE_EQ(summary.rates({10 * kNanosPerSecond}).packets, 1'000);
    StateRecord less = trader.next(kSecond, 0);
    less.feed.packets[0] = 0;
    summary.on_state(less);
    EXPECT_DOUBLE_EQ(summary.rates({10 * kNanosPerSecond}).packets, 0);
}

}  // namespace
}  // namespace hotpath::telemetry
