#pragma once
/// The parts of a benchmark: a Bench has Tests, a Test compares Subjects, a Subject is a
/// function that does the work once and returns a Measurement with its answer.
///
/// Subjects of one test that name the same answer group must return the same answer, and each must
/// return it every time: the runner refuses to report a number whose answer is wrong. `hotpath` is
/// always the first subject; the others are peers by name and `floor`, the least that any code must
/// do for that work on this machine. Threads: the runner calls subjects from one pinned thread.
/// Allocation: free, outside the timed region.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"

namespace hotpath::bench {

/// A figure that the subject computes itself: percentiles of a child process, CPU load, peak
/// memory. The name ends in a unit only if the unit is not the test's.
struct Metric {
    std::string name;
    std::string unit;
    double value = 0;
};

struct Measurement {
    std::uint64_t answer = 0;         ///< checksum of what was computed
    std::uint64_t items = 0;          ///< messages, packets, ...: the divisor of `value`
    std::uint64_t elapsed_ticks = 0;  ///< of the timed region; 0 for latency subjects
    std::span<const std::uint32_t> samples_ns = {};  ///< one latency a sample; else empty
    std::vector<Metric> metrics = {};                ///< reported unchanged, besides the above
    std::string error = {};                          ///< not empty: the run ends with this error
};

struct Subject {
    std::string name;
    std::string answer_group;
    std::function<Measurement()> run;
    bool is_compared = true;  ///< false: shown beside ours, but without a ratio
};

struct Test {
    std::string name;
    std::string unit;  ///< "ns/message"; the unit of the metric `time`
    std::vector<Subject> subjects;
    unsigned pairs = 0;     ///< rounds of this test; 0: as many as the run's
    bool welch = false;     ///< add Welch's t-test of `time`, ours against each compared subject
    bool is_pinged = true;  ///< a ping-pong stands before and after each round; else no regime
};

struct Scale {
    bool quick = false;
    unsigned pairs = 9;
    std::string only = {};         ///< prefix of the tests to run; empty: all
    std::uint64_t order_seed = 0;  ///< seed of a random order within a round; 0: alternate
    bool keep_rounds =
        false;  ///< record the value of each round as well, as tests with welch always do
};

struct Bench {
    std::string name;
    std::string question;
    std::function<Expected<std::vector<Test>>(const Scale&)> prepare;
    /// One subject of one test in this process, for run_fresh(); empty when the benchmark has none.
    std::function<Measurement(const std::string& test, const std::string& subject, const Scale&)>
        run_one = {};
};

}  // namespace hotpath::bench
