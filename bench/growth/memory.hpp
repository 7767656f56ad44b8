#pragma once
/// What a process grows by while it makes and uses something.
///
/// Resident memory, as the kernel counts it: what is touched of the address space, in pages of every
/// size, those of the pool of huge pages (hugetlbfs) too. Memory that was freed before is returned
/// to the kernel first, so that it counts when it is used again. Measure in a process that has made
/// its inputs and nothing else (growth_bench.cpp starts one for each). Threads: one. Allocation:
/// yes; none of this is timed work.

#include <cstddef>
#include <istream>

#include "bench/runner/measurement.hpp"

namespace hotpath::bench::growth {

/// Of a file as /proc/self/smaps_rollup.
[[nodiscard]] std::size_t resident_bytes(std::istream& rollup);
/// Of this process.
[[nodiscard]] std::size_t resident_bytes();

/// From its construction on.
class MemoryGrowth {
  public:
    MemoryGrowth();

    [[nodiscard]] Metric metric() const;

  private:
    std::size_t before_;
};

}  // namespace hotpath::bench::growth
