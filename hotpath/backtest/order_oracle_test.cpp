// Executions of real orders given back by each fill model: on generated days, and on recordings in
// tests/end_to_end. The proof that the oracle would see a wrong model: those by price do differ.

#include "hotpath/backtest/order_oracle.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/support/scripted_backtest.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::backtest {
namespace {

using sim::flow::FillModel;
using sim::flow::QueueModel;

constexpr book::BooksOptions kBooks{.orders_max = 100'000,
                                    .levels_max = 50'000,
                                    .instruments_max = 20,
                                    .huge_pages = HugePages::Never};

OrderOracle play(std::uint32_t one_in, const FillModel& model, std::uint64_t seed,
                 std::uint32_t part = 0) {
    auto generator = std::move(*sim::market::MarketGenerator::create(
        {.seed = seed, .messages = 60'000, .instruments = 3}));
    auto oracle = std::move(
        *OrderOracle::create({.books = kBooks, .fills = model, .one_in = one_in, .part = part}));
    for (Bytes message = generator.next(); !message.empty(); message = generator.next()) {
        oracle.on_message(message);
    }
    oracle.finish();
    return oracle;
}

void expect_exact(const OrderOracle& oracle) {
    const OracleCounts& counts = oracle.counts();
    EXPECT_GT(counts.executions, 50U);
    EXPECT_EQ(counts.exact, counts.executions) << oracle.first_difference();
    EXPECT_EQ(counts.orders_exact, counts.orders);
    EXPECT_EQ(counts.partial, 0U);
    EXPECT_EQ(counts.missed, 0U);
    EXPECT_EQ(counts.invented, 0U) << oracle.first_difference();
    EXPECT_EQ(oracle.first_difference(), "");
}

TEST(OrderOracle, ExactFillsGiveEveryExecutionOfEveryOrderBack) {
    expect_exact(play(1, {}, support::seed_of_this_test(1)));
}

TEST(OrderOracle, ExactFillsGiveEveryExecutionOfAFewOrdersBack) {
    expect_exact(play(7, {}, support::seed_of_this_test(2)));
}

TEST(OrderOracle, MatchedFillsGiveThemBackWhenNothingElseIsOurs) {
    expect_exact(play(50, sim::flow::kMatched, support::seed_of_this_test(3)));
}

/// The executions of an instant are written last first.
std::vector<std::vector<std::byte>> written_backwards(std::uint64_t seed) {
    auto generator = std::move(*sim::market::MarketGenerator::create(
        {.seed = seed, .messages = 60'000, .instruments = 1}));
    std::vector<std::vector<std::byte>> messages;
    std::size_t first = 0;  // of the executions at this instant
    const auto key = [](const std::vector<std::byte>& message) {
        return std::vector<std::byte>(message.begin() + 5, message.begin() + 11);
    };
    for (Bytes message = generator.next(); !message.empty(); message = generator.next()) {
        messages.emplace_back(message.begin(), message.end());
        const bool goes_on = message.front() == std::byte{'E'} &&
                             messages[first].front() == std::byte{'E'} &&
                             key(messages[first]) == key(messages.back());
        if (!goes_on) {
            std::reverse(messages.begin() + static_cast<std::ptrdiff_t>(first), messages.end() - 1);
            first = messages.size() - 1;
        }
    }
    return messages;
}

TEST(OrderOracle, ExactFillsGiveEveryExecutionBackThoughAnInstantIsWrittenBackwards) {
    const auto messages = written_backwards(support::seed_of_this_test(9));
    for (const FillModel& model : {FillModel{}, sim::flow::kMatched}) {
        OracleCounts counts;
        std::string difference;
        for (const std::uint32_t part : {0U, 7U, 13U}) {
            auto oracle = std::move(*OrderOracle::create(
                {.books = kBooks, .fills = model, .one_in = 40, .part = part}));
            for (const auto& message : messages) {
                oracle.on_message(message);
            }
            oracle.finish();
            counts += oracle.counts();
            difference += oracle.first_difference();
        }
        EXPECT_GT(counts.executions, 50U);
        EXPECT_GT(counts.out_of_turn, 5U);
        EXPECT_TRUE(counts.is_all_given_back()) << difference;
    }
}

/// A venue whose reference numbers do not ascend: 20 replaces 12 and is ahead of 30.
TEST(OrderOracle, AnOrderRanksByItsOwnReference) {
    support::ScriptedBacktest day;
    day.at(1).add(12, Side::Buy, 50, support::cents(9'990));
    day.at(2).add(30, Side::Buy, 70, support::cents(10'000));
    day.at(3).replace_recorded(12, 20, 50, support::cents(10'000));
    day.at(4).execute(20, 50).execute(30, 20);
    for (std::uint32_t part = 0; part < 3; ++part) {
        auto oracle = std::move(*OrderOracle::create({.books = kBooks, .one_in = 3, .part = part}));
        for (const auto& message : day.messages()) {
            oracle.on_message(message);
        }
        oracle.finish();
        EXPECT_TRUE(oracle.counts().is_all_given_back()) << oracle.first_difference();
    }
}

/// The recording's books refuse them; as session orders they would be in the places of others.
TEST(OrderOracle, OrdersWhoseReferenceIsImpossibleAreNotGivenBack) {
    support::ScriptedBacktest day;
    day.at(1).add(10, Side::Buy, 50, support::cents(9'990));
    day.at(2).add(exchange::kReferenceMax + 1, Side::Buy, 70, support::cents(9'990));
    day.at(2).add(10, Side::Buy, 70, support::cents(9'990));
    day.at(3).replace_recorded(10, 11, 50, support::cents(9'990));
    day.at(4).execute(11, 50);
    auto oracle = std::move(*OrderOracle::create({.books = kBooks}));
    for (const auto& message : day.messages()) {
        oracle.on_message(message);
    }
    oracle.finish();
    EXPECT_EQ(oracle.counts().orders, 2U + 2U) << "two more are the market of every day";
    EXPECT_EQ(oracle.counts().executions, 1U);
    EXPECT_TRUE(oracle.counts().is_all_given_back()) << oracle.first_difference();
}

TEST(OrderOracle, RefusedOrdersAreCountedByReason) {
    support::ScriptedBacktest day;
    day.trading_state('H').add(11, Side::Buy, 50, support::cents(9'990));
    auto oracle = std::move(*OrderOracle::create({.books = kBooks}));
    for (const auto& message : day.messages()) {
        oracle.on_message(message);
    }
    oracle.finish();
    EXPECT_EQ(oracle.counts().refused, 1U);
    EXPECT_EQ(oracle.counts().refused_for,
              (std::map<std::uint16_t, std::uint64_t>{
                  {protocols::nasdaq::ouch50::reject_reason::kHalted, 1}}));
}

TEST(OrderOracle, ModelsByPriceAreWrongSometimesAndItIsCounted) {
    const std::uint64_t seed = support::seed_of_this_test(4);
    for (const QueueModel queue : {QueueModel::BackOfLine, QueueModel::Proportional,
                                   QueueModel::Power, QueueModel::Logarithmic}) {
        const OrderOracle oracle = play(7, {.queue = queue}, seed);
        const OracleCounts& counts = oracle.counts();
        EXPECT_EQ(counts.exact + counts.partial + counts.missed, counts.executions);
        EXPECT_GT(counts.exact, counts.executions / 4);
        EXPECT_LT(counts.orders_exact, counts.orders);
        EXPECT_NE(oracle.first_difference(), "");
    }
}

TEST(OrderOracle, TheBackOfTheLineInventsTheLeast) {
    const std::uint64_t seed = support::seed_of_this_test(5);
    const OracleCounts cautious = play(7, {.queue = QueueModel::BackOfLine}, seed).counts();
    const OracleCounts middle = play(7, {.queue = QueueModel::Proportional}, seed).counts();
    EXPECT_LT(cautious.invented, middle.invented);
}

TEST(OrderOracle, TheScoresOfExactFillsAreThoseOfTheRecording) {
    const OrderOracle oracle = play(7, {}, support::seed_of_this_test(6));
    const OrderScores& scores = oracle.scores();
    EXPECT_EQ(scores.orders(), oracle.counts().orders);
    EXPECT_EQ(scores.brier_score(), 0);
    EXPECT_GT(scores.recorded_fill_ratio(), 0.001);
    EXPECT_EQ(scores.model_fill_ratio(), scores.recorded_fill_ratio());
    for (const double q : {0.1, 0.5, 0.9}) {
        EXPECT_EQ(scores.model_time_to_fill(q), scores.recorded_time_to_fill(q));
    }
}

TEST(OrderOracle, TheBackOfTheLineFillsNoMoreThanTheRecordingAndNoSooner) {
    const OrderOracle oracle =
        play(7, {.queue = QueueModel::BackOfLine}, support::seed_of_this_test(7));
    EXPECT_GT(oracle.scores().brier_score(), 0);
    EXPECT_LT(oracle.scores().model_fill_ratio(), oracle.scores().recorded_fill_ratio());
}

TEST(OrderOracle, ThePartsAreDisjointAndAreAllOrders) {
    const std::uint64_t seed = support::seed_of_this_test(8);
    OracleCounts parts;
    for (std::uint32_t part = 0; part < 4; ++part) {
        parts += play(4, {}, seed, part).counts();
    }
    const OracleCounts whole = play(1, {}, seed).counts();
    EXPECT_EQ(parts.executions + parts.crossed, whole.executions + whole.crossed);
    EXPECT_EQ(parts.exact, parts.executions);
}

TEST(OrderOracle, RefusesAPartThatIsNone) {
    const auto oracle = OrderOracle::create({.books = kBooks, .one_in = 3, .part = 3});
    ASSERT_FALSE(oracle);
    EXPECT_EQ(oracle.error().message, "oracle: part must be below one_in, 3, got 3");
}

TEST(OrderOracle, RefusesToSampleNothing) {
    const auto oracle = OrderOracle::create({.books = kBooks, .one_in = 0});
    ASSERT_FALSE(oracle);
    EXPECT_EQ(oracle.error().message, "oracle: one_in must be at least 1");
}

}  // namespace
}  // namespace hotpath::backtest
