#include "bench/runner/runner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "bench/runner/machine.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {
namespace {

/// Percentiles a latency subject reports, with the names they have in records.
constexpr std::array<std::pair<const char*, double>, 6> kPercentiles{{{"p50", 50.0},
                                                                      {"p90", 90.0},
                                                                      {"p99", 99.0},
                                                                      {"p99.9", 99.9},
                                                                      {"p99.99", 99.99},
                                                                      {"max", 100.0}}};

/// metric -> one value a round.
using Rounds = std::map<std::string, std::vector<double>>;

double median(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double percentile(const std::vector<std::uint32_t>& sorted, double percent) {
    const double rank = std::ceil(percent / 100.0 * static_cast<double>(sorted.size()));
    return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

class TestRun {
  public:
    TestRun(const Test& test, const timing::TscClock& clock)
        : test_(test),
          clock_(clock),
          rounds_(test.subjects.size()),
          answers_(test.subjects.size()) {}

    Expected<void> run(unsigned pairs) {
        for (std::size_t subject = 0; subject < test_.subjects.size();
             ++subject) {  // warm, and learn the answers
            if (auto ok = run_once(subject, false); !ok) {
                return ok;
            }
        }
        for (unsigned round = 0; round < pairs; ++round) {
            for (std::size_t i = 0; i < test_.subjects.size(); ++i) {
                const std::size_t subject = round % 2 == 0 ? i : test_.subjects.size() - 1 - i;
                if (auto ok = run_once(subject, true); !ok) {
                    return ok;
                }
            }
        }
        return {};
    }

    void add_records(const std::string& bench, const std::string& regime,
                     std::vector<Record>& out) const {
        for (std::size_t subject = 0; subject < test_.subjects.size(); ++subject) {
            for (const auto& [metric, values] : rounds_[subject]) {
                out.push_back(record(bench, regime, {subject, metric, unit_of(metric)}, values));
            }
        }
        for (std::size_t other = 1; other < test_.subjects.size(); ++other) {
            if (test_.subjects[other].is_compared) {
                add_ratio(bench, regime, other, out);
            }
        }
    }

  private:
    struct Metric {
        std::size_t subject;
        std::string name;
        std::string unit;
    };

    Expected<void> run_once(std::size_t index, bool keep) {
        const Subject& subject = test_.subjects[index];
        const Measurement measured = subject.run();
        if (auto ok = check_answer(index, measured.answer); !ok) {
            return ok;
        }
        if (keep && measured.samples_ns.empty()) {
            const auto ns = static_cast<double>(clock_.to_duration(measured.elapsed_ticks).value);
            rounds_[index][test_.unit].push_back(ns / static_cast<double>(measured.items));
        } else if (keep) {
            keep_percentiles(index, measured);
        }
        return {};
    }

    void keep_percentiles(std::size_t index, const Measurement& measured) {
        std::vector<std::uint32_t> sorted(measured.samples_ns.begin(), measured.samples_ns.end());
        std::ranges::sort(sorted);
        for (const auto& [name, percent] : kPercentiles) {
            rounds_[index][name].push_back(percentile(sorted, percent));
        }
        rounds_[index]["count"].push_back(static_cast<double>(sorted.size()));
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

    [[nodiscard]] std::string unit_of(const std::string& metric) const {
        return metric == "count" ? "samples" : (metric == test_.unit ? test_.unit : "ns");
    }

    [[nodiscard]] Record record(const std::string& bench, const std::string& regime,
                                const Metric& metric, const std::vector<double>& values) const {
        const auto [low, high] = std::ranges::minmax(values);
        return {.bench = bench,
                .test = test_.name,
                .subject = test_.subjects[metric.subject].name,
                .metric = metric.name == test_.unit ? "time" : metric.name,
                .unit = metric.unit,
                .value = median(values),
                .low = low,
                .high = high,
                .pairs = static_cast<unsigned>(values.size()),
                .regime = regime};
    }

    /// hotpath / other, round by round, for every metric both have.
    void add_ratio(const std::string& bench, const std::string& regime, std::size_t other,
                   std::vector<Record>& out) const {
        for (const auto& [metric, ours] : rounds_[0]) {
            const auto theirs = rounds_[other].find(metric);
            if (metric == "count" || theirs == rounds_[other].end()) {
                continue;
            }
            std::vector<double> ratios;
            ratios.reserve(ours.size());
            for (std::size_t round = 0; round < ours.size(); ++round) {
                ratios.push_back(ours[round] / theirs->second[round]);
            }
            const std::string name =
                (metric == test_.unit ? "time" : metric) + " / " + test_.subjects[other].name;
            out.push_back(record(bench, regime, {0, name, "ratio"}, ratios));
        }
    }

    const Test& test_;
    const timing::TscClock& clock_;
    std::vector<Rounds> rounds_;
    std::vector<std::optional<std::uint64_t>> answers_;
    std::map<std::string, std::uint64_t> group_answers_;
};

std::string regime_between(double before, double after) {
    const std::string first = regime_of(before);
    return first == regime_of(after) ? first : "changed";
}

}  // namespace

Expected<Report> run_bench(const Bench& bench, const Scale& scale) {
    auto clock = timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    auto tests = bench.prepare(scale);
    if (!tests) {
        return std::unexpected(tests.error());
    }
    Report report;
    const double before = ping_pong_ns();
    if (auto pinned = pin_this_thread(cores() - 1); !pinned) {
        return std::unexpected(pinned.error());
    }
    std::vector<TestRun> runs;
    for (const Test& test : *tests) {
        if (auto ok = runs.emplace_back(test, *clock).run(scale.pairs); !ok) {
            return std::unexpected(ok.error());
        }
    }
    const double after = ping_pong_ns();
    for (const TestRun& run : runs) {
        run.add_records(bench.name, regime_between(before, after), report.records);
    }
    report.provenance = provenance();
    report.provenance["bench"] = bench.name;
    report.provenance["question"] = bench.question;
    report.provenance["quick"] = scale.quick;
    report.provenance["ping_pong_ns_before"] = before;
    report.provenance["ping_pong_ns_after"] = after;
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
    }
    list.push_back(report.provenance);
    return list;
}

std::string to_table(const Report& report) {
    std::string table = fmt::format("{:<22} {:<10} {:<18} {:>10} {:>10} {:>10}  {}\n", "test",
                                    "subject", "metric", "median", "low", "high", "unit");
    for (const Record& r : report.records) {
        table += fmt::format("{:<22} {:<10} {:<18} {:>10.2f} {:>10.2f} {:>10.2f}  {}\n", r.test,
                             r.subject, r.metric, r.value, r.low, r.high, r.unit);
    }
    const auto& p = report.provenance;
    table += fmt::format(
        "{} x {}, {}, commit {}{}, cores {} ({:.0f} / {:.0f} ns)\n", p["cores"].get<unsigned>(),
        p["cpu"].get<std::string>(), p["compiler"].get<std::string>(),
        p["commit"].get<std::string>(), p["dirty"].get<bool>() ? " + uncommitted changes" : "",
        report.records.empty() ? "" : report.records.front().regime,
        p["ping_pong_ns_before"].get<double>(), p["ping_pong_ns_after"].get<double>());
    return table;
}

}  // namespace hotpath::bench
