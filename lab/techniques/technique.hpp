#pragma once
/// The interface of a technique of the catalogue: comparisons, each of a few variants that do the same work.
///
/// Each folder of lab/techniques is compiled to a shared object per compiler and optimization level. It exports one function,
/// hotpath_technique(). `hotpath lab` loads it, checks that all variants of a comparison give the same answer, counts instructions,
/// and times the variants in turn. All variants of a comparison are compared with its first.
/// Threads: a variant is called by one pinned thread and joins the threads that it starts. Allocation: free in a variant's first
/// run, which is not timed; a technique about allocation states what it times.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace hotpath::lab {

/// Does the work `items` times and returns a checksum of all results. The same `items` give the same checksum, whatever ran
/// before. The first call creates the data, which is kept.
using Work = std::uint64_t (*)(std::uint64_t items);

/// Does the same work, one item per sample: ticks[i] is the duration of item i by core_ticks().
using TimedWork = std::uint64_t (*)(std::span<std::uint32_t> ticks);

struct Variant {
    const char* name;
    Work work = nullptr;
    TimedWork timed_work =
        nullptr;  ///< instead of `work`, where single items matter, not their mean
    /// Minimum instructions per item for any compiler and level: with fewer the compiler removed the work: an error.
    double instructions_min = 1;
};

inline constexpr double kNotPublished = std::numeric_limits<double>::quiet_NaN();

struct Comparison {
    const char* name;     ///< "published": the benchmark of the technique's source, rebuilt
    const char* unit;     ///< "ns/lookup"; the word after the slash names an item
    std::uint64_t items;  ///< per run: one to ten milliseconds of work
    std::span<const Variant> variants;
    /// Time of the second variant / time of the first as printed by the source: 0.1 for a claim of "90% faster".
    double published_ratio = kNotPublished;
    /// Items for counting instructions under valgrind, which is about fifty times slower; 0: items / 50.
    std::uint64_t items_counted = 0;
};

struct Technique {
    const char* name;      ///< the name of its folder and of its page, docs/techniques/NAME.md
    const char* question;  ///< one sentence, with a question mark
    std::span<const Comparison> comparisons;
};

}  // namespace hotpath::lab

/// The function that the shared object exports.
extern "C" [[gnu::visibility("default")]] const hotpath::lab::Technique* hotpath_technique();
