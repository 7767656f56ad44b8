#pragma once
/// The nine tables of "HFT System - Performance Benchmark Report" (IEOR E4741) as tests of the
/// exchange benchmark, seed4_NAME; each file's first comment states what it shows. Numbers and
/// comments: docs/techniques/tick-to-trades-in-one-function.md.
///
/// Threads, allocation: as the runner says (bench/runner/runner.hpp).

#include <vector>

#include "bench/runner/measurement.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

/// All of them.
[[nodiscard]] Expected<std::vector<Test>> seed4_tests(const Scale& scale,
                                                      const timing::TscClock& clock);

[[nodiscard]] std::vector<Test> tick_latency_tests(const Scale& scale,
                                                   const timing::TscClock& clock);
[[nodiscard]] Expected<std::vector<Test>> trade_log_tests(const Scale& scale,
                                                          const timing::TscClock& clock);
[[nodiscard]] std::vector<Test> container_tests(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] std::vector<Test> alignment_tests(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] std::vector<Test> allocation_tests(const Scale& scale, const timing::TscClock& clock);
[[nodiscard]] std::vector<Test> opt_level_tests(const Scale& scale);

}  // namespace hotpath::bench
