// tick-to-trade-OLEVEL REPETITIONS: the stress flow through hotpath's path and the multimap's, and
// what they took, as lines that opt_levels.cpp reads. One source, built at several levels of
// optimisation with the libraries it needs.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "bench/exchange/ticks/multimap_path.hpp"
#include "bench/exchange/ticks/record_path.hpp"
#include "bench/exchange/ticks/timed_ticks.hpp"
#include "hotpath/measure/statistics.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kTicks = 100'000;

void print(const std::string& name, const char* unit, double value) {
    std::printf("%s;%s;%.3f\n", name.c_str(), unit, value);
}

/// The runner's own names for hotpath's, `multimap NAME` for the other's.
void print_all(const std::string& prefix, const Measurement& measured,
               const timing::TscClock& clock) {
    std::vector<std::uint32_t> sorted(measured.samples_ns.begin(), measured.samples_ns.end());
    std::ranges::sort(sorted);
    print(prefix + "p50", "ns", measure::percentile(sorted, 50));
    print(prefix + "p99", "ns", measure::percentile(sorted, 99));
    print(prefix + "mean", "ns", measure::moments(sorted).mean);
    const auto ns = static_cast<double>(clock.to_duration(measured.elapsed_ticks).value);
    print(prefix + "time", "ns/tick", ns / static_cast<double>(measured.items));
}

int run(std::size_t repetitions) {
    const auto clock = timing::TscClock::create();
    if (!clock) {
        return EXIT_FAILURE;
    }
    const TickCase test{
        .flow = make_tick_flow({.rule = TickRule::TwoBuysASell, .qty = 50, .ticks = kTicks}),
        .repetitions = repetitions};
    const auto make_log = [&] { return MemoryTrades(test.trades_max()); };
    const Measurement ours = measure_ticks<RecordPath>(test, *clock, make_log);
    std::printf("%llu\n", static_cast<unsigned long long>(ours.answer));
    print_all("", ours, *clock);
    const Measurement theirs = measure_ticks<MultimapPath>(test, *clock, make_log);
    print_all("multimap ", theirs, *clock);
    return ours.answer == theirs.answer ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace hotpath::bench

int main(int argc, char** argv) {
    return hotpath::bench::run(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1);
}
