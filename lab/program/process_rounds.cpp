#include "lab/program/process_rounds.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/runner/counters.hpp"
#include "bench/runner/runner.hpp"
#include "hotpath/measure/machine.hpp"
#include "hotpath/timing/tsc_clock.hpp"
#include "lab/program/loaded_technique.hpp"
#include "lab/program/programs.hpp"

namespace hotpath::app::lab {

namespace fs = std::filesystem;

namespace {

using hotpath::lab::Comparison;
using hotpath::lab::Variant;

constexpr std::uint64_t kQuickDivisor = 10;
constexpr unsigned kPingPongBatches = 3;

/// One variant as the runner's subject.
class VariantRun {
  public:
    VariantRun(const Variant& variant, std::uint64_t items, const timing::TscClock& clock,
               bench::Counters* counters)
        : variant_(variant), items_(items), clock_(clock), counters_(counters) {}

    bench::Measurement run() { return variant_.work != nullptr ? run_whole() : run_item_by_item(); }

  private:
    bench::Measurement run_whole() {
        if (counters_ != nullptr) {
            counters_->start();
        }
        const std::uint64_t begin = clock_.ticks();
        const std::uint64_t answer = variant_.work(items_);
        const std::uint64_t end = clock_.ticks();
        return {
            .answer = answer, .items = items_, .elapsed_ticks = end - begin, .metrics = counted()};
    }

    bench::Measurement run_item_by_item() {
        samples_.resize(items_);
        const std::uint64_t answer = variant_.timed_work(samples_);
        for (std::uint32_t& sample : samples_) {
            sample = static_cast<std::uint32_t>(clock_.to_duration(sample).value);
        }
        return {.answer = answer, .items = items_, .samples_ns = samples_};
    }

    std::vector<bench::Metric> counted() {
        if (counters_ == nullptr) {
            return {};
        }
        const bench::CounterValues values = counters_->stop();
        const auto each = [this](std::uint64_t count) {
            return static_cast<double>(count) / static_cast<double>(items_);
        };
        return {{"cycles", "cycles", each(values.cycles)},
                {"instructions", "instructions", each(values.instructions)},
                {"branches missed", "branches", each(values.branches_missed)}};
    }

    const Variant& variant_;
    std::uint64_t items_;
    const timing::TscClock& clock_;
    bench::Counters* counters_;
    std::vector<std::uint32_t> samples_;
};

bench::Test test_of(const Comparison& comparison, bool is_quick, const timing::TscClock& clock,
                    bench::Counters* counters) {
    const std::uint64_t items =
        is_quick ? std::max<std::uint64_t>(1, comparison.items / kQuickDivisor) : comparison.items;
    bench::Test test{
        .name = comparison.name, .unit = comparison.unit, .subjects = {}, .is_pinged = false};
    for (const Variant& variant : comparison.variants) {
        auto run = std::make_shared<VariantRun>(variant, items, clock, counters);
        test.subjects.push_back({.name = variant.name,
                                 .answer_group = comparison.name,
                                 .run = [run] { return run->run(); },
                                 .is_compared = false});
    }
    return test;
}

Expected<ProcessRounds> rounds_of(const std::string& line) {
    try {
        const nlohmann::json json = nlohmann::json::parse(line);
        ProcessRounds rounds{.round_trip_ns = json.at("round_trip_ns").get<double>()};
        for (const auto& record : json.at("records")) {
            const std::pair of{record.at("test").get<std::string>(),
                               record.at("subject").get<std::string>()};
            rounds.variants[of][record.at("metric").get<std::string>()] =
                record.at("rounds").get<std::vector<double>>();
        }
        return rounds;
    } catch (const nlohmann::json::exception& error) {
        return fail(fmt::format("rounds must be one line of JSON: {}", error.what()));
    }
}

}  // namespace

Expected<ProcessRounds> run_process(const fs::path& object, const ProcessOptions& options) {
    const std::string self = fs::read_symlink("/proc/self/exe").string();
    std::vector<std::string> command{self,
                                     "rounds",
                                     object.string(),
                                     "--number",
                                     std::to_string(options.number),
                                     "--runs",
                                     std::to_string(options.rounds)};
    if (options.is_quick) {
        command.emplace_back("--quick");
    }
    const auto output = run_program(command);
    return output ? rounds_of(*output) : std::unexpected(output.error());
}

Expected<void> print_rounds(const fs::path& object, const ProcessOptions& options) {
    const auto loaded = LoadedTechnique::load(object);
    if (!loaded) {
        return std::unexpected(loaded.error());
    }
    const auto clock = timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    auto counters = bench::Counters::create();
    const hotpath::lab::Technique& technique = loaded->technique();
    std::vector<bench::Test> tests;
    for (const Comparison& comparison : technique.comparisons) {
        tests.push_back(
            test_of(comparison, options.is_quick, *clock, counters ? &*counters : nullptr));
    }
    const double before = measure::ping_pong_ns(kPingPongBatches);
    const auto ran = bench::run_tests(
        technique.name, tests,
        {.pairs = options.rounds, .order_seed = options.number, .keep_rounds = true},
        [](std::size_t, const std::string&) {});
    if (!ran) {
        return std::unexpected(ran.error());
    }
    const double after = measure::ping_pong_ns(kPingPongBatches);
    const bool is_kept = measure::regime_of(before) == measure::regime_of(after);
    nlohmann::ordered_json json{{"round_trip_ns", is_kept ? (before + after) / 2 : 0},
                                {"records", nlohmann::ordered_json::array()}};
    for (const bench::Record& record : ran->records) {
        json["records"].push_back({{"test", record.test},
                                   {"subject", record.subject},
                                   {"metric", record.metric},
                                   {"rounds", record.rounds}});
    }
    fmt::print("{}\n", json.dump());
    return {};
}

}  // namespace hotpath::app::lab
