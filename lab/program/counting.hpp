#pragma once
/// What valgrind counts of a technique: instructions, mispredicted branches and cache misses an item.
///
/// The object runs in `hotpath lab count OBJECT` under callgrind, which collects inside each variant
/// alone and simulates a branch predictor and two levels of cache: the counts are the same on every
/// run, and not those of a real processor. Threads: one; a variant's own threads run one at a
/// time. Allocation: free. Errors: valgrind is missing or fails; answers that differ.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"

namespace hotpath::app::lab {

struct Counts {
    std::string comparison{};
    std::string variant{};
    // An item's:
    double instructions = 0;
    double branches_missed = 0;
    double first_cache_misses = 0;  // data read or written
    double last_cache_misses = 0;
    double instructions_min = 0;  // with fewer the work is not done
};

/// Every variant's, in their order. What was counted of an object is kept beside it, in OBJECT.counts.
[[nodiscard]] Expected<std::vector<Counts>> count(const std::filesystem::path& object);

/// Runs every variant of the object, each once more under callgrind's eyes when there are any, and
/// prints a line for each. Errors: a variant with another answer.
[[nodiscard]] Expected<void> run_counted(const std::filesystem::path& object);

}  // namespace hotpath::app::lab
