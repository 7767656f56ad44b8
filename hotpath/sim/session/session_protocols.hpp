#pragma once
/// SessionProtocols: what a trader and its venue speak in a Session with connections.
///
/// Values. Threads: any. Allocation: none.

#include <cstddef>

namespace hotpath::sim::session {

struct SessionProtocols {
    std::size_t orders = 0;      // its place in protocols::OrderEntries
    std::size_t feed = 0;        // its place in protocols::MarketFeeds
    bool has_drop_copy = false;  // the trader reconciles its position with the venue's copies
    friend constexpr bool operator==(const SessionProtocols&, const SessionProtocols&) = default;
};

}  // namespace hotpath::sim::session
