#pragma once
/// The text output of `hotpath trade`: a health line, JSON for programs, the
/// positions at the end. OutputThread formats and writes it while the trading thread trades.
///
/// Threads: any. Allocation: strings for people.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "hotpath/live/config/trade_config.hpp"
#include "hotpath/live/status/status.hpp"
#include "hotpath/strategy/latency_arbitrage.hpp"

namespace hotpath::live {

/// One word for what it is doing.
[[nodiscard]] std::string_view doing(const TradeStatus& status);
/// What an earlier process was stopped for, in its words; empty: nothing is known of one.
[[nodiscard]] std::string stopped_before(const TradeStatus& status);
/// Why trading was stopped, in words; empty while it is not.
[[nodiscard]] std::string stop_text(const TradeStatus& status);
[[nodiscard]] std::string trade_health(const TradeStatus& status);
/// A line a symbol, and the sum.
[[nodiscard]] std::string positions_text(const TradeStatus& status);

/// The status of each venue, and what they share.
struct RunStatus {
    std::uint32_t venues_count = 1;
    strategy::ArbitrageCounters arbitrage{};                           // of two venues
    std::array<std::uint64_t, risk::kFirmLimits.size()> firm_taken{};  // by FirmLimit
    risk::ExposureLevels firm_exposure{};                              // of both together
    // Last: what follows the last position of the last venue is not used.
    std::array<TradeStatus, strategy::kVenues> venues{};
};
/// The bytes of it that are used, from its beginning.
[[nodiscard]] std::size_t used_bytes(const RunStatus& status) noexcept;
[[nodiscard]] std::string run_health(const RunStatus& status);
[[nodiscard]] std::string run_json(const TradeConfig& config, const RunStatus& status);

}  // namespace hotpath::live
