// How this host's first two cores are placed, their round trip in ns, and how many additions the
// slower of them does at a time (0: not known here): `near 123 3.6`. For script/bench, which compiles
// it alone before anything else. The quickest of several short ping-pongs decides: other work on the
// machine only makes them slower.
#include <algorithm>
#include <cstdio>

#include "hotpath/measure/machine.hpp"

int main() {
    constexpr int kPingPongs = 15;
    double round_trip_ns = hotpath::measure::ping_pong_ns(1);
    for (int i = 1; i < kPingPongs; ++i) {
        round_trip_ns = std::min(round_trip_ns, hotpath::measure::ping_pong_ns(1));
    }
    std::printf("%s %.0f %.1f\n", hotpath::measure::regime_of(round_trip_ns).c_str(), round_trip_ns,
                hotpath::measure::additions_at_a_time());
    return 0;
}
