#pragma once
/// The seed of a random test: chosen by the test, replaced by HOTPATH_SEED, printed with the
/// command that replays it before the test can fail (or abort).
///
///   Random random(support::seed_of_this_test(42));
///   const auto events = support::rounds_of_this_run({.usual = 100'000, .long_run = 10'000'000});
///
/// Threads: the test's. Allocation: the printed line. Tests only.

#include <cstdint>

namespace hotpath::support {

[[nodiscard]] std::uint64_t seed_of_this_test(std::uint64_t seed);

/// The number of repetitions of a test: the value of this environment variable if it is set, else
/// `otherwise`.
[[nodiscard]] std::uint64_t wanted_of_this_run(const char* variable, std::uint64_t otherwise);

/// HOTPATH_LONG_TESTS=1: random tests take their long form.
[[nodiscard]] bool is_long_run();

struct Rounds {
    std::uint64_t usual;
    std::uint64_t long_run;
};

/// Chooses the number of rounds of this build: a sanitizer or an emulator is many times slower and
/// runs a quarter of the usual rounds; the release build runs all.
[[nodiscard]] std::uint64_t rounds_of_this_run(const Rounds& rounds);

}  // namespace hotpath::support
