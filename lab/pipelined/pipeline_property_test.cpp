// The pipelined engine against the one that runs to completion, and against itself: whichever
// thread drives the stages, in whatever order and on however many threads, the same inputs give the
// same bytes.

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/venue/nasdaq/nasdaq_engine.hpp"
#include "lab/pipelined/pipeline.hpp"
#include "tests/support/random_market.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::engine::pipelined {
namespace {

using strategy::MarketMaker;
using support::RandomMarket;

constexpr Time kStart{34'200 * kNanosPerSecond};
constexpr Nanos kStep{1'000'000};

/// An input with bytes of its own.
struct Kept {
    InputKind kind;
    std::uint8_t source;
    Time now;
    std::vector<std::byte> bytes;

    [[nodiscard]] Input input() const { return {kind, source, now, bytes}; }
};
using Journal = std::vector<Kept>;
using Lines = std::vector<std::vector<std::byte>>;  // a message each, behind its gateway and input

struct KeepInputs {
    Journal* journal;
    void on_input(const Input& input) const {
        if (journal != nullptr) {
            journal->push_back(
                {input.kind, input.source, input.now, {input.bytes.begin(), input.bytes.end()}});
        }
    }
};

struct KeepLines {
    Lines* lines;
    std::function<void(const Outgoing&)> also;
    void operator()(const Outgoing& out) const {
        std::vector<std::byte> line(out.message.begin(), out.message.end());
        line.push_back(static_cast<std::byte>(out.gateway));
        lines->push_back(std::move(line));
        if (also) {
            also(out);
        }
    }
};

using TestPipeline =
    Pipeline<MarketMaker, venue::nasdaq::OuchCodec, KeepLines, timing::NoTicks, KeepInputs>;

PipelineOptions options_of(std::size_t slots, std::size_t stages, std::size_t gateways) {
    PipelineOptions options;
    options.engine = support::small_engine_options();
    options.slots = slots;
    options.strategy_stages = stages;
    options.gateways = gateways;
    options.ring_slots = 16;
    return options;
}

MarketMaker maker(std::size_t slot) {
    const auto n = static_cast<std::int64_t>(slot);
    return MarketMaker({.instruments_max = 10,
                        .half_spread = 50 + 100 * n,
                        .hysteresis_percent = 25 * (n + 1),
                        .spread_bps_max = {500},
                        .reject_pause = {20'000'000}});
}

std::unique_ptr<TestPipeline> make(const PipelineOptions& options, Lines& lines,
                                   Journal* journal = nullptr,
                                   std::function<void(const Outgoing&)> also = {}) {
    std::vector<MarketMaker> makers;
    for (std::size_t slot = 0; slot < options.slots; ++slot) {
        makers.push_back(maker(slot));
    }
    auto pipeline = TestPipeline::create(
        options, {std::move(makers), {&lines, std::move(also)}, {}, {journal}});
    EXPECT_TRUE(pipeline.has_value());
    return std::move(*pipeline);
}

/// A market and the engine that runs to completion in it: its inputs and what it sent.
Journal record_engine(std::uint64_t seed, std::uint64_t packets, Lines& lines) {
    Journal journal;
    RandomMarket market(seed);
    Random random(seed + 1);
    auto engine = *venue::nasdaq::NasdaqEngine<MarketMaker>::create(support::small_engine_options(),
                                                                    maker(0));
    Time now = kStart;
    const auto take = [&](InputKind kind, Bytes bytes) {
        now = now + kStep;
        journal.push_back({kind, 0, now, {bytes.begin(), bytes.end()}});
        if (kind == InputKind::Packet) {
            engine.on_packet(bytes, now);
        } else if (kind == InputKind::OrderBytes) {
            engine.on_order_bytes(bytes, now);
        } else {
            engine.on_timer(now);
        }
        engine.for_each_outgoing([&](Bytes message) {
            lines.emplace_back(message.begin(), message.end()).push_back(std::byte{0});
            market.on_order(0, message);
        });
    };
    for (std::uint64_t i = 0; i < packets; ++i) {
        take(InputKind::Packet, market.packet());
        while (market.has_reply() && random.below(3) != 0) {
            const auto reply = market.reply();
            market.pop_reply();
            take(InputKind::OrderBytes, reply.bytes);
        }
        if (random.below(10) == 0) {
            take(InputKind::Timer, {});
        }
    }
    EXPECT_FALSE(engine.is_killed());
    EXPECT_FALSE(engine.is_stale());
    return journal;
}

TEST(PipelineProperty, OneStrategyRunToCompletionSendsWhatTheEngineSends) {
    const std::uint64_t seed = support::seed_of_this_test(11);
    const std::uint64_t packets =
        support::rounds_of_this_run({.usual = 20'000, .long_run = 1'000'000});
    Lines expected;
    const Journal journal = record_engine(seed, packets, expected);
    ASSERT_GT(expected.size(), packets / 10);
    Lines lines;
    const auto pipeline = make(options_of(1, 1, 1), lines);
    for (const Kept& kept : journal) {
        pipeline->run(kept.input());
    }
    ASSERT_EQ(lines.size(), expected.size());
    EXPECT_EQ(lines, expected);
}

/// One of the stages, or the books, chosen by chance, does some of its work.
void poll_something(TestPipeline& pipeline, Random& random, Time now, bool is_live) {
    const std::size_t events_max = 1 + random.below(5);
    const std::size_t which = random.below(pipeline.strategy_stages() + 2);
    if (which < pipeline.strategy_stages()) {
        pipeline.strategies(which).poll(events_max);
    } else if (which == pipeline.strategy_stages()) {
        pipeline.gateway().poll(events_max);
    } else if (is_live) {
        pipeline.books().poll(now);
    } else {
        pipeline.books().flush();
    }
}

/// A live run in which the stages lag as chance has it; sessions that break, an operator who kills.
Journal record_live(const PipelineOptions& options, std::uint64_t seed, std::uint64_t packets,
                    Lines& lines) {
    Journal journal;
    RandomMarket market(seed);
    Random random(seed + 1);
    const auto pipeline = make(options, lines, &journal, [&](const Outgoing& out) {
        market.on_order(out.gateway, out.message);
    });
    Time now = kStart;
    const auto take = [&](InputKind kind, std::uint8_t source, Bytes bytes) {
        now = now + kStep;
        while (!pipeline->books().try_take({kind, source, now, bytes})) {
            poll_something(*pipeline, random, now, true);
        }
        for (std::uint64_t polls = random.below(12); polls > 0; --polls) {
            poll_something(*pipeline, random, now, true);
        }
    };
    for (std::uint64_t i = 0; i < packets; ++i) {
        take(InputKind::Packet, 0, market.packet());
        while (market.has_reply() && random.below(3) != 0) {
            const auto reply = market.reply();
            market.pop_reply();
            take(InputKind::OrderBytes, reply.session, reply.bytes);
        }
        if (random.below(10) == 0) {
            take(InputKind::Timer, 0, {});
        }
    }
    take(InputKind::Kill, 0, {});
    do {
        pipeline->poll(now);
    } while (!pipeline->is_quiet());
    return journal;
}

Lines replay_by_chance(const PipelineOptions& options, const Journal& journal, std::uint64_t seed) {
    Lines lines;
    const auto pipeline = make(options, lines);
    Random random(seed);
    for (const Kept& kept : journal) {
        while (!pipeline->books().try_take(kept.input())) {
            poll_something(*pipeline, random, kept.now, false);
        }
        for (std::uint64_t polls = random.below(4); polls > 0; --polls) {
            poll_something(*pipeline, random, kept.now, false);
        }
    }
    while (pipeline->poll_behind() != 0 || !pipeline->books().is_flushed()) {
        pipeline->books().flush();
    }
    return lines;
}

/// A thread a stage.
Lines replay_by_threads(const PipelineOptions& options, const Journal& journal) {
    Lines lines;
    const auto pipeline = make(options, lines);
    std::atomic<bool> is_over{false};
    {
        std::vector<std::jthread> threads;
        for (std::size_t stage = 0; stage < pipeline->strategy_stages(); ++stage) {
            threads.emplace_back([&, stage] {
                while (!is_over.load(std::memory_order_acquire)) {
                    if (pipeline->strategies(stage).poll(TestPipeline::kEventsMax) == 0) {
                        std::this_thread::yield();
                    }
                }
            });
        }
        threads.emplace_back([&] {
            while (!is_over.load(std::memory_order_acquire)) {
                if (pipeline->gateway().poll(TestPipeline::kEventsMax) == 0) {
                    std::this_thread::yield();
                }
            }
        });
        for (const Kept& kept : journal) {
            while (!pipeline->books().try_take(kept.input())) {
                std::this_thread::yield();
            }
        }
        while (!pipeline->books().flush() ||
               pipeline->gateway().next() != pipeline->books().events()) {
            std::this_thread::yield();
        }
        is_over.store(true, std::memory_order_release);
    }
    return lines;
}

struct Shape {
    std::size_t slots;
    std::size_t stages;
    std::size_t gateways;
};

class PipelineShapes : public testing::TestWithParam<Shape> {};

TEST_P(PipelineShapes, TheSameInputsGiveTheSameBytesWhicheverThreadDrivesTheStages) {
    const auto [slots, stages, gateways] = GetParam();
    const PipelineOptions options = options_of(slots, stages, gateways);
    const std::uint64_t seed = support::seed_of_this_test(20 + slots);
    const std::uint64_t packets =
        support::rounds_of_this_run({.usual = 2'000, .long_run = 100'000});
    Lines expected;
    const Journal journal = record_live(options, seed, packets, expected);
    ASSERT_GT(expected.size(), packets / 10);
    for (std::uint64_t schedule = 0; schedule < 8; ++schedule) {
        ASSERT_EQ(replay_by_chance(options, journal, seed + 100 + schedule), expected)
            << "schedule " << schedule;
    }
    EXPECT_EQ(replay_by_threads(options, journal), expected);
}

INSTANTIATE_TEST_SUITE_P(All, PipelineShapes,
                         testing::Values(Shape{1, 1, 1}, Shape{5, 2, 1}, Shape{7, 3, 2}));

}  // namespace
}  // namespace hotpath::engine::pipelined
