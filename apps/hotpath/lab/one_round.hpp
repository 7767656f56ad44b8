#pragma once
/// One round of a technique in a process of its own.
///
/// Where code and data lie in memory is drawn at a process' start, and is worth some percent to some techniques:
/// a round each process draws it again, so that the interval over the rounds covers it. The benchmarks' own runner
/// (bench/runner) checks the answers and runs the variants in random order, after a first run that is not counted.
/// A ping-pong before and after the round says how the cores were placed.
/// Threads: the one that is pinned. Allocation: outside timed work. Errors: variants with different answers,
/// objects that cannot be loaded, a process that fails.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include "hotpath/core/error.hpp"

namespace hotpath::app::lab {

struct RoundOptions {
    std::uint64_t number = 1;  // from 1: draws the order
    bool is_quick = false;     // a tenth of the items
};

/// What one variant took: metric -> value, in the comparison's unit or the metric's.
using VariantRound = std::map<std::string, double>;

struct Round {
    double round_trip_ns =
        0;  // of a cache line between the first two cores, the mean of before and after
    bool is_placement_kept = true;  // before and after are one regime
    std::map<std::pair<std::string, std::string>, VariantRound>
        variants{};  // by comparison and variant
};

/// Starts `hotpath lab round OBJECT`, which print_round() serves.
[[nodiscard]] Expected<Round> run_round(const std::filesystem::path& object,
                                        const RoundOptions& options);

/// Measures the round in this process and prints it as one line of JSON.
[[nodiscard]] Expected<void> print_round(const std::filesystem::path& object,
                                         const RoundOptions& options);

}  // namespace hotpath::app::lab
