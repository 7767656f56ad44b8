#pragma once
/// Runs a few rounds of a technique in a new process.
///
/// Where code and data lie in memory is drawn at a process' start, and is worth some percent to some techniques:
/// rounds of several processes draw it several times, so that the interval over all of them covers it. The
/// benchmarks' own runner (bench/runner) checks the answers and runs the variants in random order, after a first run
/// that is not counted. A ping-pong before and after says how the cores were placed.
/// Threads: the one that is pinned. Allocation: outside timed work. Errors: variants with different answers,
/// objects that cannot be loaded, a process that fails.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"

namespace hotpath::app::lab {

struct ProcessOptions {
    unsigned number = 1;  // from 1: draws the order of the variants
    unsigned rounds = 3;
    bool is_quick = false;  // a tenth of the items
};

/// What one variant took: metric -> a value a round, in the comparison's unit or the metric's.
using VariantRounds = std::map<std::string, std::vector<double>>;

struct ProcessRounds {
    /// A cache line goes to the other core and back in so long, before and after. 0: the cores changed places.
    double round_trip_ns = 0;
    std::map<std::pair<std::string, std::string>, VariantRounds>
        variants{};  // by comparison and variant
};

/// Starts `hotpath lab rounds OBJECT`, which print_rounds() serves.
[[nodiscard]] Expected<ProcessRounds> run_process(const std::filesystem::path& object,
                                                  const ProcessOptions& options);

/// Measures the rounds in this process and prints them as one line of JSON.
[[nodiscard]] Expected<void> print_rounds(const std::filesystem::path& object,
                                          const ProcessOptions& options);

}  // namespace hotpath::app::lab
