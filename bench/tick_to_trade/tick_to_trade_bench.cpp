// The question: how long is it from a market data packet in memory to the bytes of an order in
// memory, through the whole engine, when packets come by the clock; in one thread, as a pipeline on
// a disruptor, and as the same pipeline on mutexes and condition variables; with 1, 8 and 64
// strategies? A regression means that the engine, or the way between its stages, got slower. It
// does not show a network, nor more cores than two.
//
//   hotpath          one thread runs every packet to completion
//   pipelined        two threads: books; strategies and gateway
//   pipelined_split  two threads: books and half of the strategies; the other half and gateway
//   mutex            three threads: books; strategies; gateway, which sleep until they are told
//   floor            no engine: how late a thread that only spins is at the same moments
//
// In all of them packets are paced by the thread that keeps the books, and all stage code is the
// same. With one strategy all send the same bytes; with more, the pipelined ones do.

#include <atomic>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "bench/benches.hpp"
#include "bench/messaging/blocking_queue.hpp"
#include "bench/messaging/two_cores.hpp"
#include "bench/tick_to_trade/loopback.hpp"
#include "bench/tick_to_trade/recordings.hpp"
#include "bench/tick_to_trade/samples.hpp"

namespace hotpath::bench {
namespace {

using namespace pipeline;
using piped::Input;
using piped::InputKind;

constexpr std::size_t kEventsOfARound = 8;
constexpr std::uint64_t kGeneratedMessages = 300'000;

struct ToSamples {
    Samples* samples;
    void operator()(const piped::Outgoing& out) const noexcept {
        samples->add_message(out.message);
        samples->add(out.input, out.stamps);
    }
};
using BenchPipeline =
    piped::Pipeline<strategy::MarketMaker, venue::nasdaq::OuchCodec, ToSamples, Ticks>;

enum class Shape : std::uint8_t { Pipelined, Split, Mutex };

/// The latencies of one test, run by run, for the statistics of tools/seed5.py.
class SamplesFile {
  public:
    /// script/bench knows the name.
    SamplesFile() : file_(HOTPATH_SOURCE_DIR "/build/bench/tick_to_trade.samples.txt") {}

    /// The first run of each subject is the runner's warm-up.
    void add(const std::string& subject, const Samples& samples) {
        if (++runs_[subject] > 1) {
            file_ << subject << samples.counted() << '\n';
        }
    }

  private:
    std::ofstream file_;
    std::map<std::string, unsigned> runs_;
};

/// One number of strategies under one load.
class Runs {
  public:
    struct Of {
        std::size_t strategies;
        Load load;
        std::shared_ptr<const Recording> engine;
        std::shared_ptr<const Recording> pipeline;
        std::shared_ptr<SamplesFile> samples = {};  // none: not wanted
    };

    Runs(const Of& of, const Ticks& clock)
        : of_(of),
          clock_(clock),
          engine_due_(due_ticks(*of.engine, of.load, clock)),
          pipeline_due_(due_ticks(*of.pipeline, of.load, clock)),
          engine_samples_(*of.engine, engine_due_, clock),
          pipeline_samples_(*of.pipeline, pipeline_due_, clock) {}
    Runs(const Runs&) = delete;
    Runs& operator=(const Runs&) = delete;
    ~Runs() = default;

    Measurement run_engine(bool wants_stages);
    Measurement run_pipeline(Shape shape, bool wants_stages);
    Measurement run_floor();

  private:
    void wait_until(std::uint64_t ticks) const noexcept {
        while (clock_.ticks() < ticks) {
        }
    }
    [[nodiscard]] std::unique_ptr<BenchPipeline> make_pipeline(std::size_t stages);
    template <class Idle>
    void feed(BenchPipeline& pipeline, Idle&& idle);
    void run_two_threads(BenchPipeline& pipeline);
    void run_mutex(BenchPipeline& pipeline);
    Measurement finish(const std::string& subject, Samples& samples, bool wants_stages);

