// The question: how long does it take from a tick in memory to its trades, on the flows of the
// report's tests? A regression means that order records, matching or (hotpath_bytes) the
// gateway and its codec got slower; `time` and `16 in a row` have the replies in them as well. It
// does not show a feed, sessions, transports or a journal: the report has none in these tests;
// trades are noted in memory.
//
//   hotpath         the report's path with hotpath's parts: orders recorded and matched
//                   (record_path.hpp)
//   hotpath_bytes   the same with the risk check and every message as OUCH bytes (bytes_path.hpp)
//   multimap        the report's design (multimap_path.hpp)
//   timer           two readings of the clock

#include <memory>
#include <string>

#include <fmt/format.h>

#include "bench/exchange/ticks/bytes_path.hpp"
#include "bench/exchange/ticks/multimap_path.hpp"
#include "bench/exchange/ticks/record_path.hpp"
#include "bench/exchange/ticks/tick_tests.hpp"
#include "bench/exchange/ticks/timed_ticks.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kSamples = 100'000;
constexpr std::size_t kSamplesQuick = 20'000;

template <template <class> class Path>
Subject path_subject(const char* name, const std::shared_ptr<const TickCase>& test,
                     const timing::TscClock& clock) {
    return {name, "trades", [test, clock] {
                return measure_ticks<Path>(*test, clock,
                                           [&] { return MemoryTrades(test->trades_max()); });
            }};
}

Test latency_test(const std::string& name, TickCase made, const timing::TscClock& clock) {
    const auto test = std::make_shared<const TickCase>(std::move(made));
    return {.name = "seed4_" + name,
            .unit = "ns/tick",
            .subjects = {path_subject<RecordPath>("hotpath", test, clock),
                         path_subject<BytesPath>("hotpath_bytes", test, clock),
                         path_subject<MultimapPath>("multimap", test, clock),
                         {"timer", "nothing",
                          [clock] { return measure_timer(clock, kSamplesQuick); }, false}}};
}

}  // namespace

std::vector<Test> tick_latency_tests(const Scale& scale, const timing::TscClock& clock) {
    const std::size_t samples = scale.quick ? kSamplesQuick : kSamples;
    const auto test_of = [&](const std::string& name, const TickPlan& plan, std::size_t burst = 0) {
        const std::size_t repetitions = std::max<std::size_t>(1, samples / plan.ticks);
        return latency_test(
            name, {.flow = make_tick_flow(plan), .repetitions = repetitions, .burst = burst},
            clock);
    };
    std::vector<Test> tests{
        test_of("basic", {.ticks = 10'000}),
        test_of("high_load",
                {.rule = TickRule::Cross, .qty = 50, .ticks = 10'000, .resting_pairs = 1'000}),
        test_of("burst", {.qty = 75, .ticks = 10'000}, 100)};
    for (const std::size_t load : {100U, 1'000U, 10'000U, 50'000U}) {
        tests.push_back(test_of(fmt::format("load_{}", load), {.ticks = load}));
    }
    for (const std::size_t depth : {0U, 100U, 500U, 1'000U}) {
        tests.push_back(
            test_of(fmt::format("depth_{}", depth),
                    {.rule = TickRule::BuyOnly, .ticks = 1'000, .resting_pairs = depth}));
    }
    return tests;
}

}  // namespace hotpath::bench
