#pragma once
/// Counters of a simulated session.
///
/// Values. Threads: one writer. Allocation: none. Complexity: O(1).

#include <cstdint>

#include "hotpath/core/units.hpp"

namespace hotpath::sim::session {

struct SessionCounters {
    std::uint64_t market_messages = 0;
    std::uint64_t times_back = 0;  // of them, with a time before that of one before
    Time back_from{};              // the first of those
    Time back_to{};
    std::uint64_t feed_packets = 0;  // delivered to the trader, as are replies
    std::uint64_t replies = 0;
    std::uint64_t order_messages = 0;  // delivered to the venue

    void note_time_back(Time from, Time to) noexcept {
        back_from = times_back == 0 ? from : back_from;
        back_to = times_back == 0 ? to : back_to;
        ++times_back;
    }
};

}  // namespace hotpath::sim::session
