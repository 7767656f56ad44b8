#pragma once
/// The key `certificate` of a venue's users: the name of the certificate that a user logs in with.
///
/// Threads: set-up. Allocation: free.

#include "apps/hotpath/config/toml_table.hpp"
#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"

namespace hotpath::app {

/// Its common name, one of its alternative names, or its SHA-256 in hexadecimal digits. After [tls]: it
/// needs tls.client_ca.
void read_certificate(TomlTable& table, exchange::UserOfPort user, ExchangeConfig& config);

}  // namespace hotpath::app
