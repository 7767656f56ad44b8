#pragma once
/// The seed of a random test: chosen by the test, replaced by HOTPATH_SEED, printed with the
/// command that replays it before the test can fail (or abort).
///
///   Random random(support::seed_of_this_test(42));
///   const std::uint64_t events = support::is_long_run() ? 10'000'000 : 100'000;
///
/// Threads: the test's. Allocation: the printed line. Tests only.

#include <cstdint>

namespace hotpath::support {

[[nodiscard]] std::uint64_t seed_of_this_test(std::uint64_t seed);

/// HOTPATH_LONG_TESTS=1: random tests take their long form.
[[nodiscard]] bool is_long_run();

}  // namespace hotpath::support
