// One end of a channel as a separate process: crash_worker writer|reader SCENARIO FOLDER EVIDENCE.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <span>
#include <string_view>

#include "tests/crash/ends.hpp"

namespace hotpath::crash {

namespace {

Expected<void> run(const Stage& stage, std::string_view role) {
    const bool is_spsc = stage.scenario == Scenario::Spsc;
    if (role == "writer") {
        return is_spsc ? write_spsc(stage) : write_broadcast(stage);
    }
    return is_spsc ? read_spsc(stage) : read_broadcast(stage);
}

int run(std::span<char*> arguments) {
    if (arguments.size() != 5) {
        std::fprintf(stderr, "usage: crash_worker writer|reader SCENARIO FOLDER EVIDENCE\n");
        return 2;
    }
    const auto* const scenario =
        std::ranges::find(kScenarios, std::string_view(arguments[2]), &ScenarioName::name);
    if (scenario == kScenarios.end()) {
        std::fprintf(stderr, "crash_worker: no scenario %s\n", arguments[2]);
        return 2;
    }
    const EvidenceFile evidence = EvidenceFile::open(arguments[4]);
    const auto done = run({.place = {.folder = arguments[3], .huge_folder = {}},
                           .scenario = scenario->scenario,
                           .evidence = &*evidence},
                          arguments[1]);
    if (!done) {
        std::fprintf(stderr, "crash_worker %s: %s\n", arguments[1], done.error().message.c_str());
        return 1;
    }
    return 0;
}

}  // namespace

}  // namespace hotpath::crash

int main(int argc, char** argv) {
    return hotpath::crash::run(std::span(argv, static_cast<std::size_t>(argc)));
}
