#pragma once
/// The order entry of a trader out of the bytes of its journal. RecordedOrders is how a protocol reads
/// them; each has its own in its folder (protocols/*/recorded).
///
///   connected, sent, received ──> LiveOrderEntry (its protocol) ──> LiveOrders
///
/// Requests are read as the venue reads them, replies as the trader does. Threads: one owner. Allocation: free. Complexity: O(bytes).

#include <cstdint>
#include <memory>

#include "hotpath/backtest/live/live_market.hpp"
#include "hotpath/backtest/live/live_orders.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::backtest {

/// A codec that reads replies keeps the ids of so many orders: more than a trader has open.
inline constexpr std::uint32_t kOrdersRemembered = 1U << 20U;

class LiveOrderEntry {
  public:
    LiveOrderEntry() = default;
    LiveOrderEntry(const LiveOrderEntry&) = delete;
    LiveOrderEntry& operator=(const LiveOrderEntry&) = delete;
    virtual ~LiveOrderEntry() = default;

    virtual void on_connection() = 0;
    /// The bytes that the trader sent or received at the time of `into`.
    virtual void on_output(Bytes bytes, LiveOrders& into) = 0;
    virtual void on_input(Bytes bytes, LiveOrders& into) = 0;
};

struct RecordedOrders {
    /// `market` is the feed that numbers the instruments, and outlives the result.
    std::unique_ptr<LiveOrderEntry> (*open)(const trader::TraderOptions& options,
                                            const LiveMarket& market) = nullptr;
    /// The session answers the trader's account query itself: the order entry is open once the venue has
    /// answered the log-on.
    bool answers_query_itself = false;
    /// Replies have the venue's time to the nanosecond.
    bool has_exact_times = true;
};

/// A time since 1970 as one since the UTC midnight with which it is nearest to `near`.
[[nodiscard]] constexpr Time time_of_day_near(Time since_1970, Time near) noexcept {
    constexpr std::int64_t kDay = 86'400 * kNanosPerSecond;
    const std::int64_t midnight = (since_1970.value - near.value + kDay / 2) / kDay * kDay;
    return since_1970 - Nanos{midnight};
}

}  // namespace hotpath::backtest
