#pragma once
/// [tls] of the configurations: certificate, key and CAs of a venue's ports, or of a client.
///
/// Paths are relative to the configuration's folder. A key's file must be its owner's alone. The files
/// are read when a context is made, at the start. Threads: set-up. Allocation: free.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <toml++/toml.h>

#include "hotpath/core/error.hpp"
#include "hotpath/tls/connection.hpp"
#include "hotpath/tls/context.hpp"

namespace hotpath::login {

/// At the root of a configuration: passwords, orders and replies may leave the machine in plain text.
inline constexpr std::string_view kPlainTextKey = "plain_text_beyond_loopback";

struct TlsClientConfig {
    tls::ClientOptions options{};
    std::string server_name{};  // empty: the address that is connected to
};

struct TlsServerConfig {
    tls::ServerOptions options{};
    std::uint32_t handshakes_per_second = 100;  // that are begun; 0: no limit
};

/// The table `name`; unchanged when the file has none.
[[nodiscard]] Expected<void> read_tls_server(const std::filesystem::path& file,
                                             const toml::table& root, const std::string& name,
                                             std::optional<TlsServerConfig>& config);
[[nodiscard]] Expected<void> read_tls_client(const std::filesystem::path& file,
                                             const toml::table& root, const std::string& name,
                                             std::optional<TlsClientConfig>& config);

/// nullopt without a configuration: plain text.
[[nodiscard]] Expected<std::optional<tls::Context>> make_context(
    const std::optional<TlsServerConfig>& config);
[[nodiscard]] Expected<std::optional<tls::Context>> make_context(
    const std::optional<TlsClientConfig>& config);

/// How a client connects to `address`; `context` was made of `config` and outlives what it returns.
[[nodiscard]] tls::ClientEnd client_end(const std::optional<tls::Context>& context,
                                        const std::optional<TlsClientConfig>& config,
                                        const net::Endpoint& address);

}  // namespace hotpath::login
