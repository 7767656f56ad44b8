// The question: how long is it from a market data packet in memory to the bytes of an order in
// memory, through the whole engine on one thread, when packets come by the clock, with 1, 8 and 64
// strategies? A regression means that the engine got slower. It does not show a network.
//
//   hotpath   one thread runs every packet to completion
//   floor     no engine: how late a thread that only spins is at the same moments

#include <memory>
#include <string>

#include <fmt/format.h>

#include "bench/benches.hpp"
#include "bench/tick_to_trade/loopback.hpp"
#include "bench/tick_to_trade/recordings.hpp"
#include "bench/tick_to_trade/samples.hpp"

namespace hotpath::bench {
namespace {

using namespace tick_to_trade;
using tick_to_trade::Input;

constexpr std::uint64_t kGeneratedMessages = 300'000;

/// One number of strategies under one load.
class Runs {
  public:
    struct Of {
        std::size_t strategies;
        Load load;
        std::shared_ptr<const Recording> recording;
    };

    Runs(const Of& of, const Ticks& clock)
        : of_(of),
          clock_(clock),
          due_(due_ticks(*of.recording, of.load, clock)),
          samples_(*of.recording, due_, clock) {}
    Runs(const Runs&) = delete;
    Runs& operator=(const Runs&) = delete;
    ~Runs() = default;

    Measurement run_engine(bool wants_stages);
    Measurement run_floor();

  private:
    void wait_until(std::uint64_t ticks) const noexcept {
        while (clock_.ticks() < ticks) {
        }
    }

    Of of_;
    Ticks clock_;
    std::vector<std::uint64_t> due_;
    Samples samples_;
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
    samples_.begin();
    for (std::size_t k = 0; k < samples_.inputs(); ++k) {
        wait_until(samples_.due_at(k));
        if (deliver_to(*engine, of_.recording->inputs[k]) != 0) {
            samples_.add(k, engine->stamps());
            engine->for_each_outgoing([&](Bytes message) { samples_.add_message(message); });
        }
    }
    return samples_.finish(wants_stages);
}

Measurement Runs::run_floor() {
    samples_.begin();
    for (std::size_t k = 0; k < samples_.inputs(); ++k) {
        wait_until(samples_.due_at(k));
        timing::StageStamps stamps;
        stamps.begin(clock_);
        samples_.add(k, stamps);
    }
    return samples_.finish(false);
}

std::vector<Subject> subjects_of(const std::shared_ptr<Runs>& runs, const Runs::Of& of,
                                 bool wants_stages) {
    std::vector<Subject> subjects{
        {"hotpath", "orders", [=] { return runs->run_engine(wants_stages); }}};
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
    std::vector<Test> tests;
    for (const std::size_t strategies : {1U, 8U, 64U}) {
        auto recorded = record_engine(strategies, file, kGeneratedMessages / part, *clock);
        if (!recorded) {
            return std::unexpected(recorded.error());
        }
        const auto recording = std::make_shared<const Recording>(std::move(*recorded));
        // One strategy seldom sends: the whole session, for as many samples as there are.
        const std::size_t slow = strategies == 1 ? 120'000 : 40'000;
        for (const Load load : {Load{100'000, slow / part}, Load{1'000'000, 120'000 / part},
                                Load{0, 120'000 / part}}) {
            add_tests({strategies, load, recording}, *clock, tests);
        }
        if (strategies == 1) {
            auto test = two_processes_test(recording, 20'000 / part, *clock);
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
    return {
        .name = "tick_to_trade",
        .question =
            "ns from a packet in memory to order bytes in memory, packets by the clock, with 1, "
            "8 and 64 strategies",
        .prepare = prepare};
}

}  // namespace hotpath::bench
