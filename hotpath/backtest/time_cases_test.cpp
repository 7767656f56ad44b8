// The cases of time and of the book that a backtest is held to, by number: docs/guide/backtest.md.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/scripted_backtest.hpp"

namespace hotpath::backtest {
namespace {

using sim::session::Jitter;
using support::after_open;
using support::cents;
using support::ScriptedBacktest;

constexpr Price kTimeBid = cents(10'000);
constexpr Price kAsk = cents(10'010);
constexpr Nanos kTenUs{10'000};

DayResult play(const ScriptedBacktest& test) {
    auto day = test.run();
    EXPECT_TRUE(day) << day.error().message;
    return day ? std::move(*day) : DayResult{};
}

std::string fault(const ScriptedBacktest& test) {
    const auto day = test.run();
    EXPECT_FALSE(day);
    return day ? "" : day.error().message;
}

TEST(TimeCases, Case15AnOrderMeetsTheBookOfItsArrival) {
    // The offer is gone one nanosecond before the order arrives, or one after.
    for (const std::int64_t early : {1, -1}) {
        ScriptedBacktest test;
        test.options.session.entry_latency = {.base = {2 * support::kNanosPerMs + early}};
        test.at(1).add(11, Side::Sell, 100, kAsk);
        test.enter(2, Side::Buy, 100, kAsk, TimeInForce::Ioc);
        test.at(4).remove(11);
        test.end(10);
        EXPECT_EQ(play(test).fills.size(), early > 0 ? 0U : 1U);
    }
}

TEST(TimeCases, SamplesOfTheEquityNeverGoBackInTime) {
    // The trader receives the last messages 50 ms after the venue sent them, and is sampled then.
    ScriptedBacktest test;
    test.options.session.feed_latency = {.base = {50 * support::kNanosPerMs}};
    test.options.sample_every = {support::kNanosPerMs};
    test.at(1).add(11, Side::Sell, 100, kAsk);
    test.enter(60, Side::Buy, 100, kAsk);
    test.at(70).add(12, Side::Buy, 100, kTimeBid);
    test.end(80);
    const DayResult day = play(test);
    ASSERT_GE(day.equity.size(), 2U);
    EXPECT_GT(day.equity.back().at, after_open(80));
    EXPECT_TRUE(std::ranges::is_sorted(day.equity, {}, &EquityPoint::at));
}

TEST(TimeCases, Case15AnotherInstrumentsMessagesChangeNothing) {
    // The same with messages of a second instrument before, at and after the order's arrival.
    for (const std::int64_t early : {1, -1}) {
        ScriptedBacktest test;
        test.with_other();
        test.options.session.entry_latency = {.base = {2 * support::kNanosPerMs + early}};
        test.at(1).add(11, Side::Sell, 100, kAsk);
        test.at(3).of_other().add(31, Side::Sell, 100, kAsk);
        test.enter(2, Side::Buy, 100, kAsk, TimeInForce::Ioc);
        test.at(4).remove(11).remove(31);
        test.of_other().add(32, Side::Sell, 100, kAsk);
        test.at(5).remove(32).of_first().add(12, Side::Sell, 100, kAsk);
        test.end(10);
        const DayResult day = play(test);
        ASSERT_EQ(day.fills.size(), early > 0 ? 0U : 1U);
        if (early < 0) {
            EXPECT_EQ(day.fills.front().at, after_open(4) + Nanos{-1} + Nanos{1'000});
        }
    }
}

TEST(TimeCases, Case16NothingFillsWhileTheInstrumentIsHalted) {
    ScriptedBacktest test;
    test.options.session.entry_latency = {.base = {3 * support::kNanosPerMs}};
    test.at(1).add(11, Side::Sell, 100, kAsk);
    test.enter(1, Side::Buy, 50, kTimeBid);                 // rests before the halt
    test.enter(3, Side::Buy, 100, kAsk, TimeInForce::Ioc);  // would take, and arrives in it
    test.at(5).trading_state('H');
    test.at(7).add(12, Side::Sell, 200, cents(9'990));  // would meet both
    test.at(8).remove(12);
    test.at(9).remove(11).trading_state('T');
    test.end(20);
    const DayResult day = play(test);
    EXPECT_EQ(day.orders.size(), 2U);
    EXPECT_TRUE(day.fills.empty());
}

TEST(TimeCases, Case16NothingFillsWhileTheMarketGivesNoData) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, kAsk);
    test.enter(2, Side::Buy, 50, kTimeBid);
    test.end(60'000);
    EXPECT_TRUE(play(test).fills.empty());
}

TEST(TimeCases, Case17AFillIsNeverBeforeTheVenueHadTheOrder) {
    ScriptedBacktest test;
    test.options.session.entry_latency = {.base = kTenUs};
    test.options.session.response_latency = {.base = kTenUs};
    test.at(1).add(11, Side::Sell, 100, kAsk);
    test.enter(2, Side::Buy, 100, kAsk, TimeInForce::Ioc);
    test.end(10);
    const DayResult day = play(test);
    ASSERT_EQ(day.fills.size(), 1U);
    EXPECT_EQ(day.orders.front().entered, after_open(2));
    EXPECT_EQ(day.fills.front().at, after_open(2) + kTenUs + kTenUs);
}

TEST(TimeCases, Case18TheFeedIsLateToo) {
    // The strategy sees the offer, and decides, as late as the feed brings it.
    ScriptedBacktest test;
    test.options.session.feed_latency = {.base = {5 * support::kNanosPerMs}};
    test.at(1).add(11, Side::Sell, 100, kAsk);
    test.enter(2, Side::Buy, 100, kAsk, TimeInForce::Ioc);
    test.end(20);
    const DayResult day = play(test);
    // Nothing may be sent before the market's own two sides have come.
    ASSERT_FALSE(day.orders.empty());
    EXPECT_GE(day.orders.front().entered, after_open(5));
}

TEST(TimeCases, Case19OneSessionIsFirstInFirstOut) {
    ScriptedBacktest test;
    test.options.session.entry_latency = {
        .jitter = Jitter::Uniform, .spread = {5 * support::kNanosPerMs}, .seed = 9};
    for (std::uint32_t n = 1; n <= 50; ++n) {
        test.enter(2 * n, Side::Buy, 10, kTimeBid);
        test.cancel_own(2 * n, n);
    }
    test.end(200);
    const DayResult day = play(test);
    EXPECT_EQ(day.orders.size(), 50U);
    EXPECT_EQ(day.counts.canceled, 50U);
    for (const OrderRecord& order : day.orders) {
        EXPECT_NE(order.closed, kNever) << "a cancel came before its order";
    }
}

TEST(TimeCases, Case19NoAnswerOvertakesAnother) {
    // Each order is executed, and then asked to be canceled: accepted, executed, never "too late" first.
    ScriptedBacktest test;
    test.options.session.entry_latency = {
        .jitter = Jitter::Uniform, .spread = {5 * support::kNanosPerMs}, .seed = 9};
    test.options.session.response_latency = {
        .jitter = Jitter::Uniform, .spread = {9 * support::kNanosPerMs}, .seed = 4};
    for (std::uint32_t n = 1; n <= 50; ++n) {
        test.enter(10 * n, Side::Buy, 10, kTimeBid);
        test.at(10 * n + 6).add(100 + n, Side::Buy, 10, kTimeBid).execute(100 + n, 10);
        test.cancel_own(10 * n + 6, n);
    }
    test.end(600);
    const DayResult day = play(test);
    ASSERT_EQ(day.fills.size(), 50U);
    EXPECT_EQ(day.counts.rejected_by_risk, 0U) << "a disagreement with the venue stops trading";
    EXPECT_TRUE(std::ranges::is_sorted(day.fills, {}, &FillRecord::at));
    for (std::uint32_t n = 1; n <= 50; ++n) {
        EXPECT_EQ(day.fills[n - 1].order.value, n);
        EXPECT_EQ(day.orders[n - 1].closed, day.fills[n - 1].at) << "order " << n;
    }
}

TEST(TimeCases, Case20ALatencyIsATimeItTakesAndNeverBelowZero) {
    using sim::session::validate;
    EXPECT_TRUE(validate({.base = {1}, .spread = {1}, .service = {1}}));
    EXPECT_FALSE(validate({.base = {-1}}));
    EXPECT_FALSE(validate({.spread = {-1}}));
    EXPECT_FALSE(validate({.service = {-1}}));
    EXPECT_FALSE(validate({.recorded = {{.sent = {5}, .latency = {-1}}}}));
}

TEST(TimeCases, Case20EachWayHasItsOwnLatency) {
    ScriptedBacktest test;
    test.options.session.entry_latency = {.base = {300}};
    test.options.session.response_latency = {.base = {7'000}};
    test.at(1).add(11, Side::Sell, 100, kAsk);
    test.enter(2, Side::Buy, 100, kAsk, TimeInForce::Ioc);
    test.end(10);
    const DayResult day = play(test);
    ASSERT_EQ(day.fills.size(), 1U);
    EXPECT_EQ(day.fills.front().at - day.fills.front().order_entered, Nanos{7'300});
}

TEST(TimeCases, Case21WhatIsInFlightAtTheEndIsReported) {
    ScriptedBacktest test;
    test.options.session.entry_latency = {.base = {20 * support::kNanosPerMs}};
    test.enter(5, Side::Buy, 100, kTimeBid);
    test.enter(6, Side::Buy, 100, cents(9'990));
    test.end(10);
    const DayResult day = play(test);
    EXPECT_EQ(day.counts.in_flight_at_end, 2U);
    EXPECT_EQ(day.counts.entered, 2U);
    EXPECT_EQ(day.orders.size(), 2U);
}

TEST(TimeCases, Case22TimesAreWholeNanoseconds) {
    ScriptedBacktest test;
    test.options.session.entry_latency = {.base = {1}};
    test.options.session.response_latency = {.base = {2}};
    test.at(1).add(11, Side::Sell, 100, kAsk);
    test.enter(3, Side::Buy, 100, kAsk, TimeInForce::Ioc);
    test.end(10);
    const DayResult day = play(test);
    ASSERT_EQ(day.fills.size(), 1U);
    EXPECT_EQ(day.fills.front().at.value, 34'200'003'000'003);
}

TEST(TimeCases, Case23OrdersOfOneInstantComeBeforeTheMarketsMessagesOfIt) {
    // The offer goes at the nanosecond in which the order arrives: the order is first.
    ScriptedBacktest test;
    test.options.session.entry_latency = {.base = {2 * support::kNanosPerMs}};
    test.at(1).add(11, Side::Sell, 100, kAsk);
    test.enter(2, Side::Buy, 100, kAsk, TimeInForce::Ioc);
    test.at(4).remove(11);
    test.end(10);
    EXPECT_EQ(play(test).fills.size(), 1U);
}

TEST(BookCases, Case30ACrossedRecordingStopsAndNamesTheMessage) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, kAsk);
    test.at(2).add(12, Side::Buy, 100, cents(10'020));
    test.end(10);
    EXPECT_EQ(fault(test),
              "message 6: its order locks or crosses the recorded book of AAPL while it trades; "
              "data.crossed = \"allow\" plays it anyway");
    test.options.crossed = CrossedBook::Allowed;
    EXPECT_TRUE(test.run());
}

TEST(BookCases, Case30ADamagedRecordingStopsAndNamesTheMessage) {
    ScriptedBacktest test;
    test.at(1).execute(99, 100);
    EXPECT_EQ(fault(test),
              "message 5: its order is unknown, known already or has fewer shares: the recording "
              "is damaged or begins after the order");
}

TEST(BookCases, Case29ABookMayBeCrossedWithinAnInstantAndIsJudgedAtItsEnd) {
    // A sweep that is published order first: the executions follow at the same time.
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, kAsk);
    test.at(2).add(12, Side::Buy, 100, cents(10'020)).execute(12, 100).execute(11, 100);
    test.end(10);
    EXPECT_TRUE(test.run());

    ScriptedBacktest late;  // the same with its second half a millisecond later
    late.at(1).add(11, Side::Sell, 100, kAsk);
    late.at(2).add(12, Side::Buy, 100, cents(10'020)).cancel(12, 50);
    late.at(3).execute(12, 50).execute(11, 100);
    late.end(10);
    EXPECT_TRUE(fault(late).starts_with("message 6: its order locks or crosses"));

    ScriptedBacktest last;  // the recording ends within the instant
    last.at(1).add(11, Side::Sell, 100, kAsk);
    last.at(2).add(12, Side::Buy, 100, kAsk);
    EXPECT_TRUE(fault(last).starts_with("message 6: its order locks or crosses"));
}

TEST(BookCases, Case29NothingIsRepairedByDeleting) {
    // Both orders are there after the instant in which one crossed the other.
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, kAsk);
    test.at(2).add(12, Side::Buy, 70, cents(10'020)).replace_recorded(11, 13, 100, cents(10'030));
    test.enter(3, Side::Sell, 70, cents(10'020), TimeInForce::Ioc);
    test.enter(4, Side::Buy, 100, cents(10'030), TimeInForce::Ioc);
    test.end(10);
    const DayResult day = play(test);
    ASSERT_EQ(day.fills.size(), 2U);
    EXPECT_EQ(day.fills[0].qty, Qty{70});
    EXPECT_EQ(day.fills[1].qty, Qty{100});
}

TEST(BookCases, Case29ABookMayBeCrossedWhileTheInstrumentDoesNotTrade) {
    ScriptedBacktest test;
    test.at(1).trading_state('H');
    test.at(2).add(12, Side::Buy, 100, cents(10'200));
    test.at(3).remove(12);
    test.at(4).trading_state('T');
    test.end(10);
    EXPECT_TRUE(test.run());
}

TEST(BookCases, Case32WithOneSideEmptyNothingIsSentAndNothingBreaks) {
    ScriptedBacktest test;
    test.at(1).remove(2);
    test.enter(2, Side::Buy, 100, kTimeBid);
    test.end(10);
    const DayResult day = play(test);
    EXPECT_TRUE(day.orders.empty());  // no reference price
    EXPECT_EQ(day.counts.rejected_by_risk, 1U);
}

TEST(BookCases, Case33AnUnknownSymbolIsAnError) {
    ScriptedBacktest test;
    test.options.engine.symbols = {*Symbol::from("AAPL"), *Symbol::from("MSFT")};
    test.end(10);
    EXPECT_EQ(fault(test), "no message of MSFT in the recording");
}

TEST(Backtest, AKillLatchesAsItDoesLive) {
    ScriptedBacktest test;
    test.options.engine.account.loss_max = {10'000};  // a dollar
    test.at(1).add(11, Side::Sell, 100, kAsk).add(12, Side::Buy, 100, kTimeBid);
    test.enter(2, Side::Buy, 100, kAsk, TimeInForce::Ioc);
    test.at(4).remove(12);  // the mid falls
    test.enter(8, Side::Buy, 100, cents(10'050), TimeInForce::Ioc);
    test.at(9).add(13, Side::Sell, 100, kAsk);
    test.enter(12, Side::Buy, 100, kAsk, TimeInForce::Ioc);
    test.end(20);
    const DayResult day = play(test);
    EXPECT_EQ(day.fills.size(), 1U);
    EXPECT_EQ(day.counts.rejected_by_risk, 2U);
}

TEST(Backtest, TwoRunsInOneProcessAreEqual) {
    const auto play_seed = [](std::uint64_t seed) {
        auto market = *sim::market::MarketGenerator::create(
            {.seed = seed, .messages = 30'000, .instruments = 1});
        RunOptions options;
        options.engine.books = {.orders_max = 50'000,
                                .levels_max = 20'000,
                                .instruments_max = 10,
                                .huge_pages = HugePages::Never};
        options.engine.symbols = {market.symbol({1})};
        options.session.entry_latency = {
            .base = {5'000}, .jitter = Jitter::LogNormal, .spread = {20'000}, .sigma = 1};
        auto run = backtest::Run<strategy::MarketMaker>::create(
            options, strategy::MarketMaker({.quote_qty = {100}, .inventory_max = {1'000}}));
        for (Bytes message = market.next(); !message.empty(); message = market.next()) {
            EXPECT_TRUE(run->on_message(message));
        }
        return *run->finish("day");
    };
    const DayResult first = play_seed(5);
    const DayResult second = play_seed(5);
    EXPECT_GT(first.fills.size(), 10U);
    EXPECT_EQ(first.output_hash, second.output_hash);
    EXPECT_EQ(first.input_hash, second.input_hash);
    EXPECT_EQ(first.fills.size(), second.fills.size());
    EXPECT_EQ(pnl(first), pnl(second));
    EXPECT_NE(play_seed(6).output_hash, first.output_hash);
}

TEST(Backtest, MarksOutAreTheMidsOfTheirTimesAndOfNoLater) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 100, kAsk).add(12, Side::Buy, 100, kTimeBid);
    test.enter(2, Side::Buy, 100, kAsk, TimeInForce::Ioc);
    test.at(5).add(13, Side::Sell, 100, cents(10'004));
    test.at(50).add(14, Side::Buy, 100, cents(10'002));
    test.end(200);
    const DayResult day = play(test);
    ASSERT_EQ(day.fills.size(), 1U);
    const FillRecord& fill = day.fills.front();
    EXPECT_EQ(fill.mid_after[0], cents(10'050));  // 1 ms: 100.00 and 101.00
    EXPECT_EQ(fill.mid_after[1], cents(10'002));  // 10 ms: 100.00 and 100.04
    EXPECT_EQ(fill.mid_after[2], cents(10'003));  // 100 ms: 100.02 and 100.04
    EXPECT_EQ(fill.mid_after[3], Price{});        // a second: the day ended before
}

TEST(MoneyCases, Case36ARebateIsNegativeAsItIsLive) {
    ScriptedBacktest test;
    test.options.engine.orders.fees = {.added = {-20}, .removed = {30}, .other = {}};
    test.enter(2, Side::Buy, 100, kTimeBid);
    test.at(4).add(11, Side::Buy, 100, kTimeBid).execute(11, 100);
    test.at(5).add(12, Side::Sell, 50, kAsk);
    test.enter(6, Side::Buy, 50, kAsk, TimeInForce::Ioc);
    test.end(10);
    const DayResult day = play(test);
    ASSERT_EQ(day.fills.size(), 2U);
    EXPECT_EQ(day.fills[0].fee, Money{-2'000});
    EXPECT_EQ(day.fills[1].fee, Money{1'500});
    EXPECT_EQ(fees(day), Money{-500});
    EXPECT_EQ(pnl(day), gross(day) + Money{500});
}

TEST(MoneyCases, Case37AFeeTimesAQuantityDoesNotOverflow) {
    ScriptedBacktest test;
    test.options.engine.limits.order_qty_max = {999'999};
    test.options.engine.limits.position_max = {10'000'000};
    test.options.engine.limits.order_notional_max = {10'000'000'000'000};
    test.options.engine.account.gross_max = {100'000'000'000'000};
    test.options.engine.account.net_max = {100'000'000'000'000};
    test.options.engine.orders.fees.added = {10'000};  // a dollar a share
    test.enter(2, Side::Buy, 999'999, kTimeBid);
    test.at(4).add(11, Side::Buy, 999'999, kTimeBid).execute(11, 999'999);
    test.end(10);
    const DayResult day = play(test);
    ASSERT_EQ(day.fills.size(), 1U);
    EXPECT_EQ(day.fills.front().fee, Money{9'999'990'000});
}

TEST(MoneyCases, Case37AFeeOfValueDoesNotOverflowEither) {
    // A million shares at the wire's highest price, at a rate of all of the value: the product of the
    // three has 85 bits.
    const Price high = cents(19'999'990);
    ScriptedBacktest test;
    test.options.engine.limits.order_qty_max = {999'999};
    test.options.engine.limits.position_max = {10'000'000};
    test.options.engine.limits.order_notional_max = {10'000'000'000'000'000};
    test.options.engine.account.gross_max = {100'000'000'000'000'000};
    test.options.engine.account.net_max = {100'000'000'000'000'000};
    test.options.engine.account.traded_max = {100'000'000'000'000'000};
    test.options.engine.account.loss_max = {100'000'000'000'000'000};
    test.options.engine.orders.fees.of_value.removed = {10'000'000'000};
    test.at(1).remove(1).remove(2);
    test.at(2).add(11, Side::Sell, 999'999, high).add(12, Side::Buy, 100, high - 100);
    // A jump of the mid is not traded at once.
    test.enter(5'000, Side::Buy, 999'999, high, TimeInForce::Ioc);
    test.end(5'010);
    const DayResult day = play(test);
    ASSERT_EQ(day.fills.size(), 1U);
    EXPECT_EQ(day.fills.front().fee, high * Qty{999'999});
}

TEST(MoneyCases, Case40AnOpenPositionIsNamedWithTheCostOfClosing) {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Sell, 300, kAsk).add(12, Side::Buy, 500, kTimeBid);
    test.enter(2, Side::Buy, 200, kAsk, TimeInForce::Ioc);
    test.end(10);
    const DayResult day = play(test);
    ASSERT_EQ(day.instruments.size(), 1U);
    const InstrumentResult& apple = day.instruments.front();
    EXPECT_EQ(apple.position, SignedQty{200});
    EXPECT_EQ(apple.mark, cents(10'005));
    EXPECT_EQ(apple.mark_age, Nanos{0});
    EXPECT_EQ(apple.cost_to_close, Money{200 * 500});  // half of ten cents a share
}

TEST(MoneyCases, Case40AnEmptyMarketValuesNothingAndTheMarkSaysHowOldItIs) {
    for (const bool has_stub : {true, false}) {
        ScriptedBacktest test;
        test.options.sample_every = {support::kNanosPerMs};
        test.at(1).add(11, Side::Sell, 300, kAsk).add(12, Side::Buy, 500, kTimeBid);
        test.enter(2, Side::Buy, 200, kAsk, TimeInForce::Ioc);
        test.at(3).add(14, Side::Buy, 10, cents(9'998));
        test.at(6).remove(1).remove(14).remove(12);
        if (has_stub) {
            test.at(7).add(13, Side::Buy, 1, cents(9'300));  // 7% below the offer
        }
        test.end(10);
        const DayResult day = play(test);
        ASSERT_EQ(day.instruments.size(), 1U);
        const InstrumentResult& apple = day.instruments.front();
        EXPECT_EQ(apple.mark, cents(10'005));
        EXPECT_EQ(apple.mark_age, Nanos{4 * support::kNanosPerMs});
        EXPECT_EQ(apple.cost_to_close, has_stub ? std::optional(Money{200 * 70'500}) : std::nullopt)
            << "705 cents a share";
        EXPECT_EQ(pnl(day), Money{-200 * 500});
        EXPECT_EQ(day.equity.back().pnl, Money{-200 * 500}) << "no step when the bids went";
        EXPECT_EQ(apple.hold_to, cents(10'005)) << "buy and hold by the same rule";
        EXPECT_EQ(day.fills.front().mid_after[1], Price{}) << "nor a mark-out of a stub";
    }
}

}  // namespace
}  // namespace hotpath::backtest
