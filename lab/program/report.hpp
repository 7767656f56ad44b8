#pragma once
/// What two or more runs say of each technique: where they agree there is a verdict.
///
/// Threads: any. Allocation: text.

#include <filesystem>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "lab/program/measured.hpp"

namespace hotpath::app::lab {

/// A complete run: a folder that `hotpath lab run --out` wrote, a file a technique.
struct LabRun {
    std::string folder{};
    std::vector<MeasuredTechnique> techniques{};  // by name
};

[[nodiscard]] Expected<LabRun> read_run(const std::filesystem::path& folder);

/// One variant at one configuration on one kind of machine, beside the comparison's first variant, in every run there.
struct Finding {
    std::string machine{};  // its processor
    std::string technique{};
    std::string comparison{};
    std::string variant{};
    Configuration configuration{};
    double published_ratio = 0;            // 0: none
    std::vector<measure::Ratio> ratios{};  // one a run that measured it
    /// What all runs say; Undecided where they differ.
    measure::Verdict verdict = measure::Verdict::Undecided;
    bool runs_differ = false;  // two runs have verdicts, and other ones
};

/// `runs` is not empty.
[[nodiscard]] std::vector<Finding> findings(const std::vector<LabRun>& runs);

/// The table a person reads.
[[nodiscard]] std::string report_text(const std::vector<LabRun>& runs);
/// The same with every round, as the page's data and for --json.
[[nodiscard]] nlohmann::ordered_json report_json(const std::vector<LabRun>& runs);

}  // namespace hotpath::app::lab
