#pragma once
/// The tables [account], [venue], [market_data] and [fees] of a trader's configuration, of one
/// venue: at top level, or all of them within another table.
///
/// Threads: set-up. Allocation: free.

#include <filesystem>
#include <string>

#include <toml++/toml.h>

#include "hotpath/core/error.hpp"
#include "hotpath/live/config/trade_config.hpp"

namespace hotpath::live {

/// `within`: "" or "second_venue.", before the name of each table.
[[nodiscard]] Expected<void> read_venue_config(const std::filesystem::path& file,
                                               const toml::table& root, const std::string& within,
                                               VenueConfig& config);

}  // namespace hotpath::live
