// The question: what does each rung of a published optimisation ladder gain, when all rungs give the
// same signals and the compiler optimises? A pass of a pairs strategy over 1,256 generated closes,
// by every version of lab/pairs_ladder, at three windows, by two compilers at three levels; and the
// paper's programs as published. Each subject is a run of the program pass_at.cpp; all of a round
// stand beside each other, and bench/pairs_ladder/ladder.py compares the rounds. A regression means that a
// version got slower. It does not show prices that come one by one, from a network or a cold cache.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bench/benches.hpp"
#include "bench/runner/child.hpp"
#include "lab/pairs_ladder/ladder.hpp"

namespace hotpath::bench {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kRounds = 30;
constexpr const char* kPrograms = HOTPATH_SOURCE_DIR "/build/pairs_ladder";
constexpr const char* kSamples = HOTPATH_SOURCE_DIR "/build/bench/pairs_ladder.samples.txt";

/// So many that no pass is over prices that the branch predictor remembers.
constexpr const char* kManySeries = "64";

struct Build {
    const char* label;    // the metric's name
    const char* program;  // in kPrograms
    const char* series = "1";
};
constexpr Build kBuilds[] = {{"gcc -O0", "gcc-O0"},
                             {"gcc -O2", "gcc-O2"},
                             {"gcc -O3 native", "gcc-O3-native"},
                             {"gcc -O3 native, new prices", "gcc-O3-native", kManySeries},
                             {"clang -O0", "clang-O0"},
                             {"clang -O2", "clang-O2"},
                             {"clang -O3 native", "clang-O3-native"}};

/// Every value of every kept round, for bench/pairs_ladder/ladder.py: TEST;SUBJECT;BUILD;NS a line.
class SamplesFile {
  public:
    SamplesFile() : file_(kSamples) {}

    void add(std::string_view test, std::string_view subject, std::string_view build, double ns) {
        file_ << fmt::format("{};{};{};{:.3f}\n", test, subject, build, ns) << std::flush;
    }

  private:
    std::ofstream file_;
};

struct Printed {
    std::uint64_t checksum = 0;
    double ns = 0;
};

Expected<Printed> run_pass(const fs::path& program, const std::vector<std::string>& arguments) {
    std::vector<std::string> command{program.string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const auto text = run_command(command);
    if (!text) {
        return std::unexpected(text.error());
    }
    Printed printed;
    std::istringstream(*text) >> printed.checksum >> printed.ns;
    return printed.ns > 0 ? Expected<Printed>(printed)
                          : fail(program.string() + " printed no time");
}

struct Version {
    std::string test{};
    std::string kind{};  // corrected, published
    std::string name{};
    std::size_t window = 0;
    std::string ms{};  // a run takes so long at least
};

/// One version by every compiler and level, once a round.
class VersionRun {
  public:
    VersionRun(Version version, std::vector<Build> builds, std::shared_ptr<SamplesFile> samples)
        : version_(std::move(version)), builds_(std::move(builds)), samples_(std::move(samples)) {}

    Measurement run() {
        Measurement measured;
        for (const Build& build : builds_) {
            const auto printed =
                run_pass(fs::path(kPrograms) / build.program,
                         {"time", version_.kind, version_.name, std::to_string(version_.window),
                          build.series, version_.ms});
            if (!printed) {
                return {.error = printed.error().message};
            }
            measured.answer = measured.metrics.empty() ? printed->checksum : measured.answer;
            if (printed->checksum != measured.answer) {
                return {.error = fmt::format("{} gives other signals", build.label)};
            }
            measured.metrics.push_back({build.label, "ns/pass", printed->ns});
        }
        if (is_warm_) {  // the runner keeps no numbers of the first run
            for (const Metric& metric : measured.metrics) {
                samples_->add(version_.test, version_.name, metric.name, metric.value);
            }
        }
        is_warm_ = true;
        std::ranges::reverse(builds_);
        return measured;
    }

  private:
    Version version_;
    std::vector<Build> builds_;
    std::shared_ptr<SamplesFile> samples_;
    bool is_warm_ = false;
};

std::vector<Build> builds_that_are_there() {
    std::vector<Build> builds;
    for (const Build& build : kBuilds) {
        if (fs::exists(fs::path(kPrograms) / build.program)) {
            builds.push_back(build);
        }
    }
    return builds;
}

Expected<std::vector<Test>> prepare(const Scale& scale) {
    const std::vector<Build> builds = builds_that_are_there();
    if (builds.empty()) {
        return fail(
            "there is no program in build/pairs_ladder: bench/pairs_ladder/build makes them");
    }
    const auto samples = std::make_shared<SamplesFile>();
    const std::string ms = scale.quick ? "1" : "5";
    const auto test_of = [&](const std::string& name, const std::string& kind, std::size_t window,
                             std::span<const std::string_view> versions) {
        Test test{.name = name, .unit = "ns/pass", .subjects = {}, .pairs = kRounds};
        for (const std::string_view version : versions) {
            auto run = std::make_shared<VersionRun>(
                Version{name, kind, std::string(version), window, ms}, builds, samples);
            test.subjects.push_back({.name = std::string(version),
                                     .answer_group = kind,
                                     .run = [run] { return run->run(); },
                                     .is_compared = kind == "corrected"});
        }
        return test;
    };
    std::vector<Test> tests{
        test_of("published", "published", pairs::kPublishedWindow, pairs::kPublished)};
    for (const std::size_t window : pairs::kRingWindows) {
        tests.push_back(
            test_of(fmt::format("pass_{}", window), "corrected", window, pairs::kCorrected));
    }
    return tests;
}

}  // namespace

Bench pairs_ladder_bench() {
    return {.name = "pairs_ladder",
            .question =
                "ns a pass of a pairs strategy over 1,256 closes, by every rung of a "
                "published ladder, at several levels of optimisation",
            .prepare = prepare};
}

}  // namespace hotpath::bench
