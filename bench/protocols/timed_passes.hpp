#pragma once
/// Times work that is done several times over the same messages.
///
/// Threads: one. Allocation: none of its own.

#include <cstdint>

#include "bench/runner/measurement.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

struct Passes {
    std::uint64_t messages = 0;  // of each
    std::uint64_t count = 0;
};

/// `work` returns the answer of one pass.
template <class Work>
[[nodiscard]] Measurement timed_passes(const timing::TscClock& clock, Passes passes, Work&& work) {
    std::uint64_t answer = 0;
    const std::uint64_t begin = clock.ticks();
    for (std::uint64_t pass = 0; pass < passes.count; ++pass) {
        answer += work();
    }
    const std::uint64_t end = clock.ticks();
    return {
        .answer = answer, .items = passes.messages * passes.count, .elapsed_ticks = end - begin};
}

}  // namespace hotpath::bench
