#pragma once
/// What a technique of the catalogue shows to the program that measures it: comparisons, each of a few variants of the same work.
///
/// A folder of lab/techniques is compiled to one shared object a compiler and level of optimisation, and exports one function,
/// hotpath_technique(). `hotpath lab` loads it, checks that all variants of a comparison give the same answer, counts instructions,
/// and times the variants in turn. The first variant of a comparison is what the others are compared with.
/// Threads: a variant is called by one pinned thread and joins those that it starts. Allocation: free in a variant's first run, which
/// is not timed; a technique about allocation says what it times.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace hotpath::lab {

/// Does the work `items` times and returns its answer, a checksum of all that was computed: the same for the same `items`, whatever
/// ran before. Data that it needs is made on the first call and kept.
using Work = std::uint64_t (*)(std::uint64_t items);

/// The same work, one item a sample: `ticks[i]` is what item i took, by core_ticks().
using TimedWork = std::uint64_t (*)(std::span<std::uint32_t> ticks);

struct Variant {
    const char* name;
    Work work = nullptr;
    TimedWork timed_work =
        nullptr;  ///< in place of `work`, where single items matter and not their mean
    /// Instructions an item, at any compiler and level: with fewer the compiler has removed the work, and the build fails.
    double instructions_min = 1;
};

inline constexpr double kNotPublished = std::numeric_limits<double>::quiet_NaN();

struct Comparison {
    const char* name;     ///< "published" is a seed's own benchmark, rebuilt as it was
    const char* unit;     ///< "ns/lookup"; the word behind the slash is an item
    std::uint64_t items;  ///< of a run: one to ten milliseconds of work
    std::span<const Variant> variants;
    /// What a source printed for the second variant's time / the first one's: 0.1 where it claims to be 90% faster.
    double published_ratio = kNotPublished;
    /// Items when instructions are counted, where valgrind makes everything fifty times slower; 0: a fiftieth.
    std::uint64_t items_counted = 0;
};

struct Technique {
    const char* name;      ///< of its folder and its page, docs/techniques/NAME.md
    const char* question;  ///< one sentence, with a question mark
    std::span<const Comparison> comparisons;
};

}  // namespace hotpath::lab

/// What the shared object exports.
extern "C" [[gnu::visibility("default")]] const hotpath::lab::Technique* hotpath_technique();
