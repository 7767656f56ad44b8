// How this host's first two cores are placed, and their round trip in ns: `near 123`. For
// script/bench, which compiles it alone before anything else. The quickest of several short
// ping-pongs decides: other work on the machine only makes them slower.
#include <algorithm>
#include <cstdio>

#include "bench/runner/machine.hpp"

int main() {
    constexpr int kPingPongs = 15;
    double round_trip_ns = hotpath::bench::ping_pong_ns(1);
    for (int i = 1; i < kPingPongs; ++i) {
        round_trip_ns = std::min(round_trip_ns, hotpath::bench::ping_pong_ns(1));
    }
    std::printf("%s %.0f\n", hotpath::bench::regime_of(round_trip_ns).c_str(), round_trip_ns);
    return 0;
}
