// The question: how do the time of an item and the memory grow with messages, instruments,
// strategies, readers and open orders, one at a time? A regression means that something that was
// flat grows, or that what was linear grows faster. It does not show how long the first item of
// anything takes, nor growth in several dimensions at once: `feed` has the whole market.

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/benches.hpp"
#include "bench/growth/growth_tests.hpp"
#include "bench/runner/child.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/measure/machine.hpp"

namespace hotpath::bench {
namespace {

using Dimension = growth::Tests (*)(const growth::Setting&);

constexpr unsigned kRounds = 5;
/// Measure what a process grows by. Strategies run in a program of its own anyway.
constexpr std::array<Dimension, 5> kGrown{growth::message_tests, growth::instrument_tests,
                                          growth::reader_tests, growth::open_order_tests,
                                          growth::full_day_tests};

growth::Tests tests_of(const std::vector<Dimension>& dimensions, bool quick) {
    auto clock = timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    std::vector<Test> tests;
    for (const Dimension dimension : dimensions) {
        auto of_dimension = dimension({.quick = quick, .clock = *clock});
        if (!of_dimension) {
            return std::unexpected(of_dimension.error());
        }
        std::ranges::move(*of_dimension, std::back_inserter(tests));
    }
    return tests;
}

/// A process that has done anything else has freed memory, which growth would use again unseen.
void run_in_own_processes(std::vector<Test>& tests, bool quick) {
    for (Test& test : tests) {
        for (Subject& subject : test.subjects) {
            std::vector<std::string> arguments{"growth", "--one", test.name, subject.name};
            if (quick) {
                arguments.emplace_back("--quick");
            }
            subject.run = [arguments] { return run_fresh(arguments); };
        }
    }
}

Expected<std::vector<Test>> prepare(const Scale& scale) {
    auto tests = tests_of({kGrown.begin(), kGrown.end()}, scale.quick);
    auto strategies = tests_of({growth::strategy_tests}, scale.quick);
    if (!tests || !strategies) {
        return std::unexpected(tests ? strategies.error() : tests.error());
    }
    run_in_own_processes(*tests, scale.quick);
    std::ranges::move(*strategies, std::back_inserter(*tests));
    for (Test& test : *tests) {
        test.pairs = test.pairs == 0 ? kRounds : test.pairs;
    }
    return tests;
}

Measurement run_one(const std::string& test, const std::string& subject, const Scale& scale) {
    const auto tests = tests_of({kGrown.begin(), kGrown.end()}, scale.quick);
    if (!tests) {
        return {.error = tests.error().message};
    }
    if (auto pinned = pin_this_thread(measure::cores() - 1); !pinned) {
        return {.error = pinned.error().message};
    }
    const auto of = std::ranges::find(*tests, test, &Test::name);
    if (of != tests->end()) {
        const auto found = std::ranges::find(of->subjects, subject, &Subject::name);
        if (found != of->subjects.end()) {
            return found->run();
        }
    }
    return {.error = fmt::format("growth has no test {} with a subject {}", test, subject)};
}

}  // namespace

Bench growth_bench() {
    return {.name = "growth",
            .question =
                "time of an item and memory against messages, instruments, strategies, "
                "readers and open orders",
            .prepare = prepare,
            .run_one = run_one};
}

}  // namespace hotpath::bench
