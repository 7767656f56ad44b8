#include "apps/hotpath/lab/measured.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/lab/counting.hpp"
#include "apps/hotpath/lab/loaded_technique.hpp"
#include "apps/hotpath/lab/programs.hpp"
#include "bench/runner/counters.hpp"
#include "bench/runner/runner.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::app::lab {

namespace {

using hotpath::lab::Comparison;
using hotpath::lab::Variant;

constexpr std::uint64_t kOrderSeed = 1;
constexpr std::uint64_t kQuickDivisor = 10;

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

bench::Test test_of(const Comparison& comparison, const MeasureOptions& options,
                    const timing::TscClock& clock, bench::Counters* counters) {
    const std::uint64_t items = options.is_quick
                                    ? std::max<std::uint64_t>(1, comparison.items / kQuickDivisor)
                                    : comparison.items;
    bench::Test test{
        .name = comparison.name, .unit = comparison.unit, .subjects = {}, .pings_once = true};
    for (const Variant& variant : comparison.variants) {
        auto run = std::make_shared<VariantRun>(variant, items, clock, counters);
        test.subjects.push_back({.name = variant.name,
                                 .answer_group = comparison.name,
                                 .run = [run] { return run->run(); },
                                 .is_compared = false});
    }
    return test;
}

/// What the runner's records say of one variant in one test, by metric.
using Metrics = std::map<std::string, const bench::Record*>;

double value_of(const Metrics& metrics, const std::string& name) {
    const auto found = metrics.find(name);
    return found == metrics.end() ? 0 : found->second->value;
}

MeasuredVariant variant_of(const std::string& name, const Metrics& metrics) {
    const bool is_whole = metrics.contains("time");
    const auto time = metrics.find(is_whole ? "time" : "p50");
    return {.name = name,
            .rounds = time == metrics.end() ? std::vector<double>{} : time->second->rounds,
            .p99 = value_of(metrics, "p99"),
            .max = value_of(metrics, "max"),
            .cycles = value_of(metrics, "cycles"),
            .real_instructions = value_of(metrics, "instructions"),
            .real_branches_missed = value_of(metrics, "branches missed")};
}

void add_counts(const std::vector<Counts>& counts, MeasuredComparison& comparison) {
    for (MeasuredVariant& variant : comparison.variants) {
        for (const Counts& each : counts) {
            if (each.comparison == comparison.name && each.variant == variant.name) {
                variant.instructions = each.instructions;
                variant.branches_missed = each.branches_missed;
                variant.first_cache_misses = each.first_cache_misses;
                variant.last_cache_misses = each.last_cache_misses;
            }
        }
    }
}

MeasuredComparison comparison_of(const Comparison& comparison, const Configuration& configuration,
                                 const std::vector<bench::Record>& records) {
    const bool is_published = !std::isnan(comparison.published_ratio);
    MeasuredComparison measured{.name = comparison.name,
                                .unit = comparison.unit,
                                .published_ratio = is_published ? comparison.published_ratio : 0,
                                .configuration = configuration};
    for (const Variant& variant : comparison.variants) {
        Metrics metrics;
        for (const bench::Record& record : records) {
            if (record.test == comparison.name && record.subject == variant.name) {
                metrics[record.metric] = &record;
            }
        }
        measured.variants.push_back(variant_of(variant.name, metrics));
    }
    for (MeasuredVariant& variant : measured.variants) {
        variant.ratio = ratio_of(variant.rounds, measured.variants.front().rounds);
    }
    return measured;
}

/// Where the comparisons of one configuration go.
struct MeasuredComparisons {
    const Configuration& configuration;
    MeasuredTechnique& of;
};

/// With what everything is measured.
struct Instruments {
    const timing::TscClock& clock;
    bench::Counters* counters;  // nullptr: the machine shows none
};

/// All comparisons of one object, by the benchmarks' runner.
Expected<bench::Report> run_object(const hotpath::lab::Technique& technique,
                                   const MeasureOptions& options, const Instruments& instruments) {
    const bench::Bench bench{.name = technique.name,
                             .question = technique.question,
                             .prepare = [&](const bench::Scale&) {
                                 std::vector<bench::Test> tests;
                                 for (const Comparison& comparison : technique.comparisons) {
                                     tests.push_back(test_of(comparison, options, instruments.clock,
                                                             instruments.counters));
                                 }
                                 return Expected<std::vector<bench::Test>>(std::move(tests));
                             }};
    return bench::run_bench(bench,
                            {.quick = options.is_quick,
                             .pairs = options.rounds,
                             .order_seed = kOrderSeed,
                             .keep_rounds = true},
                            [](std::size_t, const std::string&) {});
}

/// One object, which is unloaded again with all that its variants keep in memory.
Expected<void> measure_object(const std::filesystem::path& object,
                              const std::filesystem::path& counted, const MeasureOptions& options,
                              const Instruments& instruments, MeasuredComparisons& measured) {
    const auto loaded = LoadedTechnique::load(object);
    if (!loaded) {
        return std::unexpected(loaded.error());
    }
    const auto counts = count(counted);
    if (!counts) {
        return std::unexpected(counts.error());
    }
    const hotpath::lab::Technique& technique = loaded->technique();
    const auto report = run_object(technique, options, instruments);
    if (!report) {
        return fail(fmt::format("{}: {}", measured.configuration.name(), report.error().message));
    }
    measured.of.question = technique.question;
    measured.of.provenance = report->provenance;
    for (const Comparison& comparison : technique.comparisons) {
        measured.of.comparisons.push_back(
            comparison_of(comparison, measured.configuration, report->records));
        add_counts(*counts, measured.of.comparisons.back());
    }
    return {};
}

nlohmann::ordered_json compilers_of(const std::vector<Configuration>& configurations) {
    nlohmann::ordered_json versions;
    for (const Configuration& each : configurations) {
        if (!versions.contains(each.compiler)) {
            const auto output = run_program({program_of(each.compiler), "--version"});
            versions[each.compiler] = output ? output->substr(0, output->find('\n')) : "";
        }
    }
    return versions;
}

}  // namespace

