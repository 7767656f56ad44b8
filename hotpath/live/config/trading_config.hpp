#pragma once
/// The table [trading]: the traded symbols and the sizes of what is kept of them.
///
/// Threads: set-up. Allocation: free.

#include <filesystem>

#include <toml++/toml.h>

#include "hotpath/core/error.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::live {

[[nodiscard]] Expected<void> read_trading_config(const std::filesystem::path& file,
                                                 const toml::table& root,
                                                 trader::TraderOptions& trader);

}  // namespace hotpath::live
