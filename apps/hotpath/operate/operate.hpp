#pragma once
/// Options that all actions of `hotpath operate` share: port, operator, time-out.
///
/// Threads: the caller's. Allocation: free.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/tls_options.hpp"
#include "apps/hotpath/operate/operator_client.hpp"
#include "hotpath/login/login_gate.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/strategy/registry.hpp"

namespace hotpath::app {

struct OperatePort {
    std::filesystem::path config;
    std::string address;
    std::string user;
    std::filesystem::path password_file;
    TlsWords tls;
    std::int64_t timeout_ms = 5'000;
    const strategy::Registry* strategies = nullptr;  // those of a trader's configuration
};
using SharedOperatePort = std::shared_ptr<OperatePort>;

struct OperatorUsers {
    const std::vector<wire::soupbintcp::Credentials>& logins;
    const std::vector<login::StoredHash>& hashes;
};

struct ConfiguredPort {
    std::optional<net::Endpoint> address{};
    bool has_tls = false;
    bool is_plain_text_allowed = false;
};

/// The port and the operator, from a configuration. The password is that of --password-file, the
/// configuration's, or where that has a hash that of HOTPATH_PASSWORD.
[[nodiscard]] Expected<OperatorLogin> login_of(const OperatePort& port,
                                               const OperatorUsers& operators,
                                               const ConfiguredPort& configured);

/// Actions of `hotpath operate -c trader.toml`.
void add_trader_actions(CLI::App& operate, const SharedOperatePort& port, Run& chosen);

}  // namespace hotpath::app
