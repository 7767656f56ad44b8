// Two ways, one answer: orders too small to change what others do are filled alike in the matching and
// by the exact queue model, and each order that is not has a reason (docs/guide/backtest.md).
#include <algorithm>
#include <cstddef>
#include <iostream>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/backtest/comparison.hpp"
#include "hotpath/backtest/run.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/support/joiner.hpp"

namespace hotpath::backtest {
namespace {

using sim::flow::FillModel;
using sim::flow::kMatched;
using support::Joiner;

DayResult played(const FillModel& fills, Qty qty) {
    auto market =
        *sim::market::MarketGenerator::create({.seed = 3, .messages = 400'000, .instruments = 1});
    RunOptions options;
    options.engine.books = {.orders_max = 100'000,
                            .levels_max = 50'000,
                            .instruments_max = 10,
                            .huge_pages = HugePages::Never};
    options.engine.symbols = {market.symbol({1})};
    options.engine.limits.position_max = {1'000'000};
    options.fills = fills;
    auto run = Run<Joiner>::create(options, Joiner({.qty = qty}));
    for (Bytes message = market.next(); !message.empty(); message = market.next()) {
        const auto taken = run->on_message(message);
        EXPECT_TRUE(taken) << taken.error().message;
    }
    auto day = run->finish("day");
    EXPECT_TRUE(day) << day.error().message;
    return day ? std::move(*day) : DayResult{};
}

std::size_t orders_with_fills(const DayResult& day) {
    return static_cast<std::size_t>(std::ranges::count_if(
        day.orders, [](const OrderRecord& order) { return order.filled > Qty{}; }));
}

TEST(TwoWays, OrdersOfOneShareAreFilledAlikeInTheMatchingAndByTheExactQueue) {
    const DayResult exact = played({}, {1});
    const DayResult matched = played(kMatched, {1});
    ASSERT_GT(exact.orders.size(), 1'000U);
    ASSERT_GT(orders_with_fills(exact), 100U);
    const Comparison found = compare(orders_of(exact), orders_of(matched), {});
    EXPECT_EQ(found.differences, 0U);
    EXPECT_EQ(found.sent_apart_max, Nanos{});
    EXPECT_EQ(found.backtest.shares, found.live.shares);
    EXPECT_EQ(exact.orders.size(), found.pairs.size());
    for (const OrderPair& pair : found.pairs) {
        if (pair.cause != Cause::None && pair.backtest && pair.live) {
            std::cout << name(pair.cause) << " " << *pair.backtest << " " << *pair.live << " ahead "
                      << exact.orders[*pair.backtest].queue_ahead.value_or(TotalQty{9999999}).value << " "
                      << matched.orders[*pair.live].queue_ahead.value_or(TotalQty{9999999}).value << "\n";
            for (const auto* day : {&exact, &matched}) {
                const auto& o = day->orders[*pair.backtest];
                std::cout << "  " << o.entered.value << " " << (o.side == Side::Buy ? "B" : "S") << " " << o.price.value << " filled " << o.filled.value << " closed " << o.closed.value;
                for (const auto& f : day->fills) { if (f.order == o.id) { std::cout << " fill at " << f.at.value << " liq " << int(f.liquidity) << " px " << f.price.value; } }
                std::cout << "\n";
            }
        }
    }
    std::cout << exact.orders.size() << " " << orders_with_fills(exact) << " " << found.differences << "\n";
}

}  // namespace
}  // namespace hotpath::backtest