    Of of_;
    Ticks clock_;
    std::vector<std::uint64_t> engine_due_;
    std::vector<std::uint64_t> pipeline_due_;
    Samples engine_samples_;
    Samples pipeline_samples_;
};

std::uint32_t deliver_to(ManyEngine& engine, const Input& input) {
    switch (input.kind) {
        case InputKind::Packet:
            return engine.on_packet(input.bytes, input.now);
        case InputKind::OrderBytes:
            return engine.on_order_bytes(input.bytes, input.now);
        default:
            return engine.on_timer(input.now);
    }
}

Measurement Runs::run_engine(bool wants_stages) {
    auto engine =
        ManyEngine::create(engine_options(of_.strategies),
                           strategy::Many<strategy::MarketMaker>(makers(of_.strategies)), clock_);
    HOTPATH_ASSERT(engine.has_value(), "the engine that was recorded can be made again");
    Samples& samples = engine_samples_;
    samples.begin();
    for (std::size_t k = 0; k < samples.inputs(); ++k) {
        wait_until(samples.due_at(k));
        if (deliver_to(*engine, of_.engine->inputs[k]) != 0) {
            samples.add(k, engine->stamps());
            engine->for_each_outgoing([&](Bytes message) { samples.add_message(message); });
        }
    }
    return finish("hotpath", samples, wants_stages);
}

std::unique_ptr<BenchPipeline> Runs::make_pipeline(std::size_t stages) {
    auto pipeline =
        BenchPipeline::create(pipeline_options(of_.strategies, stages),
                              {makers(of_.strategies), {&pipeline_samples_}, clock_, {}});
    HOTPATH_ASSERT(pipeline.has_value(), "the pipeline that was recorded can be made again");
    return std::move(*pipeline);
}

/// The head's whole life: each input at its moment, idle() meanwhile.
template <class Idle>
void Runs::feed(BenchPipeline& pipeline, Idle&& idle) {
    for (std::size_t k = 0; k < pipeline_samples_.inputs(); ++k) {
        while (clock_.ticks() < pipeline_samples_.due_at(k)) {
            idle();
        }
        while (!pipeline.books().try_take(of_.pipeline->inputs[k])) {
            idle();
        }
        idle();
    }
    while (!pipeline.books().flush() || pipeline.gateway().next() != pipeline.books().events()) {
        idle();
    }
}

/// Stage 0 is the head's when there is another one.
void Runs::run_two_threads(BenchPipeline& pipeline) {
    const bool is_split = pipeline.strategy_stages() > 1;
    std::atomic<bool> is_over{false};
    OtherThread behind([&, last = pipeline.strategy_stages() - 1] {
        while (!is_over.load(std::memory_order_relaxed)) {
            pipeline.strategies(last).poll(kEventsOfARound);
            pipeline.gateway().poll(kEventsOfARound);
        }
    });
    pipeline_samples_.begin();
    behind.start();
    feed(pipeline, [&] {
        if (is_split) {
            pipeline.strategies(0).poll(kEventsOfARound);
        }
    });
    is_over.store(true, std::memory_order_relaxed);
}

/// A strategy may have to wait for the gateway, which needs the limit of its progress.
void run_strategies(BenchPipeline& pipeline, std::uint64_t until,
                    BlockingQueue<std::uint64_t>& to_gateway) {
    auto& own = pipeline.strategies(0);
    for (std::uint64_t done = own.stage().next(); done < until;) {
        own.poll(kEventsOfARound);
        if (own.stage().next() == done) {
            std::this_thread::yield();
            continue;
        }
        done = own.stage().next();
        to_gateway.push(done);
    }
}

/// How far a stage may go is handed on through a queue with a mutex and a condition variable. The
/// head spins on its core, so the others share the other one: behind the head they would wait for
/// the scheduler's slices, milliseconds each.
void Runs::run_mutex(BenchPipeline& pipeline) {
    BlockingQueue<std::uint64_t> to_strategies;
    BlockingQueue<std::uint64_t> to_gateway;
    pipeline_samples_.begin();
    std::thread strategies([&] {
        stay_on_other_core();
        for (std::uint64_t until = 0; to_strategies.pop(until);) {
            run_strategies(pipeline, until, to_gateway);
        }
        to_gateway.close();
    });
    std::thread gateway([&] {
        stay_on_other_core();
        for (std::uint64_t until = 0; to_gateway.pop(until);) {
            while (pipeline.gateway().next() < until) {
                pipeline.gateway().poll(kEventsOfARound);
            }
        }
    });
    std::uint64_t told = 0;
    feed(pipeline, [&] {
        pipeline.books().flush();
        if (pipeline.books().events() != told) {
            told = pipeline.books().events();
            to_strategies.push(told);
        }
    });
    to_strategies.close();
    strategies.join();
    gateway.join();
}

Measurement Runs::run_pipeline(Shape shape, bool wants_stages) {
    const auto pipeline = make_pipeline(shape == Shape::Split ? 2 : 1);
    if (shape == Shape::Mutex) {
        run_mutex(*pipeline);
    } else {
        run_two_threads(*pipeline);
    }
    return finish(shape == Shape::Mutex ? "mutex" : "pipelined", pipeline_samples_, wants_stages);
}

Measurement Runs::finish(const std::string& subject, Samples& samples, bool wants_stages) {
    const Measurement result = samples.finish(wants_stages);
    if (of_.samples != nullptr && !wants_stages) {
        of_.samples->add(subject, samples);
    }
    return result;
}

Measurement Runs::run_floor() {
    Samples& samples = engine_samples_;
    samples.begin();
    for (std::size_t k = 0; k < samples.inputs(); ++k) {
        wait_until(samples.due_at(k));
        timing::StageStamps stamps;
        stamps.begin(clock_);
        samples.add(k, stamps);
    }
    return samples.finish(false);
}

std::vector<Subject> subjects_of(const std::shared_ptr<Runs>& runs, const Runs::Of& of,
                                 bool wants_stages) {
    const std::string pipelined = "pipelined";
    const std::string completed = of.strategies == 1 ? pipelined : "completed";
    std::vector<Subject> subjects{
        {"hotpath", completed, [=] { return runs->run_engine(wants_stages); }},
        {"pipelined", pipelined,
         [=] { return runs->run_pipeline(Shape::Pipelined, wants_stages); }}};
    if (of.strategies > 1) {
        subjects.push_back({"pipelined_split", pipelined,
                            [=] { return runs->run_pipeline(Shape::Split, wants_stages); }});
    }
    subjects.push_back(
        {"mutex", pipelined, [=] { return runs->run_pipeline(Shape::Mutex, wants_stages); }});
    if (of.load.packets_per_second != 0 && !wants_stages) {
        subjects.push_back({"floor", "nothing", [=] { return runs->run_floor(); }, false});
    }
    return subjects;
}

void add_tests(const Runs::Of& of, const Ticks& clock, std::vector<Test>& tests) {
    const auto runs = std::make_shared<Runs>(of, clock);
    const std::uint64_t rate = of.load.packets_per_second;
    const std::string name = rate == 0 ? fmt::format("flat_out_{}", of.strategies)
                                       : fmt::format("open_{}_{}", rate, of.strategies);
    tests.push_back({.name = name, .unit = "ns", .subjects = subjects_of(runs, of, false)});
    if (rate == 100'000) {
        tests.push_back({.name = fmt::format("stages_{}", of.strategies),
                         .unit = "ns",
                         .subjects = subjects_of(runs, of, true)});
    }
}

Expected<std::vector<Test>> prepare(const Scale& scale) {
    auto clock = Ticks::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    const std::filesystem::path file = real_recording();
    const std::size_t part = scale.quick ? 4 : 1;
    const auto samples = std::make_shared<SamplesFile>();
    std::vector<Test> tests;
    for (const std::size_t strategies : {1U, 8U, 64U}) {
        auto engine = record_engine(strategies, file, kGeneratedMessages / part, *clock);
        auto pipeline = record_pipeline(strategies, file, kGeneratedMessages / part);
        if (!engine || !pipeline) {
            return std::unexpected(engine ? pipeline.error() : engine.error());
        }
        const auto of_engine = std::make_shared<const Recording>(std::move(*engine));
        const auto of_pipeline = std::make_shared<const Recording>(std::move(*pipeline));
        // One strategy seldom sends: the whole session, for as many samples as there are.
        const std::size_t slow = strategies == 1 ? 120'000 : 40'000;
        for (const Load load : {Load{100'000, slow / part}, Load{1'000'000, 120'000 / part},
                                Load{0, 120'000 / part}}) {
            const bool is_seeds = strategies == 1 && load.packets_per_second == 100'000;
            add_tests({strategies, load, of_engine, of_pipeline, is_seeds ? samples : nullptr},
                      *clock, tests);
        }
        if (strategies == 1) {
            auto test = two_processes_test(of_engine, 20'000 / part, *clock);
            if (!test) {
                return std::unexpected(test.error());
            }
            tests.push_back(std::move(*test));
        }
    }
    name_after(file, tests);
    return tests;
}

}  // namespace

Bench tick_to_trade_bench() {
    return {.name = "tick_to_trade",
            .question =
                "ns from a packet in memory to order bytes in memory, packets by the clock: "
                "one thread, a pipeline, a pipeline on mutexes",
            .prepare = prepare};
}

}  // namespace hotpath::bench