Configuration counted_instead_of(const Configuration& configuration) {
    return {configuration.compiler,
            configuration.level == "native" ? std::string(kCountedForNative) : configuration.level};
}

Expected<MeasuredTechnique> measure(const ObjectFolder& objects, const Entry& entry,
                                    const MeasureOptions& options, const Step& step) {
    const auto clock = timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    auto counters = bench::Counters::create();
    MeasuredTechnique measured{.name = entry.name};
    const Instruments instruments{*clock, counters ? &*counters : nullptr};
    for (std::size_t i = 0; i < options.configurations.size(); ++i) {
        const Configuration& configuration = options.configurations[i];
        MeasuredComparisons into{configuration, measured};
        if (auto done = measure_object(objects.path(entry, configuration),
                                       objects.path(entry, counted_instead_of(configuration)),
                                       options, instruments, into);
            !done) {
            return std::unexpected(done.error());
        }
        step(static_cast<double>(i + 1) / static_cast<double>(options.configurations.size()));
    }
    measured.provenance["rounds"] = options.rounds;
    measured.provenance["compilers"] = compilers_of(options.configurations);
    measured.provenance["flags"] = common_flags();
    measured.provenance["counted_by"] = counters ? "the processor's counters, and valgrind"
                                                 : "valgrind: " + counters.error().message;
    return measured;
}

namespace {

nlohmann::ordered_json to_json(const MeasuredVariant& variant) {
    nlohmann::ordered_json json{{"name", variant.name},
                                {"rounds", variant.rounds},
                                {"ratio", variant.ratio.median},
                                {"ratio_low", variant.ratio.low},
                                {"ratio_high", variant.ratio.high},
                                {"verdict", name(variant.ratio.verdict)}};
    const std::pair<const char*, double> optional[] = {
        {"p99", variant.p99},
        {"max", variant.max},
        {"instructions", variant.instructions},
        {"branches_missed", variant.branches_missed},
        {"first_cache_misses", variant.first_cache_misses},
        {"last_cache_misses", variant.last_cache_misses},
        {"cycles", variant.cycles},
        {"real_instructions", variant.real_instructions},
        {"real_branches_missed", variant.real_branches_missed}};
    for (const auto& [key, value] : optional) {
        if (value != 0) {
            json[key] = value;
        }
    }
    return json;
}

MeasuredVariant variant_of(const nlohmann::json& json) {
    MeasuredVariant variant{.name = json.at("name").get<std::string>(),
                            .rounds = json.at("rounds").get<std::vector<double>>(),
                            .p99 = json.value("p99", 0.0),
                            .max = json.value("max", 0.0),
                            .instructions = json.value("instructions", 0.0),
                            .branches_missed = json.value("branches_missed", 0.0),
                            .first_cache_misses = json.value("first_cache_misses", 0.0),
                            .last_cache_misses = json.value("last_cache_misses", 0.0),
                            .cycles = json.value("cycles", 0.0),
                            .real_instructions = json.value("real_instructions", 0.0),
                            .real_branches_missed = json.value("real_branches_missed", 0.0)};
    return variant;
}

MeasuredComparison comparison_of(const nlohmann::json& json) {
    MeasuredComparison comparison{
        .name = json.at("name").get<std::string>(),
        .unit = json.at("unit").get<std::string>(),
        .published_ratio = json.value("published_ratio", 0.0),
        .configuration = {.compiler = json.at("compiler").get<std::string>(),
                          .level = json.at("level").get<std::string>()}};
    for (const auto& each : json.at("variants")) {
        comparison.variants.push_back(variant_of(each));
    }
    for (MeasuredVariant& variant : comparison.variants) {
        variant.ratio = ratio_of(variant.rounds, comparison.variants.front().rounds);
    }
    return comparison;
}

}  // namespace

nlohmann::ordered_json to_json(const MeasuredTechnique& measured) {
    nlohmann::ordered_json json{{"technique", measured.name},
                                {"question", measured.question},
                                {"comparisons", nlohmann::ordered_json::array()},
                                {"provenance", measured.provenance}};
    for (const MeasuredComparison& comparison : measured.comparisons) {
        nlohmann::ordered_json each{{"name", comparison.name},
                                    {"unit", comparison.unit},
                                    {"compiler", comparison.configuration.compiler},
                                    {"level", comparison.configuration.level}};
        if (comparison.published_ratio != 0) {
            each["published_ratio"] = comparison.published_ratio;
        }
        for (const MeasuredVariant& variant : comparison.variants) {
            each["variants"].push_back(to_json(variant));
        }
        json["comparisons"].push_back(std::move(each));
    }
    return json;
}

Expected<MeasuredTechnique> read_measured(const std::filesystem::path& path) {
    std::ifstream file(path);
    try {
        const nlohmann::json json = nlohmann::json::parse(file);
        MeasuredTechnique measured{.name = json.at("technique").get<std::string>(),
                                   .question = json.at("question").get<std::string>(),
                                   .provenance = json.at("provenance")};
        for (const auto& each : json.at("comparisons")) {
            measured.comparisons.push_back(comparison_of(each));
        }
        return measured;
    } catch (const nlohmann::json::exception& error) {
        return fail(
            fmt::format("{} is no result of hotpath lab run: {}", path.string(), error.what()));
    }
}

}  // namespace hotpath::app::lab
