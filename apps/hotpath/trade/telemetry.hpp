#pragma once
/// A trader's status as the state of its telemetry channel.
///
/// Threads: the trading thread's. Allocation: none. Complexity: O(symbols).

#include <cstdint>
#include <string_view>

#include "apps/hotpath/trade/status.hpp"
#include "hotpath/telemetry/publisher.hpp"

namespace hotpath::app {

/// `ticks` is now, on the clock of the stamps; `name` is the account and the strategy.
void publish_status(telemetry::Publisher& publisher, const TradeStatus& status,
                    std::string_view name, std::uint64_t ticks) noexcept;

}  // namespace hotpath::app
