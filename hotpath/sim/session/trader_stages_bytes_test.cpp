// A trader behind the ring sends and records the bytes that it sends and records without one, on
// the session's thread and on a second one.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/sim/market/market_generator.hpp"
#include "hotpath/sim/session/connected_trader.hpp"
#include "hotpath/sim/session/served_venue.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/sim/session/trader_stages.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/trader/trader.hpp"
#include "tests/support/input_records.hpp"

namespace hotpath::sim::session {
namespace {

constexpr book::BooksOptions kBooks{
    .orders_max = 100'000, .levels_max = 20'000, .instruments_max = 100};

/// The tick counter of a test: every reading is one later, so that stage stamps are the same in
/// every run.
class CountedTicks {
  public:
    [[nodiscard]] std::uint64_t ticks() const noexcept { return ++ticks_; }

  private:
    mutable std::uint64_t ticks_ = 0;
};

using Trading = trader::Trader<strategy::MarketMaker, CountedTicks, support::LogRecorder>;
using Connected = ConnectedTrader<Trading>;
template <class T, class Observer>
using ServedSession = Session<T, Observer, ServedVenue, ServedFlow>;

/// What an observer sees, as a checksum, and its calls.
struct Watch {
    void on_packet(const Connected& trader, Time now) {
        ++packets;
        see(trader, now);
    }
    void on_reply(const Connected& trader, Time now) {
        ++replies;
        see(trader, now);
    }
    void on_timer(const Connected& trader, Time now) {
        ++timers;
        see(trader, now);
    }
    void see(const Connected& trader, Time now) {
        const auto& engine = trader.engine();
        seen.add(std::as_bytes(std::span(&now.value, 1)));
        const std::uint64_t books = engine.books().checksum(InstrumentId{1});
        const std::int64_t position = engine.orders().position(InstrumentId{1}).position.value;
        seen.add(std::as_bytes(std::span(&books, 1)));
        seen.add(std::as_bytes(std::span(&position, 1)));
    }

    std::uint64_t packets = 0, replies = 0, timers = 0;
    Checksum seen{};
};

/// A run of a generated market and what came of it.
struct Run {
    support::InputLog log{};  // the trader's journal: inputs, outputs, stamps
    std::uint64_t outputs_hash = 0;
    std::uint64_t orders = 0;
    std::uint64_t executions = 0;
    Watch watch{};
};

[[nodiscard]] Connected make_trader(support::InputLog& log) {
    engine::EngineOptions options;
    options.books = kBooks;
    auto made =
        Trading::create(trader_end({}, options), strategy::MarketMaker({.instruments_max = 100}));
    made->observer() = support::LogRecorder({&log});
    return Connected(std::move(made.value()));
}

template <class T, class Observer>
void feed(ServedSession<T, Observer>& session, std::uint64_t seed, Run& run) {
    auto market =
        market::MarketGenerator::create({.seed = seed, .messages = 20'000, .instruments = 3});
    for (Bytes message = market->next(); !message.empty(); message = market->next()) {
        session.on_message(message);
    }
    session.finish();
    run.outputs_hash = session.outputs_hash();
    run.orders = session.counters().order_messages;
}

template <class T, class Observer>
[[nodiscard]] ServedSession<T, Observer> make_session(T trader, Observer observer) {
    return ServedSession<T, Observer>(
        {}, {.venue = ServedVenue::create(venue_end({}, kBooks, 100'000),
                                          flow::RecordedFlow::create(kBooks).value())
                          .value(),
             .flow = {},
             .trader = std::move(trader),
             .observer = std::move(observer)});
}

/// The trader in the session itself: the twin of the stages.
[[nodiscard]] std::unique_ptr<Run> run_without_stages(std::uint64_t seed) {
    auto run = std::make_unique<Run>();
    auto session = make_session(make_trader(run->log), Watch{});
    feed(session, seed, *run);
    run->executions = session.trader().engine().orders().counters().executions;
    run->watch = session.observer();
    return run;
}

[[nodiscard]] std::unique_ptr<Run> run_stages(std::uint64_t seed, Scheduler scheduler) {
    using Stages = TraderStages<Connected, Watch>;
    auto run = std::make_unique<Run>();
    Stages stages(scheduler, {.trader = make_trader(run->log), .observer = {}});
    {
        std::optional<std::jthread> thread;
        if (scheduler == Scheduler::OtherThread) {
            thread.emplace([&] { stages.run(); });
        }
        auto session = make_session(stages.port(), Stages::NoObserver{});
        feed(session, seed, *run);
        stages.stop();
    }
    run->executions = stages.trader().engine().orders().counters().executions;
    run->watch = stages.observer();
    return run;
}

/// Of all records: inputs, outputs and stamps.
[[nodiscard]] std::uint64_t checksum_of(const support::InputLog& log) {
    Checksum checksum;
    for (const auto& [type, time, payload] : log.entries) {
        checksum.add(std::as_bytes(std::span(&type, 1)));
        checksum.add(std::as_bytes(std::span(&time.value, 1)));
        checksum.add(payload);
    }
    return checksum.value();
}

void expect_same(const Run& expected, const Run& run) {
    EXPECT_EQ(run.outputs_hash, expected.outputs_hash);
    EXPECT_EQ(run.orders, expected.orders);
    EXPECT_EQ(run.executions, expected.executions);
    EXPECT_EQ(run.log.entries.size(), expected.log.entries.size());
    EXPECT_EQ(checksum_of(run.log), checksum_of(expected.log)) << "the journals differ";
    EXPECT_EQ(run.watch.packets, expected.watch.packets);
    EXPECT_EQ(run.watch.replies, expected.watch.replies);
    EXPECT_EQ(run.watch.timers, expected.watch.timers);
    EXPECT_EQ(run.watch.seen.value(), expected.watch.seen.value());
}

class TraderStagesOfSeed : public ::testing::TestWithParam<std::uint64_t> {};

INSTANTIATE_TEST_SUITE_P(Seeds, TraderStagesOfSeed, ::testing::Range<std::uint64_t>(1, 6));

TEST_P(TraderStagesOfSeed, OneThreadAndTwoGiveTheBytesOfNoStages) {
    const auto expected = run_without_stages(GetParam());
    ASSERT_GT(expected->orders, 100U);
    ASSERT_GT(expected->executions, 0U);
    ASSERT_GT(expected->watch.replies, 0U);
    ASSERT_GT(expected->watch.timers, 0U);
    {
        SCOPED_TRACE("one thread");
        expect_same(*expected, *run_stages(GetParam(), Scheduler::SameThread));
    }
    SCOPED_TRACE("two threads");
    expect_same(*expected, *run_stages(GetParam(), Scheduler::OtherThread));
}

}  // namespace
}  // namespace hotpath::sim::session
