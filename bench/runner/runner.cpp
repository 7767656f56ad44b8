#include "bench/runner/runner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "hotpath/core/cpu.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/measure/machine.hpp"
#include "hotpath/measure/random_order.hpp"
#include "hotpath/measure/statistics.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {
namespace {

/// Percentiles a latency subject reports, with the names they have in records.
constexpr std::array<std::pair<const char*, double>, 8> kPercentiles{{{"min", 0.0},
                                                                      {"p50", 50.0},
                                                                      {"p90", 90.0},
                                                                      {"p95", 95.0},
                                                                      {"p99", 99.0},
                                                                      {"p99.9", 99.9},
                                                                      {"p99.99", 99.99},
                                                                      {"max", 100.0}}};

/// A ratio of these would say nothing: a count, or what the host stole in one moment.
constexpr std::array kNotCompared{"count", "min", "max", "p99.99", "sd", "sd to p99.9"};

constexpr unsigned kPingPongBatchesInARound = 3;
/// A placement of the cores that makes a round trip so much longer or shorter is another regime.
constexpr double kRegimeTolerance = 0.3;

/// One value a round.
struct Series {
    std::string unit;
    std::vector<double> values;
};

bool has_zero(const Series& series) {
    return std::ranges::find(series.values, 0.0) != series.values.end();
}

/// Elsewhere than on a machine with fixed cores a number is less sharp, not wrong.
void pin_to_last_core() {
    [[maybe_unused]] const auto pinned = pin_this_thread(measure::cores() - 1);
}

/// By metric.
using Rounds = std::map<std::string, Series>;

class TestRun {
  public:
    TestRun(const Test& test, const Scale& scale, const timing::TscClock& clock)
        : test_(test),
          clock_(clock),
          keep_rounds_(scale.keep_rounds),
          is_random_(scale.order_seed != 0),
          random_(scale.order_seed),
          rounds_(test.subjects.size()),
          answers_(test.subjects.size()) {}

    Expected<void> run(unsigned pairs) {
        for (std::size_t subject = 0; subject < test_.subjects.size();
             ++subject) {  // warm, and learn the answers
            if (auto ok = run_once(subject, false); !ok) {
                return ok;
            }
        }
        note_regime();
        for (unsigned round = 0; round < pairs; ++round) {
            for (const std::size_t subject : order_of(round)) {
                if (auto ok = run_once(subject, true); !ok) {
                    return ok;
                }
            }
            note_regime();
        }
        if (test_.is_pinged) {
            leave_out_other_regimes(pairs);
        }
        return {};
    }

    void add_records(const std::string& bench, std::vector<Record>& out) const {
        for (std::size_t subject = 0; subject < test_.subjects.size(); ++subject) {
            for (const auto& [metric, series] : rounds_[subject]) {
                out.push_back(record(bench, {subject, metric}, series));
            }
        }
        for (std::size_t other = 1; other < test_.subjects.size(); ++other) {
            if (test_.subjects[other].is_compared) {
                add_ratios(bench, other, out);
                add_welch(bench, other, out);
            }
        }
    }

    /// Before the first round and after each.
    [[nodiscard]] const std::vector<double>& ping_pong_ns() const { return ping_pong_ns_; }
    [[nodiscard]] const std::vector<double>& additions_at_a_time() const {
        return additions_at_a_time_;
    }
    [[nodiscard]] const std::string& name() const { return test_.name; }

  private:
    struct Place {
        std::size_t subject;
        std::string metric;
    };

