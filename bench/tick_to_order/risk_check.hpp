#pragma once
/// The test `risk_check` of the benchmark tick_to_order: the gate alone.
///
/// Threads, allocation: as the runner says (bench/runner/runner.hpp).

#include <cstdint>

#include "bench/runner/measurement.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::bench {

[[nodiscard]] Expected<Test> risk_check_test();

/// Data of one round of the test's orders; the checks are inside measured_risk_check (counted.cpp).
struct CountedChecks {
    std::uint64_t orders = 0;
    std::uint64_t passed = 0;
};
[[nodiscard]] CountedChecks count_risk_checks();

}  // namespace hotpath::bench
