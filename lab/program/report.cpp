#include "lab/program/report.hpp"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>

namespace hotpath::app::lab {

namespace fs = std::filesystem;

Expected<LabRun> read_run(const fs::path& folder) {
    LabRun run{.folder = folder.string()};
    std::error_code error;
    for (const auto& file : fs::directory_iterator(folder, error)) {
        if (file.path().extension() != ".json") {
            continue;
        }
        auto measured = read_measured(file.path());
        if (!measured) {
            return std::unexpected(measured.error());
        }
        run.techniques.push_back(std::move(*measured));
    }
    if (run.techniques.empty()) {
        return fail(
            fmt::format("DIR must be a folder with results of hotpath lab run --out; got '{}'",
                        folder.string()));
    }
    std::ranges::sort(run.techniques, {}, &MeasuredTechnique::name);
    return run;
}

namespace {

std::string machine_of(const MeasuredTechnique& technique) {
    return technique.provenance.value("cpu", "");
}

bool is_same(const Finding& finding, const MeasuredTechnique& technique,
             const MeasuredComparison& comparison, const MeasuredVariant& variant) {
    return finding.technique == technique.name && finding.comparison == comparison.name &&
           finding.variant == variant.name &&
           finding.configuration.name() == comparison.configuration.name() &&
           finding.machine == machine_of(technique);
}

void add(std::vector<Finding>& found, const MeasuredTechnique& technique,
         const MeasuredComparison& comparison, const MeasuredVariant& variant) {
    auto finding = std::ranges::find_if(
        found, [&](const Finding& each) { return is_same(each, technique, comparison, variant); });
    if (finding == found.end()) {
        const bool is_second = &variant == &comparison.variants[1];
        found.push_back({.machine = machine_of(technique),
                         .technique = technique.name,
                         .comparison = comparison.name,
                         .variant = variant.name,
                         .configuration = comparison.configuration,
                         .published_ratio = is_second ? comparison.published_ratio : 0});
        finding = std::prev(found.end());
    }
    finding->ratios.push_back(variant.ratio);
}

void add_technique(std::vector<Finding>& found, const MeasuredTechnique& technique) {
    for (const MeasuredComparison& comparison : technique.comparisons) {
        for (std::size_t i = 1; i < comparison.variants.size(); ++i) {
            add(found, technique, comparison, comparison.variants[i]);
        }
    }
}

void decide(Finding& finding) {
    const measure::Verdict first = finding.ratios.front().verdict;
    const bool agree = std::ranges::all_of(
        finding.ratios, [first](const measure::Ratio& ratio) { return ratio.verdict == first; });
    finding.verdict = agree ? first : measure::Verdict::Undecided;
    for (const measure::Ratio& one : finding.ratios) {
        for (const measure::Ratio& other : finding.ratios) {
            finding.runs_differ |= one.verdict != other.verdict &&
                                   one.verdict != measure::Verdict::Undecided &&
                                   other.verdict != measure::Verdict::Undecided;
        }
    }
}

}  // namespace

std::vector<Finding> findings(const std::vector<LabRun>& runs) {
    std::vector<Finding> found;
    for (const LabRun& run : runs) {
        for (const MeasuredTechnique& technique : run.techniques) {
            add_technique(found, technique);
        }
    }
    std::ranges::for_each(found, decide);
    return found;
}

std::string report_text(const std::vector<LabRun>& runs) {
    std::string text =
        fmt::format("{:<24} {:<20} {:<24} {:<13} {:>8} {:>17}  {}\n", "technique", "comparison",
                    "variant", "compiled by", "ratio", "interval", "verdict");
    std::size_t differing = 0;
    for (const Finding& finding : findings(runs)) {
        differing += finding.runs_differ ? 1 : 0;
        const measure::Ratio& ratio = finding.ratios.back();
        text += fmt::format("{:<24} {:<20} {:<24} {:<13} {:>8.3f} {:>8.3f}-{:<8.3f}  {}{}\n",
                            finding.technique, finding.comparison, finding.variant,
                            finding.configuration.name(), ratio.median, ratio.low, ratio.high,
                            measure::name(finding.verdict),
                            finding.runs_differ ? ": the runs differ" : "");
    }
    text += fmt::format(
        "\nratio: time of the variant / time of the first variant of its comparison, with its 95% "
        "interval; results from {}.\n",
        runs.back().folder);
    if (runs.size() > 1) {
        text += fmt::format("{} runs; {} verdicts differ between them.\n", runs.size(), differing);
    }
    return text;
}

nlohmann::ordered_json report_json(const std::vector<LabRun>& runs) {
    nlohmann::ordered_json json{{"findings", nlohmann::ordered_json::array()},
                                {"runs", nlohmann::ordered_json::array()}};
    for (const Finding& finding : findings(runs)) {
        nlohmann::ordered_json each{{"machine", finding.machine},
                                    {"technique", finding.technique},
                                    {"comparison", finding.comparison},
                                    {"variant", finding.variant},
                                    {"compiler", finding.configuration.compiler},
                                    {"level", finding.configuration.level},
                                    {"verdict", measure::name(finding.verdict)},
                                    {"runs_differ", finding.runs_differ}};
        if (finding.published_ratio != 0) {
            each["published_ratio"] = finding.published_ratio;
        }
        for (const measure::Ratio& ratio : finding.ratios) {
            each["ratios"].push_back({{"median", ratio.median},
                                      {"low", ratio.low},
                                      {"high", ratio.high},
                                      {"verdict", measure::name(ratio.verdict)}});
        }
        json["findings"].push_back(std::move(each));
    }
    for (const LabRun& run : runs) {
        nlohmann::ordered_json each{{"folder", run.folder},
                                    {"techniques", nlohmann::ordered_json::array()}};
        for (const MeasuredTechnique& technique : run.techniques) {
            each["techniques"].push_back(to_json(technique));
        }
        json["runs"].push_back(std::move(each));
    }
    return json;
}

}  // namespace hotpath::app::lab
