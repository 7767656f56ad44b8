#pragma once
/// The dimensions of the growth benchmark: a test for each size of one of them, the others fixed.
///
/// A test is called DIMENSION_SIZE and has the metrics `time` (of one item) and `memory` (what the
/// process grew by, or, of a program of its own, `peak memory`). A subject makes its inputs itself,
/// since growth_bench.cpp runs it in a process of its own. Threads: the runner's, and one more for
/// the readers. Allocation: free; none of it is timed. Errors: those of making the inputs.

#include <vector>

#include "bench/runner/measurement.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench::growth {

struct Setting {
    bool quick;
    timing::TscClock clock;

    /// A tenth in a quick run.
    [[nodiscard]] std::uint64_t scaled(std::uint64_t count) const noexcept {
        constexpr std::uint64_t kQuickDivisor = 10;
        return quick ? count / kQuickDivisor : count;
    }
};

using Tests = Expected<std::vector<Test>>;

/// The same day again and again, through the books of its instruments.
[[nodiscard]] Tests message_tests(const Setting& setting);
/// As many messages of more instruments, through the books of all.
[[nodiscard]] Tests instrument_tests(const Setting& setting);
/// The same day in a trader with more strategies.
[[nodiscard]] Tests strategy_tests(const Setting& setting);
/// The same records to more readers of one broadcast.
[[nodiscard]] Tests reader_tests(const Setting& setting);
/// Orders canceled and entered in a venue's book with more open orders.
[[nodiscard]] Tests open_order_tests(const Setting& setting);
/// A full market day through the books of all its instruments, once: no dimension, but the goal for
/// memory.
[[nodiscard]] Tests full_day_tests(const Setting& setting);

}  // namespace hotpath::bench::growth
