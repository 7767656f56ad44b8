#pragma once
/// The telemetry channels of a trader, and its status as the state of one.
///
/// Threads: the trading thread's. Allocation: open_channels(). Complexity: O(symbols).

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hotpath/live/config/trade_config.hpp"
#include "hotpath/live/status/status.hpp"
#include "hotpath/telemetry/publisher.hpp"
#include "hotpath/telemetry/telemetry_channel.hpp"

namespace hotpath::live {

/// One a venue; none when telemetry is off.
using TelemetryChannels = std::vector<std::unique_ptr<telemetry::TelemetryChannel>>;
[[nodiscard]] Expected<TelemetryChannels> open_channels(const TradeConfig& config);

/// `ticks` is now, on the clock of the stamps; `name` is the account and the strategy.
void publish_status(telemetry::Publisher& publisher, const TradeStatus& status,
                    std::string_view name, std::uint64_t ticks) noexcept;

}  // namespace hotpath::live
