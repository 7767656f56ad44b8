#include "hotpath/tune/choice.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "hotpath/core/random.hpp"
#include "hotpath/measure/random_order.hpp"
#include "hotpath/measure/statistics.hpp"

namespace hotpath::tune {

namespace {

/// Times by candidate and round.
using Times = std::vector<std::vector<double>>;

class Trial {
  public:
    Trial(const Knob& knob, std::uint64_t seed) : knob_(knob), random_(seed) {}

    /// The first run of each also warms what it needs.
    [[nodiscard]] Expected<void> check_answers() {
        answer_ = knob_.candidates.front().run().answer;
        for (const Candidate& candidate : knob_.candidates) {
            if (auto right = run(candidate); !right) {
                return std::unexpected(right.error());
            }
        }
        return {};
    }

    /// The times of these candidates, in their order.
    [[nodiscard]] Expected<Times> times(std::vector<std::size_t> candidates, std::size_t rounds) {
        Times all(candidates.size());
        for (std::size_t round = 0; round < rounds; ++round) {
            for (const std::size_t n : measure::random_order(candidates.size(), random_)) {
                const auto ns = run(knob_.candidates[candidates[n]]);
                if (!ns) {
                    return std::unexpected(ns.error());
                }
                all[n].push_back(*ns);
            }
        }
        return all;
    }

  private:
    [[nodiscard]] Expected<double> run(const Candidate& candidate) {
        const CandidateRun run = candidate.run();
        if (run.answer != answer_) {
            return fail(
                fmt::format("{}: candidate {} gives the result {:016x}, the default {:016x}: no "
                            "setting is chosen",
                            knob_.name, candidate.words, run.answer, answer_));
        }
        return run.ns;
    }

    const Knob& knob_;
    Random random_;
    std::uint64_t answer_ = 0;
};

[[nodiscard]] std::vector<Tried> tried_of(const Knob& knob, const Times& times) {
    std::vector<Tried> all;
    for (std::size_t n = 0; n < times.size(); ++n) {
        const auto [low, high] = std::ranges::minmax(times[n]);
        all.push_back({.words = knob.candidates[n].words,
                       .median_ns = measure::median(times[n]),
                       .low_ns = low,
                       .high_ns = high,
                       .ratio = measure::ratio_of(times[n], times.front()).median});
    }
    return all;
}

/// Without the control.
[[nodiscard]] std::size_t fastest_of(const std::vector<Tried>& tried,
                                     std::optional<std::size_t> control) {
    std::size_t fastest = 0;
    for (std::size_t n = 1; n < tried.size(); ++n) {
        fastest = n != control && tried[n].ratio < tried[fastest].ratio ? n : fastest;
    }
    return fastest;
}

}  // namespace

Expected<Choice> choose(const Knob& knob, const Rounds& rounds) {
    Trial trial(knob, rounds.seed);
    if (auto right = trial.check_answers(); !right) {
        return std::unexpected(right.error());
    }
    std::vector<std::size_t> all(knob.candidates.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto times = trial.times(all, rounds.trial);
    if (!times) {
        return std::unexpected(times.error());
    }
    Choice choice{.tried = tried_of(knob, *times)};
    constexpr double kFaster = 1 - measure::kEffectMin;
    choice.is_decided = !knob.control || choice.tried[*knob.control].ratio >= kFaster;
    const std::size_t candidate = fastest_of(choice.tried, knob.control);
    if (!choice.is_decided || choice.tried[candidate].ratio >= kFaster) {
        return choice;
    }
    const auto again = trial.times({0, candidate}, rounds.confirming);
    if (!again) {
        return std::unexpected(again.error());
    }
    const measure::Ratio ratio = measure::ratio_of((*again)[1], (*again)[0]);
    choice.confirmation = Confirmation{.candidate = candidate,
                                       .rounds = rounds.confirming,
                                       .default_ns = measure::median((*again)[0]),
                                       .candidate_ns = measure::median((*again)[1]),
                                       .ratio = ratio};
    choice.chosen = ratio.verdict == measure::Verdict::Faster ? candidate : 0;
    return choice;
}

}  // namespace hotpath::tune
