#include "lab/program/measured.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "bench/runner/counters.hpp"
#include "hotpath/measure/machine.hpp"
#include "hotpath/measure/statistics.hpp"
#include "lab/program/counting.hpp"
#include "lab/program/loaded_technique.hpp"
#include "lab/program/process_rounds.hpp"
#include "lab/program/programs.hpp"

namespace hotpath::app::lab {

namespace {

using hotpath::lab::Comparison;
using hotpath::lab::Variant;

constexpr const char* kTime = "time";
constexpr const char* kMedian = "p50";  // of items that are timed singly

constexpr unsigned kRoundsOfAProcess = 3;

/// One metric of one variant, a value a round; empty where it was not measured.
std::vector<double> values_of(const std::vector<ProcessRounds>& processes,
                              const std::string& comparison, const std::string& variant,
                              const std::string& metric) {
    std::vector<double> values;
    for (const ProcessRounds& process : processes) {
        const VariantRounds& measured = process.variants.at({comparison, variant});
        if (const auto found = measured.find(metric); found != measured.end()) {
            values.insert(values.end(), found->second.begin(), found->second.end());
        }
    }
    return values;
}

double median_or_0(std::vector<double> values) {
    return values.empty() ? 0 : measure::median(std::move(values));
}

MeasuredVariant variant_of(const std::vector<ProcessRounds>& processes,
                           const std::string& comparison, const std::string& name) {
    const auto median_of = [&](const char* metric) {
        return median_or_0(values_of(processes, comparison, name, metric));
    };
    std::vector<double> times = values_of(processes, comparison, name, kTime);
    return {.name = name,
            .rounds = times.empty() ? values_of(processes, comparison, name, kMedian) : times,
            .p99 = median_of("p99"),
            .max = median_of("max"),
            .cycles = median_of("cycles"),
            .real_instructions = median_of("instructions"),
            .real_branches_missed = median_of("branches missed")};
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
                                 const std::vector<ProcessRounds>& processes) {
    const bool is_published = !std::isnan(comparison.published_ratio);
    MeasuredComparison measured{.name = comparison.name,
                                .unit = comparison.unit,
                                .published_ratio = is_published ? comparison.published_ratio : 0,
                                .configuration = configuration};
    for (const Variant& variant : comparison.variants) {
        measured.variants.push_back(variant_of(processes, comparison.name, variant.name));
    }
    const std::vector<double>& first = measured.variants.front().rounds;
    for (MeasuredVariant& variant : measured.variants) {
        variant.ratio = measure::ratio_of(variant.rounds, first);
    }
    for (std::size_t round = 0; round < first.size(); ++round) {
        measured.round_trips_ns.push_back(processes[round / kRoundsOfAProcess].round_trip_ns);
    }
    return measured;
}

Expected<std::vector<ProcessRounds>> processes_of(const std::filesystem::path& object,
                                                  const MeasureOptions& options) {
    std::vector<ProcessRounds> processes;
    for (unsigned left = options.rounds; left > 0;) {
        const unsigned rounds = std::min(left, kRoundsOfAProcess);
        auto process = run_process(object, {.number = static_cast<unsigned>(processes.size()) + 1,
                                            .rounds = rounds,
                                            .is_quick = options.is_quick});
        if (!process) {
            return std::unexpected(process.error());
        }
        processes.push_back(std::move(*process));
        left -= rounds;
    }
    return processes;
}

/// One object by one configuration.
Expected<void> measure_object(const std::filesystem::path& object,
                              const std::filesystem::path& counted, const MeasureOptions& options,
                              const Configuration& configuration, MeasuredTechnique& into) {
    const auto loaded = LoadedTechnique::load(object);
    if (!loaded) {
        return std::unexpected(loaded.error());
    }
    const auto counts = count(counted);
    if (!counts) {
        return std::unexpected(counts.error());
    }
    const auto processes = processes_of(object, options);
    if (!processes) {
        return fail(fmt::format("{}: {}", configuration.name(), processes.error().message));
    }
    const hotpath::lab::Technique& technique = loaded->technique();
    into.question = technique.question;
    for (const Comparison& comparison : technique.comparisons) {
        into.comparisons.push_back(comparison_of(comparison, configuration, *processes));
        add_counts(*counts, into.comparisons.back());
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
    MeasuredTechnique measured{.name = entry.name, .provenance = measure::provenance()};
    for (std::size_t i = 0; i < options.configurations.size(); ++i) {
        const Configuration& configuration = options.configurations[i];
        if (auto done = measure_object(objects.path(entry, configuration),
                                       objects.path(entry, counted_instead_of(configuration)),
                                       options, configuration, measured);
            !done) {
            return std::unexpected(done.error());
        }
        step(static_cast<double>(i + 1) / static_cast<double>(options.configurations.size()));
    }
    const auto counters = bench::Counters::create();
    measured.provenance["quick"] = options.is_quick;
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
                                {"verdict", measure::name(variant.ratio.verdict)}};
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
                          .level = json.at("level").get<std::string>()},
        .round_trips_ns = json.value("round_trips_ns", std::vector<double>{})};
    for (const auto& each : json.at("variants")) {
        comparison.variants.push_back(variant_of(each));
    }
    for (MeasuredVariant& variant : comparison.variants) {
        variant.ratio = measure::ratio_of(variant.rounds, comparison.variants.front().rounds);
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
        if (!comparison.round_trips_ns.empty()) {
            each["round_trips_ns"] = comparison.round_trips_ns;
            each["near_rounds"] =
                std::ranges::count(comparison.round_trips_ns, "near", measure::regime_of);
        }
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
            fmt::format("{} is not a result of hotpath lab run: {}", path.string(), error.what()));
    }
}

}  // namespace hotpath::app::lab
