#pragma once
/// The tables [fix], [[fix_user]] and [[fix_drop_copy_user]] of a venue's configuration.
///
/// Threads: set-up. Allocation: free.

#include <filesystem>

#include <toml++/toml.h>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

/// [venue], [order_entry] and [[user]] have been read. The users of drop copies become users of the
/// venue.
[[nodiscard]] Expected<void> read_fix_config(const std::filesystem::path& file,
                                             const toml::table& root, ExchangeConfig& config);

}  // namespace hotpath::app
