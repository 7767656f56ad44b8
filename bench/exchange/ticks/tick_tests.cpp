#include "bench/exchange/ticks/tick_tests.hpp"

#include <iterator>
#include <utility>

namespace hotpath::bench {

Expected<std::vector<Test>> seed4_tests(const Scale& scale, const timing::TscClock& clock) {
    auto logged = trade_log_tests(scale, clock);
    if (!logged) {
        return std::unexpected(logged.error());
    }
    std::vector<Test> tests = tick_latency_tests(scale, clock);
    for (auto&& more :
         {std::move(*logged), container_tests(scale, clock), alignment_tests(scale, clock),
          allocation_tests(scale, clock), opt_level_tests(scale)}) {
        tests.insert(tests.end(), more.begin(), more.end());
    }
    return tests;
}

}  // namespace hotpath::bench
