// The example of README.md, compiled and run as it stands there.

#include <gtest/gtest.h>

#include "hotpath/core/error.hpp"
#include "hotpath/timing/latency_histogram.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::timing {
namespace {

void decode(int) {}

Expected<Nanos> p99_of_one_packet() {
    const int packet = 0;
    // clang-format off: the README's own lines
    Expected<TscClock> clock = TscClock::create();
    if (!clock) { return std::unexpected(clock.error()); }

    StageStamps stamps;
    stamps.begin(*clock);                        // Stage::Rx
    decode(packet);
    stamps.stamp(Stage::Decode, *clock);

    LatencyHistogram decode_latency;
    decode_latency.record(clock->to_duration(stamps.ticks_in(Stage::Decode)));
    const Nanos p99 = decode_latency.percentile(99);
    // clang-format on
    return p99;
}

TEST(ReadmeExample, OfTimingDoesWhatItSays) {
    EXPECT_GE(p99_of_one_packet().value(), Nanos{0});
}

}  // namespace
}  // namespace hotpath::timing
