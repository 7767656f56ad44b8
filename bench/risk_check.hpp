#pragma once
/// The test `risk_check` of the benchmark tick_to_order: the gate alone.
///
/// Threads, allocation: as the runner says (bench/runner/runner.hpp).

#include "bench/runner/measurement.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::bench {

[[nodiscard]] Expected<Test> risk_check_test();

}  // namespace hotpath::bench
