#pragma once
/// The processor's own counters around a piece of work of this process: cycles, instructions,
/// mispredicted branches, by perf_event_open.
///
/// Virtual machines seldom have them: then create() gives an error and results say that valgrind
/// counted instead. Threads: counts the caller and the threads that it starts after create().
/// Allocation: none after create(). Complexity: two system calls a start, one a read.
/// Source: perf_event_open(2).

#include <cstdint>
#include <vector>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::bench {

struct CounterValues {
    std::uint64_t cycles = 0;
    std::uint64_t instructions = 0;
    std::uint64_t branches_missed = 0;
};

class Counters {
  public:
    /// Errors: the kernel or the machine has no such counters.
    [[nodiscard]] static Expected<Counters> create();

    /// Counts from 0 from here on.
    void start() noexcept;
    /// What was counted since start().
    [[nodiscard]] CounterValues stop() noexcept;

  private:
    std::vector<Descriptor> counters_;
};

}  // namespace hotpath::bench
