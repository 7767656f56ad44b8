#pragma once
/// What a process grows by while it makes and uses something.
///
/// Resident memory, as the kernel counts it: what is touched of the address space, in pages or huge
/// pages. Measured in a child process, which begins with the inputs in memory and nothing else that
/// grows. Threads: one. Allocation: yes; none of this is timed work.

#include <cstddef>
#include <functional>

#include "bench/runner/child.hpp"
#include "bench/runner/measurement.hpp"

namespace hotpath::bench::growth {

[[nodiscard]] std::size_t resident_bytes();

/// From its construction on.
class MemoryGrowth {
  public:
    MemoryGrowth() : before_(resident_bytes()) {}

    [[nodiscard]] Metric metric() const;

  private:
    std::size_t before_;
};

/// `work` in a child process on the core where the runner measures.
[[nodiscard]] Measurement run_pinned_in_child(const std::function<Measurement()>& work);

}  // namespace hotpath::bench::growth
