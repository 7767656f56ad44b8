#pragma once
/// The table [mdp3] of a venue's configuration: its market data as a channel of CME's MDP 3.0.
///
/// Threads: set-up. Allocation: free.

#include <filesystem>

#include <toml++/toml.h>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

/// [venue] and [market_data] have been read.
[[nodiscard]] Expected<void> read_mdp3_config(const std::filesystem::path& file,
                                              const toml::table& root, ExchangeConfig& config);

}  // namespace hotpath::app
