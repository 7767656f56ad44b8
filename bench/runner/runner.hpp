#pragma once
/// The one runner: pins, warms, checks the answers, interleaves the subjects A B A B, and turns
/// repetitions into records.
///
/// Every subject of a test runs once in every round; the order alternates from round to round, or
/// is drawn by a seed, so that drift of the host falls on all of them alike. A record's value is the median over the
/// rounds, low and high the extremes; a ratio is the median of the rounds' own ratios. Latencies
/// are percentiles of each round's samples, then treated the same way. A short ping-pong stands
/// before and after every round: rounds in another regime than the test's usual one are left out
/// (`pairs` says how many are left). Errors: a wrong answer stops the run with the subject's name.
/// Source: docs/results/BENCHMARKING.md.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/runner/measurement.hpp"

namespace hotpath::bench {

/// One line of the result file.
struct Record {
    std::string bench;
    std::string test;
    std::string subject;
    std::string metric;
    std::string unit;
    double value = 0;
    double low = 0;
    double high = 0;
    unsigned pairs = 0;
    std::string regime;
    std::vector<double> rounds = {};  ///< in their order; empty: not kept
};

struct Report {
    std::vector<Record> records;
    nlohmann::ordered_json provenance;
};

/// Called before each test: how many are done, and its name.
using TestBegins = std::function<void(std::size_t done, const std::string& name)>;

struct TestRecords {
    std::vector<Record> records;
    // By test: before the first round and after each.
    nlohmann::ordered_json ping_pong_ns;
    nlohmann::ordered_json additions_at_a_time;
};

/// The tests alone, without provenance. Leaves the caller pinned to the last core.
[[nodiscard]] Expected<TestRecords> run_tests(const std::string& bench,
                                              const std::vector<Test>& tests, const Scale& scale,
                                              const TestBegins& begins);

[[nodiscard]] Expected<Report> run_bench(const Bench& bench, const Scale& scale,
                                         const TestBegins& begins);
/// Names each test on standard error.
[[nodiscard]] Expected<Report> run_bench(const Bench& bench, const Scale& scale);

[[nodiscard]] nlohmann::ordered_json to_json(const Report& report);

/// The table a person reads; returned, not printed.
[[nodiscard]] std::string to_table(const Report& report);

}  // namespace hotpath::bench
