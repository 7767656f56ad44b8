#pragma once
/// The key `certificate` of a user: the name of the certificate that the user logs in with.
///
/// Threads: set-up. Allocation: free.

#include <optional>
#include <string>
#include <string_view>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/login/tls_table.hpp"

namespace hotpath::login {

/// Its common name, one of its alternative names, or its SHA-256 in hexadecimal digits; nullopt: the
/// user has none. `tls` was read from the table `tls_name` before: a certificate needs its client_ca.
[[nodiscard]] std::optional<std::string> read_certificate_name(
    config::TomlTable& user, const std::optional<TlsServerConfig>& tls,
    std::string_view tls_name = "tls");

}  // namespace hotpath::login
