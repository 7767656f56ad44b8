#include "hotpath/login/tls_table.hpp"

#include <utility>

#include "hotpath/config/toml_table.hpp"
#include "hotpath/login/private_file.hpp"

namespace hotpath::login {

namespace {

namespace fs = std::filesystem;

[[nodiscard]] tls::Version read_version(config::TomlTable& table) {
    std::size_t version = 0;
    table.read_choice("version_min", version, {"1.3", "1.2"});
    return version == 0 ? tls::Version::Tls13 : tls::Version::Tls12;
}

[[nodiscard]] bool has_table(const toml::table& root, const std::string& name) {
    return root.at_path(name).node() != nullptr;
}

template <class Make>
[[nodiscard]] Expected<std::optional<tls::Context>> make_with(const fs::path& key, Make&& make) {
    if (!key.empty()) {
        if (auto checked = check_private(key, "a private key"); !checked) {
            return std::unexpected(checked.error());
        }
    }
    Expected<tls::Context> context = make();
    if (!context) {
        return std::unexpected(context.error());
    }
    return std::optional<tls::Context>(std::move(*context));
}

}  // namespace

Expected<void> read_tls_server(const fs::path& file, const toml::table& root,
                               const std::string& name, std::optional<TlsServerConfig>& config) {
    if (!has_table(root, name)) {
        return {};
    }
    config::TomlTable table(file, root, name);
    tls::ServerOptions& options = config.emplace().options;
    table.require("certificate");
    table.require("key");
    table.read_path("certificate", options.certificate);
    table.read_path("key", options.key);
    table.read_path("client_ca", options.client_ca);
    table.read_path("crl", options.crl);
    if (table.has("crl")) {
        table.require("client_ca");
    }
    table.read("handshakes_per_second", config->handshakes_per_second, {0, 100'000});
    options.version_min = read_version(table);
    return table.finish();
}

Expected<void> read_tls_client(const fs::path& file, const toml::table& root,
                               const std::string& name, std::optional<TlsClientConfig>& config) {
    if (!has_table(root, name)) {
        return {};
    }
    config::TomlTable table(file, root, name);
    TlsClientConfig& client = config.emplace();
    table.read_path("ca", client.options.ca);
    table.read("server_name", client.server_name);
    if (table.has("server_name") && client.server_name.empty()) {
        table.refuse("server_name", "\"\"", "a name of the venue's certificate");
    }
    table.read_path("certificate", client.options.certificate);
    table.read_path("key", client.options.key);
    if (table.has("certificate") || table.has("key")) {
        table.require("certificate");
        table.require("key");
    }
    client.options.version_min = read_version(table);
    return table.finish();
}

Expected<std::optional<tls::Context>> make_context(const std::optional<TlsServerConfig>& config) {
    if (!config) {
        return std::nullopt;
    }
    return make_with(config->options.key, [&] { return tls::Context::server(config->options); });
}

Expected<std::optional<tls::Context>> make_context(const std::optional<TlsClientConfig>& config) {
    if (!config) {
        return std::nullopt;
    }
    return make_with(config->options.key, [&] { return tls::Context::client(config->options); });
}

tls::ClientEnd client_end(const std::optional<tls::Context>& context,
                          const std::optional<TlsClientConfig>& config,
                          const net::Endpoint& address) {
    if (!context) {
        return {};
    }
    return {
        .context = &*context,
        .name = config->server_name.empty() ? address.address.to_string() : config->server_name};
}

}  // namespace hotpath::login
