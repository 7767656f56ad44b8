#pragma once
/// The key `certificate` of a venue's users: the name of the certificate that a user logs in with.
///
/// Threads: set-up. Allocation: free.

#include <vector>

#include "apps/hotpath/config/toml_table.hpp"
#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"

namespace hotpath::app {

/// Its common name, one of its alternative names, or its SHA-256 in hexadecimal digits. After [tls]: it
/// needs tls.client_ca. Added to `rules`.
void read_certificate(TomlTable& table, exchange::UserOfPort user, const ExchangeConfig& config,
                      std::vector<exchange::CertificateRule>& rules);
inline void read_certificate(TomlTable& table, exchange::UserOfPort user, ExchangeConfig& config) {
    read_certificate(table, user, config, config.server.certificates);
}

}  // namespace hotpath::app
