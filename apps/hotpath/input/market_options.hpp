#pragma once
/// The options of a generated market, the same for every command that generates one.
///
/// Threads: the main one. Allocation: free.

#include <CLI/CLI.hpp>

#include "hotpath/sim/market/market_generator.hpp"

namespace hotpath::app {

/// --messages, --instruments, --seed, --flash-crash.
void add_market_options(CLI::App& command, sim::market::MarketOptions& market);

}  // namespace hotpath::app
