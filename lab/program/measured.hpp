#pragma once
/// A technique measured at several configurations: what `hotpath lab run` writes and `report` reads.
///
/// Its rounds are those of several processes (process_rounds.hpp); in a round every variant runs once.
/// Threads: the caller waits. Allocation: outside timed work. Errors: variants with different answers, objects
/// that cannot be loaded.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hotpath/core/error.hpp"
#include "hotpath/measure/verdict.hpp"
#include "lab/program/catalogue.hpp"
#include "lab/program/objects.hpp"

namespace hotpath::app::lab {

struct MeasuredVariant {
    std::string name{};
    /// One value a round, in the comparison's unit: the mean of an item, or the median of single ones.
    std::vector<double> rounds{};
    double p99 =
        0;  // of single items, in ns, the median of the rounds; 0 where items are not timed singly
    double max = 0;
    measure::Ratio ratio{};  // to the comparison's first variant
    // By valgrind, of an item; 0 where they were not counted.
    double instructions = 0;
    double branches_missed = 0;
    double first_cache_misses = 0;
    double last_cache_misses = 0;
    // By the processor's own counters, of an item; 0 on machines without.
    double cycles = 0;
    double real_instructions = 0;
    double real_branches_missed = 0;
};

struct MeasuredComparison {
    std::string name{};
    std::string unit{};
    double published_ratio = 0;  // 0: no source printed one
    Configuration configuration{};
    /// A cache line's round trip between the first two cores, one a round: how they were placed. 0: they changed
    /// places meanwhile. Empty in results of before November 26, 2026.
    std::vector<double> round_trips_ns{};
    std::vector<MeasuredVariant> variants{};
};

struct MeasuredTechnique {
    std::string name{};
    std::string question{};
    nlohmann::ordered_json provenance{};
    std::vector<MeasuredComparison> comparisons{};
};

struct MeasureOptions {
    std::vector<Configuration> configurations{};
    unsigned rounds = 9;
    bool is_quick = false;  // a tenth of the items
};

/// Valgrind knows no AVX-512: what it counts in place of `native`.
[[nodiscard]] Configuration counted_instead_of(const Configuration& configuration);

/// Called after each object with the share of all that is done.
using Step = std::function<void(double share)>;

[[nodiscard]] Expected<MeasuredTechnique> measure(const ObjectFolder& objects, const Entry& entry,
                                                  const MeasureOptions& options, const Step& step);

[[nodiscard]] nlohmann::ordered_json to_json(const MeasuredTechnique& measured);
/// Errors: a file that is no result of `hotpath lab run`.
[[nodiscard]] Expected<MeasuredTechnique> read_measured(const std::filesystem::path& path);

}  // namespace hotpath::app::lab
