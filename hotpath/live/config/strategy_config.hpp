#pragma once
/// The table [strategy] of a trader's configuration, or several [[strategies]]: the strategy's name
/// and its parameters, as the strategy describes them.
///
/// Threads: set-up. Allocation: free.

#include <filesystem>

#include <toml++/toml.h>

#include "hotpath/core/error.hpp"
#include "hotpath/live/config/trade_config.hpp"

namespace hotpath::live {

/// Behind the other tables: a pair is of symbols that are traded.
[[nodiscard]] Expected<void> read_strategy(const std::filesystem::path& file,
                                           const toml::table& root,
                                           const strategy::Registry& strategies,
                                           TradeConfig& config);

}  // namespace hotpath::live