    /// To and fro, or each time another one.
    [[nodiscard]] std::vector<std::size_t> order_of(unsigned round) {
        if (is_random_) {
            return measure::random_order(test_.subjects.size(), random_);
        }
        std::vector<std::size_t> order(test_.subjects.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (round % 2 != 0) {
            std::ranges::reverse(order);
        }
        return order;
    }

    Expected<void> run_once(std::size_t index, bool keep) {
        const Subject& subject = test_.subjects[index];
        const Measurement measured = subject.run();
        if (!measured.error.empty()) {
            return fail(fmt::format("{}: {}: {}", test_.name, subject.name, measured.error));
        }
        if (auto ok = check_answer(index, measured.answer); !ok) {
            return ok;
        }
        if (keep) {
            keep_numbers(index, measured);
        }
        return {};
    }

    void keep_numbers(std::size_t index, const Measurement& measured) {
        if (measured.elapsed_ticks != 0) {
            const auto ns = static_cast<double>(clock_.to_duration(measured.elapsed_ticks).value);
            keep_value(index, {"time", test_.unit, ns / static_cast<double>(measured.items)});
        }
        if (!measured.samples_ns.empty()) {
            keep_samples(index, measured);
        }
        for (const Metric& metric : measured.metrics) {
            keep_value(index, metric);
        }
    }

    void keep_samples(std::size_t index, const Measurement& measured) {
        std::vector<std::uint32_t> sorted(measured.samples_ns.begin(), measured.samples_ns.end());
        std::ranges::sort(sorted);
        for (const auto& [name, percent] : kPercentiles) {
            keep_value(index, {name, "ns", measure::percentile(sorted, percent)});
        }
        const measure::Moments all = measure::moments(sorted);
        keep_value(index, {"mean", "ns", all.mean});
        keep_value(index, {"sd", "ns", all.deviation});
        keep_value(index, {"sd to p99.9", "ns", measure::deviation_to(sorted, 99.9)});
        keep_value(index, {"count", "samples", static_cast<double>(sorted.size())});
    }

    void keep_value(std::size_t index, const Metric& metric) {
        Series& series = rounds_[index][metric.name];
        series.unit = metric.unit;
        series.values.push_back(metric.value);
    }

    Expected<void> check_answer(std::size_t index, std::uint64_t answer) {
        answers_[index] = answers_[index].value_or(answer);
        const std::uint64_t group =
            group_answers_.try_emplace(test_.subjects[index].answer_group, answer).first->second;
        if (answer != group || answer != *answers_[index]) {
            return fail(
                fmt::format("{}: {} answered {:016x}, expected {:016x}: no number is reported",
                            test_.name, test_.subjects[index].name, answer, group));
        }
        return {};
    }

    void note_regime() {
        if (!test_.is_pinged) {
            return;
        }
        ping_pong_ns_.push_back(measure::ping_pong_ns(kPingPongBatchesInARound));
        additions_at_a_time_.push_back(measure::additions_at_a_time());
        pin_to_last_core();
    }

    /// Both ping-pongs around the round were near the test's median.
    [[nodiscard]] bool is_usual(std::size_t round) const {
        const double usual = measure::median(ping_pong_ns_);
        const auto [less, more] = std::minmax(ping_pong_ns_[round], ping_pong_ns_[round + 1]);
        return less >= usual * (1 - kRegimeTolerance) && more <= usual * (1 + kRegimeTolerance);
    }

    /// Keeps the rounds whose ping-pong was the test's usual one; all of them, as "changed", when
    /// those are not more than half.
    void leave_out_other_regimes(std::size_t pairs) {
        std::vector<bool> is_kept;
        is_kept.reserve(pairs);
        for (std::size_t round = 0; round < pairs; ++round) {
            is_kept.push_back(is_usual(round));
        }
        if (static_cast<std::size_t>(std::ranges::count(is_kept, true)) * 2 <= pairs) {
            regime_ = "changed";
            return;
        }
        regime_ = measure::regime_of(measure::median(ping_pong_ns_));
        for (Rounds& rounds : rounds_) {
            for (auto& [metric, series] : rounds) {
                keep_only(is_kept, series.values);
            }
        }
    }

    static void keep_only(const std::vector<bool>& is_kept, std::vector<double>& values) {
        std::size_t kept = 0;
        for (std::size_t round = 0; round < values.size(); ++round) {
            if (is_kept[round]) {
                values[kept++] = values[round];
            }
        }
        values.resize(kept);
    }

    [[nodiscard]] Record record(const std::string& bench, const Place& place,
                                const Series& series) const {
        const auto [low, high] = std::ranges::minmax(series.values);
        return {.bench = bench,
                .test = test_.name,
                .subject = test_.subjects[place.subject].name,
                .metric = place.metric,
                .unit = series.unit,
                .value = measure::median(series.values),
                .low = low,
                .high = high,
                .pairs = static_cast<unsigned>(series.values.size()),
                .regime = regime_,
                .rounds = keep_rounds_ || test_.welch ? series.values : std::vector<double>{}};
    }

    /// hotpath / other, round by round, for every metric both have.
    void add_ratios(const std::string& bench, std::size_t other, std::vector<Record>& out) const {
        for (const auto& [metric, ours] : rounds_[0]) {
            const auto theirs = rounds_[other].find(metric);
            if (theirs == rounds_[other].end() || has_zero(theirs->second) ||
                std::ranges::find(kNotCompared, metric) != kNotCompared.end()) {
                continue;
            }
            Series ratios{.unit = "ratio", .values = {}};
            for (std::size_t round = 0; round < ours.values.size(); ++round) {
                ratios.values.push_back(ours.values[round] / theirs->second.values[round]);
            }
            const std::string name = metric + " / " + test_.subjects[other].name;
            out.push_back(record(bench, {0, name}, ratios));
        }
    }

    void add_welch(const std::string& bench, std::size_t other, std::vector<Record>& out) const {
        const auto ours = rounds_[0].find("time");
        const auto theirs = rounds_[other].find("time");
        if (!test_.welch || ours == rounds_[0].end() || theirs == rounds_[other].end() ||
            ours->second.values.size() < 2) {
            return;
        }
        const measure::WelchTest test = measure::welch(ours->second.values, theirs->second.values);
        const std::string& name = test_.subjects[other].name;
        out.push_back(record(bench, {0, "welch t / " + name}, {"t", {test.t}}));
        out.push_back(record(bench, {0, "welch df / " + name}, {"df", {test.degrees_of_freedom}}));
        out.push_back(record(bench, {0, "welch p / " + name}, {"p", {test.p}}));
    }

    const Test& test_;
    const timing::TscClock& clock_;
    bool keep_rounds_;
    bool is_random_;
    Random random_;
    std::vector<Rounds> rounds_;
    std::vector<double> ping_pong_ns_;
    std::vector<double> additions_at_a_time_;
    std::string regime_;
    std::vector<std::optional<std::uint64_t>> answers_;
    std::map<std::string, std::uint64_t> group_answers_;
};

}  // namespace

Expected<Report> run_bench(const Bench& bench, const Scale& scale) {
    return run_bench(bench, scale, [](std::size_t, const std::string& name) {
        fmt::print(stderr, "{}\n", name);
    });
}

Expected<TestRecords> run_tests(const std::string& bench, const std::vector<Test>& tests,
                                const Scale& scale, const TestBegins& begins) {
    const auto clock = timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    if (auto pinned = pin_this_thread(measure::cores() - 1); !pinned) {
        return std::unexpected(pinned.error());
    }
    TestRecords all;
    std::size_t done = 0;
    for (const Test& test : tests) {
        if (!test.name.starts_with(scale.only)) {
            continue;
        }
        begins(done++, test.name);
        TestRun run(test, scale, *clock);
        if (auto ok = run.run(scale.quick || test.pairs == 0 ? scale.pairs : test.pairs); !ok) {
            return std::unexpected(ok.error());
        }
        run.add_records(bench, all.records);
        all.ping_pong_ns[test.name] = run.ping_pong_ns();
        all.additions_at_a_time[test.name] = run.additions_at_a_time();
    }
    return all;
}

Expected<Report> run_bench(const Bench& bench, const Scale& scale, const TestBegins& begins) {
    const auto tests = bench.prepare(scale);
    if (!tests) {
        return std::unexpected(tests.error());
    }
    const double before = measure::ping_pong_ns();
    auto all = run_tests(bench.name, *tests, scale, begins);
    if (!all) {
        return std::unexpected(all.error());
    }
    const double after = measure::ping_pong_ns();
    Report report{.records = std::move(all->records),
                  .provenance = measure::provenance(HOTPATH_SOURCE_DIR)};
    report.provenance["bench"] = bench.name;
    report.provenance["question"] = bench.question;
    report.provenance["quick"] = scale.quick;
    report.provenance["ping_pong_ns_before"] = before;
    report.provenance["ping_pong_ns_after"] = after;
    report.provenance["ping_pong_ns_by_test"] = all->ping_pong_ns;
    report.provenance["additions_at_a_time_by_test"] = all->additions_at_a_time;
    return report;
}

nlohmann::ordered_json to_json(const Report& report) {
    auto list = nlohmann::ordered_json::array();
    for (const Record& r : report.records) {
        list.push_back({{"bench", r.bench},
                        {"test", r.test},
                        {"subject", r.subject},
                        {"metric", r.metric},
                        {"unit", r.unit},
                        {"value", r.value},
                        {"low", r.low},
                        {"high", r.high},
                        {"pairs", r.pairs},
                        {"regime", r.regime}});
        if (!r.rounds.empty()) {
            list.back()["rounds"] = r.rounds;
        }
    }
    list.push_back(report.provenance);
    return list;
}

namespace {

/// Small probabilities are not nought.
std::string shown(double value) {
    return value != 0 && std::abs(value) < 0.005 ? fmt::format("{:.3g}", value)
                                                 : fmt::format("{:.2f}", value);
}

}  // namespace

std::string to_table(const Report& report) {
    std::string table =
        fmt::format("{:<28} {:<26} {:<32} {:>10} {:>10} {:>10}  {:<11} {}\n", "test", "subject",
                    "metric", "median", "low", "high", "unit", "cores");
    for (const Record& r : report.records) {
        table +=
            fmt::format("{:<28} {:<26} {:<32} {:>10} {:>10} {:>10}  {:<11} {}\n", r.test, r.subject,
                        r.metric, shown(r.value), shown(r.low), shown(r.high), r.unit, r.regime);
    }
    const auto& p = report.provenance;
    table += fmt::format(
        "{} x {}, {}, commit {}{}, cache-line round trip {:.0f} / {:.0f} ns\n",
        p["cores"].get<unsigned>(), p["cpu"].get<std::string>(), p["compiler"].get<std::string>(),
        p["commit"].get<std::string>(), p["dirty"].get<bool>() ? " + uncommitted changes" : "",
        p["ping_pong_ns_before"].get<double>(), p["ping_pong_ns_after"].get<double>());
    return table;
}

}  // namespace hotpath::bench
