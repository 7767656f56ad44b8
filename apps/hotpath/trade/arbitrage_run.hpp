#pragma once
/// `hotpath trade` at two venues: a trader each in one loop, and latency arbitrage between them.
///
/// Threads: as TradeRun. Allocation: set-up, each connection, the end.

#include <filesystem>
#include <memory>

#include "apps/hotpath/trade/run.hpp"

namespace hotpath::app {

/// For a configuration with a second venue.
[[nodiscard]] Expected<std::unique_ptr<TradeRun>> make_arbitrage_run(
    const TradeConfig& config, const std::filesystem::path& json);

}  // namespace hotpath::app
