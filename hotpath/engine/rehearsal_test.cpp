// A rehearsal runs the whole path of an order and leaves no trace.
#include "hotpath/engine/rehearsal.hpp"

#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/checksum.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "tests/support/no_alloc_scope.hpp"
#include "tests/support/random_market.hpp"
#include "tests/support/same_engine.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::engine {
namespace {

using strategy::MarketMaker;
using support::RandomMarket;

constexpr Time kStart{34'200 * kNanosPerSecond};

MarketMaker maker_of_rehearsals() {
    return MarketMaker(
        {.instruments_max = 10, .spread_bps_max = {500}, .reject_pause = {20'000'000}});
}

/// Limits that bind now and then: of one order, of a window, of the day.
EngineOptions binding_options(std::uint64_t seed) {
    EngineOptions options = support::small_engine_options();
    options.orders = {.orders_remembered = 256, .open_orders_max = 8, .executions_remembered = 64};
    options.limits.position_max = {400};
    options.limits.messages_max = 40;
    options.limits.drift_bps = {60};
    options.pace.orders = {.messages_max = 90, .window = {kNanosPerSecond}};
    options.pace.duplicates = {.messages_max = 12, .window = {kNanosPerSecond}};
    options.pace.repeated_executions = {.messages_max = 25, .window = {kNanosPerSecond}};
    options.account.loss_max = {seed % 2 == 0 ? 2'000'000 : 500'000'000};
    options.feed_silence_max = {400'000'000};
    options.feed.requests.attempts_max = 0;
    options.feed.has_snapshots = false;
    return options;
}

/// An engine in a market of its own, and what it sent.
template <strategy::Strategy S>
class Life {
  public:
    Life(std::uint64_t seed, S strategy)
        : market(seed),
          engine(std::move(*protocols::nasdaq::NasdaqEngine<S>::create(binding_options(seed),
                                                                       std::move(strategy)))) {}

    void hear_packet(Time now) {
        engine.on_packet(market.packet(), now);
        take_orders();
    }
    void lose_packet() { static_cast<void>(market.packet()); }
    void hear_reply(Time now) {
        if (market.has_reply()) {
            const RandomMarket::Reply reply = market.reply();
            market.pop_reply();
            engine.on_order_bytes(reply.bytes, now);
            take_orders();
        }
    }
    void take_orders() {
        engine.for_each_outgoing([&](Bytes message) {
            sent.add(message);
            ++messages;
            market.on_order(0, message);
        });
    }

    RandomMarket market;
    protocols::nasdaq::NasdaqEngine<S> engine;
    Checksum sent;
    std::uint64_t messages = 0;
};

/// What happens next, to both alike.
template <strategy::Strategy S>
void happen(Life<S>& life, std::uint64_t what, Time now) {
    protocols::nasdaq::NasdaqEngine<S>& engine = life.engine;
    switch (what) {
        case 0:
            engine.on_timer(now);
            return life.take_orders();
        case 1:
            engine.stop(risk::TradingMode::Killed, risk::StopReason::Operator, now);
            return life.take_orders();
        case 2:
            engine.stop(risk::TradingMode::ReducingOnly, risk::StopReason::Operator, now);
            return life.take_orders();
        case 3:
        case 4:
        case 5:
            return engine.resume_trading(now);
        case 6:
            engine.on_session_lost();
            engine.on_session_open();
            return life.take_orders();
        case 7:
            return life.lose_packet();
        case 8:
            engine.accept_gap(now);
            return life.take_orders();
        case 9:
            static_cast<void>(engine.override_limits({1}, support::small_engine_options().limits,
                                                     now + Nanos{50'000'000}));
            return;
        default:
            return what % 2 == 0 ? life.hear_packet(now) : life.hear_reply(now);
    }
}

/// A whole rehearsal, or what is left of one: its steps.
template <class Engine>
int rehearse_once(Engine& engine, Time now) {
    int steps = 1;
    while (!engine.warm_step(now)) {
        ++steps;
    }
    return steps;
}

/// One lives; the other lives the same and makes some steps of rehearsals in between, at times to
/// come as well.
template <strategy::Strategy S>
RehearsalCounters live_twice(std::uint64_t seed, std::uint64_t steps, const S& strategy) {
    Life<S> plain(seed, strategy);
    Life<S> warm(seed, strategy);
    Random random(seed);
    Random whims(seed + 1);
    Time now = kStart;
    for (std::uint64_t i = 0; i < steps && !testing::Test::HasFailure(); ++i) {
        now = now + Nanos{static_cast<std::int64_t>(
                        random.below(random.one_in(100) ? 900'000'000 : 6'000'000))};
        for (std::uint64_t times = whims.below(30); times > 0; --times) {
            warm.engine.warm_step(now +
                                  Nanos{static_cast<std::int64_t>(whims.below(2'000'000'000))});
        }
        const std::uint64_t what = random.below(400);
        happen(plain, what, now);
        happen(warm, what, now);
        EXPECT_EQ(warm.sent.value(), plain.sent.value()) << "step " << i;
        if (i % 64 == 0) {
            support::expect_same_engine(warm.engine, plain.engine);
        }
    }
    support::expect_same_engine(warm.engine, plain.engine);
    EXPECT_EQ(plain.engine.rehearsals().played, 0U);
    EXPECT_GT(plain.messages, steps / 50);
    EXPECT_GT(plain.engine.orders().counters().executions, steps / 500);
    return warm.engine.rehearsals();
}

TEST(RehearsalProperty, ALifeWithRehearsalsIsTheSame) {
    const std::uint64_t first = support::seed_of_this_test(5);
    const std::uint64_t seeds = support::rounds_of_this_run({.usual = 20, .long_run = 500});
    RehearsalCounters all;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        const RehearsalCounters of = live_twice(seed, 6'000, maker_of_rehearsals());
        all.orders += of.orders;
        all.refused += of.refused;
    }
    EXPECT_GT(all.orders - all.refused, seeds * 500) << "most go the whole way";
    EXPECT_GT(all.refused, seeds * 100) << "and some are refused: killed, stale, too many";
}

/// A strategy that is not asked: the orders are the engine's own.
struct QuietMaker : MarketMaker {
    using MarketMaker::MarketMaker;
    explicit QuietMaker(MarketMaker maker) : MarketMaker(std::move(maker)) {}

    void rehearse() const = delete;
};
static_assert(strategy::Strategy<QuietMaker> && !strategy::RehearsingStrategy<QuietMaker>);

TEST(RehearsalProperty, SoItIsWhenTheStrategyIsNotAsked) {
    const std::uint64_t seed = support::seed_of_this_test(7);
    const RehearsalCounters of = live_twice(seed, 20'000, QuietMaker(maker_of_rehearsals()));
    EXPECT_GT(of.orders - of.refused, 2'000U);
}

class Rehearsing : public testing::Test {
  protected:
    void open_market() {
        for (int i = 0; i < 200; ++i) {
            now = now + Nanos{5'000'000};
            life.hear_packet(now);
            life.hear_reply(now);
        }
        while (life.market.has_reply()) {
            life.hear_reply(now);
        }
    }
    /// How many of so many orders were refused.
    RehearsalCounters rehearse(int times) {
        const RehearsalCounters before = life.engine.rehearsals();
        for (int i = 0; i < times; ++i) {
            rehearse_once(life.engine, now);
        }
        const RehearsalCounters& after = life.engine.rehearsals();
        return {.played = after.played - before.played,
                .orders = after.orders - before.orders,
                .refused = after.refused - before.refused};
    }

    Time now = kStart;
    Life<MarketMaker> life{4, maker_of_rehearsals()};
};

TEST_F(Rehearsing, BeforeAnythingIsTradedThereIsNothingToRehearse) {
    EXPECT_EQ(rehearse(3).played, 0U);
}

TEST_F(Rehearsing, GoesTheWholeWayAndNothingWaits) {
    open_market();
    const ClOrdId next = life.engine.orders().next_id();
    const RehearsalCounters of = rehearse(1'000);
    EXPECT_EQ(of.played, 1'000U);
    EXPECT_GE(of.orders, 1'000U);
    EXPECT_GT(of.orders - of.refused, of.orders / 2) << "but where trading is halted";
    EXPECT_EQ(life.engine.orders().next_id(), next);
    EXPECT_EQ(life.engine.gateway().waiting(), 0U);
    int sent = 0;
    life.engine.for_each_outgoing([&](Bytes) { ++sent; });
    EXPECT_EQ(sent, 0) << "no bytes leave";
}

/// Sends nothing, and rehearses an order of each side.
struct TwoSided : strategy::NullStrategy {
    void rehearse(const book::BookView& book, const strategy::Context&,
                  oms::Intents& intents) const noexcept {
        for (const Side side : {Side::Buy, Side::Sell}) {
            static_cast<void>(intents.enter({.instrument = book.instrument(),
                                             .side = side,
                                             .qty = {100},
                                             .price = book.best(side).price}));
        }
    }
};
static_assert(strategy::RehearsingStrategy<TwoSided>);

class RehearsingTwoSides : public testing::Test {
  protected:
    void SetUp() override {
        for (int i = 0; i < 200; ++i) {
            now = now + Nanos{5'000'000};
            life.hear_packet(now);
        }
    }
    [[nodiscard]] std::uint64_t orders() const { return life.engine.rehearsals().orders; }

    Time now = kStart;
    Life<TwoSided> life{4, TwoSided{}};
};

TEST_F(RehearsingTwoSides, AStepIsAtMostOneOrder) {
    constexpr std::uint64_t kRounds = 100;
    constexpr int kStepsMax = 64;
    std::uint64_t rounds_of_two = 0;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
        const std::uint64_t orders_before = orders();
        bool is_over = false;
        int steps = 0;
        for (; !is_over && steps < kStepsMax; ++steps) {
            const std::uint64_t before = orders();
            is_over = life.engine.warm_step(now);
            ASSERT_LE(orders(), before + 1);
            ASSERT_EQ(life.engine.rehearsals().played, round + (is_over ? 1U : 0U));
        }
        ASSERT_TRUE(is_over) << "a rehearsal ends";
        ASSERT_GT(steps, 5) << "its cache lines are touched in steps before its orders";
        ASSERT_GE(orders(), orders_before + 1);
        rounds_of_two += orders() == orders_before + 2 ? 1U : 0U;
    }
    EXPECT_GT(rounds_of_two, kRounds / 4) << "but where trading is halted";
}

TEST_F(RehearsingTwoSides, GoesOnWhenAnEventLeavesItFewerOrders) {
    constexpr int kStepsMax = 1'000;
    bool is_between_two = false;
    for (int n = 0; n < kStepsMax && !is_between_two; ++n) {
        const std::uint64_t before = orders();
        is_between_two = !life.engine.warm_step(now) && orders() == before + 1;
    }
    ASSERT_TRUE(is_between_two) << "one of two orders is rehearsed";
    const RehearsalCounters before = life.engine.rehearsals();
    life.engine.stop(risk::TradingMode::Killed, risk::StopReason::Operator, now);
    EXPECT_TRUE(life.engine.warm_step(now)) << "killed, the engine has its own order only";
    EXPECT_EQ(life.engine.rehearsals().orders, before.orders);
    EXPECT_EQ(life.engine.rehearsals().played, before.played + 1);
}

TEST_F(Rehearsing, IsRefusedWhereAnOrderWouldBe) {
    open_market();
    life.engine.stop(risk::TradingMode::Killed, risk::StopReason::Operator, now);
    RehearsalCounters of = rehearse(100);
    EXPECT_EQ(of.refused, of.orders);
    EXPECT_TRUE(life.engine.is_killed());
    life.engine.resume_trading(now);
    life.engine.on_timer(now + Nanos{kNanosPerSecond});  // silent for too long
    ASSERT_TRUE(life.engine.is_stale());
    of = rehearse(100);
    EXPECT_EQ(of.refused, of.orders);
    EXPECT_EQ(life.engine.gateway().risk().stop_reason(), risk::StopReason::None);
}

TEST_F(Rehearsing, AllocatesNothing) {
    open_market();
    const NoAllocScope scope;
    rehearse(1'000);
    EXPECT_EQ(scope.allocations(), 0U);
}

}  // namespace
}  // namespace hotpath::engine
