// Further cases that a backtest is held to, by number: refreshes, the order of events, the future, wrong
// scales, memory, live sessions. docs/guide/backtest.md. Each fails when its rule is broken.

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/backtest/future_guard.hpp"
#include "hotpath/backtest/scrambled_market.hpp"
#include "hotpath/backtest/statistics/daily.hpp"
#include "hotpath/backtest/statistics/definitions.hpp"
#include "hotpath/backtest/statistics/round_trips.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/scripted_backtest.hpp"

namespace hotpath::backtest {
namespace {

using support::after_open;
using support::cents;
using support::ScriptedBacktest;

constexpr Price kTruthBid = cents(10'000);
constexpr Price kTruthAsk = cents(10'010);

DayResult day_of(const ScriptedBacktest& test) {
    auto day = test.run();
    EXPECT_TRUE(day) << day.error().message;
    return day ? std::move(*day) : DayResult{};
}

std::uint32_t shares_filled(const DayResult& day) {
    Qty sum{};
    for (const FillRecord& fill : day.fills) {
        sum += fill.qty;
    }
    return sum.value;
}

TEST(TruthCases, Case6ARefreshDoesNotResetThePlace) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Buy, 300, kTruthBid);
    test.enter(2, Side::Buy, 100, kTruthBid);
    test.at(4).add(12, Side::Buy, 200, kTruthBid);
    test.at(5).execute(11, 300);    // ours is the first now
    test.at(6).trading_state('T');  // the venue states what is so already
    test.at(7).add(13, Side::Buy, 100, kTruthBid);
    test.at(8).execute(12, 60);  // an incoming order of 60 meets ours first
    test.end(10);
    const DayResult day = day_of(test);
    EXPECT_EQ(shares_filled(day), 60U);
    EXPECT_EQ(day.orders.front().queue_ahead, TotalQty{300});
}

TEST(TruthCases, Case12WhetherAnOrderTakesIsJudgedOnItsArrival) {
    ScriptedBacktest test;
    test.options.engine.orders.fees = {.added = {-20}, .removed = {30}, .other = {}};
    test.options.session.entry_latency = {.base = {3 * support::kNanosPerMs}};
    test.enter(2, Side::Buy, 100, kTruthBid);        // passive when it is decided
    test.at(4).add(11, Side::Sell, 100, kTruthBid);  // an offer at its price before it arrives
    test.end(10);
    const DayResult day = day_of(test);
    ASSERT_EQ(day.fills.size(), 1U);
    EXPECT_EQ(day.fills.front().liquidity, oms::Liquidity::Removed);
    EXPECT_EQ(day.fills.front().fee, Money{3'000});
}

TEST(TruthCases, Case24TheStrategySeesByReceiptAndTheVenueMatchesByItsOwnTime) {
    ScriptedBacktest test;
    test.options.session.feed_latency = {.base = {5 * support::kNanosPerMs}};
    test.at(1).add(11, Side::Sell, 100, kTruthAsk);
    test.at(8).remove(11);  // the strategy sees the offer until 13 ms
    test.enter(10, Side::Buy, 100, kTruthAsk, TimeInForce::Ioc);
    test.end(30);
    const DayResult day = day_of(test);
    ASSERT_EQ(day.orders.size(), 1U);
    EXPECT_EQ(day.orders.front().entered, after_open(10));
    EXPECT_TRUE(day.fills.empty());
}

/// Buys a nanosecond's market ahead when the recording that it was given goes on to rise.
class Peeker : public strategy::NullStrategy {
  public:
    explicit Peeker(bool sees_a_rise) : sees_a_rise_(sees_a_rise) {}

    void on_instrument(const strategy::Instrument& instrument) noexcept { id_ = instrument.id; }
    void on_timer(const strategy::Context& context, oms::Intents& intents) noexcept {
        if (context.now == after_open(3)) {
            const Price price = sees_a_rise_ ? cents(10'050) : kTruthBid;
            static_cast<void>(intents.enter(
                {.instrument = id_, .side = Side::Buy, .qty = {100}, .price = price}));
        }
    }

  private:
    bool sees_a_rise_;
    InstrumentId id_{};
};

TEST(TruthCases, Case28AStrategyThatUsesTheFutureIsFound) {
    ScriptedBacktest cut;
    cut.at(1).add(11, Side::Buy, 100, kTruthBid);
    cut.end(6);
    ScriptedBacktest whole = cut;
    whole.at(8).add(12, Side::Buy, 100, cents(10'050));
    whole.end(20);
    const auto with = whole.run_with(Peeker(true));
    const auto without = cut.run_with(Peeker(false));
    ASSERT_TRUE(with && without);
    const auto fault = future_fault(*with, *without, without->end);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->cut, after_open(6));
    EXPECT_EQ(fault->whole->price, cents(10'050));
    EXPECT_EQ(fault->alone->price, kTruthBid);
}

TEST(TruthCases, Case28CancelsAndTheTimeInForceAreDecisionsToo) {
    ScriptedBacktest test;
    test.enter(2, Side::Buy, 100, kTruthBid);
    test.cancel_own(5, 1);
    test.end(20);
    const DayResult whole = day_of(test);
    ASSERT_EQ(whole.orders.size(), 1U);
    EXPECT_EQ(whole.orders.front().cancel_sent, after_open(5));
    DayResult other = whole;
    EXPECT_FALSE(future_fault(whole, other, after_open(10)));
    other.orders.front().cancel_sent = kNever;
    EXPECT_TRUE(future_fault(whole, other, after_open(10)));
    EXPECT_FALSE(future_fault(whole, other, after_open(4))) << "the cancel comes after this cut";
    other = whole;
    other.orders.front().time_in_force = TimeInForce::Ioc;
    EXPECT_TRUE(future_fault(whole, other, after_open(10)));
}

TEST(TruthCases, Case28AScrambledMarketIsAnotherOneWithoutAContradiction) {
    const auto play = [](bool is_scrambled) {
        auto market = *sim::market::MarketGenerator::create(
            {.seed = 11, .messages = 20'000, .instruments = 1});
        RunOptions options;
        options.engine.books = {.orders_max = 30'000,
                                .levels_max = 20'000,
                                .instruments_max = 10,
                                .huge_pages = HugePages::Never};
        options.engine.symbols = {market.symbol({1})};
        auto run = backtest::Run<strategy::NullStrategy>::create(options, {});
        ScrambledMarket later(1);
        std::uint64_t messages = 0;
        for (Bytes message = market.next(); !message.empty(); message = market.next()) {
            const bool is_played = ++messages <= 10'000 || !is_scrambled || later.admits(message);
            const auto played = is_played ? run->on_message(message) : Expected<void>();
            EXPECT_TRUE(played) << played.error().message;
        }
        return *run->finish("day");
    };
    const DayResult as_recorded = play(false);
    const DayResult scrambled = play(true);
    EXPECT_LT(scrambled.messages, as_recorded.messages - 2'000);
    EXPECT_GT(scrambled.messages, 12'000U);
    EXPECT_NE(scrambled.output_hash, as_recorded.output_hash);
}

TEST(TruthCases, Case28AnHonestStrategyIsNoFalseAlarm) {
    const auto play_first = [](std::uint64_t messages_max) {
        auto market = *sim::market::MarketGenerator::create(
            {.seed = 11, .messages = 20'000, .instruments = 1});
        RunOptions options;
        options.engine.books = {.orders_max = 30'000,
                                .levels_max = 20'000,
                                .instruments_max = 10,
                                .huge_pages = HugePages::Never};
        options.engine.symbols = {market.symbol({1})};
        options.session.entry_latency = {
            .base = {5'000}, .jitter = sim::session::Jitter::LogNormal, .spread = {20'000}};
        auto run = backtest::Run<strategy::MarketMaker>::create(
            options, strategy::MarketMaker({.quote_qty = {100}, .inventory_max = {1'000}}));
        for (Bytes message = market.next(); !message.empty() && run->messages() < messages_max;
             message = market.next()) {
            EXPECT_TRUE(run->on_message(message));
        }
        return *run->finish("day");
    };
    const DayResult whole = play_first(20'000);
    EXPECT_GT(whole.orders.size(), 100U);
    EXPECT_EQ(whole.messages, 20'000U);
    for (const std::uint64_t messages : {5'000U, 10'000U, 13'337U, 19'999U}) {
        const DayResult cut = play_first(messages);
        EXPECT_GT(orders_before(whole, cut.end), 10U);
        EXPECT_FALSE(future_fault(whole, cut, cut.end)) << messages;
    }
}

TEST(TruthCases, Case31AWrongScaleOfPricesIsAnErrorAndNotADayWithoutProfit) {
    ScriptedBacktest test;
    const Price far = cents(10'100'000);  // a share of $101 written as one of $101,000
    test.at(1).remove(1).remove(2);
    test.at(2).add(11, Side::Buy, 100, far).add(12, Side::Sell, 100, far + 100);
    test.enter(4, Side::Buy, 1'000, far);
    test.end(10);
    const auto day = test.run();
    ASSERT_FALSE(day);
    EXPECT_EQ(day.error().message,
              "no order was within the limits, which refused all 1 for price or value; AAPL is at "
              "$101000: are the limits or the scale of the recording's prices wrong?");
}

/// A day whose market is one bid and one offer, and the error that it ends with.
std::string scale_fault_of(Price bid, Price ask, bool sends) {
    ScriptedBacktest test;
    test.options.engine.limits.order_notional_max = {1'000'000'000};  // $100,000
    test.at(1).remove(1).remove(2);
    test.at(2).add(11, Side::Buy, 100, bid).add(12, Side::Sell, 100, ask);
    if (sends) {
        test.enter(4, Side::Buy, 100, bid);
    }
    test.end(10);
    const auto day = test.run();
    return day ? "" : day.error().message;
}

TEST(TruthCases, Case31ATooSmallScaleIsAnErrorToo) {
    // $101.23 and $101.25 as a recording in cents has them: $1.0123 and $1.0125, no prices of a tick.
    EXPECT_EQ(scale_fault_of({10'123}, {10'125}, true),
              "no order was within the limits, which refused all 1 for price or value; AAPL is at "
              "$1.0124: are the limits or the scale of the recording's prices wrong?");
}

TEST(TruthCases, Case31AWrongScaleIsAnErrorOfAStrategyThatNeverSends) {
    EXPECT_EQ(scale_fault_of({10'123}, {10'125}, false),
              "no order was sent: the market's prices must be multiples of limits.tick; AAPL is "
              "at $1.0124: are the limits or the scale of the recording's prices wrong?");
    const Price far = cents(19'999'900);
    EXPECT_EQ(scale_fault_of(far, far + 200, false),
              "no order was sent: limits.order_notional_max must allow at least one share; "
              "AAPL is at $199999: are the limits or the scale of the recording's prices wrong?");
    EXPECT_EQ(scale_fault_of(kTruthBid, kTruthAsk, false), "") << "an honest day without an order";
}

TEST(TruthCases, Case35AFlipIsACloseAndAnOpen) {
    ScriptedBacktest test;
    test.options.engine.orders.fees.removed = {30};
    test.at(1).add(11, Side::Sell, 100, kTruthAsk).add(12, Side::Buy, 300, kTruthBid);
    test.enter(2, Side::Buy, 100, kTruthAsk, TimeInForce::Ioc);
    test.enter(4, Side::Sell, 300, kTruthBid, TimeInForce::Ioc);  // closes 100, opens 200 short
    test.at(5).add(13, Side::Sell, 200, kTruthAsk);
    test.enter(6, Side::Buy, 200, kTruthAsk, TimeInForce::Ioc);
    test.end(10);
    BacktestResult result;
    result.days.push_back(day_of(test));
    const std::vector<RoundTrip> trips = round_trips(result);
    ASSERT_EQ(trips.size(), 2U);
    EXPECT_EQ(trips[0].side, Side::Buy);
    EXPECT_EQ(trips[0].qty, TotalQty{200});
    EXPECT_EQ(trips[0].gross, Money{-100 * 1'000});
    EXPECT_EQ(trips[1].side, Side::Sell);
    EXPECT_EQ(trips[1].qty, TotalQty{400});
    EXPECT_EQ(trips[0].fees + trips[1].fees, fees(result));
    EXPECT_EQ(trips[0].pnl() + trips[1].pnl(), pnl(result));
}

TEST(TruthCases, Case39EveryRatioHasItsFormulaWrittenDown) {
    // The ratio by the words of its definition: mean / deviation (n - 1) x sqrt(252).
    constexpr std::array kFourDays{100.0, -50.0, 25.0, 5.0};
    const double mean = 20;
    const double deviation = std::sqrt((80.0 * 80 + 70 * 70 + 5 * 5 + 15 * 15) / 3);
    EXPECT_NEAR(*sharpe(kFourDays), mean / deviation * std::sqrt(252.0), 1e-12);
    EXPECT_NEAR(*sortino(kFourDays), mean / std::sqrt(50.0 * 50 / 4) * std::sqrt(252.0), 1e-12);
    for (const std::string_view key : {"sharpe", "sortino", "return"}) {
        const auto found = std::ranges::find(definitions(), key, &Definition::key);
        ASSERT_NE(found, definitions().end()) << key;
        EXPECT_FALSE(found->formula.empty()) << key;
    }
}

TEST(TruthCases, MemoryIsBoundedByTheBookAndNotByTheDay) {
    auto market =
        *sim::market::MarketGenerator::create({.seed = 2, .messages = 200'000, .instruments = 1});
    RunOptions options;
    options.engine.books = {.orders_max = 50'000,
                            .levels_max = 20'000,
                            .instruments_max = 10,
                            .huge_pages = HugePages::Never};
    options.engine.symbols = {market.symbol({1})};
    auto run = backtest::Run<strategy::NullStrategy>::create(options, strategy::NullStrategy());
    ASSERT_TRUE(run);
    std::uint64_t allocations = 0;
    for (Bytes message = market.next(); !message.empty(); message = market.next()) {
        const NoAllocScope one;
        const bool is_played = run->on_message(message).has_value();
        allocations += run->messages() > 20'000 ? one.allocations() : 0;
        ASSERT_TRUE(is_played);
    }
    EXPECT_EQ(run->messages(), 200'000U);
    EXPECT_LE(allocations, 8U);  // the most that is in flight may grow a little, and stays
}

// What a live session brings besides messages: its options are in no recording.

TEST(LiveEvents, NothingIsSentBeforeTheOrderEntryOpens) {
    ScriptedBacktest test;
    test.options.session.live = {
        .timers = {after_open(2), after_open(6), after_open(7), after_open(9)},
        .opened = after_open(5)};
    test.options.session.timer_interval = {1};
    test.enter(2, Side::Buy, 100, kTruthBid);
    test.enter(7, Side::Buy, 100, kTruthBid);
    test.end(20);
    const DayResult day = day_of(test);
    ASSERT_EQ(day.orders.size(), 1U);
    EXPECT_EQ(day.orders.front().entered, after_open(7));
}

TEST(LiveEvents, TheStopCancelsEverythingAndHolds) {
    ScriptedBacktest test;
    test.options.session.live = {
        .timers = {after_open(2), after_open(8)}, .opened = {}, .stopped = after_open(5)};
    test.options.session.timer_interval = {1};
    test.enter(2, Side::Buy, 100, kTruthBid);
    test.enter(8, Side::Buy, 100, kTruthBid);
    test.at(6).add(11, Side::Buy, 100, kTruthBid).execute(11, 100);
    test.end(20);
    const DayResult day = day_of(test);
    ASSERT_EQ(day.orders.size(), 1U);
    EXPECT_TRUE(day.fills.empty());
    EXPECT_NE(day.orders.front().closed, kNever);
    EXPECT_EQ(day.counts.canceled, 1U);
}

// A session that was stopped had packets and replies on their way that its trader never read.
TEST(LiveEvents, WhatArrivesAfterTheEndIsLost) {
    const auto run = [](std::optional<Time> ended) {
        ScriptedBacktest test;
        test.options.session.live = {
            .timers = {after_open(2)}, .opened = {}, .stopped = {}, .ended = ended};
        test.options.session.timer_interval = {1};
        test.options.session.response_latency = {.base = {3'000'000}};
        test.enter(2, Side::Buy, 100, kTruthBid);
        test.at(6).add(11, Side::Buy, 100, kTruthBid).execute(11, 100);
        test.end(20);
        return day_of(test);
    };
    EXPECT_EQ(run({}).fills.size(), 1U);
    EXPECT_EQ(run(after_open(9)).fills.size(), 1U) << "the reply comes at 9 ms";
    EXPECT_TRUE(run(after_open(8)).fills.empty());
}

/// Counts what it was asked to decide.
class Decider : public strategy::NullStrategy {
  public:
    explicit Decider(std::uint32_t& decisions) : decisions_(&decisions) {}
    void on_book(const book::BookView&, const strategy::Context&, oms::Intents&) noexcept {
        ++*decisions_;
    }

  private:
    std::uint32_t* decisions_;
};

TEST(LiveEvents, PacketsThatArriveTogetherAreOneDecision) {
    const auto decisions = [](bool is_live) {
        ScriptedBacktest test;
        test.options.session.feed_latency = {.base = {1'000}};
        if (is_live) {
            test.options.session.live = sim::session::LiveEvents{};
        }
        test.at(5).add(11, Side::Buy, 100, kTruthBid).add(12, Side::Sell, 100, kTruthAsk);
        test.at(6).add(13, Side::Buy, 100, kTruthBid);
        test.end(10);
        std::uint32_t made = 0;
        EXPECT_TRUE(test.run_with(Decider(made)));
        return made;
    };
    // The listing and the first two sides come together, too.
    EXPECT_LT(decisions(true), decisions(false));
}

}  // namespace
}  // namespace hotpath::backtest
