// The question: what does the optimiser make of the same path, and of the report's
// design? Each subject is the program tick_to_trade_at.cpp, built with another -O: the whole stress
// flow, trades noted in memory. -O3 -march=native is `hotpath`; none has link-time optimisation. A
// regression means what seed4_basic's does. It does not show the flags of our releases
// (CMakePresets.json).

#include <charconv>
#include <filesystem>
#include <sstream>
#include <string>

#include "bench/exchange/ticks/tick_tests.hpp"
#include "bench/runner/child.hpp"

namespace hotpath::bench {
namespace {

struct Level {
    const char* subject;
    const char* program;  // beside this executable
};

constexpr Level kLevels[] = {{"hotpath", "tick-to-trade-O3-native"},
                             {"O3", "tick-to-trade-O3"},
                             {"O2", "tick-to-trade-O2"},
                             {"O2_native", "tick-to-trade-O2-native"},
                             {"O1", "tick-to-trade-O1"},
                             {"O0", "tick-to-trade-O0"}};

/// The program prints its answer and lines of `name;unit;value`.
Measurement parse(const std::string& printed) {
    std::istringstream lines(printed);
    Measurement measured{.items = 1};
    lines >> measured.answer;
    lines.ignore();
    for (std::string name, unit, value; std::getline(lines, name, ';') &&
                                        std::getline(lines, unit, ';') &&
                                        std::getline(lines, value);) {
        Metric metric{.name = name, .unit = unit};
        std::from_chars(value.data(), value.data() + value.size(), metric.value);
        measured.metrics.push_back(metric);
    }
    if (measured.metrics.empty()) {
        measured.error = "the program printed no numbers";
    }
    return measured;
}

Measurement run_program(const std::filesystem::path& program, bool is_quick) {
    const auto printed = run_command({program.string(), is_quick ? "1" : "5"});
    if (!printed) {
        return {.error = printed.error().message};
    }
    Measurement measured = parse(*printed);
    constexpr double kKibibyte = 1024;
    measured.metrics.push_back(
        {"program", "KiB", static_cast<double>(std::filesystem::file_size(program)) / kKibibyte});
    return measured;
}

}  // namespace

std::vector<Test> opt_level_tests(const Scale& scale) {
    const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    Test test{.name = "seed4_opt_levels", .unit = "ns/tick", .subjects = {}};
    for (const Level& level : kLevels) {
        test.subjects.push_back(
            {level.subject, "trades", [program = folder / level.program, is_quick = scale.quick] {
                 return run_program(program, is_quick);
             }});
    }
    return {test};
}

}  // namespace hotpath::bench
