// A run with sessions decides as a run of the engine alone: the orders, fills and profits of a day are
// the same over every protocol of order entry; and an error says what cannot have sessions.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/backtest/days/day_run.hpp"
#include "hotpath/backtest/days/days.hpp"
#include "hotpath/backtest/days/out_day.hpp"
#include "hotpath/protocols/all.hpp"
#include "tests/support/scripted_backtest.hpp"
#include "tests/support/small_backtest.hpp"

namespace hotpath::backtest {
namespace {

using protocols::MarketFeeds;
using protocols::OrderEntries;
using sim::session::SessionProtocols;
using support::cents;
using support::ScriptedBacktest;
using ::testing::ElementsAreArray;

[[nodiscard]] std::string to_text(std::initializer_list<std::int64_t> fields) {
    std::string text;
    for (const std::int64_t field : fields) {
        text += (text.empty() ? "" : " ") + std::to_string(field);
    }
    return text;
}

[[nodiscard]] std::int64_t place_in(const std::optional<TotalQty>& ahead) {
    return ahead ? static_cast<std::int64_t>(ahead->value) : -1;
}

/// The strategy's decisions, with their outcomes. Samples of the equity are left out: they are taken when
/// the trader has something to do, which heartbeats are, too.
[[nodiscard]] std::vector<std::string> decisions_of(const DayResult& day) {
    std::vector<std::string> lines;
    for (const OrderRecord& order : day.orders) {
        lines.push_back(
            "order " +
            to_text({order.id.value, order.instrument.value, sign(order.side), order.qty.value,
                     order.price.value, order.entered.value, order.closed.value, order.filled.value,
                     place_in(order.queue_ahead), order.total_qty.value, order.is_rejected,
                     order.is_post_only, order.reduced.value, order.cancel_sent.value}));
    }
    for (const FillRecord& fill : day.fills) {
        lines.push_back(
            "fill " +
            to_text({fill.at.value, fill.order.value, static_cast<std::int64_t>(fill.liquidity),
                     fill.qty.value, fill.price.value, fill.fee.value, fill.position.value,
                     fill.mid.value, fill.mid_after[0].value, fill.mid_after[3].value,
                     place_in(fill.queue_ahead)}));
    }
    for (const InstrumentResult& each : day.instruments) {
        lines.push_back("instrument " + to_text({each.id.value, each.gross.value, each.fees.value,
                                                 each.position.value, each.mark.value,
                                                 each.hold_from.value, each.hold_to.value}));
    }
    const OrderCounts& counts = day.counts;
    lines.push_back("counts " + to_text({static_cast<std::int64_t>(counts.entered),
                                         static_cast<std::int64_t>(counts.replaced),
                                         static_cast<std::int64_t>(counts.canceled),
                                         static_cast<std::int64_t>(counts.rejected_by_venue)}));
    return lines;
}

[[nodiscard]] std::string name_of(const SessionProtocols& protocols) {
    return std::string(OrderEntries::kKeys[protocols.orders]) + "_" +
           std::string(MarketFeeds::kKeys[protocols.feed]) +
           (protocols.has_drop_copy ? "_copied" : "");
}

[[nodiscard]] std::vector<SessionProtocols> every_order_entry() {
    std::vector<SessionProtocols> all;
    for (std::size_t orders = 0; orders < OrderEntries::kCount; ++orders) {
        all.push_back({.orders = orders});
    }
    all.push_back({.has_drop_copy = true});
    return all;
}

[[nodiscard]] std::vector<DayResult> ran_days(const BacktestConfig& config) {
    const std::atomic<bool> stop{false};
    auto result = run_days(config, stop);
    EXPECT_TRUE(result) << result.error().message;
    return result ? std::move(result->days) : std::vector<DayResult>();
}

void expect_same_days(BacktestConfig config, const SessionProtocols& protocols) {
    if (protocols.orders == OrderEntries::index_of("ilink")) {
        // It changes an order only when the venue has reported it.
        config.session.entry_latency = {};
        config.session.response_latency = {};
    }
    BacktestConfig with = config;
    with.sessions = protocols;
    const auto alone = ran_days(config);
    const auto connected = ran_days(with);
    ASSERT_EQ(alone.size(), connected.size());
    for (std::size_t day = 0; day < alone.size(); ++day) {
        EXPECT_GT(alone[day].orders.size(), 10U) << alone[day].day;
        EXPECT_GT(alone[day].fills.size(), 0U) << alone[day].day;
        EXPECT_EQ(alone[day].orders.size(), connected[day].orders.size());
        EXPECT_EQ(alone[day].fills.size(), connected[day].fills.size());
        EXPECT_EQ(pnl(alone[day]), pnl(connected[day]));
        EXPECT_THAT(decisions_of(connected[day]), ElementsAreArray(decisions_of(alone[day])))
            << alone[day].day;
        EXPECT_NE(alone[day].output_hash, connected[day].output_hash) << "without framing";
    }
}

class SessionRun : public ::testing::TestWithParam<SessionProtocols> {};

INSTANTIATE_TEST_SUITE_P(EveryOrderEntry, SessionRun, ::testing::ValuesIn(every_order_entry()),
                         [](const auto& each) { return name_of(each.param); });

TEST_P(SessionRun, DecidesAsTheEngineAlone) {
    expect_same_days(support::small_backtest({.days = 2}), GetParam());
}

TEST_P(SessionRun, DecidesTheSameWithEachFillModel) {
    for (const sim::flow::FillModel& fills :
         {sim::flow::FillModel{}, sim::flow::kMatched,
          sim::flow::FillModel{.queue = sim::flow::QueueModel::BackOfLine}}) {
        BacktestConfig config = support::small_backtest({.days = 1});
        config.fills = fills;
        expect_same_days(config, GetParam());
    }
}

/// A queue, partial fills, a reduction, a replacement, a cancel, immediate orders and a post-only one.
[[nodiscard]] ScriptedBacktest busy_script() {
    ScriptedBacktest test;
    test.at(1).add(11, Side::Buy, 300, cents(10'000));
    test.enter(2, Side::Buy, 500, cents(10'000));
    test.at(5).execute(11, 300).add(12, Side::Sell, 100, cents(10'000));
    test.reduce(7, 1, 250);
    test.replace(9, 1, 400, cents(9'990));
    test.enter_post_only(11, Side::Buy, 100, cents(10'100));
    test.enter(13, Side::Buy, 900, cents(10'100), TimeInForce::Ioc);
    test.enter(15, Side::Buy, 500, cents(10'100), TimeInForce::Fok);
    test.cancel_own(17, 2);
    test.at(20).add(13, Side::Buy, 100, cents(9'990)).end(40);
    return test;
}

TEST_P(SessionRun, CarriesOutEveryRequestAlike) {
    const ScriptedBacktest test = busy_script();
    const auto alone = test.run();
    const auto connected = test.run_in_sessions(GetParam());
    ASSERT_TRUE(alone) << alone.error().message;
    ASSERT_TRUE(connected) << connected.error().message;
    ASSERT_EQ(alone->orders.size(), 5U);
    EXPECT_EQ(alone->orders[0].queue_ahead, TotalQty{300});
    EXPECT_EQ(connected->orders[0].queue_ahead, TotalQty{300});
    ASSERT_EQ(connected->fills.size(), alone->fills.size());
    ASSERT_GE(alone->fills.size(), 2U);
    EXPECT_EQ(connected->fills[0].liquidity, oms::Liquidity::Added);
    EXPECT_EQ(connected->fills[1].liquidity, oms::Liquidity::Removed);
    EXPECT_THAT(decisions_of(*connected), ElementsAreArray(decisions_of(*alone)));
}

TEST_P(SessionRun, PlaysARecordingByPrice) {
    ScriptedBacktest test;
    test.options.fills = {.queue = sim::flow::QueueModel::BackOfLine, .is_of_levels = true};
    test.at(1).add(11, Side::Sell, 100, cents(10'010));
    test.enter(2, Side::Buy, 300, cents(10'014));
    test.at(4).remove(11).add(12, Side::Sell, 50, cents(10'012));
    test.at(5).remove(12).add(13, Side::Sell, 500, cents(10'020)).end(10);
    const auto alone = test.run();
    const auto connected = test.run_in_sessions(GetParam());
    ASSERT_TRUE(alone && connected);
    ASSERT_EQ(alone->fills.size(), 2U);
    EXPECT_THAT(decisions_of(*connected), ElementsAreArray(decisions_of(*alone)));
}

/// Jitter is drawn for each message that takes time: heartbeats and log-ons take none.
TEST(SessionRuns, HaveTheLatenciesOfOrdersAndRepliesOfTheEngineAlone) {
    BacktestConfig config = support::small_backtest({.days = 1});
    for (auto* wire : {&config.session.entry_latency, &config.session.response_latency}) {
        *wire = {.base = {5'000},
                 .jitter = sim::session::Jitter::Uniform,
                 .spread = {50'000},
                 .seed = 7,
                 .service = {2'000}};
    }
    expect_same_days(config, {});
}

TEST(SessionRuns, TradeOverMarketDataThatNumbersInstrumentsItself) {
    BacktestConfig config = support::small_backtest({.days = 1});
    config.sessions = {.feed = MarketFeeds::index_of("mdp3")};
    const auto days = ran_days(config);
    ASSERT_EQ(days.size(), 1U);
    EXPECT_GT(days[0].orders.size(), 10U);
    ASSERT_GT(days[0].fills.size(), 0U);
    ASSERT_EQ(days[0].instruments.size(), 2U);
    for (const InstrumentResult& instrument : days[0].instruments) {
        SignedQty position{};
        for (const FillRecord& fill : days[0].fills) {
            position += fill.instrument == instrument.id ? sign(fill.side) * to_signed(fill.qty)
                                                         : SignedQty{};
        }
        EXPECT_EQ(position, instrument.position) << instrument.symbol.view();
        EXPECT_NE(instrument.hold_from, Price{});
    }
    const auto ahead = std::ranges::count_if(
        days[0].orders, [](const OrderRecord& order) { return order.queue_ahead.has_value(); });
    EXPECT_GT(ahead, 10) << "places at the venue, which has other numbers";
}

TEST(SessionRuns, AreTheSameTwice) {
    BacktestConfig config = support::small_backtest({.days = 1});
    config.sessions = {.orders = OrderEntries::index_of("fix"), .has_drop_copy = true};
    const auto first = ran_days(config);
    EXPECT_EQ(to_bytes(first.front(), 0), to_bytes(ran_days(config).front(), 0));
}

[[nodiscard]] std::string refusal_of(const BacktestConfig& config) {
    const std::atomic<bool> stop{false};
    const auto result = run_days(config, stop);
    return result ? "" : result.error().message;
}

TEST(SessionRuns, AreNotOfBarsOrOfALiveSession) {
    BacktestConfig config = support::small_backtest({.days = 1});
    config.sessions = SessionProtocols{};
    config.session.live = sim::session::LiveEvents{};
    EXPECT_EQ(
        refusal_of(config),
        "run.sessions must be false with run.events: they are of a session that was recorded");
    config.session.live.reset();
    config.bars = BarsConfig{};
    EXPECT_EQ(refusal_of(config),
              "run.sessions must be false with data.bars: of bars a venue has no messages");
}

TEST(SessionRuns, FailWhenTheTraderHasNotLoggedOn) {
    ScriptedBacktest test;
    const auto day = test.run_in_sessions({});
    EXPECT_TRUE(test.run());
    ASSERT_FALSE(day);
    EXPECT_EQ(day.error().message, "the trader did not log on: the day is too short");
}

}  // namespace
}  // namespace hotpath::backtest
