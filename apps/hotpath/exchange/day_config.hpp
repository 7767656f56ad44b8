#pragma once
/// The tables of exchange.toml that define the venue's day: [[instrument]], [[schedule]],
/// [limit_state], and the self-match choice of each [[user]].
///
/// Threads: set-up. Allocation: free.

#include <filesystem>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/config/toml_table.hpp"

namespace hotpath::app {

/// Behind the tables that name the symbols and the users.
[[nodiscard]] Expected<void> read_day(const std::filesystem::path& file, const toml::table& root,
                                      ExchangeConfig& config);

/// The key `self_match` of the [[user]] that is session `session`.
void read_self_match(config::TomlTable& user, std::uint16_t session, ExchangeConfig& config);

}  // namespace hotpath::app
