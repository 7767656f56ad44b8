// Two ways, one answer: orders too small to change what others do are filled alike in the matching and
// by the exact queue model. Where they are not, an order ahead of ours had met another of ours when it
// came: it is smaller than the recording has it, and the matching gives the rest to ours.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/backtest/comparison.hpp"
#include "hotpath/backtest/message_time.hpp"
#include "hotpath/backtest/run.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/support/joiner.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::backtest {
namespace {

using sim::flow::FillModel;
using sim::flow::kMatched;
using sim::market::MarketGenerator;
using support::Joiner;

std::uint64_t messages_of_the_day() {
    return support::rounds_of_this_run({.usual = 400'000, .long_run = 400'000});
}

MarketGenerator market_of_the_day() {
    return *MarketGenerator::create(
        {.seed = 3, .messages = messages_of_the_day(), .instruments = 1});
}

RunOptions options_of(const MarketGenerator& market, const FillModel& fills) {
    RunOptions options;
    options.engine.books = {.orders_max = 100'000,
                            .levels_max = 50'000,
                            .instruments_max = 10,
                            .huge_pages = HugePages::Never};
    options.engine.symbols = {market.symbol({1})};
    options.engine.limits.position_max = {1'000'000};
    options.fills = fills;
    return options;
}

DayResult played(const FillModel& fills, Qty qty) {
    MarketGenerator market = market_of_the_day();
    auto run = Run<Joiner>::create(options_of(market, fills), Joiner({.qty = qty}));
    for (Bytes message = market.next(); !message.empty(); message = market.next()) {
        const auto taken = run->on_message(message);
        EXPECT_TRUE(taken) << taken.error().message;
    }
    auto day = run->finish("day");
    EXPECT_TRUE(day) << day.error().message;
    return day ? std::move(*day) : DayResult{};
}

/// The shares that the recording has at the price of each order, as it was sent; by time.
std::vector<TotalQty> recorded_ahead(const std::vector<OrderRecord>& orders) {
    MarketGenerator market = market_of_the_day();
    auto run = Run<strategy::NullStrategy>::create(options_of(market, {}), {});
    std::vector<TotalQty> ahead;
    for (Bytes message = market.next(); !message.empty(); message = market.next()) {
        while (ahead.size() < orders.size() &&
               orders[ahead.size()].entered < time_of_message(message)) {
            const OrderRecord& order = orders[ahead.size()];
            const book::Level level = run->venue().books().level(
                order.instrument, {.side = order.side, .price = order.price});
            ahead.push_back(level.qty);
        }
        EXPECT_TRUE(run->on_message(message));
    }
    return ahead;
}

std::size_t orders_with_fills(const DayResult& day) {
    return static_cast<std::size_t>(std::ranges::count_if(
        day.orders, [](const OrderRecord& order) { return order.filled > Qty{}; }));
}

/// The orders of the exact run that the other fills otherwise; no other difference is expected.
std::vector<OrderRecord> filled_otherwise(const DayResult& exact, const Comparison& found) {
    std::vector<OrderRecord> orders;
    for (const OrderPair& pair : found.pairs) {
        if (pair.cause == Cause::None) {
            continue;
        }
        EXPECT_TRUE(pair.cause == Cause::Queue || pair.cause == Cause::Time) << name(pair.cause);
        if (pair.backtest) {
            orders.push_back(exact.orders[*pair.backtest]);
        }
    }
    return orders;
}

TEST(TwoWays, OrdersOfOneShareAreFilledAlikeAndEachThatIsNotHasItsReason) {
    const DayResult exact = played({}, {1});
    const DayResult matched = played(kMatched, {1});
    ASSERT_GT(exact.orders.size(), 10'000U);
    ASSERT_GT(orders_with_fills(exact), messages_of_the_day() / 200);
    const Comparison found = compare(orders_of(exact), orders_of(matched), {});
    EXPECT_EQ(found.pairs.size(), exact.orders.size()) << "the same orders at the same times";
    EXPECT_EQ(found.sent_apart_max, Nanos{});
    EXPECT_LE(found.differences * 1'000, exact.orders.size());

    const std::vector<OrderRecord> otherwise = filled_otherwise(exact, found);
    const std::vector<TotalQty> recorded = recorded_ahead(otherwise);
    ASSERT_EQ(recorded.size(), otherwise.size());
    ASSERT_EQ(otherwise.size(), found.differences);
    for (std::size_t n = 0; n < otherwise.size(); ++n) {
        ASSERT_TRUE(otherwise[n].queue_ahead);
        EXPECT_EQ(*otherwise[n].queue_ahead, TotalQty{recorded[n].value - 1})
            << "order " << otherwise[n].id.value
            << ": no order ahead of it had met another of ours";
    }
}

TEST(TwoWays, OrdersThatAreNotSmallDisturbTheQueue) {
    const DayResult exact = played({}, {500});
    const DayResult matched = played(kMatched, {500});
    const Comparison found = compare(orders_of(exact), orders_of(matched), {});
    EXPECT_GT(found.differences, messages_of_the_day() / 20'000);
}

}  // namespace
}  // namespace hotpath::backtest
