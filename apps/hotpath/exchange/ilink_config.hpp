#pragma once
/// The tables [ilink] and [[ilink_user]] of a venue's configuration.
///
/// Threads: set-up. Allocation: free.

#include <filesystem>

#include <toml++/toml.h>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::app {

/// [order_entry] and [[user]] have been read.
[[nodiscard]] Expected<void> read_ilink_config(const std::filesystem::path& file,
                                               const toml::table& root, ExchangeConfig& config);

}  // namespace hotpath::app
