#pragma once
/// How long the counted work of hotpath-counted took, for a comparison of builds
/// (tools/two_builds.py). The work runs once, from the caches as they are: runs of the whole program
/// are compared, many and in turns.
///
/// Threads: one. Allocation: none.

#include <chrono>
#include <cstdint>
#include <utility>

namespace hotpath::bench {

/// What all timed() work of this program has taken.
[[nodiscard]] inline std::chrono::nanoseconds& time_of_counted() noexcept {
    static std::chrono::nanoseconds sum{};
    return sum;
}

/// Runs the work and answers what it does.
template <class Work>
auto timed(Work&& work) {
    const auto begin = std::chrono::steady_clock::now();
    const auto answer = std::forward<Work>(work)();
    time_of_counted() += std::chrono::steady_clock::now() - begin;
    return answer;
}

}  // namespace hotpath::bench
