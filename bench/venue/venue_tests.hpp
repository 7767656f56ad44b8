#pragma once
/// What the tests of the benchmark `venue` share: the venue's process and which cores it may use.
///
/// Threads: the caller is the runner's. Allocation: outside the timed regions.

#include "bench/journal/journal_tests.hpp"
#include "bench/runner/measurement.hpp"
#include "bench/venue/venue_load.hpp"
#include "tests/venue/venue_process.hpp"

namespace hotpath::bench {

/// Starts it on every core but the last, which is the client's: it never waits there for an answer,
/// and whatever shares its core waits for it. False when it does not start.
[[nodiscard]] bool start_beside_client(venue_tests::VenueProcess& venue);

/// From the kill of a venue with ten million records to its readiness.
[[nodiscard]] Test recovery_of_venue_test(const Scale& scale);

}  // namespace hotpath::bench
