// The question: how do the time of an item and the memory grow with messages, instruments,
// strategies, readers and open orders, one at a time? A regression means that something that was
// flat grows, or that what was linear grows faster. It does not show how long the first item of
// anything takes, nor growth in several dimensions at once: `feed` has the whole market.

#include <algorithm>
#include <iterator>
#include <vector>

#include "bench/benches.hpp"
#include "bench/growth/growth_tests.hpp"

namespace hotpath::bench {
namespace {

constexpr unsigned kRounds = 5;

Expected<std::vector<Test>> prepare(const Scale& scale) {
    auto clock = timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    const growth::Setting setting{.quick = scale.quick, .clock = *clock};
    std::vector<Test> tests;
    for (const auto dimension :
         {growth::message_tests, growth::instrument_tests, growth::strategy_tests,
          growth::reader_tests, growth::open_order_tests, growth::full_day_tests}) {
        auto of_dimension = dimension(setting);
        if (!of_dimension) {
            return std::unexpected(of_dimension.error());
        }
        for (Test& test : *of_dimension) {
            test.pairs = test.pairs == 0 ? kRounds : test.pairs;
        }
        std::ranges::move(*of_dimension, std::back_inserter(tests));
    }
    return tests;
}

}  // namespace

Bench growth_bench() {
    return {.name = "growth",
            .question =
                "time of an item and memory against messages, instruments, strategies, "
                "readers and open orders",
            .prepare = prepare};
}

}  // namespace hotpath::bench
