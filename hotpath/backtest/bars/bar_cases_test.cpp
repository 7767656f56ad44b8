// The cases of bars that a backtest is held to, by number: docs/guide/backtest.md. Each fails when its
// rule is broken. What fills on a bar is tested in hotpath/sim/bars, order by order.
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/backtest/bars/bar_run.hpp"
#include "hotpath/backtest/statistics/benchmark.hpp"
#include "hotpath/backtest/statistics/equity_curve.hpp"
#include "hotpath/backtest/statistics/round_trips.hpp"
#include "hotpath/backtest/statistics/summary.hpp"
#include "hotpath/engine/market_mid.hpp"

namespace hotpath::backtest {
namespace {

constexpr std::int64_t kBarCents = 100;
constexpr Time kNineThirty{34'200 * kNanosPerSecond};
constexpr Time kFour{57'600 * kNanosPerSecond};

const Symbol kApple = *Symbol::from("AAPL");

[[nodiscard]] constexpr Price at_cents(std::int64_t cents) {
    return {cents * kBarCents};
}

/// Orders after each close, by the number of closes seen; and what was seen then.
class BarScript : public strategy::NullStrategy {
  public:
    struct Order {
        Side side = Side::Buy;
        Qty qty{};
        Price price{};
    };
    using Orders = std::multimap<int, Order>;

    explicit BarScript(Orders orders) : orders_(std::move(orders)) {}

    [[nodiscard]] const std::vector<Price>& seen() const { return seen_; }

    /// The first that is listed.
    void on_instrument(const strategy::Instrument& instrument) noexcept {
        instrument_ = instrument_ == InstrumentId{} ? instrument.id : instrument_;
    }
    template <book::InstrumentView Book>
    void on_book(const Book& book, const strategy::Context&, oms::Intents&) noexcept {
        if (book.bbo().is_two_sided()) {
            mid_ = {(book.bbo().bid.price.value + book.bbo().ask.price.value) / 2};
        }
    }
    void on_timer(const strategy::Context&, oms::Intents& intents) noexcept {
        seen_.push_back(mid_);
        const auto [begin, end] = orders_.equal_range(static_cast<int>(seen_.size()));
        for (auto each = begin; each != end; ++each) {
            static_cast<void>(intents.enter({.id = {},
                                             .instrument = instrument_,
                                             .side = each->second.side,
                                             .qty = each->second.qty,
                                             .price = each->second.price}));
        }
    }

  private:
    Orders orders_;
    InstrumentId instrument_{};
    Price mid_{};
    std::vector<Price> seen_;
};

struct BarTest {
    BarRunOptions options;
    std::vector<SymbolBar> bars;                  // a day each
    std::map<int, SymbolAdjustment> adjustments;  // by day, from 1
    BarScript::Orders orders;

    BarTest() {
        options.engine.books = {.orders_max = 1'000,
                                .levels_max = 1'000,
                                .instruments_max = 4,
                                .huge_pages = HugePages::Never};
        options.engine.symbols = {kApple};
        options.engine.limits.collar_bps = {9'999};
    }
    /// Prices in cents.
    BarTest& bar(std::int64_t open, std::int64_t high, std::int64_t low, std::int64_t close) {
        bars.push_back({.symbol = kApple,
                        .open = at_cents(open),
                        .high = at_cents(high),
                        .low = at_cents(low),
                        .close = at_cents(close),
                        .volume = {1'000'000}});
        return *this;
    }
    /// After the close of this bar, from 1.
    BarTest& enter(int after, Side side, std::uint32_t qty, std::int64_t cents) {
        orders.emplace(after,
                       BarScript::Order{.side = side, .qty = {qty}, .price = at_cents(cents)});
        return *this;
    }
    [[nodiscard]] BarRun<BarScript> played() const {
        auto run = BarRun<BarScript>::create(options, BarScript(orders));
        EXPECT_TRUE(run.has_value());
        for (std::size_t n = 0; n < bars.size(); ++n) {
            BarDay day{.name = "day " + std::to_string(n + 1),
                       .date = 19'724 + static_cast<std::int32_t>(n)};
            if (const auto found = adjustments.find(static_cast<int>(n) + 1);
                found != adjustments.end()) {
                day.adjustments.push_back(found->second);
            }
            run->begin_day(std::move(day));
            EXPECT_TRUE(run->on_bars({.begin = kNineThirty,
                                      .end = kFour,
                                      .bars = std::span(&bars[n], 1),
                                      .is_last = true}));
        }
        return std::move(*run);
    }
    [[nodiscard]] BacktestResult run() const {
        auto result = played().finish();
        EXPECT_TRUE(result) << result.error().message;
        return result ? std::move(*result) : BacktestResult{};
    }
};

TEST(BarCases, Case25ADecisionOnACloseTradesAtTheNextOpen) {
    BarTest test;
    test.bar(10'000, 10'100, 9'900, 10'050).bar(10'200, 10'300, 10'150, 10'250);
    test.enter(1, Side::Buy, 100, 11'000);
    const BacktestResult result = test.run();
    ASSERT_EQ(result.days.size(), 2U);
    EXPECT_TRUE(result.days[0].fills.empty());
    ASSERT_EQ(result.days[0].orders.size(), 1U);
    ASSERT_EQ(result.days[1].fills.size(), 1U);
    const FillRecord& fill = result.days[1].fills.front();
    EXPECT_EQ(fill.price, at_cents(10'201));
    EXPECT_GE(fill.at, kNineThirty);
    EXPECT_LT(fill.at, kNineThirty + Nanos{kNanosPerSecond});
    EXPECT_EQ(fill.liquidity, oms::Liquidity::Removed);
}

TEST(BarCases, Case16NothingFillsWhileTheInstrumentHasNoBar) {
    // Three minutes; in the second only another instrument has a bar, and its price is far away.
    constexpr Nanos kMinute{60 * kNanosPerSecond};
    const Symbol other = *Symbol::from("MSFT");
    BarTest test;
    test.options.engine.symbols.push_back(other);
    test.bar(10'000, 10'100, 9'900, 10'050).bar(10'300, 10'400, 10'250, 10'350);
    SymbolBar of_other = test.bars.front();
    of_other.symbol = other;
    const std::vector<std::vector<SymbolBar>> minutes{
        {test.bars[0], of_other}, {of_other}, {test.bars[1], of_other}};
    auto run = BarRun<BarScript>::create(
        test.options,
        BarScript({{1, {.side = Side::Buy, .qty = {100}, .price = at_cents(11'000)}}}));
    ASSERT_TRUE(run);
    run->begin_day({.name = "day", .date = 19'724});
    for (std::size_t n = 0; n < minutes.size(); ++n) {
        const Time begin = kNineThirty + Nanos{static_cast<std::int64_t>(n) * kMinute.value};
        ASSERT_TRUE(run->on_bars({.begin = begin,
                                  .end = begin + kMinute,
                                  .bars = minutes[n],
                                  .is_last = n + 1 == minutes.size()}));
    }
    const auto result = run->finish();
    ASSERT_TRUE(result) << result.error().message;
    ASSERT_EQ(fill_count(*result), 1U);
    EXPECT_GE(result->days.front().fills.front().at, kNineThirty + kMinute + kMinute);
}

TEST(BarCases, Case26WhatIsSeenAndSentDoesNotDependOnLaterBars) {
    BarTest test;
    test.bar(10'000, 10'100, 9'900, 10'050).bar(10'200, 10'300, 10'150, 10'250);
    test.enter(1, Side::Buy, 100, 11'000).enter(2, Side::Sell, 100, 9'000);
    BarTest other = test;
    test.bar(10'300, 10'400, 10'200, 10'350);
    other.bar(5'000, 5'200, 4'900, 5'100);
    const auto one = test.played();
    const auto two = other.played();
    const auto& seen = one.trader().strategy().seen();
    ASSERT_EQ(seen.size(), 3U);
    EXPECT_EQ(seen[0], at_cents(10'050));
    EXPECT_EQ(seen[1], at_cents(10'250));
    EXPECT_EQ(seen[0], two.trader().strategy().seen()[0]);
    EXPECT_EQ(seen[1], two.trader().strategy().seen()[1]);
    EXPECT_NE(seen[2], two.trader().strategy().seen()[2]);
}

TEST(BarCases, PositionsAreCarriedAndEachDayHasItsOwnProfit) {
    BarTest test;
    test.bar(10'000, 10'000, 10'000, 10'000)
        .bar(10'000, 10'100, 10'000, 10'100)
        .bar(10'100, 10'300, 10'100, 10'300)
        .bar(10'300, 10'300, 10'200, 10'200);
    test.enter(1, Side::Buy, 100, 11'000).enter(3, Side::Sell, 100, 9'000);
    const BacktestResult result = test.run();
    ASSERT_EQ(result.days.size(), 4U);
    EXPECT_EQ(pnl(result.days[0]), Money{});
    EXPECT_EQ(pnl(result.days[1]), Money{100 * 99 * kBarCents});   // bought at 100.01, 101.00
    EXPECT_EQ(pnl(result.days[2]), Money{100 * 200 * kBarCents});  // 103.00
    EXPECT_EQ(pnl(result.days[3]), Money{100 * -1 * kBarCents});   // sold at 102.99
    EXPECT_EQ(result.days[2].instruments.front().position, SignedQty{100});
    EXPECT_EQ(result.days[3].instruments.front().position_before, SignedQty{100});
    const std::vector<RoundTrip> trips = round_trips(result);
    ASSERT_EQ(trips.size(), 1U);
    EXPECT_EQ(trips.front().pnl(), pnl(result));
    EXPECT_EQ(trips.front().day, 3U);
    const std::int64_t days =
        (trips.front().closed - trips.front().opened).value / (86'400 * kNanosPerSecond);
    EXPECT_EQ(days, 2);
    EXPECT_EQ(equity_curve(result).back().pnl, pnl(result));
    EXPECT_TRUE(summary_of(result, {}).open_positions.empty());
    EXPECT_NEAR(*time_in_market(result).share(), 0.5, 0.001);
}

TEST(BarCases, Case38ASplitDoublesTheSharesAndHalvesThePrice) {
    BarTest test;
    test.bar(10'000, 10'000, 10'000, 10'000)
        .bar(10'000, 10'000, 10'000, 10'000)
        .bar(5'000, 5'100, 5'000, 5'100);
    test.enter(1, Side::Buy, 100, 11'000);
    test.adjustments[3] = {.symbol = kApple, .new_shares = 2, .old_shares = 1};
    const BacktestResult result = test.run();
    ASSERT_EQ(result.days.size(), 3U);
    EXPECT_EQ(result.days[1].instruments.front().position, SignedQty{100});
    EXPECT_EQ(result.days[2].instruments.front().position_before, SignedQty{200});
    EXPECT_EQ(result.days[2].instruments.front().position, SignedQty{200});
    EXPECT_EQ(pnl(result.days[2]), Money{200 * 100 * kBarCents});
}

TEST(BarCases, Case38ADividendIsReceivedByTheLongAndPaidByTheShort) {
    for (const Side side : {Side::Buy, Side::Sell}) {
        BarTest test;
        test.bar(10'000, 10'000, 10'000, 10'000)
            .bar(10'000, 10'000, 10'000, 10'000)
            .bar(10'000, 10'000, 10'000, 10'000);
        test.enter(1, side, 100, side == Side::Buy ? 11'000 : 9'000);
        test.adjustments[3] = {.symbol = kApple, .dividend = at_cents(50)};
        const BacktestResult result = test.run();
        ASSERT_EQ(result.days.size(), 3U);
        EXPECT_EQ(pnl(result.days[2]), Money{sign(side) * 100 * 50 * kBarCents});
    }
}

TEST(BarCases, Case38AnOrderInTermsOfBeforeASplitIsNotExecutedAfterIt) {
    BarTest test;
    test.bar(10'000, 10'000, 10'000, 10'000).bar(5'000, 5'100, 4'900, 5'000);
    test.enter(1, Side::Buy, 100, 10'000);
    test.adjustments[2] = {.symbol = kApple, .new_shares = 2, .old_shares = 1};
    const BacktestResult result = test.run();
    EXPECT_EQ(fill_count(result), 0U);
    EXPECT_EQ(order_counts(result).rejected_by_venue, 1U);
}

TEST(BarCases, Case39BuyAndHoldCompoundsThroughSplitsAndDividends) {
    BarTest test;
    test.bar(9'000, 10'000, 9'000, 10'000)
        .bar(10'000, 11'000, 10'000, 11'000)
        .bar(5'000, 5'500, 5'000, 5'500);
    test.adjustments[3] = {.symbol = kApple, .new_shares = 2, .old_shares = 1};
    EXPECT_NEAR(*buy_and_hold(test.run()), 0.10, 1e-12) << "from the first close";
    test.adjustments[3] = {
        .symbol = kApple, .new_shares = 2, .old_shares = 1, .dividend = at_cents(1'000)};
    // The dividend of $10 buys a tenth more shares at the price without it.
    EXPECT_NEAR(*buy_and_hold(test.run()), 1.1 * 1.1 - 1, 1e-12);
}

TEST(BarCases, TwoRunsHaveTheSameHashAndAnotherBarHasAnother) {
    BarTest test;
    test.bar(10'000, 10'100, 9'900, 10'050).bar(10'200, 10'300, 10'150, 10'250);
    test.enter(1, Side::Buy, 100, 11'000);
    const BacktestResult one = test.run();
    EXPECT_EQ(output_hash(one), output_hash(test.run()));
    EXPECT_EQ(input_hash(one), input_hash(test.run()));
    test.bars.back().high = at_cents(10'301);
    EXPECT_NE(input_hash(one), input_hash(test.run()));
}

}  // namespace
}  // namespace hotpath::backtest
