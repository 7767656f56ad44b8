#pragma once
/// Which of several settings is fastest on this host, or whether the default stays.
///
/// First every candidate must give the default's answer. Then all of them run in rounds, in another
/// random order each time. The fastest is set beside the default in further rounds, so that a
/// lucky candidate of many has to win again; it is chosen when the 95% interval of the rounds'
/// ratios says that it is faster (hotpath/measure/verdict.hpp). Otherwise the default stays. Threads: one.
/// Allocation: free. Complexity: candidates x trial rounds + 2 x confirming rounds runs.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/measure/verdict.hpp"

namespace hotpath::tune {

struct CandidateRun {
    double ns = 0;  // an item
    std::uint64_t answer = 0;
};

struct Candidate {
    std::string words{};
    std::function<CandidateRun()> run{};
};

/// A setting and its candidates; the first is the default.
struct Knob {
    std::string name{};
    std::string key{};  // of the settings' file; none: shown, but not for a command
    std::string unit{};
    std::vector<Candidate> candidates{};
    /// A candidate that is never chosen, but shows whether the runs decide anything: when it is
    /// faster than the default, they do not.
    std::optional<std::size_t> control{};
};

struct Rounds {
    std::size_t trial = 5;
    std::size_t confirming = 11;
    std::uint64_t seed = 1;  // of the order
};

struct Tried {
    std::string words{};
    double median_ns = 0;
    double low_ns = 0;
    double high_ns = 0;
    double ratio = 1;  // of its time to the default's, the median of the rounds
};

/// The fastest of the trial beside the default, again.
struct Confirmation {
    std::size_t candidate = 0;
    std::size_t rounds = 0;
    double default_ns = 0;
    double candidate_ns = 0;
    measure::Ratio ratio{};
};

struct Choice {
    std::vector<Tried> tried{};                  // by candidate
    std::optional<Confirmation> confirmation{};  // none: no candidate was fast enough in the trial
    std::size_t chosen = 0;
    bool is_decided = true;  // false: the knob's control was faster than the default
};

/// An error when a candidate answers differently.
[[nodiscard]] Expected<Choice> choose(const Knob& knob, const Rounds& rounds);

}  // namespace hotpath::tune
