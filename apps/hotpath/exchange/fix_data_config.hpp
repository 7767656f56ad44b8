#pragma once
/// The tables [fix_market_data] and [[fix_market_data_user]] of a venue's configuration.
///
/// Threads: set-up. Allocation: free.

#include <filesystem>

#include <toml++/toml.h>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

/// [venue] and [order_entry] have been read: books, places and limits of logins are theirs.
[[nodiscard]] Expected<void> read_fix_data_config(const std::filesystem::path& file,
                                                  const toml::table& root, ExchangeConfig& config);

}  // namespace hotpath::app
