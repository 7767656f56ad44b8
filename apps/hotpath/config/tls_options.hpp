#pragma once
/// The options of TLS that `hotpath order` and `hotpath operate` share.
///
/// Threads: set-up. Allocation: free.

#include <filesystem>
#include <optional>
#include <string>

#include "apps/hotpath/commands.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/login/tls_table.hpp"
#include "hotpath/net/endpoint.hpp"

namespace hotpath::app {

/// The options as given on the command line; empty: not given.
struct TlsWords {
    std::filesystem::path ca{};
    std::string server_name{};
    std::filesystem::path certificate{};
    std::filesystem::path key{};
    bool is_plain_text_allowed = false;
};

void add_tls_options(CLI::App& command, TlsWords& words);

/// The TLS settings of a configuration.
struct ConfiguredTls {
    std::filesystem::path file{};                    // "": there is none
    bool is_server = false;                          // it is that of a server with TLS ...
    std::optional<login::TlsClientConfig> client{};  // ... or that of a client of one
    bool is_plain_text_allowed = false;
};

/// How to connect to `address`: the command line overrides the configuration. A server's says nothing
/// about how its clients verify it: then --ca must be there. Plain text beyond loopback is refused
/// unless either allows it.
[[nodiscard]] Expected<std::optional<login::TlsClientConfig>> client_config(
    const TlsWords& words, const ConfiguredTls& configured, const net::Endpoint& address);

}  // namespace hotpath::app
