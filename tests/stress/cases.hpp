#pragma once
/// Every queue of the project in every form that the stress suite runs: the list that both the test
/// (short) and the program (long) go through.
///
/// A queue's file, X_cases.cpp, has its adapter and its lines of the list. Threads: any.
/// Allocation: the list.

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "tests/stress/run.hpp"

namespace hotpath::stress {

/// How many messages a form gets: it depends on how long a message takes.
enum class Share : std::uint8_t {
    Most,   // the form that carries the long run's billion
    Small,  // messages of some tens of bytes
    Large,  // messages of hundreds to thousands of bytes
};

struct Case {
    std::string queue;
    std::string form;
    Share share = Share::Small;
    bool lossy = false;
    std::size_t slots = 0;
    Report (*run)(const Plan& plan) = nullptr;
};

/// "queue form", for messages of tests.
std::ostream& operator<<(std::ostream& stream, const Case& form);

template <StressQueue Q>
[[nodiscard]] Case case_of(std::string queue, std::string form, Share share) {
    return {.queue = std::move(queue),
            .form = std::move(form),
            .share = share,
            .lossy = Q::kLossy,
            .slots = Q::kSlots,
            .run = &run<Q>};
}

using Cases = std::vector<Case>;

[[nodiscard]] Cases spsc_cases();
[[nodiscard]] Cases mpsc_cases();
[[nodiscard]] Cases broadcast_cases();
[[nodiscard]] Cases disruptor_cases();
[[nodiscard]] Cases seqlock_cases();
[[nodiscard]] Cases shm_cases();
[[nodiscard]] Cases all_cases();

}  // namespace hotpath::stress
