#pragma once
/// The table [fees] of a trader's configuration, and its [[fees.tiers]].
///
/// Threads: set-up. Allocation: free.

#include <filesystem>
#include <string>

#include <toml++/toml.h>

#include "hotpath/core/error.hpp"
#include "hotpath/oms/orders.hpp"

namespace hotpath::live {

/// The table `name`: "fees", "second_venue.fees".
[[nodiscard]] Expected<void> read_fees_config(const std::filesystem::path& file,
                                              const toml::table& root, const std::string& name,
                                              oms::OrdersOptions& orders);

/// An error when the table has more than fees of a share: a strategy of two venues compares those.
[[nodiscard]] Expected<void> check_fees_by_share(const std::filesystem::path& file,
                                                 const std::string& name,
                                                 const oms::OrdersOptions& orders);

}  // namespace hotpath::live
