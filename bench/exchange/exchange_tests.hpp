#pragma once
/// The tests of the exchange benchmark; each is a file of its name that says at its top what it
/// shows and what it does not.
///
/// Threads, allocation: as the runner says (bench/runner/runner.hpp).

#include <vector>

#include "bench/runner/measurement.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {

[[nodiscard]] Expected<std::vector<Test>> matching_tests(const Scale& scale,
                                                         const timing::TscClock& clock);

[[nodiscard]] std::vector<Test> venue_flow_tests(const Scale& scale, const timing::TscClock& clock);

}  // namespace hotpath::bench
